#include <config.h>

#include "cli/remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/wording.h"
#include "play/network.h"
#include "rules/memory.h"

enum { DOT_MS = 1000, DOTS_IN_LINE = 30 };

/* --- opening --- */

/* What came of an opening that is waited for. */
typedef struct Opened {
    bool done;
    SessionSetup *setup;
    Error *error;
} Opened;

static void note_opened(void *context, SessionSetup *setup, const Error *error) {
    Opened *opened = context;
    opened->done = true;
    if (setup != NULL)
        *opened->setup = *setup;
    else
        *opened->error = *error;
}

bool remote_wait(Cli *cli, SessionSetup *setup, Error *error) {
    NetworkOptions wish;
    Opened opened = {.setup = setup, .error = error};
    if (!network_options_from_settings(&cli->settings, &wish, error))
        return false;
    network_open(&cli->loop, &cli->settings, &wish, note_opened, &opened);
    while (!opened.done)
        uv_run(&cli->loop, UV_RUN_ONCE);
    return error->code == ERROR_NONE;
}

static void begin_opened(void *context, SessionSetup *setup, const Error *error) {
    Cli *cli = context;
    Error trouble = {0};
    cli->opening = NULL;
    if (setup == NULL)
        game_say_error(cli, error);
    else if (!game_start(cli, setup, &trouble))
        game_say_error(cli, &trouble);
}

static void open_wish(Cli *cli, const NetworkOptions *wish) {
    if (cli->opening != NULL)
        network_cancel(cli->opening);
    cli->opening = network_open(&cli->loop, &cli->settings, wish, begin_opened, cli);
}

bool remote_open(Cli *cli, const Settings *settings, Error *error) {
    NetworkOptions wish;
    if (!network_options_from_settings(settings, &wish, error))
        return false;
    open_wish(cli, &wish);
    return true;
}

/* --- games to be resumed --- */

static bool find_kept(const GameId *id, SavedSeat *kept) {
    SavedSeatList list;
    bool found = false;
    saved_seats_list(&list);
    for (size_t i = 0; i < list.count && !found; i++) {
        *kept = list.seats[i];
        found = id == NULL || strcmp(id->text, kept->id.text) == 0;
    }
    saved_seats_free(&list);
    return found;
}

bool remote_resume(Cli *cli, const GameId *id, Error *error) {
    SavedSeat kept = {0};
    NetworkOptions wish = {0};
    Settings *settings = memory_allocate(sizeof *settings);
    *settings = cli->settings;
    settings->place = PLACE_NETWORK;
    settings->watch = false;
    settings->key_path[0] = '\0';
    bool found =
        find_kept(id, &kept) || error_set(error, ERROR_STATE, "there is no game to go on with");
    if (found)
        text_copy(settings->game, sizeof settings->game, kept.id.text);
    bool wished = found && network_options_from_settings(settings, &wish, error);
    free(settings);
    if (!wished)
        return false;
    wish.place = kept.place;
    wish.seat = kept.seat;
    wish.key = kept.key;
    wish.has_key = true;
    if (kept.name[0] != '\0')
        text_copy(wish.name, sizeof wish.name, kept.name);
    open_wish(cli, &wish);
    return true;
}

static const char *seat_words(Seat seat) {
    return seat == SEAT_WHITE ? "White" : seat == SEAT_BLACK ? "Black" : "one side";
}

void remote_tell_kept(Cli *cli) {
    SavedSeatList list;
    saved_seats_list(&list);
    for (size_t i = 0; i < list.count; i++) {
        char server[SERVER_ADDRESS_SIZE];
        network_address_text(&list.seats[i].place, server);
        game_say(cli, "You play %s of game %s at %.200s. \"resume %s\" goes on with it.",
                 seat_words(list.seats[i].seat), list.seats[i].id.text, server,
                 list.seats[i].id.text);
    }
    saved_seats_free(&list);
}

/* --- what is told --- */

void remote_begin(Cli *cli) {
    if (network_view(cli->session, &cli->network_told))
        cli->voice->network(&cli->out, &cli->network_told);
}

/* "Black (Bo)" */
static void player_words(const Cli *cli, int color, char *text, size_t size) {
    const char *name = session_player(cli->session, (Color)color)->name;
    snprintf(text, size, "%s (%.48s)", color_name((Color)color), name);
}

void remote_hear_network(Cli *cli) {
    NetworkView now, *told = &cli->network_told;
    char player[PLAYER_NAME_SIZE + 16];
    if (!network_view(cli->session, &now))
        return;
    for (int color = 0; color < COLOR_COUNT; color++) {
        bool own = now.seat == (Seat)color;
        player_words(cli, color, player, sizeof player);
        if (!own && now.present[color] && !told->present[color])
            game_say(cli, "%s is here.", player);
        /* Without a connection nobody can tell. */
        if (!own && now.online && !now.present[color] && told->present[color])
            game_say(cli, "%s has left.", player);
    }
    size_t talk_count = told->talk_count;
    *told = now;
    told->talk_count = talk_count;
}

