/* The way of events to few and to many clients, and the rate of talk, in a simulated world. */
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

enum { CROWD = 200 };

static World *world;
static Peer *white, *black, *crowd[CROWD];
static char id[16];

static void set_limits(int talk_per_minute, int heard_per_s, int events_kib, int events_total_mib) {
    ServerSettings settings;
    server_settings_default(&settings);
    settings.limits.commands_per_s = settings.limits.games_per_minute = 0;
    settings.limits.talk_per_minute = talk_per_minute;
    settings.limits.heard_per_s = heard_per_s;
    settings.limits.events_kib = events_kib;
    settings.limits.events_total_mib = events_total_mib;
    core_configure(world->core, &settings.limits);
}

static void discard_all(void) {
    for (Peer *peer = world->peers; peer; peer = peer->next)
        peer_discard(peer);
}

static void begin_game(void) {
    white = world_connect_quietly(world, NULL);
    black = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard seat=w name=Ada");
    expect(white, "+NEW ");
    snprintf(id, sizeof id, "%.10s", white->line + 5);
    peer_say(black, "JOIN %s b name=Bo", id);
}

static int set_up(void **state) {
    (void)state;
    world = world_create();
    begin_game();
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = world_connect_quietly(world, NULL);
        peer_say(crowd[i], "WATCH %s", id);
    }
    discard_all();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    world_free(world);
    return 0;
}

/* Gives the core a line, and runs the store, but no turn of the deferred work. */
static void PRINTF_LIKE(2, 3) send_only(Peer *peer, const char *format, ...) {
    char line[600];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    client_receive(world->core, peer->client, line, (size_t)length);
    world_commit(world, SIZE_MAX);
}

static size_t output_of(const Peer *peer) {
    size_t length;
    client_output(peer->client, &length);
    return length;
}

static int crowd_with_output(void) {
    int count = 0;
    for (int i = 0; i < CROWD; i++)
        count += output_of(crowd[i]) > 0;
    return count;
}

static int count_lines(Peer *peer, const char *start) {
    int count = 0;
    while (*peer_line(peer))
        count += strncmp(peer->line, start, strlen(start)) == 0;
    return count;
}

/* ---- order ---- */

/* The mover is answered first, then the other player, and a crowd in rounds. */
static void test_mover_first(void **state) {
    (void)state;
    send_only(white, "MOVE %s 0 b2b3\n", id);
    assert_ptr_equal(client_user_data(core_next_changed(world->core)), white);
    assert_ptr_equal(client_user_data(core_next_changed(world->core)), black);
    assert_null(core_next_changed(world->core));
    assert_true(output_of(white) > 0 && output_of(black) > 0);
    assert_int_equal(crowd_with_output(), 0);
    int rounds = 0;
    for (int before = 0; core_has_deferred(world->core); rounds++) {
        core_run_deferred(world->core);
        assert_in_range(crowd_with_output() - before, 1, 32);
        before = crowd_with_output();
    }
    assert_true(rounds > 1);
    assert_int_equal(crowd_with_output(), CROWD);
    world_settle(world);
    expect(white, "+MOVE");
    expect_none(white);
    expect(black, "!MOVE");
    for (int i = 0; i < CROWD; i++) {
        expect(crowd[i], "!MOVE");
        expect_none(crowd[i]);
    }
}

/* A small audience has an event at once. */
static void test_few_at_once(void **state) {
    (void)state;
    for (int i = 20; i < CROWD; i++)
        peer_close(crowd[i]);
    send_only(white, "MOVE %s 0 b2b3\n", id);
    assert_false(core_has_deferred(world->core));
    for (int i = 0; i < 20; i++)
        assert_true(output_of(crowd[i]) > 0);
}

