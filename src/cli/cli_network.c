#include <config.h>

#include "cli/cli_network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/line_review.h"
#include "play/online/network_open.h"
#include "play/player.h"

enum { DOT_MS = 1000, DOTS_IN_LINE = 30 };

/* ---- opening ---- */

/* Receives the result of opening a game. */
typedef struct OpenResult {
    bool done;
    SessionSetup *setup;
    Error *error;
} OpenResult;

/* Adds how to accept the server's certificate, if that is the problem. */
static void explain_error(Error *error, const UntrustedServer *untrusted) {
    char fingerprint[FINGERPRINT_SIZE], server[SERVER_ADDRESS_SIZE];
    if (untrusted == NULL)
        return;
    fingerprint_write(&untrusted->problem.fingerprint, fingerprint);
    server_address_write(&untrusted->address, server);
    error_set(error, error->code,
              "%.200s. If the server's operator confirms its fingerprint, connect once with "
              "--host=%s --fingerprint=%s",
              error->text, server, fingerprint);
}

static void store_open_result(void *context, SessionSetup *setup, const Error *error,
                              const UntrustedServer *untrusted) {
    OpenResult *result = context;
    result->done = true;
    if (setup != NULL) {
        *result->setup = *setup;
    } else {
        *result->error = *error;
        explain_error(result->error, untrusted);
    }
}

bool cli_network_open_blocking(Cli *cli, SessionSetup *setup, Error *error) {
    NetworkOptions options;
    OpenResult result = {.setup = setup, .error = error};
    if (!network_options_from_settings(&cli->settings, &options, error))
        return false;
    network_open(&cli->loop, &cli->settings, &options, store_open_result, &result);
    seat_key_clear(&options.key);
    seat_key_clear(&options.invitation);
    while (!result.done)
        uv_run(&cli->loop, UV_RUN_ONCE);
    return error->code == ERROR_NONE;
}

static void on_opened(void *context, SessionSetup *setup, const Error *error,
                      const UntrustedServer *untrusted) {
    Cli *cli = context;
    Error start_error = {0}, failure = *error;
    cli->connecting = NULL;
    explain_error(&failure, untrusted);
    if (setup == NULL) {
        cli_say_error(cli, &failure);
        return;
    }
    line_review_stop(cli);
    if (!cli_game_start(cli, setup, &start_error))
        cli_say_error(cli, &start_error);
}

/* Starts to open a game and erases the keys in the options. */
static void open_game(Cli *cli, NetworkOptions *options) {
    if (cli->connecting != NULL)
        network_cancel(cli->connecting);
    cli->connecting = network_open(&cli->loop, &cli->settings, options, on_opened, cli);
    seat_key_clear(&options->key);
    seat_key_clear(&options->invitation);
}

bool cli_network_open(Cli *cli, const Settings *settings, Error *error) {
    NetworkOptions options;
    if (!network_options_from_settings(settings, &options, error))
        return false;
    open_game(cli, &options);
    return true;
}

/* ---- resuming ---- */

bool cli_network_resume(Cli *cli, const SavedSeat *seat, Error *error) {
    NetworkOptions options = {0};
    Settings *settings = cli_game_new_settings(cli);
    settings->place = PLACE_NETWORK;
    text_copy(settings->game, sizeof settings->game, seat->id.text);
    bool valid = network_options_from_settings(settings, &options, error);
    free(settings);
    if (valid) {
        network_options_use_seat(&options, seat);
        open_game(cli, &options);
    }
    return valid;
}

/* ---- rematches ---- */

static bool open_rematch(Cli *cli) {
    NetworkOptions options;
    if (!network_rematch_options(cli->session, &options))
        return false;
    open_game(cli, &options);
    return true;
}

