/* The server's core in a simulated world: who hears whom. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "../support/game_fixture.h"

/* Fails unless the peer is told next that somebody said this: "w Ada: hello". */
static void expect_talk(Peer *peer, const char *said) {
    char line[200];
    snprintf(line, sizeof line, "!SAY %s %s", id, said);
    expect(peer, line);
}

static void say(Peer *peer, const char *text) {
    peer_discard(peer);
    peer_say(peer, "SAY %s %s", id, text);
    expect(peer, "+SAY ");
}

static void discard_all(void) {
    peer_discard(white);
    peer_discard(black);
    peer_discard(guest);
}

static Peer *watch_as(const char *name) {
    Peer *peer = world_connect(world, NULL);
    peer_say(peer, "WATCH %s%s%s", id, name ? " name=" : "", name ? name : "");
    peer_discard(peer);
    return peer;
}

static void test_say(void **state) {
    (void)state;
    start_game("standard");
    say(white, "good  luck");
    expect_talk(black, "w Ada: good  luck");
    expect_talk(guest, "w Ada: good  luck");
    expect_none(white);
}

/* Spectators cannot advise a player. */
static void test_spectators_talk_reaches_spectators_until_the_end(void **state) {
    (void)state;
    start_game("standard");
    Peer *second = watch_as(NULL);
    say(guest, "take the giraffe");
    expect_talk(second, "- spectator: take the giraffe");
    expect_none(white);
    expect_none(black);
    peer_say(white, "RESIGN %s 0", id);
    discard_all();
    say(guest, "good game");
    expect_talk(white, "- spectator: good game");
    expect_talk(black, "- spectator: good game");
}

/* A player whose seat another connection has taken only watches. */
static void test_replaced_player_is_a_spectator(void **state) {
    (void)state;
    start_game("standard");
    Peer *again = world_connect(world, NULL);
    peer_say(again, "JOIN %s w key=" WHITE_KEY, id);
    discard_all();
    peer_discard(again);
    say(guest, "hm");
    expect_talk(white, "- spectator: hm");
    expect_none(again);
    say(white, "still here");
    expect_talk(guest, "- spectator: still here");
    expect_none(again);
}

static void test_spectators_have_names(void **state) {
    (void)state;
    start_game("standard");
    Peer *named = watch_as("Eve_M");
    say(named, "hello");
    expect_talk(guest, "- Eve_M: hello");
    peer_say(named, "WATCH %s", id); /* keeps the name */
    peer_discard(named);
    say(named, "again");
    expect_talk(guest, "- Eve_M: again");
    peer_say(named, "WATCH %s name=Zoe", id);
    peer_discard(named);
    say(named, "me");
    expect_talk(guest, "- Zoe: me");
    peer_say(named, "WATCH %s name=", id);
    peer_discard(named);
    say(named, "nobody");
    expect_talk(guest, "- spectator: nobody");
    /* A player's name is that of the seat. */
    peer_say(white, "WATCH %s name=Mallory", id);
    discard_all();
    say(white, "hi");
    expect_talk(black, "w Ada: hi");
}

static void test_mute(void **state) {
    (void)state;
    char line[64];
    start_game("standard");
    peer_say(black, "@m MUTE %s w", id);
    snprintf(line, sizeof line, "+@m MUTE %s w", id);
    expect(black, line);
    say(white, "boo");
    expect_none(black);
    expect_talk(guest, "w Ada: boo");
    peer_say(white, "MOVE %s 0 b2b3", id); /* only talk is muted */
    expect(black, "!MOVE ");
    peer_say(black, "MUTE %s w", id); /* again */
    expect(black, "+MUTE ");
    peer_say(black, "UNMUTE %s w", id);
    snprintf(line, sizeof line, "+UNMUTE %s w", id);
    expect(black, line);
    say(white, "sorry");
    expect_talk(black, "w Ada: sorry");
}

static void test_mute_spectators_and_everybody(void **state) {
    (void)state;
    start_game("standard");
    Peer *second = watch_as(NULL);
    peer_say(second, "MUTE %s -", id);
    expect(second, "+MUTE ");
    assert_int_equal(second->line[strlen(second->line) - 1], '-');
    say(guest, "hm");
    say(black, "hello");
    expect_talk(second, "b Bo: hello");
    peer_say(second, "MUTE %s", id);
    expect(second, "+MUTE ");
    assert_int_equal(strlen(second->line), strlen("+MUTE ") + 10);
    say(white, "1");
    say(black, "2");
    say(guest, "3");
    expect_none(second);
    peer_say(second, "UNMUTE %s b", id);
    peer_discard(second);
    say(white, "1");
    say(black, "2");
    expect_talk(second, "b Bo: 2");
    expect_none(second);
    peer_say(second, "UNMUTE %s", id);
    peer_discard(second);
    say(guest, "3");
    expect_talk(second, "- spectator: 3");
}

/* Muting belongs to the connection and ends with the subscription. */
static void test_mute_ends_with_the_subscription(void **state) {
    (void)state;
    start_game("standard");
    peer_say(guest, "MUTE %s", id);
    peer_say(guest, "UNWATCH %s", id);
    peer_say(guest, "WATCH %s", id);
    peer_discard(guest);
    say(white, "hello");
    expect_talk(guest, "w Ada: hello");
}

static void test_only_those_in_the_game_talk_or_mute(void **state) {
    (void)state;
    char line[64];
    start_game("standard");
    Peer *stranger = world_connect(world, NULL);
    static const struct {
        const char *verb, *rest;
    } forms[] = {{"SAY", "hello"}, {"MUTE", ""}, {"MUTE", "-"}, {"UNMUTE", "w"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        snprintf(line, sizeof line, "%s %s %s", forms[i].verb, id, forms[i].rest);
        expect_error(stranger, "NOTSEATED", line);
    }
    expect_error(stranger, "NOGAME", "MUTE 0000000000");
    snprintf(line, sizeof line, "MUTE %s x", id);
    expect_error(guest, "BADARG", line);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_say),
        TEST(test_spectators_talk_reaches_spectators_until_the_end),
        TEST(test_replaced_player_is_a_spectator),
        TEST(test_spectators_have_names),
        TEST(test_mute),
        TEST(test_mute_spectators_and_everybody),
        TEST(test_mute_ends_with_the_subscription),
        TEST(test_only_those_in_the_game_talk_or_mute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
