#include <config.h>

#include "tui/online/lobby_dialogs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/online/clock_choice.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/lobby_screen.h"
#include "tui/online/server_fields.h"

/* Who may take the free seat. */
typedef enum Guests { GUESTS_ALL, GUESTS_WITH_ID, GUESTS_INVITED } Guests;

static const char *const guests[] = {
    [GUESTS_ALL] = "everybody",
    [GUESTS_WITH_ID] = "whoever has its id",
    [GUESTS_INVITED] = "a guest you invite",
    NULL,
};
static const char *const guest_notes[] = {
    [GUESTS_ALL] = "",
    [GUESTS_WITH_ID] = "It is in no list.",
    [GUESTS_INVITED] = "The seat is kept: you get an invitation to pass on.",
};

/* How long a player may be away before the opponent can claim the game. */
static const struct {
    const char *name;
    int minutes;
} claims[] = {
    {"the game waits", 0},          {"claim after 2 minutes", 2},
    {"claim after 5 minutes", 5},   {"claim after 10 minutes", 10},
    {"claim after 30 minutes", 30}, {"claim after an hour", 60},
    {"claim after a day", 24 * 60}, {"claim after 3 days", 3 * 24 * 60},
};
enum { CLAIM_COUNT = sizeof claims / sizeof claims[0] };

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
    int side, guests, name, player, claim, fen;
    int other_claim; /* minutes that are not among the claims */
    VariantItem variants;
    ClockChoice clock;
} NetworkGameForm;

/* Adds the choice, which begins at the minutes of the settings, whatever they are. */
static void add_claim(Dialog *dialog, NetworkGameForm *form, int minutes) {
    const char *names[CLAIM_COUNT + 2] = {NULL};
    char other[48];
    int chosen = 0;
    for (int i = 0; i < CLAIM_COUNT; i++)
        names[i] = claims[i].name;
    while (chosen < CLAIM_COUNT && claims[chosen].minutes != minutes)
        chosen++;
    form->other_claim = minutes;
    snprintf(other, sizeof other, "claim after %d minute%s", minutes, text_plural((size_t)minutes));
    if (chosen == CLAIM_COUNT)
        names[CLAIM_COUNT] = other;
    form->claim = dialog_add_choice(dialog, "If one is away", names, chosen);
}

static int claim_minutes(const Dialog *dialog, const NetworkGameForm *form) {
    int chosen = dialog_choice(dialog, form->claim);
    return chosen < CLAIM_COUNT ? claims[chosen].minutes : form->other_claim;
}

static void describe(Dialog *dialog, void *context) {
    const NetworkGameForm *form = dialog_data(dialog);
    (void)context;
    clock_choice_update(dialog, &form->clock);
    dialog_set_note(dialog, form->guests, guest_notes[dialog_choice(dialog, form->guests)]);
    dialog_set_note(dialog, form->claim,
                    dialog_choice(dialog, form->claim) == 0
                        ? ""
                        : "The other player can then claim the game, and wins.");
    game_form_describe_variant(dialog, &form->variants);
}

static bool apply_form(Dialog *dialog, Settings *settings) {
    const NetworkGameForm *form = dialog_data(dialog);
    Guests chosen = (Guests)dialog_choice(dialog, form->guests);
    settings->is_private = chosen == GUESTS_WITH_ID;
    settings->invites = chosen == GUESTS_INVITED;
    settings->claim_minutes = claim_minutes(dialog, form);
    settings->variant = *game_form_variant(dialog, &form->variants);
    return clock_choice_get(dialog, &form->clock, &settings->clock) &&
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
    Guests chosen = settings->invites      ? GUESTS_INVITED
                    : settings->is_private ? GUESTS_WITH_ID
                                           : GUESTS_ALL;
    dialog_set_data(dialog, form, free);
    form->side = dialog_add_choice(dialog, "Your side", game_form_sides, SIDE_WHITE);
    clock_choice_add(dialog, &form->clock, &settings->clock);
    form->guests = dialog_add_choice(dialog, "Can be joined by", guests, (int)chosen);
    form->name = dialog_add_field(dialog, "Your name", settings->name);
    dialog_add_expander(dialog, "More", false);
    game_form_add_variant(dialog, &form->variants, settings, true);
    add_claim(dialog, form, settings->claim_minutes);
    form->player = add_control(dialog);
    form->fen = dialog_add_field(dialog, "Position (FEN)", "");
    dialog_set_paste_field(dialog, form->fen);
    dialogs_add_kept_notice(app, dialog);
    dialog_add_button(dialog, "Create", create);
    dialog_add_button(dialog, "Cancel", NULL);
    dialog_set_change_handler(dialog, describe);
    describe(dialog, app);
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
    if (!network_parse_id(dialog_field(dialog, form->id), &options.id, &options.invitation,
                          &error)) {
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
    form->id = dialog_add_field(dialog, "Id or invitation", "");
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
    ServerFields server;
    int name;
} ServerForm;

static void connect_to_server(Dialog *dialog, void *context) {
    App *app = context;
    const ServerForm *form = dialog_data(dialog);
    Settings *settings = memory_allocate(sizeof *settings);
    ServerList servers;
    Error error = {0};
    *settings = app->settings;
    dialog_set_error(dialog, form->server.host, NULL);
    if (server_fields_apply(dialog, &form->server, settings) &&
        apply_name(dialog, form->name, settings) &&
        network_servers_from_settings(settings, &servers, &error)) {
        app->settings = *settings;
        dialog_close(dialog);
        if (app->lobby != NULL)
            lobby_screen_connect(app->lobby);
    } else if (error.code != ERROR_NONE) {
        dialogs_set_error(dialog, form->server.host, &error);
    }
    free(settings);
}

void lobby_dialogs_server(LobbyScreen *screen) {
    App *app = screen->app;
    Dialog *dialog = dialog_create("Server", app);
    ServerForm *form = memory_allocate(sizeof *form);
    dialog_set_data(dialog, form, free);
    server_fields_add(dialog, &form->server, &app->settings);
    form->name = dialog_add_field(dialog, "Your name", app->settings.name);
    dialog_add_button(dialog, "Connect", connect_to_server);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}
