/* The core with a failing store: each change in turn, a full disk, shutting down. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/world.h"

static World *world;
static Peer *white, *black;
static char id[16];

static int set_up(void **state) {
    (void)state;
    world = world_create();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    world_free(world);
    return 0;
}

/* A small game with every kind of change. Each line is repeated until the disk has room. */
typedef struct PlayerAction {
    bool by_black;
    const char *before, *after; /* the line, around the game's id */
    const char *expected;       /* beginning of the reply */
} PlayerAction;

static const PlayerAction actions[] = {
    {false, "NEW standard seat=w key=0123456789ABCDEFGHJKMNPQRS", "", "+NEW"},
    {true, "JOIN ", " b key=1123456789ABCDEFGHJKMNPQRS", "=GAME"},
    {false, "MOVE ", " 0 b2b3", "+MOVE"},
    {true, "DRAW ", " 1 offer", "+DRAW"},
    {false, "DRAW ", " 1 decline", "+DRAW"},
    {true, "MOVE ", " 1 b6b5", "+MOVE"},
    {true, "JOIN ", " b key=1123456789ABCDEFGHJKMNPQRS name=Bo", "=GAME"},
    {false, "MOVE ", " 2 a2a3", "+MOVE"},
    {true, "RESIGN ", " 3", "+RESIGN"},
    {false, "REMATCH ", " offer", "+REMATCH"},
    {true, "REMATCH ", " decline", "+REMATCH"},
    {true, "REMATCH ", " offer", "+REMATCH"},
    {true, "REMATCH ", " decline", "+REMATCH"}, /* withdraws it */
    {false, "REMATCH ", " offer", "+REMATCH"},
    {true, "REMATCH ", " accept", "+REMATCH"},
};
enum { ACTION_COUNT = sizeof actions / sizeof *actions };

/* Returns the next reply, without events. */
static const char *reply(Peer *peer) {
    while (*peer_line(peer) == '!' || *peer->line == '#')
        ;
    return peer->line;
}

static void run_action(const PlayerAction *action) {
    Peer *peer = action->by_black ? black : white;
    peer_discard(white);
    peer_discard(black);
    peer_say(peer, "%s%s%s", action->before, id, action->after);
}

static void begin(void) {
    id[0] = '\0';
    white = world_connect(world, NULL);
    black = world_connect(world, NULL);
}

static void record_id(const PlayerAction *action) {
    if (action == actions)
        snprintf(id, sizeof id, "%.10s", white->line + 5);
}

static void check_whole_game(void) {
    const StoreGame *game = memory_store_game(world->memory, 0);
    assert_non_null(game);
    const StoreGame *rematch = memory_store_game(world->memory, 1);
    assert_non_null(rematch);
    assert_true(rematch->header.rematch_of == game->header.id);
    assert_string_equal(rematch->header.seat[WHITE].name, "Bo");
    assert_null(memory_store_game(world->memory, 2));
    assert_int_equal(game->count, 3);
    assert_int_equal(game->end.outcome.reason, REASON_RESIGNED);
    assert_string_equal(game->header.seat[BLACK].name, "Bo");
}

/* Change `n` finds the disk full: it is refused and has no effect. When there is room, the same
 * line succeeds. */
static void play_with_full_disk(unsigned n) {
    begin();
    memory_store_fail_change(world->memory, n, MEMORY_FULL);
    for (const PlayerAction *action = actions; action < actions + ACTION_COUNT; action++) {
        run_action(action);
        Peer *peer = action->by_black ? black : white, *other = action->by_black ? white : black;
        if (strncmp(reply(peer), "-READONLY ", 10) == 0) {
            assert_non_null(strstr(peer->line, "retry=later"));
            while (*peer_line(other))
                assert_true(other->line[0] == '#' || other->line[1] == 'H' ||
                            strcmp(other->line, "!READONLY") == 0);
            assert_true(core_is_readonly(world->core));
            world_advance(world, 5000);
            assert_false(core_is_readonly(world->core));
            run_action(action);
            reply(peer);
        }
        if (strncmp(peer->line, action->expected, strlen(action->expected)) != 0)
            fail_msg("change %u: \"%s\" is answered by \"%s\"", n, action->before, peer->line);
        record_id(action);
        assert_string_equal(strncmp(peer->line, "+", 1) ? "" : peer_field(peer, "dup"), "");
    }
    check_whole_game();
}

