#include <config.h>

#include "tui/online/play_somebody.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tui/dialogs.h"
#include "tui/new_game.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/invite.h"
#include "tui/online/lobby_screen.h"
#include "tui/online/server_fields.h"

static void leave(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (app->session == NULL)
        app_start_new_game(app);
}

/* --- joining a game --- */

typedef struct JoinGameForm {
    ServerFields server;
    int id, name;
} JoinGameForm;

/* Sets a field to the value of an option in a command. */
static void set_from_option(Dialog *dialog, int field, const char *command, const char *option) {
    const char *at = strstr(command, option);
    char value[SETTING_HOSTS_SIZE];
    if (at == NULL)
        return;
    at += strlen(option);
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at, " "), at);
    dialog_set_field(dialog, field, value);
}

/* Takes apart the command of an invitation, pasted into a field. */
static void unpack_command(Dialog *dialog, void *context) {
    const JoinGameForm *form = dialog_data(dialog);
    const int fields[] = {form->server.host, form->server.port, form->id};
    (void)context;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (strstr(dialog_field(dialog, fields[i]), "--game=") == NULL)
            continue;
        char *command = memory_strdup(dialog_field(dialog, fields[i]));
        set_from_option(dialog, form->server.host, command, "--host=");
        set_from_option(dialog, form->server.port, command, "--port=");
        set_from_option(dialog, form->id, command, "--game=");
        if (strstr(command, " --tls ") != NULL)
            dialog_set_choice(dialog, form->server.tls, TLS_ON);
        free(command);
    }
}

static bool get_server(Dialog *dialog, const JoinGameForm *form, Settings *settings) {
    return server_fields_apply(dialog, &form->server, settings) &&
           dialogs_apply_setting(dialog, form->name, settings, "name",
                                 dialog_field(dialog, form->name));
}

static bool get_options(Dialog *dialog, const JoinGameForm *form, const Settings *settings,
                        NetworkOptions *options) {
    Error error = {0};
    if (!network_options_from_settings(settings, options, &error)) {
        dialogs_set_error(dialog, form->server.host, &error);
        return false;
    }
    if (!network_parse_id(dialog_field(dialog, form->id), &options->id, &options->invitation,
                          &error)) {
        dialogs_set_error(dialog, form->id, &error);
        return false;
    }
    options->action = NETWORK_JOIN;
    options->seat = SEAT_ANY;
    for (int color = 0; color < COLOR_COUNT; color++)
        options->player[color].control = CONTROL_HUMAN;
    return true;
}

/* Joins the game with the id, or lists the games of the server. */
static void join(Dialog *dialog, void *context) {
    App *app = context;
    const JoinGameForm *form = dialog_data(dialog);
    bool by_id = dialog_field(dialog, form->id)[0] != '\0';
    Settings *settings = memory_allocate(sizeof *settings);
    NetworkOptions options;
    *settings = app->settings;
    dialog_set_error(dialog, form->server.host, NULL);
    if (get_server(dialog, form, settings) &&
        (!by_id || get_options(dialog, form, settings, &options))) {
        app->settings = *settings;
        dialog_close(dialog);
        if (by_id)
            connect_dialog_open(app, &options);
        else
            lobby_screen_open(app);
    }
    free(settings);
}

static void open_join(App *app) {
    Dialog *dialog = dialog_create("Join a game", app);
    JoinGameForm *form = memory_allocate(sizeof *form);
    dialog_set_data(dialog, form, free);
    dialog_set_cancel_handler(dialog, leave);
    server_fields_add(dialog, &form->server, &app->settings);
    form->id = dialog_add_field(dialog, "Id or invitation", "");
    dialog_set_note(dialog, form->id, "Leave it empty to choose from a list.");
    dialog_set_change_handler(dialog, unpack_command);
    form->name = dialog_add_field(dialog, "Your name", app->settings.name);
    dialogs_add_kept_notice(app, dialog);
    dialog_add_button(dialog, "Join", join);
    dialog_add_button(dialog, "Cancel", leave);
    app_push_layer(app, dialog_layer(dialog));
}

/* --- the ways to play somebody --- */

static void play_here(App *app) {
    new_game_start(app, CONTROL_HUMAN, CONTROL_HUMAN);
}

static const struct {
    const char *name, *description;
    void (*run)(App *app);
} ways[] = {
    {"At this keyboard", "Two people take turns at this screen.", play_here},
    {"Invite somebody",
     "Your game waits on this computer; give the other player its address and id.", invite_open},
    {"Join a game", "You know the address of a server, or have been invited.", open_join},
};
enum { FIRST_ONLINE = 1, WAY_COUNT = sizeof ways / sizeof ways[0] };

typedef struct WaysForm {
    size_t first; /* of the ways that are offered */
    int list, description;
} WaysForm;

static size_t selected_way(const Dialog *dialog, const WaysForm *form) {
    return form->first + dialog_selection(dialog, form->list);
}

static void describe(Dialog *dialog, void *context) {
    const WaysForm *form = dialog_data(dialog);
    (void)context;
    dialog_set_text(dialog, form->description, ways[selected_way(dialog, form)].description);
}

static void choose(Dialog *dialog, void *context) {
    const WaysForm *form = dialog_data(dialog);
    size_t way = selected_way(dialog, form);
    dialog_close(dialog);
    ways[way].run(context);
}

static void open_ways(App *app, const char *title, size_t first) {
    const char *names[WAY_COUNT];
    Dialog *dialog = dialog_create(title, app);
    WaysForm *form = memory_allocate(sizeof *form);
    for (size_t i = 0; i < WAY_COUNT; i++)
        names[i] = ways[i].name;
    form->first = first;
    dialog_set_data(dialog, form, free);
    dialog_set_cancel_handler(dialog, leave);
    dialog_set_change_handler(dialog, describe);
    form->list = dialog_add_list(dialog, (int)(WAY_COUNT - first), choose);
    dialog_set_list(dialog, form->list, names + first, WAY_COUNT - first, 0);
    form->description = dialog_add_text(dialog, ways[first].description);
    dialog_add_button(dialog, "Go on", choose);
    dialog_add_button(dialog, "Cancel", leave);
    app_push_layer(app, dialog_layer(dialog));
}

void play_somebody_open(App *app) {
    open_ways(app, "Play somebody", 0);
}

void play_somebody_open_online(App *app) {
    open_ways(app, "Play somebody online", FIRST_ONLINE);
}
