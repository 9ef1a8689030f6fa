/* The server's core among several servers: where players are, talk, lists, the servers, and time.
 */
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

enum { MINUTE_MS = 60 * 1000, NEW_SERVER = 3 };

static void hold_store(void) {
    world->store_is_held = true;
}

static void release_store(void) {
    world->store_is_held = false;
    world_settle(world);
}

static const StorePresence *presence(Role role) {
    return &stored()->presence[role];
}

static void expect_presence(Role role, uint32_t server, uint64_t generation) {
    assert_int_equal(presence(role)->server, server);
    assert_int_equal(presence(role)->generation, generation);
}

static Peer *join(const char *fields) {
    Peer *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "JOIN %s %s", id, fields);
    return peer;
}

/* ---- coming and leaving ---- */

static void test_presence_is_stored(void **state) {
    (void)state;
    create_game("standard");
    expect_presence(ROLE_WHITE, MEMORY_SERVER, 1);
    expect_presence(ROLE_CREATOR, 0, 0);
    Peer *black_here = join("b key=" BLACK_KEY);
    expect(black_here, "=GAME ");
    expect(black_here, "+JOIN ");
    expect_presence(ROLE_BLACK, MEMORY_SERVER, 1);
    world_advance(world, 5000);
    peer_close(black_here);
    expect_presence(ROLE_BLACK, 0, 1);
    assert_int_equal(presence(ROLE_BLACK)->left_ms, world->now_ms);
    black_here = join("b key=" BLACK_KEY);
    expect_presence(ROLE_BLACK, MEMORY_SERVER, 2);
    Peer *again = join("b key=" BLACK_KEY);
    expect(again, "=GAME ");
    expect(again, "+JOIN ");
    peer_discard(black_here);
    expect_presence(ROLE_BLACK, MEMORY_SERVER, 3);
    peer_close(black_here); /* has been replaced */
    expect_presence(ROLE_BLACK, MEMORY_SERVER, 3);
    peer_say(again, "JOIN %s b key=" BLACK_KEY, id); /* is there already */
    expect_presence(ROLE_BLACK, MEMORY_SERVER, 3);
    peer_say(again, "UNWATCH %s", id);
    expect_presence(ROLE_BLACK, 0, 3);
}

static void test_creator_without_a_seat(void **state) {
    (void)state;
    white = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard seat=none key=" OTHER_KEY);
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
    expect_presence(ROLE_CREATOR, MEMORY_SERVER, 1);
    expect_presence(ROLE_WHITE, 0, 0);
    peer_close(white);
    expect_presence(ROLE_CREATOR, 0, 1);
    white = world_connect_quietly(world, NULL);
    peer_say(white, "NEW standard seat=none key=" OTHER_KEY);
    expect(white, "+NEW ");
    expect_field(white, "dup", "1");
    expect_presence(ROLE_CREATOR, MEMORY_SERVER, 2);
    arrive_elsewhere(ROLE_CREATOR);
    expect_none(white);
    peer_close(white); /* is no longer the creator's client */
    expect_presence(ROLE_CREATOR, MEMORY_OTHER_SERVER, 3);
}

/* The client is gone when the store has given it the seat. */
static void test_client_that_leaves_while_it_comes(void **state) {
    (void)state;
    create_game("standard");
    hold_store();
    Peer *late = join("b key=" BLACK_KEY " name=Bo");
    peer_close(late);
    release_store();
    expect_presence(ROLE_BLACK, 0, 1);
    assert_true(stored()->header.seat[BLACK].taken);
    hold_store();
    late = world_connect_quietly(world, NULL);
    peer_say(late, "NEW standard key=" OTHER_KEY);
    peer_close(late);
    release_store();
    const StoreGame *created = memory_store_game(world->memory, 1);
    assert_int_equal(created->presence[ROLE_WHITE].server, 0);
    assert_int_equal(created->presence[ROLE_WHITE].generation, 1);
}

/* If the older client of the seat is still there, it keeps it. */
static void test_second_client_that_leaves_while_it_comes(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    Peer *late = join("w key=" WHITE_KEY);
    peer_close(late);
    release_store();
    expect_presence(ROLE_WHITE, MEMORY_SERVER, 2);
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "+MOVE ");
}

/* A change of the game at a time: the client's move, and then its leaving. */
static void test_leaving_after_a_move(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(white);
    assert_int_equal(memory_store_waiting(world->memory), 1);
    release_store();
    assert_int_equal(stored()->count, 1);
    expect_presence(ROLE_WHITE, 0, 1);
    expect(guest, "!LEAVE ");
    expect(guest, "!MOVE ");
    expect_none(guest);
    assert_int_equal(stats().overtaken, 0);
}

