/* Links to a server in memory, over wires that are cut. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/fake_server.h"
#include "../support/random.h"

#include "base/buffer.h"
#include "net/link.h"

enum { PLAYERS = 3, STEP_MS = 100, STEPS_MAX = 4000 };

/* A link and its wire to the server. The third player is a spectator. */
typedef struct Player {
    struct World *world;
    Link *link;
    FakeWire *wire;
    Seat seat;
    uint32_t reported; /* plies reported by the link */
    uint32_t asked;    /* plies with a MOVE sent */
    uint32_t replied;  /* plies with a reply */
    unsigned replies;  /* set of those plies: bit N for ply N */
    unsigned ends;
    unsigned offline;
    unsigned deferred;
    unsigned lost_requests;
    unsigned unsubscribed;
    unsigned replaced;
    unsigned seats_refused;
    unsigned failed;
    int64_t last_wait;
    bool tries_another;
    char last_why[200];
    size_t carried; /* bytes in both directions */
} Player;

typedef struct World {
    FakeServer *server;
    Player players[PLAYERS];
    int64_t now;
    uint64_t seed;
    /* Bytes on a player's wire before the cut; SIZE_MAX: no cut. */
    size_t cut_at[PLAYERS];
    bool server_notices; /* the server detects a cut at once; else it continues to write */
    size_t next_cut_max; /* most bytes until a further cut; 0: no further cut */
} World;

static void play_if_due(Player *player) {
    if (player->seat == SEAT_NONE || player->reported == FAKE_PLIES ||
        player->asked > player->reported || player->reported % 2 != player->seat)
        return;
    Request request = {.verb = VERB_MOVE};
    strcpy(request.fields.id.text, FAKE_ID);
    request.fields.ply = player->reported;
    fake_move(player->reported, request.fields.move);
    fields_set(&request.fields, FIELD_ID);
    fields_set(&request.fields, FIELD_PLY_ARG);
    fields_set(&request.fields, FIELD_MOVE);
    player->asked = player->reported + 1;
    assert_true(link_request(player->link, &request) > 0);
}

static void on_link_event(void *context, const LinkEvent *event) {
    Player *player = context;
    char move[COORDINATE_SIZE];
    switch (event->kind) {
    case LINK_EVENT_MOVE:
        assert_int_equal(event->message->fields.ply, player->reported);
        fake_move(player->reported, move);
        assert_string_equal(event->message->fields.move, move);
        assert_int_equal(event->message->fields.by, player->reported % 2);
        assert_string_equal(event->id.text, FAKE_ID);
        player->reported++;
        play_if_due(player);
        break;
    case LINK_EVENT_GAME:
        if (event->message->fields.ply == player->reported)
            play_if_due(player);
        break;
    case LINK_EVENT_REPLY:
        if (player->replaced > 0) {
            assert_int_equal(event->message->error, PROTO_ERR_NOTSEATED);
            break;
        }
        assert_int_equal(event->message->type, message_success(VERB_MOVE));
        assert_true(event->message->fields.ply < player->asked);
        assert_false(player->replies >> event->message->fields.ply & 1);
        player->replies |= 1U << event->message->fields.ply;
        player->replied++;
        break;
    case LINK_EVENT_END:
        assert_int_equal(player->reported, FAKE_PLIES);
        assert_int_equal(event->message->fields.result, RESULT_WHITE);
        player->ends++;
        break;
    case LINK_EVENT_FAILED:
        player->failed++;
        break;
    case LINK_EVENT_SEAT:
        if (event->message->type == MESSAGE_REJECTED) {
            player->seats_refused++;
            break;
        }
        assert_int_equal(event->message->type, message_success(VERB_JOIN));
        assert_int_equal(event->message->fields.seat, player->seat);
        break;
    case LINK_EVENT_OFFLINE:
        assert_true(event->sentence[0] != '\0');
        player->last_wait = event->wait_ms;
        player->tries_another = event->tries_another;
        snprintf(player->last_why, sizeof player->last_why, "%s", event->sentence);
        player->offline++;
        break;
    case LINK_EVENT_DEFERRED:
        player->deferred++;
        break;
    case LINK_EVENT_REQUEST_LOST:
        player->lost_requests++;
        break;
    case LINK_EVENT_UNSUBSCRIBED:
        player->unsubscribed++;
        break;
    case LINK_EVENT_REPLACED:
        player->replaced++;
        break;
    default:
        break;
    }
}

