#include <config.h>

#include "tui/games/games_draw.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/number.h"
#include "base/text.h"
#include "board/painter.h"
#include "board/theme.h"
#include "collection/game_words.h"
#include "term/frame.h"
#include "tui/games/games_reader.h"
#include "tui/games/games_results.h"
#include "tui/games/games_screen.h"

enum {
    WIDTH_MAX = 132,
    HEIGHT_MAX = 44,
    ROOMY = 14, /* a box of this inner height has blank lines */
    TITLED = 8, /* rows of a list with titles above its columns */
    MARK = 2,   /* columns of the selection's mark */
    GAP = 2,    /* columns between the list and the board */
    LIST_MIN = 34,
    WIDE = 78, /* a list of this width has the long form of each column */
    RESULT_COLUMN = 13,
    MOVES_COLUMN = 6,
    WHEN_COLUMN = 17,
    SHORT_RESULT_COLUMN = 10,
    SHORT_WHEN_COLUMN = 7,
    SENTENCE_SIZE = 3 * GAME_WORDS_SIZE,
    SENTENCE_CELLS = 130 /* of most sentences, and of blanks at the ends of lines */
};

/* --- sentences --- */

static void write_count(const GamesScreen *screen, char *text, size_t size) {
    size_t all = screen->collection != NULL ? collection_count(screen->collection) : 0;
    if (screen->search.text[0] != '\0')
        snprintf(text, size, " %zu of %zu ", screen->count, all);
    else
        snprintf(text, size, " %zu game%s ", all, text_plural(all));
}

/* Writes what the selected game is and how it stands. */
static void describe_game(const GameInfo *game, char text[SENTENCE_SIZE]) {
    char words[GAME_WORDS_SIZE];
    size_t moves = (game->plies + 1) / 2;
    text[0] = '\0';
    if (game->kind == GAME_UNREADABLE) {
        text_append(text, SENTENCE_SIZE, "%s", game->problem);
        return;
    }
    text_append(text, SENTENCE_SIZE, "%s.", game_words_players(game, true, words));
    text_append(text, SENTENCE_SIZE, " %s", game_words_how(game, words));
    if (game->kind != GAME_ON_SERVER)
        text_append(text, SENTENCE_SIZE, " %zu move%s, %s.", moves, text_plural(moves),
                    game_words_when(game->played, time(NULL), true, words));
}

/* Writes the message, what there is to wait for, or what is selected. Returns its role. */
static UiRole write_sentence(const GamesScreen *screen, char text[SENTENCE_SIZE]) {
    const GameInfo *game = games_screen_selected(screen);
    size_t done, total;
    text[0] = '\0';
    if (screen->message[0] != '\0')
        snprintf(text, SENTENCE_SIZE, "%s", screen->message);
    else if (games_reader_progress(screen->app, screen, &done, &total))
        snprintf(text, SENTENCE_SIZE, "Reading your games: %zu of %zu.", done, total);
    else if (game != NULL)
        describe_game(game, text);
    else if (screen->collection != NULL && collection_count(screen->collection) > 0)
        snprintf(text, SENTENCE_SIZE, "No game has these words. Esc shows all games.");
    else if (screen->collection != NULL)
        snprintf(text, SENTENCE_SIZE,
                 "There is no game yet. The games that you play are kept here.");
    bool bad = screen->failed || (game != NULL && game->kind == GAME_UNREADABLE);
    return bad ? ROLE_ERROR : ROLE_DIALOG;
}

/* --- rows --- */

/* Draws a text at the right end of a line, and takes its columns from that. */
static void put_right(Rect *line, int width, UiRole role, const char *text) {
    line->width -= width;
    draw_text(line->y, line->x + line->width + 1, width - 1, role, text);
}

/* Returns a path without its folders. */
static const char *file_name(const char *path) {
    const char *last = strrchr(path, '/');
    return last != NULL ? last + 1 : path;
}

/* Writes the players; on the smallest screens "Computer 3" for the opponent. */
static void write_players(const GameInfo *game, int width, char text[GAME_WORDS_SIZE]) {
    Color other = color_other(game->user);
    if (width < LIST_MIN && game->has_user && game->known[other] &&
        game->player[other] == PLAYER_COMPUTER && game->advisor[other] == ADVISOR_NEGAMAX)
        snprintf(text, GAME_WORDS_SIZE, "Computer %d", game->level[other]);
    else
        game_words_players(game, width >= WIDE, text);
}

