/* The offer to go on with a game that was left unfinished. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "play/left_over.h"
#include "rules/memory.h"
#include "tui/board.h"
#include "tui/dialogs.h"

static void free_unfinished(void *data) {
    autosave_release_unfinished(data);
    free(data);
}

static void start_new_game(App *app) {
    SessionSetup setup;
    Error error = {0};
    if (!session_setup_from_settings(&app->settings, &setup, &error) ||
        !app_game_start(app, &setup, &error))
        app_fail(app, &error);
}

static void resume_game(Dialog *dialog, void *context) {
    App *app = context;
    UnfinishedGame *game = dialog_data(dialog);
    SessionSetup setup;
    Error error = {0};
    dialog_close(dialog);
    bool ready = session_setup_resume(&app->settings, game->autosave, game->text, game->length,
                                      &setup, &error);
    if (ready)
        game->autosave = NULL;
    if (ready && app_game_start(app, &setup, &error))
        return;
    start_new_game(app);
    app_notify_error(app, &error);
}

static void decline(Dialog *dialog, void *context) {
    dialog_close(dialog);
    start_new_game(context);
}

static void delete_game(Dialog *dialog, void *context) {
    UnfinishedGame *game = dialog_data(dialog);
    autosave_close(game->autosave, true);
    game->autosave = NULL;
    dialog_close(dialog);
    resume_offer_local(context);
}

static void show_offer(App *app, UnfinishedGame *game) {
    char text[512];
    const Record *record = game->record;
    record_free(app->preview);
    app->preview = game->record;
    game->record = NULL;
    Dialog *dialog = dialog_create("An unfinished game", app);
    dialog_set_data(dialog, game, free_unfinished);
    dialog_set_cancel_handler(dialog, decline);
    snprintf(text, sizeof text, "White: %s. Black: %s. Variant %s, %zu %s played. Go on with it?",
             record_tag_or_unknown(record, "White"), record_tag_or_unknown(record, "Black"),
             record->variant.name, record->current, record->current == 1 ? "move" : "moves");
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, "Go on", resume_game);
    dialog_add_button(dialog, "New game", decline);
    dialog_add_button(dialog, "Delete it", delete_game);
    app_push_layer(app, dialog_layer(dialog));
}

void resume_offer_local(App *app) {
    Error error = {0};
    UnfinishedGame *game = memory_allocate(sizeof *game);
    if (autosave_find_unfinished(game, &error)) {
        show_offer(app, game);
    } else {
        free_unfinished(game);
        start_new_game(app);
    }
    if (error.code != ERROR_NONE)
        app_notify_error(app, &error);
}