static void test_each_change_full(void **state) {
    (void)state;
    for (unsigned n = 1; n <= ACTION_COUNT; n++) {
        play_with_full_disk(n);
        world_free(world);
        world = world_create();
    }
}

/* Change `n` fails for good: it is not acknowledged, all clients are disconnected, and a new server
 * on the same store continues. */
static void play_with_failure(unsigned n) {
    begin();
    memory_store_fail_change(world->memory, n, MEMORY_FAILED);
    for (const PlayerAction *action = actions; action < actions + ACTION_COUNT; action++) {
        run_action(action);
        Peer *peer = action->by_black ? black : white;
        if (core_failure(world->core)) {
            assert_true(strncmp(peer_last(peer), "!BYE ", 5) == 0);
            assert_null(peer->client);
            assert_null(strstr(peer->received.bytes, action->expected));
            memory_store_set_failure(world->memory, MEMORY_GOOD);
            world_crash(world, 0);
            white = world_connect(world, NULL);
            black = world_connect(world, NULL);
            peer_say(white, "JOIN %s w key=0123456789ABCDEFGHJKMNPQRS", id);
            peer_say(black, "JOIN %s b key=1123456789ABCDEFGHJKMNPQRS", id);
            peer = action->by_black ? black : white;
            run_action(action);
        }
        if (strncmp(reply(peer), action->expected, strlen(action->expected)) != 0)
            fail_msg("change %u: \"%s\" is answered by \"%s\"", n, action->before, peer->line);
        record_id(action);
    }
    check_whole_game();
}

static void test_each_change_failing(void **state) {
    (void)state;
    for (unsigned n = 1; n <= ACTION_COUNT; n++) {
        play_with_failure(n);
        world_free(world);
        world = world_create();
    }
}

/* While the disk is full, queries are answered, changes refused, and all clients check_totals. */
static void test_readonly(void **state) {
    (void)state;
    begin();
    peer_say(white, "NEW standard seat=w name=Ada key=0123456789ABCDEFGHJKMNPQRS");
    peer_line(white);
    expect(white, "+NEW ");
    record_id(actions);
    peer_say(black, "WATCH %s", id);
    peer_discard(black);
    memory_store_set_failure(world->memory, MEMORY_FULL);
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "!READONLY");
    expect(white, "# ");
    expect(white, "-READONLY ");
    expect(black, "!READONLY");
    expect(black, "# ");
    Peer *late = world_connect(world, NULL);
    expect(late, "!HELLO ");
    expect(late, "!READONLY");
    expect_none(late);
    unsigned changes = memory_store_changes(world->memory);
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "-READONLY ");
    peer_say(black, "JOIN %s b", id);
    expect(black, "-READONLY ");
    peer_say(black, "NEW standard");
    expect(black, "-READONLY ");
    peer_say(white, "MOVE %s 0 b2b7", id); /* other checks come first */
    expect(white, "-ILLEGAL ");
    /* A player can come back, but not change the name. */
    peer_say(white, "JOIN %s w key=0123456789ABCDEFGHJKMNPQRS name=Eve", id);
    expect(white, "=GAME ");
    assert_string_equal(peer_field(white, "w"), "Ada");
    expect(white, "+JOIN ");
    assert_int_equal(memory_store_changes(world->memory), changes);
    peer_say(black, "GET %s", id);
    expect(black, "=GAME ");
    expect(black, "+GET ");
    world_advance(world, 20000);
    assert_true(core_is_readonly(world->core));
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_advance(world, 5000);
    expect(white, "!WRITABLE");
    expect(white, "# ");
    expect(black, "!WRITABLE");
    expect(black, "# ");
    expect(late, "!WRITABLE");
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "+MOVE ");
    expect(black, "!MOVE ");
}

/* It is White's turn in a game with clocks. */
static void begin_timed(void) {
    begin();
    peer_say(white, "NEW standard seat=w clock=10+0");
    peer_line(white);
    expect(white, "+NEW ");
    record_id(actions);
    peer_say(black, "JOIN %s b", id);
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
}