/* The game stays in memory until both have left, though nobody needs it. */
static void test_both_leave_at_once(void **state) {
    (void)state;
    create_game("standard private=1");
    Peer *other = join("b key=" BLACK_KEY " name=Bo");
    peer_close(guest);
    hold_store();
    peer_close(white);
    peer_close(other);
    release_store();
    expect_presence(ROLE_WHITE, 0, 1);
    expect_presence(ROLE_BLACK, 0, 1);
}

/* It depends on no version, so what other servers have changed is read afterwards. */
static void test_leaving_after_a_change_elsewhere(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    peer_close(white);
    expect(guest, "!LEAVE ");
    expect(guest, "!MOVE ");
    expect_none(guest);
    release_news();
    expect_none(guest);
    expect_presence(ROLE_WHITE, 0, 1);
}

static void test_seat_taken_over_elsewhere(void **state) {
    (void)state;
    start_shared_game("standard");
    arrive_elsewhere(ROLE_WHITE);
    expect(white, "!REPLACED ");
    expect_no_events(); /* White has been present all the time */
    expect_move_error(white, "NOTSEATED", "0 b2b3");
    move_elsewhere("b2b3");
    expect_event("!MOVE", "0 b2b3 by=w next=1");
    peer_close(white);
    expect_none(guest);
    expect_presence(ROLE_WHITE, MEMORY_OTHER_SERVER, 2);
    leave_elsewhere(ROLE_WHITE);
    expect(guest, "!LEAVE ");
}

static void test_seat_taken_over_here(void **state) {
    (void)state;
    start_shared_game("standard");
    Peer *black_here = join("any key=" BLACK_KEY);
    expect(black_here, "=GAME ");
    expect(black_here, "+JOIN ");
    expect_no_events(); /* Black has been present all the time */
    expect_presence(ROLE_BLACK, MEMORY_SERVER, 2);
    leave_elsewhere(ROLE_WHITE); /* changes nothing */
    expect_presence(ROLE_WHITE, MEMORY_SERVER, 1);
}

static void test_players_elsewhere_are_present(void **state) {
    (void)state;
    start_shared_game("standard claim=5");
    peer_say(white, "MOVE %s 0 b2b3", id);
    assert_string_equal(world_shown(world, id, "bon"), "1");
    assert_string_equal(world_shown(world, id, "won"), "1");
    assert_string_equal(world_shown(world, id, "away"), "");
    world_advance(world, 10 * (int64_t)MINUTE_MS);
    discard_all();
    peer_say(white, "CLAIM %s 1", id);
    expect(white, "-RATE wait=300000 ");
    leave_elsewhere(ROLE_BLACK);
    expect_event("!LEAVE", "b");
    assert_string_equal(world_shown(world, id, "bon"), "");
    world_advance(world, 4 * MINUTE_MS);
    assert_string_equal(world_shown(world, id, "away"), "240000");
    discard_all();
    peer_say(white, "CLAIM %s 1", id);
    expect(white, "-RATE wait=60000 ");
    world_advance(world, MINUTE_MS);
    peer_say(white, "CLAIM %s 1", id);
    expect(white, "+CLAIM ");
}

/* The absence of a player is counted by every server, also by one that starts. */
static void test_absence_over_a_restart(void **state) {
    (void)state;
    start_shared_game("standard claim=5");
    peer_say(white, "MOVE %s 0 b2b3", id);
    leave_elsewhere(ROLE_BLACK);
    world_advance(world, 4 * MINUTE_MS);
    world_crash(world, 0);
    white = join("w key=" WHITE_KEY);
    world_advance(world, MINUTE_MS - 1000);
    peer_discard(white);
    peer_say(white, "CLAIM %s 1", id);
    expect(white, "+CLAIM ");
}

/* The turn of a player whose opponent comes later begins then. */
static void test_absence_before_the_opponent_comes(void **state) {
    (void)state;
    create_game("standard claim=5");
    peer_close(white);
    world_advance(world, 10 * (int64_t)MINUTE_MS);
    take_seat_elsewhere(BLACK, BLACK_KEY, "Bo");
    assert_string_equal(world_shown(world, id, "away"), "0");
}

/* When a turn without an earlier move began is not stored. Nobody loses by that. */
static void test_absence_in_a_game_without_moves(void **state) {
    (void)state;
    start_shared_game("standard claim=5 private=1");
    peer_close(white);
    world_advance(world, MINUTE_MS);
    world_crash(world, 0);
    world_advance(world, MINUTE_MS);
    assert_string_equal(world_shown(world, id, "away"), "0");
}

/* While the disk is full, players return without the other servers' knowledge. */
static void test_coming_back_while_the_disk_is_full(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_set_failure(world->memory, MEMORY_FULL);
    peer_close(white); /* cannot be stored either */
    expect_presence(ROLE_WHITE, MEMORY_SERVER, 1);
    white = join("w key=" WHITE_KEY);
    expect(white, "=GAME ");
    expect(white, "+JOIN ");
    Peer *black_here = join("b key=" BLACK_KEY);
    expect(black_here, "=GAME ");
    expect(black_here, "+JOIN ");
    discard_all();
    peer_close(black_here); /* is present on the other server */
    expect_no_events();
    join("b key=" BLACK_KEY);
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_advance(world, MINUTE_MS);
    expect_presence(ROLE_WHITE, MEMORY_SERVER, 1);
    expect_presence(ROLE_BLACK, MEMORY_SERVER, 2);
}

