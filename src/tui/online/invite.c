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
#include "tui/online/clock_choice.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/own_server.h"

enum {
    PORT_MIN = 1024,
    PORT_MAX = 65535,
    HOSTS_MAX = 3,
    HOST_SIZE = SETTING_HOSTS_SIZE,
    COMMAND_SIZE = HOST_SIZE + 256,
    LABEL_SIZE = 16,
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
        const ServerAddress address = own_server_address(&place);
        options.servers = server_list_of(&address);
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
    ClockChoice clock;
} InviteForm;

static void update(Dialog *dialog, void *context) {
    (void)context;
    const InviteForm *form = dialog_data(dialog);
    dialog_set_note(dialog, form->place,
                    dialog_choice(dialog, form->place) == 0
                        ? "Nobody on another computer can connect."
                        : "Congo asks before it lets others connect.");
    clock_choice_update(dialog, &form->clock);
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
    if (!clock_choice_get(dialog, &form->clock, &settings->clock) ||
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
    clock_choice_add(dialog, &form->clock, &settings->clock);
    form->name = dialog_add_field(dialog, "Your name", settings->name);
    dialog_add_expander(dialog, "More", false);
    game_form_add_variant(dialog, &form->variants, settings, true);
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

/* Where the other player finds the game: what the dialog shows and copies. */
typedef struct InvitationText {
    char hosts[HOSTS_MAX][HOST_SIZE];
    int host_count;
    int port; /* 0: the host is the path of a socket */
    bool encrypted;
    bool kept;
    char game[INVITATION_SIZE]; /* its id; the invitation if the seat is `kept` */
    char command[COMMAND_SIZE];
} InvitationText;

static void copy(Dialog *dialog, App *app, const char *text, const char *what) {
    bool copied = terminal_copy(text);
    dialog_close(dialog);
    if (copied)
        app_note(app, "The %s is on the clipboard.", what);
    else
        app_note(app, "This terminal does not let programs use the clipboard.");
}

static void copy_command(Dialog *dialog, void *context) {
    const InvitationText *text = dialog_data(dialog);
    copy(dialog, context, text->command, "command");
}

static void copy_invitation(Dialog *dialog, void *context) {
    const InvitationText *text = dialog_data(dialog);
    copy(dialog, context, text->game, "invitation");
}

static void add_gap(Dialog *dialog) {
    if (draw_lines() >= ROOMY_LINES)
        dialog_add_text(dialog, "");
}

static void add_line(Dialog *dialog, const InvitationText *invitation, const char *label,
                     const char *value) {
    char text[HOSTS_MAX * (HOST_SIZE + 4) + LABEL_SIZE];
    snprintf(text, sizeof text, "%-*s  %s", invitation->kept ? 10 : 7, label, value);
    dialog_add_text(dialog, text);
}

static void add_place(Dialog *dialog, const InvitationText *invitation) {
    char text[HOSTS_MAX * (HOST_SIZE + 4)] = "";
    for (int i = 0; i < invitation->host_count; i++)
        text_append(text, sizeof text, "%s%s", i > 0 ? " or " : "", invitation->hosts[i]);
    add_line(dialog, invitation, "Address",
             text[0] != '\0' ? text : "none: no network is connected");
    snprintf(text, sizeof text, "%d", invitation->port);
    if (invitation->port > 0)
        add_line(dialog, invitation, "Port", text);
    if (invitation->encrypted)
        add_line(dialog, invitation, "Encryption", "yes");
}

/* Writes the host and the port of a server, or several servers as the text that names all of them.
 */
static void write_servers(const ServerList *servers, InvitationText *invitation) {
    char *hosts = invitation->hosts[0], server[SERVER_ADDRESS_SIZE];
    invitation->port = 0;
    if (servers->count == 1) {
        strcpy(hosts, servers->servers[0].host);
        invitation->port = servers->servers[0].port;
        return;
    }
    for (int i = 0; i < servers->count; i++) {
        server_address_write(&servers->servers[i], server);
        if (strlen(hosts) + strlen(server) + 1 < HOST_SIZE)
            text_append(hosts, HOST_SIZE, "%s%s", i > 0 ? "," : "", server);
    }
}

static void write_command(InvitationText *invitation) {
    char *command = invitation->command;
    snprintf(command, COMMAND_SIZE, "./play --place=network --host=%s", invitation->hosts[0]);
    if (invitation->port > 0)
        text_append(command, COMMAND_SIZE, " --port=%d", invitation->port);
    text_append(command, COMMAND_SIZE, "%s --game=%s", invitation->encrypted ? " --tls" : "",
                invitation->game);
}

/* Takes over the text. */
static void show(App *app, InvitationText *invitation) {
    Dialog *dialog = dialog_create("Your invitation", app);
    dialog_set_data(dialog, invitation, free);
    write_command(invitation);
    dialog_add_text(dialog, "The other player chooses Play somebody, Join a game, and types:");
    add_gap(dialog);
    add_place(dialog, invitation);
    add_line(dialog, invitation, invitation->kept ? "Invitation" : "Game id", invitation->game);
    add_gap(dialog);
    dialog_add_text(dialog, "Or, in a shell:");
    dialog_add_text(dialog, invitation->command);
    dialog_add_button(dialog, "OK", NULL);
    if (invitation->kept)
        dialog_add_button(dialog, "Copy the invitation", copy_invitation);
    dialog_add_button(dialog, "Copy the command", copy_command);
    dialog_set_reading(dialog);
    app_push_layer(app, dialog_layer(dialog));
}

bool invite_show(App *app) {
    NetworkView view;
    OwnServerPlace place;
    if (!network_view(app->session, &view))
        return false;
    bool own = own_server_hosts(app, app->session) && own_server_is_running(app, &place);
    bool kept = view.invitation[0] != '\0';
    if (!own && !kept)
        return false;
    InvitationText *invitation = memory_allocate(sizeof *invitation);
    invitation->encrypted = view.encrypted;
    invitation->kept = kept;
    invitation->host_count = 1;
    if (own) {
        invitation->port = place.port;
        strcpy(invitation->hosts[0], "127.0.0.1");
    } else {
        write_servers(network_servers(app->session), invitation);
    }
    if (own && place.others)
        invitation->host_count = find_hosts(invitation->hosts);
    strcpy(invitation->game, kept ? view.invitation : view.id.text);
    show(app, invitation);
    return true;
}

bool invite_restart(App *app, const NetworkOptions *options) {
    OwnServerPlace place;
    Error error = {0};
    if (own_server_is_running(app, &place) || !own_server_was_at(app, &options->servers, &place))
        return false;
    if (place.others)
        ask_to_open(app, NULL, &place, options);
    return place.others || start_server(app, &place, options, &error);
}