static void draw_game(const GameInfo *game, Rect line, UiRole role) {
    char text[GAME_WORDS_SIZE], moves[24];
    const int width = line.width;
    bool wide = width >= WIDE;
    bool unreadable = game->kind == GAME_UNREADABLE;
    game_words_when(game->played, time(NULL), wide, text);
    if (line.width >= LIST_MIN)
        put_right(&line, wide ? WHEN_COLUMN : SHORT_WHEN_COLUMN, role, text);
    if (wide) {
        snprintf(moves, sizeof moves, "%4zu", (game->plies + 1) / 2);
        put_right(&line, MOVES_COLUMN, role, unreadable ? "" : moves);
    }
    put_right(&line, wide ? RESULT_COLUMN : SHORT_RESULT_COLUMN, role,
              unreadable ? "damaged" : game_words_result(game, text));
    if (unreadable)
        snprintf(text, sizeof text, "%s", file_name(game->path));
    else
        write_players(game, width, text);
    draw_text(line.y, line.x, line.width, role, text);
}

/* Draws the titles of the columns in the line above the list. */
static void draw_titles(Rect line) {
    bool wide = line.width - MARK >= WIDE;
    line.y--;
    put_right(&line, wide ? WHEN_COLUMN : SHORT_WHEN_COLUMN, ROLE_TITLE, "Played");
    if (wide)
        put_right(&line, MOVES_COLUMN, ROLE_TITLE, "Moves");
    put_right(&line, wide ? RESULT_COLUMN : SHORT_RESULT_COLUMN, ROLE_TITLE, "Result");
    draw_text(line.y, line.x + MARK, line.width - MARK, ROLE_TITLE, wide ? "Game" : "Against");
}

static void draw_row(const GamesScreen *screen, size_t row, Rect line) {
    bool here = row == screen->selected;
    UiRole role = here ? ROLE_HIGHLIGHT : ROLE_DIALOG;
    draw_fill(line, role);
    if (here) {
        draw_text(line.y, line.x, MARK, role, "> ");
        if (!screen->searching)
            draw_place_cursor(line.y, line.x);
    }
    line.x += MARK;
    line.width -= MARK;
    draw_game(collection_game(screen->collection, screen->found[row]), line, role);
}

/* Brings the selected row into view, moving the rows as little as possible. */
static void scroll_to_selection(GamesScreen *screen, size_t rows) {
    if (screen->selected < screen->top)
        screen->top = screen->selected;
    if (rows > 0 && screen->selected >= screen->top + rows)
        screen->top = screen->selected - rows + 1;
    if (screen->top + rows > screen->count)
        screen->top = screen->count > rows ? screen->count - rows : 0;
}

static void draw_list(GamesScreen *screen, Rect area, int border) {
    size_t rows = (size_t)max_int(area.height, 0);
    scroll_to_selection(screen, rows);
    screen->list = area;
    for (size_t i = 0; i < rows && screen->top + i < screen->count; i++)
        draw_row(screen, screen->top + i, (Rect){area.y + (int)i, area.x, 1, area.width});
    if (screen->top > 0)
        draw_text(area.y, border, 1, ROLE_DIALOG_BORDER, draw_select("▲", "^"));
    if (screen->top + rows < screen->count)
        draw_text(area.y + area.height - 1, border, 1, ROLE_DIALOG_BORDER, draw_select("▼", "v"));
}

/* --- the last position --- */

/* Draws the board of the selected game at the top of an area. */
static void draw_board(const GamesScreen *screen, Rect area) {
    const GameInfo *game = games_screen_selected(screen);
    Position position;
    if (game == NULL || !game_info_position(game, &position))
        return;
    View view = {.position = &position,
                 .flipped = game->has_user && game->user == BLACK,
                 .cursor = SQUARE_NONE,
                 .selected = SQUARE_NONE,
                 .glyphs = screen->app->settings.glyphs,
                 .theme = screen->app->settings.theme};
    painter_small_board(area, &view);
}

