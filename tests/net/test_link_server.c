/* Links to the real core of the server, over wires that are cut: two players and a spectator
 * create, join, play and resign a game. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../support/world.h"
#include "../support/random.h"

#include "net/link.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "server/store/game_replay.h"

enum { PLAYERS = 3, PLIES = 8, STEP_MS = 100, STEPS_MAX = 5000 };

typedef struct Player {
    struct Table *table;
    Link *link;
    Peer *peer; /* NULL if not connected */
    Seat seat;  /* SEAT_NONE: a spectator */
    bool follows;
    bool resigned;
    Position position;
    uint32_t known_plies;
    unsigned ends;
    unsigned offline;
    size_t carried;
    size_t cut_at;
} Player;

typedef struct Table {
    World *world;
    Player players[PLAYERS];
    GameId id; /* "" before it is created */
    uint64_t seed;
    bool server_notices;
    size_t next_cut_max; /* most bytes until a further cut; 0: no further cut */
} Table;

static void request_in_game(Player *player, Request *request) {
    request->fields.id = player->table->id;
    request->fields.ply = player->known_plies;
    fields_set(&request->fields, FIELD_ID);
    fields_set(&request->fields, FIELD_PLY_ARG);
    assert_true(link_request(player->link, request) > 0);
}

/* Chooses a move by the key of the position, so that every player can check it. */
static Move choose_move(const Position *position) {
    MoveList moves;
    movelist_init(&moves);
    movegen_all(position, &moves);
    assert_true(moves.count > 0);
    Move move = moves.moves[position->key % moves.count];
    movelist_free(&moves);
    return move;
}

static void play_if_due(Player *player) {
    Request request = {.verb = VERB_MOVE};
    if (player->seat != (Seat)position_side(&player->position))
        return;
    if (player->known_plies < PLIES) {
        Position after = player->position;
        Move move = choose_move(&after);
        coordinate_write(move, request.fields.move);
        position_make(&after, move);
        request.fields.hash = fen_hash_position(&after);
        fields_set(&request.fields, FIELD_MOVE);
        fields_set(&request.fields, FIELD_HASH);
        request_in_game(player, &request);
    } else if (!player->resigned) {
        player->resigned = true;
        request.verb = VERB_RESIGN;
        request_in_game(player, &request);
    }
}

static void on_game(Player *player, const Message *message) {
    if (player->known_plies == 0)
        assert_true(fen_parse(message->fields.first, variant_find(message->fields.variant),
                              &player->position, NULL));
    if (message->fields.ply == player->known_plies && message->fields.result == RESULT_OPEN)
        play_if_due(player);
}

static void on_move(Player *player, const Message *message) {
    Move move;
    assert_int_equal(message->fields.ply, player->known_plies);
    assert_true(coordinate_parse(&player->position, message->fields.move, &move, NULL));
    assert_true(move_equal(move, choose_move(&player->position)));
    position_make(&player->position, move);
    player->known_plies++;
    play_if_due(player);
}

static void on_reply(Player *player, const Message *message) {
    if (message->type == MESSAGE_REJECTED)
        fail_msg("%s: %s", protocol_error_text(message->error), message->fields.text);
    if (message->type == message_success(VERB_NEW)) {
        assert_true(player->table->id.text[0] == '\0');
        player->table->id = message->fields.id;
    }
}

static void on_link_event(void *context, const LinkEvent *event) {
    Player *player = context;
    if (event->kind == LINK_EVENT_GAME)
        on_game(player, event->message);
    if (event->kind == LINK_EVENT_MOVE)
        on_move(player, event->message);
    if (event->kind == LINK_EVENT_REPLY)
        on_reply(player, event->message);
    if (event->kind == LINK_EVENT_END) {
        assert_int_equal(player->known_plies, PLIES);
        assert_int_equal(event->message->fields.reason, REASON_RESIGNED);
        player->ends++;
    }
    player->offline += event->kind == LINK_EVENT_OFFLINE;
    assert_true(event->kind != LINK_EVENT_UNSUBSCRIBED && event->kind != LINK_EVENT_REPLACED);
}

static void key_of(const Player *player, SeatKey *key) {
    uint8_t bytes[16] = {1, (uint8_t)player->seat};
    seat_key_from_bytes(bytes, key);
}

static void table_open(Table *table) {
    *table = (Table){.world = world_create(), .server_notices = true};
    for (int i = 0; i < PLAYERS; i++) {
        Player *player = &table->players[i];
        *player = (Player){.table = table, .seat = (Seat)i, .cut_at = SIZE_MAX};
        LinkOptions options = {.seed = (uint64_t)i};
        player->link = link_create(&options, on_link_event, player, table->world->now_ms);
    }
    Request request = {.verb = VERB_NEW};
    key_of(&table->players[0], &request.fields.key);
    strcpy(request.fields.name, "Ada Lovelace");
    fields_set(&request.fields, FIELD_STANDARD);
    fields_set(&request.fields, FIELD_KEY);
    fields_set(&request.fields, FIELD_NAME);
    link_request(table->players[0].link, &request);
}

static void table_close(Table *table) {
    for (int i = 0; i < PLAYERS; i++)
        link_free(table->players[i].link);
    world_free(table->world);
}

static void cut(Player *player) {
    Table *table = player->table;
    if (table->server_notices)
        peer_free(player->peer);
    player->peer = NULL;
    player->cut_at = table->next_cut_max
                         ? player->carried + random_below(&table->seed, table->next_cut_max)
                         : SIZE_MAX;
    link_lost(player->link, "the test cut the wire", table->world->now_ms);
}

