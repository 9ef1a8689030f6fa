/* The clocks of the server's core in a simulated world: charging, flags, and the service time over
 * restarts. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/game_fixture.h"
#include "server/store/game_replay.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

/* The service time is stored twice a second, so that a crash gives back less than a second. */
enum { GIVEN_BACK_MS = 500 };

/* Starts a game with a clock. The first turn of each side is free. */
static void begin_clocked(const char *fields) {
    start_game(fields);
    world_advance(world, 100000);
    peer_say(white, "MOVE %s 0 b2b3", id);
    world_advance(world, 100000);
    peer_say(black, "MOVE %s 1 b6b5", id);
    peer_discard(white);
    peer_discard(black);
    peer_discard(guest);
}

static const StoreGame *stored_game(void) {
    return memory_store_game(world->memory, 0);
}

static bool is_over(void) {
    return stored_game()->end.outcome.reason != REASON_NONE;
}

/* Returns what a clock shows: "wms" or "bms". */
static int64_t shown_ms(const char *key) {
    Peer *peer = world_connect(world, NULL);
    peer_say(peer, "GET %s", id);
    expect(peer, "!HELLO");
    expect(peer, "=GAME ");
    int64_t ms = atoll(peer_field(peer, key));
    peer_free(peer);
    return ms;
}

/* ---- charging and flags ---- */

static void test_clock(void **state) {
    (void)state;
    begin_clocked("standard clock=60+5");
    world_advance(world, 10000);
    peer_say(white, "MOVE %s 2 a2a3", id);
    expect(white, "+MOVE ");
    assert_string_equal(peer_field(white, "wms"), "55000");
    assert_string_equal(peer_field(white, "bms"), "60000");
    expect(black, "!MOVE ");
    assert_string_equal(peer_field(black, "wms"), "55000");
    world_advance(world, 20000);
    peer_say(black, "GET %s", id);
    expect(black, "=GAME ");
    assert_string_equal(peer_field(black, "bms"), "40000");
    expect(black, "+GET");
    world_advance(world, 39999);
    expect_none(black);
    world_advance(world, 1);
    expect(black, "!END ");
    assert_string_equal(peer_field(black, "result"), "1-0");
    assert_string_equal(peer_field(black, "reason"), "time");
    expect(white, "!END ");
    peer_say(black, "MOVE %s 3 a6a5", id);
    expect(black, "-OVER result=1-0");
    assert_int_equal(shown_ms("bms"), 0);
}

/* A move that arrives in time counts, however long its commit takes. */
static void test_clock_and_commit(void **state) {
    (void)state;
    begin_clocked("standard clock=60+5");
    world_advance(world, 59999);
    world->store_is_held = true;
    peer_say(white, "MOVE %s 2 a2a3", id);
    world->now_ms += 5000;
    world_settle(world);
    world->store_is_held = false;
    world_settle(world);
    expect(white, "+MOVE ");
    assert_string_equal(peer_field(white, "wms"), "5001");
    assert_string_equal(peer_field(white, "bms"), "60000"); /* its turn begins with the event */
}

/* A move that the server has received before it looks at the clocks counts: only core_tick() lets
 * flags fall, and the owner receives first what has arrived. */
static void test_a_move_before_the_tick_counts(void **state) {
    (void)state;
    begin_clocked("standard clock=60+5");
    world_advance(world, 59000);
    world->now_ms += 2000;
    core_set_time(world->core, world->now_ms, world->now_ms);
    char line[64];
    snprintf(line, sizeof line, "MOVE %s 2 a2a3\n", id);
    client_receive(world->core, white->client, line, strlen(line));
    world_settle(world);
    expect(white, "+MOVE ");
    assert_string_equal(peer_field(white, "wms"), "5000"); /* the rest was 0, not less */
    assert_false(is_over());
}

/* A flag falls even if no client is connected. */
static void test_clock_without_clients(void **state) {
    (void)state;
    begin_clocked("standard clock=60+5");
    peer_close(white);
    peer_close(black);
    peer_close(guest);
    world_advance(world, 60000);
    assert_int_equal(stored_game()->end.outcome.reason, REASON_TIME);
    CoreStats stats;
    world_advance(world, 60000);
    core_stats(world->core, &stats);
    assert_int_equal(stats.games_in_memory, 0);
}

/* ---- long clocks, and clocks for each move ---- */

static void test_per_move(void **state) {
    (void)state;
    begin_clocked("standard clock=86400+0 permove=1");
    world_advance(world, DAY_MS / 2);
    peer_say(white, "MOVE %s 2 a2a3", id);
    expect(white, "+MOVE ");
    assert_string_equal(peer_field(white, "wms"), "86400000"); /* nothing is carried over */
    assert_string_equal(peer_field(white, "bms"), "86400000");
    world_advance(world, DAY_MS - 1);
    assert_int_equal(shown_ms("bms"), 1);
    peer_say(black, "MOVE %s 3 a6a5", id);
    world_advance(world, DAY_MS - 1);
    assert_false(is_over());
    world_advance(world, 1);
    assert_int_equal(stored_game()->end.outcome.reason, REASON_TIME);
    assert_int_equal(stored_game()->end.by, WHITE);
    assert_int_equal(shown_ms("wms"), 0);
    assert_int_equal(shown_ms("bms"), DAY_MS);
    Error error;
    assert_true(game_replay_check(stored_game(), &error));
}

