#include <config.h>

#include "cli/cli_network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/line_review.h"
#include "play/network_open.h"

enum { DOT_MS = 1000, DOTS_IN_LINE = 30 };

/* --- opening --- */

/* Receives the result of opening a game. */
typedef struct OpenResult {
    bool done;
    SessionSetup *setup;
    Error *error;
} OpenResult;

static void store_open_result(void *context, SessionSetup *setup, const Error *error) {
    OpenResult *result = context;
    result->done = true;
    if (setup != NULL)
        *result->setup = *setup;
    else
        *result->error = *error;
}

bool cli_network_open_blocking(Cli *cli, SessionSetup *setup, Error *error) {
    NetworkOptions options;
    OpenResult result = {.setup = setup, .error = error};
    if (!network_options_from_settings(&cli->settings, &options, error))
        return false;
    network_open(&cli->loop, &cli->settings, &options, store_open_result, &result);
    seat_key_clear(&options.key);
    while (!result.done)
        uv_run(&cli->loop, UV_RUN_ONCE);
    return error->code == ERROR_NONE;
}

static void on_opened(void *context, SessionSetup *setup, const Error *error) {
    Cli *cli = context;
    Error start_error = {0};
    cli->connecting = NULL;
    if (setup == NULL)
        cli_say_error(cli, error);
    else if (!cli_game_start(cli, setup, &start_error))
        cli_say_error(cli, &start_error);
}

/* Starts to open a game and erases the key in the options. */
static void open_game(Cli *cli, NetworkOptions *options) {
    if (cli->connecting != NULL)
        network_cancel(cli->connecting);
    cli->connecting = network_open(&cli->loop, &cli->settings, options, on_opened, cli);
    seat_key_clear(&options->key);
}

bool cli_network_open(Cli *cli, const Settings *settings, Error *error) {
    NetworkOptions options;
    if (!network_options_from_settings(settings, &options, error))
        return false;
    open_game(cli, &options);
    return true;
}

/* --- resuming --- */

static bool find_saved_seat(const GameId *id, SavedSeat *saved) {
    SavedSeatList list;
    bool found = false;
    saved_seats_list(&list);
    for (size_t i = 0; i < list.count && !found; i++) {
        *saved = list.seats[i];
        found = id == NULL || strcmp(id->text, saved->id.text) == 0;
    }
    saved_seats_free(&list);
    return found;
}

bool cli_network_resume(Cli *cli, const GameId *id, Error *error) {
    SavedSeat saved = {0};
    NetworkOptions options = {0};
    if (!find_saved_seat(id, &saved))
        return error_set(error, ERROR_STATE, "there is no unfinished game");
    Settings *settings = cli_game_new_settings(cli);
    settings->place = PLACE_NETWORK;
    text_copy(settings->game, sizeof settings->game, saved.id.text);
    bool valid = network_options_from_settings(settings, &options, error);
    free(settings);
    if (valid) {
        options.address = saved.address;
        options.seat = saved.seat;
        options.key = saved.key;
        options.has_key = true;
        if (saved.name[0] != '\0')
            text_copy(options.name, sizeof options.name, saved.name);
        open_game(cli, &options);
    }
    seat_key_clear(&saved.key);
    return valid;
}

static const char *seat_name(Seat seat) {
    return seat == SEAT_WHITE ? "White" : seat == SEAT_BLACK ? "Black" : "one side";
}

static void say_resumable(Cli *cli, Seat seat, const GameId *id, const char *server) {
    cli_say(cli, "You play %s of game %s at %.200s. \"resume %s\" continues it.", seat_name(seat),
            id->text, server, id->text);
}

void cli_network_list_resumable(Cli *cli) {
    SavedSeatList list;
    saved_seats_list(&list);
    for (size_t i = 0; i < list.count; i++) {
        char server[SERVER_ADDRESS_SIZE];
        network_address_text(&list.seats[i].address, server);
        say_resumable(cli, list.seats[i].seat, &list.seats[i].id, server);
    }
    saved_seats_free(&list);
}

void cli_network_on_exit(Cli *cli) {
    NetworkView view;
    if (network_view(cli->session, &view) && view.key_saved && !view.game_lost &&
        !record_is_over(session_record(cli->session)))
        say_resumable(cli, view.seat, &view.id, view.server);
}

/* --- events --- */

void cli_network_on_start(Cli *cli) {
    if (network_view(cli->session, &cli->shown_network))
        cli->presenter->network(&cli->out, &cli->shown_network);
}

/* Writes "Black (Bo)". */
static void describe_player(const Cli *cli, int color, char *text, size_t size) {
    const char *name = session_player(cli->session, (Color)color)->name;
    snprintf(text, size, "%s (%.48s)", color_name((Color)color), name);
}

void cli_network_on_change(Cli *cli) {
    NetworkView now, *shown = &cli->shown_network;
    char player[PLAYER_NAME_SIZE + 16];
    if (!network_view(cli->session, &now))
        return;
    for (int color = 0; color < COLOR_COUNT; color++) {
        bool own = now.seat == (Seat)color;
        describe_player(cli, color, player, sizeof player);
        if (!own && now.present[color] && !shown->present[color])
            cli_say(cli, "%s is here.", player);
        /* Without a connection the presence of others is unknown. */
        if (!own && now.online && !now.present[color] && shown->present[color])
            cli_say(cli, "%s has left.", player);
    }
    size_t talk_count = shown->talk_count;
    *shown = now;
    shown->talk_count = talk_count;
}

