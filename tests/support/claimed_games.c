#include <config.h>

#include "claimed_games.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cmocka.h>

#include "base/memory.h"
#include "net/identity.h"
#include "net/protocol.h"
#include "rules/outcome.h"

enum { LAST = CLAIMED_GAMES - 1, MINUTE_MS = 60000 };

typedef struct Peer {
    int socket; /* -1: none */
    FILE *stream;
    Message message; /* the last one */
} Peer;

typedef struct Game {
    char id[GAME_ID_LENGTH + 1];
    bool present; /* Black comes back before the claim */
    bool acknowledged;
    Peer white, black;
} Game;

struct ClaimedGames {
    const char *address; /* borrowed */
    unsigned number;
    History *history; /* borrowed */
    size_t alone;     /* the first games, whose claims were answered before the kill */
    Game games[CLAIMED_GAMES];
};

/* ---- connections ---- */

static void leave(Peer *peer) {
    if (peer->socket < 0)
        return;
    fclose(peer->stream);
    peer->socket = -1;
}

static void leave_all(ClaimedGames *claimed) {
    for (size_t i = 0; i < CLAIMED_GAMES; i++) {
        leave(&claimed->games[i].white);
        leave(&claimed->games[i].black);
    }
}

static void come(Peer *peer, const ClaimedGames *claimed) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", claimed->address);
    peer->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(peer->socket, (const struct sockaddr *)&address, sizeof address), 0);
    peer->stream = fdopen(peer->socket, "r");
    assert_non_null(peer->stream);
}

static void say(Peer *peer, const char *line) {
    size_t length = strlen(line);
    assert_int_equal(send(peer->socket, line, length, MSG_NOSIGNAL), length);
}

/* Reads the next line. Returns false at the end of the stream. */
static bool read_message(Peer *peer) {
    char line[LINE_SERVER_MAX + LINE_END_SIZE + 1];
    if (!fgets(line, sizeof line, peer->stream))
        return false;
    size_t length = strcspn(line, "\n");
    if (line[length] != '\n')
        return false; /* the server was killed within the line */
    assert_true(message_parse(line, length, &peer->message, NULL));
    return true;
}

/* Reads up to the end of a reply. Returns false at the end of the stream. */
static bool hear(Peer *peer) {
    while (read_message(peer))
        if (peer->message.kind == MESSAGE_OK || peer->message.kind == MESSAGE_ERROR)
            return true;
    return false;
}

static void ask(Peer *peer, Verb verb, const char *line) {
    say(peer, line);
    if (!hear(peer) || peer->message.type != message_success(verb))
        fail_msg("%s: %s", line, peer->message.fields.text);
}

static SeatKey seat_key(const ClaimedGames *claimed, size_t game, Color color) {
    SeatKey key;
    snprintf(key.text, sizeof key.text, "%c%0*zu", color == WHITE ? 'W' : 'B', SEAT_KEY_LENGTH - 1,
             claimed->number * CLAIMED_GAMES + game);
    return key;
}

static void join(Peer *peer, const ClaimedGames *claimed, size_t game, Color color) {
    char line[100];
    come(peer, claimed);
    snprintf(line, sizeof line, "JOIN %s %c key=%s\n", claimed->games[game].id,
             color == WHITE ? 'w' : 'b', seat_key(claimed, game, color).text);
    ask(peer, VERB_JOIN, line);
}

/* ---- games ---- */

/* Begins a game in which it is Black's turn, and Black is away. */
static void begin_game(ClaimedGames *claimed, size_t number) {
    Game *game = &claimed->games[number];
    char line[100];
    come(&game->white, claimed);
    snprintf(line, sizeof line, "NEW standard key=%s claim=1\n",
             seat_key(claimed, number, WHITE).text);
    ask(&game->white, VERB_NEW, line);
    memcpy(game->id, game->white.message.fields.id.text, sizeof game->id);
    join(&game->black, claimed, number, BLACK);
    snprintf(line, sizeof line, "MOVE %s 0 b2b3\n", game->id);
    history_sent(claimed->history, game->id, 0, "b2b3");
    ask(&game->white, VERB_MOVE, line);
    history_acknowledged(claimed->history, game->id, 0, "b2b3");
    leave(&game->black);
}

