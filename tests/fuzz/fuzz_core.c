/*
 * The server's core with three arbitrary clients, a store that is slow, full or failing, and kills
 * of the server. The input is a list of actions: a byte chooses one, and its arguments
 * follow. A client's line ends with LF; in it '%' stands for the id of the first game, '&' for that
 * of the second, '^' for the client's own key and '$' for the key of the first client.
 *
 * Invariants: every line of the server is valid; a client that plays, resigns, agrees, aborts,
 * claims or offers a rematch has the key of a seat; nobody takes a kept seat without the
 * invitation; a claim is won only against an absent player; a game has at most one rematch, with
 * the same terms and colors swapped; each watcher of the first game gets its plies without a gap
 * and does not hear whom it has muted, nor a player the spectators before the end; the games that a
 * client was told of are those of LIST; nothing that was acknowledged is lost; the store contains
 * valid games.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/world.h"
#include "fuzz.h"

#include "net/protocol.h"
#include "server/core/core_parts.h"
#include "server/store/game_replay.h"

enum {
    PEERS = 3,
    KEYS_MAX = 16,
    LISTED_MAX = 64,
    LINE_SIZE = 600,
    PASS_MS = 1000,
    ACTIONS_MAX = 300,
    CRASHES_MAX = 8, /* they take most of the time */
    HEARERS = 3      /* White, Black, spectators */
};

typedef struct ListedGame {
    GameId id;
    uint32_t ply;
    bool taken[COLOR_COUNT];
    char names[COLOR_COUNT][NAME_MAX_BYTES + 1];
} ListedGame;

/* Games of =LIST or !LIST. */
typedef struct KnownGames {
    ListedGame games[LISTED_MAX];
    size_t count;
    bool overflown; /* some are missing */
} KnownGames;

typedef struct Player {
    Peer *peer;
    SeatKey keys[KEYS_MAX]; /* its own, and those sent by the server */
    size_t key_count;
    bool follows; /* the first game */
    uint32_t next;
    Seat seat;           /* in the first game */
    bool muted[HEARERS]; /* in the first game, by Seat */
    KnownGames reply;    /* lines of the reply that is being read */
    bool subscribed;
    const char *choice; /* of SUBSCRIBE */
    KnownGames listed;
    bool readonly, compares;
} Player;

typedef struct Rematch {
    GameId id, game;
} Rematch;

typedef struct Fuzz {
    World *world;
    Player players[PEERS];
    uint32_t acknowledged; /* plies of the first game */
    Rematch rematches[KEYS_MAX];
    size_t rematch_count; /* acknowledged */
    KeyHash said[KEYS_MAX];
    size_t said_count;               /* keys in commands to join; the last is overwritten */
    int64_t present_ms[COLOR_COUNT]; /* last time that the seat of the first game was held */
    unsigned crashes;
    int64_t turn_ms, start_ms; /* of the first game's turn, and of the server */
    bool claimed;
} Fuzz;

static const StoreGame *first_game(const Fuzz *fuzz) {
    return memory_store_game(fuzz->world->memory, 0);
}

static bool is_first(const Fuzz *fuzz, const GameId *id) {
    const StoreGame *game = first_game(fuzz);
    return game && game->header.id == game_id_number(id);
}

/* ---- messages of the server ---- */

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

static bool has_seat_key(const Player *player, const StoreSeat *seat) {
    for (size_t i = 0; i < player->key_count; i++) {
        KeyHash hash;
        key_hash_from_key(&player->keys[i], &hash);
        if (seat->taken && key_hash_equal(&hash, &seat->hash))
            return true;
    }
    return false;
}

static void check_change(const Fuzz *fuzz, const Player *player, const Message *message) {
    const StoreGame *game =
        memory_store_find(fuzz->world->memory, game_id_number(&message->fields.id));
    fuzz_require(game && (has_seat_key(player, &game->header.seat[WHITE]) ||
                          has_seat_key(player, &game->header.seat[BLACK])));
}

