#include <config.h>

#include "tui/online/lobby_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "tui/app_loop.h"
#include "tui/help.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/lobby_dialogs.h"
#include "tui/online/lobby_draw.h"

enum {
    ROOMY_LINES = 20, /* a screen of this height has blank lines between the lists */
    REFRESH_SECONDS = 4,
    WHEEL_ROWS = 3
};

/* --- rows --- */

static LobbyRow *add_row(LobbyScreen *screen, LobbyRowType type, LobbySection section) {
    screen->rows = memory_resize(screen->rows, screen->count + 1, sizeof *screen->rows);
    LobbyRow *row = &screen->rows[screen->count++];
    memset(row, 0, sizeof *row);
    row->type = type;
    row->section = section;
    return row;
}

static bool is_on_server(const LobbyScreen *screen, const SavedSeat *seat) {
    return seat->address.port == screen->address.port &&
           strcmp(seat->address.host, screen->address.host) == 0;
}

static void add_own(LobbyScreen *screen) {
    bool titled = false;
    for (size_t i = 0; i < screen->seats.count; i++) {
        if (!is_on_server(screen, &screen->seats.seats[i]))
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
                 list.loaded                      ? none
                 : lobby_is_online(screen->lobby) ? "Asking the server ..."
                                                  : "Not known yet.");
    for (size_t i = 0; i < list.count; i++)
        add_row(screen, ROW_GAME, section)->game = list.games[i];
}

static bool is_game(const LobbyScreen *screen, size_t row) {
    return row < screen->count && screen->rows[row].type == ROW_GAME;
}

/* Selects the previously selected game, or the nearest one if it has gone. */
static void select_again(LobbyScreen *screen, const LobbyRow *before) {
    size_t nearest = screen->count;
    for (size_t i = 0; i < screen->count; i++) {
        const LobbyRow *row = &screen->rows[i];
        if (row->type != ROW_GAME)
            continue;
        if (before->type == ROW_GAME && strcmp(row->game.id.text, before->game.id.text) == 0) {
            screen->selected = i;
            if (row->section == before->section)
                return;
            nearest = i;
        }
        if (nearest == screen->count || (before->type != ROW_GAME && i <= screen->selected))
            nearest = i;
    }
    screen->selected = nearest;
}

void lobby_screen_update_rows(LobbyScreen *screen) {
    LobbyRow before = {.type = ROW_TITLE};
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

/* Moves the selection by a number of games, up to the first or last one. */
static void move_selection(LobbyScreen *screen, int by) {
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

/* --- the sentence about it --- */

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

void lobby_screen_describe_selection(const LobbyScreen *screen, char *text, size_t size) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    text[0] = '\0';
    if (row == NULL) {
        snprintf(text, size, "n makes a new game, i goes to one by its id.");
    } else if (row->section == LOBBY_OWN) {
        Seat seat = screen->seats.seats[row->own].seat;
        snprintf(text, size, "You play%s%s here: Enter resumes it.", seat == SEAT_ANY ? "" : " ",
                 seat == SEAT_ANY ? "" : color_name((Color)seat));
    } else if (row->section == LOBBY_OPEN) {
        describe_open(&row->game, text, size);
    } else {
        snprintf(text, size, "%s plays White, %s plays Black: Enter watches.",
                 player_name(&row->game, WHITE), player_name(&row->game, BLACK));
    }
}

static void set_message(LobbyScreen *screen, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    snprintf(screen->message, sizeof screen->message, "%s", error_sentence(error, text));
}

/* --- the server --- */

static void on_lobby_change(void *context, Lobby *lobby) {
    LobbyScreen *screen = context;
    (void)lobby;
    lobby_screen_update_rows(screen);
    app_invalidate(screen->app);
}

static void read_seats(LobbyScreen *screen) {
    saved_seats_free(&screen->seats);
    saved_seats_list(&screen->seats);
}

void lobby_screen_connect(LobbyScreen *screen) {
    App *app = screen->app;
    Error error = {0};
    lobby_free(screen->lobby);
    if (!network_address_from_settings(&app->settings, &screen->address, &error))
        set_message(screen, &error);
    screen->lobby = lobby_create(&app->loop, &screen->address, on_lobby_change, screen);
    screen->seconds_since_refresh = 0;
    read_seats(screen);
    lobby_screen_update_rows(screen);
    app_loop_start_tick(app);
    app_invalidate(app);
}

/* --- actions --- */

/* Returns whether a game of this server is the one on the board. */
static bool is_on_board(const LobbyScreen *screen, const GameId *id) {
    NetworkView view;
    char server[SERVER_ADDRESS_SIZE];
    const Session *game = app_game(screen->app);
    network_address_text(&screen->address, server);
    return game != NULL && network_view(game, &view) && strcmp(view.id.text, id->text) == 0 &&
           strcmp(view.server, server) == 0;
}

static void open_game(LobbyScreen *screen, NetworkAction action) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    NetworkOptions options;
    Error error = {0};
    if (row == NULL) {
        snprintf(screen->message, sizeof screen->message, "There is no game to choose.");
        return;
    }
    if (is_on_board(screen, &row->game.id)) {
        snprintf(screen->message, sizeof screen->message,
                 "That is the game on the board; Esc goes back to it.");
        return;
    }
    if (!network_options_from_settings(&screen->app->settings, &options, &error)) {
        set_message(screen, &error);
        return;
    }
    options.action = action;
    options.id = row->game.id;
    options.seat = SEAT_ANY;
    if (row->section == LOBBY_OWN && action == NETWORK_JOIN)
        connect_dialog_use_seat(&options, &screen->seats.seats[row->own]);
    connect_dialog_open(screen->app, &options);
}

