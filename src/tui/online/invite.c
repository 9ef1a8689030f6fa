#include <config.h>

#include "tui/online/invite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "term/draw.h"
#include "term/terminal.h"
#include "tui/app_game.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/lobby_screen.h"
#include "tui/online/own_server.h"

/* ---- inviting ---- */

enum {
    PORT_MIN = 1024,
    PORT_MAX = 65535,
    HOSTS_MAX = 3,
    HOST_SIZE = SETTING_HOSTS_SIZE,
    COMMAND_SIZE = HOST_SIZE + 256 + FILE_PATH_SIZE,
    LABEL_SIZE = 16,
    ROOMY_LINES = 20
};

/* ---- the dialog ---- */

static const char *const places[] = {"this computer only", "this network", NULL};

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
                        : "Until you quit, others can connect, unencrypted, and start games of "
                          "their own here; for yours they need its id.");
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

static void invite(Dialog *dialog, void *context) {
    App *app = context;
    const InviteForm *form = dialog_data(dialog);
    Settings *settings = memory_allocate(sizeof *settings);
    OwnServerPlace place = {.others = dialog_choice(dialog, form->place) == 1};
    NetworkOptions options;
    Error error = {0};
    *settings = app->settings;
    dialog_set_error(dialog, form->invite, NULL);
    if (get_settings(dialog, form, settings) && get_port(dialog, form, &place.port) &&
        make_options(dialog, form, settings, &options)) {
        memcpy(app->settings.name, settings->name, sizeof app->settings.name);
        if (connect_dialog_open_here(app, &place, &options, &error))
            dialog_close(dialog);
        else
            dialogs_set_error(dialog, form->port, &error);
    }
    free(settings);
}

/* Asks for the game to invite to, starts the server and creates the game on it. */
static void invite_open(App *app) {
    const Settings *settings = &app->settings;
    Dialog *dialog = dialog_create("Invite somebody", app);
    InviteForm *form = memory_allocate(sizeof *form);
    dialog_set_wide(dialog);
    dialog_set_data(dialog, form, free);
    dialog_set_cancel_handler(dialog, dialogs_leave);
    form->place = dialog_add_choice(dialog, "Who can join", places, 0);
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
    dialog_add_button(dialog, "Cancel", dialogs_leave);
    dialog_set_change_handler(dialog, update);
    update(dialog, app);
    app_push_layer(app, dialog_layer(dialog));
}

/* ---- what to tell the other player ---- */

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
    int port;  /* 0: the host is the path of a socket */
    bool here; /* the other player sits at this computer */
    bool encrypted;
    bool kept;
    char game[INVITATION_SIZE]; /* its id; the invitation if the seat is `kept` */
    char command[COMMAND_SIZE]; /* "" without a host */
    char place[COMMAND_SIZE];   /* where it is typed */
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

/* Returns whether a command of that name, which has no '/', starts the program in a file. */
static bool is_found_by_name(const char *name, const struct stat *program) {
    const char *folder = getenv("PATH");
    while (folder != NULL && *folder != '\0') {
        char path[FILE_PATH_SIZE];
        struct stat found;
        int length = (int)strcspn(folder, ":");
        int size = snprintf(path, sizeof path, "%.*s/%s", length, folder, name);
        if (size < FILE_PATH_SIZE && access(path, X_OK) == 0 && stat(path, &found) == 0)
            return found.st_dev == program->st_dev && found.st_ino == program->st_ino;
        folder += length + (folder[length] == ':');
    }
    return false;
}

/* Writes a path as a shell reads it. */
static void quote_path(const char *path, char *command) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-";
    if (strspn(path, plain) == strlen(path)) {
        snprintf(command, COMMAND_SIZE, "%s", path);
        return;
    }
    snprintf(command, COMMAND_SIZE, "'");
    for (; *path != '\0'; path++)
        text_append(command, COMMAND_SIZE, *path == '\'' ? "'\\%c'" : "%c", *path);
    text_append(command, COMMAND_SIZE, "'");
}

/* Writes what starts this program in a shell, and where: "congo", "./play" in the folder of that
 * script, which sets CONGO_PLAY to its path, or the program's path. A path says nothing about other
 * computers. */
static void write_program(InvitationText *invitation) {
    char own[FILE_PATH_SIZE], *command = invitation->command;
    size_t size = sizeof own;
    struct stat status;
    const char *name = uv_exepath(own, &size) == 0 ? strrchr(own, '/') : NULL;
    const char *script = getenv("CONGO_PLAY");
    const char *file = script != NULL ? strrchr(script, '/') : NULL;
    bool known = name != NULL && stat(own, &status) == 0;
    snprintf(command, COMMAND_SIZE, "%s", known ? name + 1 : "congo");
    snprintf(invitation->place, COMMAND_SIZE, "in %s terminal", invitation->here ? "another" : "a");
    if (!known || is_found_by_name(name + 1, &status))
        return;
    if (file != NULL && access(script, X_OK) == 0) {
        snprintf(command, COMMAND_SIZE, ".%s", file);
        if (invitation->here)
            text_append(invitation->place, COMMAND_SIZE, ", in the folder %.*s",
                        (int)(file - script), script);
        else
            text_append(invitation->place, COMMAND_SIZE, ", in the folder of Congo");
    } else if (invitation->here) {
        quote_path(own, command);
    }
}

