#include <config.h>

#include "tui/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"
#include "tui/app_state.h"
#include "tui/approach.h"
#include "tui/board.h"
#include "tui/dialogs.h"
#include "tui/input.h"
#include "tui/lobby_screen.h"
#include "tui/painter.h"
#include "tui/puzzling.h"
#include "tui/recording.h"
#include "tui/replay.h"
#include "play/sentence.h"
#include "tui/terminal.h"
#include "tui/tour.h"
#include "tui/view_fill.h"

void app_draw(App *app) {
    View view;
    selection_sync(app);
    view_fill(app, &view);
    painter_paint(&view);
    if (painter_zoom() > 0)
        layers_draw(&app->layers);
}

void app_invalidate(App *app) {
    app->dirty = true;
}

void app_push_layer(App *app, Layer *layer) {
    layers_push(&app->layers, layer);
    app_invalidate(app);
}

void app_quit(App *app) {
    app->quitting = true;
    app_loop_unwatch_terminal(app);
    terminal_close(); /* at once: what follows may take a moment */
    input_close();
    app_loop_stop(app);
    connect_dialog_cancel(app);
    lobby_screen_close(app);
    app_games_end(app);
}

void app_fail(App *app, const Error *error) {
    app->failure = *error;
    app_quit(app);
}

/* --- messages --- */

static void set_message(App *app, const char *format, va_list arguments) PRINTF_LIKE(2, 0);

static void set_message(App *app, const char *format, va_list arguments) {
    vsnprintf(app->message, sizeof app->message, format, arguments);
    app_invalidate(app);
}

void app_note(App *app, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_message(app, format, arguments);
    va_end(arguments);
}

void app_notify(App *app, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_message(app, format, arguments);
    va_end(arguments);
    if (app->quitting || painter_status_fits(app->message))
        return;
    dialogs_show_message(app, "Congo", app->message);
    app->message[0] = '\0';
}

void app_notify_error(App *app, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    app_notify(app, "%s", error_sentence(error, text));
}

/* --- from start to end --- */

/* Whether the settings name a game, so that no left-over one is offered. */
static bool selects_a_game(const Settings *settings) {
    return settings->load_path[0] != '\0' || strcmp(settings->game, "standard") != 0;
}

void app_start_first_game(App *app) {
    SessionSetup setup;
    Error error = {0};
    if (!selects_a_game(&app->settings))
        resume_offer(app);
    else if (!session_setup_from_settings(&app->settings, &setup, &error) ||
             !app_game_start(app, &setup, &error))
        app_fail(app, &error);
}

static bool begin(App *app, SessionSetup *setup, Error *error) {
    app->preview = setup->record;
    if (!app_loop_watch_terminal(app, error))
        return false;
    app_draw(app); /* so that it is known what there is room for */
    int puzzle = app->settings.puzzle;
    app->settings.puzzle = 0; /* the game after it is a usual one */
    if (app->settings.start_mode == START_TOUR)
        tour_open(app);
    else if (puzzle != 0)
        return puzzle_screen_show(app, puzzle, error);
    else if (app->network_options != NULL)
        connect_dialog_open(app, app->network_options);
    else
        app_start_first_game(app);
    return true;
}

static bool open_terminal(App *app, const AppOptions *script, Error *error) {
    if (!terminal_open(&app->settings, error) ||
        (app->replay != NULL && !replay_limit_size(app->replay, error)))
        return false;
    return app->recorder == NULL || recorder_begin(app, script->count, script->arguments, error);
}

static bool open_and_begin(App *app, SessionSetup *setup, const AppOptions *script, Error *error) {
    if (!open_terminal(app, script, error)) {
        record_free(setup->record);
        return false;
    }
    input_open();
    if (!begin(app, setup, error))
        return false;
    if (app->replay != NULL)
        replay_start(app);
    return true;
}

static void play(App *app, SessionSetup *setup, const AppOptions *script) {
    Error error = {0};
    app_loop_start(app);
    if (!open_and_begin(app, setup, script, &error))
        app_fail(app, &error);
    uv_run(&app->loop, UV_RUN_DEFAULT);
}

/* Takes a network game that the settings name out of them: what comes after it is played here. */
static bool extract_network_options(App *app, Error *error) {
    Settings *settings = &app->settings;
    if (settings->place != PLACE_NETWORK)
        return true;
    app->network_options = memory_allocate(sizeof *app->network_options);
    if (!network_options_from_settings(settings, app->network_options, error))
        return false;
    settings->place = PLACE_LOCAL;
    settings->watch = false;
    settings->key_path[0] = '\0';
    return settings_set(settings, "game", "standard", error);
}

/* What is left to chance comes again when a script is played, and when a recording is. */
static void choose_seed(App *app) {
    int *seed = &app->settings.seed;
    if (*seed != 0)
        return;
    if (app->replay == NULL && uv_random(NULL, NULL, seed, sizeof *seed, 0, NULL) == 0)
        *seed &= INT32_MAX;
    if (*seed == 0)
        *seed = 1;
}

static bool open_scripts(App *app, const AppOptions *script, Error *error) {
    if (script->script != NULL)
        app->replay = replay_create(script->script, error);
    if (script->script != NULL && app->replay == NULL)
        return false;
    if (script->script != NULL || script->record != NULL)
        choose_seed(app);
    if (script->record == NULL)
        return true;
    app->recorder = recorder_create(script->record, error);
    return app->recorder != NULL;
}

static bool run(App *app, const AppOptions *script, Error *error) {
    SessionSetup setup;
    if (!open_scripts(app, script, error) || !extract_network_options(app, error) ||
        !keymap_build(&app->keys, &app->settings, error) ||
        !session_setup_from_settings(&app->settings, &setup, error))
        return false;
    if (uv_loop_init(&app->loop) != 0) {
        record_free(setup.record);
        return error_set(error, ERROR_IO, "the event loop cannot be made");
    }
    play(app, &setup, script);
    uv_loop_close(&app->loop);
    layers_clear(&app->layers);
    record_free(app->preview);
    *error = app->failure;
    return error->code == ERROR_NONE && (app->replay == NULL || replay_finish(app->replay, error));
}

int app_run(const Settings *settings, const AppOptions *script) {
    App *app = memory_allocate(sizeof *app);
    Error error = {0};
    app->settings = *settings;
    app->offer_tour = tour_is_unseen();
    app->selected = SQUARE_NONE;
    app->cursor = D2;
    app->followed_advice = MOVE_NONE;
    bool played = run(app, script, &error);
    played = recorder_close(app->recorder, played ? &error : NULL) && played;
    if (!played)
        fprintf(stderr, "congo: %s\n", error.text);
    if (app->replay != NULL)
        replay_report(app->replay);
    replay_free(app->replay);
    free(app->network_options);
    free(app);
    return played ? EXIT_SUCCESS : EXIT_FAILURE;
}
