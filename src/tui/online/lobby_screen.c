#include <config.h>

#include "tui/online/lobby_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "term/frame.h"
#include "tui/app_loop.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/help.h"
#include "tui/online/connect_dialog.h"
#include "tui/online/waiting.h"

/* The feature's state is a pointer to the open lobby; NULL: none. */
static LobbyScreen **open_lobby(const App *app) {
    return app_state(app, &lobby_feature);
}

/* What an action does in the lobby, and its hint; no hint if `word` is "". */
typedef struct LobbyBinding {
    Action action;
    const char *word;
    void (*act)(LobbyScreen *screen);
} LobbyBinding;

static void lobby_screen_connect(LobbyScreen *screen);

/* ---- dialogs ---- */

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

/* ---- a new game ---- */

typedef struct NetworkGameForm {
    int side, guests, name, player, claim, fen;
    int other_claim; /* minutes that are not among the claims */
    VariantItem variants;
    ClockChoice clock;
} NetworkGameForm;

/* Adds the choice, which begins at the minutes of the settings, whatever they are. */
static void add_claim(Dialog *dialog, NetworkGameForm *form, int minutes) {
    const char *names[CLAIM_COUNT + 2] = {NULL};
    char other[48], limit[TEXT_DURATION_SIZE];
    int chosen = 0;
    for (int i = 0; i < CLAIM_COUNT; i++)
        names[i] = claims[i].name;
    while (chosen < CLAIM_COUNT && claims[chosen].minutes != minutes)
        chosen++;
    form->other_claim = minutes;
    if (chosen == CLAIM_COUNT) {
        text_write_exact_duration(60 * minutes, limit);
        snprintf(other, sizeof other, "claim after %s", limit);
        names[CLAIM_COUNT] = other;
    }
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

/* Asks for the options of a new network game. */
static void act_new_game(LobbyScreen *screen) {
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

/* ---- a game by its id ---- */

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

/* Asks for the id of a game to join or to watch. */
static void act_join(LobbyScreen *screen) {
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

/* ---- another server ---- */

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
        if (*open_lobby(app) != NULL)
            lobby_screen_connect(*open_lobby(app));
    } else if (error.code != ERROR_NONE) {
        dialogs_set_error(dialog, form->server.host, &error);
    }
    free(settings);
}

/* Asks for another server. */
static void act_server(LobbyScreen *screen) {
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

/* ---- the screen ---- */

enum {
    WIDTH_MAX = 92,
    ROOMY_LINES = 20, /* a screen of this height has blank lines between the lists */
    REFRESH_SECONDS = 4
};

/* A player without a name is named by the side. */
static const char *player_name(const LobbyGame *game, Color color) {
    return game->player[color][0] != '\0' ? game->player[color] : color_name(color);
}

static int frame_width(void) {
    return draw_columns() < WIDTH_MAX + 6 ? draw_columns() : WIDTH_MAX;
}

/* ---- rows ---- */

static LobbyRow *add_row(LobbyScreen *screen, LobbyRowType type, LobbySection section) {
    screen->rows = memory_resize(screen->rows, screen->list.count + 1, sizeof *screen->rows);
    LobbyRow *row = &screen->rows[screen->list.count++];
    memset(row, 0, sizeof *row);
    row->type = type;
    row->section = section;
    return row;
}

/* Adds a title, with a blank line above it if there is room. */
static LobbyRow *add_title(LobbyScreen *screen, LobbySection section) {
    if (screen->list.count > 0 && draw_lines() >= ROOMY_LINES)
        add_row(screen, ROW_REMARK, section);
    return add_row(screen, ROW_TITLE, section);
}

/* Adds what stands in place of a list, with keys as in action_expand_keys(). It is broken where the
 * screen is narrow. */
static void add_remark(LobbyScreen *screen, LobbySection section, const char *format) {
    size_t width = (size_t)(frame_width() - 2 * frame_margin(frame_width()) - LIST_MARK);
    char remark[128];
    const char *text = action_expand_keys(screen->app, format, remark, sizeof remark);
    while (*text != '\0') {
        LobbyRow *row = add_row(screen, ROW_REMARK, section);
        size_t length = strlen(text), cut = length;
        if (length > width)
            for (cut = width; cut > 1 && text[cut] != ' ';)
                cut--;
        snprintf(row->text, sizeof row->text, "%.*s", (int)cut, text);
        text += cut + (text[cut] == ' ');
    }
}

/* ---- my games ---- */

/* The order of the user's own games: what waits for the user is first. */
static int own_rank(const OwnGame *game) {
    if (own_game_waits_for_user(game))
        return 0;
    return game->state == OWN_GAME_OVER || game->state == OWN_GAME_GONE ? 2 : 1;
}

enum { OWN_RANKS = 3 };

static void add_own(LobbyScreen *screen) {
    OwnGameList list = lobby_own_games(screen->lobby);
    if (list.count == 0 && draw_lines() < ROOMY_LINES)
        return;
    LobbyRow *title = add_title(screen, LOBBY_OWN);
    size_t title_row = screen->list.count - 1, waiting = 0;
    snprintf(title->text, sizeof title->text, "My games");
    if (list.count == 0)
        add_remark(screen, LOBBY_OWN, "None on this server yet: {new} makes one.");
    for (int rank = 0; rank < OWN_RANKS; rank++)
        for (size_t i = 0; i < list.count; i++) {
            if (own_rank(&list.games[i]) != rank)
                continue;
            LobbyRow *row = add_row(screen, ROW_GAME, LOBBY_OWN);
            row->own = list.games[i];
            row->game = list.games[i].game;
            waiting += rank == 0;
        }
    title = &screen->rows[title_row];
    if (waiting > 0)
        text_append(title->text, sizeof title->text, " (%zu wait%s for you)", waiting,
                    waiting == 1 ? "s" : "");
}

/* ---- the server's games ---- */

static void add_list(LobbyScreen *screen, LobbySection section, ListChoice choice,
                     const char *title, const char *none) {
    LobbyList list = lobby_list(screen->lobby, choice);
    LobbyRow *row = add_title(screen, section);
    snprintf(row->text, sizeof row->text, "%s", title);
    if (list.count > 0)
        text_append(row->text, sizeof row->text, " (%zu)", list.count);
    else
        add_remark(screen, section,
                   list.loaded                      ? none
                   : lobby_is_online(screen->lobby) ? "Asking the server ..."
                                                    : "Not known yet.");
    for (size_t i = 0; i < list.count; i++)
        add_row(screen, ROW_GAME, section)->game = list.games[i];
}

static bool is_game(const LobbyScreen *screen, size_t row) {
    return row < screen->list.count && screen->rows[row].type == ROW_GAME;
}

/* Selects the previously selected game, or the nearest one if it has gone. */
static void select_again(LobbyScreen *screen, const LobbyRow *before) {
    size_t nearest = screen->list.count;
    for (size_t i = 0; i < screen->list.count; i++) {
        const LobbyRow *row = &screen->rows[i];
        if (row->type != ROW_GAME)
            continue;
        if (before->type == ROW_GAME && strcmp(row->game.id.text, before->game.id.text) == 0) {
            screen->list.selected = i;
            if (row->section == before->section)
                return;
            nearest = i;
        }
        if (nearest == screen->list.count ||
            (before->type != ROW_GAME && i <= screen->list.selected))
            nearest = i;
    }
    screen->list.selected = nearest;
}

void lobby_screen_update_rows(LobbyScreen *screen) {
    LobbyRow before = {.type = ROW_TITLE};
    if (screen->lobby == NULL)
        return;
    if (is_game(screen, screen->list.selected))
        before = screen->rows[screen->list.selected];
    screen->list.count = 0;
    screen->lines = draw_lines();
    screen->columns = draw_columns();
    add_own(screen);
    add_list(screen, LOBBY_OPEN, LIST_OPEN, "Open games", "No open games: {new} makes one.");
    if (lobby_list(screen->lobby, LIST_OPEN).loaded)
        add_remark(screen, LOBBY_OPEN,
                   "private: paste the invitation, or type it after {lobby-join}.");
    add_list(screen, LOBBY_LIVE, LIST_LIVE, "Live games", "Nobody is playing.");
    select_again(screen, &before);
}

/* ---- the selection ---- */

/* Moves the selection by a number of games, up to the first or last one. */
static void move_selection(LobbyScreen *screen, int by) {
    int step = by < 0 ? -1 : 1;
    List *list = &screen->list;
    for (long row = (long)list->selected + step; by != 0 && row >= 0 && row < (long)list->count;
         row += step)
        if (is_game(screen, (size_t)row)) {
            list->selected = (size_t)row;
            by -= step;
        }
}

const LobbyRow *lobby_screen_selected_row(const LobbyScreen *screen) {
    return is_game(screen, screen->list.selected) ? &screen->rows[screen->list.selected] : NULL;
}

/* ---- the sentence about it ---- */

static void append_keys(const LobbyScreen *screen, const char *format, char *text, size_t size) {
    size_t used = strlen(text);
    action_expand_keys(screen->app, format, text + used, size - used);
}

static void describe_open(const LobbyScreen *screen, const LobbyGame *game, char *text,
                          size_t size) {
    Color free_side = game->taken[WHITE] ? BLACK : WHITE;
    const char *waits = player_name(game, color_other(free_side));
    if (game->taken[color_other(free_side)])
        snprintf(text, size, "%s waits for somebody to play %s: ", waits, color_name(free_side));
    else
        snprintf(text, size, "Both sides are free: ");
    append_keys(screen,
                game->taken[color_other(free_side)]
                    ? "{select} joins, {lobby-watch} watches."
                    : "{select} plays White, {lobby-watch} watches.",
                text, size);
}

/* "Ada plays White, Bo plays Black: Enter watches." */
static void describe_live(const LobbyScreen *screen, const LobbyGame *game, char *text,
                          size_t size) {
    text[0] = '\0';
    for (int color = 0; color < COLOR_COUNT; color++)
        if (game->player[color][0] != '\0')
            text_append(text, size, "%s%s plays %s", text[0] != '\0' ? ", " : "",
                        game->player[color], color_name((Color)color));
    if (text[0] == '\0')
        snprintf(text, size, "White plays against Black");
    append_keys(screen, ": {select} watches.", text, size);
}

static void describe_own(const LobbyScreen *screen, const OwnGame *game, char *text, size_t size) {
    char clause[OWN_GAME_WORDS_SIZE];
    own_game_clause(game, NULL, clause);
    if (game->state == OWN_GAME_OVER && !own_game_waits_for_user(game)) {
        snprintf(text, size, "%s%s%s", game->outcome.result != RESULT_OPEN ? clause : "",
                 game->outcome.result != RESULT_OPEN ? ". " : "", outcome_sentence(game->outcome));
        append_keys(screen, " {select} shows the game, {lobby-remove} removes it from the list.",
                    text, size);
        return;
    }
    snprintf(text, size, "%s", clause);
    append_keys(screen,
                game->state == OWN_GAME_GONE ? ": {lobby-remove} removes it from the list."
                                             : ": {select} opens the game.",
                text, size);
}

void lobby_screen_describe_selection(const LobbyScreen *screen, char *text, size_t size) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    text[0] = '\0';
    if (row == NULL) {
        append_keys(screen, "{new} makes a new game, {lobby-join} goes to one by its id.", text,
                    size);
    } else if (row->section == LOBBY_OWN) {
        describe_own(screen, &row->own, text, size);
    } else if (row->section == LOBBY_OPEN) {
        describe_open(screen, &row->game, text, size);
    } else {
        describe_live(screen, &row->game, text, size);
    }
}

static void set_message(LobbyScreen *screen, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    snprintf(screen->message, sizeof screen->message, "%s", error_sentence(error, text));
}

/* ---- the server ---- */

static void on_trust(App *app, bool trusted, void *data) {
    (void)data;
    if (trusted && *open_lobby(app) != NULL)
        lobby_screen_connect(*open_lobby(app));
}

static void on_lobby_change(void *context, Lobby *lobby) {
    LobbyScreen *screen = context;
    const UntrustedServer *untrusted = lobby_untrusted_server(lobby);
    lobby_screen_update_rows(screen);
    if (untrusted != NULL && !screen->asked_for_trust)
        trust_dialog_open(screen->app, untrusted, on_trust, NULL);
    screen->asked_for_trust |= untrusted != NULL;
    app_invalidate(screen->app);
}

/* Connects to the server that the settings name. */
static void lobby_screen_connect(LobbyScreen *screen) {
    App *app = screen->app;
    Error error = {0};
    lobby_free(screen->lobby);
    screen->asked_for_trust = false;
    if (!network_servers_from_settings(&app->settings, &screen->servers, &error))
        set_message(screen, &error);
    screen->lobby = lobby_create(&app->loop, &screen->servers, on_lobby_change, screen);
    screen->seconds_since_refresh = 0;
    lobby_screen_update_rows(screen);
    app_loop_start_tick(app);
    app_invalidate(app);
}

/* ---- actions ---- */

/* Returns whether a game of this server is the one on the board. */
static bool is_on_board(const LobbyScreen *screen, const GameId *id) {
    NetworkView view;
    const Session *game = app_game(screen->app);
    return game != NULL && network_view(game, &view) && strcmp(view.id.text, id->text) == 0 &&
           server_list_is_same(network_servers(game), &screen->servers);
}

static void act_leave(LobbyScreen *screen) {
    App *app = screen->app;
    lobby_screen_close(app);
    if (app->session == NULL)
        app_start_new_game(app);
}

static void act_home(LobbyScreen *screen) {
    App *app = screen->app;
    lobby_screen_close(app);
    action_run(app, ACTION_WELCOME);
}

static void open_game(LobbyScreen *screen, NetworkAction action) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    NetworkOptions options;
    Error error = {0};
    if (row == NULL) {
        snprintf(screen->message, sizeof screen->message, "There is no game to choose.");
        return;
    }
    if (is_on_board(screen, &row->game.id)) {
        act_leave(screen);
        return;
    }
    if (row->section == LOBBY_OWN && row->own.saved->in_use) {
        snprintf(screen->message, sizeof screen->message,
                 "Another window of yours has that game on its board.");
        return;
    }
    if (!network_options_from_settings(&screen->app->settings, &options, &error)) {
        set_message(screen, &error);
        return;
    }
    options.action = action;
    options.id = row->game.id;
    options.seat = SEAT_ANY;
    if (row->section == LOBBY_OWN)
        network_options_use_seat(&options, row->own.saved);
    options.action = action;
    connect_dialog_open(screen->app, &options);
}

