#include <config.h>

#include "tui/online/waiting.h"

#include <string.h>

#include "tui/online/connect_dialog.h"
#include "tui/online/own_game_words.h"

static void on_server(void *context, const WaitingServer *server) {
    App *app = context;
    (void)server;
    if (app->waiting.changed != NULL)
        app->waiting.changed(app);
    app_invalidate(app);
}

void waiting_ask(App *app, void (*changed)(App *app)) {
    waiting_stop(app);
    app->waiting.changed = changed;
    app->waiting.games = waiting_games_ask(&app->loop, on_server, app);
}

void waiting_stop(App *app) {
    waiting_games_free(app->waiting.games);
    app->waiting.games = NULL;
    app->waiting.changed = NULL;
}

const OwnGame *waiting_find(const App *app, const SavedSeat *seat) {
    const WaitingGames *waiting = app->waiting.games;
    for (size_t number = 0; waiting != NULL && waiting_games_server(waiting, number) != NULL;
         number++) {
        OwnGameList list = waiting_games_list(waiting, number);
        for (size_t i = 0; i < list.count; i++)
            if (strcmp(list.games[i].saved->key.text, seat->key.text) == 0)
                return list.games[i].state != OWN_GAME_UNKNOWN ? &list.games[i] : NULL;
    }
    return NULL;
}

const OwnGame *waiting_first(const App *app, const char **server) {
    const WaitingGames *waiting = app->waiting.games;
    for (size_t number = 0; waiting != NULL && waiting_games_server(waiting, number) != NULL;
         number++) {
        OwnGameList list = waiting_games_list(waiting, number);
        *server = waiting_games_server(waiting, number)->name;
        for (const OwnGame *game = list.games; game < list.games + list.count; game++)
            if (own_game_waits_for_user(game) && !game->saved->in_use)
                return game;
    }
    return NULL;
}

void waiting_open(App *app, const SavedSeat *seat) {
    NetworkOptions options;
    Error error = {0};
    if (!network_options_from_settings(&app->settings, &options, &error)) {
        app_notify_error(app, &error);
        return;
    }
    network_options_use_seat(&options, seat);
    connect_dialog_open(app, &options);
}