static void test_leaving_while_the_disk_is_full(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_set_failure(world->memory, MEMORY_FULL);
    peer_close(white);
    peer_close(guest);
    memory_store_set_failure(world->memory, MEMORY_GOOD);
    world_advance(world, MINUTE_MS);
    expect_presence(ROLE_WHITE, 0, 1);
}

/* Its store tells the others about all clients of a server that shuts down. */
static void test_draining_stores_no_leaving(void **state) {
    (void)state;
    start_shared_game("standard");
    unsigned changes = memory_store_changes(world->memory);
    core_drain(world->core);
    world_settle(world);
    assert_null(white->client);
    assert_int_equal(memory_store_changes(world->memory), changes);
}

/* ---- the servers ---- */

static void test_death_of_another_server(void **state) {
    (void)state;
    start_shared_game("standard");
    const uint64_t ids[] = {MEMORY_SERVER};
    memory_store_bury(world->memory, MEMORY_OTHER_SERVER);
    memory_store_set_members(world->memory, MEMORY_SERVER, ids, 1);
    world_settle(world);
    expect_event("!LEAVE", "b");
    assert_string_equal(world_shown(world, id, "bon"), "");
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "+MOVE ");
}

/* A server that the others have taken for dead gets a new number. Its clients' presence was ended
 * only there. */
static void test_server_that_was_taken_for_dead(void **state) {
    (void)state;
    start_shared_game("standard");
    peer_say(guest, "NEW standard seat=none");
    expect(guest, "+NEW ");
    const uint64_t ids[] = {MEMORY_OTHER_SERVER, NEW_SERVER};
    memory_store_hold_news(world->memory);
    memory_store_bury(world->memory, MEMORY_SERVER);
    move_elsewhere("b2b3");
    expect_presence(ROLE_WHITE, 0, 1);
    memory_store_set_members(world->memory, NEW_SERVER, ids, 2);
    world_settle(world); /* there are no news of what came before the number */
    expect_event("!MOVE", "0 b2b3 by=w next=1");
    assert_int_equal(stats().overtaken, 0);
    expect_no_events();
    expect_presence(ROLE_WHITE, NEW_SERVER, 2);
    expect_presence(ROLE_BLACK, MEMORY_OTHER_SERVER, 1);
    const StoreGame *created = memory_store_game(world->memory, 1);
    assert_int_equal(created->presence[ROLE_CREATOR].server, NEW_SERVER);
    peer_close(white);
    expect(guest, "!LEAVE ");
    expect_presence(ROLE_WHITE, 0, 2);
}

/* Meanwhile the player has gone to another server. */
static void test_player_who_has_left_a_server_that_was_taken_for_dead(void **state) {
    (void)state;
    start_shared_game("standard");
    const uint64_t ids[] = {MEMORY_OTHER_SERVER, NEW_SERVER};
    memory_store_hold_news(world->memory);
    memory_store_bury(world->memory, MEMORY_SERVER);
    arrive_elsewhere(ROLE_WHITE);
    memory_store_set_members(world->memory, NEW_SERVER, ids, 2);
    world_settle(world);
    expect(white, "!REPLACED ");
    expect_no_events();
    expect_presence(ROLE_WHITE, MEMORY_OTHER_SERVER, 2);
}

/* Creates games whose creators have left. */
static void create_games(int count, const char *fields) {
    for (int i = 0; i < count; i++) {
        Peer *peer = world_connect_quietly(world, NULL);
        peer_say(peer, "NEW standard %s", fields);
        expect(peer, "+NEW ");
        read_id(peer, "+NEW ");
        peer_close(peer);
    }
}

/* The games whose clocks run are shared out among the servers, and again when one dies. */
static void test_timed_games_are_shared_out(void **state) {
    (void)state;
    create_games(40, "clock=60+0");
    world_crash(world, 0);
    size_t loaded = stats().games_in_memory;
    assert_in_range(loaded, 5, 35);
    const uint64_t ids[] = {NEW_SERVER};
    memory_store_set_members(world->memory, NEW_SERVER, ids, 1);
    world_settle(world);
    assert_int_equal(stats().games_in_memory, 40);
}

static void test_one_server_sweeps(void **state) {
    (void)state;
    create_games(1, "");
    const uint64_t ids[] = {MEMORY_SERVER, MEMORY_OTHER_SERVER};
    memory_store_set_members(world->memory, MEMORY_OTHER_SERVER, ids, 2);
    world_advance(world, 31 * INT64_C(24) * 60 * MINUTE_MS);
    assert_non_null(memory_store_game(world->memory, 0));
    memory_store_set_members(world->memory, MEMORY_OTHER_SERVER, ids + 1, 1);
    world_advance(world, 1);
    assert_null(memory_store_game(world->memory, 0));
}

