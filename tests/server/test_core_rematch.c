/* The server's core in a simulated world: rematches. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "../support/game_fixture.h"
#include "server/store/game_replay.h"

/* Starts a game with these fields of NEW, and ends it. */
static void start_finished_game(const char *fields) {
    start_game(fields);
    peer_say(white, "RESIGN %s 0", id);
    peer_discard(white);
    peer_discard(black);
    peer_discard(guest);
}

static void say(Peer *peer, const char *action) {
    peer_discard(peer);
    peer_say(peer, "@r REMATCH %s %s", id, action);
}

/* Fails unless the next reply or event begins like this: the id follows the first word. */
static void expect_line(Peer *peer, const char *word, const char *rest) {
    char line[200];
    snprintf(line, sizeof line, "%s %s%s", word, id, rest);
    expect(peer, line);
}

static void expect_offer_error(Peer *peer, const char *word, const char *action) {
    char line[64];
    snprintf(line, sizeof line, "REMATCH %s %s", id, action);
    expect_error(peer, word, line);
}

static void expect_field(const Peer *peer, const char *key, const char *value) {
    assert_string_equal(peer_field(peer, key), value);
}

/* The id of the rematch, as the peer's last line says it. */
static const char *rematch_id(const Peer *peer) {
    static char rematch[16];
    snprintf(rematch, sizeof rematch, "%s", peer_field(peer, "game"));
    assert_int_equal(strlen(rematch), 10);
    return rematch;
}

/* Connects the players again, after a crash. */
static void return_to_seats(void) {
    white = world_connect(world, NULL);
    black = world_connect(world, NULL);
    peer_say(white, "JOIN %s w key=" WHITE_KEY, id);
    peer_say(black, "JOIN %s b key=" BLACK_KEY, id);
    peer_discard(white);
    peer_discard(black);
}

static size_t stored_games(void) {
    size_t count = 0;
    while (memory_store_game(world->memory, count))
        count++;
    return count;
}

static const StoreGame *stored_rematch(void) {
    assert_int_equal(stored_games(), 2);
    return memory_store_game(world->memory, 1);
}

/* ---- offers ---- */

static void test_offer_and_accept(void **state) {
    (void)state;
    start_finished_game("standard");
    say(white, "offer");
    expect_line(white, "+@r REMATCH", " offer");
    expect_field(white, "game", "");
    expect_none(white);
    expect_line(black, "!REMATCH", " w offer");
    expect_line(guest, "!REMATCH", " w offer");
    say(black, "accept");
    expect_line(black, "+@r REMATCH", " accept game=");
    expect_field(black, "seat", "w");
    char rematch[16];
    strcpy(rematch, rematch_id(black));
    expect_none(black);
    expect_line(white, "!REMATCH", " b accept game=");
    expect_field(white, "game", rematch);
    expect_line(guest, "!REMATCH", " b accept game=");
    /* Both take their seats with the keys that they have. */
    peer_say(black, "JOIN %s any key=" BLACK_KEY, rematch);
    expect(black, "=GAME ");
    expect_field(black, "w", "Bo");
    expect_field(black, "b", "Ada");
    expect_field(black, "ply", "0");
    expect(black, "+JOIN ");
    expect_field(black, "seat", "w");
    peer_say(white, "JOIN %s any key=" WHITE_KEY, rematch);
    expect(white, "=GAME ");
    expect(white, "+JOIN ");
    expect_field(white, "seat", "b");
    peer_say(black, "MOVE %s 0 b2b3", rematch);
    assert_int_equal(strncmp(peer_last(black), "+MOVE ", 6), 0);
    expect(white, "!MOVE ");
    peer_say(guest, "GET %s", id);
    assert_int_equal(strncmp(peer_line(guest), "=GAME ", 6), 0);
    expect_field(guest, "game", rematch);
    expect_field(guest, "rematch", "");
}

static void test_offers_that_cross(void **state) {
    (void)state;
    start_finished_game("standard");
    say(white, "offer");
    say(black, "offer");
    expect_line(black, "+@r REMATCH", " offer game=");
    expect_field(black, "seat", "w");
    peer_discard(black);
    expect_line(white, "+@r REMATCH", " offer");
    expect_line(white, "!REMATCH", " b accept game=");
}

