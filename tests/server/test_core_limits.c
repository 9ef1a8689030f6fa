/* The limits of the protocol in a simulated world. */
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

static ServerLimits default_limits(void) {
    ServerSettings settings;
    server_settings_default(&settings);
    return settings.limits;
}

static World *world;
static char id[16];

/* Sets up a world with the default limits. */
static int set_up(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    world = world_create_with(&limits, NULL);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    world_free(world);
    return 0;
}

static void create_from(Peer *peer, const char *start, const char *fields) {
    peer_say(peer, "NEW %s %s", start, fields);
    expect(peer, "+NEW ");
    snprintf(id, sizeof id, "%.10s", peer->line + 5);
}

static void create(Peer *peer, const char *fields) {
    create_from(peer, "standard", fields);
}

/* A position with more than a thousand legal moves. */
static const char many_moves[] = "fen=3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1";

static int count_lines(Peer *peer, const char *start) {
    int count = 0;
    while (*peer_line(peer))
        count += strncmp(peer->line, start, strlen(start)) == 0;
    return count;
}

static void test_defaults(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    assert_int_equal(limits.clients, 10000);
    assert_int_equal(limits.clients_per_address, 64);
    assert_int_equal(limits.first_line_s, 120);
    assert_int_equal(limits.line_s, 10);
    assert_int_equal(limits.commands_per_s, 20);
    assert_int_equal(limits.commands_burst, 60);
    assert_int_equal(limits.games_per_minute, 10);
    assert_int_equal(limits.talk_per_minute, 30);
    assert_int_equal(limits.heard_per_s, 8000);
    assert_int_equal(limits.events_kib, 256);
    assert_int_equal(limits.events_total_mib, 16);
    assert_int_equal(limits.watched, 64);
    assert_int_equal(limits.unstarted_days, 30);
}

static void test_first_line(void **state) {
    (void)state;
    Peer *idle = world_connect_quietly(world, NULL), *slow = world_connect_quietly(world, NULL);
    Peer *good = world_connect_quietly(world, NULL);
    peer_say(good, "PING");
    world_advance(world, 115000);
    peer_send(slow, "PI", 2);
    world_advance(world, 4999);
    assert_non_null(idle->client);
    world_advance(world, 1);
    expect(idle, "!BYE silence retry=0");
    assert_null(idle->client);
    expect(slow, "!BYE unfinished line");
    assert_null(slow->client);
    world_advance(world, 1000000);
    assert_non_null(good->client); /* after a first line a client may be silent for ever */
}

static void test_unfinished_line(void **state) {
    (void)state;
    Peer *peer = world_connect_quietly(world, NULL), *drip = world_connect_quietly(world, NULL);
    peer_say(peer, "PING");
    peer_send(peer, "PIN", 3);
    world_advance(world, 9999);
    peer_send(peer, "G\nPI", 4); /* in time; the next line begins */
    expect(peer, "+PONG");
    expect(peer, "+PONG");
    for (int i = 0; i < 9; i++) {
        peer_send(drip, "x", 1);
        world_advance(world, 1000);
    }
    assert_non_null(drip->client);
    assert_non_null(peer->client);
    world_advance(world, 1000);
    assert_null(peer->client);
    assert_null(drip->client);
}

static void test_command_rate(void **state) {
    (void)state;
    Peer *flood = world_connect_quietly(world, NULL), *calm = world_connect_quietly(world, NULL);
    for (int i = 0; i < 500; i++)
        peer_send(flood, "PING\n", 5);
    assert_int_equal(count_lines(flood, "+PONG"), 60);
    peer_say(calm, "PING");
    expect(calm, "+PONG");
    int answered = 0;
    for (int s = 1; s <= 21; s++) { /* at most a pause is lost */
        world_advance(world, 1000);
        answered += count_lines(flood, "+PONG");
        assert_in_range(answered + 30, 20 * s, 20 * s + 30);
    }
    world_advance(world, 2500);
    assert_int_equal(answered + count_lines(flood, "+PONG"), 440);
    assert_non_null(flood->client);
    /* Nothing was lost, and later commands are answered in order. */
    peer_say(flood, "PING last");
    expect(flood, "+PONG last");
}