static void act_enter(LobbyScreen *screen) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    bool live = row != NULL && row->section == LOBBY_LIVE;
    open_game(screen, live ? NETWORK_WATCH : NETWORK_JOIN);
}

static void act_watch(LobbyScreen *screen) {
    open_game(screen, NETWORK_WATCH);
}

static void act_refresh(LobbyScreen *screen) {
    read_seats(screen);
    lobby_refresh(screen->lobby);
    lobby_screen_update_rows(screen);
    screen->seconds_since_refresh = 0;
}

static void act_leave(LobbyScreen *screen) {
    App *app = screen->app;
    lobby_screen_close(app);
    if (app->session == NULL)
        app_start_new_game(app);
}

static void act_up(LobbyScreen *screen) {
    move_selection(screen, -1);
}

static void act_down(LobbyScreen *screen) {
    move_selection(screen, 1);
}

static void act_page_up(LobbyScreen *screen) {
    move_selection(screen, -screen->list.height);
}

static void act_page_down(LobbyScreen *screen) {
    move_selection(screen, screen->list.height);
}

/* --- keys --- */

/* Hints in order of usefulness: a small screen shows only the first ones. */
static const LobbyBinding keys[] = {
    {K_ENTER, "Enter", "play", act_enter},
    {'w', "w", "watch", act_watch},
    {'n', "n", "new", lobby_dialogs_new_game},
    {'i', "i", "by id", lobby_dialogs_join},
    {'s', "s", "server", lobby_dialogs_server},
    {'r', "r", "refresh", act_refresh},
    {K_ESCAPE, "Esc", "close", act_leave},
    {' ', "Space", "", act_enter},
    {K_UP, "Up", "", act_up},
    {K_DOWN, "Down", "", act_down},
    {'k', "k", "", act_up},
    {'j', "j", "", act_down},
    {K_TAB, "Tab", "", act_down},
    {K_SHIFT_TAB, "Shift-Tab", "", act_up},
    {K_PAGE_UP, "PageUp", "", act_page_up},
    {K_PAGE_DOWN, "PageDown", "", act_page_down},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

const LobbyBinding *lobby_screen_binding(size_t index) {
    return index < KEY_COUNT ? &keys[index] : NULL;
}

static void lobby_screen_key(Layer *layer, Key key) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    screen->message[0] = '\0';
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (keys[i].key == key) {
            keys[i].act(screen);
            return;
        }
    Action action = keymap_action(&screen->app->keymap, key);
    if (action == ACTION_LOBBY || action == ACTION_QUIT)
        act_leave(screen);
    else if (action == ACTION_HELP)
        help_open(screen->app, NULL);
    else
        snprintf(screen->message, sizeof screen->message, "That key does nothing in the lobby.");
}

/* Selects a game with the first click and opens it with the second one. */
static void lobby_screen_mouse(Layer *layer, MouseEvent mouse) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    Rect list = screen->list;
    screen->message[0] = '\0';
    if (mouse.kind != MOUSE_CLICK) {
        move_selection(screen, mouse.kind == MOUSE_WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS);
        return;
    }
    size_t row = screen->top + (size_t)(mouse.y - list.y);
    if (mouse.y < list.y || mouse.y >= list.y + list.height || row >= screen->count ||
        screen->rows[row].type != ROW_GAME)
        return;
    if (row == screen->selected)
        act_enter(screen);
    else
        screen->selected = row;
}

/* Pastes the text into the dialog for a game id. */
static void lobby_screen_paste(Layer *layer, const char *text) {
    App *app = ((LobbyScreen *)layer)->app;
    lobby_dialogs_join((LobbyScreen *)layer);
    if (layers_top(&app->layers) != layer)
        layers_paste(&app->layers, text);
}

/* --- opening and closing --- */

static void lobby_screen_free(Layer *layer) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    if (screen->app->lobby == screen)
        lobby_screen_close(screen->app);
    saved_seats_free(&screen->seats);
    free(screen->rows);
    free(screen);
}

static const LayerOps lobby_screen_ops = {
    .draw = lobby_draw,
    .key = lobby_screen_key,
    .mouse = lobby_screen_mouse,
    .paste = lobby_screen_paste,
    .free = lobby_screen_free,
};

void lobby_screen_open(App *app) {
    if (app->lobby != NULL)
        return;
    LobbyScreen *screen = memory_allocate(sizeof *screen);
    screen->layer.ops = &lobby_screen_ops;
    screen->app = app;
    app->lobby = screen;
    app_push_layer(app, &screen->layer);
    lobby_screen_connect(screen);
}

void lobby_screen_close(App *app) {
    LobbyScreen *screen = app->lobby;
    if (screen == NULL)
        return;
    app->lobby = NULL;
    screen->layer.closed = true;
    lobby_free(screen->lobby);
    screen->lobby = NULL;
}

bool lobby_screen_tick(App *app) {
    LobbyScreen *screen = app->lobby;
    if (screen == NULL)
        return false;
    if (++screen->seconds_since_refresh >= REFRESH_SECONDS && lobby_is_online(screen->lobby) &&
        app->connect_dialog == NULL)
        act_refresh(screen);
    return true;
}
