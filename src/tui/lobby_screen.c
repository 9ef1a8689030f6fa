#include <config.h>

#include "tui/lobby_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/sentence.h"
#include "rules/memory.h"
#include "tui/approach.h"
#include "tui/help.h"
#include "tui/lobby_parts.h"
#include "tui/study.h"

enum { REFRESH_SECONDS = 4, WHEEL_ROWS = 3 };

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
    if (!network_address_from_settings(&app->settings, &screen->place, &error))
        set_message(screen, &error);
    screen->lobby = lobby_create(&app->loop, &screen->place, on_lobby_change, screen);
    screen->seconds_since_refresh = 0;
    read_seats(screen);
    lobby_screen_update_rows(screen);
    app_loop_start_tick(app);
    app_invalidate(app);
}

/* A wish for a game on this server, by the settings. */
static bool make_options(LobbyScreen *screen, NetworkOptions *options) {
    Error error = {0};
    if (network_options_from_settings(&screen->app->settings, options, &error))
        return true;
    set_message(screen, &error);
    return false;
}

/* --- what can be done --- */

/* The game on the board: it is there already. */
static bool is_on_board(const LobbyScreen *screen, const GameId *id) {
    NetworkView view;
    char server[SERVER_ADDRESS_SIZE];
    const Session *game = exercise_waiting_game(screen->app);
    network_address_text(&screen->place, server);
    return game != NULL && network_view(game, &view) && strcmp(view.id.text, id->text) == 0 &&
           strcmp(view.server, server) == 0;
}

static void open_game(LobbyScreen *screen, NetworkAction action) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    NetworkOptions options;
    if (row == NULL) {
        snprintf(screen->message, sizeof screen->message, "There is no game to choose.");
        return;
    }
    if (is_on_board(screen, &row->game.id)) {
        snprintf(screen->message, sizeof screen->message,
                 "That is the game on the board; Esc goes back to it.");
        return;
    }
    if (!make_options(screen, &options))
        return;
    options.action = action;
    options.id = row->game.id;
    options.seat = SEAT_ANY;
    if (row->section == LOBBY_OWN && action == NETWORK_JOIN) {
        const SavedSeat *seat = &screen->seats.seats[row->own];
        options.key = seat->key;
        options.has_key = true;
        options.seat = seat->seat;
        if (seat->name[0] != '\0')
            snprintf(options.name, sizeof options.name, "%s", seat->name);
    }
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
        resume_offer_local(app);
}

static void act_up(LobbyScreen *screen) {
    lobby_screen_move_selection(screen, -1);
}

static void act_down(LobbyScreen *screen) {
    lobby_screen_move_selection(screen, 1);
}

static void act_page_up(LobbyScreen *screen) {
    lobby_screen_move_selection(screen, -screen->list.height);
}

static void act_page_down(LobbyScreen *screen) {
    lobby_screen_move_selection(screen, screen->list.height);
}

/* --- keys --- */

/* Where the room is short, the last hints go. */
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
    Action action = keymap_action(&screen->app->keys, key);
    if (action == ACTION_LOBBY || action == ACTION_QUIT)
        act_leave(screen);
    else if (action == ACTION_HELP)
        help_open(screen->app, NULL);
    else
        snprintf(screen->message, sizeof screen->message, "That key has no meaning in the lobby.");
}

/* A first click selects a game, a second one chooses it. */
static void lobby_screen_mouse(Layer *layer, MouseEvent mouse) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    Rect list = screen->list;
    screen->message[0] = '\0';
    if (mouse.kind != MOUSE_CLICK) {
        lobby_screen_move_selection(screen,
                                    mouse.kind == MOUSE_WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS);
        return;
    }
    size_t row = screen->top + (size_t)(mouse.y - list.y);
    if (mouse.y < list.y || mouse.y >= list.y + list.height || row >= screen->count ||
        screen->rows[row].kind != ROW_GAME)
        return;
    if (row == screen->selected)
        act_enter(screen);
    else
        screen->selected = row;
}

/* An id that is pasted is to be gone to. */
static void lobby_screen_paste(Layer *layer, const char *text) {
    App *app = ((LobbyScreen *)layer)->app;
    lobby_dialogs_join((LobbyScreen *)layer);
    Layer *dialog = layers_top(&app->layers);
    if (dialog != NULL && dialog->kind->paste != NULL && dialog != layer)
        dialog->kind->paste(dialog, text);
}

/* --- from beginning to end --- */

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
    screen->layer.kind = &lobby_screen_ops;
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
