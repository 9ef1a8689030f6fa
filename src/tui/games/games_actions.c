#include <config.h>

#include "tui/games/games_actions.h"

#include <stdio.h>

#include "base/text.h"
#include "collection/game_words.h"
#include "tui/file_dialogs.h"
#include "tui/online/connect_dialog.h"

static size_t selected_number(const GamesScreen *screen) {
    return screen->found[screen->selected];
}

/* --- opening --- */

/* Puts the game on the board. Takes over the setup. */
static bool start(GamesScreen *screen, SessionSetup *setup, Error *error) {
    App *app = screen->app;
    if (!app_start_game(app, setup, error))
        return false;
    screen->layer.closed = true;
    app->save_path[0] = '\0';
    return true;
}

static bool resume(GamesScreen *screen, Error *error) {
    SessionSetup setup;
    return collection_resume(screen->collection, selected_number(screen), &screen->app->settings,
                             &setup, error) &&
           start(screen, &setup, error);
}

static bool show(GamesScreen *screen, Error *error) {
    App *app = screen->app;
    SessionSetup setup;
    char back[KEY_NAME_SIZE];
    if (!collection_show(screen->collection, selected_number(screen), &app->settings, &setup,
                         error) ||
        !start(screen, &setup, error))
        return false;
    app_note(app, "This game is over: %s goes back through its moves.",
             keymap_key_name(&app->keymap, ACTION_BACK, back));
    return true;
}

static bool rejoin(GamesScreen *screen, Error *error) {
    App *app = screen->app;
    NetworkOptions options;
    if (!network_options_from_settings(&app->settings, &options, error))
        return false;
    network_options_use_seat(&options,
                             collection_seat(screen->collection, selected_number(screen)));
    screen->layer.closed = true;
    connect_dialog_open(app, &options);
    return true;
}

static bool open_game(GamesScreen *screen, const GameInfo *game, Error *error) {
    switch (game->kind) {
    case GAME_UNFINISHED:
        return resume(screen, error);
    case GAME_ON_SERVER:
        return rejoin(screen, error);
    case GAME_KEPT:
        return show(screen, error);
    case GAME_IN_PLAY:
        return error_set(error, ERROR_STATE,
                         "this game is on a board already: if it is yours, Esc goes back to it");
    case GAME_UNREADABLE:
        break;
    }
    return error_set(error, ERROR_STATE, "%s", game->problem);
}

void games_actions_open(GamesScreen *screen) {
    const GameInfo *game = games_screen_selected(screen);
    Error error = {0};
    if (game != NULL && !open_game(screen, game, &error))
        games_screen_fail(screen, &error);
}

void games_actions_review(GamesScreen *screen) {
    App *app = screen->app;
    Error error = {0};
    if (games_screen_selected(screen) == NULL)
        return;
    if (show(screen, &error))
        action_run(app, ACTION_REVIEW);
    else
        games_screen_fail(screen, &error);
}

/* --- saving --- */

static bool save_copy(App *app, const char *path, bool overwrite, void *context, Error *error) {
    GamesScreen *screen = context;
    (void)app;
    if (!collection_save(screen->collection, selected_number(screen), path, overwrite, error))
        return false;
    snprintf(screen->message, sizeof screen->message, "Saved as %s.", path);
    screen->failed = false;
    return true;
}

void games_actions_save(GamesScreen *screen) {
    const GameInfo *game = games_screen_selected(screen);
    if (game == NULL)
        return;
    if (game->kind == GAME_ON_SERVER) {
        Error error = {0};
        error_set(&error, ERROR_STATE,
                  "the moves of this game are on its server: open it, then save it");
        games_screen_fail(screen, &error);
        return;
    }
    file_dialogs_save_with(screen->app, "Save a copy", "game.congo", save_copy, screen);
}

/* --- deleting --- */

void games_actions_delete(GamesScreen *screen) {
    const GameInfo *game = games_screen_selected(screen);
    char players[GAME_WORDS_SIZE];
    Error error = {0};
    if (game == NULL)
        return;
    game_words_players(game, true, players);
    size_t number = selected_number(screen);
    if (!collection_delete(screen->collection, number, &error)) {
        games_screen_fail(screen, &error);
        return;
    }
    games_screen_update(screen, number);
    snprintf(screen->message, sizeof screen->message, "Deleted%s%s. u brings it back.",
             players[0] != '\0' ? ": " : "", players);
}

void games_actions_undo(GamesScreen *screen) {
    Error error = {0};
    size_t number;
    if (collection_deleted(screen->collection) == 0) {
        snprintf(screen->message, sizeof screen->message,
                 "No game has been deleted since the list was opened.");
        return;
    }
    if (!collection_undelete(screen->collection, &number, &error)) {
        games_screen_fail(screen, &error);
        return;
    }
    games_screen_update(screen, number);
    snprintf(screen->message, sizeof screen->message, "The game is back.");
}