/* ---- missed news ---- */

static void test_missed_news(void **state) {
    (void)state;
    start_shared_game("standard");
    char played[sizeof id];
    strcpy(played, id);
    create_games(1, "");
    assert_string_equal(world_shown(world, id, "won"), "");
    strcpy(id, played);
    assert_int_equal(stats().games_in_memory, 2);
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    leave_elsewhere(ROLE_BLACK);
    memory_store_miss_news(world->memory);
    world_settle(world);
    expect_event("!MOVE", "0 b2b3 by=w next=1");
    expect_event("!LEAVE", "b");
    expect_no_events();
    assert_int_equal(stats().overtaken, 0);
    assert_int_equal(stats().games_in_memory, 1); /* the other was not needed */
}

/* Of many games that may have changed, few are loaded at once. One that a client asks for does not
 * wait for the others. */
/* A spectator comes from a server that has told of a move; this one has not heard of it yet. */
static void test_client_that_knows_more(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_hold_news(world->memory);
    move_elsewhere("b2b3");
    Peer *spectator = world_connect_quietly(world, NULL);
    peer_say(spectator, "WATCH %s from=1", id);
    expect(spectator, "=GAME ");
    expect_field(spectator, "ply", "1");
    expect(spectator, "+WATCH ");
    peer_say(spectator, "MOVES %s from=7", id); /* nobody has made them */
    expect(spectator, "+MOVES ");
    release_news();
    expect_none(spectator);
    expect_event("!MOVE", "0 b2b3 by=w next=1");
}

/* Players who know from each other what this server has not heard of yet. */
static void test_answers_to_unheard_offers(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_hold_news(world->memory);
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 0, 0);
    peer_say(white, "DRAW %s 0 decline", id);
    expect(white, "!OFFER ");
    expect(white, "+DRAW ");
    peer_say(white, "DRAW %s 0 accept", id);
    expect(white, "-NOOFFER ");
    end_elsewhere(RESULT_WHITE, REASON_RESIGNED, BLACK);
    peer_say(white, "REMATCH %s offer", id);
    expect(white, "!END ");
    expect(white, "+REMATCH ");
    rematch_elsewhere(STORE_OFFER_OPEN, BLACK); /* White's was declined before */
    peer_say(white, "REMATCH %s accept", id);
    expect(white, "!REMATCH ");
    expect(white, "+REMATCH ");
    expect_field(white, "seat", "b");
}

static void test_missed_news_of_many_games(void **state) {
    (void)state;
    enum { GAMES = 300, AT_ONCE = 100 };
    Peer *watcher[GAMES / 50];
    for (int i = 0; i < GAMES; i++) {
        if (i % 50 == 0)
            watcher[i / 50] = world_connect_quietly(world, NULL);
        peer_say(watcher[i / 50], "NEW standard private=1");
        expect(watcher[i / 50], "+NEW ");
    }
    read_id(watcher[GAMES / 50 - 1], "+NEW ");
    hold_store();
    memory_store_miss_news(world->memory);
    world_commit(world, 0);
    assert_in_range(memory_store_waiting(world->memory), AT_ONCE, AT_ONCE + 5);
    Peer *reader = world_connect_quietly(world, NULL);
    peer_say(reader, "GET %s", id);
    expect_none(reader);
    world_commit(world, SIZE_MAX);
    world_settle(world);
    expect(reader, "=GAME ");
    assert_in_range(memory_store_waiting(world->memory), 1, AT_ONCE);
    release_store();
    assert_int_equal(memory_store_waiting(world->memory), 0);
}

/* ---- lists ---- */

/* Creates a game with a client of the other server. */
static void create_elsewhere(const char *key, bool hidden) {
    StoreRequest request = {.kind = STORE_CREATE, .role = ROLE_WHITE};
    static uint64_t next_id = 1000;
    strcpy(request.create.variant, "congo");
    strcpy(request.create.start, START);
    request.create.id = next_id++;
    request.create.hidden = hidden;
    request.create.seat[WHITE].taken = true;
    SeatKey parsed;
    assert_true(seat_key_parse(key, strlen(key), &parsed));
    key_hash_from_key(&parsed, &request.create.seat[WHITE].hash);
    strcpy(id, game_id_from_number(request.create.id).text);
    assert_int_equal(memory_store_change_elsewhere(world->memory, &request), STORE_OK);
    world_settle(world);
}

static void expect_listed(const char *list, const char *expected) {
    Peer *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "LIST %s", list);
    expect(peer, expected);
    peer_free(peer);
}