/* Returns the columns of the board beside a list, or 0 if there is no room for one. */
static int board_width(Rect inner) {
    static const struct { int columns, lines; } boards[] = {{43, 22}, {29, 15}, {15, 7}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (inner.width - boards[i].columns - GAP >= LIST_MIN && inner.height >= boards[i].lines)
            return boards[i].columns;
    return 0;
}

/* --- the box --- */

static bool has_deleted(const GamesScreen *screen) {
    return screen->collection != NULL && collection_deleted(screen->collection) > 0;
}

static void draw_hints(const GamesScreen *screen, Rect box) {
    int x = box.x + 2;
    for (size_t i = 0; games_screen_binding(i) != NULL; i++) {
        const GamesBinding *key = games_screen_binding(i);
        char text[48];
        const char *word = screen->shows_results ? key->results_word : key->word;
        bool idle = key->key == 'u' && !has_deleted(screen);
        if (word == NULL || idle)
            continue;
        snprintf(text, sizeof text, " %s %s ", key->name, word);
        int width = draw_width(text);
        if (x + width > box.x + box.width - 1)
            return;
        draw_text(box.y + box.height - 1, x, width, ROLE_KEY, text);
        x += width;
    }
}

/* Draws the search above the list. Returns the lines used. */
static int draw_search(GamesScreen *screen, Rect inner) {
    static const char label[] = "Search ";
    screen->field = (Rect){0};
    if (!screen->searching && screen->search.text[0] == '\0')
        return 0;
    int used = draw_text(inner.y, inner.x, inner.width, ROLE_TITLE, label);
    screen->field = (Rect){inner.y, inner.x + used, 1, inner.width - used};
    text_field_draw(&screen->search, inner.y, inner.x + used, inner.width - used, ROLE_INPUT,
                    screen->searching);
    return 1;
}

/* Draws the sentence below the list. Returns its lines, a blank one included: nothing moves with
 * the selection. */
static int draw_sentence(Rect inner, UiRole role, const char *text) {
    int gap = inner.height >= ROOMY ? 1 : 0;
    int lines = max_int((SENTENCE_CELLS + inner.width - 1) / inner.width,
                        draw_wrapped_height(text, inner.width));
    lines = min_int(lines, inner.height / 2);
    draw_wrapped((Rect){inner.y + inner.height - lines, inner.x, lines, inner.width}, role, text,
                 0);
    return lines + gap;
}

/* Draws the list, the board beside it and the sentence below. */
static void draw_games(GamesScreen *screen, Rect inner, int border) {
    char text[SENTENCE_SIZE];
    UiRole role = write_sentence(screen, text);
    inner.height -= draw_sentence(inner, role, text);
    int side = board_width(inner);
    if (side > 0) {
        draw_board(screen, (Rect){inner.y, inner.x + inner.width - side, inner.height, side});
        draw_set_surface(COLOR_DIALOG);
        inner.width -= side + GAP;
    }
    int search = draw_search(screen, inner);
    if (search == 0 && screen->count > 0 && inner.height >= TITLED)
        draw_titles(inner);
    inner.y += search;
    inner.height -= search;
    draw_list(screen, inner, border);
}

void games_draw(Layer *layer) {
    GamesScreen *screen = (GamesScreen *)layer;
    char count[48];
    int width = min_int(draw_columns(), WIDTH_MAX), height = min_int(draw_lines(), HEIGHT_MAX);
    Rect box = {(draw_lines() - height) / 2, (draw_columns() - width) / 2, height, width};
    int margin = box.width >= 40 ? 2 : 1;
    int top = box.height < ROOMY + 4 ? 1 : frame_top(0);
    Rect inner = {box.y + top, box.x + margin, box.height - top - 1, box.width - 2 * margin};
    draw_set_surface(COLOR_DIALOG);
    frame_box(box, top, screen->shows_results ? "My results" : "My games");
    write_count(screen, count, sizeof count);
    int used = draw_width(count);
    if (screen->collection != NULL && !screen->shows_results)
        draw_text(box.y + (top > 1), box.x + box.width - used - 1, used, ROLE_DIALOG, count);
    draw_hints(screen, box);
    draw_place_cursor(box.y, box.x + 3);
    if (inner.height >= ROOMY) {
        inner.y++;
        inner.height -= 2;
    }
    if (screen->shows_results)
        games_results_draw(screen, inner);
    else
        draw_games(screen, inner, box.x + box.width - 1);
    draw_set_surface(COLOR_SCREEN);
}
