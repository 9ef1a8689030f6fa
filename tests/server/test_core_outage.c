/* The core when the database does not answer: clients are told, and sent away; nothing old is
 * shown; and commands that have waited until their clients may be gone take no seat. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../support/shared_fixture.h"

enum { STEP_MS = 500 };

static int64_t watched_ms;

static void hold_store(void) {
    world->store_is_held = true;
}

static void release_store(void) {
    world->store_is_held = false;
    world_settle(world);
}

/* The owner's clock goes on; that of a shared store stands still without it. */
static void watch(int64_t ms) {
    for (int64_t end_ms = watched_ms + ms; watched_ms < end_ms;) {
        watched_ms += STEP_MS;
        core_watch(world->core, watched_ms);
        world_settle(world);
    }
}

/* A reading of the service time, as the database gives it each second. */
static void hear(void) {
    StoreCompletion time = {.kind = STORE_TIME};
    core_complete(world->core, &time);
    world_settle(world);
}

static void watch_and_hear(int64_t ms) {
    for (int64_t end_ms = watched_ms + ms; watched_ms < end_ms; hear())
        watch(STEP_MS);
}

static int set_up_watched(void **state) {
    set_up_shared(state);
    watched_ms = 1000000;
    core_watch(world->core, watched_ms);
    world_settle(world);
    return 0;
}

static int set_up_alone(void **state) {
    set_up(state);
    watched_ms = 1000000;
    core_watch(world->core, watched_ms);
    world_settle(world);
    return 0;
}

static void expect_refused(void) {
    Peer *newcomer = world_connect(world, NULL);
    expect(newcomer, "!BYE the server cannot reach its database retry=");
}

static void expect_told(Peer *peer, const char *event) {
    expect(peer, event);
    expect(peer, "# ");
    expect_none(peer);
}

static void test_an_answering_database(void **state) {
    (void)state;
    start_shared_game("standard");
    watch_and_hear(60000);
    assert_true(core_database_answers(world->core));
    peer_say(white, "PING x");
    expect(white, "+PONG x");
    expect_none(white);
}

/* One of the two connections to the database is not enough. */
static void outage_of(bool answers, bool hears) {
    start_shared_game("standard");
    if (!answers)
        hold_store();
    for (int i = 0; i < 5; i++, hears ? hear() : (void)0)
        watch(STEP_MS);
    expect_none(white);
    for (int i = 0; i < 2; i++, hears ? hear() : (void)0)
        watch(STEP_MS);
    expect_told(white, "!OUTAGE");
    expect_told(guest, "!OUTAGE");
    expect_refused();
    for (int i = 0; i < 12; i++, hears ? hear() : (void)0)
        watch(STEP_MS);
    expect_none(white);
    for (int i = 0; i < 3; i++, hears ? hear() : (void)0)
        watch(STEP_MS);
    expect(white, "!BYE the server cannot reach its database retry=");
    assert_null(white->client);
    expect_refused();
    if (!answers)
        release_store();
    watch_and_hear(2 * STEP_MS);
    assert_true(core_database_answers(world->core));
    Peer *newcomer = world_connect(world, NULL);
    expect(newcomer, "!HELLO ");
}

static void test_no_answers(void **state) {
    (void)state;
    outage_of(false, true);
}

static void test_no_news(void **state) {
    (void)state;
    outage_of(true, false);
}

static void test_a_short_outage(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    watch(4000);
    expect_told(white, "!OUTAGE");
    expect_told(guest, "!OUTAGE");
    peer_say(white, "PING a\nLIST");
    peer_say(guest, "GET %s", id);
    expect_none(white);
    expect_none(guest);
    release_store();
    watch_and_hear(STEP_MS);
    expect(white, "!RECOVERED");
    expect(white, "# ");
    expect(white, "+PONG a");
    expect(white, "=LIST ");
    expect(white, "+LIST");
    peer_discard(guest);
    peer_say(guest, "GET %s", id);
    expect(guest, "=GAME ");
}

/* A file of SQLite can be out of reach too; without clients, nothing waits. */
static void test_a_disk_that_hangs(void **state) {
    (void)state;
    start_game("standard");
    hold_store();
    watch(4000);
    expect_told(white, "!OUTAGE");
    peer_say(white, "PING");
    expect_none(white);
    release_store();
    watch(STEP_MS);
    expect(white, "!RECOVERED");
    expect(white, "# ");
    expect(white, "+PONG");
}

static void test_limits(void **state) {
    (void)state;
    ServerLimits limits = world->limits;
    start_shared_game("standard");
    limits.outage_s = 0;
    core_configure(world->core, &limits);
    hold_store();
    watch(60000);
    expect_none(white);
    limits.outage_s = limits.outage_bye_s = 1;
    core_configure(world->core, &limits);
    watch(STEP_MS);
    expect(white, "!OUTAGE");
    expect(white, "# ");
    expect(white, "!BYE ");
    release_store();
}

/* A server that stood still itself has not waited for the database. */
static void test_a_stall_is_no_outage(void **state) {
    (void)state;
    start_shared_game("standard");
    watch_and_hear(2000);
    watched_ms += 60000;
    watch(STEP_MS);
    expect_none(white);
    assert_true(core_database_answers(world->core));
}

/* ---- reads ---- */

/* Changes that another server has acknowledged are shown before their events arrive. */
static void expect_fresh(const char *line, const char *reply, const char *last) {
    Peer *reader = world_connect_quietly(world, NULL);
    peer_say(reader, "GET %s", id);
    peer_discard(reader);
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    peer_say(reader, "%s %s", line, id);
    expect(reader, reply);
    assert_true(*last == '\0' || strstr(reader->line, last));
    memory_store_release_news(world->memory);
}