static void test_repeats(void **state) {
    (void)state;
    start_finished_game("standard");
    say(white, "offer");
    expect_line(white, "+@r REMATCH", " offer");
    peer_discard(black);
    say(white, "offer");
    expect_line(white, "+@r REMATCH", " offer dup=1");
    expect_none(black);
    say(black, "accept");
    expect_line(black, "+@r REMATCH", " accept game=");
    char rematch[16];
    strcpy(rematch, rematch_id(black));
    static const char *const actions[] = {"accept", "offer"};
    for (int i = 0; i < 4; i++) {
        Peer *peer = i % 2 ? white : black, *other = i % 2 ? black : white;
        peer_discard(other);
        say(peer, actions[i / 2]);
        expect(peer, "+@r REMATCH ");
        expect_field(peer, "game", rematch);
        expect_field(peer, "seat", i % 2 ? "b" : "w");
        expect_field(peer, "dup", "1");
        expect_none(other);
    }
    expect_offer_error(white, "NOOFFER", "decline");
    assert_int_equal(stored_games(), 2);
}

static void test_decline(void **state) {
    (void)state;
    start_finished_game("standard");
    say(white, "offer");
    peer_discard(black);
    peer_discard(white);
    say(black, "decline");
    expect_line(black, "+@r REMATCH", " decline");
    expect_field(black, "dup", "");
    expect_line(white, "!REMATCH", " b decline");
    say(black, "decline");
    expect_line(black, "+@r REMATCH", " decline dup=1");
    expect_none(white);
    expect_offer_error(black, "NOOFFER", "accept");
    /* The side that was declined cannot ask again; the other one can. */
    say(white, "offer");
    expect_line(white, "+@r REMATCH", " offer dup=1");
    expect_none(black);
    expect_offer_error(black, "NOOFFER", "accept");
    say(black, "offer");
    expect_line(black, "+@r REMATCH", " offer");
    expect_field(black, "dup", "");
    expect_line(white, "!REMATCH", " b offer");
    say(white, "accept");
    expect_line(white, "+@r REMATCH", " accept game=");
}

static void test_withdraw(void **state) {
    (void)state;
    start_finished_game("standard");
    for (int i = 0; i < 2; i++) {
        say(white, "offer");
        expect_line(white, "+@r REMATCH", " offer");
        expect_field(white, "dup", "");
        peer_discard(black);
        say(white, "decline");
        expect_line(white, "+@r REMATCH", " decline");
        expect_field(white, "dup", "");
        expect_line(black, "!REMATCH", " w decline");
        say(white, "decline");
        expect_line(white, "+@r REMATCH", " decline dup=1");
        expect_none(black);
        expect_offer_error(black, "NOOFFER", "accept");
        expect_offer_error(black, "NOOFFER", "decline");
    }
}

static void test_errors(void **state) {
    (void)state;
    start_game("standard");
    expect_error(white, "SYNTAX", "REMATCH");
    expect_error(white, "NOGAME", "REMATCH 0000000000 offer");
    expect_offer_error(white, "BADARG", "maybe");
    expect_offer_error(guest, "NOTSEATED", "offer");
    expect_offer_error(white, "AHEAD", "offer");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_discard(white);
    say(white, "offer");
    expect(white, "-@r AHEAD next=1 retry=sync");
    peer_say(white, "RESIGN %s 1", id);
    expect_offer_error(guest, "NOTSEATED", "offer");
    expect_offer_error(white, "NOOFFER", "accept");
    expect_offer_error(white, "NOOFFER", "decline");
    expect_offer_error(black, "NOOFFER", "decline");
    say(white, "offer");
    expect_offer_error(white, "NOOFFER", "accept"); /* nobody accepts the own offer */
}

static void test_no_rematch_without_an_opponent(void **state) {
    (void)state;
    white = world_connect(world, NULL);
    peer_say(white, "NEW standard key=" WHITE_KEY);
    expect(white, "!HELLO");
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
    peer_say(white, "ABORT %s 0", id);
    expect_offer_error(white, "NOOFFER", "offer");
}

/* ---- the new game ---- */

static void test_same_game_with_colors_swapped(void **state) {
    (void)state;
    start_finished_game("fen=3l3/7/2p1p2/3M3/7/7/3L3/w/36 variant=megapawn clock=86400+0 permove=1 "
                        "claim=90 private=1");
    say(black, "offer");
    say(white, "accept");
    const StoreHeader *before = &memory_store_game(world->memory, 0)->header;
    const StoreHeader *after = &stored_rematch()->header;
    assert_string_equal(after->variant, before->variant);
    assert_string_equal(after->start, before->start);
    assert_int_equal(after->base_ms, before->base_ms);
    assert_int_equal(after->increment_ms, before->increment_ms);
    assert_true(after->per_move && after->hidden && !after->has_creator);
    assert_int_equal(after->claim_minutes, 90);
    assert_true(after->rematch_of == before->id);
    for (int color = 0; color < COLOR_COUNT; color++) {
        assert_true(key_hash_equal(&after->seat[color].hash, &before->seat[1 - color].hash));
        assert_string_equal(after->seat[color].name, before->seat[1 - color].name);
    }
    Error error;
    assert_true(game_replay_check(stored_rematch(), &error));
}

