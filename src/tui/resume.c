/* The offer to go on with a game that was left unfinished. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "play/autosave.h"
#include "rules/gamefile.h"
#include "rules/memory.h"
#include "tui/board.h"
#include "tui/dialogs.h"

/* What the dialog holds until it is answered. */
typedef struct LeftOver {
    Autosave *autosave; /* NULL: given away */
    char *text;
    size_t length;
} LeftOver;

static void left_over_free(void *data) {
    LeftOver *left = data;
    autosave_close(left->autosave, false);
    free(left->text);
    free(left);
}

static void begin_new(App *app) {
    SessionSetup setup;
    Error error = {0};
    if (!session_setup_from(&app->settings, &setup, &error) || !app_game_start(app, &setup, &error))
        app_fail(app, &error);
}

static void go_on(Dialog *dialog, void *context) {
    App *app = context;
    LeftOver *left = dialog_data(dialog);
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

static void delete (Dialog *dialog, void *context) {
    LeftOver *left = dialog_data(dialog);
    autosave_close(left->autosave, true);
    left->autosave = NULL;
    dialog_close(dialog);
    dialogs_resume(context);
}

static const char *tag(const Record *record, const char *name) {
    const char *value = record_tag(record, name);
    return value != NULL ? value : "?";
}

static void offer(App *app, LeftOver *left, Record *record) {
    char text[512];
    record_free(app->preview);
    app->preview = record;
    Dialog *dialog = dialog_create("An unfinished game", app);
    dialog_set_data(dialog, left, left_over_free);
    dialog_on_cancel(dialog, leave);
    snprintf(text, sizeof text, "White: %s. Black: %s. Variant %s, %zu %s played. Go on with it?",
             tag(record, "White"), tag(record, "Black"), record->variant.name, record->current,
             record->current == 1 ? "move" : "moves");
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, "Go on", go_on);
    dialog_add_button(dialog, "New game", leave);
    dialog_add_button(dialog, "Delete it", delete);
    app_push(app, dialog_layer(dialog));
}

/* The game in a left-over file; NULL if there is nothing in it to go on with, which ends the file.
 */
static Record *read_left_over(App *app, LeftOver *left) {
    GameReader reader;
    Error error = {0};
    gamereader_init(&reader, autosave_path(left->autosave), left->text, left->length);
    Record *record = gamereader_next(&reader, false, &error);
    if (record == NULL) {
        app_tell(app, "%s; the file is set aside as *.broken", error.text);
        autosave_set_aside(left->autosave);
    } else if (!session_is_worth_resuming(record)) {
        autosave_close(left->autosave, true);
        record_free(record);
        record = NULL;
    }
    if (record == NULL)
        left->autosave = NULL;
    return record;
}

void dialogs_resume(App *app) {
    Error error = {0};
    LeftOver *left = memory_allocate(sizeof *left);
    Record *record = NULL;
    while (record == NULL && autosave_resume(&left->autosave, &left->text, &left->length, &error)) {
        record = read_left_over(app, left);
        if (record == NULL) {
            free(left->text);
            left->text = NULL;
        }
    }
    if (record != NULL) {
        offer(app, left, record);
    } else {
        left_over_free(left);
        begin_new(app);
    }
    if (error.code != ERROR_NONE)
        app_tell_error(app, &error);
}
