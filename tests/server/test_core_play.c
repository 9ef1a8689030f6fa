/* The server's core in a simulated world: which refusal a command gets, repeated commands, ends of
 * games. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "../support/game_fixture.h"

/* ---- refusals ---- */

static void test_error_words(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    expect_error(peer, "SYNTAX", "DANCE");
    expect_error(peer, "SYNTAX", "NEW");
    expect_error(peer, "VERSION", "HELLO congo/2");
    expect_error(peer, "NOGAME", "GET 0000000000");
    expect_error(peer, "BADFEN", "NEW fen=7/7/7/7/7/7/7/w/-1");
    expect_error(peer, "BADFEN",
                 "NEW fen=7/2l4/7/7/7/7/4L2/w/-1"); /* bare lions: the game is over */
    expect_error(peer, "BADVARIANT", "NEW standard variant=go");
    expect_error(peer, "BADKEY", "NEW standard key=short");
    expect_error(peer, "BADARG", "NEW standard clock=0");
    char line[600];
    memset(line, 'x', sizeof line);
    line[530] = '\0';
    expect_error(peer, "TOOLONG", line);
    start_game("standard");
    expect_move_error(guest, "NOTSEATED", "0 b2b3");
    expect_move_error(black, "TURN", "0 b6b5");
    expect_move_error(white, "ILLEGAL", "0 b2b4");
    expect_move_error(white, "AHEAD", "1 b2b3");
    assert_string_equal(peer_field(white, "next"), "");
    expect_move_error(white, "DESYNC", "0 b2b3 hash=0123456789abcdef");
    peer_say(white, "MOVE %s 0 b2b3 hash=" AFTER_HASH, id);
    expect(white, "+MOVE");
    expect_move_error(white, "STALE", "0 a2a3");
    expect_move_error(black, "STALE", "0 b2b3");
    snprintf(line, sizeof line, "DRAW %s 1 accept", id);
    expect_error(black, "NOOFFER", line);
    snprintf(line, sizeof line, "DRAW %s 1 decline", id);
    expect_error(black, "NOOFFER", line);
    peer_say(black, "MOVE %s 1 b6b5", id);
    snprintf(line, sizeof line, "ABORT %s 2", id);
    expect_error(white, "LATE", line);
    snprintf(line, sizeof line, "RESIGN %s 1", id);
    expect_error(white, "STALE", line);
    snprintf(line, sizeof line, "RESIGN %s 3", id);
    expect_error(white, "AHEAD", line);
    snprintf(line, sizeof line, "JOIN %s w key=" OTHER_KEY, id);
    expect_error(guest, "TAKEN", line);
    snprintf(line, sizeof line, "JOIN %s any", id);
    expect_error(guest, "TAKEN", line);
    snprintf(line, sizeof line, "JOIN %s b key=" BLACK_KEY, id);
    expect_error(white, "TAKEN", line);
    snprintf(line, sizeof line, "SAY %s hello", id);
    expect_error(peer, "NOTSEATED", line);
    peer_say(white, "RESIGN %s 2", id);
    expect_move_error(white, "OVER", "2 a2a3");
    expect_move_error(black, "OVER", "9 a2a3");  /* OVER is checked before AHEAD */
    expect_move_error(white, "STALE", "1 a2a3"); /* and after STALE */
    snprintf(line, sizeof line, "RESIGN %s 2", id);
    expect_error(black, "OVER", line);
}

