/* The server's core in a simulated world: every verb, every error word, the order of checks, what
 * is told to whom. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/identity.h"
#include "server/replay.h"
#include "world.h"

#define WHITE_KEY  "0123456789ABCDEFGHJKMNPQRS"
#define BLACK_KEY  "1123456789ABCDEFGHJKMNPQRS"
#define OTHER_KEY  "2123456789ABCDEFGHJKMNPQRS"
#define START      "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"
#define START_HASH "050bd97a59c258fb"
#define AFTER      "gmelecz/ppppppp/7/7/1P5/P1PPPPP/GMELECZ/b/-1"
#define AFTER_HASH "d9b47619696a4b26"

static char id[16];
static World *world;
static Peer *white, *black, *guest;

static void read_id(Peer *peer, const char *word) {
    const char *found = strstr(peer->line, word);
    assert_non_null(found);
    snprintf(id, sizeof id, "%.10s", found + strlen(word));
}

/* White has created a game, Black has joined, and somebody watches. */
static void set_table(const char *fields) {
    white = world_connect(world, NULL);
    black = world_connect(world, NULL);
    guest = world_connect(world, NULL);
    expect(white, "!HELLO congo/1 congod/0 maxline=512");
    peer_say(white, "NEW %s seat=w key=" WHITE_KEY " name=Ada", fields);
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
    peer_say(black, "JOIN %s b key=" BLACK_KEY " name=Bo", id);
    peer_say(guest, "WATCH %s", id);
    peer_forget(white);
    peer_forget(black);
    peer_forget(guest);
}

static int set_up(void **state) {
    (void)state;
    world = world_create();
    return 0;
}

static void other_world(void) {
    world_free(world);
    world = world_create();
}

static int tear_down(void **state) {
    (void)state;
    world_free(world);
    return 0;
}

/* ---- the session of the protocol's page ---- */

static void test_session(void **state) {
    (void)state;
    Peer *ada = world_connect(world, NULL), *bo = world_connect(world, NULL);
    expect(ada, "!HELLO congo/1 congod/0 maxline=512");
    peer_say(ada, "NEW standard seat=w name=Ada");
    expect(ada, "+NEW ");
    read_id(ada, "+NEW ");
    assert_string_equal(peer_field(ada, "seat"), "w");
    assert_int_equal(strlen(peer_field(ada, "key")), 26);
    assert_string_equal(peer_field(ada, "ply"), "0");
    assert_string_equal(peer_field(ada, "fen"), START);
    assert_string_equal(peer_field(ada, "hash"), ""); /* the line ends with the FEN */
    expect(bo, "!HELLO");
    peer_say(bo, "JOIN %.4s-%s b name=Bo", id, id + 4);
    expect(bo, "=GAME ");
    assert_string_equal(peer_field(bo, "variant"), "congo");
    assert_string_equal(peer_field(bo, "first"), START);
    assert_string_equal(peer_field(bo, "hash"), START_HASH);
    assert_string_equal(peer_field(bo, "turn"), "w");
    assert_string_equal(peer_field(bo, "w"), "Ada");
    assert_string_equal(peer_field(bo, "b"), "Bo");
    assert_string_equal(peer_field(bo, "won"), "1");
    assert_string_equal(peer_field(bo, "bon"), "1");
    assert_string_equal(peer_field(bo, "offer"), "-");
    assert_string_equal(peer_field(bo, "result"), "*");
    expect(bo, "+JOIN ");
    assert_string_equal(peer_field(bo, "seat"), "b");
    assert_string_equal(peer_field(bo, "hash"), START_HASH);
    char event[64];
    snprintf(event, sizeof event, "!JOIN %s b name=Bo", id);
    expect(ada, event);
    peer_say(ada, "@1 MOVE %s 0 b2b3", id);
    char reply[200];
    snprintf(reply, sizeof reply, "+@1 MOVE %s 0 next=1 fen=" AFTER " hash=" AFTER_HASH, id);
    expect(ada, reply);
    snprintf(reply, sizeof reply, "!MOVE %s 0 b2b3 by=w next=1 fen=" AFTER " hash=" AFTER_HASH, id);
    expect(bo, reply);
    expect_none(ada);
    expect_none(bo);
}

