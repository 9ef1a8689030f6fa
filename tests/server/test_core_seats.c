/* The server's core in a simulated world: seats that are kept, and games that are won because the
 * opponent is away. */
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

#define INVITE "3123456789ABCDEFGHJKMNPQRS"

static void expect_field(const Peer *peer, const char *key, const char *value) {
    assert_string_equal(peer_field(peer, key), value);
}

static void expect_listed(const char *list, const char *expected) {
    Peer *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "LIST %s", list);
    expect(peer, expected);
    peer_free(peer);
}

/* ---- kept seats ---- */

/* Creates a game with a seat that is kept. */
static void keep_seat(const char *fields) {
    white = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard %s invite=" INVITE, fields);
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
}

static void expect_join_error(Peer *peer, const char *word, const char *rest) {
    char line[200];
    snprintf(line, sizeof line, "JOIN %s %s", id, rest);
    expect_error(peer, word, line);
}

static void test_kept_seat(void **state) {
    (void)state;
    keep_seat("key=" WHITE_KEY);
    assert_null(strstr(white->line, INVITE));
    expect_field(white, "key", WHITE_KEY);
    assert_string_equal(world_shown(world, id, "kept"), "1");
    expect_listed("open", "+LIST");
    black = world_connect_quietly(world, NULL);
    expect_join_error(black, "TAKEN", "b");
    expect_join_error(black, "TAKEN", "any key=" OTHER_KEY);
    expect_join_error(black, "TAKEN", "b invite=" OTHER_KEY);
    expect_join_error(black, "TAKEN", "b invite=" OTHER_KEY " key=" INVITE);
    expect_join_error(black, "BADKEY", "b invite=x");
    expect_none(white);
    peer_say(black, "JOIN %s any key=" BLACK_KEY " invite=" INVITE " name=Bo", id);
    expect(black, "=GAME ");
    expect_field(black, "kept", "");
    expect(black, "+JOIN ");
    expect_field(black, "seat", "b");
    expect_field(black, "key", BLACK_KEY);
    expect(white, "!JOIN ");
    assert_string_equal(world_shown(world, id, "kept"), "");
    expect_listed("live", "=LIST ");
    /* The invitation is no key of the seat. */
    Peer *thief = world_connect_quietly(world, NULL);
    expect_join_error(thief, "TAKEN", "b key=" INVITE);
    expect_join_error(thief, "TAKEN", "any invite=" INVITE);
    peer_close(black);
    expect_join_error(thief, "TAKEN", "b invite=" INVITE);
    peer_say(thief, "JOIN %s b key=" BLACK_KEY, id); /* who returns needs no invitation */
    expect(thief, "=GAME ");
}

/* A client from before invitations gives the key that it was told. */
static void test_invitation_as_key(void **state) {
    (void)state;
    keep_seat("seat=b");
    peer_say(white, "UNWATCH %s", id);
    Peer *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "JOIN %s any key=" INVITE, id);
    expect(peer, "=GAME ");
    expect(peer, "+JOIN ");
    expect_field(peer, "seat", "w");
    expect_field(peer, "key", INVITE);
    Peer *again = world_connect_quietly(world, NULL);
    peer_say(again, "JOIN %s any key=" INVITE, id);
    expect(again, "=GAME ");
    expect(again, "+JOIN ");
    expect_field(again, "seat", "w");
    expect(peer, "!REPLACED ");
}

static void test_both_seats_kept(void **state) {
    (void)state;
    keep_seat("seat=none");
    expect_listed("open", "+LIST");
    Peer *first = world_connect_quietly(world, NULL), *second = world_connect_quietly(world, NULL);
    peer_say(first, "JOIN %s any invite=" INVITE, id);
    expect(first, "=GAME ");
    expect_field(first, "kept", "1");
    expect(first, "+JOIN ");
    expect_field(first, "seat", "w");
    expect_join_error(second, "TAKEN", "any");
    peer_say(second, "JOIN %s any invite=" INVITE, id);
    expect(second, "=GAME ");
    expect(second, "+JOIN ");
    expect_field(second, "seat", "b");
    expect_join_error(world_connect_quietly(world, NULL), "TAKEN", "any invite=" INVITE);
}

