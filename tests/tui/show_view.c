/*
 * Shows the screen of a game that is given as arguments, for tests of how it looks and for whoever
 * changes it: show_view [NAME=VALUE...]. Names: variant, fen, moves (one text), ply, cursor,
 * select, zoom, glyphs, theme, charset, colors, flip, advice, clock, think, score, status, game
 * (the moves of a long one), small. Keys: hjkl or arrows move the cursor, Enter selects, g glyphs,
 * t theme, + - zoom, f flip, q ends.
 */
#include <config.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/record.h"
#include "tui/draw.h"
#include "tui/painter.h"
#include "tui/terminal.h"

static int argument_count;
static char **arguments;

/* The value of an argument NAME=VALUE, or the other text. */
static const char *value(const char *name, const char *other) {
    size_t length = strlen(name);
    for (int i = 1; i < argument_count; i++)
        if (strncmp(arguments[i], name, length) == 0 && arguments[i][length] == '=')
            return arguments[i] + length + 1;
    return other;
}

static int fail(const Error *error) {
    fprintf(stderr, "show_view: %s\n", error->text);
    return EXIT_FAILURE;
}

/* --- the game -----------------------------------------------------------------------------------
 */

static Record *make_record(const Variant *variant, Error *error) {
    Position start;
    const char *fen = value("fen", NULL);
    if (fen == NULL)
        position_start(&start, variant);
    else if (!fen_parse(fen, variant, &start, error))
        return NULL;
    Record *record = record_create(&start);
    char moves[4096];
    snprintf(moves, sizeof moves, "%s", value("moves", ""));
    for (char *text = strtok(moves, " "); text != NULL; text = strtok(NULL, " ")) {
        Move move;
        if (!record_parse_move(record, text, &move, NULL, error) ||
            !record_play(record, move, -1, -1, error)) {
            record_free(record);
            return NULL;
        }
    }
    return record;
}

/* Plays moves that depend on nothing but the position, to have a long game to show. */
static void lengthen(Record *record, int plies) {
    uint64_t seed = 7;
    for (int i = 0; i < plies; i++) {
        MoveList list;
        movelist_init(&list);
        record_moves(record, &list);
        if (list.count > 0) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
            record_play(record, list.moves[(seed >> 33) % list.count], -1, -1, NULL);
        }
        movelist_free(&list);
    }
}

static bool made_up_score(void *context, size_t ply, Score *white_score) {
    (void)context;
    *white_score = (Score)((double)ply * 9 * ((ply / 7) % 2 ? 1 : -1)) + (Score)(ply % 5) * 30;
    return true;
}

/* --- the view -----------------------------------------------------------------------------------
 */

static void select_square(View *view, Square square) {
    view->selected = square;
    view->targets = view->captures = 0;
    if (square == SQUARE_NONE)
        return;
    Bitboard targets;
    movegen_steps(view->position, square, &targets, &view->captures);
    view->targets = targets & ~view->captures;
}

static void describe(View *view) {
    char square[SQUARE_TEXT_SIZE];
    Kind kind = position_kind_at(view->position, view->cursor);
    square_write(view->cursor, square);
    if (kind == KIND_NONE) {
        snprintf(view->status, sizeof view->status, "%s: empty.", square);
        return;
    }
    Bitboard targets, captures;
    movegen_steps(view->position, view->cursor, &targets, &captures);
    snprintf(view->status, sizeof view->status, "%s %s: %d moves, %d captures.",
             kind_name(kind, view->position->variant->pawns), square, popcount64(targets),
             popcount64(captures));
}

static Bitboard squares_of(Move move) {
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    Bitboard set = square_bit(move_from(move));
    for (int i = 0; i < count; i++)
        set |= square_bit(landings[i]);
    return set;
}

static void add_thinking(View *view, SearchInfo *info) {
    static char text[4096];
    Position position = *view->position;
    *info = (SearchInfo){.depth = 9, .nodes = 1234567, .nps = 1234567, .line_count = 1};
    info->lines[0].score = 34;
    snprintf(text, sizeof text, "%s", value("think", ""));
    for (char *move = strtok(text, " "); move != NULL; move = strtok(NULL, " "))
        if (notation_parse(&position, move, &info->lines[0].pv[info->lines[0].length], NULL, NULL))
            position_make(&position, info->lines[0].pv[info->lines[0].length++], NULL);
    view->thinking = info->lines[0].length > 0 ? info : NULL;
    view->thinking_position = view->position;
}

static void add_marks(View *view) {
    const Position *position = view->position;
    Bitboard line;
    Move advice;
    if (view->ply > 0)
        view->last = squares_of(view->record->plies[view->ply - 1].move);
    view->drowning = position_endangered(position);
    if (position_lions_face(position, &line))
        view->lions_line = line | position->kind[LION];
    if (notation_parse(position, value("advice", ""), &advice, NULL, NULL))
        view->advised = squares_of(advice);
    select_square(view, square_parse(value("select", "--")));
}