static void test_lists_show_all_servers(void **state) {
    (void)state;
    Peer *follower = world_connect_quietly(world, NULL);
    peer_say(follower, "SUBSCRIBE");
    peer_discard(follower);
    create_elsewhere(OTHER_KEY, true);
    assert_int_equal(stats().games_in_memory, 0);
    create_elsewhere(WHITE_KEY, false);
    assert_int_equal(stats().games_in_memory, 1);
    expect_listed("open", "=LIST ");
    expect_listed("live", "+LIST");
    take_seat_elsewhere(BLACK, BLACK_KEY, "Bo");
    expect_listed("open", "+LIST");
    expect_listed("live", "=LIST ");
    world_advance(world, 1000);
    expect(follower, "!LIST ");
    world_advance(world, 24 * 60 * (int64_t)MINUTE_MS); /* the game does not leave memory */
    peer_discard(follower);
    expect_listed("live", "=LIST ");
    assert_int_equal(stats().games_stored, 2); /* counted anew every hour */
    world_crash(world, 0);                     /* a server that starts loads the list */
    expect_listed("live", "=LIST ");
    leave_elsewhere(ROLE_WHITE);
    expect_listed("live", "=LIST ");
    leave_elsewhere(ROLE_BLACK);
    expect_listed("live", "+LIST");
    arrive_elsewhere(ROLE_WHITE); /* the game is still in memory */
    expect_listed("live", "=LIST ");
    leave_elsewhere(ROLE_WHITE);
    world_advance(world, (int64_t)world->limits.idle_s * 1000);
    assert_int_equal(stats().games_in_memory, 0);
    arrive_elsewhere(ROLE_BLACK);
    expect_listed("live", "=LIST ");
    end_elsewhere(RESULT_WHITE, REASON_RESIGNED, BLACK);
    expect_listed("live", "+LIST");
}

static void note_result(void *context, const StoreCompletion *completion) {
    *(StoreResult *)context = completion->result;
}

/* The administrator hides a game on one server, and the lists of all leave it out. A move at the
 * same time is made nevertheless. */
static void test_hidden_game(void **state) {
    (void)state;
    StoreResult result = STORE_FAILED;
    start_shared_game("standard");
    expect_listed("live", "=LIST ");
    change_elsewhere((StoreRequest){.kind = STORE_HIDE, .hidden = true});
    expect_listed("live", "+LIST");
    discard_all();
    hold_store();
    core_hide(world->core, number(), false, note_result, &result);
    peer_say(white, "MOVE %s 0 b2b3", id);
    release_store();
    assert_int_equal(result, STORE_OK);
    expect(white, "+MOVE ");
    expect_listed("live", "=LIST ");
    core_hide(world->core, number() + 1, true, note_result, &result);
    world_settle(world);
    assert_int_equal(result, STORE_MISSING);
    assert_int_equal(stats().conflicts, 0);
}

/* A stale game that nobody needs leaves memory instead of being loaded again. */
static void test_stale_game_that_nobody_needs(void **state) {
    (void)state;
    start_shared_game("standard private=1 claim=43200");
    peer_say(white, "MOVE %s 0 b2b3", id);
    peer_close(guest);
    peer_close(white);
    assert_int_equal(stats().games_in_memory, 0);
    move_elsewhere("b6b5");
    assert_int_equal(stats().games_in_memory, 0);
    assert_string_equal(world_shown(world, id, "ply"), "2");
    assert_int_equal(stats().games_in_memory, 1);
    hold_store();
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 2, 0);
    world_commit(world, 0);
    assert_int_equal(memory_store_waiting(world->memory), 0);
    assert_int_equal(stats().games_in_memory, 0);
}

static void test_game_that_is_deleted(void **state) {
    (void)state;
    create_games(1, "");
    assert_string_equal(world_shown(world, id, "ply"), "0");
    assert_int_equal(stats().games_in_memory, 1);
    change_elsewhere((StoreRequest){.kind = STORE_DELETE});
    assert_int_equal(stats().games_in_memory, 0);
}

/* A game that nobody has needed for long is needed again. It is not removed meanwhile. */
static void test_idle_game_that_is_refreshed(void **state) {
    (void)state;
    start_shared_game("standard");
    peer_close(guest);
    peer_close(white);
    leave_elsewhere(ROLE_BLACK);
    assert_string_equal(world_shown(world, id, "bon"), "");
    hold_store();
    arrive_elsewhere(ROLE_BLACK);
    world_commit(world, 0);
    world_advance(world, 2 * (int64_t)world->limits.idle_s * 1000);
    assert_int_equal(stats().games_in_memory, 1);
    release_store();
    assert_string_equal(world_shown(world, id, "bon"), "1");
}

