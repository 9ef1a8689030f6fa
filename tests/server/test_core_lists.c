/* SUBSCRIBE: the feed of the lists of games, in a simulated world. */
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

static void create(Peer *peer, const char *fields) {
    peer_say(peer, "NEW standard %s", fields);
    expect(peer, "+NEW ");
    snprintf(id, sizeof id, "%.10s", peer->line + 5);
}

/* Fails unless the next line is about the game of `id`. */
static void expect_game(Peer *peer, const char *word) {
    char start[40];
    snprintf(start, sizeof start, "%s %s", word, id);
    expect(peer, start);
}

static void collect(void) {
    world_advance(world, 1000);
}

static void test_game_in_lists(void **state) {
    (void)state;
    Peer *white = world_connect_quietly(world, NULL), *black = world_connect_quietly(world, NULL);
    Peer *all = world_connect_quietly(world, NULL), *open = world_connect_quietly(world, NULL),
         *live = world_connect_quietly(world, NULL);
    create(white, "name=Ada clock=60+5");
    peer_say(all, "@s SUBSCRIBE");
    expect_game(all, "=@s LIST");
    expect(all, "+@s SUBSCRIBE");
    assert_string_equal(all->line, "+@s SUBSCRIBE");
    peer_say(open, "SUBSCRIBE open");
    expect_game(open, "=LIST");
    expect(open, "+SUBSCRIBE open");
    peer_say(live, "SUBSCRIBE live");
    expect(live, "+SUBSCRIBE live");
    collect();
    expect_none(all);
    peer_say(black, "JOIN %s b name=Bo", id);
    world_settle(world);
    expect_none(all); /* changes are collected */
    collect();
    expect_game(all, "!LIST");
    assert_string_equal(peer_field(all, "w"), "Ada");
    assert_string_equal(peer_field(all, "b"), "Bo");
    assert_string_equal(peer_field(all, "clock"), "60+5");
    expect_none(all);
    expect_game(open, "!UNLIST");
    expect_none(open);
    expect_game(live, "!LIST");
    peer_say(black, "JOIN %s b name=Bob", id);
    expect(black, "=GAME");
    peer_say(white, "RESIGN %s 0", id);
    collect();
    expect_game(all, "!UNLIST");
    expect_none(all);
    expect_game(live, "!UNLIST");
    expect_none(live);
    expect_none(open);
    assert_false(core_has_deferred(world->core));
}

/* A move is told only every tenth ply. */
static void test_plies(void **state) {
    (void)state;
    static const char *const moves[] = {"a2a3", "a6a5", "b2b3", "b6b5", "c2c3", "c6c5", "d2d3",
                                        "d6d5", "e2e3", "e6e5", "f2f3", "f6f5", "g2g3", "g6g5",
                                        "g1e2", "g7e6", "e2g1", "e6g7", "g1e2", "g7e6"};
    Peer *white = world_connect_quietly(world, NULL), *black = world_connect_quietly(world, NULL),
         *all = world_connect_quietly(world, NULL);
    create(white, "");
    peer_say(black, "JOIN %s b", id);
    peer_say(all, "SUBSCRIBE live");
    peer_discard(all);
    for (int ply = 0; ply < 20; ply++) {
        Peer *mover = ply % 2 ? black : white;
        peer_discard(mover);
        peer_say(mover, "MOVE %s %d %s", id, ply, moves[ply]);
        expect(mover, "+MOVE ");
        collect();
        if (ply % 10 == 9) {
            expect_game(all, "!LIST");
            assert_int_equal(atoi(peer_field(all, "ply")), ply + 1);
        }
        expect_none(all);
    }
}

static void test_private_games(void **state) {
    (void)state;
    Peer *white = world_connect_quietly(world, NULL), *black = world_connect_quietly(world, NULL),
         *all = world_connect_quietly(world, NULL);
    peer_say(all, "SUBSCRIBE");
    expect(all, "+SUBSCRIBE");
    create(white, "private=1");
    peer_say(black, "JOIN %s b", id);
    peer_say(white, "RESIGN %s 0", id);
    collect();
    expect_none(all);
}

/* A game whose free seat is kept is listed once both have sat down. */
static void test_kept_games(void **state) {
    (void)state;
    Peer *white = world_connect_quietly(world, NULL), *black = world_connect_quietly(world, NULL),
         *all = world_connect_quietly(world, NULL);
    peer_say(all, "SUBSCRIBE");
    expect(all, "+SUBSCRIBE");
    create(white, "invite=0123456789ABCDEFGHJKMNPQRS");
    collect();
    expect_none(all);
    peer_say(black, "JOIN %s b invite=0123456789ABCDEFGHJKMNPQRS", id);
    collect();
    expect_game(all, "!LIST");
    expect_none(all);
}