static void fill_view(View *view, const Record *record, SearchInfo *info) {
    size_t ply = (size_t)atoi(value("ply", "-1"));
    *view = (View){.record = record,
                   .hints = value("hints", "arrows/hjkl  Tab next piece  "
                                           "Enter select/move  Esc cancel  "
                                           "u undo  r redo  a advise  f flip  "
                                           "p pause  s save  : command  ? help  "
                                           "q quit  +/- zoom")};
    view->ply = ply > record->count ? record->current : ply;
    view->browsing = view->ply != record->current;
    view->position = record_position_at(record, view->ply);
    view->outcome = record_outcome_at(record, view->ply);
    view->flipped = value("flip", NULL) != NULL;
    view->cursor = square_parse(value("cursor", "d3"));
    view->zoom = atoi(value("zoom", "0"));
    view->theme = value("theme", "dark");
    view->glyphs = (GlyphSet)atoi(value("glyphs", "0"));
    for (int color = 0; color < COLOR_COUNT; color++)
        view->player[color] = (ViewPlayer){.name = color == WHITE ? "hi" : "ai/negamax",
                                           .has_clock = value("clock", NULL) != NULL,
                                           .clock_ms = color == WHITE ? 271000 : 312000};
    if (value("score", NULL) != NULL)
        view->score_at = made_up_score;
    add_marks(view);
    add_thinking(view, info);
    describe(view);
    if (value("status", NULL) != NULL)
        snprintf(view->status, sizeof view->status, "%s", value("status", NULL));
}

/* --- keys ---------------------------------------------------------------------------------------
 */

static void move_cursor(View *view, int across, int up) {
    int way = view->flipped ? -1 : 1;
    Square to =
        square_at(square_file(view->cursor) + way * across, square_rank(view->cursor) + way * up);
    if (to != SQUARE_NONE)
        view->cursor = to;
    describe(view);
}

static void next_theme(View *view) {
    int i = 0;
    while (strcmp(painter_theme_name(i), view->theme) != 0)
        i++;
    view->theme =
        painter_theme_name(i + 1) == NULL ? painter_theme_name(0) : painter_theme_name(i + 1);
}

/* False for q. */
static bool handle_key(View *view, int key) {
    switch (key) {
    case 'h':
    case KEY_LEFT:
        move_cursor(view, -1, 0);
        break;
    case 'l':
    case KEY_RIGHT:
        move_cursor(view, 1, 0);
        break;
    case 'k':
    case KEY_UP:
        move_cursor(view, 0, 1);
        break;
    case 'j':
    case KEY_DOWN:
        move_cursor(view, 0, -1);
        break;
    case '\r':
        select_square(view, view->selected == view->cursor ? SQUARE_NONE : view->cursor);
        break;
    case 'g':
        view->glyphs = (view->glyphs + 1) % 3;
        break;
    case 't':
        next_theme(view);
        break;
    case 'f':
        view->flipped = !view->flipped;
        break;
    case '+':
        view->zoom = painter_zoom() < 5 ? painter_zoom() + 1 : 5;
        break;
    case '-':
        view->zoom = painter_zoom() > 1 ? painter_zoom() - 1 : 1;
        break;
    case 'q':
        return false;
    default:
        break;
    }
    return true;
}

static volatile sig_atomic_t resized;

static void handle_resize(int number) {
    resized = number;
}

static void paint(const View *view) {
    painter_paint(view);
    if (value("small", NULL) != NULL) {
        Rect area = {1, 1, 22, 43};
        painter_small_board(area, view->position, view->targets, view->captures, view->glyphs,
                            view->theme);
    }
    terminal_flush();
}

static void run(View *view) {
    struct pollfd input = {.fd = terminal_input(), .events = POLLIN};
    bool going = true;
    paint(view);
    while (going) {
        int ready = poll(&input, 1, -1);
        if (resized) {
            resized = 0;
            terminal_resize();
        } else if (ready > 0 && (input.revents & (POLLHUP | POLLERR))) {
            going = false;
        }
        for (int key = getch(); going && key != ERR; key = getch())
            going = handle_key(view, key);
        paint(view);
    }
}

int main(int count, char **texts) {
    Error error;
    Settings settings;
    argument_count = count;
    arguments = texts;
    settings_default(&settings);
    if (!settings_set(&settings, "charset", value("charset", "auto"), &error) ||
        !settings_set(&settings, "colors", value("colors", "auto"), &error) ||
        !settings_read_variant(value("variant", "congo"), &settings.variant, &error))
        return fail(&error);
    Record *record = make_record(&settings.variant, &error);
    if (record == NULL)
        return fail(&error);
    lengthen(record, atoi(value("game", "0")));
    View view;
    SearchInfo info;
    fill_view(&view, record, &info);
    if (!terminal_open(&settings, &error)) {
        record_free(record);
        return fail(&error);
    }
    signal(SIGWINCH, handle_resize);
    run(&view);
    terminal_close();
    record_free(record);
    return EXIT_SUCCESS;
}