static void test_stale_fields(void **state) {
    (void)state;
    start_game("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_discard(white);
    peer_say(white, "@q MOVE %s 0 a2a3", id);
    expect(white, "-@q STALE next=1 hash=" AFTER_HASH " retry=sync");
    peer_say(white, "@q MOVE %s 0 a2a3 hash=zz", id);
    expect(white, "-@q BADARG");
    peer_say(white, "MOVE %s 0 b2b3 hash=0000000000000000",
             id); /* the hash of a past ply is not compared */
    expect(white, "+MOVE");
    assert_string_equal(peer_field(white, "dup"), "1");
    peer_say(white, "MOVE %s 0 B2-B3", id); /* the same move in another form */
    expect(white, "+MOVE");
    assert_string_equal(peer_field(white, "dup"), "1");
}

/* ---- repeated commands ---- */

static void test_repeated_new(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    peer_discard(peer);
    peer_say(peer, "NEW standard seat=w key=" WHITE_KEY);
    expect(peer, "+NEW ");
    read_id(peer, "+NEW ");
    peer_say(peer, "MOVE %s 0 b2b3", id);
    expect(peer, "+MOVE ");
    Peer *again = world_connect(world, NULL);
    peer_discard(again);
    peer_say(again, "@n NEW standard seat=w key=" WHITE_KEY "\nPING");
    char line[200];
    snprintf(line, sizeof line, "+@n NEW %s seat=w key=" WHITE_KEY " ply=1 fen=" AFTER, id);
    expect(again, line);
    assert_string_equal(peer_field(again, "dup"), "1");
    expect(again, "+PONG");
    snprintf(line, sizeof line, "!REPLACED %s", id);
    expect(peer, line);
    expect_move_error(peer, "NOTSEATED", "1 b6b5");
    /* Also after a restart, when the game is not in memory. */
    world_crash(world, 0);
    Peer *third = world_connect(world, NULL);
    peer_discard(third);
    peer_say(third, "NEW standard seat=w key=" WHITE_KEY "\nPING");
    expect(third, "+NEW ");
    assert_string_equal(peer_field(third, "dup"), "1");
    assert_string_equal(peer_field(third, "ply"), "1");
    expect(third, "+PONG");
    assert_null(memory_store_game(world->memory, 1));
}

static void test_repeated_join(void **state) {
    (void)state;
    start_game("standard");
    Peer *again = world_connect(world, NULL);
    peer_discard(again);
    peer_say(again, "JOIN %s any key=" BLACK_KEY, id);
    expect(again, "=GAME ");
    expect(again, "+JOIN ");
    assert_string_equal(peer_field(again, "seat"), "b");
    expect(black, "!REPLACED ");
    expect_none(white); /* nothing changes for the others */
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(black, "!MOVE "); /* still watches */
    expect(again, "!MOVE ");
    expect_move_error(black, "NOTSEATED", "1 b6b5");
    peer_say(again, "MOVE %s 1 b6b5", id);
    expect(again, "+MOVE ");
    peer_close(again);
    peer_discard(white);
    peer_close(black);
    expect_none(white); /* a spectator's leaving is no event */
    char line[64];
    Peer *last = world_connect(world, NULL);
    peer_say(last, "JOIN %s b key=" BLACK_KEY " name=Bob", id);
    snprintf(line, sizeof line, "!JOIN %s b name=Bob", id);
    expect(white, line);
}

static void test_repeated_move(void **state) {
    (void)state;
    start_game("fen=7/3l3/7/Z6/7/7/3L3/w/-1");
    peer_say(white, "@1 MOVE %s 0 d1d6", id);
    expect(white, "+@1 MOVE ");
    assert_string_equal(peer_field(white, "result"), "1-0");
    assert_string_equal(peer_field(white, "reason"), "lion");
    expect(white, "!END ");
    assert_string_equal(peer_field(white, "reason"), "lion");
    expect(black, "!MOVE ");
    expect(black, "!END ");
    for (int i = 0; i < 2; i++) {
        peer_say(white, "@2 MOVE %s 0 D1D6", id);
        expect(white, "+@2 MOVE ");
        assert_string_equal(peer_field(white, "dup"), "1");
        assert_string_equal(peer_field(white, "next"), "1");
        assert_string_equal(peer_field(white, "fen"), "7/3L3/7/7/7/7/7/b/-1");
        assert_string_equal(peer_field(white, "result"), "1-0");
        world_crash(world, 0);
        white = world_connect(world, NULL);
        peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
        peer_discard(white);
    }
    expect_none(black);
    expect_move_error(white, "OVER", "1 d6d7");
}

static void test_repeated_end(void **state) {
    (void)state;
    start_game("standard");
    peer_say(black, "RESIGN %s 0", id);
    expect(black, "+RESIGN ");
    assert_string_equal(peer_field(black, "result"), "1-0");
    expect(black, "!END ");
    expect(white, "!END ");
    peer_say(black, "RESIGN %s 0", id);
    expect(black, "+RESIGN ");
    assert_string_equal(peer_field(black, "dup"), "1");
}

static void test_abort(void **state) {
    (void)state;
    start_game("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_discard(white);
    peer_discard(black);
    peer_say(black, "ABORT %s 1", id);
    expect(black, "+ABORT ");
    expect(black, "!END ");
    assert_string_equal(peer_field(black, "reason"), "aborted");
    assert_string_equal(peer_field(black, "result"), "*");
    peer_say(black, "ABORT %s 1", id);
    expect(black, "+ABORT ");
    assert_string_equal(peer_field(black, "dup"), "1");
    expect_move_error(black, "OVER", "1 b6b5");
}

static void test_draws(void **state) {
    (void)state;
    char line[64];
    start_game("standard");
    peer_say(white, "DRAW %s 0 offer", id);
    expect(white, "+DRAW ");
    snprintf(line, sizeof line, "!OFFER %s w", id);
    expect(black, line);
    expect(guest, line);
    peer_say(white, "DRAW %s 0 offer", id);
    expect(white, "+DRAW ");
    assert_string_equal(peer_field(white, "dup"), "1");
    expect_none(black);
    snprintf(line, sizeof line, "DRAW %s 0 accept", id);
    expect_error(white, "NOOFFER", line); /* a player cannot answer its own offer */
    peer_say(black, "DRAW %s 0 decline", id);
    expect(black, "+DRAW ");
    expect(white, "!DECLINE ");
    peer_say(black, "DRAW %s 0 decline", id);
    expect(black, "+DRAW ");
    assert_string_equal(peer_field(black, "dup"), "1");
    expect_error(black, "NOOFFER", line);
    /* An offer stays while its own side moves, and lapses when the other does. */
    peer_say(black, "DRAW %s 0 offer", id);
    peer_say(black, "UNWATCH %s", id);
    peer_say(black, "JOIN %s b key=" BLACK_KEY, id);
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(white, "DRAW %s 1 accept", id);
    assert_true(strncmp(peer_last(white), "-NOOFFER", 8) == 0);
    peer_say(black, "DRAW %s 1 offer", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    world_crash(world, 0); /* an offer is durable */
    white = world_connect(world, NULL);
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    expect(white, "!HELLO");
    expect(white, "=GAME ");
    assert_string_equal(peer_field(white, "offer"), "b");
    expect(white, "+JOIN ");
    peer_say(white, "DRAW %s 2 accept", id);
    expect(white, "+DRAW ");
    assert_string_equal(peer_field(white, "result"), "1/2-1/2");
    expect(white, "!END ");
    assert_string_equal(peer_field(white, "reason"), "agreed");
    peer_say(white, "DRAW %s 2 accept", id);
    expect(white, "+DRAW ");
    assert_string_equal(peer_field(white, "dup"), "1");
}

static void test_both_offer(void **state) {
    (void)state;
    start_game("standard");
    peer_say(white, "DRAW %s 0 offer", id);
    peer_say(black, "DRAW %s 0 offer", id);
    expect(black, "!OFFER ");
    expect(black, "+DRAW ");
    expect(black, "!END ");
    assert_string_equal(peer_field(black, "reason"), "agreed");
    peer_say(black, "DRAW %s 0 offer", id); /* the reply was lost */
    assert_true(strncmp(peer_last(black), "+DRAW ", 6) == 0);
    assert_string_equal(peer_field(black, "dup"), "1");
    assert_string_equal(peer_field(black, "result"), "1/2-1/2");
}

/* ---- rules ---- */

/* A monkey's capture is one ply. A game can start in the middle of one. */
static void test_monkey_captures(void **state) {
    (void)state;
    start_game("fen=3l3/7/2p1p2/7/2p4/1M5/3L3/w/-1");
    peer_say(white, "MOVE %s 0 b2d4b6", id);
    expect(white, "+MOVE ");
    assert_string_equal(peer_field(white, "next"), "1");
    replace_world();
    start_game("fen=3l3/7/2p1p2/3M3/7/7/3L3/w/36");
    peer_say(white, "LEGAL %s", id);
    expect(white, "=LEGAL ");
    assert_non_null(strstr(white->line, "d4d4"));
    peer_discard(white);
    peer_say(white, "MOVE %s 0 d4d4", id);
    expect(white, "+MOVE ");
    assert_string_equal(peer_field(white, "next"), "1");
}

static void test_repetition(void **state) {
    (void)state;
    start_game("fen=3l3/7/4g2/7/7/4G2/3L3/w/-1");
    static const char *const shuffle[] = {"e2f2", "e5f5", "f2e2", "f5e5"};
    for (int ply = 0; ply < 8; ply++)
        peer_say(ply % 2 ? black : white, "MOVE %s %d %s", id, ply, shuffle[ply % 4]);
    assert_true(strncmp(peer_last(black), "!END", 4) == 0);
    assert_string_equal(peer_field(black, "reason"), "repetition");
    replace_world();
    start_game("fen=3l3/7/4g2/7/7/4G2/3L3/w/-1 variant=megapawn");
    peer_discard(white);
    for (int ply = 0; ply < 3; ply++)
        peer_say(ply % 2 ? black : white, "MOVE %s %d %s", id, ply, shuffle[ply]);
    expect_move_error(black, "ILLEGAL", "3 f5e5");
    peer_say(black, "LEGAL %s f5", id);
    expect(black, "=LEGAL ");
    assert_null(strstr(black->line, "f5e5"));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_error_words),     TEST(test_stale_fields),  TEST(test_repeated_new),
        TEST(test_repeated_join),   TEST(test_repeated_move), TEST(test_repeated_end),
        TEST(test_abort),           TEST(test_draws),         TEST(test_both_offer),
        TEST(test_monkey_captures), TEST(test_repetition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
