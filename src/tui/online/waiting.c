#include <config.h>

#include "tui/online/waiting.h"

#include <stdio.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/text.h"
#include "tui/online/connect_dialog.h"

typedef struct Waiting {
    WaitingGames *games; /* NULL: not asked */
    void (*changed)(App *app);
} Waiting;

static Waiting *asked(const App *app) {
    return app_state(app, &waiting_feature);
}

/* ---- the user's own games in words: in the lobby, and at the start of the program ---- */

bool own_game_waits_for_user(const OwnGame *game) {
    return game->state == OWN_GAME_MY_MOVE || game->state == OWN_GAME_NOT_JOINED ||
           (game->state == OWN_GAME_OVER &&
            (game->rematch == REMATCH_ASKED || game->rematch == REMATCH_MADE));
}

static Seat other_seat(const OwnGame *game) {
    Seat seat = game->saved->seat;
    if (seat <= SEAT_BLACK)
        return (Seat)color_other((Color)seat);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (game->state == OWN_GAME_NOT_JOINED && game->game.taken[color])
            return (Seat)color;
    return SEAT_NONE;
}

const char *own_game_opponent(const OwnGame *game, char text[OWN_GAME_WORDS_SIZE]) {
    Seat seat = other_seat(game);
    const char *name = "";
    if (seat != SEAT_NONE && game->state != OWN_GAME_UNKNOWN && game->state != OWN_GAME_GONE)
        name = !game->game.taken[seat]              ? "nobody yet"
               : game->game.player[seat][0] != '\0' ? game->game.player[seat]
                                                    : color_name((Color)seat);
    snprintf(text, OWN_GAME_WORDS_SIZE, "%s", name);
    return text;
}

/* ---- the time left ---- */

/* Writes the time left to the player who is to move, for a running clock. */
static void write_left(const OwnGame *game, char left[TEXT_DURATION_SIZE]) {
    text_write_duration(game->time_ms - (monotonic_ms() - game->asked_ms), left);
}

/* ---- how it ended ---- */

static const char *const reasons[] = {
    [REASON_NONE] = "",
    [REASON_LION] = ", lion taken",
    [REASON_NO_MOVES] = ", no move left",
    [REASON_REPETITION] = ", repetition",
    [REASON_QUIET] = ", nothing happened",
    [REASON_BARE_LIONS] = ", only lions left",
    [REASON_RESIGNED] = ", resigned",
    [REASON_AGREED] = ", agreed",
    [REASON_TIME] = ", on time",
    [REASON_ABORTED] = ", aborted",
};

static const char *result_word(const OwnGame *game) {
    Result result = game->outcome.result;
    Seat seat = game->saved->seat;
    if (result == RESULT_DRAW)
        return "draw";
    if (result != RESULT_WHITE && result != RESULT_BLACK)
        return "no result";
    return (result == RESULT_WHITE ? SEAT_WHITE : SEAT_BLACK) == seat ? "won" : "lost";
}

/* ---- the state ---- */

const char *own_game_state(const OwnGame *game, bool wide, char text[OWN_GAME_WORDS_SIZE]) {
    static const char *const words[] = {
        [OWN_GAME_UNKNOWN] = "",
        [OWN_GAME_MY_MOVE] = "your move",
        [OWN_GAME_THEIR_MOVE] = "their move",
        [OWN_GAME_NO_OPPONENT] = "waits for an opponent",
        [OWN_GAME_NOT_JOINED] = "waits for you to join",
        [OWN_GAME_GONE] = "no longer on the server",
    };
    static const char *const narrow_words[] = {
        [OWN_GAME_UNKNOWN] = "",           [OWN_GAME_MY_MOVE] = "your move",
        [OWN_GAME_THEIR_MOVE] = "theirs",  [OWN_GAME_NO_OPPONENT] = "open",
        [OWN_GAME_NOT_JOINED] = "to join", [OWN_GAME_GONE] = "gone",
    };
    char left[TEXT_DURATION_SIZE];
    if (game->state == OWN_GAME_OVER) {
        if (game->rematch == REMATCH_ASKED)
            snprintf(text, OWN_GAME_WORDS_SIZE, wide ? "offers a rematch" : "rematch?");
        else if (game->rematch == REMATCH_MADE)
            snprintf(text, OWN_GAME_WORDS_SIZE, wide ? "the rematch has begun" : "rematch");
        else
            snprintf(text, OWN_GAME_WORDS_SIZE, "%s%s", result_word(game),
                     wide ? reasons[game->outcome.reason] : "");
        return text;
    }
    snprintf(text, OWN_GAME_WORDS_SIZE, "%s", (wide ? words : narrow_words)[game->state]);
    write_left(game, left);
    if (wide && game->has_time)
        text_append(text, OWN_GAME_WORDS_SIZE, ", %s left", left);
    return text;
}