static void test_deleted_rematch(void **state) {
    (void)state;
    start_shared_game("standard");
    end_elsewhere(RESULT_BLACK, REASON_RESIGNED, WHITE);
    rematch_elsewhere(STORE_OFFER_OPEN, BLACK);
    peer_say(white, "REMATCH %s accept", id);
    peer_discard(guest);
    assert_string_not_equal(world_shown(world, id, "game"), "");
    uint64_t rematch = stored()->rematch_game;
    StoreRequest removal = {.kind = STORE_DELETE, .id = rematch};
    assert_int_equal(memory_store_change_elsewhere(world->memory, &removal), STORE_OK);
    world_settle(world);
    assert_string_equal(world_shown(world, id, "game"), "");
    discard_all();
    peer_say(white, "REMATCH %s accept", id); /* there can be another */
    expect(white, "+REMATCH ");
    expect_field(white, "dup", "");
    assert_int_equal(stats().conflicts, 0);
}

/* ---- talk ---- */

static void tell_elsewhere(Seat seat, const char *name, const char *text) {
    StoreRequest request = {.kind = STORE_TELL, .tell = {.seat = seat}};
    strcpy(request.tell.name, name);
    strcpy(request.tell.text, text);
    change_elsewhere(request);
}

static void test_talk(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    peer_say(white, "@s SAY %s hello  there", id);
    expect_no_events();
    assert_int_equal(memory_store_waiting(world->memory), 1);
    release_store();
    expect(white, "+@s SAY ");
    char line[64];
    snprintf(line, sizeof line, "!SAY %s w Ada: hello  there", id);
    expect(guest, line);
    tell_elsewhere(SEAT_BLACK, "Bo", "good luck");
    expect_event("!SAY", "b Bo: good luck");
    tell_elsewhere(SEAT_NONE, "Cy", "what a move");
    expect_none(white); /* players do not hear spectators before the end */
    snprintf(line, sizeof line, "!SAY %s - Cy: what a move", id);
    expect(guest, line);
    peer_say(guest, "MUTE %s b", id);
    expect(guest, "+MUTE ");
    tell_elsewhere(SEAT_BLACK, "Bo", "thanks");
    expect(white, "!SAY ");
    end_elsewhere(RESULT_WHITE, REASON_RESIGNED, BLACK);
    discard_all();
    tell_elsewhere(SEAT_NONE, "Cy", "well played");
    expect_event("!SAY", "- Cy: well played");
    expect_no_events();
}

/* The others hear what a client has said that is gone. */
static void test_talk_of_a_client_that_is_gone(void **state) {
    (void)state;
    start_shared_game("standard");
    hold_store();
    peer_say(white, "SAY %s bye", id);
    peer_close(white);
    release_store();
    expect(guest, "!LEAVE ");
    expect(guest, "!SAY ");
    expect_none(guest);
}

static void test_talk_while_the_disk_is_full(void **state) {
    (void)state;
    start_shared_game("standard");
    memory_store_set_failure(world->memory, MEMORY_FULL);
    peer_say(white, "SAY %s hello", id);
    expect(white, "!READONLY");
    expect(white, "# ");
    expect(white, "-READONLY ");
    discard_all();
    unsigned changes = memory_store_changes(world->memory);
    peer_say(white, "SAY %s hello", id);
    expect(white, "-READONLY ");
    expect_none(guest);
    assert_int_equal(memory_store_changes(world->memory), changes);
}

/* ---- time ---- */

/* Begins a game whose clocks run, with White to move. */
static void begin_clocked(void) {
    start_shared_game("standard clock=60+0");
    peer_say(white, "MOVE %s 0 b2b3", id);
    move_elsewhere("b6b5");
    discard_all();
}

/* Turns begin when the last move arrived, on every server. */
static void test_turns(void **state) {
    (void)state;
    begin_clocked();
    world_advance(world, 1000);
    hold_store();
    peer_say(white, "MOVE %s 2 a2a3", id);
    world_advance(world, 3000);
    release_store();
    assert_int_equal(stored()->moves[2].at_ms, world->now_ms - 3000);
    assert_int_equal(stored()->moves[2].ms, 1000);
    assert_string_equal(world_shown(world, id, "wms"), "59000");
    assert_string_equal(world_shown(world, id, "bms"), "57000");
    memory_store_hold_news(world->memory);
    move_elsewhere("a6a5");
    world_advance(world, 500);
    release_news();
    assert_string_equal(world_shown(world, id, "wms"), "58500");
    world_crash(world, 0);
    assert_string_equal(world_shown(world, id, "wms"), "57500");
}

/* The other server's clock is `ahead_ms` ahead of this one's. */
static void move_elsewhere_ahead(const char *path, int64_t ahead_ms) {
    StoreRequest request = {.kind = STORE_MOVE, .move = {.ply = (uint32_t)stored()->count}};
    request.move.move.at_ms = world->now_ms + ahead_ms;
    strcpy(request.move.move.path, path);
    change_elsewhere(request);
}

/* A move never arrives before the one that it answers, whatever the clocks of the servers say. */
static void test_move_of_a_server_whose_clock_is_ahead(void **state) {
    (void)state;
    begin_clocked();
    peer_say(white, "MOVE %s 2 a2a3", id);
    move_elsewhere_ahead("a6a5", 20);
    peer_discard(white);
    peer_say(white, "MOVE %s 4 c2c3", id);
    expect(white, "+MOVE ");
    assert_int_equal(stored()->moves[4].at_ms, stored()->moves[3].at_ms);
    assert_int_equal(stored()->moves[4].ms, 0);
}