static void subscribe(Player *player) {
    Subscription subscription = {.seat = player->seat};
    strcpy(subscription.id.text, FAKE_ID);
    uint8_t bytes[16] = {(uint8_t)player->seat};
    seat_key_from_bytes(bytes, &subscription.key);
    link_subscribe(player->link, &subscription);
}

static void world_open(World *world) {
    *world = (World){.server = fake_create(), .server_notices = true};
    for (int i = 0; i < PLAYERS; i++) {
        Player *player = &world->players[i];
        *player = (Player){.world = world, .seat = i < 2 ? (Seat)i : SEAT_NONE};
        LinkOptions options = {.program = "test/1", .seed = (uint64_t)i};
        player->link = link_create(&options, on_link_event, player, 0);
        subscribe(player);
        world->cut_at[i] = SIZE_MAX;
    }
}

static void world_close(World *world) {
    for (int i = 0; i < PLAYERS; i++)
        link_free(world->players[i].link);
    fake_free(world->server);
}

static void cut(Player *player) {
    World *world = player->world;
    size_t *place = &world->cut_at[player - world->players];
    if (world->server_notices)
        fake_disconnect(world->server, player->wire);
    player->wire = NULL;
    *place = world->next_cut_max ? player->carried + random_below(&world->seed, world->next_cut_max)
                                 : SIZE_MAX;
    link_lost(player->link, "the test cut the wire", world->now);
}

/* Returns how many of the bytes the wire carries before the cut. */
static size_t carry(Player *player, size_t length) {
    size_t left = player->world->cut_at[player - player->world->players];
    left = left < player->carried ? 0 : left - player->carried;
    size_t carried = length < left ? length : left;
    player->carried += carried;
    return carried;
}

/* Delivers all pending bytes, or cuts the wire. */
static void exchange(Player *player) {
    World *world = player->world;
    size_t length, carried;
    const char *output = link_output(player->link, &length);
    carried = carry(player, length);
    if (carried > 0)
        fake_receive(world->server, player->wire, output, carried);
    link_take_output(player->link, length);
    if (carried < length) {
        cut(player);
        return;
    }
    Buffer arriving = player->wire->output;
    player->wire->output = (Buffer){0};
    carried = carry(player, arriving.length);
    for (size_t i = 0; i < carried && link_wants_connection(player->link);) {
        size_t piece = 1 + random_below(&world->seed, 300);
        piece = piece < carried - i ? piece : carried - i;
        link_receive(player->link, arriving.bytes + i, piece, world->now);
        i += piece;
    }
    bool is_cut = carried < arriving.length;
    buffer_free(&arriving);
    if (is_cut)
        cut(player);
}

static void step(Player *player) {
    World *world = player->world;
    if (link_deadline(player->link) <= world->now)
        link_tick(player->link, world->now);
    if (!link_wants_connection(player->link) && player->wire) {
        fake_disconnect(world->server, player->wire);
        player->wire = NULL;
    } else if (link_wants_connection(player->link) && !player->wire) {
        player->wire = fake_connect(world->server);
        link_connected(player->link, world->now);
    }
    if (player->wire)
        exchange(player);
}

static void world_step(World *world) {
    world->now += STEP_MS;
    for (int i = 0; i < PLAYERS; i++)
        step(&world->players[i]);
}

static bool is_done(const World *world) {
    for (int i = 0; i < PLAYERS; i++)
        if (world->players[i].ends == 0 || world->players[i].replied < (i < 2 ? FAKE_PLIES / 2 : 0))
            return false;
    return true;
}

/* Plays the game and checks that each move was played once and reported once to everybody. */
static void play_game(World *world) {
    char move[COORDINATE_SIZE];
    for (int i = 0; i < STEPS_MAX && !is_done(world); i++)
        world_step(world);
    assert_int_equal(world->server->count, FAKE_PLIES);
    for (uint32_t ply = 0; ply < FAKE_PLIES; ply++) {
        fake_move(ply, move);
        assert_string_equal(world->server->moves[ply], move);
    }
    for (int i = 0; i < PLAYERS; i++) {
        const Player *player = &world->players[i];
        assert_int_equal(player->reported, FAKE_PLIES);
        assert_int_equal(player->replied, i < 2 ? FAKE_PLIES / 2 : 0);
        assert_int_equal(player->ends, 1);
        assert_int_equal(player->unsubscribed, 0);
        assert_int_equal(player->replaced, 0);
    }
}

