#include <config.h>

#include "tui/online/lobby_draw.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "term/frame.h"
#include "tui/online/clock_choice.h"
#include "tui/online/lobby_screen.h"
#include "tui/online/own_game_words.h"

enum {
    WIDTH_MAX = 92,
    HEIGHT_MAX = 40,
    HEIGHT_MIN = 20,
    AROUND_LIST = 8, /* lines of the frame, the sentence and blank lines */
    WIDE = 56,       /* a box of this inner width has columns for variant, clock and moves ... */
    WIDER = 70,      /* ... and this one has clocks in words */
    ROOMY = 14,      /* a box of this inner height has blank lines */
    MARK = 2,        /* columns of the selection's mark */
    ID_COLUMN = GAME_ID_LENGTH + 2,
    VARIANT_COLUMN = 10,
    CLOCK_COLUMN = 10,
    WIDE_CLOCK_COLUMN = 15,
    MOVES_COLUMN = 9,
    OPPONENT_COLUMN = 20,
    NARROW_OPPONENT_COLUMN = 11,
    STATE_COLUMN = 26,
    SENTENCE_ROOM = 1024
};

/* --- rows --- */

static const char *player_text(const LobbyGame *game, Color color) {
    if (!game->taken[color])
        return "(free)";
    return game->player[color][0] != '\0' ? game->player[color] : "somebody";
}

/* Writes the players; in a narrow box only the one waiting for an opponent. */
static void write_players(const LobbyRow *row, bool wide, char *text, size_t size) {
    if (!wide && row->section == LOBBY_OPEN && row->game.taken[WHITE] != row->game.taken[BLACK])
        snprintf(text, size, "%s", player_text(&row->game, row->game.taken[WHITE] ? WHITE : BLACK));
    else
        snprintf(text, size, "%s - %s", player_text(&row->game, WHITE),
                 player_text(&row->game, BLACK));
}

/* Draws a text in a column and moves `line` to the next column. */
static void put_column(Rect *line, int width, UiRole role, const char *text) {
    int room = width < line->width ? width : line->width;
    draw_text(line->y, line->x, room - 1, role, text);
    line->x += room;
    line->width -= room;
}

/* Draws the opponent, how the game stands, the clock and the id. */
static void draw_own(const OwnGame *game, Rect line, UiRole role) {
    char text[OWN_GAME_WORDS_SIZE], clock[CLOCK_WORDS_SIZE];
    bool wide = line.width >= WIDE;
    put_column(&line, wide ? OPPONENT_COLUMN : NARROW_OPPONENT_COLUMN, role,
               own_game_opponent(game, text)[0] != '\0' ? text : game->game.id.text);
    own_game_state(game, wide, text);
    if (!wide || game->state == OWN_GAME_UNKNOWN || game->state == OWN_GAME_GONE) {
        draw_text(line.y, line.x, line.width, role, text);
        return;
    }
    put_column(&line, STATE_COLUMN, role, text);
    clock_choice_words(&game->game.clock, game->game.per_move, true, clock);
    put_column(&line, WIDE_CLOCK_COLUMN, role, clock);
    draw_text(line.y, line.x, line.width, role, game->game.id.text);
}

/* A server tells how far a game is from time to time only. */
static void write_move(const LobbyGame *game, char *text, size_t size) {
    snprintf(text, size, "move %u+", (unsigned)(game->ply / 2 + 1));
}

static void draw_game(const LobbyRow *row, Rect line, UiRole role) {
    char players[2 * NAME_MAX_BYTES + 16], text[CLOCK_WORDS_SIZE];
    bool wide = line.width >= WIDE, wider = line.width >= WIDER;
    put_column(&line, wide ? ID_COLUMN : GAME_ID_LENGTH + 1, role, row->game.id.text);
    if (wide) {
        put_column(&line, VARIANT_COLUMN, role, row->game.variant);
        clock_choice_words(&row->game.clock, row->game.per_move, wider, text);
        put_column(&line, wider ? WIDE_CLOCK_COLUMN : CLOCK_COLUMN, role, text);
        write_move(&row->game, text, sizeof text);
        put_column(&line, MOVES_COLUMN, role, row->section == LOBBY_LIVE ? text : "new");
    }
    write_players(row, wide, players, sizeof players);
    draw_text(line.y, line.x, line.width, role, players);
}

static void draw_row(const LobbyScreen *screen, size_t number, Rect line) {
    const LobbyRow *row = &screen->rows[number];
    bool here = number == screen->selected;
    UiRole role = here ? ROLE_HIGHLIGHT : ROLE_DIALOG;
    if (row->type == ROW_TITLE) {
        draw_text(line.y, line.x, line.width, ROLE_TITLE, row->text);
        return;
    }
    draw_fill(line, role);
    if (here)
        draw_text(line.y, line.x, MARK, role, "> ");
    line.x += MARK;
    line.width -= MARK;
    if (row->type == ROW_GAME && row->section == LOBBY_OWN)
        draw_own(&row->own, line, role);
    else if (row->type == ROW_GAME)
        draw_game(row, line, role);
    else
        draw_text(line.y, line.x, line.width, role, row->text);
    if (here)
        draw_place_cursor(line.y, line.x);
}

/* --- scrolling --- */

