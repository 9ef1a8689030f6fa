#include <config.h>

#include "tui/online/invite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "term/draw.h"
#include "term/terminal.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/own_server.h"

enum {
    PORT_MIN = 1024,
    PORT_MAX = 65535,
    HOSTS_MAX = 3,
    HOST_SIZE = 64,
    COMMAND_SIZE = 256,
    ROOMY_LINES = 20
};

/* --- starting the server and creating the game --- */

/* A game to open on the user's own server when that runs. */
typedef struct Invitation {
    App *app;
    OwnServerPlace place;
    NetworkOptions options;
    Dialog *dialog; /* shows that the server starts */
    Dialog *form;   /* where the game was chosen, or NULL */
} Invitation;

static void cancel_start(Dialog *dialog, void *context) {
    App *app = context;
    own_server_forget_listener(app);
    own_server_stop(app);
    dialog_close(dialog);
    if (app->session == NULL)
        app_start_new_game(app);
}

static void on_server_ready(void *context, const Error *error) {
    const Invitation *invitation = context;
    App *app = invitation->app;
    NetworkOptions options = invitation->options;
    OwnServerPlace place;
    dialog_close(invitation->dialog);
    layers_free_closed(&app->layers); /* frees the invitation */
    if (own_server_is_running(app, &place)) {
        options.address = own_server_address(&place);
        connect_dialog_open(app, &options);
    } else {
        app_notify_error(app, error);
        if (app->session == NULL)
            app_start_new_game(app);
    }
    app_invalidate(app);
}

/* Starts the server. On failure nothing has happened. */
static bool start_server(App *app, const OwnServerPlace *place, const NetworkOptions *options,
                         Error *error) {
    Invitation *invitation = memory_allocate(sizeof *invitation);
    *invitation = (Invitation){.app = app, .place = *place, .options = *options};
    if (!own_server_start(app, place, on_server_ready, invitation, error)) {
        free(invitation);
        return false;
    }
    invitation->dialog = dialog_create("Invite somebody", app);
    dialog_set_data(invitation->dialog, invitation, free);
    dialog_set_cancel_handler(invitation->dialog, cancel_start);
    dialog_add_text(invitation->dialog, "Starting the server on this computer ...");
    dialog_add_button(invitation->dialog, "Cancel", cancel_start);
    app_push_layer(app, dialog_layer(invitation->dialog));
    return true;
}

/* --- asking before other computers can connect --- */

static void leave(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (app->session == NULL && layers_top(&app->layers) == NULL)
        app_start_new_game(app);
}

static void start_open(Dialog *dialog, void *context) {
    App *app = context;
    const Invitation *invitation = dialog_data(dialog);
    Error error = {0};
    dialog_close(dialog);
    if (!start_server(app, &invitation->place, &invitation->options, &error))
        app_notify_error(app, &error);
    else if (invitation->form != NULL)
        dialog_close(invitation->form);
}

/* Asks over the form, or without one (NULL). */
static void ask_to_open(App *app, Dialog *form, const OwnServerPlace *place,
                        const NetworkOptions *options) {
    Invitation *invitation = memory_allocate(sizeof *invitation);
    Dialog *dialog = dialog_create("Let others connect?", app);
    *invitation = (Invitation){.app = app, .place = *place, .options = *options, .form = form};
    dialog_set_data(dialog, invitation, free);
    dialog_set_cancel_handler(dialog, leave);
    dialog_add_text(dialog, "Until you quit, Congo will accept connections from every network of "
                            "this computer. Anyone who can reach it can then start their own games "
                            "here, but needs the id to join yours. Connections are not encrypted.");
    int yes = dialog_add_button(dialog, "Accept connections", start_open);
    dialog_set_question(dialog, yes, dialog_add_button(dialog, "Cancel", leave));
    app_push_layer(app, dialog_layer(dialog));
}

/* --- the dialog --- */

static const char *const places[] = {"this computer", "another computer", NULL};

typedef struct InviteForm {
    int place, side, name, fen, port, invite;
    VariantItem variants;
    ClockItems clock;
} InviteForm;