static void test_get(void **state) {
    (void)state;
    start_shared_game("standard");
    expect_fresh("GET", "=GAME ", " ply=1 ");
}

static void test_moves(void **state) {
    (void)state;
    start_shared_game("standard");
    expect_fresh("MOVES", "=MOVE ", " b2b3 ");
}

static void test_watch(void **state) {
    (void)state;
    start_shared_game("standard");
    expect_fresh("WATCH", "=GAME ", " ply=1 ");
}

static void test_legal(void **state) {
    (void)state;
    start_shared_game("standard");
    expect_fresh("LEGAL", "=LEGAL ", "b6b5");
}

static void test_board(void **state) {
    (void)state;
    start_shared_game("standard");
    Peer *reader = world_connect_quietly(world, NULL);
    peer_say(reader, "GET %s", id);
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    peer_discard(reader);
    peer_say(reader, "BOARD %s\nEXPORT %s", id, id);
    buffer_add(&reader->received, "", 1);
    assert_non_null(strstr(reader->received.bytes, "=  3   - P - - - - -\n"));
    assert_non_null(strstr(reader->received.bytes, "= 1. P-BB3 "));
}

/* A client that follows the game is told the move first. */
static void test_read_of_a_spectator(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    peer_say(guest, "GET %s", id);
    expect(guest, "!MOVE ");
    expect(guest, "=GAME ");
    expect_field(guest, "ply", "1");
}

/* The same connection takes the seat that it has. */
static void test_join_again(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    expect(white, "!MOVE ");
    expect(white, "=GAME ");
    expect_field(white, "ply", "1");
}

/* Without a change, nobody else waits for a read, and one question is enough. */
static void test_reads_hold_nobody_up(void **state) {
    (void)state;
    start_shared_game("standard");
    Peer *reader = world_connect_quietly(world, NULL);
    hold_store();
    peer_say(reader, "GET %s", id);
    assert_int_equal(memory_store_waiting(world->memory), 1);
    peer_say(white, "MOVE %s 0 b2b3", id);
    assert_int_equal(memory_store_waiting(world->memory), 2);
    release_store();
    expect(white, "+MOVE ");
    expect(reader, "=GAME ");
    expect(reader, "+GET ");
    expect_none(reader);
}

static void test_read_of_a_client_that_is_gone(void **state) {
    (void)state;
    start_shared_game("standard");
    Peer *reader = world_connect_quietly(world, NULL);
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    hold_store();
    peer_say(reader, "GET %s", id);
    peer_close(reader);
    release_store();
    expect_event("!MOVE", "0 b2b3 by=w next=1");
}

/* ---- commands of the dead ---- */

static void expect_late(Peer *dead) {
    expect(dead, "-BUSY retry=later ");
    assert_int_equal(stored()->presence[ROLE_WHITE].server, MEMORY_OTHER_SERVER);
}

/* White's client has waited in vain, and has gone to the other server. */
static void test_join_in_a_server_that_stood_still(void **state) {
    (void)state;
    start_shared_game("standard");
    peer_close(white);
    watch_and_hear(2000);
    memory_store_hold_news(world->memory);
    arrive_elsewhere(ROLE_WHITE);
    watched_ms += 5000;
    core_watch(world->core, watched_ms);
    Peer *dead = world_connect_quietly(world, NULL);
    peer_say(dead, "JOIN %s w key=" WHITE_KEY, id);
    expect_late(dead);
    /* A client that is still there takes the seat. */
    watch_and_hear(2000);
    peer_say(dead, "JOIN %s w key=" WHITE_KEY, id);
    expect(dead, "=GAME ");
    expect(dead, "+JOIN ");
    assert_int_equal(stored()->presence[ROLE_WHITE].server, MEMORY_SERVER);
}

static void test_join_that_waits_for_the_database(void **state) {
    (void)state;
    start_shared_game("standard");
    peer_close(white);
    Peer *dead = world_connect_quietly(world, NULL);
    watch_and_hear(2000);
    hold_store();
    peer_say(dead, "JOIN %s w key=" WHITE_KEY, id);
    watch(4000);
    expect_told(dead, "!OUTAGE");
    memory_store_hold_news(world->memory);
    arrive_elsewhere(ROLE_WHITE);
    hear();
    release_store();
    expect(dead, "!RECOVERED");
    expect(dead, "# ");
    expect_late(dead);
}

static void test_new_in_a_server_that_stood_still(void **state) {
    (void)state;
    create_game("standard");
    peer_close(white);
    watch_and_hear(2000);
    arrive_elsewhere(ROLE_WHITE);
    watched_ms += 5000;
    core_watch(world->core, watched_ms);
    Peer *dead = world_connect_quietly(world, NULL);
    peer_say(dead, "NEW standard seat=w key=" WHITE_KEY);
    expect_late(dead);
    /* The next one is another game. */
    watch_and_hear(2000);
    peer_say(dead, "NEW standard seat=w key=" OTHER_KEY);
    expect(dead, "+NEW ");
    expect_field(dead, "dup", "");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_watched, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_an_answering_database),
        TEST(test_no_answers),
        TEST(test_no_news),
        TEST(test_a_short_outage),
        cmocka_unit_test_setup_teardown(test_a_disk_that_hangs, set_up_alone, tear_down),
        TEST(test_limits),
        TEST(test_a_stall_is_no_outage),
        TEST(test_get),
        TEST(test_moves),
        TEST(test_watch),
        TEST(test_legal),
        TEST(test_board),
        TEST(test_read_of_a_spectator),
        TEST(test_join_again),
        TEST(test_reads_hold_nobody_up),
        TEST(test_read_of_a_client_that_is_gone),
        TEST(test_join_in_a_server_that_stood_still),
        TEST(test_join_that_waits_for_the_database),
        TEST(test_new_in_a_server_that_stood_still),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
