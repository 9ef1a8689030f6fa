#include <config.h>

#include "tui/online/play_somebody.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tui/dialogs.h"
#include "tui/online/lobby_screen.h"

static void leave(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (app->session == NULL)
        app_start_first_game(app);
}

/* Starts a game of two people in the last variant, from the standard position. */
static void play_here(Dialog *dialog, void *context) {
    App *app = context;
    Settings *settings = memory_allocate(sizeof *settings);
    Error error = {0};
    *settings = app->settings;
    for (int color = 0; color < COLOR_COUNT; color++)
        settings->player[color].control = CONTROL_HUMAN;
    settings->load_path[0] = '\0';
    strcpy(settings->game, "standard");
    if (app_start_game_from(app, settings, &error)) {
        app->settings = *settings;
        dialog_close(dialog);
    } else {
        dialogs_set_error(dialog, 0, &error);
    }
    free(settings);
}

static void join(Dialog *dialog, void *context) {
    dialog_close(dialog);
    lobby_screen_open(context);
}

void play_somebody_open(App *app) {
    Dialog *dialog = dialog_create("Play somebody", app);
    dialog_set_cancel_handler(dialog, leave);
    dialog_add_text(dialog, "Where does the other player sit?");
    dialog_add_button(dialog, "At this keyboard", play_here);
    dialog_add_button(dialog, "On a server", join);
    dialog_add_button(dialog, "Cancel", leave);
    app_push_layer(app, dialog_layer(dialog));
}
