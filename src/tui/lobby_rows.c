#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"
#include "tui/lobby_parts.h"

enum { ROOMY_LINES = 20 }; /* of the screen, in which there is one between two lists */

/* --- making them --- */

static LobbyRow *add_row(LobbyScreen *screen, LobbyRowType kind, LobbySection section) {
    screen->rows = memory_resize(screen->rows, screen->count + 1, sizeof *screen->rows);
    LobbyRow *row = &screen->rows[screen->count++];
    memset(row, 0, sizeof *row);
    row->kind = kind;
    row->section = section;
    return row;
}

static bool is_here(const LobbyScreen *screen, const SavedSeat *seat) {
    return seat->place.port == screen->place.port &&
           strcmp(seat->place.host, screen->place.host) == 0;
}

static void add_own(LobbyScreen *screen) {
    bool titled = false;
    for (size_t i = 0; i < screen->seats.count; i++) {
        if (!is_here(screen, &screen->seats.seats[i]))
            continue;
        if (!titled)
            snprintf(add_row(screen, ROW_TITLE, LOBBY_OWN)->text, sizeof screen->rows->text,
                     "Your games");
        titled = true;
        LobbyRow *row = add_row(screen, ROW_GAME, LOBBY_OWN);
        row->game.id = screen->seats.seats[i].id;
        row->own = i;
    }
}

static void add_list(LobbyScreen *screen, LobbySection section, ListChoice choice,
                     const char *title, const char *none) {
    LobbyList list = lobby_list(screen->lobby, choice);
    if (screen->count > 0 && draw_lines() >= ROOMY_LINES)
        add_row(screen, ROW_REMARK, section);
    LobbyRow *row = add_row(screen, ROW_TITLE, section);
    if (list.count > 0)
        snprintf(row->text, sizeof row->text, "%s (%zu)", title, list.count);
    else
        snprintf(row->text, sizeof row->text, "%s", title);
    if (list.count == 0)
        snprintf(add_row(screen, ROW_REMARK, section)->text, sizeof row->text, "%s",
                 list.known                       ? none
                 : lobby_is_online(screen->lobby) ? "Asking the server ..."
                                                  : "Not known yet.");
    for (size_t i = 0; i < list.count; i++)
        add_row(screen, ROW_GAME, section)->game = list.games[i];
}

static bool is_game(const LobbyScreen *screen, size_t row) {
    return row < screen->count && screen->rows[row].kind == ROW_GAME;
}

/* The same game, else the one now nearest to where it was. */
static void select_again(LobbyScreen *screen, const LobbyRow *before) {
    size_t nearest = screen->count;
    for (size_t i = 0; i < screen->count; i++) {
        const LobbyRow *row = &screen->rows[i];
        if (row->kind != ROW_GAME)
            continue;
        if (before->kind == ROW_GAME && strcmp(row->game.id.text, before->game.id.text) == 0) {
            screen->selected = i;
            if (row->section == before->section)
                return;
            nearest = i;
        }
        if (nearest == screen->count || (before->kind != ROW_GAME && i <= screen->selected))
            nearest = i;
    }
    screen->selected = nearest;
}

void lobby_screen_update_rows(LobbyScreen *screen) {
    LobbyRow before = {.kind = ROW_TITLE};
    if (screen->lobby == NULL)
        return;
    if (is_game(screen, screen->selected))
        before = screen->rows[screen->selected];
    screen->count = 0;
    add_own(screen);
    add_list(screen, LOBBY_OPEN, LIST_OPEN, "Open games", "No open games: n makes one.");
    add_list(screen, LOBBY_LIVE, LIST_LIVE, "Live games", "Nobody is playing.");
    select_again(screen, &before);
}

/* --- the selection --- */

void lobby_screen_move_selection(LobbyScreen *screen, int by) {
    int step = by < 0 ? -1 : 1;
    for (long row = (long)screen->selected + step; by != 0 && row >= 0 && row < (long)screen->count;
         row += step)
        if (is_game(screen, (size_t)row)) {
            screen->selected = (size_t)row;
            by -= step;
        }
}

const LobbyRow *lobby_screen_selected_row(const LobbyScreen *screen) {
    return is_game(screen, screen->selected) ? &screen->rows[screen->selected] : NULL;
}

/* --- its sentence --- */

static const char *player_name(const LobbyGame *game, Color color) {
    return game->player[color][0] != '\0' ? game->player[color] : "Somebody";
}

static void describe_open(const LobbyGame *game, char *text, size_t size) {
    Color free_side = game->taken[WHITE] ? BLACK : WHITE;
    const char *waits = player_name(game, color_other(free_side));
    if (game->taken[color_other(free_side)])
        snprintf(text, size, "%s waits for somebody to play %s: Enter joins, w watches.", waits,
                 color_name(free_side));
    else
        snprintf(text, size, "Both sides are free: Enter plays White, w watches.");
}

const char *lobby_screen_describe_selection(const LobbyScreen *screen, char *text, size_t size) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    text[0] = '\0';
    if (row == NULL) {
        snprintf(text, size, "n makes a new game, i goes to one by its id.");
    } else if (row->section == LOBBY_OWN) {
        Seat seat = screen->seats.seats[row->own].seat;
        snprintf(text, size, "You play%s%s here: Enter goes on with it.",
                 seat == SEAT_ANY ? "" : " ", seat == SEAT_ANY ? "" : color_name((Color)seat));
    } else if (row->section == LOBBY_OPEN) {
        describe_open(&row->game, text, size);
    } else {
        snprintf(text, size, "%s plays White, %s plays Black: Enter watches.",
                 player_name(&row->game, WHITE), player_name(&row->game, BLACK));
    }
    return text;
}