static void test_unsubscribe(void **state) {
    (void)state;
    Peer *white = world_connect_quietly(world, NULL), *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "SUBSCRIBE live\nSUBSCRIBE open\nUNSUBSCRIBE\nUNSUBSCRIBE");
    expect(peer, "+SUBSCRIBE live");
    expect(peer, "+SUBSCRIBE open");
    expect(peer, "+UNSUBSCRIBE");
    expect(peer, "+UNSUBSCRIBE");
    create(white, "");
    collect();
    expect_none(peer);
    peer_say(peer, "SUBSCRIBE open");
    expect_game(peer, "=LIST");
    expect(peer, "+SUBSCRIBE open");
    peer_close(white);
    collect();
    expect_game(peer, "!UNLIST");
    expect_none(peer);
    create(world_connect_quietly(world, NULL), "");
    peer_close(peer); /* with a change on its way */
    collect();
}

/* A client that reads little is told how the games are then, and has little in its output. */
static void test_slow_subscriber(void **state) {
    (void)state;
    enum { GAMES = 100 };
    Peer *makers[GAMES], *slow = world_connect_quietly(world, NULL);
    peer_say(slow, "SUBSCRIBE");
    peer_discard(slow);
    slow->room = 0;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < GAMES; i++) {
            makers[i] = world_connect_quietly(world, NULL);
            create(makers[i], "name=Ada");
        }
        collect();
        for (int i = 0; i < GAMES && round < 4; i++)
            peer_close(makers[i]);
        collect();
    }
    size_t length;
    client_output(slow->client, &length);
    assert_in_range(length, 1, 4096);
    slow->room = SIZE_MAX;
    collect();
    int listed = 0;
    while (*peer_line(slow))
        if (strncmp(slow->line, "!LIST ", 6) == 0)
            listed++;
    assert_in_range(listed, GAMES, 2 * GAMES); /* not five times as many */
}

/* ---- at random ---- */

enum { MAKERS = 40, SUBSCRIBERS = 12, STEPS = 20000, GAMES_MAX = 4096 };

/* A game as a subscriber knows it: its last =LIST or !LIST without the ply. */
typedef struct KnownGame {
    char id[16];
    char names[128];
} KnownGame;

typedef struct Follower {
    Peer *peer;
    const char *choice; /* "", "open" or "live" */
    KnownGame games[GAMES_MAX];
    size_t count;
    unsigned relists;
} Follower;

static Follower followers[SUBSCRIBERS];
static Peer *makers[MAKERS];
static char seats[MAKERS][2][16];

static void forget(Follower *follower, const char *game_id) {
    for (size_t i = 0; i < follower->count; i++)
        if (strncmp(follower->games[i].id, game_id, 10) == 0)
            follower->games[i--] = follower->games[--follower->count];
}

static void learn(Follower *follower, const char *line) {
    forget(follower, line);
    KnownGame *game = &follower->games[follower->count++];
    assert_true(follower->count < GAMES_MAX);
    snprintf(game->id, sizeof game->id, "%.10s", line);
    snprintf(game->names, sizeof game->names, "w=%s", peer_field(follower->peer, "w"));
    strcat(game->names, " b=");
    strncat(game->names, peer_field(follower->peer, "b"), 50);
}

static void read_lines(Follower *follower) {
    const char *line;
    while (*(line = peer_line(follower->peer))) {
        if (strncmp(line, "!LIST ", 6) == 0 || strncmp(line, "=LIST ", 6) == 0)
            learn(follower, line + 6);
        else if (strncmp(line, "!UNLIST ", 8) == 0)
            forget(follower, line + 8);
        else if (strcmp(line, "!RELIST") == 0)
            follower->count = 0, follower->relists++;
        else
            assert_int_equal(line[0], '+');
    }
    peer_discard(follower->peer);
}

static void subscribe(Follower *follower) {
    static const char *const choices[] = {"", "open", "live"};
    follower->choice = choices[world_random(world) % 3];
    if (follower->peer)
        peer_free(follower->peer);
    follower->peer = world_connect_quietly(world, NULL);
    follower->count = 0;
    peer_say(follower->peer, "SUBSCRIBE %s", follower->choice);
}

