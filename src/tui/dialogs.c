#include <config.h>

#include "tui/dialogs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "play/online/network.h"
#include "tui/app_loop.h"

void dialogs_set_error(Dialog *dialog, int item, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    dialog_set_error(dialog, item, error_sentence(error, text));
}

bool dialogs_apply_setting(Dialog *dialog, int item, Settings *settings, const char *name,
                           const char *text) {
    Error error = {0};
    if (settings_set(settings, name, text, &error))
        return true;
    dialogs_set_error(dialog, item, &error);
    return false;
}

const char *dialogs_field_or(const Dialog *dialog, int item, const char *fallback) {
    const char *text = dialog_field(dialog, item);
    return text[0] != '\0' ? text : fallback;
}

bool dialogs_describe_loss(const App *app, char text[ERROR_SENTENCE_SIZE]) {
    NetworkView view;
    Error error = {0}, failure = {0};
    if (network_view(app_game(app), &view)) {
        if (view.undecided != NULL)
            error_set(&error, ERROR_STATE,
                      "your %s is not confirmed by the server and may be lost: the game goes on",
                      view.undecided);
    } else if (!session_check_kept(app_game(app), &failure)) {
        error_set(&error, failure.code, "the game cannot be kept: %s", failure.text);
    }
    error_sentence(&error, text);
    return error.code != ERROR_NONE;
}

const char *dialogs_describe_leaving(const App *app, char text[ERROR_SENTENCE_SIZE]) {
    if (!dialogs_describe_loss(app, text))
        strcpy(text, "The game in progress is kept and can be resumed later.");
    return text;
}

void dialogs_add_kept_notice(const App *app, Dialog *dialog) {
    char text[ERROR_SENTENCE_SIZE];
    if (app_has_unfinished_game(app))
        dialog_add_text(dialog, dialogs_describe_leaving(app, text));
}

void dialogs_leave(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (app->session == NULL && layers_top(&app->layers) == NULL)
        app_start_new_game(app);
}

void dialogs_confirm(App *app, const char *title, const char *question, const char *button,
                     DialogHandler *handler, void *data) {
    Dialog *dialog = dialog_create(title, app);
    dialog_set_data(dialog, data, free);
    dialog_add_text(dialog, question);
    int yes = dialog_add_button(dialog, button, handler);
    dialog_set_question(dialog, yes, dialog_add_button(dialog, "Cancel", NULL));
    app_push_layer(app, dialog_layer(dialog));
}

/* The dialog's data is the colour. */
static void resign(Dialog *dialog, void *context) {
    App *app = context;
    Color color = *(const Color *)dialog_data(dialog);
    Error error = {0};
    dialog_close(dialog);
    if (!session_resign(app->session, color, &error))
        app_notify_error(app, &error);
}

void dialogs_resign(App *app, Color color, const char *other, DialogHandler *other_handler) {
    char question[64];
    Dialog *dialog = dialog_create("Resign", app);
    Color *data = memory_allocate(sizeof *data);
    *data = color;
    dialog_set_data(dialog, data, free);
    if (app_is_human(app, color_other(color)))
        snprintf(question, sizeof question, "Does %s resign the game?", color_name(color));
    else
        snprintf(question, sizeof question, "Do you resign the game?");
    dialog_add_text(dialog, question);
    int yes = dialog_add_button(dialog, "Resign", resign);
    if (other != NULL)
        dialog_add_button(dialog, other, other_handler);
    dialog_set_question(dialog, yes, dialog_add_button(dialog, "Cancel", NULL));
    app_push_layer(app, dialog_layer(dialog));
}