static void test_a_game(void **state) {
    (void)state;
    World world;
    world_open(&world);
    play_game(&world);
    for (int i = 0; i < PLAYERS; i++)
        assert_int_equal(world.players[i].offline, 0);
    assert_int_equal(world.server->dups, 0);
    world_close(&world);
}

/* Cuts each wire at each byte, noticed by the server or not. */
static void test_cut_at_every_byte(void **state) {
    (void)state;
    World world;
    size_t whole[PLAYERS];
    unsigned dups = 0;
    world_open(&world);
    play_game(&world);
    for (int i = 0; i < PLAYERS; i++)
        whole[i] = world.players[i].carried;
    world_close(&world);
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(whole[i] > 500);
        for (size_t place = 0; place < whole[i]; place++) {
            world_open(&world);
            world.server_notices = place % 2;
            world.cut_at[i] = place;
            play_game(&world);
            assert_int_equal(world.players[i].offline, 1);
            dups += world.server->dups;
            world_close(&world);
        }
    }
    assert_true(dups > 100); /* the reply was lost and the move repeated */
}

/* 10,000 cuts of all wires, several in each game. */
static void test_cuts_at_random_places(void **state) {
    (void)state;
    uint64_t seed = 3;
    unsigned cuts = 0;
    while (cuts < 10000) {
        World world;
        world_open(&world);
        world.seed = random_next(&seed);
        world.server_notices = random_below(&seed, 2);
        world.next_cut_max = 2000 + random_below(&seed, 3000);
        for (int i = 0; i < PLAYERS; i++)
            world.cut_at[i] = random_below(&seed, world.next_cut_max);
        play_game(&world);
        for (int i = 0; i < PLAYERS; i++)
            cuts += world.players[i].offline;
        world_close(&world);
    }
}

static void test_an_idle_server_is_detected(void **state) {
    (void)state;
    World world;
    world_open(&world);
    Player *player = &world.players[2];
    step(player);
    assert_true(link_is_online(player->link));
    /* A PING comes first, and any reply is enough. */
    world.now += LINK_PING_AFTER_MS;
    step(player);
    assert_true(link_is_online(player->link));
    assert_true(link_deadline(player->link) == world.now + LINK_PING_AFTER_MS);
    /* Now the server stays silent. */
    world.now += LINK_PING_AFTER_MS;
    link_tick(player->link, world.now);
    assert_true(link_is_online(player->link));
    world.now += LINK_DEAD_AFTER_MS - LINK_PING_AFTER_MS;
    link_tick(player->link, world.now);
    assert_false(link_is_online(player->link));
    assert_int_equal(player->offline, 1);
    world_close(&world);
}

/* A server that has lost its database can still send events, and answers nothing. */
static void test_events_are_no_answers(void **state) {
    (void)state;
    static const char event[] = "!SAY " FAKE_ID " - somebody: hello\n";
    World world;
    world_open(&world);
    Player *player = &world.players[2];
    step(player);
    assert_true(link_is_online(player->link));
    for (int i = 0; i < LINK_DEAD_AFTER_MS / 1000; i++) {
        assert_true(link_is_online(player->link));
        world.now += 1000;
        link_receive(player->link, event, strlen(event), world.now);
        link_tick(player->link, world.now);
    }
    assert_false(link_is_online(player->link));
    world_close(&world);
}

