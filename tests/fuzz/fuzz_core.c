/*
 * The server's core with three arbitrary clients, a store that is slow, full or failing, and kills
 * of the server. The input is a list of actions: a byte chooses one, and its arguments
 * start_subscribing. A client's line ends with LF; in it '%' stands for the id of the first game
 * and
 * '^' for the client's own key.
 *
 * Invariants: every line of the server is valid; a client that plays, resigns, agrees or aborts has
 * the key of a seat; each subscriber of the first game gets its plies without a gap; nothing that
 * was acknowledged is lost; the store contains valid games.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "../server/world.h"
#include "fuzz.h"

#include "net/message.h"
#include "server/store/game_replay.h"

enum { PEERS = 3, KEYS_MAX = 16, LINE_SIZE = 600, PASS_MS = 1000, ACTIONS_MAX = 300 };

typedef struct Player {
    Peer *peer;
    SeatKey keys[KEYS_MAX]; /* its own, and those sent by the server */
    size_t key_count;
    bool follows; /* the first game */
    uint32_t next;
} Player;

typedef struct Fuzz {
    World *world;
    Player players[PEERS];
    uint32_t acknowledged; /* plies of the first game */
} Fuzz;

static const StoreGame *first_game(const Fuzz *fuzz) {
    return memory_store_game(fuzz->world->memory, 0);
}

static bool is_first(const Fuzz *fuzz, const GameId *id) {
    const StoreGame *game = first_game(fuzz);
    return game && game->header.id == game_id_number(id);
}

/* ---- messages of the server ---- */

static bool has_key_of(const Player *player, const StoreGame *game) {
    for (size_t i = 0; i < player->key_count; i++)
        for (int color = 0; color < COLOR_COUNT; color++) {
            KeyHash hash;
            key_hash_from_key(&player->keys[i], &hash);
            if (game->header.seat[color].taken &&
                key_hash_equal(&hash, &game->header.seat[color].hash))
                return true;
        }
    return false;
}

static void store_key(Player *player, const Message *message) {
    if (fields_has(&message->fields, FIELD_KEY) && player->key_count < KEYS_MAX)
        player->keys[player->key_count++] = message->fields.key;
}

static void start_subscribing(Fuzz *fuzz, Player *player, const Message *message) {
    if (!is_first(fuzz, &message->fields.id))
        return;
    if (player->follows)
        fuzz_require(message->fields.ply == player->next);
    player->follows = true;
    player->next = message->fields.ply;
}

static void check_ply(Fuzz *fuzz, Player *player, const Message *message) {
    if (!is_first(fuzz, &message->fields.id) || !player->follows)
        return;
    fuzz_require(message->fields.ply == player->next);
    player->next++;
}

static void check_change(const Fuzz *fuzz, const Player *player, const Message *message) {
    const StoreGame *game =
        memory_store_find(fuzz->world->memory, game_id_number(&message->fields.id));
    fuzz_require(game && has_key_of(player, game));
}

/* Checks the final line of a reply. */
static void on_reply_end(Fuzz *fuzz, Player *player, Verb verb, const Message *message) {
    bool dup = fields_has(&message->fields, FIELD_DUP);
    switch (verb) {
    case VERB_NEW:
    case VERB_JOIN:
        store_key(player, message);
        if (message->fields.seat != SEAT_NONE)
            start_subscribing(fuzz, player, message);
        break;
    case VERB_WATCH:
        start_subscribing(fuzz, player, message);
        break;
    case VERB_UNWATCH:
        player->follows = player->follows && !is_first(fuzz, &message->fields.id);
        break;
    case VERB_MOVE:
        check_change(fuzz, player, message);
        if (!dup)
            check_ply(fuzz, player, message);
        if (is_first(fuzz, &message->fields.id) && message->fields.next > fuzz->acknowledged)
            fuzz->acknowledged = message->fields.next;
        break;
    case VERB_RESIGN:
    case VERB_DRAW:
    case VERB_ABORT:
        check_change(fuzz, player, message);
        break;
    default:
        break;
    }
}

static void on_message(Fuzz *fuzz, Player *player, const Message *message) {
    if (message->type == EVENT_MOVE)
        check_ply(fuzz, player, message);
    else if (message->kind == MESSAGE_OK && message->type != MESSAGE_UNKNOWN)
        on_reply_end(fuzz, player, (Verb)message->type, message);
}