/* Rates are exact even if the interval of a token is not a whole number of milliseconds. */
static void test_rates(void **state) {
    (void)state;
    static const int rates[] = {3, 60, 400, 501, 999, 1000};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        ServerLimits limits = default_limits();
        limits.commands_per_s = rates[i];
        core_configure(world->core, &limits);
        Peer *flood = world_connect_quietly(world, NULL);
        for (int line = 0; line < 5 * rates[i] + 200; line++)
            peer_send(flood, "PING\n", 5);
        world_advance(world, 5000);
        assert_in_range(count_lines(flood, "+PONG"), 5 * rates[i] + 30, 5 * rates[i] + 60);
    }
}

/* Counts the milliseconds in which the peer receives something. */
static int count_answers(Peer *peer, int64_t ms) {
    int times = 0;
    while (ms-- > 0) {
        size_t before = peer->received_total;
        world_advance(world, 1);
        times += peer->received_total > before;
    }
    return times;
}

/* A client past its limit is served once the tokens of a turn are back, 16 lines in 800 ms. */
static void test_pauses(void **state) {
    (void)state;
    Peer *flood = world_connect_quietly(world, NULL);
    for (int i = 0; i < 2000; i++)
        peer_send(flood, "PING\n", 5);
    assert_int_equal(count_answers(flood, 1599), 1);
    assert_int_equal(count_answers(flood, 30400), 38);
    world_advance(world, 100000);
    for (int i = 0; i < 70; i++)
        peer_send(flood, "PING\n", 5);
    assert_int_equal(count_answers(flood, 799), 0);
    assert_int_equal(count_answers(flood, 1), 1);
}

/* Past the limit an invalid command costs three tokens. */
static void test_errors_past_limit(void **state) {
    (void)state;
    Peer *flood = world_connect_quietly(world, NULL);
    for (int i = 0; i < 500; i++)
        peer_send(flood, "DANCE\n", 6);
    assert_int_equal(count_lines(flood, "-SYNTAX"), 60);
    world_advance(world, 30000);
    assert_in_range(count_lines(flood, "-SYNTAX"), 180, 205);
}

/* A client past its limit gets the replies of a turn together, not a piece for each wait for the
 * store. */
static void test_replies_past_limit(void **state) {
    (void)state;
    Peer *flood = world_connect_quietly(world, NULL), *calm = world_connect_quietly(world, NULL);
    for (int i = 0; i < 62; i++)
        peer_send(flood, "PING\n", 5);
    world->store_is_held = true;
    peer_say(flood, "GET 0000000000");
    peer_say(calm, "PING\nGET 0000000001");
    expect(calm, "+PONG");
    world_advance(world, 799);
    peer_discard(flood);
    world_advance(world, 1); /* ends the pause; the line after the next waits for the store */
    expect(flood, "+PONG");
    expect_none(flood);
    world->store_is_held = false;
    world_settle(world);
    expect(flood, "+PONG");
    expect(flood, "-NOGAME");
    expect(calm, "-NOGAME");
}

/* An endless line is read no faster than separate lines. */
static void test_endless_line(void **state) {
    (void)state;
    Peer *flood = world_connect_quietly(world, NULL);
    char bytes[1024];
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < 1000; i++)
        peer_send(flood, bytes, sizeof bytes);
    assert_int_equal(count_lines(flood, "-TOOLONG"), 1);
    size_t left = flood->sending.length;
    assert_in_range(left, 1000 * 1024 - 60 * 1400, 1000 * 1024 - 50 * 1000);
    world_advance(world, 5000);
    assert_in_range(left - flood->sending.length, 60 * 1000, 100 * 1400);
    world_advance(world, 6500);
    expect(flood, "!BYE unfinished line");
    assert_null(flood->client);
}

static uint64_t commands_done(void) {
    CoreStats stats;
    core_stats(world->core, &stats);
    return stats.commands;
}

/* The work of many clients that send a lot is done in small parts, and a client with one command is
 * answered at once. */
static void test_deferred_rounds(void **state) {
    (void)state;
    enum { FLOODS = 200, LINES = 60, AT_ONCE = 16, A_ROUND = 32 * AT_ONCE };
    Peer *floods[FLOODS], *calm = world_connect_quietly(world, NULL);
    char lines[LINES * 5 + 1] = "";
    for (int i = 0; i < LINES; i++)
        memcpy(lines + (size_t)i * 5, "PING\n", 5);
    for (int i = 0; i < FLOODS; i++)
        floods[i] = world_connect_quietly(world, NULL);
    uint64_t begun = commands_done();
    for (int i = 0; i < FLOODS; i++)
        client_receive(world->core, floods[i]->client, lines, LINES * 5);
    assert_int_equal(commands_done() - begun, FLOODS * AT_ONCE);
    client_receive(world->core, calm->client, "PING\n", 5);
    size_t length;
    assert_memory_equal(client_output(calm->client, &length), "+PONG\n", 6);
    int rounds = 0;
    for (; core_has_deferred(world->core); rounds++) {
        uint64_t before = commands_done();
        core_run_deferred(world->core);
        assert_in_range(commands_done() - before, 0, 2 * A_ROUND);
    }
    assert_true(rounds >= FLOODS * (LINES - AT_ONCE) / (2 * A_ROUND));
    world_settle(world);
    for (int i = 0; i < FLOODS; i++)
        assert_int_equal(count_lines(floods[i], "+PONG"), LINES);
}