static void act(size_t maker) {
    Peer *peer = makers[maker];
    const char *other = seats[world_random(world) % MAKERS][0];
    peer_discard(peer);
    switch (world_random(world) % 8) {
    case 0:
        peer_close(peer);
        peer_free(peer);
        makers[maker] = world_connect_quietly(world, NULL);
        break;
    case 1:
    case 2:
        peer_say(peer, "NEW standard seat=%s name=Ada%s", world_random(world) % 4 ? "w" : "none",
                 world_random(world) % 8 ? "" : " private=1");
        peer_say(peer, "NEW standard name=%u", (unsigned)(world_random(world) % 100));
        if (strncmp(peer_last(peer), "+NEW ", 5) == 0)
            snprintf(seats[maker][0], sizeof seats[maker][0], "%.10s", peer->line + 5);
        break;
    case 3:
    case 4:
        peer_say(peer, "JOIN %s any name=%u", other, (unsigned)(world_random(world) % 100));
        break;
    case 5:
        peer_say(peer, "RESIGN %s 0", other);
        break;
    case 6:
        peer_say(peer, "UNWATCH %s", other);
        break;
    default:
        peer_say(peer, "MOVE %s 0 b2b3", other);
    }
}

static int compare_games(const void *a, const void *b) {
    return strcmp(((const KnownGame *)a)->id, ((const KnownGame *)b)->id);
}

/* After all events, a subscriber knows the games that LIST reports. */
static void check(Follower *follower) {
    static Follower asked;
    follower->peer->room = SIZE_MAX;
    collect();
    collect();
    read_lines(follower);
    asked = (Follower){.peer = world_connect_quietly(world, NULL)};
    peer_say(asked.peer, "LIST %s limit=1000", follower->choice);
    read_lines(&asked);
    peer_free(asked.peer);
    assert_int_equal(follower->count, asked.count);
    qsort(follower->games, follower->count, sizeof *follower->games, compare_games);
    qsort(asked.games, asked.count, sizeof *asked.games, compare_games);
    for (size_t i = 0; i < asked.count; i++) {
        assert_string_equal(follower->games[i].id, asked.games[i].id);
        assert_string_equal(follower->games[i].names, asked.games[i].names);
    }
}

static void test_random(void **state) {
    (void)state;
    size_t most = 0;
    for (int i = 0; i < MAKERS; i++)
        makers[i] = world_connect_quietly(world, NULL);
    for (int i = 0; i < SUBSCRIBERS; i++) {
        followers[i] = (Follower){0};
        subscribe(&followers[i]);
    }
    for (int step = 0; step < STEPS; step++) {
        act(world_random(world) % MAKERS);
        Follower *follower = &followers[world_random(world) % SUBSCRIBERS];
        follower->peer->room = world_random(world) % 3 ? SIZE_MAX : world_random(world) % 500;
        if (world_random(world) % 50 == 0)
            collect();
        if (world_random(world) % 100 == 0)
            subscribe(follower);
        if (world_random(world) % 1000 == 0)
            check(follower);
        read_lines(follower);
    }
    for (int i = 0; i < SUBSCRIBERS; i++) {
        check(&followers[i]);
        most = followers[i].count > most ? followers[i].count : most;
    }
    assert_true(most > 20);
}

/* One that has fallen behind by more changes than are kept begins again. */
static void test_relist(void **state) {
    (void)state;
    Follower *late = &followers[0], *prompt = &followers[1];
    Peer *maker = world_connect_quietly(world, NULL);
    *late = *prompt = (Follower){.choice = ""};
    late->peer = world_connect_quietly(world, NULL);
    prompt->peer = world_connect_quietly(world, NULL);
    peer_say(late->peer, "SUBSCRIBE");
    peer_say(prompt->peer, "SUBSCRIBE");
    read_lines(late);
    late->peer->room = 0;
    for (int i = 0; i < 6000; i++) { /* each time into the list and out of it */
        create(maker, "");
        if (i % 100 > 0)
            peer_say(maker, "UNWATCH %s", id);
        if (i % 500 == 0)
            collect();
        if (i % 100 == 0) /* the game stays in the list */
            maker = world_connect_quietly(world, NULL);
        peer_discard(maker);
        read_lines(prompt);
    }
    check(late);
    check(prompt);
    assert_int_equal(late->relists, 1);
    assert_int_equal(prompt->relists, 0);
    assert_int_equal(late->count, 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_game_in_lists, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_plies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_private_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_kept_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unsubscribe, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slow_subscriber, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_random, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_relist, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