static void check_rematch(Fuzz *fuzz, const Player *player, const Message *message) {
    const Fields *fields = &message->fields;
    check_change(fuzz, player, message);
    if (!fields_has(fields, FIELD_GAME))
        return;
    const StoreGame *game = memory_store_find(fuzz->world->memory, game_id_number(&fields->game));
    fuzz_require(game && game->header.rematch_of == game_id_number(&fields->id));
    fuzz_require(fields->seat <= SEAT_BLACK &&
                 has_seat_key(player, &game->header.seat[fields->seat]));
    if (fuzz->rematch_count < KEYS_MAX)
        fuzz->rematches[fuzz->rematch_count++] = (Rematch){fields->id, fields->game};
}

static void check_claim(const Fuzz *fuzz, const Player *player, const Message *message) {
    check_change(fuzz, player, message);
    const StoreGame *game =
        memory_store_find(fuzz->world->memory, game_id_number(&message->fields.id));
    fuzz_require(game->header.claim_minutes > 0 && game->end.outcome.reason == REASON_TIME);
}

/* ---- talk ---- */

static void mute(const Fuzz *fuzz, Player *player, const Message *message, bool muted) {
    if (!is_first(fuzz, &message->fields.id))
        return;
    for (int side = 0; side < HEARERS; side++)
        if (!fields_has(&message->fields, FIELD_SIDE_ARG) || (int)message->fields.seat == side)
            player->muted[side] = muted;
}

static void check_talk(const Fuzz *fuzz, const Player *player, const Message *message) {
    if (!is_first(fuzz, &message->fields.id))
        return;
    fuzz_require(player->follows && !player->muted[message->fields.seat]);
    if (message->fields.seat == SEAT_NONE && player->seat != SEAT_NONE)
        fuzz_require(first_game(fuzz)->end.outcome.reason != REASON_NONE);
}

/* ---- lists ---- */

static size_t find_listed(const KnownGames *listing, const GameId *id) {
    size_t place = 0;
    while (place < listing->count && strcmp(listing->games[place].id.text, id->text) != 0)
        place++;
    return place;
}

static void list_game(KnownGames *listing, const Fields *fields) {
    size_t place = find_listed(listing, &fields->id);
    listing->overflown = listing->overflown || place == LISTED_MAX;
    if (place == LISTED_MAX)
        return;
    ListedGame *game = &listing->games[place];
    game->id = fields->id;
    game->ply = fields->ply;
    for (int color = WHITE; color <= BLACK; color++) {
        game->taken[color] = fields_has(fields, color == WHITE ? FIELD_WHITE : FIELD_BLACK);
        memcpy(game->names[color], fields->player[color], sizeof game->names[color]);
    }
    listing->count += place == listing->count;
}

/* A game that came and went while the client did not read is only unlisted. */
static void unlist_game(KnownGames *listing, const GameId *id) {
    size_t place = find_listed(listing, id);
    if (place < listing->count)
        listing->games[place] = listing->games[--listing->count];
}

/* The events of a list have led to what LIST says. */
static void check_listed(const Player *player) {
    if (player->listed.overflown || player->reply.overflown)
        return;
    fuzz_require(player->listed.count == player->reply.count);
    for (size_t i = 0; i < player->reply.count; i++) {
        const ListedGame *game = &player->reply.games[i];
        size_t place = find_listed(&player->listed, &game->id);
        fuzz_require(place < player->listed.count);
        const ListedGame *listed = &player->listed.games[place];
        for (int color = WHITE; color <= BLACK; color++) {
            fuzz_require(listed->taken[color] == game->taken[color]);
            fuzz_require(strcmp(listed->names[color], game->names[color]) == 0);
        }
        fuzz_require(listed->ply <= game->ply && game->ply < listed->ply + 10);
    }
}

static void subscribe(Player *player, const Message *message) {
    player->subscribed = true;
    player->choice = !fields_has(&message->fields, FIELD_CHOICE) ? ""
                     : message->fields.choice == LIST_OPEN       ? "open"
                                                                 : "live";
    player->listed = player->reply;
}

/* ---- replies and events ---- */