static void write_command(InvitationText *invitation) {
    char *command = invitation->command;
    if (invitation->hosts[0][0] == '\0')
        return;
    write_program(invitation);
    text_append(command, COMMAND_SIZE, " --place=network --host=%s", invitation->hosts[0]);
    if (invitation->port > 0)
        text_append(command, COMMAND_SIZE, " --port=%d", invitation->port);
    text_append(command, COMMAND_SIZE, "%s --game=%s", invitation->encrypted ? " --tls" : "",
                invitation->game);
}

static void add_command(Dialog *dialog, const InvitationText *invitation) {
    if (invitation->command[0] == '\0')
        return;
    char text[COMMAND_SIZE + 32];
    snprintf(text, sizeof text, "The other player types %s:", invitation->place);
    dialog_add_text(dialog, text);
    add_gap(dialog);
    dialog_add_text(dialog, invitation->command);
    add_gap(dialog);
}

/* Takes over the text. */
static void show(App *app, InvitationText *invitation) {
    Dialog *dialog = dialog_create("Your invitation", app);
    dialog_set_data(dialog, invitation, free);
    write_command(invitation);
    add_command(dialog, invitation);
    dialog_add_text(dialog,
                    invitation->command[0] != '\0'
                        ? "Or chooses Play somebody, Join a game, and enters:"
                        : "The other player chooses Play somebody, Join a game, and enters:");
    add_gap(dialog);
    add_place(dialog, invitation);
    add_line(dialog, invitation, invitation->kept ? "Invitation" : "Game id", invitation->game);
    dialog_add_button(dialog, "OK", NULL);
    if (invitation->kept)
        dialog_add_button(dialog, "Copy the invitation", copy_invitation);
    if (invitation->command[0] != '\0')
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
    invitation->here = own && !place.others;
    if (own && place.others) {
        invitation->hosts[0][0] = '\0';
        invitation->host_count = find_hosts(invitation->hosts);
    }
    strcpy(invitation->game, kept ? view.invitation : view.id.text);
    show(app, invitation);
    return true;
}

/* ---- playing somebody, at this keyboard or on a server ---- */

/* ---- joining a game ---- */

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
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at, " \n"), at);
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
    if (server_fields_apply(dialog, &form->server, settings) &&
        dialogs_apply_setting(dialog, form->name, settings, "name",
                              dialog_field(dialog, form->name)) &&
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
    dialog_set_wide(dialog);
    dialog_set_data(dialog, form, free);
    dialog_set_cancel_handler(dialog, dialogs_leave);
    server_fields_add(dialog, &form->server, &app->settings);
    form->id = dialog_add_field(dialog, "Id or invitation", "");
    dialog_set_note(dialog, form->id, "Leave it empty to choose from a list.");
    dialog_set_change_handler(dialog, unpack_command);
    form->name = dialog_add_field(dialog, "Your name", app->settings.name);
    dialogs_add_kept_notice(app, dialog);
    dialog_add_button(dialog, "Join", join);
    dialog_add_button(dialog, "Cancel", dialogs_leave);
    app_push_layer(app, dialog_layer(dialog));
}

/* ---- the ways to play somebody ---- */

static void play_here(App *app) {
    app_start_game_of(app, CONTROL_HUMAN, CONTROL_HUMAN);
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
    int list;
    int description[WAY_COUNT]; /* one is shown; the width is that of all */
} WaysForm;

static size_t selected_way(const Dialog *dialog, const WaysForm *form) {
    return form->first + dialog_selection(dialog, form->list);
}

static void describe_somebody(Dialog *dialog, void *context) {
    const WaysForm *form = dialog_data(dialog);
    (void)context;
    for (size_t i = form->first; i < WAY_COUNT; i++)
        dialog_set_shown(dialog, form->description[i], i == selected_way(dialog, form));
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
    dialog_set_wide(dialog);
    dialog_set_data(dialog, form, free);
    dialog_set_cancel_handler(dialog, dialogs_leave);
    dialog_set_change_handler(dialog, describe_somebody);
    form->list = dialog_add_list(dialog, (int)(WAY_COUNT - first), choose);
    dialog_set_list(dialog, form->list, names + first, WAY_COUNT - first, 0);
    for (size_t i = first; i < WAY_COUNT; i++)
        form->description[i] = dialog_add_text(dialog, ways[i].description);
    describe_somebody(dialog, app);
    dialog_add_button(dialog, "Go on", choose);
    dialog_add_button(dialog, "Cancel", dialogs_leave);
    app_push_layer(app, dialog_layer(dialog));
}

void play_somebody_open(App *app) {
    open_ways(app, "Play somebody", 0);
}

void play_somebody_open_online(App *app) {
    open_ways(app, "Play somebody online", FIRST_ONLINE);
}