/* A kept seat was taken: the rematch keeps none. */
static void test_rematch_of_a_kept_game(void **state) {
    (void)state;
    start_finished_game("standard");
    StoreHeader *header =
        &memory_store_find(world->memory, memory_store_game(world->memory, 0)->header.id)->header;
    header->kept = true;
    world_crash(world, 0);
    return_to_seats();
    say(black, "offer");
    say(white, "accept");
    assert_false(stored_rematch()->header.kept);
}

static void test_rematch_of_a_rematch(void **state) {
    (void)state;
    start_finished_game("standard");
    char first[16];
    strcpy(first, id);
    say(black, "offer");
    say(white, "accept");
    expect_line(white, "+@r REMATCH", " accept");
    strcpy(id, rematch_id(white));
    peer_say(white, "JOIN %s any key=" WHITE_KEY, id);
    peer_say(black, "JOIN %s any key=" BLACK_KEY, id);
    expect_offer_error(white, "AHEAD", "offer");
    peer_say(black, "RESIGN %s 0", id);
    say(white, "offer");
    say(black, "accept");
    expect_line(black, "+@r REMATCH", " accept");
    expect_field(black, "seat", "b"); /* as in the first game */
    assert_int_equal(stored_games(), 3);
    assert_string_not_equal(rematch_id(black), first);
}

/* ---- the store ---- */

/* Both accept, each the other's offer, at the same moment: there is one game. */
static void test_both_at_once(void **state) {
    (void)state;
    start_finished_game("standard");
    world->store_is_held = true;
    peer_say(white, "REMATCH %s offer\nREMATCH %s accept", id, id);
    peer_say(black, "REMATCH %s offer\nREMATCH %s accept", id, id);
    world->store_is_held = false;
    world_settle(world);
    assert_int_equal(stored_games(), 2);
    const char *rematch = game_id_from_number(stored_rematch()->header.id).text;
    char expected[16];
    strcpy(expected, rematch);
    peer_discard(white);
    peer_discard(black);
    say(white, "accept");
    expect(white, "+@r REMATCH ");
    expect_field(white, "game", expected);
    say(black, "accept");
    expect(black, "+@r REMATCH ");
    expect_field(black, "game", expected);
}

/* The reply is lost in a crash, before or after the change became durable. Repeating the line is
 * safe. */
static void test_crash_at_an_offer(void **state) {
    (void)state;
    for (size_t survivors = 0; survivors < 2; survivors++) {
        replace_world();
        start_finished_game("standard");
        world->store_is_held = true;
        say(white, "offer");
        world->store_is_held = false;
        world_crash(world, survivors);
        return_to_seats();
        say(white, "offer");
        expect_line(white, "+@r REMATCH", " offer");
        expect_field(white, "dup", survivors ? "1" : "");
        peer_say(black, "GET %s", id);
        peer_discard(guest);
        Peer *late = world_connect(world, NULL);
        peer_say(late, "GET %s", id);
        expect(late, "!HELLO");
        expect(late, "=GAME ");
        expect_field(late, "rematch", "w");
        say(black, "accept");
        expect_line(black, "+@r REMATCH", " accept game=");
    }
}

static void test_crash_at_the_new_game(void **state) {
    (void)state;
    for (size_t survivors = 0; survivors < 2; survivors++) {
        replace_world();
        start_finished_game("standard");
        say(white, "offer");
        world->store_is_held = true;
        say(black, "accept");
        world->store_is_held = false;
        world_crash(world, survivors);
        assert_int_equal(stored_games(), 1 + survivors);
        return_to_seats();
        say(black, "accept");
        expect_line(black, "+@r REMATCH", " accept game=");
        expect_field(black, "dup", survivors ? "1" : "");
        char rematch[16];
        strcpy(rematch, rematch_id(black));
        say(white, "offer");
        expect_line(white, "+@r REMATCH", " offer game=");
        expect_field(white, "game", rematch);
        expect_field(white, "dup", "1");
        assert_int_equal(stored_games(), 2);
    }
}

/* A decline and its withdrawal are durable, too. */
static void test_declines_survive(void **state) {
    (void)state;
    start_finished_game("standard");
    say(white, "offer");
    say(black, "decline");
    world_crash(world, 0);
    return_to_seats();
    say(white, "offer");
    expect_line(white, "+@r REMATCH", " offer dup=1");
    say(black, "offer");
    say(black, "decline");
    world_crash(world, 0);
    return_to_seats();
    say(black, "decline");
    expect_line(black, "+@r REMATCH", " decline dup=1");
    say(black, "offer");
    expect_line(black, "+@r REMATCH", " offer");
    expect_field(black, "dup", "");
}