/* "You won against Bo", "A draw against Bo", "No result against Bo". */
static void write_result(const OwnGame *game, const char *opponent,
                         char text[OWN_GAME_WORDS_SIZE]) {
    Result result = game->outcome.result;
    bool decided = result == RESULT_WHITE || result == RESULT_BLACK;
    snprintf(text, OWN_GAME_WORDS_SIZE, "%s against %.60s",
             result == RESULT_DRAW                   ? "A draw"
             : !decided                              ? "No result"
             : strcmp(result_word(game), "won") == 0 ? "You won"
                                                     : "You lost",
             opponent);
}

const char *own_game_clause(const OwnGame *game, const char *server,
                            char text[OWN_GAME_WORDS_SIZE]) {
    char opponent[OWN_GAME_WORDS_SIZE], left[TEXT_DURATION_SIZE];
    Seat seat = game->saved->seat;
    own_game_opponent(game, opponent);
    write_left(game, left);
    text[0] = '\0';
    switch (game->state) {
    case OWN_GAME_MY_MOVE:
        snprintf(text, OWN_GAME_WORDS_SIZE, "Your move against %.60s", opponent);
        break;
    case OWN_GAME_THEIR_MOVE:
        snprintf(text, OWN_GAME_WORDS_SIZE, "It is %.60s's move", opponent);
        break;
    case OWN_GAME_NO_OPPONENT:
        snprintf(text, OWN_GAME_WORDS_SIZE, "Nobody has joined your game");
        break;
    case OWN_GAME_NOT_JOINED:
        snprintf(text, OWN_GAME_WORDS_SIZE, "A game%s%.60s waits for you to join",
                 opponent[0] != '\0' ? " against " : "", opponent);
        break;
    case OWN_GAME_OVER:
        if (own_game_rematch_clause(game, opponent, text, OWN_GAME_WORDS_SIZE)[0] == '\0')
            write_result(game, opponent, text);
        break;
    case OWN_GAME_GONE:
        snprintf(text, OWN_GAME_WORDS_SIZE, "Game %s no longer exists", game->game.id.text);
        break;
    case OWN_GAME_UNKNOWN:
        if (seat > SEAT_BLACK)
            snprintf(text, OWN_GAME_WORDS_SIZE, "Invitation to game %s", game->game.id.text);
        else
            snprintf(text, OWN_GAME_WORDS_SIZE, "You, %s in game %s", color_name((Color)seat),
                     game->game.id.text);
        break;
    }
    if (server != NULL)
        text_append(text, OWN_GAME_WORDS_SIZE, " on %.40s", server);
    if (game->has_time)
        text_append(text, OWN_GAME_WORDS_SIZE, " (%s left)", left);
    return text;
}

/* ---- asking for them ---- */

static void on_server(void *context, const WaitingServer *server) {
    App *app = context;
    (void)server;
    if (asked(app)->changed != NULL)
        asked(app)->changed(app);
    app_invalidate(app);
}

static void stop_asking(App *app) {
    waiting_games_free(asked(app)->games);
    asked(app)->games = NULL;
    asked(app)->changed = NULL;
}

void waiting_ask(App *app, void (*changed)(App *app)) {
    stop_asking(app);
    asked(app)->changed = changed;
    asked(app)->games = waiting_games_ask(&app->loop, on_server, app);
}

const OwnGame *waiting_find(const App *app, const SavedSeat *seat) {
    const WaitingGames *waiting = asked(app)->games;
    for (size_t number = 0; waiting != NULL && waiting_games_server(waiting, number) != NULL;
         number++) {
        OwnGameList list = waiting_games_list(waiting, number);
        for (size_t i = 0; i < list.count; i++)
            if (strcmp(list.games[i].saved->key.text, seat->key.text) == 0)
                return list.games[i].state != OWN_GAME_UNKNOWN ? &list.games[i] : NULL;
    }
    return NULL;
}

const OwnGame *waiting_first(const App *app, const char **server) {
    const WaitingGames *waiting = asked(app)->games;
    for (size_t number = 0; waiting != NULL && waiting_games_server(waiting, number) != NULL;
         number++) {
        OwnGameList list = waiting_games_list(waiting, number);
        *server = waiting_games_server(waiting, number)->name;
        for (const OwnGame *game = list.games; game < list.games + list.count; game++)
            if (own_game_waits_for_user(game) && !game->saved->in_use)
                return game;
    }
    return NULL;
}

void waiting_open(App *app, const SavedSeat *seat) {
    NetworkOptions options;
    Error error = {0};
    if (!network_options_from_settings(&app->settings, &options, &error)) {
        app_notify_error(app, &error);
        return;
    }
    network_options_use_seat(&options, seat);
    connect_dialog_open(app, &options);
}

const Feature waiting_feature = {.state_size = sizeof(Waiting), .close = stop_asking};