/* Prints what has changed, and opens a rematch if one is wanted. */
static void on_rematch_change(Cli *cli, const NetworkView *now) {
    char player[PLAYER_DESCRIPTION_SIZE];
    RematchState shown = cli->shown_network.rematch;
    if (now->rematch == shown)
        return;
    Color opponent = now->seat == SEAT_WHITE ? BLACK : WHITE;
    player_describe(cli->session, opponent, player);
    if (now->rematch == REMATCH_OFFERED)
        cli_say(cli, "You offer a rematch. %s has to answer.", player);
    else if (now->rematch == REMATCH_ASKED)
        cli_say(cli,
                "%s offers a rematch: \"rematch\" plays again with colors swapped, \"decline\" "
                "declines.",
                player);
    else if (now->rematch == REMATCH_DECLINED)
        cli_say(cli, "%s declines the rematch.", player);
    else if (now->rematch == REMATCH_NONE && shown == REMATCH_ASKED)
        cli_say(cli, "The rematch is no longer offered.");
    else if (now->rematch == REMATCH_MADE && cli->wants_rematch)
        open_rematch(cli);
    else if (now->rematch == REMATCH_MADE)
        cli_say(cli, "The rematch is game %s: \"rematch\" %s it.", now->rematch_id.text,
                now->seat == SEAT_NONE ? "watches" : "plays");
}

static const char *seat_name(Seat seat) {
    return seat == SEAT_WHITE ? "White" : seat == SEAT_BLACK ? "Black" : "one side";
}

static void say_resumable(Cli *cli, Seat seat, const GameId *id, const char *server) {
    if (seat == SEAT_ANY)
        cli_say(cli, "You are invited to game %s at %s. \"resume %s\" joins it.", id->text, server,
                id->text);
    else
        cli_say(cli, "You play %s of game %s at %s. \"resume %s\" continues it.", seat_name(seat),
                id->text, server, id->text);
}

void cli_network_say_resumable(Cli *cli, const SavedSeat *seat) {
    char server[SERVER_ADDRESS_SIZE];
    server_address_write(&seat->servers.servers[0], server);
    say_resumable(cli, seat->seat, &seat->id, server);
}

void cli_network_on_exit(Cli *cli) {
    NetworkView view;
    if (!network_view(cli->session, &view) || !view.key_saved ||
        (view.game_lost && !view.unreachable))
        return;
    if (view.unconfirmed)
        cli_say(cli, view.unsaved
                         ? "Your move has not reached the server, and could not be kept."
                         : "Your move has not reached the server: it is kept, and sent when the "
                           "game is continued.");
    if (view.undecided != NULL && !record_is_over(session_record(cli->session)))
        cli_say(cli, "Your %s is not confirmed by the server and may be lost: the game goes on.",
                view.undecided);
    if (view.unconfirmed || !record_is_over(session_record(cli->session)))
        say_resumable(cli, view.seat, &view.id, view.server);
    else if (view.rematch == REMATCH_OFFERED)
        cli_say(cli, "Your offer of a rematch stands. \"resume %s\" shows the answer.",
                view.id.text);
    else if (view.rematch == REMATCH_MADE)
        say_resumable(cli, (Seat)color_other((Color)view.seat), &view.rematch_id, view.server);
}

/* ---- events ---- */

/* Prints that the server's service is limited, or is complete again. */
static void on_server_change(Cli *cli, const NetworkView *now) {
    const NetworkView *shown = &cli->shown_network;
    if (now->read_only && !shown->read_only)
        cli_say(cli, "The server's disk is full: until there is room, it accepts no moves.");
    else if (!now->read_only && shown->read_only && now->online)
        cli_say(cli, "The server accepts moves again.");
    if (now->delayed && !shown->delayed && now->online)
        cli_say(cli, "The server has not answered yet.");
}

static void on_claim_change(Cli *cli, const NetworkView *now) {
    char player[PLAYER_DESCRIPTION_SIZE], limit[TEXT_DURATION_SIZE];
    if (now->claim_s != 0 || cli->shown_network.claim_s == 0)
        return;
    player_describe(cli->session, color_other((Color)now->seat), player);
    text_write_exact_duration(60 * now->claim_minutes, limit);
    cli_say(cli, "%s has been away for %s: \"claim\" wins the game.", player, limit);
}