/* Checks the final line of a reply. */
static void on_reply_end(Fuzz *fuzz, Player *player, Verb verb, const Message *message) {
    bool dup = fields_has(&message->fields, FIELD_DUP);
    switch (verb) {
    case VERB_NEW:
    case VERB_JOIN:
        store_key(player, message);
        if (message->fields.seat != SEAT_NONE)
            start_subscribing(fuzz, player, message);
        if (is_first(fuzz, &message->fields.id))
            player->seat = message->fields.seat;
        break;
    case VERB_WATCH:
        start_subscribing(fuzz, player, message);
        break;
    case VERB_UNWATCH:
        if (is_first(fuzz, &message->fields.id)) {
            player->follows = false;
            player->seat = SEAT_NONE;
            memset(player->muted, 0, sizeof player->muted);
        }
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
    case VERB_CLAIM:
        check_claim(fuzz, player, message);
        break;
    case VERB_REMATCH:
        check_rematch(fuzz, player, message);
        break;
    case VERB_MUTE:
    case VERB_UNMUTE:
        mute(fuzz, player, message, verb == VERB_MUTE);
        break;
    case VERB_SUBSCRIBE:
        subscribe(player, message);
        break;
    case VERB_UNSUBSCRIBE:
        player->subscribed = false;
        break;
    case VERB_LIST:
        if (player->compares)
            check_listed(player);
        break;
    default:
        break;
    }
}

static void on_event(Fuzz *fuzz, Player *player, const Message *message) {
    switch (message->type) {
    case EVENT_MOVE:
        check_ply(fuzz, player, message);
        break;
    case EVENT_SAY:
        check_talk(fuzz, player, message);
        break;
    case EVENT_REPLACED:
        if (is_first(fuzz, &message->fields.id))
            player->seat = SEAT_NONE;
        break;
    case EVENT_LIST:
        fuzz_require(player->subscribed);
        list_game(&player->listed, &message->fields);
        break;
    case EVENT_UNLIST:
        fuzz_require(player->subscribed);
        unlist_game(&player->listed, &message->fields.id);
        break;
    case EVENT_RELIST:
        fuzz_require(player->subscribed);
        player->listed = (KnownGames){.count = 0};
        break;
    case EVENT_READONLY:
    case EVENT_WRITABLE:
        fuzz_require(player->readonly == (message->type == EVENT_WRITABLE));
        player->readonly = message->type == EVENT_READONLY;
        break;
    default:
        break;
    }
}