/* The invitation changes nothing in a game that keeps no seat. */
static void test_invitation_to_an_open_game(void **state) {
    (void)state;
    start_game("standard");
    white = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard");
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
    Peer *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "JOIN %s b invite=" INVITE, id);
    expect(peer, "=GAME ");
    expect_field(peer, "kept", "");
    expect(peer, "+JOIN ");
}

static void test_kept_seat_over_a_restart(void **state) {
    (void)state;
    keep_seat("key=" WHITE_KEY);
    world_crash(world, 0);
    white = world_connect_quietly(world, NULL);
    peer_say(white, "@n NEW standard key=" WHITE_KEY " invite=" INVITE);
    expect(white, "+@n NEW ");
    expect_field(white, "dup", "1");
    assert_string_equal(world_shown(world, id, "kept"), "1");
    expect_listed("open", "+LIST");
    Peer *peer = world_connect_quietly(world, NULL);
    expect_join_error(peer, "TAKEN", "b key=" BLACK_KEY);
    world->store_is_held = true; /* the reply is lost; joining again is safe */
    peer_say(peer, "JOIN %s b key=" BLACK_KEY " invite=" INVITE, id);
    world->store_is_held = false;
    world_crash(world, 1);
    for (int i = 0; i < 2; i++) {
        peer = world_connect_quietly(world, NULL);
        peer_say(peer, "JOIN %s b key=" BLACK_KEY " invite=" INVITE, id);
        expect(peer, "=GAME ");
        expect(peer, "+JOIN ");
        expect_field(peer, "seat", "b");
    }
}

/* Whoever is invited could otherwise take the seat of the creator. */
static void test_invitation_is_not_the_key(void **state) {
    (void)state;
    Peer *peer = world_connect_quietly(world, NULL);
    expect_error(peer, "BADARG", "NEW standard key=" INVITE " invite=" INVITE);
    expect_error(peer, "BADKEY", "NEW standard invite=1");
    assert_null(memory_store_game(world->memory, 0));
}

static void test_kept_game_that_is_over(void **state) {
    (void)state;
    keep_seat("");
    peer_say(white, "ABORT %s 0", id);
    expect_join_error(world_connect_quietly(world, NULL), "TAKEN", "b");
    expect_join_error(world_connect_quietly(world, NULL), "OVER", "b invite=" INVITE);
}

/* ---- claims ---- */

enum { MINUTE = 60 * 1000 };

static void expect_claim_error(Peer *peer, const char *word, unsigned ply) {
    char line[64];
    snprintf(line, sizeof line, "CLAIM %s %u", id, ply);
    expect_error(peer, word, line);
}

/* Claims too early, and returns how long the opponent must still be away. */
static int claim_wait(Peer *peer, unsigned ply) {
    peer_discard(peer);
    peer_say(peer, "CLAIM %s %u", id, ply);
    expect(peer, "-RATE wait=");
    expect_field(peer, "retry", "later");
    return atoi(peer_field(peer, "wait"));
}

static void expect_claimed(Peer *peer, unsigned ply) {
    char line[64];
    peer_discard(peer);
    peer_say(peer, "@c CLAIM %s %u", id, ply);
    snprintf(line, sizeof line, "+@c CLAIM %s %u result=", id, ply);
    expect(peer, line);
    expect_field(peer, "reason", "time");
}