void cli_network_on_change(Cli *cli) {
    NetworkView now, *shown = &cli->shown_network;
    char player[PLAYER_DESCRIPTION_SIZE];
    if (!network_view(cli->session, &now))
        return;
    for (int color = 0; color < COLOR_COUNT; color++) {
        bool own = now.seat == (Seat)color;
        player_describe(cli->session, (Color)color, player);
        if (!own && now.present[color] && !shown->present[color])
            cli_say(cli, "%s is here.", player);
        /* Without a connection the presence of others is unknown. */
        if (!own && now.online && !now.present[color] && shown->present[color])
            cli_say(cli, "%s has left.", player);
    }
    on_server_change(cli, &now);
    on_claim_change(cli, &now);
    on_rematch_change(cli, &now);
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
        bool named = talk_line_has_name(line);
        cli_say(cli, "%s%s says: %s",
                named                     ? line->name
                : line->seat == SEAT_NONE ? "A spectator"
                                          : color_name((Color)line->seat),
                named && line->seat == SEAT_NONE ? ", a spectator," : "", line->text);
    }
}

/* ---- the lobby ---- */

static void on_lobby(void *context, Lobby *lobby) {
    (void)context; /* cli_network_on_prepare prints it */
    (void)lobby;
}

/* Asks the server for its games, or for the user's own ones only, and prints them when they have
 * arrived. */
static bool cli_network_list_lobby(Cli *cli, bool own_only, Error *error) {
    ServerList servers;
    if (!network_servers_from_settings(&cli->settings, &servers, error))
        return false;
    cli->lists_own_only = own_only;
    if (cli->lobby == NULL)
        cli->lobby = lobby_create(&cli->loop, &servers, on_lobby, cli);
    return true;
}

static const char *lobby_player(const LobbyGame *game, Color color) {
    if (!game->taken[color])
        return "free";
    return game->player[color][0] != '\0' ? game->player[color] : "taken";
}

enum { CLOCK_WORDS_SIZE = 96 };

/* Returns "no clocks", "3 days a move", or "5 minutes each, and 5 seconds more for each move". */
static const char *clock_words(const LobbyGame *game, char text[CLOCK_WORDS_SIZE]) {
    char base[TEXT_DURATION_SIZE], increment[TEXT_DURATION_SIZE];
    if (game->clock.seconds == 0)
        return "no clocks";
    text_write_exact_duration(game->clock.seconds, base);
    snprintf(text, CLOCK_WORDS_SIZE, game->per_move ? "%s a move" : "%s each", base);
    if (!game->per_move && game->clock.increment > 0) {
        text_write_exact_duration(game->clock.increment, increment);
        text_append(text, CLOCK_WORDS_SIZE, ", and %s more for each move", increment);
    }
    return text;
}

static void say_games(Cli *cli, LobbyList list, const char *which) {
    if (list.count == 0)
        cli_say(cli, "No game %s.", which);
    for (size_t i = 0; i < list.count; i++) {
        const LobbyGame *game = &list.games[i];
        char clock[CLOCK_WORDS_SIZE];
        cli_say(cli, "Game %s %s: %s, White %s, Black %s, %u move%s played, %s.", game->id.text,
                which, game->variant, lobby_player(game, WHITE), lobby_player(game, BLACK),
                game->ply, text_plural(game->ply), clock_words(game, clock));
    }
}

static const char *own_opponent(const OwnGame *own) {
    if (own->saved->seat > SEAT_BLACK)
        return "the opponent";
    Color color = color_other((Color)own->saved->seat);
    return own->game.player[color][0] != '\0' ? own->game.player[color] : color_name(color);
}

