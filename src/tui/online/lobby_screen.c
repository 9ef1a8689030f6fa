#include <config.h>

#include "tui/online/lobby_screen.h"
#include "tui/online/trust_dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "tui/app_loop.h"
#include "tui/dialogs.h"
#include "tui/help.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/lobby_dialogs.h"
#include "tui/online/lobby_draw.h"
#include "tui/online/own_game_words.h"

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

/* Adds a title, with a blank line above it if there is room. */
static LobbyRow *add_title(LobbyScreen *screen, LobbySection section) {
    if (screen->count > 0 && draw_lines() >= ROOMY_LINES)
        add_row(screen, ROW_REMARK, section);
    return add_row(screen, ROW_TITLE, section);
}

/* Adds what stands in place of a list. It is broken where the screen is narrow. */
static void add_remark(LobbyScreen *screen, LobbySection section, const char *text) {
    size_t width = (size_t)lobby_draw_row_width();
    while (*text != '\0') {
        LobbyRow *row = add_row(screen, ROW_REMARK, section);
        size_t length = strlen(text), cut = length;
        if (length > width)
            for (cut = width; cut > 1 && text[cut] != ' ';)
                cut--;
        snprintf(row->text, sizeof row->text, "%.*s", (int)cut, text);
        text += cut + (text[cut] == ' ');
    }
}

/* --- my games --- */

/* The order of the user's own games: what waits for the user is first. */
static int own_rank(const OwnGame *game) {
    if (own_game_waits_for_user(game))
        return 0;
    return game->state == OWN_GAME_OVER || game->state == OWN_GAME_GONE ? 2 : 1;
}
enum { OWN_RANKS = 3 };

static void add_own(LobbyScreen *screen) {
    OwnGameList list = lobby_own_games(screen->lobby);
    if (list.count == 0 && draw_lines() < ROOMY_LINES)
        return;
    LobbyRow *title = add_title(screen, LOBBY_OWN);
    size_t title_row = screen->count - 1, waiting = 0;
    snprintf(title->text, sizeof title->text, "My games");
    if (list.count == 0)
        add_remark(screen, LOBBY_OWN, "None on this server yet: n makes one.");
    for (int rank = 0; rank < OWN_RANKS; rank++)
        for (size_t i = 0; i < list.count; i++) {
            if (own_rank(&list.games[i]) != rank)
                continue;
            LobbyRow *row = add_row(screen, ROW_GAME, LOBBY_OWN);
            row->own = list.games[i];
            row->game = list.games[i].game;
            waiting += rank == 0;
        }
    title = &screen->rows[title_row];
    if (waiting > 0)
        text_append(title->text, sizeof title->text, " (%zu wait%s for you)", waiting,
                    waiting == 1 ? "s" : "");
}

/* --- the server's games --- */

