/* The server's core with a store that it shares with another server: changes and news of games. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/shared_fixture.h"

/* The core submits a client's command and then nothing until release_store(). */
static void hold_store(void) {
    world->store_is_held = true;
}

static void release_store(void) {
    world->store_is_held = false;
    world_settle(world);
}

/* Takes the news while the store runs no request. */
static void take_news(void) {
    world_commit(world, 0);
    world_settle(world);
}

static void expect_counts(unsigned overtaken, unsigned conflicts) {
    assert_int_equal(stats().overtaken, overtaken);
    assert_int_equal(stats().conflicts, conflicts);
}

/* ---- moves ---- */

static void test_move_of_another_server(void **state) {
    (void)state;
    start_shared_game("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "+MOVE ");
    expect(guest, "!MOVE ");
    hold_store();
    move_elsewhere("b6b5");
    take_news();
    expect_event("!MOVE", "1 b6b5 by=b next=2");
    expect_no_events();
    assert_int_equal(memory_store_waiting(world->memory), 0); /* the game was not loaded */
    release_store();
    peer_say(white, "MOVE %s 2 a2a3", id);
    expect(white, "+MOVE ");
    expect_field(white, "next", "3");
    expect_counts(0, 0);
    assert_int_equal(stored()->count, 3);
}

static void test_last_move_of_another_server(void **state) {
    (void)state;
    start_shared_game("fen=7/3l3/7/z6/7/7/3L3/b/-1 clock=60+0");
    StoreEnd end = {{RESULT_BLACK, REASON_LION}, BLACK, 1, 0};
    move_and_end_elsewhere("d6d1", end);
    expect_event("!MOVE", "0 d6d1 by=b next=1");
    expect_event("!END", "result=0-1 reason=lion");
    expect_no_events();
    expect_move_error(white, "OVER", "1 d1d2");
}

/* As before, but the game is compared. */
static void test_last_move_among_other_changes(void **state) {
    (void)state;
    start_shared_game("fen=7/3l3/7/z6/7/7/3L3/b/-1");
    memory_store_hold_news(world->memory);
    arrive_elsewhere(ROLE_BLACK);
    StoreEnd end = {{RESULT_BLACK, REASON_LION}, BLACK, 1, 0};
    move_and_end_elsewhere("d6d1", end);
    leave_elsewhere(ROLE_BLACK);
    release_news();
    expect_event("!MOVE", "0 d6d1 by=b next=1");
    expect_event("!END", "result=0-1 reason=lion");
    expect_event("!LEAVE", "b");
    expect_no_events();
    assert_string_equal(world_shown(world, id, "result"), "0-1");
}

static void test_news_before_the_completion(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    peer_say(white, "MOVE %s 0 b2b3", id);
    move_elsewhere("a2a3"); /* by another client of White */
    move_elsewhere("b6b5");
    take_news();
    expect_no_events();
    release_store();
    expect_event("!MOVE", "0 a2a3 by=w next=1");
    expect_event("!MOVE", "1 b6b5 by=b next=2");
    expect(white, "-STALE next=2 ");
    expect_no_events();
    expect_counts(1, 0);
}

/* White creates a game, of which the store has not told the core when the other server's player
 * takes a seat of it. */
static StoreCompletion create_game_unknown_here(void) {
    StoreCompletion created;
    white = world_connect_quietly(world, NULL);
    hold_store();
    peer_say(white, "NEW standard seat=w key=" WHITE_KEY " name=Ada");
    memory_store_commit(world->memory, SIZE_MAX);
    assert_true(store_take(memory_store_interface(world->memory), &created));
    snprintf(id, sizeof id, "%s", game_id_from_number(created.id).text);
    take_seat_elsewhere(BLACK, BLACK_KEY, "Bo");
    take_news(); /* the game is requested */
    return created;
}

static void check_created_game(void) {
    assert_string_equal(world_shown(world, id, "b"), "Bo");
    peer_discard(white);
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "+MOVE ");
    assert_int_equal(stats().games_in_memory, 1);
    expect_counts(0, 0);
}

static void test_created_while_it_is_loaded(void **state) {
    (void)state;
    StoreCompletion created = create_game_unknown_here();
    core_complete(world->core, &created);
    world_settle(world);
    expect(white, "+NEW ");
    release_store();
    expect(white, "!JOIN ");
    check_created_game();
}

static void test_created_after_it_was_loaded(void **state) {
    (void)state;
    StoreCompletion created = create_game_unknown_here();
    release_store();
    core_complete(world->core, &created);
    world_settle(world);
    expect(white, "+NEW ");
    check_created_game();
}

