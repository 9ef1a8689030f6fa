#include <config.h>

#include "tui/online/connect_dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "play/online/servers.h"
#include "term/dialog.h"
#include "tui/app_game.h"
#include "tui/app_loop.h"

/* ---- the question whether to trust a server whose certificate was not accepted ---- */

enum { GROUP_DIGITS = 4, GROUPS_SIZE = FINGERPRINT_SIZE + FINGERPRINT_SIZE / GROUP_DIGITS };

typedef struct TrustDialog {
    ServerAddress address; /* with the new certificate as its pin */
    TrustHandler *handler;
    void *data;
} TrustDialog;

static void trust_dialog_free(void *data) {
    TrustDialog *trust_dialog = data;
    free(trust_dialog->data);
    free(trust_dialog);
}

static void cancel(Dialog *dialog, void *context) {
    const TrustDialog *trust_dialog = dialog_data(dialog);
    dialog_close(dialog);
    trust_dialog->handler(context, false, trust_dialog->data);
}

static bool is_in_settings(const Settings *settings, const ServerAddress *address) {
    ServerList servers;
    bool found = false;
    if (!server_list_parse(settings->host, &servers, NULL))
        return false;
    for (int i = 0; i < servers.count; i++)
        found |= server_host_is_same(servers.servers[i].host, address->host);
    return found;
}

static void trust(Dialog *dialog, void *context) {
    App *app = context;
    const TrustDialog *trust_dialog = dialog_data(dialog);
    Error error = {0};
    dialog_close(dialog);
    bool remembered = tls_servers_remember(&trust_dialog->address, &error);
    if (!remembered)
        app_notify_error(app, &error);
    else if (is_in_settings(&app->settings, &trust_dialog->address))
        app->settings.fingerprint[0] = '\0'; /* that of the former certificate */
    trust_dialog->handler(app, remembered, trust_dialog->data);
}

/* Writes the digits in groups that can be compared. */
static void write_groups(const Fingerprint *fingerprint, char text[GROUPS_SIZE]) {
    char digits[FINGERPRINT_SIZE];
    fingerprint_write(fingerprint, digits);
    for (const char *at = digits; *at; at += GROUP_DIGITS)
        text +=
            snprintf(text, GROUP_DIGITS + 2, "%s%.*s", at > digits ? " " : "", GROUP_DIGITS, at);
}

static void add_problem(Dialog *dialog, const ServerAddress *address,
                        const CertificateProblem *problem) {
    char text[CERTIFICATE_TEXT_SIZE], sentence[ERROR_SENTENCE_SIZE], groups[GROUPS_SIZE];
    Error error = {0};
    certificate_describe(problem, address->host, text);
    error_set(&error, ERROR_IO, "%s", text);
    dialog_add_text(dialog, error_sentence(&error, sentence));
    dialog_add_text(dialog, "Nobody but the server's operator can tell you whether this is the "
                            "right server. Ask for the fingerprint of its certificate and compare "
                            "it with this one:");
    write_groups(&problem->fingerprint, groups);
    dialog_add_text(dialog, groups);
}

void trust_dialog_open(App *app, const UntrustedServer *untrusted, TrustHandler *handler,
                       void *data) {
    const CertificateProblem *problem = &untrusted->problem;
    Dialog *dialog = dialog_create(
        problem->fault == CERTIFICATE_CHANGED ? "Another certificate" : "Unknown certificate", app);
    TrustDialog *trust_dialog = memory_allocate(sizeof *trust_dialog);
    *trust_dialog = (TrustDialog){untrusted->address, handler, data};
    trust_dialog->address.pin = problem->fingerprint;
    dialog_set_data(dialog, trust_dialog, trust_dialog_free);
    dialog_set_cancel_handler(dialog, cancel);
    add_problem(dialog, &trust_dialog->address, problem);
    int yes = dialog_add_button(dialog, "Trust it from now on", trust);
    dialog_set_question(dialog, yes, dialog_add_button(dialog, "Cancel", cancel));
    dialog_set_reading(dialog);
    app_push_layer(app, dialog_layer(dialog));
}

/* ---- opening a network game ---- */

typedef struct ConnectDialog {
    App *app;
    NetworkOptions options;
    Network *network; /* being opened; NULL afterwards */
    Dialog *dialog;
} ConnectDialog;

/* The feature's state is a pointer to the open dialog; NULL: none. */
static ConnectDialog **open_dialog(const App *app) {
    return app_state(app, &connect_feature);
}