/* The rest of a long reply is produced in rounds, in turn with other clients. */
static void test_long_replies_in_rounds(void **state) {
    (void)state;
    enum { READERS = 20, PIECE = 3 * 1024, A_ROUND = 8 * 1024 + PIECE };
    Peer *creator = world_connect_quietly(world, NULL), *readers[READERS];
    char line[40];
    peer_say(creator, "NEW fen=3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1");
    expect(creator, "+NEW ");
    int size = snprintf(line, sizeof line, "LEGAL %.10s\n", creator->line + 5);
    for (int i = 0; i < READERS; i++)
        readers[i] = world_connect_quietly(world, NULL);
    for (int i = 0; i < READERS; i++)
        client_receive(world->core, readers[i]->client, line, (size_t)size);
    size_t length, sum = 0;
    for (int i = 0; i < READERS; i++) {
        assert_non_null(client_output(readers[i]->client, &length));
        assert_in_range(length, PIECE - 1024, PIECE);
        client_sent(world->core, readers[i]->client, length);
        assert_null(client_output(readers[i]->client, &length));
    }
    assert_true(core_has_deferred(world->core));
    core_run_deferred(world->core);
    for (int i = 0; i < READERS; i++) {
        client_output(readers[i]->client, &length);
        sum += length;
    }
    assert_in_range(sum, PIECE - 1024, A_ROUND);
    world_settle(world);
    for (int i = 0; i < READERS; i++)
        assert_int_equal(count_lines(readers[i], "+LEGAL"), 1);
}

/* Every KiB of a long reply costs a token: 1,000 moves cost about twenty. */
static void test_long_replies_cost(void **state) {
    (void)state;
    Peer *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "NEW fen=3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1");
    expect(peer, "+NEW ");
    snprintf(id, sizeof id, "%.10s", peer->line + 5);
    size_t before = peer->received_total;
    peer_say(peer, "LEGAL %s", id);
    int cost = 1 + (int)((peer->received_total - before) / 1024);
    assert_in_range(cost, 12, 40);
    peer_discard(peer);
    for (int i = 0; i < 60; i++)
        peer_say(peer, "LEGAL %s", id);
    assert_in_range(count_lines(peer, "+LEGAL"), 60 / cost, 60 / cost + 1);
    world_advance(world, 30000);
    assert_in_range(count_lines(peer, "+LEGAL"), 30 * 20 / cost - 8, 30 * 20 / cost + 1);
    assert_non_null(peer->client);
}

/* Lines that are too long and invalid lines cost tokens too. */
static void test_invalid_lines(void **state) {
    (void)state;
    Peer *peer = world_connect_quietly(world, NULL);
    for (int i = 0; i < 200; i++)
        peer_send(peer, "\n?\n", 3);
    assert_int_equal(count_lines(peer, "-SYNTAX"), 30);
    world_advance(world, 60000);
    assert_int_equal(count_lines(peer, "-SYNTAX"), 170);
    char line[5000];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    peer_send(peer, line, sizeof line);
    assert_int_equal(count_lines(peer, "-TOOLONG"), 1);
    peer_say(peer, "PING");
    expect(peer, "+PONG");
}

static void test_game_rate(void **state) {
    (void)state;
    Peer *first = world_connect_quietly(world, "192.0.2.1"),
         *second = world_connect_quietly(world, "192.0.2.1");
    Peer *other = world_connect_quietly(world, "192.0.2.2");
    for (int i = 0; i < 10; i++)
        create(i % 2 ? first : second, "");
    peer_say(first, "NEW standard");
    expect(first, "-RATE wait=6000 retry=later");
    create(other, "");
    world_advance(world, 5999);
    peer_say(second, "NEW standard");
    expect(second, "-RATE wait=1 ");
    peer_close(first);
    peer_close(second); /* a new connection does not help */
    second = world_connect_quietly(world, "192.0.2.1");
    peer_say(second, "NEW standard");
    expect(second, "-RATE wait=1 ");
    world_advance(world, 1);
    create(second, "");
    peer_say(second, "NEW standard");
    expect(second, "-RATE ");
}