/* Writes how one of the user's own games stands, without its id. */
static void describe_own_game(const OwnGame *own, char *text, size_t size) {
    const LobbyGame *game = &own->game;
    Seat seat = own->saved->seat;
    const char *opponent = own_opponent(own);
    char clock[CLOCK_WORDS_SIZE];
    switch (own->state) {
    case OWN_GAME_MY_MOVE:
    case OWN_GAME_THEIR_MOVE:
        snprintf(text, size, "%s; you play %s against %s, %u move%s played, %s",
                 own->state == OWN_GAME_MY_MOVE ? "it is your move" : "the opponent is to move",
                 seat_name(seat), opponent, game->ply, text_plural(game->ply),
                 clock_words(game, clock));
        break;
    case OWN_GAME_NO_OPPONENT:
        snprintf(text, size, "you play %s, and the other seat is free, %s", seat_name(seat),
                 clock_words(game, clock));
        break;
    case OWN_GAME_NOT_JOINED:
        snprintf(text, size, "it waits for you to join, %s", clock_words(game, clock));
        break;
    case OWN_GAME_OVER:
        if (seat <= SEAT_BLACK && !game->taken[color_other((Color)seat)])
            snprintf(text, size, "over; you played %s, and nobody joined", seat_name(seat));
        else
            snprintf(text, size, "over; you played %s against %s", seat_name(seat), opponent);
        break;
    case OWN_GAME_GONE:
        snprintf(text, size, "the server does not have it any longer");
        break;
    default:
        snprintf(text, size, "the server has not told how it stands");
        break;
    }
}

static void say_own_games(Cli *cli, OwnGameList list) {
    char text[256], rematch[128];
    if (list.count == 0 && cli->lists_own_only)
        cli_say(cli, "You have no game on this server.");
    for (size_t i = 0; i < list.count; i++) {
        const OwnGame *own = &list.games[i];
        describe_own_game(own, text, sizeof text);
        own_game_rematch_clause(own, own_opponent(own), rematch, sizeof rematch);
        cli_say(cli, "Your game %s: %s.%s%s%s%s%s", own->game.id.text, text,
                own->state == OWN_GAME_OVER ? " " : "",
                own->state == OWN_GAME_OVER ? outcome_sentence(own->outcome) : "",
                rematch[0] != '\0' ? " " : "", rematch, rematch[0] != '\0' ? "." : "");
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
        say_own_games(cli, lobby_own_games(cli->lobby));
        if (!cli->lists_own_only) {
            say_games(cli, lobby_list(cli->lobby, LIST_OPEN), "waits for a player");
            say_games(cli, lobby_list(cli->lobby, LIST_LIVE), "is in progress");
        }
    }
    lobby_free(cli->lobby);
    cli->lobby = NULL;
}

/* ---- what waits at the start ---- */

static void on_waiting_server(void *context, const WaitingServer *server) {
    char text[WAITING_SENTENCE_SIZE];
    waiting_games_sentence(server, text);
    if (text[0] != '\0')
        cli_say(context, "%s \"resume %s\" opens %s.", text, server->id.text,
                server->my_move == 1 ? "it" : "the latest");
}

void cli_network_ask_waiting_games(Cli *cli) {
    cli->waiting_games = waiting_games_ask(&cli->loop, on_waiting_server, cli);
}

/* ---- waiting ---- */

bool cli_network_is_waiting(const Cli *cli) {
    NetworkView view;
    if (cli->connecting != NULL || cli->lobby != NULL)
        return true;
    if (!network_view(cli->session, &view))
        return false;
    if (record_is_over(session_record(cli->session)))
        return cli->wants_rematch && !view.game_lost &&
               (view.waiting || view.rematch == REMATCH_OFFERED);
    return !view.game_lost && !session_awaits_human(cli->session);
}