static void add_list(LobbyScreen *screen, LobbySection section, ListChoice choice,
                     const char *title, const char *none) {
    LobbyList list = lobby_list(screen->lobby, choice);
    LobbyRow *row = add_title(screen, section);
    snprintf(row->text, sizeof row->text, "%s", title);
    if (list.count > 0)
        text_append(row->text, sizeof row->text, " (%zu)", list.count);
    else
        add_remark(screen, section,
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
    screen->lines = draw_lines();
    screen->columns = draw_columns();
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

static void describe_own(const OwnGame *game, char *text, size_t size) {
    char clause[OWN_GAME_WORDS_SIZE];
    own_game_clause(game, NULL, clause);
    if (game->state == OWN_GAME_GONE)
        snprintf(text, size, "%s: d removes it from the list.", clause);
    else if (game->state == OWN_GAME_OVER && !game->asks_rematch)
        snprintf(text, size, "%s Enter shows the game, d removes it from the list.",
                 outcome_sentence(game->outcome));
    else
        snprintf(text, size, "%s: Enter opens the game.", clause);
}

void lobby_screen_describe_selection(const LobbyScreen *screen, char *text, size_t size) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    text[0] = '\0';
    if (row == NULL) {
        snprintf(text, size, "n makes a new game, i goes to one by its id.");
    } else if (row->section == LOBBY_OWN) {
        describe_own(&row->own, text, size);
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

static void on_trust(App *app, bool trusted, void *data) {
    (void)data;
    if (trusted && app->lobby != NULL)
        lobby_screen_connect(app->lobby);
}

static void on_lobby_change(void *context, Lobby *lobby) {
    LobbyScreen *screen = context;
    const UntrustedServer *untrusted = lobby_untrusted_server(lobby);
    lobby_screen_update_rows(screen);
    if (untrusted != NULL && !screen->asked_for_trust)
        trust_dialog_open(screen->app, untrusted, on_trust, NULL);
    screen->asked_for_trust |= untrusted != NULL;
    app_invalidate(screen->app);
}

void lobby_screen_connect(LobbyScreen *screen) {
    App *app = screen->app;
    Error error = {0};
    lobby_free(screen->lobby);
    screen->asked_for_trust = false;
    if (!network_servers_from_settings(&app->settings, &screen->servers, &error))
        set_message(screen, &error);
    screen->lobby = lobby_create(&app->loop, &screen->servers, on_lobby_change, screen);
    screen->seconds_since_refresh = 0;
    lobby_screen_update_rows(screen);
    app_loop_start_tick(app);
    app_invalidate(app);
}

/* --- actions --- */

/* Returns whether a game of this server is the one on the board. */
static bool is_on_board(const LobbyScreen *screen, const GameId *id) {
    NetworkView view;
    const Session *game = app_game(screen->app);
    return game != NULL && network_view(game, &view) && strcmp(view.id.text, id->text) == 0 &&
           server_list_is_same(network_servers(game), &screen->servers);
}

static void act_leave(LobbyScreen *screen) {
    App *app = screen->app;
    lobby_screen_close(app);
    if (app->session == NULL)
        app_start_new_game(app);
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
        act_leave(screen);
        return;
    }
    if (row->section == LOBBY_OWN && row->own.saved->in_use) {
        snprintf(screen->message, sizeof screen->message,
                 "Another window of yours has that game on its board.");
        return;
    }
    if (!network_options_from_settings(&screen->app->settings, &options, &error)) {
        set_message(screen, &error);
        return;
    }
    options.action = action;
    options.id = row->game.id;
    options.seat = SEAT_ANY;
    if (row->section == LOBBY_OWN)
        network_options_use_seat(&options, row->own.saved);
    options.action = action;
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
    lobby_refresh(screen->lobby);
    lobby_screen_update_rows(screen);
    screen->seconds_since_refresh = 0;
}

static void delete_game(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    saved_seat_delete(dialog_data(dialog));
    if (app->lobby != NULL)
        act_refresh(app->lobby);
}

/* Deletes the key of one's own game. */
static void act_delete(LobbyScreen *screen) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    if (row == NULL || row->section != LOBBY_OWN) {
        snprintf(screen->message, sizeof screen->message, "Only games of yours can be deleted.");
        return;
    }
    if (row->own.saved->in_use) {
        snprintf(screen->message, sizeof screen->message, "That game is on a board.");
        return;
    }
    SavedSeat *seat = memory_allocate(sizeof *seat);
    *seat = *row->own.saved;
    bool ended = row->own.state == OWN_GAME_OVER || row->own.state == OWN_GAME_GONE;
    dialogs_confirm(screen->app, "Delete",
                    ended ? "Is this game no longer listed here?"
                          : "You lose your seat in this game for good.",
                    "Delete", delete_game, seat);
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
    {'d', "d", "remove", act_delete},
    {K_ESCAPE, "Esc", "close", act_leave},
    {'r', "r", "", act_refresh},
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
    ServerList servers;
    Error error = {0};
    if (app->lobby != NULL)
        return;
    if (!server_list_parse(app->settings.host, &servers, &error)) {
        app_notify_error(app, &error);
        return;
    }
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
        !lobby_is_told(screen->lobby) && app->connect_dialog == NULL)
        act_refresh(screen);
    return true;
}