static void test_addresses(void **state) {
    (void)state;
    for (int i = 0; i < 64; i++)
        assert_non_null(world_connect(world, "192.0.2.1")->client);
    Peer *more = world_connect(world, "192.0.2.1");
    expect(more, "!BYE too many connections from this address retry=60");
    assert_null(more->client);
    assert_non_null(world_connect(world, "192.0.2.2")->client);
    char address[64];
    for (int i = 0; i < 64; i++) {
        snprintf(address, sizeof address, "2001:db8:1:2::%x", i);
        assert_non_null(world_connect(world, address)->client);
    }
    assert_null(world_connect(world, "2001:db8:1:2:ffff::1")->client);
    assert_non_null(world_connect(world, "2001:db8:1:3::1")->client);
    for (int i = 0; i < 200; i++)
        assert_non_null(world_connect(world, i % 2 ? "127.0.0.1" : "::1")->client);
    Peer *leaver = world->peers;
    while (!leaver->client || client_user_data(leaver->client) != leaver || leaver == more)
        leaver = leaver->next;
    world_free(world);
    ServerLimits limits = default_limits();
    limits.clients = 3;
    world = world_create_with(&limits, NULL);
    Peer *one = world_connect(world, NULL);
    world_connect(world, NULL);
    world_connect(world, NULL);
    expect(world_connect(world, NULL), "!BYE full retry=30");
    peer_close(one);
    assert_non_null(world_connect(world, NULL)->client);
}

static void test_subscription_limit(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    limits.games_per_minute = limits.commands_per_s = 0;
    core_configure(world->core, &limits);
    Peer *creator = world_connect_quietly(world, NULL),
         *watcher = world_connect_quietly(world, NULL);
    char first[16];
    for (int i = 0; i < 64; i++) {
        create(creator, "");
        if (i == 0)
            strcpy(first, id);
        peer_say(watcher, "WATCH %s", id);
    }
    peer_say(creator, "NEW standard");
    expect(creator, "-FULL ");
    creator = world_connect_quietly(world, NULL);
    create(creator, "");
    peer_discard(watcher);
    peer_say(watcher, "WATCH %s", id);
    expect(watcher, "-FULL ");
    peer_say(watcher, "JOIN %s b", id);
    expect(watcher, "-FULL ");
    peer_say(watcher, "JOIN %s b", first); /* already watches that game */
    expect(watcher, "=GAME ");
    peer_discard(watcher);
    peer_say(watcher, "UNWATCH %s\nWATCH %s", first, id);
    expect(watcher, "+UNWATCH");
    expect(watcher, "=GAME ");
}

/* An accepted subscription stays, even if the store answers after the limit was lowered. */
/* Of the games that are over, the one watched longest gives way, and nobody else is told. */
static void test_games_that_are_over_give_way(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    limits.games_per_minute = limits.commands_per_s = 0;
    limits.watched = 3;
    core_configure(world->core, &limits);
    Peer *watcher = world_connect_quietly(world, NULL), *creators[5];
    char ids[5][16];
    for (int i = 0; i < 5; i++) {
        creators[i] = world_connect_quietly(world, NULL);
        create(creators[i], "");
        strcpy(ids[i], id);
        if (i < 3)
            peer_say(watcher, "WATCH %s", id);
    }
    peer_say(watcher, "WATCH %s", ids[3]);
    assert_true(strncmp(peer_last(watcher), "-FULL ", 6) == 0);
    peer_say(creators[2], "RESIGN %s 0", ids[2]);
    peer_say(creators[1], "RESIGN %s 0", ids[1]);
    peer_discard(watcher);
    peer_say(watcher, "WATCH %s", ids[3]);
    expect(watcher, "=GAME ");
    expect(watcher, "+WATCH ");
    peer_say(watcher, "SAY %s hello", ids[1]); /* it was watched before ids[2] */
    expect(watcher, "-NOTSEATED ");
    peer_say(watcher, "SAY %s hello", ids[2]);
    expect(watcher, "+SAY ");
    peer_say(watcher, "SAY %s hello", ids[0]);
    expect(watcher, "+SAY ");
    peer_say(watcher, "JOIN %s b", ids[4]);
    expect(watcher, "=GAME ");
    expect(watcher, "+JOIN ");
    peer_say(watcher, "NEW standard");
    expect(watcher, "-FULL ");
    peer_say(watcher, "WATCH %s", ids[2]);
    expect(watcher, "-FULL ");
}