static void act_enter(LobbyScreen *screen) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    if (row == NULL)
        act_join(screen);
    else
        open_game(screen, row->section == LOBBY_LIVE ? NETWORK_WATCH : NETWORK_JOIN);
}

static void act_watch(LobbyScreen *screen) {
    open_game(screen, NETWORK_WATCH);
}

static void act_refresh(LobbyScreen *screen) {
    lobby_refresh(screen->lobby);
    lobby_screen_update_rows(screen);
    screen->seconds_since_refresh = 0;
}

static void delete_game(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    saved_seat_delete(dialog_data(dialog));
    if (*open_lobby(app) != NULL)
        act_refresh(*open_lobby(app));
}

/* Deletes the key of one's own game. */
static void act_delete(LobbyScreen *screen) {
    const LobbyRow *row = lobby_screen_selected_row(screen);
    if (row == NULL || row->section != LOBBY_OWN) {
        snprintf(screen->message, sizeof screen->message, "Only games of yours can be deleted.");
        return;
    }
    if (row->own.saved->in_use) {
        snprintf(screen->message, sizeof screen->message, "That game is on a board.");
        return;
    }
    SavedSeat *seat = memory_allocate(sizeof *seat);
    *seat = *row->own.saved;
    bool ended = row->own.state == OWN_GAME_OVER || row->own.state == OWN_GAME_GONE;
    dialogs_confirm(screen->app, "Delete",
                    ended ? "Is this game no longer listed here?"
                          : "You lose your seat in this game for good.",
                    "Delete", delete_game, seat);
}

