#include <config.h>

#include "tui/online/lobby_dialogs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/lobby_screen.h"

static const char *const found_by[] = {"everybody", "who has its id", NULL};

static const char *const controls[] = {
    [CONTROL_HUMAN] = "you", [CONTROL_COMPUTER] = "the computer", NULL};

static int add_control(Dialog *dialog) {
    return dialog_add_choice(dialog, "Moves made by", controls, CONTROL_HUMAN);
}

static void apply_control(const Dialog *dialog, int item, NetworkOptions *options) {
    for (int color = 0; color < COLOR_COUNT; color++)
        options->player[color].control = (PlayerControl)dialog_choice(dialog, item);
}

static bool apply_name(Dialog *dialog, int item, Settings *settings) {
    return dialogs_apply_setting(dialog, item, settings, "name", dialog_field(dialog, item));
}

/* Makes options from settings, or shows the error below an item. */
static bool make_options(Dialog *dialog, int item, const Settings *settings,
                         NetworkOptions *options) {
    Error error = {0};
    if (network_options_from_settings(settings, options, &error))
        return true;
    dialogs_set_error(dialog, item, &error);
    return false;
}

/* --- a new game --- */

typedef struct NetworkGameForm {
    int side, player, fen, found, name;
    VariantItem variants;
    ClockItems clock;
} NetworkGameForm;

static void describe_variant(Dialog *dialog, void *context) {
    const NetworkGameForm *form = dialog_data(dialog);
    (void)context;
    game_form_describe_variant(dialog, &form->variants);
}

static bool apply_form(Dialog *dialog, Settings *settings) {
    const NetworkGameForm *form = dialog_data(dialog);
    settings->is_private = dialog_choice(dialog, form->found) == 1;
    settings->variant = *game_form_variant(dialog, &form->variants);
    return game_form_get_clock(dialog, &form->clock, &settings->clock) &&
           dialogs_apply_setting(dialog, form->fen, settings, "game",
                                 dialogs_field_or(dialog, form->fen, "standard")) &&
           apply_name(dialog, form->name, settings);
}

static bool check_position(Dialog *dialog, int item, const Settings *settings) {
    Error error = {0};
    if (settings_check_game(settings, &error))
        return true;
    dialogs_set_error(dialog, item, &error);
    return false;
}

static void create(Dialog *dialog, void *context) {
    App *app = context;
    const NetworkGameForm *form = dialog_data(dialog);
    Settings *settings = memory_allocate(sizeof *settings);
    NetworkOptions options;
    *settings = app->settings;
    dialog_set_error(dialog, form->name, NULL);
    if (apply_form(dialog, settings) && check_position(dialog, form->fen, settings) &&
        make_options(dialog, form->fen, settings, &options)) {
        options.action = NETWORK_CREATE;
        options.seat = (Seat)game_form_get_side(dialog, form->side, settings->seed);
        apply_control(dialog, form->player, &options);
        app->settings = *settings;
        snprintf(app->settings.game, sizeof app->settings.game, "standard"); /* of later games */
        dialog_close(dialog);
        connect_dialog_open(app, &options);
    }
    free(settings);
}

void lobby_dialogs_new_game(LobbyScreen *screen) {
    App *app = screen->app;
    const Settings *settings = &app->settings;
    Dialog *dialog = dialog_create("New network game", app);
    NetworkGameForm *form = memory_allocate(sizeof *form);
    dialog_set_data(dialog, form, free);
    dialog_set_change_handler(dialog, describe_variant);
    form->side = dialog_add_choice(dialog, "Your side", game_form_sides, SIDE_WHITE);
    form->player = add_control(dialog);
    game_form_add_variant(dialog, &form->variants, settings, true);
    form->name = dialog_add_field(dialog, "Your name", settings->name);
    dialog_add_expander(dialog, "More", false);
    form->found = dialog_add_choice(dialog, "Can be joined by", found_by, settings->is_private);
    game_form_add_clock(dialog, &form->clock, &settings->clock);
    form->fen = dialog_add_field(dialog, "Position (FEN)", "");
    dialog_set_paste_field(dialog, form->fen);
    dialogs_add_kept_notice(app, dialog);
    dialog_add_button(dialog, "Create", create);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}