static void test_per_move_is_shown(void **state) {
    (void)state;
    begin_clocked("standard clock=86400+0 permove=1");
    peer_say(white, "GET %s\nLIST live\nEXPORT %s", id, id);
    expect(white, "=GAME ");
    assert_string_equal(peer_field(white, "clock"), "86400+0");
    assert_string_equal(peer_field(white, "permove"), "1");
    expect(white, "+GET ");
    expect(white, "=LIST ");
    assert_string_equal(peer_field(white, "permove"), "1");
    bool tagged = false;
    while (strncmp(peer_line(white), "+EXPORT", 7) != 0)
        tagged = tagged || strstr(white->line, "[TimeControl \"1/86400\"]");
    assert_true(tagged);
}

static void test_time_control_of_an_export(void **state) {
    (void)state;
    begin_clocked("standard clock=300+5");
    peer_say(white, "EXPORT %s", id);
    bool tagged = false;
    while (strncmp(peer_line(white), "+EXPORT", 7) != 0)
        tagged = tagged || strstr(white->line, "[TimeControl \"300+5\"]");
    assert_true(tagged);
}

static void test_bounds_of_clocks(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    expect_error(peer, "BADARG", "NEW standard permove=1");
    expect_error(peer, "BADARG", "NEW standard clock=86400+1 permove=1");
    expect_error(peer, "BADARG", "NEW standard clock=2592001+0");
    expect_error(peer, "BADARG", "NEW standard clock=1+2592001");
    peer_say(peer, "NEW standard clock=2592000+2592000\nNEW standard clock=2592000+0 permove=1");
    expect(peer, "+NEW ");
    expect(peer, "+NEW ");
}

/* With 30 days and 30 more after each move, a clock has more than 32 bits of milliseconds. */
static void test_clocks_of_months(void **state) {
    (void)state;
    const int64_t month = INT64_C(30) * DAY_MS;
    begin_clocked("standard clock=2592000+2592000");
    peer_say(white, "MOVE %s 2 a2a3", id);
    peer_say(black, "MOVE %s 3 a6a5", id);
    peer_say(white, "MOVE %s 4 c2c3", id);
    peer_say(black, "MOVE %s 5 c6c5", id);
    assert_true(shown_ms("wms") == 3 * month);
    world_advance(world, 3 * month - 1);
    assert_false(is_over());
    world_advance(world, 1);
    assert_int_equal(stored_game()->end.outcome.reason, REASON_TIME);
    assert_true(stored_game()->end.ms > month); /* as much as fits */
    Error error;
    assert_true(game_replay_check(stored_game(), &error));
}

/* ---- restarts ---- */

/* The clocks stand still while the server is down. A restart in the middle of a turn gives back no
 * more than what has passed since the service time was stored. */
static void test_clock_over_restart(void **state) {
    (void)state;
    begin_clocked("standard clock=60+5");
    world_advance(world, 10000);
    peer_say(white, "MOVE %s 2 a2a3", id);
    world_advance(world, 50000);
    world->now_ms += 1000000;
    world_crash(world, 0);
    int64_t left_ms = shown_ms("bms");
    assert_in_range(left_ms, 10000, 10000 + GIVEN_BACK_MS);
    world_advance(world, left_ms - 1);
    assert_false(is_over());
    world_advance(world, 1);
    assert_int_equal(stored_game()->end.outcome.reason, REASON_TIME);
    assert_int_equal(stored_game()->end.outcome.result, RESULT_WHITE);
    assert_int_equal(shown_ms("wms"), 55000);
    assert_int_equal(shown_ms("bms"), 0);
}

/* Each restart gives back little, also at once after a move and when nothing ran before. */
static void test_many_restarts(void **state) {
    (void)state;
    begin_clocked("standard clock=600+0");
    int64_t passed_ms = 0;
    for (int i = 0; i < 20; i++) {
        int64_t ms = 1 + (int64_t)(world_random(world) % 20000);
        world_advance(world, ms);
        passed_ms += ms;
        int64_t before_ms = shown_ms("wms");
        world_crash(world, 0);
        int64_t given_ms = shown_ms("wms") - before_ms;
        assert_in_range(given_ms, 0, GIVEN_BACK_MS);
        passed_ms -= given_ms;
    }
    assert_int_equal(shown_ms("wms"), 600000 - passed_ms);
}