static void test_seat_taken_on_a_server_whose_clock_is_behind(void **state) {
    (void)state;
    create_game("standard clock=60+0");
    move_elsewhere_ahead("b2b3", 20);
    Peer *late = join("b key=" BLACK_KEY " name=Bo");
    peer_say(late, "MOVE %s 1 b6b5", id);
    assert_int_equal(stored()->count, 2);
    assert_int_equal(stored()->moves[1].at_ms, stored()->moves[0].at_ms);
}

/* This server's clock is behind if it has stood still. Then it jumps, and the turn has not begun
 * before the move. */
static void test_game_that_is_loaded_with_a_clock_behind(void **state) {
    (void)state;
    enum { BEHIND_MS = 50000 };
    begin_clocked();
    stored()->moves[1].at_ms += BEHIND_MS;
    int64_t flag_ms = stored()->moves[1].at_ms + 60000;
    world_crash(world, 0);
    assert_string_equal(world_shown(world, id, "wms"), "60000");
    world_advance(world, flag_ms - world->now_ms);
    assert_int_equal(stored()->end.outcome.reason, REASON_NONE);
    world_advance(world, 1000); /* White is not here */
    assert_int_equal(stored()->end.outcome.reason, REASON_TIME);
}

static void test_no_service_time_is_stored(void **state) {
    (void)state;
    begin_clocked();
    unsigned changes = memory_store_changes(world->memory);
    world_advance(world, 10000);
    assert_int_equal(memory_store_changes(world->memory), changes);
    peer_say(white, "MOVE %s 2 a2a3", id);
    assert_int_equal(memory_store_changes(world->memory), changes + 1);
}

static void test_flag_of_a_player_here(void **state) {
    (void)state;
    begin_clocked();
    world_advance(world, 59999);
    expect_no_events();
    world_advance(world, 1);
    expect_event("!END", "result=0-1 reason=time");
    assert_int_equal(stored()->end.ms, 60000);
}

/* A second later, because the move may have arrived there. */
static void test_flag_of_a_player_elsewhere(void **state) {
    (void)state;
    begin_clocked();
    peer_say(white, "MOVE %s 2 a2a3", id);
    discard_all();
    world_advance(world, 60999);
    expect_no_events();
    world_advance(world, 1);
    expect_event("!END", "result=1-0 reason=time");
    assert_int_equal(stored()->end.ms, 60000);
    assert_int_equal(stored()->end.by, BLACK);
}

/* The game goes on if the move was stored first, and has ended if the other server was first. */
static void test_flag_that_is_overtaken(void **state) {
    (void)state;
    begin_clocked();
    peer_say(white, "MOVE %s 2 a2a3", id);
    discard_all();
    memory_store_hold_news(world->memory);
    move_elsewhere("a6a5");
    world_advance(world, 61000);
    expect(white, "!MOVE ");
    expect(guest, "!MOVE ");
    expect_event("!END", "result=0-1 reason=time"); /* of White, who did not move */
    expect_no_events();
    assert_int_equal(stats().overtaken, 1);
    release_news();
    expect_no_events();
}

static void test_flag_that_has_fallen_elsewhere(void **state) {
    (void)state;
    begin_clocked();
    memory_store_hold_news(world->memory);
    world_advance(world, 59000);
    end_elsewhere(RESULT_BLACK, REASON_TIME, WHITE);
    world_advance(world, 1000);
    expect_event("!END", "result=0-1 reason=time");
    expect_no_events();
    assert_int_equal(stats().overtaken, 1);
    assert_int_equal(stats().conflicts, 0);
}

/* Whether a flag has fallen is not asked while the game may have changed. */
static void test_flag_of_a_stale_game(void **state) {
    (void)state;
    begin_clocked();
    memory_store_hold_news(world->memory);
    move_elsewhere("a2a3");
    memory_store_miss_news(world->memory);
    hold_store();
    world_commit(world, 0);
    world_advance(world, 70000);
    assert_int_equal(memory_store_waiting(world->memory), 3); /* the game and two lists */
    release_store();
    expect(white, "!MOVE ");
    expect(white, "!END ");
    expect_field(white, "result", "1-0");
    assert_int_equal(stats().overtaken, 0);
}

/* A game that was damaged and is whole again goes on when it changes. */
static void test_flag_after_damage(void **state) {
    (void)state;
    begin_clocked();
    memory_store_damage(world->memory, number());
    world_advance(world, 60000);
    expect_no_events();
    memory_store_damage(world->memory, 0);
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 2, 0);
    expect(white, "!OFFER ");
    expect(white, "!END ");
    assert_int_equal(stored()->end.outcome.reason, REASON_TIME);
}