/* A client that has not had its turn yet gets what has happened before the reply to it. */
static void test_events_before_reply(void **state) {
    (void)state;
    send_only(white, "MOVE %s 0 b2b3\n", id);
    send_only(black, "MOVE %s 1 b6b5\n", id);
    send_only(crowd[7], "PING\n");
    send_only(white, "MOVE %s 2 a2a3\n", id);
    send_only(crowd[8], "GET %s\n", id);
    send_only(crowd[9], "WATCH %s\n", id);
    send_only(crowd[10], "LIST\n");
    world_settle(world);
    for (int i = 7; i <= 10; i++) {
        expect(crowd[i], "!MOVE");
        expect(crowd[i], "!MOVE");
        expect(crowd[i], i == 7 ? "+PONG" : "!MOVE");
        expect(crowd[i], i == 7 ? "!MOVE" : "=");
        if (i > 7) {
            peer_last(crowd[i]);
            assert_int_equal(crowd[i]->line[0], '+');
        }
        expect_none(crowd[i]);
    }
}

/* So does a client whose reply comes from the store, in the same commit as the event. */
static void test_events_before_stored_reply(void **state) {
    (void)state;
    world->store_is_held = true;
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(crowd[7], "NEW standard");
    world_commit(world, SIZE_MAX);
    world_settle(world);
    expect(crowd[7], "!MOVE");
    expect(crowd[7], "+NEW");
    expect_none(crowd[7]);
}

/* A spectator that takes a seat has heard what was said before, and hears no more of it. */
static void test_spectators_talk(void **state) {
    (void)state;
    begin_game();
    Peer *guest = world_connect_quietly(world, NULL), *other = world_connect_quietly(world, NULL);
    peer_say(guest, "WATCH %s", id);
    peer_say(other, "NEW standard seat=w key=0123456789ABCDEFGHJKMNPQRS");
    expect(other, "+NEW ");
    snprintf(id, sizeof id, "%.10s", other->line + 5);
    for (int i = 0; i < CROWD; i++)
        peer_say(crowd[i], "WATCH %s", id);
    discard_all();
    send_only(crowd[0], "SAY %s one\n", id);
    send_only(crowd[1], "JOIN %s w key=0123456789ABCDEFGHJKMNPQRS\n", id);
    send_only(crowd[0], "SAY %s two\n", id);
    world_settle(world);
    expect(crowd[1], "!SAY");
    expect(crowd[1], "=GAME");
    expect(crowd[1], "+JOIN");
    expect_none(crowd[1]);
    expect(other, "!REPLACED");
    expect(other, "!SAY");
    expect_none(other);
    assert_int_equal(count_lines(crowd[2], "!SAY"), 2);
    white = crowd[1];
    peer_say(white, "RESIGN %s 0", id);
    send_only(crowd[0], "SAY %s three\n", id);
    world_settle(world);
    assert_int_equal(count_lines(white, "!SAY"), 1);
}

/* The turns of a game with many watchers and those of long replies alternate. */
static void test_fair_turns(void **state) {
    (void)state;
    Peer *busy = world_connect_quietly(world, NULL);
    char lines[100 * 5 + 1] = "";
    for (int i = 0; i < 100; i++)
        memcpy(lines + (size_t)i * 5, "PING\n", 5);
    send_only(white, "MOVE %s 0 b2b3\n", id);
    client_receive(world->core, busy->client, lines, sizeof lines - 1);
    size_t before = output_of(busy);
    core_run_deferred(world->core);
    assert_true(output_of(busy) > before);
    assert_in_range(crowd_with_output(), 1, 32);
    world_settle(world);
    assert_int_equal(count_lines(busy, "+PONG"), 100);
}

/* ---- clients that do not read ---- */

static void talk(int lines) {
    char text[300];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    for (int i = 0; i < lines; i++)
        peer_say(white, "SAY %s %d %s", id, i, text);
}

/* A client that does not read has little in its own output. When it reads, nothing is missing. */
static void test_blocked_readers(void **state) {
    (void)state;
    for (int i = 0; i < 50; i++)
        crowd[i]->room = 0;
    talk(100);
    for (int i = 0; i < 50; i++)
        assert_in_range(output_of(crowd[i]), 1, 4096);
    assert_int_equal(count_lines(crowd[50], "!SAY"), 100);
    peer_say(crowd[3], "PING"); /* is not even read before the events are */
    for (int i = 0; i < 50; i++)
        crowd[i]->room = SIZE_MAX;
    world_settle(world);
    for (int i = 0; i < 50; i++)
        for (int line = 0; line < 100; line++) {
            expect(crowd[i], "!SAY");
            assert_int_equal(atoi(strchr(crowd[i]->line, ':') + 2), line);
        }
    expect(crowd[3], "+PONG");
    expect_none(crowd[3]);
}