static void test_delays_grow(void **state) {
    (void)state;
    World world;
    world_open(&world);
    Player *player = &world.players[0];
    int64_t delay = LINK_RETRY_MIN_MS;
    for (int i = 0; i < 12; i++) {
        assert_true(link_wants_connection(player->link));
        link_lost(player->link, "nobody there", world.now);
        assert_false(link_wants_connection(player->link));
        assert_in_range(player->last_wait, delay - delay / 4, delay + delay / 4);
        assert_true(link_deadline(player->link) == world.now + player->last_wait);
        link_tick(player->link, world.now + player->last_wait - 1);
        assert_false(link_wants_connection(player->link));
        world.now += player->last_wait;
        link_tick(player->link, world.now);
        delay = delay * 2 < LINK_RETRY_MAX_MS ? delay * 2 : LINK_RETRY_MAX_MS;
    }
    /* A user can skip the wait. */
    link_lost(player->link, "nobody there", world.now);
    link_retry_now(player->link, world.now);
    assert_true(link_wants_connection(player->link));
    world_close(&world);
}

static void test_deferred_requests(void **state) {
    (void)state;
    World world;
    world_open(&world);
    world.server->busy = 3;
    play_game(&world);
    assert_int_equal(world.players[0].deferred, 2); /* the first wait is a short one */
    world_close(&world);
}

/* A server that stood still refuses the JOIN of a player who comes back with a move: both are sent
 * again, in their order. */
static void test_a_move_waits_for_its_seat(void **state) {
    (void)state;
    World world;
    world_open(&world);
    for (int i = 0; world.players[0].asked < 3; i++)
        world_step(&world);
    world.server->late = 3;
    cut(&world.players[0]);
    play_game(&world);
    assert_int_equal(world.server->late, 0);
    world_close(&world);
}

static void test_talk_is_not_doubled(void **state) {
    (void)state;
    World world;
    world_open(&world);
    Player *player = &world.players[0];
    step(player);
    Request request = {.verb = VERB_SAY};
    strcpy(request.fields.id.text, FAKE_ID);
    strcpy(request.fields.text, "hello");
    fields_set(&request.fields, FIELD_ID);
    fields_set(&request.fields, FIELD_TEXT);
    link_request(player->link, &request);
    size_t length;
    const char *output = link_output(player->link, &length);
    fake_receive(world.server, player->wire, output, length);
    cut(player);
    assert_int_equal(player->lost_requests, 1);
    for (int i = 0; i < 100; i++)
        world_step(&world);
    assert_int_equal(world.server->says, 1);
    world_close(&world);
}

static void test_another_game_is_detected(void **state) {
    (void)state;
    World world;
    world_open(&world);
    for (int i = 0; i < 4; i++)
        world_step(&world);
    world.server->other_game = true;
    cut(&world.players[2]);
    assert_true(world.players[2].reported > 0);
    world.server->busy = 1000;
    for (int i = 0; i < 100; i++)
        step((world.now += STEP_MS, &world.players[2]));
    assert_int_equal(world.players[2].unsubscribed, 1);
    world_close(&world);
}

/* With the same key on another connection, the older one becomes a spectator. */
static void test_replaced(void **state) {
    (void)state;
    World world;
    world_open(&world);
    Player *player = &world.players[0];
    step(player);
    step(player);
    assert_int_equal(player->wire->seat, SEAT_WHITE);
    FakeWire *other = fake_connect(world.server);
    char line[] = "JOIN " FAKE_ID " w key=00000000000000000000000000\n";
    fake_receive(world.server, other, line, strlen(line));
    step(player);
    assert_int_equal(player->replaced, 1);
    cut(player);
    for (int i = 0; i < 20; i++)
        step((world.now += STEP_MS, player));
    assert_int_equal(other->seat, SEAT_WHITE);
    world_close(&world);
}

static void receive(Player *player, const char *text) {
    link_connected(player->link, 0);
    link_receive(player->link, text, strlen(text), 0);
}

static void test_invalid_servers(void **state) {
    (void)state;
    static const char *const texts[] = {
        "HTTP/1.1 400 Bad Request\r\n",
        "!HELLO congo/1 x/1\n+HELLO congo/1\n+MOVE " FAKE_ID " 0\n",
        "!HELLO congo/1 x/1\n+HELLO congo/1\n=@99 GAME " FAKE_ID "\n",
        "!HELLO congo/1 x/1\n+HELLO congo/1\n=@1 GAME 0000000000 ply=2 result=*\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        World world;
        world_open(&world);
        receive(&world.players[0], texts[i]);
        assert_int_equal(world.players[0].offline, 1);
        assert_false(link_wants_connection(world.players[0].link));
        world_close(&world);
    }
    static const char *const others[] = {"!HELLO congo/2 x/1\n", "-VERSION retry=no msg=no\n"};
    for (size_t i = 0; i < 2; i++) {
        World world;
        world_open(&world);
        receive(&world.players[0], others[i]);
        assert_true(link_deadline(world.players[0].link) == INT64_MAX);
        assert_false(link_wants_connection(world.players[0].link));
        world_close(&world);
    }
}