/* A flag that cannot be stored falls later. */
static void test_flag_on_full_disk(void **state) {
    (void)state;
    begin_timed();
    peer_discard(white);
    memory_store_set_failure(world->memory, MEMORY_FULL);
    world_advance(world, 60000);
    expect(white, "!READONLY");
    expect(white, "# ");
    expect_none(white);
    peer_say(white, "MOVE %s 2 a2a3", id);
    expect(white, "-READONLY ");
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_advance(world, 10000);
    expect(white, "!WRITABLE");
    expect(white, "# ");
    expect(white, "!END ");
    assert_string_equal(peer_field(white, "reason"), "time");
}

/* ---- a damaged game ---- */

/* Its players are told, its flag does not fall again and again, and the others play on. */
static void test_damaged_game(void **state) {
    (void)state;
    begin_timed();
    memory_store_damage(world->memory, memory_store_game(world->memory, 0)->header.id);
    peer_discard(white);
    peer_say(white, "MOVE %s 2 a2a3", id);
    expect(white, "-INTERNAL ");
    unsigned changes = memory_store_changes(world->memory);
    world_advance(world, 60000);
    peer_say(white, "MOVE %s 2 a2a3", id);
    expect(white, "-INTERNAL ");
    assert_true(memory_store_changes(world->memory) <= changes + 2);
    Peer *guest = world_connect(world, NULL);
    peer_say(guest, "NEW standard");
    peer_discard(guest);
    peer_close(white);
    peer_close(black);
    world_advance(world, (int64_t)world->limits.idle_s * 2000);
    peer_say(guest, "GET %s", id);
    expect(guest, "-INTERNAL ");
    memory_store_damage(world->memory, 0);
    peer_say(guest, "GET %s", id);
    expect(guest, "=GAME ");
}

/* ---- shutting down ---- */

static void test_drain(void **state) {
    (void)state;
    begin();
    peer_say(white, "NEW standard seat=w");
    peer_line(white);
    expect(white, "+NEW ");
    record_id(actions);
    world->store_is_held = true;
    peer_discard(black);
    peer_say(white, "MOVE %s 0 b2b3\nPING", id);
    core_drain(world->core);
    world_settle(world);
    expect_none(white);
    peer_say(black, "PING");
    Peer *late = world_connect(world, NULL);
    expect(late, "!BYE shutting down retry=5");
    assert_false(core_is_drained(world->core));
    world->store_is_held = false;
    world_settle(world);
    expect(white, "+MOVE "); /* pending commands are answered, and no more are run */
    expect(white, "!BYE shutting down retry=5");
    expect(black, "!BYE shutting down retry=5");
    assert_true(core_is_drained(world->core));
}

static StoreTotals check_totals;
static void record_check(void *context, const StoreCompletion *completion) {
    (void)context;
    check_totals = completion->totals;
}

static void test_check(void **state) {
    (void)state;
    begin();
    for (const PlayerAction *action = actions; action < actions + ACTION_COUNT; action++) {
        run_action(action);
        reply(action->by_black ? black : white);
        record_id(action);
    }
    core_check(world->core, record_check, NULL);
    world_settle(world);
    assert_int_equal(check_totals.games, 2);
    assert_int_equal(check_totals.moves, 3);
    assert_int_equal(check_totals.damaged, 0);
    strcpy(memory_store_find(world->memory, memory_store_game(world->memory, 0)->header.id)
               ->moves[1]
               .path,
           "b6b3");
    core_check(world->core, record_check, NULL);
    world_settle(world);
    assert_int_equal(check_totals.damaged, 1);
}

/* Two clients create a game at the same time with the same key: there is one game. */
static void test_same_key_at_once(void **state) {
    (void)state;
    begin();
    peer_discard(white);
    peer_discard(black);
    world->store_is_held = true;
    peer_say(white, "NEW standard key=0123456789ABCDEFGHJKMNPQRS");
    peer_say(black, "NEW standard key=0123456789ABCDEFGHJKMNPQRS");
    world->store_is_held = false;
    world_settle(world);
    expect(white, "+NEW ");
    record_id(actions);
    expect(black, "+NEW ");
    assert_string_equal(peer_field(black, "dup"), "1");
    assert_memory_equal(black->line + 5, id, 10);
    expect(white, "!REPLACED ");
    assert_null(memory_store_game(world->memory, 1));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_each_change_full),
        TEST(test_each_change_failing),
        TEST(test_readonly),
        TEST(test_flag_on_full_disk),
        TEST(test_damaged_game),
        TEST(test_drain),
        TEST(test_check),
        TEST(test_same_key_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