static void test_lower_subscription_limit(void **state) {
    (void)state;
    Peer *creator = world_connect_quietly(world, NULL), *guest = world_connect_quietly(world, NULL);
    create(creator, "");
    peer_say(guest, "WATCH %s", id);
    create(creator, "");
    peer_discard(creator);
    peer_discard(guest);
    world->store_is_held = true;
    peer_say(creator, "NEW standard");
    peer_say(guest, "JOIN %s b", id);
    ServerLimits limits = default_limits();
    limits.watched = 1;
    core_configure(world->core, &limits);
    world_commit(world, SIZE_MAX);
    world_settle(world);
    expect(creator, "+NEW ");
    expect(guest, "=GAME ");
    expect(guest, "+JOIN ");
    peer_say(guest, "MOVE %s 0 b2b3", id);
    expect(guest, "-TURN ");
}

static void test_slow_watcher(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    limits.games_per_minute = limits.commands_per_s = 0;
    limits.events_kib = 16;
    limits.talk_per_minute = 0;
    core_configure(world->core, &limits);
    Peer *white = world_connect_quietly(world, NULL), *black = world_connect_quietly(world, NULL);
    Peer *slow = world_connect_quietly(world, NULL), *fast = world_connect_quietly(world, NULL);
    create(white, "seat=w");
    peer_say(black, "JOIN %s b", id);
    peer_say(slow, "WATCH %s", id);
    peer_say(fast, "WATCH %s", id);
    peer_discard(slow);
    peer_discard(fast);
    slow->room = 30; /* room for a part of a line */
    char talk[400];
    memset(talk, 'x', sizeof talk);
    talk[sizeof talk - 1] = '\0';
    for (int i = 0; i < 45; i++)
        peer_say(white, "SAY %s %s", id, talk);
    assert_int_equal(count_lines(fast, "!SAY"), 45);
    slow->room = SIZE_MAX;
    world_settle(world);
    expect(slow, "!SAY "); /* the rest of the line that was begun */
    expect(slow, "!BYE slow retry=0");
    expect_none(slow);
    assert_null(slow->client);
    assert_non_null(white->client);
}

/* A client that never reads is closed some time after its BYE. */
static void test_dead_reader(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    limits.events_kib = 16;
    limits.talk_per_minute = 0;
    limits.commands_per_s = 0;
    core_configure(world->core, &limits);
    Peer *white = world_connect_quietly(world, NULL), *dead = world_connect_quietly(world, NULL);
    create(white, "seat=w");
    peer_say(dead, "WATCH %s", id);
    dead->room = 0;
    for (int i = 0; i < 60; i++)
        peer_say(white, "SAY %s %0400d", id, i);
    CoreStats stats;
    core_stats(world->core, &stats);
    assert_int_equal(stats.slow, 1);
    world_advance(world, 9999);
    assert_non_null(dead->client);
    world_advance(world, 1);
    assert_null(dead->client);
}

/* A client that does not read costs little: replies are produced at the rate of reading. */
static void test_unread_replies(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    limits.games_per_minute = limits.commands_per_s = 0;
    core_configure(world->core, &limits);
    Peer *white = world_connect_quietly(world, NULL), *greedy = world_connect_quietly(world, NULL);
    create(white, "seat=w");
    greedy->room = 0;
    for (int i = 0; i < 2000; i++)
        peer_send(greedy, "HELP\n", 5);
    size_t length;
    assert_non_null(client_output(greedy->client, &length));
    assert_true(length < 8192);
    assert_int_equal(client_action(greedy->client), CLIENT_PAUSE);
    greedy->room = SIZE_MAX;
    world_settle(world);
    assert_int_equal(count_lines(greedy, "+HELP"), 2000);
}