static void act_help(LobbyScreen *screen) {
    help_open(screen->app, NULL);
}

/* ---- keys ---- */

/* Hints in order of usefulness: a small screen shows the first that fit. */
static const LobbyBinding bindings[] = {
    {ACTION_SELECT, "open", act_enter},
    {ACTION_ESCAPE, "back", act_leave},
    {ACTION_LOBBY_WATCH, "watch", act_watch},
    {ACTION_NEW, "new", act_new_game},
    {ACTION_LOBBY_JOIN, "by id", act_join},
    {ACTION_LOBBY_SERVER, "server", act_server},
    {ACTION_LOBBY_REMOVE, "remove", act_delete},
    {ACTION_WELCOME, "home", act_home},
    {ACTION_LOBBY_REFRESH, "", act_refresh},
    {ACTION_LOBBY, "", act_leave},
    {ACTION_QUIT, "", act_leave},
    {ACTION_HELP, "", act_help},
};

enum { BINDING_COUNT = sizeof bindings / sizeof bindings[0] };

static void lobby_screen_key(Layer *layer, Key key) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    Action action = keymap_action_on(&screen->app->keymap, GROUP_LOBBY, key);
    screen->message[0] = '\0';
    for (size_t i = 0; i < BINDING_COUNT; i++)
        if (bindings[i].action == action) {
            bindings[i].act(screen);
            return;
        }
    Key moves = action == ACTION_DOWN || action == ACTION_NEXT     ? K_DOWN
                : action == ACTION_UP || action == ACTION_PREVIOUS ? K_UP
                                                                   : key;
    int by = list_key_rows(moves, screen->list.area.height);
    if (by != 0)
        move_selection(screen, by);
    else
        snprintf(screen->message, sizeof screen->message, "That key does nothing in the lobby.");
}