/* While no clock ran, the stored service time fell behind. A move brings it up to date. */
static void test_restart_after_a_quiet_time(void **state) {
    (void)state;
    world_advance(world, 5 * DAY_MS);
    begin_clocked("standard clock=60+5");
    world_crash(world, 0);
    world_advance(world, 20000);
    world_crash(world, 0);
    assert_in_range(shown_ms("wms"), 40000, 40000 + GIVEN_BACK_MS);
}

/* A server that is shut down in order gives back nothing. */
static void test_shutdown_gives_back_nothing(void **state) {
    (void)state;
    begin_clocked("standard clock=60+5");
    world_advance(world, 10123);
    core_drain(world->core);
    world_settle(world);
    assert_true(core_is_drained(world->core));
    world_crash(world, 0);
    assert_int_equal(shown_ms("wms"), 60000 - 10123);
}

/* The used time of a move that follows a restart includes that before it. */
static void test_move_after_restart(void **state) {
    (void)state;
    begin_clocked("standard clock=60+0");
    world_advance(world, 30000);
    world_crash(world, 0);
    white = world_connect(world, NULL);
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    world_advance(world, 10000);
    peer_discard(white);
    peer_say(white, "MOVE %s 2 a2a3", id);
    expect(white, "+MOVE ");
    assert_in_range(atoi(peer_field(white, "wms")), 20000, 20000 + GIVEN_BACK_MS);
    assert_in_range(stored_game()->moves[2].ms, 40000 - GIVEN_BACK_MS, 40000);
}

/* Games of a store without service time begin their turn with the server. */
static void test_unknown_time_of_a_move(void **state) {
    (void)state;
    begin_clocked("standard clock=60+5");
    world_advance(world, 30000);
    memory_store_find(world->memory, stored_game()->header.id)->moves[1].at_ms = -1;
    world_crash(world, 0);
    assert_int_equal(shown_ms("wms"), 60000);
}

/* ---- storing the service time ---- */

static unsigned changes_during(int64_t ms) {
    unsigned before = memory_store_changes(world->memory);
    world_advance(world, ms);
    return memory_store_changes(world->memory) - before;
}

static void test_service_time_is_stored_while_a_clock_runs(void **state) {
    (void)state;
    start_game("standard clock=60+5");
    assert_int_equal(changes_during(60000), 0);
    peer_say(white, "MOVE %s 0 b2b3", id);
    assert_int_equal(changes_during(60000), 0);
    peer_say(black, "MOVE %s 1 b6b5", id);
    assert_int_equal(changes_during(10000), 10000 / GIVEN_BACK_MS);
    world->store_is_held = true; /* one at a time */
    unsigned waiting = (unsigned)memory_store_waiting(world->memory);
    world_advance(world, 10000);
    assert_true(memory_store_waiting(world->memory) <= waiting + 1);
    world->store_is_held = false;
    world_settle(world);
    peer_say(white, "RESIGN %s 2", id);
    world_advance(world, 1000);
    assert_int_equal(changes_during(60000), 0);
}

/* Not while the disk is full; then at once. */
static void test_service_time_and_full_disk(void **state) {
    (void)state;
    begin_clocked("standard clock=600+5");
    memory_store_set_failure(world->memory, MEMORY_FULL);
    world_advance(world, 1000);
    assert_true(core_is_readonly(world->core));
    assert_int_equal(changes_during(4000), 0);
    assert_int_equal(changes_during(60000), 12); /* probes */
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_advance(world, 6000);
    assert_false(core_is_readonly(world->core));
    world_crash(world, 0);
    assert_in_range(shown_ms("wms"), 529000, 529000 + GIVEN_BACK_MS);
}

/* A failure while it is stored is one like any other: nothing is acknowledged any more. */
static void test_failing_service_time(void **state) {
    (void)state;
    begin_clocked("standard clock=600+5");
    memory_store_fail_change(world->memory, 1, MEMORY_FAILED);
    world_advance(world, 1000);
    assert_non_null(core_failure(world->core));
    assert_int_equal(strncmp(peer_last(white), "!BYE ", 5), 0);
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_crash(world, 0);
    assert_in_range(shown_ms("wms"), 599000, 600000);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_clock),
        TEST(test_clock_and_commit),
        TEST(test_a_move_before_the_tick_counts),
        TEST(test_clock_without_clients),
        TEST(test_per_move),
        TEST(test_per_move_is_shown),
        TEST(test_time_control_of_an_export),
        TEST(test_bounds_of_clocks),
        TEST(test_clocks_of_months),
        TEST(test_clock_over_restart),
        TEST(test_many_restarts),
        TEST(test_restart_after_a_quiet_time),
        TEST(test_shutdown_gives_back_nothing),
        TEST(test_move_after_restart),
        TEST(test_unknown_time_of_a_move),
        TEST(test_service_time_is_stored_while_a_clock_runs),
        TEST(test_service_time_and_full_disk),
        TEST(test_failing_service_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