/* The output of a client that does not read stays small, whatever it asks for. */
static void test_unread_output(void **state) {
    (void)state;
    static const struct {
        const char *before, *after; /* the game's id; NULL: has none */
    } commands[] = {{"HELP", NULL},
                    {"STATS", NULL},
                    {"LIST limit=1000", NULL},
                    {"SUBSCRIBE", NULL},
                    {"GET ", ""},
                    {"BOARD ", ""},
                    {"EXPORT ", ""},
                    {"LEGAL ", ""},
                    {"MOVES ", ""},
                    {"WATCH ", ""},
                    {"JOIN ", " any key=0123456789ABCDEFGHJKMNPQRS"},
                    {"NEW what", NULL}};
    enum { COMMANDS = sizeof commands / sizeof *commands };
    ServerLimits limits = default_limits();
    limits.games_per_minute = limits.commands_per_s = 0;
    core_configure(world->core, &limits);
    Peer *white = world_connect_quietly(world, NULL), *creators[50];
    for (int i = 0; i < 50; i++) {
        creators[i] = world_connect_quietly(world, NULL);
        create(creators[i], "name=Ada");
    }
    create_from(white, many_moves, "key=0123456789ABCDEFGHJKMNPQRS name=Ada");
    for (int kind = 0; kind < 2 * COMMANDS; kind++) {
        Peer *greedy = world_connect_quietly(world, NULL);
        char line[100];
        greedy->room = 0;
        for (int i = 0; i < 300; i++) {
            int number = kind < COMMANDS ? kind : (kind + i) % COMMANDS;
            const char *after = commands[number].after;
            int length = snprintf(line, sizeof line, "%s%s%s\n", commands[number].before,
                                  after ? id : "", after ? after : "");
            peer_send(greedy, line, (size_t)length);
        }
        size_t length;
        assert_non_null(client_output(greedy->client, &length));
        assert_in_range(length, 1024, 4096);
        assert_int_equal(client_action(greedy->client), CLIENT_PAUSE);
        peer_close(greedy);
    }
}

/* Events do not interrupt a long reply. They follow it. */
static void test_events_wait_for_reply(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    limits.games_per_minute = limits.commands_per_s = limits.talk_per_minute = 0;
    core_configure(world->core, &limits);
    Peer *white = world_connect_quietly(world, NULL), *black = world_connect_quietly(world, NULL);
    Peer *watcher = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard seat=w");
    expect(white, "+NEW ");
    snprintf(id, sizeof id, "%.10s", white->line + 5);
    peer_say(black, "JOIN %s b", id);
    for (int i = 0; i < 400;
         i++) { /* a long game: at times something is captured or a pawn moves */
        peer_say(i % 2 ? black : white, "LEGAL %s limit=60", id);
        Peer *mover = i % 2 ? black : white;
        char move[16] = "";
        while (*peer_line(mover))
            if (strncmp(mover->line, "=LEGAL ", 7) == 0)
                snprintf(move, sizeof move, "%.4s", mover->line + 7);
        if (!*move)
            break;
        peer_say(mover, "MOVE %s %d %s", id, i, move);
        peer_discard(white);
        peer_discard(black);
    }
    int plies = 0;
    peer_say(white, "GET %s", id);
    expect(white, "=GAME ");
    plies = atoi(peer_field(white, "ply"));
    watcher->room = 0;
    for (int i = 0; i < 30; i++)
        peer_say(watcher, "WATCH %s", id);
    for (int i = 0; i < 10; i++) {
        peer_say(white, "SAY %s %d", id, i);
        watcher->room = 500;
        world_settle(world);
    }
    watcher->room = SIZE_MAX;
    world_settle(world);
    bool inside = false;
    int said = 0, replies = 0, next = 0;
    while (*peer_line(watcher)) {
        if (strncmp(watcher->line, "=GAME", 5) == 0)
            inside = true, next = 0;
        if (strncmp(watcher->line, "=MOVE", 5) == 0)
            assert_int_equal(atoi(watcher->line + 17), next++);
        if (strncmp(watcher->line, "+WATCH", 6) == 0) {
            inside = false, replies++;
            assert_int_equal(next, plies);
        }
        if (watcher->line[0] == '!') {
            assert_false(inside);
            assert_int_equal(atoi(strchr(watcher->line, ':') + 2), said++);
        }
    }
    assert_int_equal(replies, 30);
    assert_int_equal(said, 10);
}

static void test_exports(void **state) {
    (void)state;
    ServerLimits limits = default_limits();
    limits.exports_mib = 0;
    limits.commands_per_s = 0;
    core_configure(world->core, &limits);
    Peer *white = world_connect_quietly(world, NULL), *greedy = world_connect_quietly(world, NULL);
    create(white, "");
    greedy->room = 0;
    for (int i = 0; i < 200; i++) /* one export is longer than the output buffer */
        peer_say(greedy, "EXPORT %s", id);
    peer_say(white, "EXPORT %s", id);
    expect(white, "-BUSY retry=later");
    peer_say(white, "LEGAL %s", id); /* few moves */
    assert_int_equal(count_lines(white, "+LEGAL"), 1);
    create_from(white, many_moves, "");
    peer_say(white, "LEGAL %s", id);
    expect(white, "-BUSY retry=later");
    greedy->room = SIZE_MAX;
    world_settle(world);
    assert_int_equal(count_lines(greedy, "+EXPORT"), 200);
    peer_say(white, "EXPORT %s", id);
    assert_int_equal(count_lines(white, "+EXPORT"), 1);
}