/* Selects a game with the first click and opens it with the second one. */
static void lobby_screen_mouse(Layer *layer, MouseEvent mouse) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    size_t row;
    screen->message[0] = '\0';
    if (mouse.kind != MOUSE_CLICK)
        move_selection(screen, mouse.kind == MOUSE_WHEEL_UP ? -LIST_WHEEL_ROWS : LIST_WHEEL_ROWS);
    else if (!list_hit(&screen->list, mouse.y, mouse.x, &row) || !is_game(screen, row))
        return;
    else if (row == screen->list.selected)
        act_enter(screen);
    else
        screen->list.selected = row;
}

/* Pastes the text, or the id in the command of an invitation, into the dialog for a game id. */
static void lobby_screen_paste(Layer *layer, const char *text) {
    static const char option[] = "--game=";
    App *app = ((LobbyScreen *)layer)->app;
    const char *id = strstr(text, option);
    char *pasted = memory_strdup(id != NULL ? id + strlen(option) : text);
    pasted[strcspn(pasted, " \n")] = '\0';
    act_join((LobbyScreen *)layer);
    if (layers_top(&app->layers) != layer)
        layers_paste(&app->layers, pasted);
    free(pasted);
}

/* ---- drawing ---- */

enum {
    HEIGHT_MAX = 40,
    HEIGHT_MIN = 20,
    AROUND_LIST = 8, /* lines of the frame, the sentence and blank lines */
    WIDE = 56,       /* a box of this inner width has columns for variant, clock and moves ... */
    WIDER = 70,      /* ... and this one has clocks in words */
    ROOMY = 14,      /* a box of this inner height has blank lines */
    ID_COLUMN = GAME_ID_LENGTH + 2,
    VARIANT_COLUMN = 10,
    CLOCK_COLUMN = 10,
    WIDE_CLOCK_COLUMN = 15,
    MOVES_COLUMN = 9,
    OPPONENT_COLUMN = 20,
    NARROW_OPPONENT_COLUMN = 11,
    STATE_COLUMN = 29, /* "their move, 119 minutes left" */
    SENTENCE_ROOM = 1024
};