bool cli_network_awaits_others(const Cli *cli) {
    NetworkView view;
    if (cli->connecting != NULL || cli->lobby != NULL || !session_is_idle(cli->session) ||
        !network_view(cli->session, &view) || !cli_network_is_waiting(cli))
        return false;
    return view.seat == SEAT_NONE ||
           session_player(cli->session, (Color)view.seat)->kind != PLAYER_COMPUTER;
}

/* At a terminal the dots are part of the prompt. */
static void on_dot(uv_timer_t *timer) {
    Cli *cli = timer->data;
    if (cli->waiting_dots == DOTS_IN_LINE)
        cli_end_line(cli);
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

void cli_network_on_prepare(Cli *cli) {
    if (cli->lobby != NULL)
        show_lobby(cli);
    bool runs = uv_is_active((const uv_handle_t *)&cli->dot_timer);
    NetworkView view;
    bool wanted = cli->presenter->waiting_dots && network_view(cli->session, &view) &&
                  view.seat != SEAT_NONE && session_is_idle(cli->session) &&
                  cli_network_is_waiting(cli);
    if (wanted && !runs) {
        uv_timer_start(&cli->dot_timer, on_dot, DOT_MS, DOT_MS);
    } else if (!wanted && runs) {
        uv_timer_stop(&cli->dot_timer);
        cli_end_line(cli);
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
    waiting_games_free(cli->waiting_games);
    cli->waiting_games = NULL;
    uv_close((uv_handle_t *)&cli->dot_timer, NULL);
}

/* ---- commands ---- */

/* ---- in a game ---- */

static void say_seat(Cli *cli, const NetworkView *view, Color color) {
    char player[PLAYER_DESCRIPTION_SIZE];
    player_describe(cli->session, color, player);
    if (view->seat == (Seat)color)
        cli_say(cli, "You play %s.", color_name(color));
    else if (!view->taken[color] && view->kept)
        cli_say(cli, "%s: nobody yet; the seat is kept for whoever is invited.", color_name(color));
    else if (!view->taken[color])
        cli_say(cli, "%s: nobody yet; anybody who knows the id can join.", color_name(color));
    else
        cli_say(cli, "%s is %s%s.", player, view->present[color] ? "here" : "away",
                view->muted[color] ? ", and muted" : "");
}

static void say_rules(Cli *cli, const NetworkView *view) {
    char limit[TEXT_DURATION_SIZE];
    if (view->invitation[0] != '\0')
        cli_say(cli, "The invitation is %s.", view->invitation);
    if (view->spectators_muted)
        cli_say(cli, "Spectators are muted.");
    if (view->claim_minutes > 0) {
        text_write_exact_duration(60 * view->claim_minutes, limit);
        cli_say(cli,
                "A player who is to move and away for %s loses if the opponent types \"claim\".",
                limit);
    }
    if (view->read_only)
        cli_say(cli, "The server's disk is full: until there is room, it accepts no moves.");
}

LineResult line_network_show(Cli *cli, const LineArguments *arguments, Error *error) {
    NetworkView view;
    (void)arguments;
    if (!network_view(cli->session, &view))
        return cli_result(error_set(error, ERROR_STATE, "this is not a network game"));
    cli_say(cli, "Game %s at %s, %s%s.", view.id.text, view.server,
            view.online ? "connected" : "not connected", view.encrypted ? ", encrypted" : "");
    say_seat(cli, &view, WHITE);
    say_seat(cli, &view, BLACK);
    say_rules(cli, &view);
    return LINE_RESULT_OK;
}

LineResult line_network_say(Cli *cli, const LineArguments *arguments, Error *error) {
    return cli_result(network_say(cli->session, arguments->text, error));
}

LineResult line_network_abort(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return cli_result(network_abort(cli->session, error));
}

LineResult line_network_claim(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return cli_result(network_claim(cli->session, error));
}

/* Offers or accepts a rematch, which replaces the game as soon as it is made; or opens it. */
LineResult line_network_rematch(Cli *cli, const LineArguments *arguments, Error *error) {
    NetworkView view;
    (void)arguments;
    if (network_view(cli->session, &view) && view.rematch == REMATCH_MADE)
        return cli_result(open_rematch(cli));
    cli->wants_rematch = network_rematch(cli->session, error);
    return cli_result(cli->wants_rematch);
}

static const char *const speaker_words[] = {
    [SEAT_WHITE] = "white", [SEAT_BLACK] = "black", [SEAT_NONE] = "spectators", NULL};

static LineResult mute(Cli *cli, const LineArguments *arguments, bool mutes, Error *error) {
    int speaker = SEAT_ANY;
    if (arguments->count == 1)
        speaker = text_find_word(speaker_words, arguments->word[0]);
    if (speaker < 0)
        return LINE_RESULT_USAGE;
    if (!network_mute(cli->session, (Seat)speaker, mutes, error))
        return LINE_RESULT_ERROR;
    const char *who = speaker == SEAT_ANY    ? "anybody"
                      : speaker == SEAT_NONE ? "spectators"
                                             : color_name((Color)speaker);
    cli_say(cli, mutes ? "You hear no more of %s in this game." : "You hear %s again.",
            speaker == SEAT_ANY && !mutes ? "everybody" : who);
    return LINE_RESULT_OK;
}

LineResult line_network_mute(Cli *cli, const LineArguments *arguments, Error *error) {
    return mute(cli, arguments, true, error);
}

LineResult line_network_unmute(Cli *cli, const LineArguments *arguments, Error *error) {
    return mute(cli, arguments, false, error);
}

LineResult line_network_decline(Cli *cli, const LineArguments *arguments, Error *error) {
    Color by;
    NetworkView view;
    (void)arguments;
    if (network_view(cli->session, &view) && view.can_rematch) {
        if (!network_decline_rematch(cli->session, error))
            return LINE_RESULT_ERROR;
        cli_say(cli, view.rematch == REMATCH_ASKED ? "You decline the rematch."
                                                   : "You withdraw your offer of a rematch.");
        return LINE_RESULT_OK;
    }
    if (!session_draw_offered(cli->session, &by))
        return cli_result(error_set(error, ERROR_STATE, "no draw is offered"));
    if (!session_decline_draw(cli->session, color_other(by), error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "The draw is declined.");
    return LINE_RESULT_OK;
}

/* ---- other games ---- */

static bool is_side(const char *word, Color color) {
    return text_equal_ignore_case(word, color_word(color));
}

static bool open_game_by_id(Cli *cli, const char *id, bool watch, const char *side, Error *error) {
    Settings *settings = cli_game_new_settings(cli);
    settings->place = PLACE_NETWORK;
    settings->watch = watch;
    for (int color = 0; color < COLOR_COUNT; color++)
        settings->side_given[color] = side != NULL && is_side(side, (Color)color);
    bool opened = text_copy(settings->game, sizeof settings->game, id) &&
                  cli_network_open(cli, settings, error);
    free(settings);
    return opened;
}

LineResult line_network_join(Cli *cli, const LineArguments *arguments, Error *error) {
    const char *side = arguments->count == 2 ? arguments->word[1] : NULL;
    if (side != NULL && !is_side(side, WHITE) && !is_side(side, BLACK))
        return LINE_RESULT_USAGE;
    return cli_result(open_game_by_id(cli, arguments->word[0], false, side, error));
}

LineResult line_network_watch(Cli *cli, const LineArguments *arguments, Error *error) {
    return cli_result(open_game_by_id(cli, arguments->word[0], true, NULL, error));
}

LineResult line_network_lobby(Cli *cli, const LineArguments *arguments, Error *error) {
    bool own_only = arguments->count == 1;
    if (own_only && !text_equal_ignore_case(arguments->word[0], "mine"))
        return LINE_RESULT_USAGE;
    return cli_result(cli_network_list_lobby(cli, own_only, error));
}