/* --- a game by its id --- */

typedef struct JoinForm {
    int id, side, player, name;
} JoinForm;

static const char *const free_sides[] = {"any that is free", "White", "Black", NULL};
static const Seat free_seats[] = {SEAT_ANY, SEAT_WHITE, SEAT_BLACK};

static void open_by_id(Dialog *dialog, App *app, NetworkAction action) {
    const JoinForm *form = dialog_data(dialog);
    NetworkOptions options;
    Error error = {0};
    dialog_set_error(dialog, form->id, NULL);
    if (!apply_name(dialog, form->name, &app->settings) ||
        !make_options(dialog, form->id, &app->settings, &options))
        return;
    if (!network_parse_id(dialog_field(dialog, form->id), &options.id, &error)) {
        dialogs_set_error(dialog, form->id, &error);
        return;
    }
    options.action = action;
    options.seat = free_seats[dialog_choice(dialog, form->side)];
    apply_control(dialog, form->player, &options);
    dialog_close(dialog);
    connect_dialog_open(app, &options);
}

static void join(Dialog *dialog, void *context) {
    open_by_id(dialog, context, NETWORK_JOIN);
}

static void watch(Dialog *dialog, void *context) {
    open_by_id(dialog, context, NETWORK_WATCH);
}

void lobby_dialogs_join(LobbyScreen *screen) {
    App *app = screen->app;
    Dialog *dialog = dialog_create("A game by its id", app);
    JoinForm *form = memory_allocate(sizeof *form);
    dialog_set_data(dialog, form, free);
    form->id = dialog_add_field(dialog, "Game id", "");
    form->side = dialog_add_choice(dialog, "Your side", free_sides, 0);
    form->player = add_control(dialog);
    form->name = dialog_add_field(dialog, "Your name", app->settings.name);
    dialogs_add_kept_notice(app, dialog);
    dialog_add_button(dialog, "Join", join);
    dialog_add_button(dialog, "Watch", watch);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}

/* --- another server --- */

typedef struct ServerForm {
    int host, port, name;
} ServerForm;

static void connect_to_server(Dialog *dialog, void *context) {
    App *app = context;
    const ServerForm *form = dialog_data(dialog);
    Settings *settings = memory_allocate(sizeof *settings);
    ServerAddress address;
    Error error = {0};
    *settings = app->settings;
    dialog_set_error(dialog, form->host, NULL);
    if (dialogs_apply_setting(dialog, form->host, settings, "host",
                              dialog_field(dialog, form->host)) &&
        dialogs_apply_setting(dialog, form->port, settings, "port",
                              dialog_field(dialog, form->port)) &&
        apply_name(dialog, form->name, settings) &&
        network_address_from_settings(settings, &address, &error)) {
        app->settings = *settings;
        dialog_close(dialog);
        if (app->lobby != NULL)
            lobby_screen_connect(app->lobby);
    } else if (error.code != ERROR_NONE) {
        dialogs_set_error(dialog, form->host, &error);
    }
    free(settings);
}

void lobby_dialogs_server(LobbyScreen *screen) {
    App *app = screen->app;
    Dialog *dialog = dialog_create("Server", app);
    ServerForm *form = memory_allocate(sizeof *form);
    char port[16];
    snprintf(port, sizeof port, "%d", app->settings.port);
    dialog_set_data(dialog, form, free);
    form->host = dialog_add_field(dialog, "Address", app->settings.host);
    form->port = dialog_add_field(dialog, "Port", port);
    form->name = dialog_add_field(dialog, "Your name", app->settings.name);
    dialog_add_button(dialog, "Connect", connect_to_server);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}