/* News of different servers come in any order. */
static void test_news_out_of_order(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    move_elsewhere("b6b5");
    memory_store_reverse_news(world->memory);
    world_settle(world);
    expect_event("!MOVE", "0 b2b3 by=w next=1");
    expect_event("!MOVE", "1 b6b5 by=b next=2");
    move_elsewhere("a2a3");
    expect_event("!MOVE", "2 a2a3 by=w next=3");
    expect_no_events();
}

/* ---- conflicts: the answer is as if the news had come first ---- */

static void begin_conflict(const char *fields) {
    start_shared_game(fields);
    memory_store_hold_news(world->memory);
}

/* The news of what the conflict has told already change nothing. */
static void end_conflict(void) {
    expect_no_events();
    release_news();
    expect_no_events();
    expect_counts(1, 0);
}

static void test_conflict_not_seated(void **state) {
    (void)state;
    begin_conflict("standard");
    arrive_elsewhere(ROLE_WHITE);
    move_elsewhere("b2b3");
    peer_say(white, "MOVE %s 0 a2a3", id);
    expect(white, "!REPLACED ");
    expect_event("!MOVE", "0 b2b3 by=w next=1");
    expect(white, "-NOTSEATED ");
    end_conflict();
    assert_int_equal(stored()->count, 1);
}

static void test_conflict_repeated_move(void **state) {
    (void)state;
    begin_conflict("standard");
    move_elsewhere("b2b3");
    peer_say(white, "@m MOVE %s 0 b2b3", id);
    expect_event("!MOVE", "0 b2b3 by=w next=1");
    expect(white, "+@m MOVE ");
    expect_field(white, "dup", "1");
    end_conflict();
    assert_int_equal(stored()->count, 1);
}

static void test_conflict_stale(void **state) {
    (void)state;
    begin_conflict("standard");
    move_elsewhere("a2a3");
    move_elsewhere("b6b5");
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect_event("!MOVE", "0 a2a3 by=w next=1");
    expect_event("!MOVE", "1 b6b5 by=b next=2");
    expect(white, "-STALE next=2 ");
    end_conflict();
}

static void test_conflict_over(void **state) {
    (void)state;
    begin_conflict("standard");
    end_elsewhere(RESULT_WHITE, REASON_RESIGNED, BLACK);
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect_event("!END", "result=1-0 reason=resigned");
    expect(white, "-OVER result=1-0 ");
    end_conflict();
    begin_conflict("standard");
}

/* A change that does not concern the command lets it succeed. */
static void test_conflict_that_does_not_matter(void **state) {
    (void)state;
    begin_conflict("standard");
    leave_elsewhere(ROLE_BLACK);
    peer_say(white, "@7 MOVE %s 0 b2b3", id);
    expect_event("!LEAVE", "b");
    expect(white, "+@7 MOVE ");
    expect_field(white, "dup", "");
    expect(guest, "!MOVE ");
    end_conflict();
    assert_int_equal(stored()->count, 1);
}

/* The time of a move ends when it has arrived first. */
static void test_conflict_keeps_the_time_of_a_move(void **state) {
    (void)state;
    start_shared_game("standard clock=60+0");
    peer_say(white, "MOVE %s 0 b2b3", id);
    move_elsewhere("b6b5");
    world_advance(world, 4000);
    hold_store();
    peer_say(white, "MOVE %s 2 a2a3", id);
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 2, 0);
    world_advance(world, 1500);
    release_store();
    assert_int_equal(stored()->count, 3);
    assert_int_equal(stored()->moves[2].ms, 4000);
    expect_counts(1, 0);
}

static void test_conflict_of_ends(void **state) {
    (void)state;
    begin_conflict("standard");
    end_elsewhere(RESULT_OPEN, REASON_ABORTED, BLACK);
    peer_say(white, "RESIGN %s 0", id);
    expect_event("!END", "result=* reason=aborted");
    expect(white, "-OVER result=* ");
    end_conflict();
}

static void test_conflict_of_a_repeated_end(void **state) {
    (void)state;
    begin_conflict("standard");
    end_elsewhere(RESULT_BLACK, REASON_RESIGNED, WHITE);
    peer_say(white, "RESIGN %s 0", id);
    expect_event("!END", "result=0-1 reason=resigned");
    expect(white, "+RESIGN ");
    expect_field(white, "dup", "1");
    end_conflict();
}

/* Offering a draw when one is offered accepts it. */
static void test_conflict_of_offers(void **state) {
    (void)state;
    begin_conflict("standard");
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 0, 0);
    peer_say(white, "DRAW %s 0 offer", id);
    expect_event("!OFFER", "b");
    expect(white, "+DRAW ");
    expect_field(white, "reason", "agreed");
    expect_event("!END", "result=1/2-1/2 reason=agreed");
    end_conflict();
}