static void update(Dialog *dialog, void *context) {
    (void)context;
    const InviteForm *form = dialog_data(dialog);
    dialog_set_note(dialog, form->place,
                    dialog_choice(dialog, form->place) == 0
                        ? "Nobody on another computer can connect."
                        : "Congo asks before it lets others connect.");
    game_form_describe_variant(dialog, &form->variants);
}

static bool get_port(Dialog *dialog, const InviteForm *form, int *port) {
    const char *text = dialog_field(dialog, form->port);
    *port = 0;
    if (text[0] == '\0' || text_parse_number(text, PORT_MIN, PORT_MAX, port))
        return true;
    dialog_set_error(dialog, form->port, "Type a number from 1024 to 65535, or nothing.");
    return false;
}

static bool get_settings(Dialog *dialog, const InviteForm *form, Settings *settings) {
    Error error = {0};
    settings->variant = *game_form_variant(dialog, &form->variants);
    if (!game_form_get_clock(dialog, &form->clock, &settings->clock) ||
        !dialogs_apply_setting(dialog, form->name, settings, "name",
                               dialog_field(dialog, form->name)) ||
        !dialogs_apply_setting(dialog, form->fen, settings, "game",
                               dialogs_field_or(dialog, form->fen, "standard")))
        return false;
    if (settings_check_game(settings, &error))
        return true;
    dialogs_set_error(dialog, form->fen, &error);
    return false;
}

static bool make_options(Dialog *dialog, const InviteForm *form, const Settings *settings,
                         NetworkOptions *options) {
    Error error = {0};
    if (!network_options_from_settings(settings, options, &error)) {
        dialogs_set_error(dialog, form->fen, &error);
        return false;
    }
    options->action = NETWORK_CREATE;
    options->is_private = true;
    options->seat = (Seat)game_form_get_side(dialog, form->side, settings->seed);
    for (int color = 0; color < COLOR_COUNT; color++)
        options->player[color].control = CONTROL_HUMAN;
    return true;
}

static void begin(Dialog *dialog, App *app, const OwnServerPlace *place,
                  const NetworkOptions *options) {
    const InviteForm *form = dialog_data(dialog);
    Error error = {0};
    if (place->others) {
        ask_to_open(app, dialog, place, options);
    } else if (start_server(app, place, options, &error)) {
        dialog_close(dialog);
    } else {
        dialogs_set_error(dialog, form->port, &error);
    }
}

static void invite(Dialog *dialog, void *context) {
    App *app = context;
    const InviteForm *form = dialog_data(dialog);
    Settings *settings = memory_allocate(sizeof *settings);
    OwnServerPlace place = {.others = dialog_choice(dialog, form->place) == 1};
    NetworkOptions options;
    *settings = app->settings;
    dialog_set_error(dialog, form->invite, NULL);
    if (get_settings(dialog, form, settings) && get_port(dialog, form, &place.port) &&
        make_options(dialog, form, settings, &options)) {
        memcpy(app->settings.name, settings->name, sizeof app->settings.name);
        begin(dialog, app, &place, &options);
    }
    free(settings);
}

void invite_open(App *app) {
    const Settings *settings = &app->settings;
    Dialog *dialog = dialog_create("Invite somebody", app);
    InviteForm *form = memory_allocate(sizeof *form);
    dialog_set_data(dialog, form, free);
    dialog_set_cancel_handler(dialog, leave);
    form->place = dialog_add_choice(dialog, "They sit at", places, 0);
    form->side = dialog_add_choice(dialog, "Your side", game_form_sides, SIDE_WHITE);
    game_form_add_variant(dialog, &form->variants, settings, true);
    form->name = dialog_add_field(dialog, "Your name", settings->name);
    dialog_add_expander(dialog, "More", false);
    game_form_add_clock(dialog, &form->clock, &settings->clock);
    form->fen = dialog_add_field(dialog, "Position (FEN)", "");
    form->port = dialog_add_field(dialog, "Port", "");
    dialog_set_paste_field(dialog, form->fen);
    dialogs_add_kept_notice(app, dialog);
    form->invite = dialog_add_button(dialog, "Invite", invite);
    dialog_add_button(dialog, "Cancel", leave);
    dialog_set_change_handler(dialog, update);
    update(dialog, app);
    app_push_layer(app, dialog_layer(dialog));
}

