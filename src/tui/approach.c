#include <config.h>

#include "tui/approach.h"

#include <stdio.h>
#include <stdlib.h>

#include "play/sentence.h"
#include "rules/memory.h"
#include "tui/dialogs.h"
#include "tui/lobby_screen.h"
#include "tui/networking.h"
#include "tui/terminal.h"

typedef struct Approach {
    App *app;
    NetworkOptions wish;
    Network *network; /* NULL: it has come to an end */
    Dialog *box;      /* that says so meanwhile */
} Approach;

/* The data of a box that offers to try again. */
static NetworkOptions *copy_wish(const NetworkOptions *wish) {
    NetworkOptions *copy = memory_allocate(sizeof *copy);
    *copy = *wish;
    return copy;
}

void approach_end(App *app) {
    Approach *approach = app->approach;
    app->approach = NULL;
    if (approach != NULL && approach->network != NULL)
        network_cancel(approach->network);
    if (approach != NULL)
        approach->network = NULL;
}

static void approach_free(void *data) {
    Approach *approach = data;
    if (approach->app->approach == approach)
        approach_end(approach->app);
    free(approach);
}

/* Without a game there is one to be begun. */
static void give_up(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (app->session == NULL && app->lobby == NULL)
        dialogs_resume(app);
}

/* --- when it fails --- */

static void try_again(Dialog *dialog, void *context) {
    dialog_close(dialog);
    approach_open(context, dialog_data(dialog));
}

static void to_lobby(Dialog *dialog, void *context) {
    dialog_close(dialog);
    lobby_screen_open(context);
}

static void offer_again(App *app, const NetworkOptions *wish, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    Dialog *dialog = dialog_create("Network game", app);
    dialog_set_data(dialog, copy_wish(wish), free);
    dialog_on_cancel(dialog, give_up);
    dialog_add_text(dialog, error_sentence(error, text));
    dialog_add_button(dialog, "Try again", try_again);
    if (app->lobby == NULL)
        dialog_add_button(dialog, "Lobby", to_lobby);
    dialog_add_button(dialog, "Cancel", give_up);
    dialog_read_first(dialog);
    app_push(app, dialog_layer(dialog));
}

/* --- when it succeeds --- */

static void tell_beginning(App *app, const NetworkOptions *wish) {
    NetworkView view;
    if (!network_view(app->session, &view))
        return;
    if (wish->action == NETWORK_CREATE)
        networking_show_id(app);
    else if (view.seat == SEAT_NONE)
        app_note(app, "You are watching game %s.", view.id.text);
    else
        app_note(app, "You play %s in game %s.", color_name((Color)view.seat), view.id.text);
}

static void opened(void *context, SessionSetup *setup, const Error *error) {
    Approach *approach = context;
    App *app = approach->app;
    NetworkOptions wish = approach->wish;
    Error failure = *error;
    approach->network = NULL;
    dialog_close(approach->box);
    layers_sweep(&app->layers); /* the approach with it */
    if (setup != NULL && app_game_start(app, setup, &failure)) {
        lobby_screen_end(app);
        tell_beginning(app, &wish);
    } else {
        offer_again(app, &wish, &failure);
    }
    layers_sweep(&app->layers);
    app_touch(app);
}

/* --- under way --- */

void approach_open(App *app, const NetworkOptions *wish) {
    char server[SERVER_ADDRESS_SIZE], text[SERVER_ADDRESS_SIZE + 32];
    Approach *approach = memory_allocate(sizeof *approach);
    Dialog *dialog = dialog_create("Network game", app);
    approach->app = app;
    approach->wish = *wish;
    approach->box = dialog;
    dialog_set_data(dialog, approach, approach_free);
    dialog_on_cancel(dialog, give_up);
    network_address_text(&wish->place, server);
    snprintf(text, sizeof text, "Reaching %s ...", server);
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, "Cancel", give_up);
    app->approach = approach;
    app_push(app, dialog_layer(dialog));
    approach->network = network_open(&app->loop, &app->settings, wish, opened, approach);
}