static void test_conflict_of_seats(void **state) {
    (void)state;
    create_game("standard");
    memory_store_hold_news(world->memory);
    Peer *late = world_connect_quietly(world, NULL);
    take_seat_elsewhere(BLACK, BLACK_KEY, "Bo");
    peer_say(late, "JOIN %s b key=" OTHER_KEY, id);
    expect_event("!JOIN", "b name=Bo");
    expect(late, "-TAKEN ");
    end_conflict();
}

static void test_conflict_of_rematches(void **state) {
    (void)state;
    start_shared_game("standard");
    end_elsewhere(RESULT_BLACK, REASON_RESIGNED, WHITE);
    rematch_elsewhere(STORE_OFFER_OPEN, BLACK);
    discard_all();
    memory_store_hold_news(world->memory);
    StoreRequest rematch = {.kind = STORE_CREATE, .role = ROLE_NONE};
    rematch.create = stored()->header;
    rematch.create.id = 77;
    rematch.create.rematch_of = number();
    rematch.create.has_creator = false;
    assert_int_equal(memory_store_change_elsewhere(world->memory, &rematch), STORE_OK);
    peer_say(white, "REMATCH %s accept", id);
    expect_event("!REMATCH", "w accept game=000000002D");
    expect(white, "+REMATCH ");
    expect_field(white, "dup", "1");
    expect_field(white, "game", "000000002D");
    end_conflict();
}

static void test_same_key_on_two_servers(void **state) {
    (void)state;
    start_shared_game("standard");
    peer_close(white);
    white = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard seat=w key=" WHITE_KEY);
    expect(white, "+NEW ");
    expect_field(white, "dup", "1");
    assert_int_equal(stored()->presence[ROLE_WHITE].server, MEMORY_SERVER);
    assert_int_equal(stored()->presence[ROLE_WHITE].generation, 2);
    peer_say(white, "NEW standard key=" OTHER_KEY);
    expect(white, "+NEW ");
    expect_field(white, "dup", "");
    peer_say(white, "NEW standard seat=w key=" WHITE_KEY); /* the same client again */
    expect(white, "+NEW ");
    expect_field(white, "dup", "1");
    assert_int_equal(stored()->presence[ROLE_WHITE].generation, 2);
    expect_counts(0, 0);
}

/* The game is refreshed once. Without a newer version, the command does not run for ever. */
static void test_store_that_contradicts_itself(void **state) {
    (void)state;
    start_shared_game("standard");
    stored()->end = (StoreEnd){{RESULT_WHITE, REASON_RESIGNED}, BLACK, 0, 0};
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "-INTERNAL ");
    expect_counts(1, 1);
}

static void test_deleted_elsewhere(void **state) {
    (void)state;
    create_game("standard");
    peer_close(white);
    memory_store_hold_news(world->memory);
    change_elsewhere((StoreRequest){.kind = STORE_DELETE});
    peer_discard(guest);
    peer_say(guest, "SAY %s hello", id);
    expect(guest, "-NOGAME ");
    release_news();
    peer_say(guest, "GET %s", id);
    expect(guest, "-NOGAME ");
    peer_close(guest);
    world_advance(world, (int64_t)world->limits.idle_s * 1000);
    assert_int_equal(stats().games_in_memory, 0);
    expect_counts(1, 0);
}

static void test_conflict_of_a_client_that_is_gone(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 0, 0);
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(white);
    release_store();
    expect(guest, "!LEAVE ");
    expect(guest, "!OFFER ");
    expect_none(guest);
    assert_int_equal(stored()->count, 0);
    assert_int_equal(stored()->presence[ROLE_WHITE].server, 0);
    expect_counts(1, 0);
}

/* ---- comparing a game with the stored one ---- */

static void test_events_in_order(void **state) {
    (void)state;
    create_game("standard");
    memory_store_hold_news(world->memory);
    take_seat_elsewhere(BLACK, BLACK_KEY, "Bo");
    arrive_elsewhere(ROLE_WHITE);
    move_elsewhere("b2b3");
    draw_elsewhere(STORE_OFFER_OPEN, WHITE, 1, 0);
    move_elsewhere("b6b5");
    draw_elsewhere(STORE_OFFER_OPEN, WHITE, 2, 0);
    draw_elsewhere(STORE_OFFER_DECLINED, WHITE, 2, 2);
    move_elsewhere("a2a3");
    leave_elsewhere(ROLE_BLACK);
    end_elsewhere(RESULT_WHITE, REASON_RESIGNED, BLACK);
    rematch_elsewhere(STORE_OFFER_OPEN, BLACK);
    rematch_elsewhere(STORE_OFFER_DECLINED, BLACK);
    expect_no_events();
    release_news();
    expect(white, "!REPLACED ");
    expect_event("!JOIN", "b name=Bo");
    expect_event("!MOVE", "0 b2b3 by=w next=1");
    expect_event("!MOVE", "1 b6b5 by=b next=2");
    expect_event("!OFFER", "w");
    expect_event("!DECLINE", "b");
    expect_event("!MOVE", "2 a2a3 by=w next=3");
    expect_event("!LEAVE", "b");
    expect_event("!END", "result=1-0 reason=resigned");
    expect_event("!REMATCH", "b offer");
    expect_event("!REMATCH", "w decline");
    expect_no_events();
}