static void on_message(Fuzz *fuzz, Player *player, const Message *message) {
    if (message->kind == MESSAGE_EVENT) {
        on_event(fuzz, player, message);
        return;
    }
    if (message->type == DATA_LIST)
        list_game(&player->reply, &message->fields);
    if (message->kind == MESSAGE_OK && message->type != MESSAGE_UNKNOWN)
        on_reply_end(fuzz, player, (Verb)message->type, message);
    if (message->kind == MESSAGE_OK || message->kind == MESSAGE_ERROR)
        player->reply = (KnownGames){.count = 0};
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

static void check_stored_rematch(const Fuzz *fuzz, const StoreGame *rematch) {
    const StoreHeader *header = &rematch->header;
    const StoreGame *game = memory_store_find(fuzz->world->memory, header->rematch_of);
    fuzz_require(game && game->rematch_game == header->id);
    fuzz_require(game->end.outcome.reason != REASON_NONE);
    for (int color = WHITE; color <= BLACK; color++) {
        const StoreSeat *seat = &game->header.seat[color], *other = &header->seat[!color];
        fuzz_require(seat->taken && other->taken && key_hash_equal(&seat->hash, &other->hash));
    }
    fuzz_require(strcmp(header->variant, game->header.variant) == 0);
    fuzz_require(strcmp(header->start, game->header.start) == 0);
    fuzz_require(header->base_ms == game->header.base_ms);
    fuzz_require(header->increment_ms == game->header.increment_ms);
    fuzz_require(header->per_move == game->header.per_move);
    fuzz_require(header->claim_minutes == game->header.claim_minutes);
    fuzz_require(header->hidden == game->header.hidden);
}

/* Both seats of a game with a kept one are taken only if somebody gave the invitation. */
static void check_kept(const Fuzz *fuzz, const StoreHeader *header) {
    if (!header->seat[WHITE].taken || !header->seat[BLACK].taken || fuzz->said_count == KEYS_MAX)
        return;
    size_t said = 0;
    while (said < fuzz->said_count && !key_hash_equal(&fuzz->said[said], &header->invite))
        said++;
    fuzz_require(said < fuzz->said_count);
}

static void check_store(const Fuzz *fuzz) {
    const StoreGame *game;
    for (size_t i = 0; (game = memory_store_game(fuzz->world->memory, i)); i++) {
        fuzz_require(game_replay_check(game, NULL));
        if (game->header.rematch_of != 0)
            check_stored_rematch(fuzz, game);
        if (game->header.kept)
            check_kept(fuzz, &game->header);
    }
    game = first_game(fuzz);
    fuzz_require(fuzz->acknowledged == 0 || (game && game->count >= fuzz->acknowledged));
    for (size_t i = 0; i < fuzz->rematch_count; i++) {
        const Rematch *rematch = &fuzz->rematches[i];
        game = memory_store_find(fuzz->world->memory, game_id_number(&rematch->id));
        fuzz_require(game && game->rematch_game == game_id_number(&rematch->game));
    }
}

/* ---- absence ---- */

/* Notes who is present in the first game, as far as the players have read it. While changes wait
 * for the store, a claim may be among them. */
static void note_presence(Fuzz *fuzz, uint32_t plies, int64_t before_ms) {
    const StoreGame *game = first_game(fuzz);
    if (game && game->count != plies)
        fuzz->turn_ms = before_ms;
    for (int i = 0; i < PEERS && memory_store_waiting(fuzz->world->memory) == 0; i++) {
        const Player *player = &fuzz->players[i];
        if (player->peer->client && player->peer->room == SIZE_MAX && player->seat <= SEAT_BLACK)
            fuzz->present_ms[player->seat] = fuzz->world->now_ms;
    }
}

/* Checks a claim of the first game when it appears in the store. */
static void check_absence(Fuzz *fuzz) {
    const StoreGame *game = first_game(fuzz);
    if (fuzz->claimed || !game || game->end.outcome.reason != REASON_TIME ||
        game->header.base_ms > 0)
        return;
    fuzz->claimed = true;
    Color loser = game->end.outcome.result == RESULT_WHITE ? BLACK : WHITE;
    int64_t since = fuzz->present_ms[loser];
    if (since < fuzz->turn_ms)
        since = fuzz->turn_ms;
    if (since < fuzz->start_ms)
        since = fuzz->start_ms;
    fuzz_require(fuzz->world->now_ms - since >=
                 (int64_t)game->header.claim_minutes * 60000 - PASS_MS);
}

/* ---- actions ---- */

static void open_peer(Fuzz *fuzz, Player *player) {
    if (player->peer)
        peer_free(player->peer);
    player->peer = world_connect(fuzz->world, NULL);
    player->follows = player->subscribed = player->readonly = false;
    player->seat = SEAT_NONE;
    player->reply = (KnownGames){.count = 0};
    memset(player->muted, 0, sizeof player->muted);
}

/* Remembers the keys with which somebody asks for a seat. */
static void note_keys(Fuzz *fuzz, const char *line, size_t length) {
    Request request;
    if (length == 0 || length > LINE_CLIENT_MAX ||
        request_parse(line, length, &request, NULL) != PROTO_ERR_NONE || request.verb != VERB_JOIN)
        return;
    for (int i = 0; i < 2 && fuzz->said_count < KEYS_MAX; i++)
        if (fields_has(&request.fields, i ? FIELD_INVITE : FIELD_KEY))
            key_hash_from_key(i ? &request.fields.invite : &request.fields.key,
                              &fuzz->said[fuzz->said_count++]);
}

/* Returns what a letter of a line stands for, or NULL. */
static const char *text_of(const Fuzz *fuzz, const Player *player, uint8_t letter, GameId *id) {
    const StoreGame *game = memory_store_game(fuzz->world->memory, letter == '&');
    switch (letter) {
    case '%':
    case '&':
        *id = game_id_from_number(game ? game->header.id : 0);
        return id->text;
    case '^':
        return player->keys[0].text;
    case '$':
        return fuzz->players[0].keys[0].text;
    default:
        return NULL;
    }
}

static const uint8_t *send_line(Fuzz *fuzz, Player *player, const uint8_t *at, const uint8_t *end) {
    char line[LINE_SIZE];
    size_t length = 0;
    bool ended = false;
    for (; at < end && !ended && length + SEAT_KEY_LENGTH < sizeof line; at++) {
        GameId id;
        const char *text = text_of(fuzz, player, *at, &id);
        ended = *at == '\n';
        size_t size = text ? strlen(text) : 1;
        memcpy(line + length, text ? text : (const char *)at, size);
        length += size;
    }
    note_keys(fuzz, line, length - ended);
    if (player->peer->client)
        peer_send(player->peer, line, length);
    return at;
}

static void crash(Fuzz *fuzz, size_t survivors) {
    if (fuzz->crashes == CRASHES_MAX)
        return;
    fuzz->crashes++;
    /* Lines sent before the crash count. */
    for (int i = 0; i < PEERS; i++)
        read_lines(fuzz, &fuzz->players[i]);
    world_crash(fuzz->world, survivors);
    check_absence(fuzz); /* a claim may have survived */
    fuzz->start_ms = fuzz->world->now_ms;
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

/* A flag may just have fallen. */
static bool has_untold_changes(const Core *core) {
    return core->list_feed.timer.heap_index != 0;
}

static void ask_for_list(Fuzz *fuzz, Player *player) {
    char line[40];
    snprintf(line, sizeof line, "LIST %s limit=1000\n", player->choice);
    player->compares = true;
    peer_send(player->peer, line, strlen(line));
    read_lines(fuzz, player);
}

/* When nobody waits for anything, everybody who was told of games asks for the list. What a client
 * has sent before is run once it reads. */
static void compare_lists(Fuzz *fuzz) {
    fuzz->world->store_is_held = false;
    for (int pass = 0; pass < 2 || has_untold_changes(fuzz->world->core); pass++) {
        world_advance(fuzz->world, PASS_MS);
        for (int i = 0; i < PEERS; i++) {
            Player *player = &fuzz->players[i];
            player->peer->room = SIZE_MAX;
            if (pass == 0 && player->peer->client)
                peer_send(player->peer, "\n", 1);
            read_lines(fuzz, player);
        }
    }
    for (int i = 0; i < PEERS; i++) {
        Player *player = &fuzz->players[i];
        if (player->peer->client)
            fuzz_require(player->readonly == core_is_readonly(fuzz->world->core));
        if (player->peer->client && player->subscribed)
            ask_for_list(fuzz, player);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Fuzz fuzz;
    const uint8_t *end = data + size;
    memset(&fuzz, 0, sizeof fuzz);
    fuzz.world = world_create();
    fuzz.start_ms = fuzz.world->now_ms;
    for (int i = 0; i < PEERS; i++) {
        uint8_t bytes[16] = {0x37, 0xc1, 0x5e, 0x90, (uint8_t)i};
        seat_key_from_bytes(bytes, &fuzz.players[i].keys[0]);
        fuzz.players[i].key_count = 1;
        open_peer(&fuzz, &fuzz.players[i]);
    }
    for (int action = 0; data < end && action < ACTIONS_MAX; action++) {
        const StoreGame *game = first_game(&fuzz);
        uint32_t plies = game ? (uint32_t)game->count : 0;
        int64_t before_ms = fuzz.world->now_ms;
        data = run_action(&fuzz, data, end);
        check_absence(&fuzz);
        for (int i = 0; i < PEERS; i++)
            read_lines(&fuzz, &fuzz.players[i]);
        note_presence(&fuzz, plies, before_ms);
    }
    compare_lists(&fuzz);
    CoreStats stats;
    core_stats(fuzz.world->core, &stats);
    fuzz_require(stats.conflicts == 0);
    check_store(&fuzz);
    world_free(fuzz.world);
    return 0;
}