static void test_a_server_says_when_to_come_back(void **state) {
    (void)state;
    World world;
    world_open(&world);
    receive(&world.players[0], "!HELLO congo/1 x/1\n!BYE full retry=60\n");
    link_lost(world.players[0].link, "closed", 0);
    assert_in_range(world.players[0].last_wait, 45000, 75000);
    assert_string_equal(world.players[0].last_why, "the server has ended the connection: full");
    /* The next failure has a reason of its own. */
    link_retry_now(world.players[0].link, 0);
    link_lost(world.players[0].link, "refused", 0);
    assert_string_equal(world.players[0].last_why, "refused");
    world_close(&world);
}

/* ---- several servers ---- */

/* Opens a world whose first player's link has so many servers to try. */
static Player *world_open_servers(World *world, unsigned servers) {
    world_open(world);
    Player *player = &world->players[0];
    LinkOptions options = {.seed = 9, .servers = servers};
    link_free(player->link);
    player->link = link_create(&options, on_link_event, player, 0);
    subscribe(player);
    return player;
}

static void fail_to_connect(Player *player) {
    World *world = player->world;
    world->now = link_deadline(player->link) < INT64_MAX ? link_deadline(player->link) : world->now;
    link_tick(player->link, world->now);
    assert_true(link_wants_connection(player->link));
    link_lost(player->link, "refused", world->now);
}

/* The others are tried at once; the wait grows when each of them has failed. */
static void test_all_servers_are_tried_before_a_wait(void **state) {
    (void)state;
    World world;
    Player *player = world_open_servers(&world, 3);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2; i++) {
            link_retry_now(player->link, world.now);
            link_lost(player->link, "refused", world.now);
            assert_true(player->tries_another);
            assert_int_equal(player->last_wait, 0);
        }
        fail_to_connect(player);
        assert_false(player->tries_another);
        int64_t wait = (int64_t)LINK_RETRY_MIN_MS << round;
        assert_in_range(player->last_wait, wait - wait / 4, wait + wait / 4);
    }
    world_close(&world);
}

static void test_a_lost_server_is_left_soon(void **state) {
    (void)state;
    World world;
    Player *player = world_open_servers(&world, 2);
    step(player);
    assert_true(link_is_online(player->link));
    world.now += 60000;
    link_lost(player->link, "closed", world.now);
    assert_true(player->tries_another);
    assert_in_range(player->last_wait, 0, LINK_SPREAD_MS);
    world_close(&world);
}

/* A server that does not greet is given up sooner if there is another one. */
static void test_a_server_that_hangs_is_left(void **state) {
    (void)state;
    World world;
    Player *player = world_open_servers(&world, 2);
    link_connected(player->link, 0);
    assert_true(link_deadline(player->link) == LINK_CONNECT_EACH_MS);
    link_tick(player->link, LINK_CONNECT_EACH_MS);
    assert_int_equal(player->offline, 1);
    assert_true(player->tries_another);
    world_close(&world);
}

/* A server without its database is left at once if there is another one. */
static void test_an_outage(void **state) {
    (void)state;
    for (unsigned servers = 1; servers <= 2; servers++) {
        World world;
        Player *player = world_open_servers(&world, servers);
        step(player);
        assert_true(link_is_online(player->link));
        link_receive(player->link, "!OUTAGE\n", 8, world.now);
        assert_int_equal(player->offline, servers - 1);
        assert_int_equal(link_is_online(player->link), servers == 1);
        world_close(&world);
    }
}

static void connect_and_receive(Player *player, const char *text) {
    link_retry_now(player->link, player->world->now);
    link_connected(player->link, player->world->now);
    link_receive(player->link, text, strlen(text), player->world->now);
}