/* Unread output of a client counts for its game, and is freed only with that client. */
static void test_slow_clients(void **state) {
    (void)state;
    set_limits(0, 0, 16, 16);
    crowd[5]->room = crowd[6]->room = 0;
    talk(60);
    CoreStats stats;
    core_stats(world->core, &stats);
    assert_int_equal(stats.slow, 2);
    crowd[5]->room = crowd[6]->room = SIZE_MAX;
    world_settle(world);
    assert_string_equal(peer_last(crowd[5]), "!BYE slow retry=0");
    assert_string_equal(peer_last(crowd[6]), "!BYE slow retry=0");
    assert_int_equal(count_lines(crowd[7], "!SAY"), 60);
}

/* The events of all games together have a bound: the oldest go first. */
static void test_total_of_events(void **state) {
    (void)state;
    enum { TALK = 40 };
    set_limits(0, 0, 1000000, 1);
    CoreStats stats;
    crowd[0]->room = 0;
    talk(TALK); /* has the oldest events */
    int games = 0;
    for (core_stats(world->core, &stats); stats.slow == 0; games++) {
        begin_game();
        Peer *dead = world_connect_quietly(world, NULL);
        peer_say(dead, "WATCH %s", id);
        dead->room = 0;
        talk(TALK);
        core_stats(world->core, &stats);
        assert_true(games < 200);
    }
    assert_true(games * TALK * 300 > 512 * 1024);
    assert_int_equal(stats.slow, 1);
    crowd[0]->room = SIZE_MAX;
    world_settle(world);
    assert_string_equal(peer_last(crowd[0]), "!BYE slow retry=0");
}

/* ---- the rate of talk ---- */

static void test_talk_rate(void **state) {
    (void)state;
    set_limits(30, 0, 256, 16);
    for (int i = 0; i < 5; i++) {
        peer_say(white, "SAY %s hello", id);
        expect(white, "+SAY");
    }
    peer_say(white, "SAY %s hello", id);
    expect(white, "-RATE wait=2000 retry=later");
    assert_int_equal(count_lines(black, "!SAY"), 5);
    peer_say(black, "SAY %s hello", id); /* has a rate of its own */
    expect(black, "+SAY");
    world_advance(world, 1999);
    peer_discard(white);
    peer_say(white, "SAY %s hello", id);
    expect(white, "-RATE wait=1 ");
    world_advance(world, 1);
    peer_say(white, "SAY %s hello", id);
    expect(white, "+SAY");
    assert_int_equal(count_lines(black, "!SAY"), 1);
}

/* Lines are charged by the number that hear them. A rejected one is sent to nobody. */
static void test_lines_heard(void **state) {
    (void)state;
    set_limits(0, 400, 256, 16); /* 100 a second in a game */
    for (int i = 1; i < CROWD; i++)
        peer_say(crowd[i], "SAY %s hello", id);
    assert_int_equal(count_lines(crowd[0], "!SAY"), 1);
    assert_int_equal(count_lines(crowd[1], "+SAY"), 1);
    expect(crowd[2], "!SAY");
    expect(crowd[2], "-RATE wait=");
    world_advance(world, 1000 * 10);
    for (int64_t ms = 0; ms < 20000; ms += 100) {
        peer_say(crowd[1 + ms / 1000], "SAY %s hello", id);
        world_advance(world, 100);
    }
    assert_in_range(count_lines(crowd[0], "!SAY"), 9, 11);
    /* Talk with few hearers is not limited. */
    begin_game();
    discard_all();
    for (int i = 0; i < 50; i++) {
        peer_say(white, "SAY %s hello", id);
        expect(white, "+SAY");
    }
    assert_int_equal(count_lines(black, "!SAY"), 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_mover_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_few_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_events_before_reply, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_events_before_stored_reply, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spectators_talk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_fair_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_blocked_readers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slow_clients, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_total_of_events, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_talk_rate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_lines_heard, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