/* ---- rows ---- */

static const char *player_text(const LobbyGame *game, Color color) {
    if (!game->taken[color])
        return "(free)";
    return player_name(game, color);
}

/* Writes the players; in a narrow box only the one waiting for an opponent. */
static void write_players(const LobbyRow *row, bool wide, char *text, size_t size) {
    if (!wide && row->section == LOBBY_OPEN && row->game.taken[WHITE] != row->game.taken[BLACK])
        snprintf(text, size, "%s", player_text(&row->game, row->game.taken[WHITE] ? WHITE : BLACK));
    else
        snprintf(text, size, "%s - %s", player_text(&row->game, WHITE),
                 player_text(&row->game, BLACK));
}

/* Draws a text in a column and moves `line` to the next column. */
static void put_column(Rect *line, int width, UiRole role, const char *text) {
    int room = width < line->width ? width : line->width;
    draw_text(line->y, line->x, room - 1, role, text);
    line->x += room;
    line->width -= room;
}

/* Draws the opponent, how the game stands, the clock and the id. */
static void draw_own(const OwnGame *game, Rect line, UiRole role) {
    char text[OWN_GAME_WORDS_SIZE], clock[CLOCK_WORDS_SIZE];
    bool wide = line.width >= WIDE;
    put_column(&line, wide ? OPPONENT_COLUMN : NARROW_OPPONENT_COLUMN, role,
               own_game_opponent(game, text)[0] != '\0' ? text : game->game.id.text);
    own_game_state(game, wide, text);
    if (!wide || game->state == OWN_GAME_UNKNOWN || game->state == OWN_GAME_GONE) {
        draw_text(line.y, line.x, line.width, role, text);
        return;
    }
    put_column(&line, STATE_COLUMN, role, text);
    clock_choice_words(&game->game.clock, game->game.per_move, true, clock);
    put_column(&line, WIDE_CLOCK_COLUMN, role, clock);
    draw_text(line.y, line.x, line.width, role, game->game.id.text);
}