/* Brings the selected row into view, together with the title above the first row of a list. */
static void scroll_to_selection(LobbyScreen *screen, size_t rows) {
    size_t selected = screen->selected;
    if (selected >= screen->count)
        selected = 0;
    size_t first = selected > 0 && screen->rows[selected - 1].type == ROW_TITLE && rows > 1
                       ? selected - 1
                       : selected;
    if (screen->top > first)
        screen->top = first;
    if (selected >= screen->top + rows)
        screen->top = selected - rows + 1;
    if (screen->top + rows > screen->count)
        screen->top = screen->count > rows ? screen->count - rows : 0;
}

/* Draws the rows, with marks on the border if there are more. */
static void draw_list(LobbyScreen *screen, Rect area, int border) {
    size_t rows = (size_t)area.height;
    scroll_to_selection(screen, rows);
    screen->list = area;
    for (size_t i = 0; i < rows && screen->top + i < screen->count; i++)
        draw_row(screen, screen->top + i, (Rect){area.y + (int)i, area.x, 1, area.width});
    if (screen->top > 0)
        draw_text(area.y, border, 1, ROLE_DIALOG_BORDER, draw_select("▲", "^"));
    if (screen->top + rows < screen->count)
        draw_text(area.y + area.height - 1, border, 1, ROLE_DIALOG_BORDER, draw_select("▼", "v"));
}

/* --- the frame --- */

static void write_connection(const LobbyScreen *screen, char *text, size_t size) {
    const char *trouble = lobby_error_text(screen->lobby);
    int retry_s = lobby_retry_s(screen->lobby);
    if (lobby_is_online(screen->lobby))
        snprintf(text, size, "%s", trouble);
    else if (trouble[0] == '\0')
        snprintf(text, size, "Reaching the server ...");
    else if (retry_s > 0)
        snprintf(text, size, "%s Next attempt in %d s.", trouble, retry_s);
    else
        snprintf(text, size, "%s%s", trouble, retry_s == 0 ? " Trying again." : "");
}

/* Writes the message, the state of the connection, or what is selected. */
static UiRole write_sentence(const LobbyScreen *screen, char *text, size_t size) {
    write_connection(screen, text, size);
    if (screen->message[0] != '\0')
        snprintf(text, size, "%s", screen->message);
    else if (text[0] == '\0') {
        lobby_screen_describe_selection(screen, text, size);
        return ROLE_DIALOG;
    }
    return lobby_is_online(screen->lobby) || lobby_error_text(screen->lobby)[0] != '\0'
               ? ROLE_ERROR
               : ROLE_DIALOG;
}

static void draw_hints(Rect box) {
    int x = box.x + 2;
    for (size_t i = 0; lobby_screen_binding(i) != NULL; i++) {
        const LobbyBinding *key = lobby_screen_binding(i);
        char text[48];
        if (key->word[0] == '\0')
            continue;
        snprintf(text, sizeof text, " %s %s ", key->name, key->word);
        int width = draw_width(text);
        if (x + width > box.x + box.width - 1)
            return;
        draw_text(box.y + box.height - 1, x, width, ROLE_KEY, text);
        x += width;
    }
}

static int frame_width(void) {
    return draw_columns() < WIDTH_MAX + 6 ? draw_columns() : WIDTH_MAX;
}

static int frame_margin(void) {
    return frame_width() >= 40 ? 2 : 1;
}

int lobby_draw_row_width(void) {
    return frame_width() - 2 * frame_margin() - MARK;
}

/* Returns the frame of the lobby, as high as its lists need. */
static Rect frame_rect(const LobbyScreen *screen) {
    int width = frame_width();
    int height = clamp_int((int)screen->count + AROUND_LIST, HEIGHT_MIN, HEIGHT_MAX);
    height = height < draw_lines() ? height : draw_lines();
    return (Rect){(draw_lines() - height) / 2, (draw_columns() - width) / 2, height, width};
}

void lobby_draw(Layer *layer) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    char title[SERVER_ADDRESS_SIZE + 32], server[SERVER_ADDRESS_SIZE], text[SENTENCE_ROOM];
    if (screen->lines != draw_lines() || screen->columns != draw_columns())
        lobby_screen_update_rows(screen);
    Rect box = frame_rect(screen);
    int margin = frame_margin();
    int top = box.height < HEIGHT_MIN ? 1 : frame_top(0);
    Rect inner = {box.y + top, box.x + margin, box.height - top - 1, box.width - 2 * margin};
    if (screen->lobby == NULL)
        return;
    network_address_text(lobby_server(screen->lobby), server);
    const char *how = lobby_server(screen->lobby)->tls == SERVER_TLS_ON ? ", encrypted" : "";
    int room = box.width - 13;
    snprintf(title, sizeof title, "%s%s%s", draw_width(server) <= room ? "Lobby: " : "", server,
             draw_width(server) + draw_width(how) <= room ? how : "");
    draw_set_surface(COLOR_DIALOG);
    frame_box(box, top, title);
    draw_hints(box);
    draw_place_cursor(box.y, box.x + 3);
    UiRole role = write_sentence(screen, text, sizeof text);
    int rows = draw_wrapped_height(text, inner.width);
    int most = inner.height / 2;
    rows = rows > most ? most : rows;
    int gap = inner.height >= ROOMY ? 1 : 0;
    draw_wrapped((Rect){inner.y + inner.height - rows, inner.x, rows, inner.width}, role, text, 0);
    inner.height -= rows + 2 * gap;
    inner.y += gap;
    draw_list(screen, inner, box.x + box.width - 1);
    draw_set_surface(COLOR_SCREEN);
}