static void test_many_pieces(void **state) {
    (void)state;
    Peer *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "NEW fen=3l3/7/7/PPPPPPP/PPPPPPP/PP5/3L3/w/-1");
    expect(peer, "-BADFEN ");
    peer_say(peer, "NEW fen=3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1");
    expect(peer, "+NEW ");
    snprintf(id, sizeof id, "%.10s", peer->line + 5);
    peer_say(peer, "LEGAL %s", id);
    int lines = 0;
    while (strncmp(peer_line(peer), "=LEGAL", 6) == 0)
        lines++;
    assert_true(lines > 10);
    assert_string_equal(peer_field(peer, "count"), "1000");
    assert_string_equal(peer_field(peer, "more"), "1");
}

/* ---- idle games ---- */

static void test_idle_games(void **state) {
    (void)state;
    CoreStats stats;
    ServerLimits limits = default_limits();
    limits.games_per_minute = limits.commands_per_s = 0;
    limits.idle_games = 5;
    core_configure(world->core, &limits);
    Peer *peer = world_connect_quietly(world, NULL);
    for (int i = 0; i < 20; i++) {
        create(peer, "");
        peer_say(peer, "UNWATCH %s", id);
        expect(peer, "+UNWATCH");
    }
    core_stats(world->core, &stats);
    assert_int_equal(stats.games_in_memory, 5);
    assert_int_equal(stats.games_stored, 20);
    world_advance(world, 60000);
    core_stats(world->core, &stats);
    assert_int_equal(stats.games_in_memory, 0);
    peer_say(peer, "GET %s", id); /* it is loaded again */
    expect(peer, "=GAME ");
}

/* A game that nobody uses stays in memory while its seat is on its way to the store. */
static void test_idle_game_is_joined(void **state) {
    (void)state;
    CoreStats stats;
    Peer *creator = world_connect_quietly(world, NULL), *peer = world_connect_quietly(world, NULL);
    create(creator, "");
    peer_close(creator);
    world->store_is_held = true;
    peer_say(peer, "JOIN %s b", id);
    world_advance(world, (int64_t)world->limits.idle_s * 2000);
    core_stats(world->core, &stats);
    assert_int_equal(stats.games_in_memory, 1);
    world->store_is_held = false;
    world_settle(world);
    expect(peer, "=GAME ");
    expect(peer, "+JOIN ");
}

static void test_unstarted_games(void **state) {
    (void)state;
    Peer *peer = world_connect_quietly(world, NULL), *other = world_connect_quietly(world, NULL);
    char used[16], moved[16], gone[16];
    create(peer, "");
    strcpy(used, id);
    create(other, "");
    strcpy(moved, id);
    peer_say(other, "MOVE %s 0 b2b3", id);
    expect(other, "+MOVE");
    create(other, "");
    strcpy(gone, id);
    peer_close(other);
    world_advance(world, INT64_C(29) * 24 * 3600 * 1000);
    other = world_connect_quietly(world, NULL);
    peer_say(other, "GET %s", gone);
    expect(other, "=GAME ");
    peer_discard(other);
    world_advance(world, INT64_C(8) * 24 * 3600 * 1000);
    peer_say(other, "GET %s", gone);
    expect(other, "-NOGAME ");
    peer_say(other, "GET %s", used);
    expect(other, "=GAME ");
    expect(other, "+GET");
    peer_say(other, "GET %s", moved);
    expect(other, "=GAME ");
}