static void test_claim(void **state) {
    (void)state;
    start_game("standard claim=5");
    assert_string_equal(world_shown(world, id, "claim"), "5");
    expect_listed("live", "=LIST ");
    peer_say(white, "MOVE %s 0 b2b3", id);
    world_advance(world, 10 * MINUTE); /* present, and thinks */
    assert_string_equal(world_shown(world, id, "away"), "");
    assert_int_equal(claim_wait(white, 1), 5 * MINUTE);
    peer_close(black);
    assert_int_equal(claim_wait(white, 1), 5 * MINUTE);
    world_advance(world, 2 * MINUTE);
    assert_string_equal(world_shown(world, id, "away"), "120000");
    assert_int_equal(claim_wait(white, 1), 3 * MINUTE);
    world_advance(world, 3 * MINUTE - 1);
    assert_int_equal(claim_wait(white, 1), 1);
    world_advance(world, 1);
    peer_discard(guest);
    expect_claimed(white, 1);
    expect_field(white, "result", "1-0");
    expect_field(white, "dup", "");
    expect(white, "!END ");
    expect_field(white, "reason", "time");
    expect(guest, "!END ");
    expect_claimed(white, 1);
    expect_field(white, "dup", "1");
    expect_none(guest);
    assert_string_equal(world_shown(world, id, "away"), "");
    const StoreGame *game = memory_store_game(world->memory, 0);
    assert_int_equal(game->end.outcome.reason, REASON_TIME);
    assert_int_equal(game->end.by, BLACK);
    Error error;
    assert_true(game_replay_check(game, &error));
    world_crash(world, 0);
    white = world_connect_quietly(world, NULL);
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    expect_claimed(white, 1);
    expect_field(white, "dup", "1");
}

static void test_errors_of_claims(void **state) {
    (void)state;
    start_game("standard");
    expect_error(white, "NOGAME", "CLAIM 0000000000 0");
    expect_claim_error(guest, "NOTSEATED", 0);
    expect_claim_error(white, "AHEAD", 1);
    expect_claim_error(white, "NOOFFER", 0); /* without claim=; checked before the turn */
    expect_claim_error(black, "NOOFFER", 0);
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect_claim_error(white, "STALE", 0);
    peer_say(white, "RESIGN %s 1", id);
    expect_claim_error(black, "OVER", 1);
    replace_world();
    start_game("standard clock=60+0");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    world_advance(world, 2 * MINUTE);
    expect_claim_error(black, "OVER", 2); /* won by time, but not by a claim */
    replace_world();
    start_game("standard claim=1");
    expect_claim_error(white, "TURN", 0);
    expect_claim_error(black, "RATE", 0);
    Peer *peer = world_connect_quietly(world, NULL);
    expect_error(peer, "BADARG", "NEW standard claim=0");
    expect_error(peer, "BADARG", "NEW standard claim=43201");
    peer_say(peer, "NEW standard claim=1 seat=b");
    expect(peer, "+NEW ");
    read_id(peer, "+NEW ");
    world_advance(world, 2 * MINUTE);
    expect_claim_error(peer, "NOOFFER", 0); /* there is no opponent */
}

/* Coming back and leaving again begins the time anew, and so does a turn. */
static void test_absence_is_of_one_turn(void **state) {
    (void)state;
    start_game("standard claim=5");
    peer_close(white);
    world_advance(world, 4 * MINUTE);
    Peer *again = world_connect_quietly(world, NULL);
    peer_say(again, "JOIN %s w key=" WHITE_KEY, id);
    peer_close(again);
    world_advance(world, 4 * MINUTE);
    assert_int_equal(claim_wait(black, 0), MINUTE);
    again = world_connect_quietly(world, NULL);
    peer_say(again, "JOIN %s w key=" WHITE_KEY "\nMOVE %s 0 b2b3", id, id);
    peer_close(again);
    world_advance(world, 10 * MINUTE); /* it is not White's turn */
    peer_say(black, "MOVE %s 1 b6b5", id);
    assert_int_equal(claim_wait(black, 2), 5 * MINUTE);
    world_advance(world, 5 * MINUTE);
    expect_claimed(black, 2);
    expect_field(black, "result", "0-1");
}

/* Nobody can join, find that the creator has been away, and win. */
static void test_absence_begins_with_the_opponent(void **state) {
    (void)state;
    white = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard claim=5 key=" WHITE_KEY);
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
    peer_close(white);
    world_advance(world, 60 * MINUTE);
    black = world_connect_quietly(world, NULL);
    peer_say(black, "JOIN %s b key=" BLACK_KEY, id);
    assert_int_equal(claim_wait(black, 0), 5 * MINUTE);
    world_advance(world, 5 * MINUTE);
    expect_claimed(black, 0);
}