ClaimedGames *claimed_games_begin(const char *address, unsigned number, History *history) {
    ClaimedGames *claimed = memory_allocate(sizeof *claimed);
    *claimed = (ClaimedGames){.address = address, .number = number, .history = history};
    for (size_t i = 0; i < CLAIMED_GAMES; i++) {
        claimed->games[i].white.socket = claimed->games[i].black.socket = -1;
        begin_game(claimed, i);
    }
    return claimed;
}

void claimed_games_free(ClaimedGames *claimed) {
    leave_all(claimed);
    free(claimed);
}

const char *claimed_games_id(const ClaimedGames *claimed, size_t game) {
    return claimed->games[game].id;
}

unsigned claimed_games_acknowledged(const ClaimedGames *claimed) {
    unsigned count = 0;
    for (size_t i = 0; i < CLAIMED_GAMES; i++)
        count += claimed->games[i].acknowledged;
    return count;
}

/* ---- claims ---- */

static void send_claim(Game *game) {
    char line[60];
    snprintf(line, sizeof line, "CLAIM %.*s 1\n", GAME_ID_LENGTH, game->id);
    say(&game->white, line);
}

static void on_claimed(ClaimedGames *claimed, Game *game) {
    const Fields *fields = &game->white.message.fields;
    assert_int_equal(game->white.message.type, message_success(VERB_CLAIM));
    game->acknowledged = true;
    history_acknowledged_end(claimed->history, game->id, result_text(fields->result),
                             reason_word(fields->reason));
}

/* The last game is the one in which Black left last. Its claim is not killed. */
int64_t claimed_games_wait_ms(ClaimedGames *claimed) {
    Game *game = &claimed->games[LAST];
    send_claim(game);
    assert_true(hear(&game->white));
    if (game->white.message.type == MESSAGE_REJECTED) {
        assert_int_equal(game->white.message.error, PROTO_ERR_RATE);
        assert_in_range(game->white.message.fields.wait_ms, 1, MINUTE_MS);
        return game->white.message.fields.wait_ms;
    }
    history_allowed_time(claimed->history, game->id, WHITE);
    on_claimed(claimed, game);
    return 0;
}

static void hear_claim(ClaimedGames *claimed, Game *game) {
    if (!hear(&game->white))
        return;
    if (game->present)
        assert_int_equal(game->white.message.fields.wait_ms, MINUTE_MS);
    else
        on_claimed(claimed, game);
}

void claimed_games_claim(ClaimedGames *claimed, size_t alone) {
    claimed->alone = alone;
    for (size_t i = 0; i < LAST; i++) {
        Game *game = &claimed->games[i];
        game->present = i % 4 == 0;
        if (game->present)
            join(&game->black, claimed, i, BLACK);
        else
            history_allowed_time(claimed->history, game->id, WHITE);
    }
    for (size_t i = 0; i < LAST; i++) {
        send_claim(&claimed->games[i]);
        if (i < alone)
            hear_claim(claimed, &claimed->games[i]);
    }
}

void claimed_games_hear(ClaimedGames *claimed) {
    for (size_t i = claimed->alone; i < LAST; i++)
        hear_claim(claimed, &claimed->games[i]);
    leave_all(claimed);
}

static void claim_again(ClaimedGames *claimed, size_t number) {
    Game *game = &claimed->games[number];
    join(&game->white, claimed, number, WHITE);
    if (game->present)
        join(&game->black, claimed, number, BLACK);
    send_claim(game);
    assert_true(hear(&game->white));
    if (game->acknowledged || game->white.message.type != MESSAGE_REJECTED) {
        on_claimed(claimed, game);
        assert_true(fields_has(&game->white.message.fields, FIELD_DUP));
    } else {
        assert_int_equal(game->white.message.error, PROTO_ERR_RATE);
        assert_true(game->white.message.fields.wait_ms > 0);
    }
}

void claimed_games_claim_again(ClaimedGames *claimed) {
    for (size_t i = 0; i < CLAIMED_GAMES; i++)
        claim_again(claimed, i);
    leave_all(claimed);
}
