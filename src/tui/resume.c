/* The offer to go on with a game that was left unfinished. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "play/left_over.h"
#include "rules/memory.h"
#include "tui/board.h"
#include "tui/dialogs.h"

static void free_left_over(void *data) {
    autosave_release_unfinished(data);
    free(data);
}

static void begin_new(App *app) {
    SessionSetup setup;
    Error error = {0};
    if (!session_setup_from_settings(&app->settings, &setup, &error) ||
        !app_game_start(app, &setup, &error))
        app_fail(app, &error);
}

static void go_on(Dialog *dialog, void *context) {
    App *app = context;
    UnfinishedGame *left = dialog_data(dialog);
    SessionSetup setup;
    Error error = {0};
    dialog_close(dialog);
    bool ready = session_setup_resume(&app->settings, left->autosave, left->text, left->length,
                                      &setup, &error);
    if (ready)
        left->autosave = NULL;
    if (ready && app_game_start(app, &setup, &error))
        return;
    begin_new(app);
    app_tell_error(app, &error);
}

static void leave(Dialog *dialog, void *context) {
    dialog_close(dialog);
    begin_new(context);
}

static void delete_game(Dialog *dialog, void *context) {
    UnfinishedGame *left = dialog_data(dialog);
    autosave_close(left->autosave, true);
    left->autosave = NULL;
    dialog_close(dialog);
    dialogs_resume(context);
}

static void offer(App *app, UnfinishedGame *left) {
    char text[512];
    const Record *record = left->record;
    record_free(app->preview);
    app->preview = left->record;
    left->record = NULL;
    Dialog *dialog = dialog_create("An unfinished game", app);
    dialog_set_data(dialog, left, free_left_over);
    dialog_on_cancel(dialog, leave);
    snprintf(text, sizeof text, "White: %s. Black: %s. Variant %s, %zu %s played. Go on with it?",
             record_tag_or_unknown(record, "White"), record_tag_or_unknown(record, "Black"),
             record->variant.name, record->current, record->current == 1 ? "move" : "moves");
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, "Go on", go_on);
    dialog_add_button(dialog, "New game", leave);
    dialog_add_button(dialog, "Delete it", delete_game);
    app_push(app, dialog_layer(dialog));
}

void dialogs_resume(App *app) {
    Error error = {0};
    UnfinishedGame *left = memory_allocate(sizeof *left);
    if (autosave_find_unfinished(left, &error)) {
        offer(app, left);
    } else {
        free_left_over(left);
        begin_new(app);
    }
    if (error.code != ERROR_NONE)
        app_tell_error(app, &error);
}