static size_t carry(Player *player, size_t length) {
    size_t left = player->cut_at < player->carried ? 0 : player->cut_at - player->carried;
    size_t carried = length < left ? length : left;
    player->carried += carried;
    return carried;
}

static void exchange(Player *player) {
    World *world = player->table->world;
    size_t length;
    const char *output = link_output(player->link, &length);
    size_t carried = carry(player, length);
    if (carried > 0)
        peer_send(player->peer, output, carried);
    link_take_output(player->link, length);
    if (carried < length) {
        cut(player);
        return;
    }
    Buffer arriving = player->peer->received;
    player->peer->received = (Buffer){0};
    carried = carry(player, arriving.length);
    if (carried > 0)
        link_receive(player->link, arriving.bytes, carried, world->now_ms);
    bool is_cut = carried < arriving.length;
    buffer_free(&arriving);
    if (is_cut)
        cut(player);
}

static void subscribe_if_created(Player *player) {
    if (player->follows || !player->table->id.text[0])
        return;
    Subscription subscription = {.id = player->table->id, .seat = player->seat};
    key_of(player, &subscription.key);
    link_subscribe(player->link, &subscription);
    player->follows = true;
}

static void step(Player *player) {
    World *world = player->table->world;
    subscribe_if_created(player);
    if (link_deadline(player->link) <= world->now_ms)
        link_tick(player->link, world->now_ms);
    if (link_wants_connection(player->link) && !player->peer) {
        player->peer = world_connect(world, NULL);
        link_connected(player->link, world->now_ms);
    }
    if (player->peer)
        exchange(player);
}

static bool is_done(const Table *table) {
    return table->players[0].ends && table->players[1].ends && table->players[2].ends;
}

static void play_game(Table *table) {
    for (int i = 0; i < STEPS_MAX && !is_done(table); i++) {
        world_advance(table->world, STEP_MS);
        for (int j = 0; j < PLAYERS; j++)
            step(&table->players[j]);
    }
    const StoreGame *game = memory_store_game(table->world->memory, 0);
    assert_non_null(game);
    assert_null(
        memory_store_game(table->world->memory, 1)); /* a repeated NEW creates no second game */
    assert_int_equal(game->count, PLIES);
    assert_int_equal(game->end.outcome.reason, REASON_RESIGNED);
    assert_string_equal(game->header.seat[WHITE].name, "Ada Lovelace");
    assert_true(game_replay_check(game, NULL));
    for (int i = 0; i < PLAYERS; i++) {
        assert_int_equal(table->players[i].known_plies, PLIES);
        assert_int_equal(table->players[i].ends, 1);
    }
}

static void test_a_game(void **state) {
    (void)state;
    Table table;
    table_open(&table);
    play_game(&table);
    for (int i = 0; i < PLAYERS; i++)
        assert_int_equal(table.players[i].offline, 0);
    table_close(&table);
}

static void test_cut_at_every_byte(void **state) {
    (void)state;
    Table table;
    size_t whole[PLAYERS];
    table_open(&table);
    play_game(&table);
    for (int i = 0; i < PLAYERS; i++)
        whole[i] = table.players[i].carried;
    table_close(&table);
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(whole[i] > 500);
        for (size_t place = 0; place < whole[i]; place++) {
            table_open(&table);
            table.server_notices = place % 2;
            table.players[i].cut_at = place;
            play_game(&table);
            assert_int_equal(table.players[i].offline, 1);
            table_close(&table);
        }
    }
}

/* 10,000 cuts, several in each game. */
static void test_cuts_at_random_places(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (unsigned cuts = 0; cuts < 10000;) {
        Table table;
        table_open(&table);
        table.seed = random_next(&seed);
        table.server_notices = random_below(&seed, 2);
        table.next_cut_max = 3000 + random_below(&seed, 4000);
        for (int i = 0; i < PLAYERS; i++)
            table.players[i].cut_at = random_below(&seed, table.next_cut_max);
        play_game(&table);
        for (int i = 0; i < PLAYERS; i++)
            cuts += table.players[i].offline;
        table_close(&table);
    }
}

/* The server is killed repeatedly and loses some or all of its pending writes. */
static void test_the_server_is_killed(void **state) {
    (void)state;
    uint64_t seed = 9;
    for (int round = 0; round < 300; round++) {
        Table table;
        table_open(&table);
        int crashes = 0;
        for (int i = 0; i < STEPS_MAX && !is_done(&table); i++) {
            if (crashes < 6 && random_below(&seed, 8) == 0) {
                crashes++;
                table.world->store_is_held = false;
                world_crash(table.world, random_below(&seed, 3));
                for (int j = 0; j < PLAYERS; j++)
                    if (table.players[j].peer)
                        cut(&table.players[j]);
            }
            /* Requests of this step may still wait for the store when the server is killed. */
            table.world->store_is_held = random_below(&seed, 2);
            for (int j = 0; j < PLAYERS; j++)
                step(&table.players[j]);
            if (!table.world->store_is_held)
                world_advance(table.world, STEP_MS);
            else
                table.world->now_ms += STEP_MS;
        }
        table.world->store_is_held = false;
        play_game(&table);
        table_close(&table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_cuts_at_random_places),
        cmocka_unit_test(test_the_server_is_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