/* --- what to tell the other player --- */

/* Gets the addresses at which other computers may reach this one. Returns their number. */
static int find_hosts(char hosts[HOSTS_MAX][HOST_SIZE]) {
    uv_interface_address_t *interfaces;
    int all, count = 0;
    if (uv_interface_addresses(&interfaces, &all) != 0)
        return 0;
    for (int i = 0; i < all && count < HOSTS_MAX; i++)
        if (!interfaces[i].is_internal && interfaces[i].address.address4.sin_family == AF_INET &&
            uv_ip4_name(&interfaces[i].address.address4, hosts[count], HOST_SIZE) == 0)
            count++;
    uv_free_interface_addresses(interfaces, all);
    return count;
}

static void write_command(const char *host, int port, const GameId *id,
                          char command[COMMAND_SIZE]) {
    snprintf(command, COMMAND_SIZE, "./play --place=network --host=%s --port=%d --game=%s", host,
             port, id->text);
}

static void copy_command(Dialog *dialog, void *context) {
    App *app = context;
    bool copied = terminal_copy(dialog_data(dialog));
    dialog_close(dialog);
    app_note(app, copied ? "The command is on the clipboard."
                         : "This terminal does not let programs use the clipboard.");
}

static void add_gap(Dialog *dialog) {
    if (draw_lines() >= ROOMY_LINES)
        dialog_add_text(dialog, "");
}

static void add_hosts(Dialog *dialog, char hosts[HOSTS_MAX][HOST_SIZE], int count) {
    char text[HOSTS_MAX * HOST_SIZE + 32];
    int length = snprintf(text, sizeof text, "Address  ");
    for (int i = 0; i < count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%s", i > 0 ? " or " : "",
                           hosts[i]);
    if (count == 0)
        snprintf(text + length, sizeof text - (size_t)length, "none: no network is connected");
    dialog_add_text(dialog, text);
}

static void show(App *app, const OwnServerPlace *place, const GameId *id) {
    char hosts[HOSTS_MAX][HOST_SIZE] = {"127.0.0.1"};
    char text[64], *command = memory_allocate(COMMAND_SIZE);
    int count = place->others ? find_hosts(hosts) : 1;
    Dialog *dialog = dialog_create("Your invitation", app);
    dialog_set_data(dialog, command, free);
    write_command(hosts[0], place->port, id, command);
    dialog_add_text(dialog, "The other player chooses Play somebody, Join a game, and types:");
    add_gap(dialog);
    add_hosts(dialog, hosts, count);
    snprintf(text, sizeof text, "Port     %d", place->port);
    dialog_add_text(dialog, text);
    snprintf(text, sizeof text, "Game id  %s", id->text);
    dialog_add_text(dialog, text);
    add_gap(dialog);
    dialog_add_text(dialog, "Or, in a shell:");
    dialog_add_text(dialog, command);
    dialog_add_button(dialog, "OK", NULL);
    dialog_add_button(dialog, "Copy the command", copy_command);
    dialog_set_reading(dialog);
    app_push_layer(app, dialog_layer(dialog));
}

bool invite_show(App *app) {
    NetworkView view;
    OwnServerPlace place;
    if (!own_server_hosts(app, app->session) || !network_view(app->session, &view) ||
        !own_server_is_running(app, &place))
        return false;
    show(app, &place, &view.id);
    return true;
}

bool invite_restart(App *app, const NetworkOptions *options) {
    OwnServerPlace place;
    Error error = {0};
    if (own_server_is_running(app, &place) || !own_server_was_at(app, &options->address, &place))
        return false;
    if (place.others)
        ask_to_open(app, NULL, &place, options);
    return place.others || start_server(app, &place, options, &error);
}
