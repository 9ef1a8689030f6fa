/* The server's core in a simulated world: every command, its events, and commands that wait for the
 * store. */
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
#include "net/identity.h"
#include "server/core/core_parts.h"

/* ---- the session in the manual page ---- */

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

static void test_connection_commands(void **state) {
    (void)state;
    Peer *peer = world_connect(world, NULL);
    peer_discard(peer);
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
    peer_discard(peer);
    peer_say(peer, "STATS");
    expect(peer, "=STAT clients=1");
    assert_string_equal(peer_last(peer), "+STATS");
    peer_say(peer, "@z QUIT");
    expect(peer, "+@z BYE");
    assert_null(peer->client);
}

static void test_game_queries(void **state) {
    (void)state;
    start_game("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    peer_say(white, "MOVE %s 2 a2a3", id);
    peer_discard(guest);
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
    peer_discard(guest);
    peer_say(guest, "EXPORT %s", id);
    expect(guest, "= [Date ");
    expect(guest, "= [White \"Ada\"]");
    assert_true(strncmp(peer_last(guest), "+EXPORT", 7) == 0);
}

static void test_board_of_islands(void **state) {
    (void)state;
    start_game("standard variant=islands");
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
    start_game("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id);
    Peer *late = world_connect(world, NULL);
    peer_discard(late);
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
    peer_discard(peer);
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
    peer_discard(peer);
    peer_say(peer, "STATS"); /* it is private: neither the game nor its move counts */
    expect(peer, "=STAT clients=1");
    expect(peer, "=STAT open=0");
    expect(peer, "=STAT live=0");
    expect(peer, "=STAT moves=0");
    expect(peer, "=STAT created=0");
    peer_discard(peer);
    peer_say(peer, "NEW fen=7/3l3/7/7/7/7/Z2L3/w/-1 seat=none");
    expect(peer, "+NEW ");
    assert_string_equal(peer_field(peer, "seat"), "none");
    assert_string_equal(peer_field(peer, "key"), "");
    peer_say(peer, "LIST open");
    expect(peer, "=LIST ");
    expect(peer, "+LIST");
    peer_say(peer, "LIST live");
    expect(peer, "+LIST");
    /* The start may have Black to move, or be in the middle of a capture. */
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
    start_game("standard");
    peer_discard(peer);
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
    peer_discard(white);
    peer_say(white, "RESIGN %s 0\nLIST live", id); /* the game leaves the list at once */
    expect(white, "+RESIGN ");
    expect(white, "!END ");
    expect(white, "+LIST");
    Peer *other = world_connect(world, NULL);
    peer_discard(other);
    peer_close(peer); /* an open game needs its creator */
    peer_say(other, "LIST open");
    expect(other, "+LIST");
}

/* ---- events ---- */

static void test_presence(void **state) {
    (void)state;
    char line[64];
    start_game("standard");
    peer_close(black);
    snprintf(line, sizeof line, "!LEAVE %s b", id);
    expect(white, line);
    expect(guest, line);
    peer_say(guest, "GET %s", id);
    expect(guest, "=GAME ");
    assert_string_equal(peer_field(guest, "bon"), "");
    assert_string_equal(peer_field(guest, "b"), "Bo");
    peer_say(white, "UNWATCH %s", id); /* leaves the seat */
    expect_move_error(white, "NOTSEATED", "0 b2b3");
}

/* ---- other lines ---- */

/* Sends HTTP with a command of this protocol as its body, and returns what the server says. */
static const char *send_http(const char *request) {
    static char reply[sizeof((Peer *)0)->line];
    Peer *peer = world_connect(world, NULL);
    peer_discard(peer);
    peer_say(peer, "%s\r\nContent-Type: text/plain\r\n\r\nNEW standard", request);
    assert_null(peer->client);
    strcpy(reply, peer_line(peer));
    expect_none(peer);
    peer_free(peer);
    return reply;
}

/* A page in a browser cannot make it play. */
static void test_http(void **state) {
    (void)state;
    CoreStats before, after;
    core_stats(world->core, &before);
    static const char *const requests[] = {"GET / HTTP/1.1",     "POST /x HTTP/1.1",
                                           "OPTIONS * HTTP/1.1", "OPTIONS *",
                                           "get / http/1.0",     "CONNECT host:1 HTTP/1.1",
                                           "PRI * HTTP/2.0",     "GET http://host/ HTTP/1.1"};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        assert_true(strncmp(send_http(requests[i]), "!BYE ", 5) == 0);
    char longest[600] = "GET /";
    memset(longest + 5, 'x', sizeof longest - 6);
    longest[sizeof longest - 1] = '\0';
    assert_true(strncmp(send_http(longest), "!BYE ", 5) == 0);
    core_stats(world->core, &after);
    assert_int_equal(after.commands, before.commands);
    assert_int_equal(after.command_errors, before.command_errors);
    assert_null(memory_store_game(world->memory, 0));
    start_game("standard");
    Peer *peer = world_connect(world, NULL);
    peer_discard(peer);
    peer_say(peer, "GET %s", id);
    expect(peer, "=GAME ");
    expect(peer, "+GET ");
    peer_say(peer, "GET / HTTP/1.1"); /* only a first line */
    expect(peer, "-BADARG ");
    assert_non_null(peer->client);
    peer = world_connect(world, NULL);
    peer_discard(peer);
    peer_say(peer, "get %s", id);
    expect(peer, "=GAME ");
}

static void test_tag_of_a_long_line(void **state) {
    (void)state;
    char line[600];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\0';
    Peer *peer = world_connect(world, NULL);
    peer_discard(peer);
    memcpy(line, "@7 SAY ", 7);
    peer_say(peer, "%s", line);
    expect(peer, "-@7 TOOLONG retry=no msg=");
    memcpy(line, "@bad tag", 8);
    memcpy(line, "@b!d", 4);
    peer_say(peer, "%s", line);
    expect(peer, "-TOOLONG retry=no msg=");
    for (size_t i = 0; i < sizeof line - 1; i++) { /* in single bytes */
        char byte = i < 7 ? "  @q PI"[i] : 'x';
        peer_send(peer, &byte, 1);
    }
    expect(peer, "-@q TOOLONG ");
    peer_say(peer, "\nPING");
    expect(peer, "+PONG");
}

/* ---- pipelining and the store ---- */

static void test_pipeline(void **state) {
    (void)state;
    start_game("standard");
    world->store_is_held = true;
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

static void test_wait_for_change(void **state) {
    (void)state;
    start_game("standard");
    world->store_is_held = true;
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_say(black, "MOVE %s 1 b6b5", id); /* not its turn yet, but after the first move */
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

/* The mover leaves before the commit. The others still see the move. */
static void test_mover_leaves_before_commit(void **state) {
    (void)state;
    start_game("standard");
    world->store_is_held = true;
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(white);
    world->store_is_held = false;
    world_settle(world);
    expect(black, "!LEAVE ");
    expect(black, "!MOVE ");
    expect(guest, "!LEAVE ");
    expect(guest, "!MOVE ");
}

static void test_damaged_game(void **state) {
    (void)state;
    start_game("standard");
    peer_say(white, "MOVE %s 0 b2b3", id);
    GameId name;
    assert_true(game_id_parse(id, strlen(id), &name));
    strcpy(memory_store_find(world->memory, game_id_number(&name))->moves[0].path, "b2b7");
    world_crash(world, 0);
    Peer *peer = world_connect(world, NULL);
    char line[32];
    snprintf(line, sizeof line, "GET %s", id);
    expect_error(peer, "INTERNAL", line);
    expect_error(peer, "NOGAME", "GET 0000000000");
}

/* A seat's key is erased from the core once its command is answered. */
static void test_keys_are_erased(void **state) {
    (void)state;
    static const char key[] = "0123456789ABCDEFGHJKMNPQRS";
    Peer *peer = world_connect(world, NULL);
    peer_say(peer, "NEW standard seat=w key=%s", key);
    expect(peer, "!HELLO");
    expect(peer, "+NEW ");
    assert_string_equal(peer_field(peer, "key"), key);
    const Core *core = world->core;
    assert_memory_not_equal(core->request.fields.key.text, key, sizeof key);
    assert_memory_not_equal(core->message.fields.key.text, key, sizeof key);
    assert_true(LIST_EMPTY(&core->pending_calls.all));
    assert_false(LIST_EMPTY(&core->pending_calls.unused));
    const PendingCall *ended;
    LIST_FOREACH(ended, &core->pending_calls.unused, entry)
        assert_memory_not_equal(ended->key.text, key, sizeof key);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_session),
        TEST(test_connection_commands),
        TEST(test_game_queries),
        TEST(test_board_of_islands),
        TEST(test_watch_from),
        TEST(test_new_fields),
        TEST(test_list),
        TEST(test_presence),
        TEST(test_http),
        TEST(test_tag_of_a_long_line),
        TEST(test_pipeline),
        TEST(test_wait_for_change),
        TEST(test_mover_leaves_before_commit),
        TEST(test_damaged_game),
        TEST(test_keys_are_erased),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