static void draw_game(const LobbyRow *row, Rect line, UiRole role) {
    char players[2 * NAME_MAX_BYTES + 16], text[CLOCK_WORDS_SIZE];
    bool wide = line.width >= WIDE, wider = line.width >= WIDER;
    put_column(&line, wide ? ID_COLUMN : GAME_ID_LENGTH + 1, role, row->game.id.text);
    if (wide) {
        put_column(&line, VARIANT_COLUMN, role, row->game.variant);
        clock_choice_words(&row->game.clock, row->game.per_move, wider, text);
        put_column(&line, wider ? WIDE_CLOCK_COLUMN : CLOCK_COLUMN, role, text);
        /* a server tells how far a game is from time to time only */
        snprintf(text, sizeof text, "move %u+", (unsigned)(row->game.ply / 2 + 1));
        put_column(&line, MOVES_COLUMN, role, row->section == LOBBY_LIVE ? text : "new");
    }
    write_players(row, wide, players, sizeof players);
    draw_text(line.y, line.x, line.width, role, players);
}

static void draw_row(const void *context, size_t number, Rect line, UiRole role) {
    const LobbyScreen *screen = context;
    const LobbyRow *row = &screen->rows[number];
    if (row->type == ROW_TITLE)
        draw_text(line.y, line.x - LIST_MARK, line.width + LIST_MARK, ROLE_TITLE, row->text);
    else if (row->type == ROW_REMARK)
        draw_text(line.y, line.x, line.width, role, row->text);
    else if (row->section == LOBBY_OWN)
        draw_own(&row->own, line, role);
    else
        draw_game(row, line, role);
    if (number == screen->list.selected)
        draw_place_cursor(line.y, line.x);
}

/* Draws the rows. The title above the first game of a list is in sight with it. */
static void draw_list(LobbyScreen *screen, Rect area, int border) {
    List *list = &screen->list;
    list_arrange(list, area);
    if (list->top > 0 && list->top == list->selected && list->area.height > 1 &&
        screen->rows[list->top - 1].type == ROW_TITLE)
        list->top--;
    list_draw(list, ROLE_DIALOG, border, draw_row, screen);
}

/* ---- the frame ---- */

static void write_connection(const LobbyScreen *screen, char *text, size_t size) {
    const char *trouble = lobby_error_text(screen->lobby);
    int retry_s = lobby_retry_s(screen->lobby);
    if (lobby_is_online(screen->lobby))
        snprintf(text, size, "%s", trouble);
    else if (trouble[0] == '\0')
        snprintf(text, size, "Reaching the server ...");
    else if (retry_s > 0)
        snprintf(text, size, "%s Next attempt in %d s.", trouble, retry_s);
    else
        snprintf(text, size, "%s%s", trouble, retry_s == 0 ? " Trying again." : "");
}

/* Writes the message, the state of the connection, or what is selected. */
static UiRole write_sentence(const LobbyScreen *screen, char *text, size_t size) {
    write_connection(screen, text, size);
    if (screen->message[0] != '\0')
        snprintf(text, size, "%s", screen->message);
    else if (text[0] == '\0') {
        lobby_screen_describe_selection(screen, text, size);
        return ROLE_DIALOG;
    }
    return lobby_is_online(screen->lobby) || lobby_error_text(screen->lobby)[0] != '\0'
               ? ROLE_ERROR
               : ROLE_DIALOG;
}

static void draw_hints(const App *app, Rect box) {
    char name[KEY_NAME_SIZE];
    int x = box.x + frame_margin(box.width);
    for (const LobbyBinding *binding = bindings; binding < bindings + BINDING_COUNT; binding++)
        if (binding->word[0] != '\0')
            frame_hint(box, &x, action_key_name_on(app, GROUP_LOBBY, binding->action, name),
                       binding->word);
}

/* Returns the frame of the lobby, as high as its lists need. */
static Rect frame_rect(const LobbyScreen *screen) {
    int width = frame_width();
    int height = clamp_int((int)screen->list.count + AROUND_LIST, HEIGHT_MIN, HEIGHT_MAX);
    height = height < draw_lines() ? height : draw_lines();
    return (Rect){(draw_lines() - height) / 2, (draw_columns() - width) / 2, height, width};
}