/* The time goes on while neither player is there, though nobody uses the game. */
static void test_absence_of_both(void **state) {
    (void)state;
    start_game("standard claim=43200");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(white);
    peer_close(black);
    peer_close(guest);
    world_advance(world, INT64_C(43199) * MINUTE);
    white = world_connect_quietly(world, NULL);
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    assert_int_equal(claim_wait(white, 1), MINUTE);
    world_advance(world, MINUTE);
    expect_claimed(white, 1);
}

/* Once the game can be claimed, memory need not know for how long the player has been away: a game
 * that both have left for good does not stay there forever. */
static void test_claimable_game_leaves_memory(void **state) {
    (void)state;
    CoreStats stats;
    start_game("standard claim=5");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(white);
    peer_close(black);
    peer_close(guest);
    world_advance(world, 5 * MINUTE - 1);
    core_stats(world->core, &stats);
    assert_int_equal(stats.games_in_memory, 1);
    world_advance(world, 1 + (int64_t)world->limits.idle_s * 1000);
    core_stats(world->core, &stats);
    assert_int_equal(stats.games_in_memory, 0);
    white = world_connect_quietly(world, NULL);
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    expect_claimed(white, 1);
}

/* After a restart, everybody has the whole time again. */
static void test_absence_over_a_restart(void **state) {
    (void)state;
    start_game("standard claim=5");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(black);
    world_advance(world, 4 * MINUTE);
    world_crash(world, 0);
    world_advance(world, 2 * MINUTE); /* the game is not in memory before the player returns */
    white = world_connect_quietly(world, NULL);
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    assert_in_range(claim_wait(white, 1), 3 * MINUTE, 3 * MINUTE + 1000);
    world_advance(world, 3 * MINUTE + 1000);
    expect_claimed(white, 1);
}

/* The whole time, too, for a game without moves. */
static void test_absence_over_a_restart_before_the_first_move(void **state) {
    (void)state;
    start_game("standard claim=5");
    world_advance(world, 4 * MINUTE);
    world_crash(world, 0);
    world_advance(world, 2 * MINUTE);
    black = world_connect_quietly(world, NULL);
    peer_say(black, "JOIN %s b key=" BLACK_KEY, id);
    assert_int_equal(claim_wait(black, 0), 3 * MINUTE);
}

/* A claim in a game with clocks keeps what they show. */
static void test_claim_with_clocks(void **state) {
    (void)state;
    start_game("standard claim=5 clock=3600+0");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    peer_close(white);
    world_advance(world, 6 * MINUTE);
    expect_claimed(black, 2);
    assert_string_equal(world_shown(world, id, "wms"), "3240000");
    assert_string_equal(world_shown(world, id, "bms"), "3600000");
}

/* The opponent comes back while the claim is on its way: the claim was first. */
static void test_claim_and_return(void **state) {
    (void)state;
    start_game("standard claim=5");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(black);
    world_advance(world, 5 * MINUTE);
    world->store_is_held = true;
    peer_say(white, "CLAIM %s 1", id);
    Peer *again = world_connect_quietly(world, NULL);
    peer_say(again, "JOIN %s b key=" BLACK_KEY "\nMOVE %s 1 b6b5", id, id);
    world->store_is_held = false;
    world_settle(world);
    expect(again, "=GAME ");
    expect_field(again, "result", "1-0");
    expect(again, "+JOIN ");
    expect(again, "-OVER ");
}

static void test_claim_and_the_store(void **state) {
    (void)state;
    start_game("standard claim=5");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(black);
    world_advance(world, 5 * MINUTE);
    memory_store_damage(world->memory, memory_store_game(world->memory, 0)->header.id);
    expect_claim_error(white, "INTERNAL", 1);
    memory_store_damage(world->memory, 0);
    memory_store_set_failure(world->memory, MEMORY_FULL);
    peer_discard(white);
    peer_say(white, "CLAIM %s 1", id);
    assert_int_equal(strncmp(peer_last(white), "-READONLY ", 10), 0);
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_advance(world, 6000);
    world->store_is_held = true; /* the reply is lost */
    peer_say(white, "CLAIM %s 1", id);
    world->store_is_held = false;
    world_crash(world, 1);
    white = world_connect_quietly(world, NULL);
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    expect_claimed(white, 1);
    expect_field(white, "dup", "1");
}

