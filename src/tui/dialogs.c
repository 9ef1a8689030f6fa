#include <config.h>

#include "tui/dialogs.h"

#include <stdio.h>
#include <stdlib.h>

#include "play/sentence.h"

void dialogs_message(App *app, const char *title, const char *text) {
    Dialog *dialog = dialog_create(title, app);
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, "OK", NULL);
    dialog_read_first(dialog);
    app_push(app, dialog_layer(dialog));
}

void dialogs_error(Dialog *dialog, int item, const Error *error) {
    char text[SENTENCE_SIZE];
    dialog_error(dialog, item, sentence_write(error, text));
}

void dialogs_ask(App *app, const char *title, const char *question, const char *button,
                 DialogHandler *handler, void *data) {
    Dialog *dialog = dialog_create(title, app);
    dialog_set_data(dialog, data, free);
    dialog_add_text(dialog, question);
    dialog_add_button(dialog, button, handler);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push(app, dialog_layer(dialog));
}

static void quit(Dialog *dialog, void *context) {
    dialog_close(dialog);
    app_quit(context);
}

void dialogs_quit(App *app) {
    if (app_game_goes_on(app))
        dialogs_ask(app, "Quit",
                    "The game is not over. It is kept, and offered again at the next start.",
                    "Quit", quit, NULL);
    else
        app_quit(app);
}

static void resign_white(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_close(dialog);
    if (!session_resign(app->session, WHITE, &error))
        app_tell_error(app, &error);
}

static void resign_black(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_close(dialog);
    if (!session_resign(app->session, BLACK, &error))
        app_tell_error(app, &error);
}

void dialogs_resign(App *app, Color color) {
    char question[64];
    snprintf(question, sizeof question, "Does %s resign the game?", color_name(color));
    dialogs_ask(app, "Resign", question, "Resign", color == WHITE ? resign_white : resign_black,
                NULL);
}