static void test_player_leaves_before_the_commit(void **state) {
    (void)state;
    start_finished_game("standard");
    say(white, "offer");
    world->store_is_held = true;
    say(black, "accept");
    peer_close(black);
    world->store_is_held = false;
    world_settle(world);
    peer_discard(black);
    const char *line;
    do
        line = peer_line(white);
    while (*line && strncmp(line, "!REMATCH", 8) != 0);
    expect_field(white, "game", game_id_from_number(stored_rematch()->header.id).text);
}

/* An id that is in use is replaced by another. */
static void test_id_in_use(void **state) {
    (void)state;
    start_finished_game("standard");
    say(white, "offer");
    uint64_t before = world->chance;
    Peer *peer = world_connect(world, NULL);
    world->chance = before;
    peer_say(peer, "NEW standard seat=none"); /* takes the next id */
    world->chance = before;
    say(black, "accept");
    expect_line(black, "+@r REMATCH", " accept game=");
    assert_int_equal(stored_games(), 3);
    assert_true(memory_store_game(world->memory, 1)->header.id !=
                memory_store_game(world->memory, 2)->header.id);
}

static void test_full_disk(void **state) {
    (void)state;
    start_finished_game("standard");
    memory_store_set_failure(world->memory, MEMORY_FULL);
    say(white, "offer");
    assert_int_equal(strncmp(peer_last(white), "-@r READONLY retry=later", 24), 0);
    expect_offer_error(white, "READONLY", "offer");
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_advance(world, 6000);
    say(white, "offer");
    expect_line(white, "+@r REMATCH", " offer");
    expect_field(white, "dup", "");
    memory_store_set_failure(world->memory, MEMORY_FULL);
    say(black, "accept");
    assert_int_equal(strncmp(peer_last(black), "-@r READONLY retry=later", 24), 0);
    assert_int_equal(stored_games(), 1);
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_advance(world, 6000);
    say(black, "accept");
    expect_line(black, "+@r REMATCH", " accept game=");
    expect_field(black, "dup", "");
}

static void test_damaged_game(void **state) {
    (void)state;
    start_finished_game("standard");
    memory_store_damage(world->memory, memory_store_game(world->memory, 0)->header.id);
    say(white, "offer");
    expect(white, "-@r INTERNAL retry=");
    expect_none(black);
    memory_store_damage(world->memory, 0);
    say(white, "offer");
    expect_line(white, "+@r REMATCH", " offer");
    expect_field(white, "dup", "");
}

/* A rematch counts as a new game of the address of the player who accepts. */
static void test_rate(void **state) {
    (void)state;
    ServerLimits limits = world->limits;
    limits.games_per_minute = 1;
    start_finished_game("standard");
    core_configure(world->core, &limits);
    say(white, "offer");
    expect_line(white, "+@r REMATCH", " offer");
    Peer *other = world_connect(world, NULL);
    peer_say(other, "NEW standard"); /* from the same address */
    assert_int_equal(strncmp(peer_last(other), "+NEW ", 5), 0);
    say(black, "accept");
    expect(black, "-@r RATE wait=60000 retry=later");
    world_advance(world, 60000);
    say(black, "accept");
    expect_line(black, "+@r REMATCH", " accept game=");
    say(black, "accept"); /* a repetition costs nothing */
    expect_line(black, "+@r REMATCH", " accept game=");
}

/* A rematch that nobody began to play is deleted, also while its parent is watched. */
static void test_unstarted_rematch(void **state) {
    (void)state;
    start_finished_game("standard");
    say(white, "offer");
    say(black, "accept");
    world_advance(world, INT64_C(45) * 24 * 3600 * 1000); /* two looks after its 30 days */
    assert_int_equal(stored_games(), 1);
    peer_discard(guest);
    peer_say(guest, "GET %s", id);
    expect(guest, "=GAME ");
    expect_field(guest, "game", "");
    say(black, "offer");
    peer_last(black);
    assert_int_equal(strlen(rematch_id(black)), 10);
    assert_int_equal(stored_games(), 2);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_offer_and_accept),
        TEST(test_offers_that_cross),
        TEST(test_repeats),
        TEST(test_decline),
        TEST(test_withdraw),
        TEST(test_errors),
        TEST(test_no_rematch_without_an_opponent),
        TEST(test_same_game_with_colors_swapped),
        TEST(test_rematch_of_a_kept_game),
        TEST(test_rematch_of_a_rematch),
        TEST(test_both_at_once),
        TEST(test_crash_at_an_offer),
        TEST(test_crash_at_the_new_game),
        TEST(test_declines_survive),
        TEST(test_player_leaves_before_the_commit),
        TEST(test_id_in_use),
        TEST(test_full_disk),
        TEST(test_damaged_game),
        TEST(test_rate),
        TEST(test_unstarted_rematch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