/* A claim after the fall of the flag has nothing left to end. */
static void test_claim_after_a_flag(void **state) {
    (void)state;
    start_game("standard claim=5 clock=60+0");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    world_advance(world, 60000);
    expect_claimed(black, 2);
    expect_field(black, "dup", "1");
    expect_claim_error(white, "OVER", 2);
}

/* ---- names ---- */

static void expect_refused(Peer *peer, const char *name) {
    char line[200];
    snprintf(line, sizeof line, "JOIN %s b name=%s", id, name);
    expect_error(peer, "BADARG", line);
}

/* A spectator talks, and has no name in what another one hears. */
static void expect_no_name(Peer *peer) {
    char line[100];
    Peer *listener = world_connect_quietly(world, NULL);
    peer_say(listener, "WATCH %s", id);
    peer_discard(listener);
    peer_say(peer, "SAY %s hello", id);
    snprintf(line, sizeof line, "!SAY %s - spectator: hello", id);
    expect(listener, line);
}

/* Ada's game, with nobody else in it. */
static void create_named_game(void) {
    white = world_connect_quietly(world, NULL);
    black = world_connect_quietly(world, NULL);
    guest = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard seat=w name=Ada");
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
}

static void test_names_that_look_alike(void **state) {
    (void)state;
    static const char *const refused[] = {
        "Ada",
        "ADA",
        "A_da",
        "A\xE2\x80\x8B"
        "da",
        "\xD0\x90"
        "da",
        "White",
        "b1ack",
        "Spectator",
    };
    create_named_game();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        expect_refused(black, refused[i]);
        peer_say(guest, "WATCH %s name=%s", id, refused[i]);
        expect_no_name(guest);
    }
    expect_error(guest, "BADARG", "NEW standard name=White");
    peer_say(black, "JOIN %s b key=" BLACK_KEY " name=Bo\xE2\x80\x8B", id);
    assert_string_equal(world_shown(world, id, "b"), "Bo");
    /* A player who is back can play in any case. */
    peer_discard(black);
    peer_say(black, "JOIN %s b key=" BLACK_KEY " name=ada", id);
    peer_last(black);
    assert_memory_equal(black->line, "+JOIN ", 6);
    assert_string_equal(world_shown(world, id, "b"), "Bo");
    peer_say(black, "JOIN %s b key=" BLACK_KEY " name=Bea", id);
    assert_string_equal(world_shown(world, id, "b"), "Bea");
}

/* A spectator who is there before a player of the same name talks without a name. */
static void test_spectator_with_the_name_of_a_player(void **state) {
    (void)state;
    create_named_game();
    peer_say(guest, "WATCH %s name=Bo", id);
    peer_say(black, "JOIN %s b name=bo", id);
    expect_no_name(guest);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_kept_seat),
        TEST(test_invitation_as_key),
        TEST(test_both_seats_kept),
        TEST(test_invitation_to_an_open_game),
        TEST(test_kept_seat_over_a_restart),
        TEST(test_invitation_is_not_the_key),
        TEST(test_kept_game_that_is_over),
        TEST(test_claim),
        TEST(test_errors_of_claims),
        TEST(test_absence_is_of_one_turn),
        TEST(test_absence_begins_with_the_opponent),
        TEST(test_absence_of_both),
        TEST(test_claimable_game_leaves_memory),
        TEST(test_absence_over_a_restart),
        TEST(test_absence_over_a_restart_before_the_first_move),
        TEST(test_claim_with_clocks),
        TEST(test_claim_and_return),
        TEST(test_claim_and_the_store),
        TEST(test_claim_after_a_flag),
        TEST(test_names_that_look_alike),
        TEST(test_spectator_with_the_name_of_a_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