/* The flag of a game falls that no client is in, wherever it changes. */
static void test_flag_without_clients(void **state) {
    (void)state;
    start_shared_game("standard clock=60+0 private=1");
    peer_say(white, "MOVE %s 0 b2b3", id);
    move_elsewhere("b6b5");
    peer_close(white);
    peer_close(guest);
    draw_elsewhere(STORE_OFFER_OPEN, BLACK, 2, 0);
    leave_elsewhere(ROLE_BLACK);
    assert_int_equal(stats().games_in_memory, 1);
    world_advance(world, 61000);
    assert_int_equal(stored()->end.outcome.reason, REASON_TIME);
}

/* The time goes on in jumps when the server has reached the store again. */
static void test_jump_of_the_time(void **state) {
    (void)state;
    Peer *slow = world_connect_quietly(world, NULL);
    peer_send(slow, "PI", 2);
    world->now_ms += 10 * (int64_t)MINUTE_MS;
    world_settle(world);
    peer_send(slow, "NG\n", 3);
    expect(slow, "+PONG");
    peer_send(slow, "PI", 2);
    world_advance(world, (int64_t)world->limits.line_s * 1000);
    expect(slow, "!BYE unfinished line");
}

/* Before the service time is known, nothing is loaded: no flag falls by a wrong time. */
static void test_unknown_time(void **state) {
    (void)state;
    begin_clocked();
    CoreOptions options = {
        .limits = world->limits, .store = memory_store_interface(world->memory), .version = "0"};
    peer_close(white);
    peer_close(guest);
    memory_store_crash(world->memory, SIZE_MAX);
    core_free(world->core);
    const uint64_t ids[] = {MEMORY_SERVER};
    memory_store_set_members(world->memory, MEMORY_SERVER, ids, 1);
    world->core = core_create(&options);
    StoreRequest offer = {.kind = STORE_DRAW, .id = number()};
    offer.draw = (StoreDraw){STORE_OFFER_OPEN, BLACK, 2, 0};
    assert_int_equal(memory_store_change_elsewhere(world->memory, &offer), STORE_OK);
    world_commit(world, SIZE_MAX); /* without the time */
    assert_int_equal(memory_store_waiting(world->memory), 0);
    assert_int_equal(stats().games_in_memory, 0);
    world_settle(world);
    assert_int_equal(stats().games_in_memory, 1);
    assert_int_equal(stats().uptime_ms, 0);
    assert_string_equal(world_shown(world, id, "wms"), "60000");
    assert_string_equal(world_shown(world, id, "offer"), "b");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_shared, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_presence_is_stored),
        TEST(test_creator_without_a_seat),
        TEST(test_client_that_leaves_while_it_comes),
        TEST(test_second_client_that_leaves_while_it_comes),
        TEST(test_leaving_after_a_move),
        TEST(test_both_leave_at_once),
        TEST(test_leaving_after_a_change_elsewhere),
        TEST(test_seat_taken_over_elsewhere),
        TEST(test_seat_taken_over_here),
        TEST(test_players_elsewhere_are_present),
        TEST(test_absence_over_a_restart),
        TEST(test_absence_before_the_opponent_comes),
        TEST(test_absence_in_a_game_without_moves),
        TEST(test_coming_back_while_the_disk_is_full),
        TEST(test_leaving_while_the_disk_is_full),
        TEST(test_draining_stores_no_leaving),
        TEST(test_death_of_another_server),
        TEST(test_server_that_was_taken_for_dead),
        TEST(test_player_who_has_left_a_server_that_was_taken_for_dead),
        TEST(test_timed_games_are_shared_out),
        TEST(test_one_server_sweeps),
        TEST(test_missed_news),
        TEST(test_client_that_knows_more),
        TEST(test_answers_to_unheard_offers),
        TEST(test_missed_news_of_many_games),
        TEST(test_lists_show_all_servers),
        TEST(test_stale_game_that_nobody_needs),
        TEST(test_hidden_game),
        TEST(test_game_that_is_deleted),
        TEST(test_idle_game_that_is_refreshed),
        TEST(test_deleted_rematch),
        TEST(test_talk),
        TEST(test_talk_of_a_client_that_is_gone),
        TEST(test_talk_while_the_disk_is_full),
        TEST(test_turns),
        TEST(test_move_of_a_server_whose_clock_is_ahead),
        TEST(test_seat_taken_on_a_server_whose_clock_is_behind),
        TEST(test_game_that_is_loaded_with_a_clock_behind),
        TEST(test_no_service_time_is_stored),
        TEST(test_flag_of_a_player_here),
        TEST(test_flag_of_a_player_elsewhere),
        TEST(test_flag_that_is_overtaken),
        TEST(test_flag_that_has_fallen_elsewhere),
        TEST(test_flag_of_a_stale_game),
        TEST(test_flag_after_damage),
        TEST(test_flag_without_clients),
        TEST(test_jump_of_the_time),
        TEST(test_unknown_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