/* Stores the area of the list for the mouse. */
static void lobby_draw(Layer *layer) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    char title[SERVER_ADDRESS_SIZE + 32], server[SERVER_ADDRESS_SIZE], text[SENTENCE_ROOM];
    if (screen->lines != draw_lines() || screen->columns != draw_columns())
        lobby_screen_update_rows(screen);
    Rect box = frame_rect(screen);
    int margin = frame_margin(box.width);
    int top = box.height < HEIGHT_MIN ? 1 : frame_top(0);
    Rect inner = {box.y + top, box.x + margin, box.height - top - 1, box.width - 2 * margin};
    if (screen->lobby == NULL)
        return;
    server_address_write(lobby_server(screen->lobby), server);
    const char *how = lobby_server(screen->lobby)->tls == SERVER_TLS_ON ? ", encrypted" : "";
    int room = box.width - 13;
    snprintf(title, sizeof title, "%s%s%s", draw_width(server) <= room ? "Lobby: " : "", server,
             draw_width(server) + draw_width(how) <= room ? how : "");
    draw_set_surface(COLOR_DIALOG);
    frame_box(box, top, title);
    draw_hints(screen->app, box);
    UiRole role = write_sentence(screen, text, sizeof text);
    int rows = draw_wrapped_height(text, inner.width);
    int most = inner.height / 2;
    rows = rows > most ? most : rows;
    int gap = inner.height >= ROOMY ? 1 : 0;
    draw_wrapped((Rect){inner.y + inner.height - rows, inner.x, rows, inner.width}, role, text);
    inner.height -= rows + 2 * gap;
    inner.y += gap;
    draw_list(screen, inner, box.x + box.width - 1);
    draw_set_surface(COLOR_SCREEN);
}

/* ---- opening and closing ---- */

static void lobby_screen_free(Layer *layer) {
    LobbyScreen *screen = (LobbyScreen *)layer;
    if (*open_lobby(screen->app) == screen)
        lobby_screen_close(screen->app);
    free(screen->rows);
    free(screen);
}

static const LayerOps lobby_screen_ops = {
    .draw = lobby_draw,
    .dims = layer_dims,
    .key = lobby_screen_key,
    .mouse = lobby_screen_mouse,
    .paste = lobby_screen_paste,
    .free = lobby_screen_free,
};

void lobby_screen_open(App *app) {
    ServerList servers;
    Error error = {0};
    if (*open_lobby(app) != NULL)
        return;
    if (!server_list_parse(app->settings.host, &servers, &error)) {
        app_notify_error(app, &error);
        return;
    }
    LobbyScreen *screen = memory_allocate(sizeof *screen);
    screen->layer.ops = &lobby_screen_ops;
    screen->app = app;
    *open_lobby(app) = screen;
    app_push_layer(app, &screen->layer);
    lobby_screen_connect(screen);
}

LobbyScreen *lobby_screen(const App *app) {
    return *open_lobby(app);
}

void lobby_screen_close(App *app) {
    LobbyScreen *screen = *open_lobby(app);
    if (screen == NULL)
        return;
    *open_lobby(app) = NULL;
    screen->layer.closed = true;
    lobby_free(screen->lobby);
    screen->lobby = NULL;
}

/* Asks a server that does not push changes from time to time; the lobby shows times. */
static bool on_tick(App *app) {
    LobbyScreen *screen = *open_lobby(app);
    if (screen == NULL)
        return false;
    if (++screen->seconds_since_refresh >= REFRESH_SECONDS && lobby_is_online(screen->lobby) &&
        !lobby_is_subscribed(screen->lobby) && !connect_dialog_is_open(app))
        act_refresh(screen);
    return true;
}

static bool allows(const App *app, Action action) {
    return action != ACTION_LOBBY || *open_lobby(app) == NULL;
}

static const FeatureAction actions[] = {{ACTION_LOBBY, .run = lobby_screen_open},
                                        {.action = ACTION_NONE}};

const Feature lobby_feature = {
    .state_size = sizeof(LobbyScreen *),
    .actions = actions,
    .before_game = lobby_screen_close,
    .close = lobby_screen_close,
    .on_tick = on_tick,
    .allows = allows,
};