static void test_each_change_of_another_server(void **state) {
    (void)state;
    create_game("standard");
    take_seat_elsewhere(BLACK, BLACK_KEY, "Bo");
    expect_event("!JOIN", "b name=Bo");
    take_seat_elsewhere(BLACK, BLACK_KEY, "Bob");
    expect_event("!JOIN", "b name=Bob");
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 0, 0);
    expect_event("!OFFER", "b");
    peer_say(white, "DRAW %s 0 decline", id);
    expect(white, "+DRAW ");
    expect(guest, "!DECLINE ");
    leave_elsewhere(ROLE_BLACK);
    expect_event("!LEAVE", "b");
    arrive_elsewhere(ROLE_BLACK);
    expect_event("!JOIN", "b name=Bob");
    arrive_elsewhere(ROLE_BLACK); /* another client of the same player */
    expect_no_events();
    end_elsewhere(RESULT_WHITE, REASON_RESIGNED, BLACK);
    expect_event("!END", "result=1-0 reason=resigned");
    rematch_elsewhere(STORE_OFFER_OPEN, BLACK);
    expect_event("!REMATCH", "b offer");
    rematch_elsewhere(STORE_OFFER_WITHDRAWN, BLACK);
    expect_event("!REMATCH", "b decline");
    expect_no_events();
    expect_counts(0, 0);
}

/* A read waits for what is known to have changed. */
static void test_reading_a_stale_game(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 0, 0);
    take_news();
    peer_say(guest, "GET %s", id);
    expect_none(guest);
    release_store();
    expect(guest, "!OFFER ");
    expect(guest, "=GAME ");
    expect_field(guest, "offer", "b");
    expect(guest, "+GET ");
}

/* News that come while the game is refreshed, refresh it again. */
static void test_news_during_a_refresh(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 0, 0);
    take_news();
    memory_store_commit(world->memory, SIZE_MAX); /* the game is read ... */
    move_elsewhere("b2b3");                       /* ... and changes */
    take_news();
    release_store();
    expect_event("!OFFER", "b");
    expect_event("!MOVE", "0 b2b3 by=w next=1");
    expect_no_events();
}

/* A damaged game is one for its clients here, too. */
static void test_refreshing_a_damaged_game(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_damage(world->memory, number());
    StoreRequest offer = {.kind = STORE_DRAW, .draw = {STORE_OFFER_OPEN, BLACK, 0, 0}};
    change_elsewhere(offer);
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "-INTERNAL ");
    peer_close(white);
    peer_close(guest);
    memory_store_damage(world->memory, 0);
    world_advance(world, (int64_t)world->limits.idle_s * 1000);
    assert_string_equal(world_shown(world, id, "offer"), "b");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_shared, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_move_of_another_server),
        TEST(test_last_move_of_another_server),
        TEST(test_last_move_among_other_changes),
        TEST(test_news_before_the_completion),
        TEST(test_created_while_it_is_loaded),
        TEST(test_created_after_it_was_loaded),
        TEST(test_news_out_of_order),
        TEST(test_conflict_not_seated),
        TEST(test_conflict_repeated_move),
        TEST(test_conflict_stale),
        TEST(test_conflict_over),
        TEST(test_conflict_that_does_not_matter),
        TEST(test_conflict_keeps_the_time_of_a_move),
        TEST(test_conflict_of_ends),
        TEST(test_conflict_of_a_repeated_end),
        TEST(test_conflict_of_offers),
        TEST(test_conflict_of_seats),
        TEST(test_conflict_of_rematches),
        TEST(test_same_key_on_two_servers),
        TEST(test_store_that_contradicts_itself),
        TEST(test_deleted_elsewhere),
        TEST(test_conflict_of_a_client_that_is_gone),
        TEST(test_events_in_order),
        TEST(test_each_change_of_another_server),
        TEST(test_reading_a_stale_game),
        TEST(test_news_during_a_refresh),
        TEST(test_refreshing_a_damaged_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
