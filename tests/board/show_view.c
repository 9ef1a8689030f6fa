/*
 * Shows the screen of a game described by the arguments, for tests and for trying changes to the
 * display: show_view [NAME=VALUE...]. Names: variant, fen, moves, game (number of plies to
 * add), ply, cursor, select, advice, think (moves), score, clock, flip, zoom, glyphs, theme,
 * charset, colors, status, small (a help page's board), state (of states.c), scene (of scenes.c, in
 * place of what is above it). Keys: hjkl or arrows move the cursor, Enter selects, g changes
 * glyphs, t the theme, + and - zoom, f flips, q quits.
 */
#include <config.h>

#include <curses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/painter.h"
#include "rules/notation.h"
#include "../support/scenes.h"
#include "../support/states.h"
#include "term/terminal.h"
#include "../support/views.h"

static int argument_count;
static char **arguments;
static Screen screen;

/* Returns the value of an argument NAME=VALUE, or `other` without one. */
static const char *value(const char *name, const char *other) {
    size_t length = strlen(name);
    for (int i = 1; i < argument_count; i++)
        if (strncmp(arguments[i], name, length) == 0 && arguments[i][length] == '=')
            return arguments[i] + length + 1;
    return other;
}

/* Returns the index of a name in a list, or 0 if it is not there. */
static int index_of(const char *const *names, const char *name) {
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return 0;
}

static int fail(const Error *error) {
    fprintf(stderr, "show_view: %s\n", error->text);
    return EXIT_FAILURE;
}

/* Returns a view of the game and the marks that the arguments describe. */
static View *make_game(Error *error) {
    View *view =
        view_create(value("variant", "congo"), value("fen", NULL), value("moves", ""), error);
    if (view == NULL)
        return NULL;
    view_lengthen(view, atoi(value("game", "0")));
    if (value("ply", NULL) != NULL)
        view_show_ply(view, (size_t)atoi(value("ply", "0")));
    view->cursor = square_parse(value("cursor", "d3"));
    for (int i = 0; i < board_state_count; i++)
        if (strcmp(board_states[i].name, value("state", "")) == 0)
            board_state_put(view, &board_states[i]);
    if (value("state", NULL) == NULL)
        view_select(view, square_parse(value("select", "--")));
    if (value("advice", NULL) != NULL)
        view_advise(view, value("advice", ""));
    if (value("think", NULL) != NULL)
        view_think(view, value("think", ""));
    if (value("score", NULL) != NULL)
        view_score(view);
    if (value("clock", NULL) != NULL)
        view_clock(view, 271000, 312000);
    view_describe(view);
    return view;
}

static View *make_view(Error *error) {
    const char *scene = value("scene", NULL);
    View *view = scene != NULL ? scene_create(scene, error) : make_game(error);
    if (view == NULL)
        return NULL;
    view->flipped = value("flip", NULL) != NULL;
    view->zoom = (Zoom)index_of(zoom_names, value("zoom", "auto"));
    view->theme = (ThemeId)index_of(theme_names, value("theme", "dark"));
    view->glyphs = (GlyphSet)index_of(glyph_set_names, value("glyphs", "auto"));
    if (value("status", NULL) != NULL)
        snprintf(view->status, sizeof view->status, "%s", value("status", ""));
    return view;
}

/* ---- keys ---- */

static void move_cursor(View *view, int across, int up) {
    int way = view->flipped ? -1 : 1;
    Square to =
        square_at(square_file(view->cursor) + way * across, square_rank(view->cursor) + way * up);
    if (to != SQUARE_NONE)
        view->cursor = to;
    view_describe(view);
}

static void handle_key(View *view, int key) {
    static const struct {
        int key, arrow, across, up;
    } moves[] = {{'h', KEY_LEFT, -1, 0},
                 {'l', KEY_RIGHT, 1, 0},
                 {'k', KEY_UP, 0, 1},
                 {'j', KEY_DOWN, 0, -1}};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        if (key == moves[i].key || key == moves[i].arrow)
            move_cursor(view, moves[i].across, moves[i].up);
    if (key == '\r')
        view_select(view, view->selected == view->cursor ? SQUARE_NONE : view->cursor);
    else if (key == 'g')
        view->glyphs = (view->glyphs + 1) % GLYPHS_COUNT;
    else if (key == 't')
        view->theme = (view->theme + 1) % THEME_COUNT;
    else if (key == 'f')
        view->flipped = !view->flipped;
    else if (key == '+' && screen.layout.zoom < ZOOM_COUNT - 1)
        view->zoom = screen.layout.zoom + 1;
    else if (key == '-' && screen.layout.zoom > 1)
        view->zoom = screen.layout.zoom - 1;
}

static volatile sig_atomic_t resized;

static void handle_resize(int number) {
    resized = number;
}

static void paint(const View *view) {
    screen = view_paint(view);
    if (value("small", NULL) != NULL)
        painter_small_board((Rect){1, 1, 22, 43}, view);
    terminal_flush();
}

static void run(View *view) {
    struct pollfd input = {.fd = terminal_input(), .events = POLLIN};
    bool going = true;
    while (going) {
        paint(view);
        int ready = poll(&input, 1, -1);
        if (resized) {
            resized = 0;
            terminal_resize();
        } else if (ready > 0 && (input.revents & (POLLHUP | POLLERR))) {
            going = false;
        }
        for (int key = getch(); key != ERR; key = getch()) {
            going = going && key != 'q';
            handle_key(view, key);
        }
    }
}

int main(int count, char **texts) {
    Error error;
    argument_count = count;
    arguments = texts;
    const TerminalOptions options = {
        .charset = (Charset)index_of(charset_names, value("charset", "auto")),
        .colors = (ColorDepth)index_of(color_depth_names, value("colors", "auto"))};
    View *view = make_view(&error);
    if (view == NULL)
        return fail(&error);
    bool opened = terminal_open(&options, &error);
    if (opened) {
        signal(SIGWINCH, handle_resize);
        run(view);
        terminal_close();
    }
    view_free(view);
    return opened ? EXIT_SUCCESS : fail(&error);
}