/* A game that is over is deleted if that is configured, and nobody watches it. */
static void test_finished_games(void **state) {
    (void)state;
    Peer *peer = world_connect_quietly(world, NULL);
    char unfinished[16], over[2][16], *gone = over[0], *watched = over[1];
    create(peer, "");
    strcpy(unfinished, id);
    peer_say(peer, "MOVE %s 0 b2b3", id);
    peer_discard(peer);
    for (int i = 0; i < 2; i++) {
        create(peer, "");
        strcpy(over[i], id);
        peer_say(peer, "MOVE %s 0 b2b3", id);
        peer_say(peer, "RESIGN %s 1", id);
        expect(peer, "+MOVE ");
        expect(peer, "+RESIGN ");
        peer_discard(peer);
    }
    peer_close(peer);
    Peer *spectator = world_connect_quietly(world, NULL);
    peer_say(spectator, "WATCH %s", watched);
    world_advance(world, INT64_C(40) * 24 * 3600 * 1000);
    peer = world_connect_quietly(world, NULL);
    peer_say(peer, "GET %s", gone);
    expect(peer, "=GAME ");
    peer_discard(peer);
    world->limits.finished_days = 30;
    core_configure(world->core, &world->limits);
    world_advance(world, INT64_C(8) * 24 * 3600 * 1000);
    peer_say(peer, "GET %s", gone);
    expect(peer, "-NOGAME ");
    peer_say(peer, "GET %s", watched);
    expect(peer, "=GAME ");
    expect(peer, "+GET");
    peer_say(peer, "GET %s", unfinished);
    expect(peer, "=GAME ");
}

/* More old games than one list has are deleted later, if the days are 0 when the list comes. */
static void test_days_change_between_lists(void **state) {
    (void)state;
    enum { GAMES = 501 };
    world_free(world);
    world = world_create();
    world->limits.unstarted_days = 0;
    core_configure(world->core, &world->limits);
    for (int i = 0; i < GAMES; i++) {
        Peer *creator = world_connect_quietly(world, NULL);
        create(creator, "");
        peer_close(creator);
    }
    world_advance(world, INT64_C(31) * 24 * 3600 * 1000);
    world->limits.unstarted_days = 30;
    core_configure(world->core, &world->limits);
    world->store_is_held = true;
    while (memory_store_waiting(world->memory) == 0)
        world_advance(world, 3600 * 1000);
    world->limits.unstarted_days = 0;
    core_configure(world->core, &world->limits);
    world->store_is_held = false;
    world_settle(world);
    assert_non_null(memory_store_game(world->memory, 0));
    assert_null(memory_store_game(world->memory, 1));
    world->limits.unstarted_days = 30;
    core_configure(world->core, &world->limits);
    world_advance(world, INT64_C(8) * 24 * 3600 * 1000);
    assert_null(memory_store_game(world->memory, 0));
}

/* A wall clock that is wrong by 1,000 days for most of a week deletes nothing, even if the server
 * restarts meanwhile. */
static void test_wrong_wall_clock(void **state) {
    (void)state;
    static const int64_t day_ms = 24 * 3600 * 1000;
    Peer *peer = world_connect_quietly(world, NULL);
    create(peer, "");
    peer_close(peer);
    for (int restarts = 0; restarts < 2; restarts++)
        for (int64_t days = -1000; days <= 1000; days += 2000) {
            world->wall_error_ms = days * day_ms;
            if (restarts)
                world_crash(world, 0);
            world_advance(world, 6 * day_ms);
            world->wall_error_ms = 0;
            world_advance(world, day_ms);
            peer = world_connect_quietly(world, NULL);
            peer_say(peer, "GET %s", id);
            expect(peer, "=GAME ");
            peer_discard(peer);
            peer_close(peer);
        }
    world_advance(world, 14 * day_ms);
    peer = world_connect_quietly(world, NULL);
    peer_say(peer, "GET %s", id);
    expect(peer, "-NOGAME ");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_defaults),
        TEST(test_first_line),
        TEST(test_unfinished_line),
        TEST(test_command_rate),
        TEST(test_rates),
        TEST(test_pauses),
        TEST(test_errors_past_limit),
        TEST(test_replies_past_limit),
        TEST(test_endless_line),
        TEST(test_deferred_rounds),
        TEST(test_long_replies_in_rounds),
        TEST(test_long_replies_cost),
        TEST(test_invalid_lines),
        TEST(test_game_rate),
        TEST(test_addresses),
        TEST(test_subscription_limit),
        TEST(test_lower_subscription_limit),
        TEST(test_games_that_are_over_give_way),
        TEST(test_slow_watcher),
        TEST(test_dead_reader),
        TEST(test_unread_replies),
        TEST(test_unread_output),
        TEST(test_events_wait_for_reply),
        TEST(test_exports),
        TEST(test_many_pieces),
        TEST(test_idle_games),
        TEST(test_idle_game_is_joined),
        TEST(test_unstarted_games),
        TEST(test_finished_games),
        TEST(test_days_change_between_lists),
        TEST(test_wrong_wall_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