bool connect_dialog_is_open(const App *app) {
    return *open_dialog(app) != NULL;
}

/* Stops opening a network game, if one is being opened. */
static void stop_connecting(App *app) {
    ConnectDialog *connect_dialog = *open_dialog(app);
    if (connect_dialog == NULL)
        return;
    *open_dialog(app) = NULL;
    if (connect_dialog->network != NULL)
        network_cancel(connect_dialog->network);
    connect_dialog->network = NULL;
}

static void connect_dialog_free(void *data) {
    ConnectDialog *connect_dialog = data;
    if (*open_dialog(connect_dialog->app) == connect_dialog)
        stop_connecting(connect_dialog->app);
    free(connect_dialog);
}

static bool lobby_is_open(const App *app) {
    return !features_allow(app, ACTION_LOBBY);
}

/* Goes back to the game on the board or to the lobby, or else offers a local game. */
static void go_back(App *app) {
    if (app->session == NULL && !lobby_is_open(app))
        app_start_new_game(app);
}

static void on_cancel(Dialog *dialog, void *context) {
    dialog_close(dialog);
    go_back(context);
}

/* ---- failure ---- */

static void retry(Dialog *dialog, void *context) {
    dialog_close(dialog);
    connect_dialog_open(context, dialog_data(dialog));
}

static void open_lobby(Dialog *dialog, void *context) {
    dialog_close(dialog);
    action_run(context, ACTION_LOBBY);
}

static void offer_retry(App *app, const NetworkOptions *options, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    Dialog *dialog = dialog_create("Network game", app);
    NetworkOptions *copy = memory_allocate(sizeof *copy);
    *copy = *options;
    dialog_set_data(dialog, copy, free);
    dialog_set_cancel_handler(dialog, on_cancel);
    dialog_add_text(dialog, error_sentence(error, text));
    if (error->code == ERROR_IO)
        dialog_add_text(dialog, "Check the address and the port, and that the server is running: "
                                "an invitation ends when the program that invited you ends.");
    if (error->code == ERROR_IO && options->action == NETWORK_JOIN)
        dialog_add_text(dialog, "The server's lobby keeps the game among yours: join it later.");
    dialog_add_button(dialog, "Try again", retry);
    if (!lobby_is_open(app))
        dialog_add_button(dialog, "Lobby", open_lobby);
    dialog_add_button(dialog, "Cancel", on_cancel);
    dialog_set_reading(dialog);
    app_push_layer(app, dialog_layer(dialog));
}

/* Opens the game, or leaves it like a cancelled dialog. */
static void on_trust(App *app, bool trusted, void *data) {
    NetworkOptions *options = data;
    for (int i = 0; i < options->servers.count; i++)
        options->servers.servers[i].pin.known = false; /* the trusted one is known by now */
    if (trusted)
        connect_dialog_open(app, options);
    else
        go_back(app);
}

/* ---- a game on the user's own server, which is started for it ---- */

/* A game to open on the user's own server when that runs. */
typedef struct OwnServerGame {
    App *app;
    OwnServerPlace place;
    NetworkOptions options;
    Dialog *dialog; /* shows that the server starts */
} OwnServerGame;

static void cancel_start(Dialog *dialog, void *context) {
    App *app = context;
    own_server_cancel(app);
    dialog_close(dialog);
    if (app->session == NULL)
        app_start_new_game(app);
}