void remote_hear_talk(Cli *cli) {
    NetworkView now;
    if (!network_view(cli->session, &now))
        return;
    for (; cli->network_told.talk_count < now.talk_count; cli->network_told.talk_count++) {
        const TalkLine *line = network_talk(cli->session, cli->network_told.talk_count);
        if (line == NULL || line->own)
            continue;
        game_say(cli, "%s says: %.400s",
                 line->name[0] != '\0'     ? line->name
                 : line->seat == SEAT_NONE ? "A spectator"
                                           : color_name((Color)line->seat),
                 line->text);
    }
}

/* --- the lobby --- */

static void on_lobby(void *context, Lobby *lobby) {
    (void)context; /* the round looks at it */
    (void)lobby;
}

bool remote_lobby(Cli *cli, Error *error) {
    ServerAddress place;
    if (!network_address_from_settings(&cli->settings, &place, error))
        return false;
    if (cli->lobby == NULL)
        cli->lobby = lobby_create(&cli->loop, &place, on_lobby, cli);
    return true;
}

static const char *player_in_lobby(const LobbyGame *game, Color color) {
    if (!game->taken[color])
        return "free";
    return game->player[color][0] != '\0' ? game->player[color] : "somebody";
}

static void list_games(Cli *cli, LobbyList list, const char *which) {
    if (list.count == 0)
        game_say(cli, "No game %s.", which);
    for (size_t i = 0; i < list.count; i++) {
        const LobbyGame *game = &list.games[i];
        char clock[48] = "no clocks";
        if (game->clock.seconds > 0)
            snprintf(clock, sizeof clock, "clocks %u+%u", game->clock.seconds,
                     game->clock.increment);
        game_say(cli, "Game %s %s: %s, White %s, Black %s, %u %s played, %s.", game->id.text, which,
                 game->variant, player_in_lobby(game, WHITE), player_in_lobby(game, BLACK),
                 game->ply, game->ply == 1 ? "move" : "moves", clock);
    }
}

/* Shows the lists, once they are there or cannot be had. */
static void show_lobby(Cli *cli) {
    const char *trouble = lobby_error_text(cli->lobby);
    if (*trouble == '\0' && lobby_is_busy(cli->lobby))
        return;
    if (*trouble != '\0') {
        game_say(cli, "%s", trouble);
    } else {
        list_games(cli, lobby_list(cli->lobby, LIST_OPEN), "waits for a player");
        list_games(cli, lobby_list(cli->lobby, LIST_LIVE), "is being played");
    }
    lobby_free(cli->lobby);
    cli->lobby = NULL;
}

/* --- waiting --- */

bool remote_is_awaited(const Cli *cli) {
    NetworkView view;
    if (cli->opening != NULL || cli->lobby != NULL)
        return true;
    return network_view(cli->session, &view) && !view.gone &&
           !record_is_over(session_record(cli->session)) && !session_awaits_human(cli->session);
}

void remote_end_line(Cli *cli) {
    if ((cli->dots > 0 || cli->prompted) && !cli->is_terminal) {
        output_text(&cli->out, "\n");
        cli->prompted = false;
    }
    cli->dots = 0;
}

/* At a terminal they stand where the prompt would. */
static void on_dot(uv_timer_t *timer) {
    Cli *cli = timer->data;
    if (cli->dots == DOTS_IN_LINE)
        remote_end_line(cli);
    if (cli->dots == 0 && !cli->is_terminal)
        output_text(&cli->out, " ");
    if (!cli->is_terminal)
        output_text(&cli->out, ".");
    cli->dots++;
}

const char *remote_dots(const Cli *cli) {
    static const char dots[] = " ..............................";
    static char shown[sizeof dots];
    snprintf(shown, sizeof shown, "%.*s", cli->dots > 0 ? cli->dots + 1 : 0, dots);
    return shown;
}

/* Whether the opponent of somebody here thinks. */
static bool opponent_thinks(const Cli *cli) {
    NetworkView view;
    return cli->voice->dots && network_view(cli->session, &view) && view.seat != SEAT_NONE &&
           session_is_idle(cli->session) && remote_is_awaited(cli);
}

void remote_round(Cli *cli) {
    if (cli->lobby != NULL)
        show_lobby(cli);
    bool runs = uv_is_active((const uv_handle_t *)&cli->dot_timer);
    bool wanted = opponent_thinks(cli);
    if (wanted && !runs) {
        uv_timer_start(&cli->dot_timer, on_dot, DOT_MS, DOT_MS);
    } else if (!wanted && runs) {
        uv_timer_stop(&cli->dot_timer);
        remote_end_line(cli);
    }
}

bool remote_may_run(const Cli *cli) {
    bool only_watches = cli->opening == NULL && cli->lobby == NULL && cli->is_terminal &&
                        cli->network_told.seat == SEAT_NONE;
    return session_is_idle(cli->session) && (only_watches || !remote_is_awaited(cli));
}

void remote_start(Cli *cli) {
    uv_timer_init(&cli->loop, &cli->dot_timer);
    cli->dot_timer.data = cli;
}

void remote_stop(Cli *cli) {
    if (cli->opening != NULL)
        network_cancel(cli->opening);
    cli->opening = NULL;
    lobby_free(cli->lobby);
    cli->lobby = NULL;
    uv_close((uv_handle_t *)&cli->dot_timer, NULL);
}