void cli_network_on_talk(Cli *cli) {
    NetworkView now;
    if (!network_view(cli->session, &now))
        return;
    for (; cli->shown_network.talk_count < now.talk_count; cli->shown_network.talk_count++) {
        const TalkLine *line = network_talk(cli->session, cli->shown_network.talk_count);
        if (line == NULL || line->mine)
            continue;
        cli_say(cli, "%s says: %.400s",
                line->name[0] != '\0'     ? line->name
                : line->seat == SEAT_NONE ? "A spectator"
                                          : color_name((Color)line->seat),
                line->text);
    }
}

/* --- the lobby --- */

static void on_lobby(void *context, Lobby *lobby) {
    (void)context; /* cli_network_on_prepare prints it */
    (void)lobby;
}

bool cli_network_list_lobby(Cli *cli, Error *error) {
    ServerAddress place;
    if (!network_address_from_settings(&cli->settings, &place, error))
        return false;
    if (cli->lobby == NULL)
        cli->lobby = lobby_create(&cli->loop, &place, on_lobby, cli);
    return true;
}

static const char *lobby_player(const LobbyGame *game, Color color) {
    if (!game->taken[color])
        return "free";
    return game->player[color][0] != '\0' ? game->player[color] : "somebody";
}

static void say_games(Cli *cli, LobbyList list, const char *which) {
    if (list.count == 0)
        cli_say(cli, "No game %s.", which);
    for (size_t i = 0; i < list.count; i++) {
        const LobbyGame *game = &list.games[i];
        char clock[48] = "no clocks";
        if (game->clock.seconds > 0)
            snprintf(clock, sizeof clock, "clocks %u+%u", game->clock.seconds,
                     game->clock.increment);
        cli_say(cli, "Game %s %s: %s, White %s, Black %s, %u move%s played, %s.", game->id.text,
                which, game->variant, lobby_player(game, WHITE), lobby_player(game, BLACK),
                game->ply, text_plural(game->ply), clock);
    }
}

/* Prints the lists once they are complete or have failed. */
static void show_lobby(Cli *cli) {
    const char *problem = lobby_error_text(cli->lobby);
    if (*problem == '\0' && lobby_is_busy(cli->lobby))
        return;
    if (*problem != '\0') {
        cli_say(cli, "%s", problem);
    } else {
        say_games(cli, lobby_list(cli->lobby, LIST_OPEN), "waits for a player");
        say_games(cli, lobby_list(cli->lobby, LIST_LIVE), "is in progress");
    }
    lobby_free(cli->lobby);
    cli->lobby = NULL;
}

/* --- waiting --- */

bool cli_network_is_waiting(const Cli *cli) {
    NetworkView view;
    if (cli->connecting != NULL || cli->lobby != NULL)
        return true;
    return network_view(cli->session, &view) && !view.game_lost &&
           !record_is_over(session_record(cli->session)) && !session_awaits_human(cli->session);
}

bool cli_network_awaits_others(const Cli *cli) {
    NetworkView view;
    if (cli->connecting != NULL || cli->lobby != NULL || !session_is_idle(cli->session) ||
        !network_view(cli->session, &view) || !cli_network_is_waiting(cli))
        return false;
    return view.seat == SEAT_NONE ||
           session_player(cli->session, (Color)view.seat)->kind != PLAYER_COMPUTER;
}

void cli_network_end_line(Cli *cli) {
    if ((cli->waiting_dots > 0 || cli->prompt_shown) && !cli->is_terminal) {
        output_text(&cli->out, "\n");
        cli->prompt_shown = false;
    }
    cli->waiting_dots = 0;
}

/* At a terminal the dots are part of the prompt. */
static void on_dot(uv_timer_t *timer) {
    Cli *cli = timer->data;
    if (cli->waiting_dots == DOTS_IN_LINE)
        cli_network_end_line(cli);
    if (cli->waiting_dots == 0 && !cli->is_terminal)
        output_text(&cli->out, " ");
    if (!cli->is_terminal)
        output_text(&cli->out, ".");
    cli->waiting_dots++;
}

const char *cli_network_dots(const Cli *cli) {
    static const char waiting_dots[] = " ..............................";
    static char shown[sizeof waiting_dots];
    snprintf(shown, sizeof shown, "%.*s", cli->waiting_dots > 0 ? cli->waiting_dots + 1 : 0,
             waiting_dots);
    return shown;
}

static bool shows_dots(const Cli *cli) {
    NetworkView view;
    return cli->presenter->waiting_dots && network_view(cli->session, &view) &&
           view.seat != SEAT_NONE && session_is_idle(cli->session) && cli_network_is_waiting(cli);
}

void cli_network_on_prepare(Cli *cli) {
    if (cli->lobby != NULL)
        show_lobby(cli);
    bool runs = uv_is_active((const uv_handle_t *)&cli->dot_timer);
    bool wanted = shows_dots(cli);
    if (wanted && !runs) {
        uv_timer_start(&cli->dot_timer, on_dot, DOT_MS, DOT_MS);
    } else if (!wanted && runs) {
        uv_timer_stop(&cli->dot_timer);
        cli_network_end_line(cli);
    }
}

bool cli_network_is_ready(const Cli *cli) {
    bool is_spectator = cli->connecting == NULL && cli->lobby == NULL && cli->is_terminal &&
                        cli->shown_network.seat == SEAT_NONE;
    return session_is_idle(cli->session) && !line_review_is_running(cli) &&
           (is_spectator || !cli_network_is_waiting(cli));
}

void cli_network_start(Cli *cli) {
    uv_timer_init(&cli->loop, &cli->dot_timer);
    cli->dot_timer.data = cli;
}

void cli_network_stop(Cli *cli) {
    if (cli->connecting != NULL)
        network_cancel(cli->connecting);
    cli->connecting = NULL;
    lobby_free(cli->lobby);
    cli->lobby = NULL;
    uv_close((uv_handle_t *)&cli->dot_timer, NULL);
}