static void on_server_ready(void *context, const Error *error) {
    const OwnServerGame *game = context;
    App *app = game->app;
    NetworkOptions options = game->options;
    OwnServerPlace place;
    dialog_close(game->dialog);
    layers_free_closed(&app->layers); /* frees the game */
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

bool connect_dialog_open_here(App *app, const OwnServerPlace *place, const NetworkOptions *options,
                              Error *error) {
    OwnServerGame *game = memory_allocate(sizeof *game);
    *game = (OwnServerGame){.app = app, .place = *place, .options = *options};
    if (!own_server_start(app, place, on_server_ready, game, error)) {
        free(game);
        return false;
    }
    game->dialog = dialog_create("Invite somebody", app);
    dialog_set_data(game->dialog, game, free);
    dialog_set_cancel_handler(game->dialog, cancel_start);
    dialog_add_text(game->dialog, "Starting the server on this computer ...");
    dialog_add_button(game->dialog, "Cancel", cancel_start);
    app_push_layer(app, dialog_layer(game->dialog));
    return true;
}

static void start_open(Dialog *dialog, void *context) {
    App *app = context;
    const OwnServerGame *game = dialog_data(dialog);
    Error error = {0};
    dialog_close(dialog);
    if (!connect_dialog_open_here(app, &game->place, &game->options, &error))
        app_notify_error(app, &error);
}

/* Asks before a game goes on to which other computers could connect. */
static void ask_to_open(App *app, const OwnServerPlace *place, const NetworkOptions *options) {
    OwnServerGame *game = memory_allocate(sizeof *game);
    Dialog *dialog = dialog_create("Let others connect?", app);
    *game = (OwnServerGame){.app = app, .place = *place, .options = *options};
    dialog_set_data(dialog, game, free);
    dialog_set_cancel_handler(dialog, on_cancel);
    dialog_add_text(dialog, "Until you quit, Congo will accept connections from every network of "
                            "this computer. Anyone who can reach it can then start their own games "
                            "here, but needs the id to join yours. Connections are not encrypted.");
    int yes = dialog_add_button(dialog, "Accept connections", start_open);
    dialog_set_question(dialog, yes, dialog_add_button(dialog, "Cancel", on_cancel));
    app_push_layer(app, dialog_layer(dialog));
}

/* Starts the server again that had an address, after asking if other computers can connect, and
 * then opens a game there. Returns false if it never had the address, or if it runs. */
static bool restart_own_server(App *app, const NetworkOptions *options) {
    OwnServerPlace place;
    Error error = {0};
    if (own_server_is_running(app, &place) || !own_server_was_at(app, &options->servers, &place))
        return false;
    if (place.others)
        ask_to_open(app, &place, options);
    return place.others || connect_dialog_open_here(app, &place, options, &error);
}

/* ---- connecting ---- */

static void on_opened(void *context, SessionSetup *setup, const Error *error,
                      const UntrustedServer *untrusted) {
    ConnectDialog *connect_dialog = context;
    App *app = connect_dialog->app;
    NetworkOptions options = connect_dialog->options;
    Error failure = *error;
    connect_dialog->network = NULL;
    dialog_close(connect_dialog->dialog);
    layers_free_closed(&app->layers); /* frees connect_dialog */
    bool started = setup != NULL && app_start_game(app, setup, &failure);
    if (!started && untrusted != NULL) {
        NetworkOptions *copy = memory_allocate(sizeof *copy);
        *copy = options;
        trust_dialog_open(app, untrusted, on_trust, copy);
    } else if (!started && !restart_own_server(app, &options)) {
        offer_retry(app, &options, &failure);
    }
    layers_free_closed(&app->layers);
    app_invalidate(app);
}

void connect_dialog_open(App *app, const NetworkOptions *options) {
    char server[SERVER_ADDRESS_SIZE], text[SERVER_ADDRESS_SIZE + 32];
    if (connect_dialog_is_open(app)) { /* one at a time */
        Dialog *before = (*open_dialog(app))->dialog;
        stop_connecting(app);
        dialog_close(before);
    }
    ConnectDialog *connect_dialog = memory_allocate(sizeof *connect_dialog);
    Dialog *dialog = dialog_create("Network game", app);
    connect_dialog->app = app;
    connect_dialog->options = *options;
    connect_dialog->dialog = dialog;
    dialog_set_data(dialog, connect_dialog, connect_dialog_free);
    dialog_set_cancel_handler(dialog, on_cancel);
    server_address_write(&options->servers.servers[0], server);
    if (options->servers.count > 1)
        snprintf(text, sizeof text, "Reaching one of %d servers ...", options->servers.count);
    else
        snprintf(text, sizeof text, "Reaching %s ...", server);
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, "Cancel", on_cancel);
    *open_dialog(app) = connect_dialog;
    app_push_layer(app, dialog_layer(dialog));
    connect_dialog->network =
        network_open(&app->loop, &app->settings, options, on_opened, connect_dialog);
}

static Beginning begin(App *app, const Occasion *occasion, Error *error) {
    (void)error;
    if (occasion->type != OCCASION_PROGRAM || app->network_options == NULL)
        return BEGINNING_NONE;
    connect_dialog_open(app, app->network_options);
    return BEGINNING_SHOWN;
}

const Feature connect_feature = {
    .state_size = sizeof(ConnectDialog *),
    .begin = begin,
    .close = stop_connecting,
};