#define GREETING "!HELLO congo/1 x/1\n+HELLO congo/1\n"
#define NO_GAME  GREETING "-@? NOGAME retry=no msg=there is no such game\n"
#define OLD_COPY GREETING "=@? GAME " FAKE_ID " ply=1 result=*\n+@? JOIN " FAKE_ID " seat=w ply=1\n"

/* Connects to a server that answers JOIN, which has that tag, with the text. */
static void join_and_receive(Player *player, const char *text, char tag) {
    char reply[400];
    snprintf(reply, sizeof reply, "%s", text);
    for (char *mark = reply; (mark = strstr(mark, "@?"));)
        mark[1] = tag;
    connect_and_receive(player, reply);
}

/* Servers without the game, with an older copy of it, or with another protocol are left as long as
 * another one may have it; only when none has is the session told. */
static void test_servers_without_the_game_are_left(void **state) {
    (void)state;
    static const char *const texts[] = {NO_GAME, OLD_COPY};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        World world;
        Player *player = world_open_servers(&world, 3);
        Subscription known = {.seat = SEAT_WHITE, .known_plies = 2};
        strcpy(known.id.text, FAKE_ID);
        link_subscribe(player->link, &known);
        join_and_receive(player, texts[i], '1');
        assert_int_equal(player->offline, 1);
        link_retry_now(player->link, 0);
        link_lost(player->link, "refused", 0); /* it may have the game */
        connect_and_receive(player, "!HELLO congo/2 x/1\n");
        join_and_receive(player, texts[i], '3');
        assert_int_equal(player->offline, 4);
        assert_int_equal(player->unsubscribed + player->seats_refused + player->failed, 0);
        join_and_receive(player, texts[i], '5');
        assert_int_equal(player->offline, 4);
        assert_int_equal(player->unsubscribed + player->seats_refused, 1);
        world_close(&world);
    }
}

/* A request gets no reply after a link has failed, whether it was sent or waits for a connection.
 */
static void test_a_failed_link_loses_its_requests(void **state) {
    (void)state;
    for (int waits = 0; waits < 2; waits++) {
        World world;
        Player *player = world_open_servers(&world, 1);
        connect_and_receive(player, GREETING);
        play_if_due(player);
        if (waits)
            link_lost(player->link, "closed", 0);
        assert_int_equal(player->lost_requests, 0);
        connect_and_receive(player, "!HELLO congo/2 x/1\n");
        assert_int_equal(player->failed, 1);
        assert_int_equal(player->lost_requests, 1);
        world_close(&world);
    }
}

static void test_servers_that_must_not_be_used(void **state) {
    (void)state;
    World world;
    Player *player = world_open_servers(&world, 2);
    link_failed(player->link, "not trusted", 0);
    assert_int_equal(player->offline, 1);
    connect_and_receive(player, GREETING);
    assert_true(link_is_online(player->link));
    link_lost(player->link, "closed", 0);
    link_retry_now(player->link, 0);
    link_failed(player->link, "not trusted", 0);
    assert_int_equal(player->failed, 0);
    link_retry_now(player->link, 0);
    link_failed(player->link, "not trusted", 0);
    assert_int_equal(player->failed, 1);
    assert_true(link_deadline(player->link) == INT64_MAX);
    world_close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_cuts_at_random_places),
        cmocka_unit_test(test_an_idle_server_is_detected),
        cmocka_unit_test(test_events_are_no_answers),
        cmocka_unit_test(test_delays_grow),
        cmocka_unit_test(test_deferred_requests),
        cmocka_unit_test(test_a_move_waits_for_its_seat),
        cmocka_unit_test(test_talk_is_not_doubled),
        cmocka_unit_test(test_another_game_is_detected),
        cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_invalid_servers),
        cmocka_unit_test(test_a_server_says_when_to_come_back),
        cmocka_unit_test(test_all_servers_are_tried_before_a_wait),
        cmocka_unit_test(test_a_lost_server_is_left_soon),
        cmocka_unit_test(test_a_server_that_hangs_is_left),
        cmocka_unit_test(test_an_outage),
        cmocka_unit_test(test_servers_without_the_game_are_left),
        cmocka_unit_test(test_a_failed_link_loses_its_requests),
        cmocka_unit_test(test_servers_that_must_not_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