static void read_lines(Fuzz *fuzz, Player *player) {
    while (player->peer && *peer_line(player->peer)) {
        const char *line = player->peer->line;
        Message message;
        char again[MESSAGE_LINE_SIZE];
        size_t length = strlen(line);
        fuzz_require(length <= LINE_SERVER_MAX);
        fuzz_require(message_parse(line, length, &message, NULL));
        fuzz_require(message.type != MESSAGE_UNKNOWN);
        fuzz_require(message_write(&message, again) == length + 1);
        fuzz_require(memcmp(line, again, length) == 0);
        on_message(fuzz, player, &message);
    }
}

/* ---- the store ---- */

static void check_store(const Fuzz *fuzz) {
    const StoreGame *game;
    for (size_t i = 0; (game = memory_store_game(fuzz->world->memory, i)); i++)
        fuzz_require(game_replay_check(game, NULL));
    game = first_game(fuzz);
    fuzz_require(fuzz->acknowledged == 0 || (game && game->count >= fuzz->acknowledged));
}

/* ---- actions ---- */

static void open_peer(Fuzz *fuzz, Player *player) {
    if (player->peer)
        peer_free(player->peer);
    player->peer = world_connect(fuzz->world, NULL);
    player->follows = false;
}

static const uint8_t *send_line(Fuzz *fuzz, Player *player, const uint8_t *at, const uint8_t *end) {
    char line[LINE_SIZE];
    size_t length = 0;
    GameId id = {"0000000000"};
    if (first_game(fuzz))
        id = game_id_from_number(first_game(fuzz)->header.id);
    bool ended = false;
    for (; at < end && !ended && length + SEAT_KEY_LENGTH < sizeof line; at++) {
        const char *text = *at == '%' ? id.text : *at == '^' ? player->keys[0].text : NULL;
        ended = *at == '\n';
        size_t size = text ? strlen(text) : 1;
        memcpy(line + length, text ? text : (const char *)at, size);
        length += size;
    }
    if (player->peer->client)
        peer_send(player->peer, line, length);
    return at;
}

static void crash(Fuzz *fuzz, size_t survivors) {
    /* Lines sent before the crash count. */
    for (int i = 0; i < PEERS; i++)
        read_lines(fuzz, &fuzz->players[i]);
    world_crash(fuzz->world, survivors);
    check_store(fuzz);
    for (int i = 0; i < PEERS; i++)
        open_peer(fuzz, &fuzz->players[i]);
}

static const uint8_t *run_action(Fuzz *fuzz, const uint8_t *at, const uint8_t *end) {
    World *world = fuzz->world;
    uint8_t action = *at++, number = at < end ? *at % 16 : 0;
    Player *player = &fuzz->players[action % PEERS];
    switch (action) {
    case 'a':
    case 'b':
    case 'c':
        return send_line(fuzz, player, at, end);
    case 'A':
    case 'B':
    case 'C':
        open_peer(fuzz, player);
        break;
    case 'd': /* stops or continues reading */
    case 'e':
    case 'f':
        player->peer->room = player->peer->room == SIZE_MAX ? number * 100U : SIZE_MAX;
        break;
    case 'h':
        world->store_is_held = !world->store_is_held;
        break;
    case 'm':
        world_commit(world, number);
        break;
    case 't':
        world_advance(world, world->store_is_held ? 1 : number * PASS_MS);
        break;
    case 'k':
        crash(fuzz, number);
        break;
    case 'n':
        memory_store_fail_change(world->memory, 1 + number, MEMORY_FULL);
        break;
    default:
        break;
    }
    world_settle(world);
    return at;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Fuzz fuzz = {.world = world_create()};
    const uint8_t *end = data + size;
    for (int i = 0; i < PEERS; i++) {
        uint8_t bytes[16] = {0x37, 0xc1, 0x5e, 0x90, (uint8_t)i};
        seat_key_from_bytes(bytes, &fuzz.players[i].keys[0]);
        fuzz.players[i].key_count = 1;
        open_peer(&fuzz, &fuzz.players[i]);
    }
    for (int action = 0; data < end && action < ACTIONS_MAX; action++) {
        data = run_action(&fuzz, data, end);
        for (int i = 0; i < PEERS; i++)
            read_lines(&fuzz, &fuzz.players[i]);
    }
    fuzz.world->store_is_held = false;
    world_settle(fuzz.world);
    CoreStats stats;
    core_stats(fuzz.world->core, &stats);
    fuzz_require(stats.conflicts == 0);
    check_store(&fuzz);
    world_free(fuzz.world);
    return 0;
}