/* ---- each verb ---- */

static void test_small_verbs(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    peer_forget(peer);
    peer_say(peer, "HELLO congo/1 client=test");
    expect(peer, "+HELLO congo/1 maxline=512 variants=congo,wits,islands,");
    peer_say(peer, "@a ping some thing");
    expect(peer, "+@a PONG some thing");
    peer_say(peer, "PING");
    expect(peer, "+PONG");
    peer_send(peer, "\r\n", 2);
    expect_none(peer);
    peer_say(peer, "HELP move");
    expect(peer, "# MOVE <id> <ply> <move>");
    expect(peer, "+HELP");
    peer_say(peer, "@t HELP");
    expect(peer, "#@t HELLO");
    peer_forget(peer);
    peer_say(peer, "STATS");
    expect(peer, "=STAT clients=1");
    assert_string_equal(peer_last(peer), "+STATS");
    peer_say(peer, "@z QUIT");
    expect(peer, "+@z BYE");
    assert_null(peer->client);
}

static void test_questions(void **state) {
    (void)state;
    set_table("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    peer_say(white, "MOVE %s 2 a2a3", id);
    peer_forget(guest);
    peer_say(guest, "@g GET %s", id);
    expect(guest, "=@g GAME ");
    assert_string_equal(peer_field(guest, "ply"), "3");
    assert_string_equal(peer_field(guest, "turn"), "b");
    expect(guest, "+@g GET ");
    peer_say(guest, "MOVES %s", id);
    char line[200];
    snprintf(line, sizeof line, "=MOVE %s 0 b2b3 by=w ms=", id);
    expect(guest, line);
    snprintf(line, sizeof line, "=MOVE %s 1 b6b5 by=b ms=", id);
    expect(guest, line);
    expect(guest, "=MOVE ");
    expect(guest, "+MOVES ");
    assert_string_equal(peer_field(guest, "next"), "3");
    peer_say(guest, "MOVES %s from=1 limit=1", id);
    snprintf(line, sizeof line, "=MOVE %s 1 b6b5", id);
    expect(guest, line);
    expect(guest, "+MOVES ");
    assert_string_equal(peer_field(guest, "next"), "2");
    peer_say(guest, "MOVES %s from=77", id);
    expect(guest, "+MOVES ");
    assert_string_equal(peer_field(guest, "next"), "3");
    peer_say(guest, "LEGAL %s", id);
    expect(guest, "=LEGAL ");
    expect(guest, "+LEGAL ");
    assert_true(atoi(peer_field(guest, "count")) > 20);
    peer_say(guest, "LEGAL %s c6 limit=1", id);
    expect(guest, "=LEGAL c6");
    expect(guest, "+LEGAL ");
    assert_string_equal(peer_field(guest, "count"), "1");
    assert_string_equal(peer_field(guest, "more"), "1");
    peer_say(guest, "BOARD %s", id);
    expect(guest, "=  7   g m e l e c z");
    expect(guest, "=  6   p - p p p p p");
    peer_forget(guest);
    peer_say(guest, "EXPORT %s", id);
    expect(guest, "= [Date ");
    expect(guest, "= [White \"Ada\"]");
    assert_true(strncmp(peer_last(guest), "+EXPORT", 7) == 0);
}

static void test_board_of_islands(void **state) {
    (void)state;
    set_table("standard variant=islands");
    peer_say(guest, "BOARD %s", id);
    static const char *const lines[] = {"=  7   g m e l e c z", "=  6   p p p p p p p",
                                        "=  5   - - - - - - -", "=  4   ^ ^ + + + ^ ^",
                                        "=  3   - - - - - - -", "=  2   P P P P P P P",
                                        "=  1   G M E L E C Z", "=",
                                        "=  /   a b c d e f g", "=",
                                        "=  * white 2E 1Z 1G",  "=    black 2e 1z 1g"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect(guest, lines[i]);
    expect(guest, "+BOARD ");
}

static void test_watch_from(void **state) {
    (void)state;
    set_table("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    Peer *late = world_connect(world, NULL);
    peer_forget(late);
    peer_say(late, "WATCH %s from=1", id);
    expect(late, "=GAME ");
    expect(late, "=MOVE ");
    expect(late, "+WATCH ");
    assert_string_equal(peer_field(late, "ply"), "2");
    peer_say(white, "MOVE %s 2 a2a3", id);
    expect(late, "!MOVE ");
    peer_say(late, "UNWATCH %s", id);
    expect(late, "+UNWATCH ");
    peer_say(black, "MOVE %s 3 a6a5", id);
    expect_none(late);
}

static void test_new_fields(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    peer_forget(peer);
    peer_say(peer, "NEW standard variant=megapawn seat=b clock=300+5 private=1 name=Bo");
    expect(peer, "+NEW ");
    assert_string_equal(peer_field(peer, "seat"), "b");
    read_id(peer, "+NEW ");
    peer_say(peer, "GET %s", id);
    expect(peer, "=GAME ");
    assert_string_equal(peer_field(peer, "variant"), "megapawn");
    assert_string_equal(peer_field(peer, "clock"), "300+5");
    assert_string_equal(peer_field(peer, "wms"), "300000");
    expect(peer, "+GET ");
    peer_say(peer, "LIST");
    expect(peer, "+LIST");
    Peer *other = world_connect(world, NULL);
    peer_say(other, "JOIN %s w\nMOVE %s 0 a3a4", id, id);
    peer_close(other);
    peer_forget(peer);
    peer_say(peer, "STATS"); /* it is private: neither it nor its move shows */
    expect(peer, "=STAT clients=1");
    expect(peer, "=STAT open=0");
    expect(peer, "=STAT live=0");
    expect(peer, "=STAT moves=0");
    expect(peer, "=STAT created=0");
    peer_forget(peer);
    peer_say(peer, "NEW fen=7/3l3/7/7/7/7/Z2L3/w/-1 seat=none");
    expect(peer, "+NEW ");
    assert_string_equal(peer_field(peer, "seat"), "none");
    assert_string_equal(peer_field(peer, "key"), "");
    peer_say(peer, "LIST open");
    expect(peer, "=LIST ");
    expect(peer, "+LIST");
    peer_say(peer, "LIST live");
    expect(peer, "+LIST");
    /* Black to move, and the middle of a capture, are good beginnings. */
    peer_say(peer, "NEW seat=b fen=7/3l3/7/7/7/7/Z2L3/b/-1");
    expect(peer, "+NEW ");
    read_id(peer, "+NEW ");
    peer_say(peer, "MOVE %s 0 d6d7", id);
    expect(peer, "+MOVE ");
}

static void test_list(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    for (int i = 0; i < 5; i++)
        peer_say(peer, "NEW standard name=Ada");
    set_table("standard");
    peer_forget(peer);
    peer_say(peer, "LIST open limit=3");
    for (int i = 0; i < 3; i++)
        expect(peer, "=LIST ");
    expect(peer, "+LIST next=");
    peer_say(peer, "LIST open from=%s", peer_field(peer, "next"));
    expect(peer, "=LIST ");
    expect(peer, "=LIST ");
    expect(peer, "+LIST");
    assert_string_equal(peer->line, "+LIST");
    peer_say(peer, "LIST live");
    expect(peer, "=LIST ");
    assert_string_equal(peer_field(peer, "w"), "Ada");
    expect(peer, "+LIST");
    peer_forget(white);
    peer_say(white, "RESIGN %s 0\nLIST live", id); /* it is over at once */
    expect(white, "+RESIGN ");
    expect(white, "!END ");
    expect(white, "+LIST");
    Peer *other = world_connect(world, NULL);
    peer_forget(other);
    peer_close(peer); /* open games need their creator */
    peer_say(other, "LIST open");
    expect(other, "+LIST");
}

/* ---- error words ---- */

static void refused(Peer *peer, const char *word, const char *line) {
    char start[32];
    peer_forget(peer);
    peer_say(peer, "%s", line);
    snprintf(start, sizeof start, "-%s ", word);
    expect(peer, start);
    assert_true(*peer_field(peer, "retry"));
    assert_true(*peer_field(peer, "msg"));
    expect_none(peer);
}

static void refused_move(Peer *peer, const char *word, const char *rest) {
    char line[200];
    snprintf(line, sizeof line, "MOVE %s %s", id, rest);
    refused(peer, word, line);
}

static void test_words(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    refused(peer, "SYNTAX", "DANCE");
    refused(peer, "SYNTAX", "NEW");
    refused(peer, "VERSION", "HELLO congo/2");
    refused(peer, "NOGAME", "GET 0000000000");
    refused(peer, "BADFEN", "NEW fen=7/7/7/7/7/7/7/w/-1");
    refused(peer, "BADFEN", "NEW fen=7/2l4/7/7/7/7/4L2/w/-1"); /* bare lions: it is over */
    refused(peer, "BADVARIANT", "NEW standard variant=go");
    refused(peer, "BADKEY", "NEW standard key=short");
    refused(peer, "BADARG", "NEW standard clock=0");
    char line[600];
    memset(line, 'x', sizeof line);
    line[530] = '\0';
    refused(peer, "TOOLONG", line);
    set_table("standard");
    refused_move(guest, "NOTSEATED", "0 b2b3");
    refused_move(black, "TURN", "0 b6b5");
    refused_move(white, "ILLEGAL", "0 b2b4");
    refused_move(white, "AHEAD", "1 b2b3");
    assert_string_equal(peer_field(white, "next"), "");
    refused_move(white, "DESYNC", "0 b2b3 hash=0123456789abcdef");
    peer_say(white, "MOVE %s 0 b2b3 hash=" AFTER_HASH, id);
    expect(white, "+MOVE");
    refused_move(white, "STALE", "0 a2a3");
    refused_move(black, "STALE", "0 b2b3");
    snprintf(line, sizeof line, "DRAW %s 1 accept", id);
    refused(black, "NOOFFER", line);
    snprintf(line, sizeof line, "DRAW %s 1 decline", id);
    refused(black, "NOOFFER", line);
    peer_say(black, "MOVE %s 1 b6b5", id);
    snprintf(line, sizeof line, "ABORT %s 2", id);
    refused(white, "LATE", line);
    snprintf(line, sizeof line, "RESIGN %s 1", id);
    refused(white, "STALE", line);
    snprintf(line, sizeof line, "RESIGN %s 3", id);
    refused(white, "AHEAD", line);
    snprintf(line, sizeof line, "JOIN %s w key=" OTHER_KEY, id);
    refused(guest, "TAKEN", line);
    snprintf(line, sizeof line, "JOIN %s any", id);
    refused(guest, "TAKEN", line);
    snprintf(line, sizeof line, "JOIN %s b key=" BLACK_KEY, id);
    refused(white, "TAKEN", line);
    snprintf(line, sizeof line, "SAY %s hello", id);
    refused(peer, "NOTSEATED", line);
    peer_say(white, "RESIGN %s 2", id);
    refused_move(white, "OVER", "2 a2a3");
    refused_move(black, "OVER", "9 a2a3");  /* over comes before ahead */
    refused_move(white, "STALE", "1 a2a3"); /* and after the past */
    snprintf(line, sizeof line, "RESIGN %s 2", id);
    refused(black, "OVER", line);
}

static void test_stale_fields(void **state) {
    (void)state;
    set_table("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_forget(white);
    peer_say(white, "@q MOVE %s 0 a2a3", id);
    expect(white, "-@q STALE next=1 hash=" AFTER_HASH " retry=sync");
    peer_say(white, "@q MOVE %s 0 a2a3 hash=zz", id);
    expect(white, "-@q BADARG");
    peer_say(white, "MOVE %s 0 b2b3 hash=0000000000000000", id); /* the past is not compared */
    expect(white, "+MOVE");
    assert_string_equal(peer_field(white, "dup"), "1");
}

/* ---- again ---- */

static void test_new_again(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    peer_forget(peer);
    peer_say(peer, "NEW standard seat=w key=" WHITE_KEY);
    expect(peer, "+NEW ");
    read_id(peer, "+NEW ");
    peer_say(peer, "MOVE %s 0 b2b3", id);
    expect(peer, "+MOVE ");
    Peer *again = world_connect(world, NULL);
    peer_forget(again);
    peer_say(again, "@n NEW standard seat=w key=" WHITE_KEY "\nPING");
    char line[200];
    snprintf(line, sizeof line, "+@n NEW %s seat=w key=" WHITE_KEY " ply=1 fen=" AFTER, id);
    expect(again, line);
    assert_string_equal(peer_field(again, "dup"), "1");
    expect(again, "+PONG");
    snprintf(line, sizeof line, "!REPLACED %s", id);
    expect(peer, line);
    refused_move(peer, "NOTSEATED", "1 b6b5");
    /* Also after the server was started again, when the game is not in memory. */
    world_crash(world, 0);
    Peer *third = world_connect(world, NULL);
    peer_forget(third);
    peer_say(third, "NEW standard seat=w key=" WHITE_KEY "\nPING");
    expect(third, "+NEW ");
    assert_string_equal(peer_field(third, "dup"), "1");
    assert_string_equal(peer_field(third, "ply"), "1");
    expect(third, "+PONG");
    assert_null(memory_store_game(world->memory, 1));
}

static void test_join_again(void **state) {
    (void)state;
    set_table("standard");
    Peer *again = world_connect(world, NULL);
    peer_forget(again);
    peer_say(again, "JOIN %s any key=" BLACK_KEY, id);
    expect(again, "=GAME ");
    expect(again, "+JOIN ");
    assert_string_equal(peer_field(again, "seat"), "b");
    expect(black, "!REPLACED ");
    expect_none(white); /* nothing changed for the others */
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(black, "!MOVE "); /* goes on watching */
    expect(again, "!MOVE ");
    refused_move(black, "NOTSEATED", "1 b6b5");
    peer_say(again, "MOVE %s 1 b6b5", id);
    expect(again, "+MOVE ");
    peer_close(again);
    peer_forget(white);
    peer_close(black);
    expect_none(white); /* a spectator has gone */
    char line[64];
    Peer *last = world_connect(world, NULL);
    peer_say(last, "JOIN %s b key=" BLACK_KEY " name=Bob", id);
    snprintf(line, sizeof line, "!JOIN %s b name=Bob", id);
    expect(white, line);
}

static void test_move_again(void **state) {
    (void)state;
    set_table("fen=7/3l3/7/Z6/7/7/3L3/w/-1");
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
        peer_forget(white);
    }
    expect_none(black);
    refused_move(white, "OVER", "1 d6d7");
}

static void test_ends_again(void **state) {
    (void)state;
    set_table("standard");
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
    set_table("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_forget(white);
    peer_forget(black);
    peer_say(black, "ABORT %s 1", id);
    expect(black, "+ABORT ");
    expect(black, "!END ");
    assert_string_equal(peer_field(black, "reason"), "aborted");
    assert_string_equal(peer_field(black, "result"), "*");
    peer_say(black, "ABORT %s 1", id);
    expect(black, "+ABORT ");
    assert_string_equal(peer_field(black, "dup"), "1");
    refused_move(black, "OVER", "1 b6b5");
}

static void test_draws(void **state) {
    (void)state;
    char line[64];
    set_table("standard");
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
    refused(white, "NOOFFER", line); /* not the own offer */
    peer_say(black, "DRAW %s 0 decline", id);
    expect(black, "+DRAW ");
    expect(white, "!DECLINE ");
    peer_say(black, "DRAW %s 0 decline", id);
    expect(black, "+DRAW ");
    assert_string_equal(peer_field(black, "dup"), "1");
    refused(black, "NOOFFER", line);
    /* It stays while the own side moves, and lapses when the other does. */
    peer_say(black, "DRAW %s 0 offer", id);
    peer_say(black, "UNWATCH %s", id);
    peer_say(black, "JOIN %s b key=" BLACK_KEY, id);
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(white, "DRAW %s 1 accept", id);
    assert_true(strncmp(peer_last(white), "-NOOFFER", 8) == 0);
    peer_say(black, "DRAW %s 1 offer", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    world_crash(world, 0); /* an offer is as durable as anything acknowledged */
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
    set_table("standard");
    peer_say(white, "DRAW %s 0 offer", id);
    peer_say(black, "DRAW %s 0 offer", id);
    expect(black, "!OFFER ");
    expect(black, "+DRAW ");
    expect(black, "!END ");
    assert_string_equal(peer_field(black, "reason"), "agreed");
    peer_say(black, "DRAW %s 0 offer", id); /* the answer was lost */
    assert_true(strncmp(peer_last(black), "+DRAW ", 6) == 0);
    assert_string_equal(peer_field(black, "dup"), "1");
    assert_string_equal(peer_field(black, "result"), "1/2-1/2");
}

/* ---- who is told what ---- */

static void test_presence(void **state) {
    (void)state;
    char line[64];
    set_table("standard");
    peer_close(black);
    snprintf(line, sizeof line, "!LEAVE %s b", id);
    expect(white, line);
    expect(guest, line);
    peer_say(guest, "GET %s", id);
    expect(guest, "=GAME ");
    assert_string_equal(peer_field(guest, "bon"), "");
    assert_string_equal(peer_field(guest, "b"), "Bo");
    peer_say(white, "UNWATCH %s", id); /* gets up */
    refused_move(white, "NOTSEATED", "0 b2b3");
}

static void test_talk(void **state) {
    (void)state;
    char line[64];
    set_table("standard");
    peer_say(white, "SAY %s good  luck", id);
    expect(white, "+SAY ");
    snprintf(line, sizeof line, "!SAY %s w Ada: good  luck", id);
    expect(black, line);
    expect(guest, line);
    peer_say(guest, "SAY %s hm", id);
    snprintf(line, sizeof line, "!SAY %s - spectator: hm", id);
    expect(white, line);
}

/* A capture by a monkey is one ply; a start in the middle of one is played on from there. */
static void test_monkey(void **state) {
    (void)state;
    set_table("fen=3l3/7/2p1p2/7/2p4/1M5/3L3/w/-1");
    peer_say(white, "MOVE %s 0 b2d4b6", id);
    expect(white, "+MOVE ");
    assert_string_equal(peer_field(white, "next"), "1");
    other_world();
    set_table("fen=3l3/7/2p1p2/3M3/7/7/3L3/w/36");
    peer_say(white, "LEGAL %s", id);
    expect(white, "=LEGAL ");
    assert_non_null(strstr(white->line, "d4d4"));
    peer_forget(white);
    peer_say(white, "MOVE %s 0 d4d4", id);
    expect(white, "+MOVE ");
    assert_string_equal(peer_field(white, "next"), "1");
}

static void test_repetition(void **state) {
    (void)state;
    set_table("fen=3l3/7/4g2/7/7/4G2/3L3/w/-1");
    static const char *const shuffle[] = {"e2f2", "e5f5", "f2e2", "f5e5"};
    for (int ply = 0; ply < 8; ply++)
        peer_say(ply % 2 ? black : white, "MOVE %s %d %s", id, ply, shuffle[ply % 4]);
    assert_true(strncmp(peer_last(black), "!END", 4) == 0);
    assert_string_equal(peer_field(black, "reason"), "repetition");
    other_world();
    set_table("fen=3l3/7/4g2/7/7/4G2/3L3/w/-1 variant=megapawn");
    peer_forget(white);
    for (int ply = 0; ply < 3; ply++)
        peer_say(ply % 2 ? black : white, "MOVE %s %d %s", id, ply, shuffle[ply]);
    refused_move(black, "ILLEGAL", "3 f5e5");
    peer_say(black, "LEGAL %s f5", id);
    expect(black, "=LEGAL ");
    assert_null(strstr(black->line, "f5e5"));
}

/* ---- pipelining and the store ---- */

static void test_pipeline(void **state) {
    (void)state;
    set_table("standard");
    world->holds_store = true;
    peer_say(white, "@a MOVE %s 0 b2b3\n@b PING\n@c GET %s\n@d MOVE %s 1 a2a3\n@e PING", id, id,
             id);
    expect_none(white);
    expect_none(black);
    peer_say(guest, "@g GET %s", id); /* others see what is durable */
    expect(guest, "=@g GAME");
    assert_string_equal(peer_field(guest, "ply"), "0");
    world_commit(world, SIZE_MAX);
    world_settle(world);
    expect(white, "+@a MOVE");
    expect(white, "+@b PONG");
    expect(white, "=@c GAME");
    assert_string_equal(peer_field(white, "ply"), "1");
    expect(white, "+@c GET");
    expect(white, "-@d TURN");
    expect(white, "+@e PONG");
    expect(black, "!MOVE ");
}

static void test_waiting_for_a_change(void **state) {
    (void)state;
    set_table("standard");
    world->holds_store = true;
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id); /* not its turn yet, but in a moment */
    world_commit(world, SIZE_MAX);
    world_settle(world);
    expect(white, "+MOVE ");
    expect(black, "!MOVE ");
    world_commit(world, SIZE_MAX);
    world_settle(world);
    expect(black, "+MOVE ");
    expect(white, "!MOVE ");
    assert_int_equal(memory_store_game(world->memory, 0)->count, 2);
}

/* The mover has gone before the commit: the others hear of the move. */
static void test_gone_before_commit(void **state) {
    (void)state;
    set_table("standard");
    world->holds_store = true;
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(white);
    world->holds_store = false;
    world_settle(world);
    expect(black, "!LEAVE ");
    expect(black, "!MOVE ");
    expect(guest, "!LEAVE ");
    expect(guest, "!MOVE ");
}

static void test_damaged_game(void **state) {
    (void)state;
    set_table("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    GameId name;
    assert_true(game_id_parse(id, strlen(id), &name));
    strcpy(memory_store_touch(world->memory, game_id_number(&name))->moves[0].path, "b2b7");
    world_crash(world, 0);
    Peer *peer = world_connect(world, NULL);
    char line[32];
    snprintf(line, sizeof line, "GET %s", id);
    refused(peer, "INTERNAL", line);
    refused(peer, "NOGAME", "GET 0000000000");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_session),
        TEST(test_small_verbs),
        TEST(test_questions),
        TEST(test_board_of_islands),
        TEST(test_watch_from),
        TEST(test_new_fields),
        TEST(test_list),
        TEST(test_words),
        TEST(test_stale_fields),
        TEST(test_new_again),
        TEST(test_join_again),
        TEST(test_move_again),
        TEST(test_ends_again),
        TEST(test_abort),
        TEST(test_draws),
        TEST(test_both_offer),
        TEST(test_presence),
        TEST(test_talk),
        TEST(test_monkey),
        TEST(test_repetition),
        TEST(test_pipeline),
        TEST(test_waiting_for_a_change),
        TEST(test_gone_before_commit),
        TEST(test_damaged_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
