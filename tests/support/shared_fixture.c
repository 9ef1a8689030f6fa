#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "shared_fixture.h"

#include <stdio.h>
#include <string.h>

#include "net/identity.h"

/* ---- the other server ---- */

uint64_t number(void) {
    GameId parsed;
    assert_true(game_id_parse(id, strlen(id), &parsed));
    return game_id_number(&parsed);
}

StoreGame *stored(void) {
    return memory_store_find(world->memory, number());
}

void change_elsewhere(StoreRequest request) {
    request.id = number();
    assert_int_equal(memory_store_change_elsewhere(world->memory, &request), STORE_OK);
    world_settle(world);
}

void take_seat_elsewhere(Color color, const char *text, const char *name) {
    StoreRequest request = {.kind = STORE_SEAT, .role = (Role)color, .seat = {.color = color}};
    SeatKey key;
    assert_true(seat_key_parse(text, strlen(text), &key));
    key_hash_from_key(&key, &request.seat.hash);
    strcpy(request.seat.name, name);
    change_elsewhere(request);
}

void arrive_elsewhere(Role role) {
    change_elsewhere((StoreRequest){.kind = STORE_ARRIVE, .role = role});
}

void leave_elsewhere(Role role) {
    StoreRequest request = {.kind = STORE_LEAVE, .role = role};
    request.leave.generation = stored()->presence[role].generation;
    change_elsewhere(request);
}

void move_and_end_elsewhere(const char *path, StoreEnd end) {
    StoreRequest request = {.kind = STORE_MOVE,
                            .move = {.ply = (uint32_t)stored()->count,
                                     .move = {.ms = 7, .at_ms = world->now_ms},
                                     .end = end}};
    strcpy(request.move.move.path, path);
    change_elsewhere(request);
}

void move_elsewhere(const char *path) {
    move_and_end_elsewhere(path, (StoreEnd){0});
}

void draw_elsewhere(StoreOffer state, Color by, uint32_t ply, uint32_t decline_ply) {
    change_elsewhere((StoreRequest){.kind = STORE_DRAW, .draw = {state, by, ply, decline_ply}});
}

void end_elsewhere(Result result, Reason reason, Color by) {
    change_elsewhere((StoreRequest){.kind = STORE_END,
                                    .end = {{result, reason}, by, (uint32_t)stored()->count, 0}});
}

void rematch_elsewhere(StoreOffer state, Color by) {
    change_elsewhere((StoreRequest){.kind = STORE_REMATCH, .rematch = {state, by}});
}

void release_news(void) {
    memory_store_release_news(world->memory);
    world_settle(world);
}

/* ---- games ---- */

int set_up_shared(void **state) {
    (void)state;
    world = world_create_shared();
    return 0;
}

void discard_all(void) {
    peer_discard(white);
    peer_discard(guest);
}

/* White creates a game with these fields of NEW, a spectator watches it. */
void create_game(const char *fields) {
    white = world_connect_quietly(world, NULL);
    guest = world_connect_quietly(world, NULL);
    peer_say(white, "NEW %s seat=w key=" WHITE_KEY " name=Ada", fields);
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
    peer_say(guest, "WATCH %s", id);
    discard_all();
}

void start_shared_game(const char *fields) {
    create_game(fields);
    take_seat_elsewhere(BLACK, BLACK_KEY, "Bo");
    discard_all();
}

void expect_field(const Peer *peer, const char *key, const char *value) {
    assert_string_equal(peer_field(peer, key), value);
}

/* Everybody here receives the event. */
void expect_event(const char *word, const char *rest) {
    char line[64];
    snprintf(line, sizeof line, "%s %s %s", word, id, rest);
    expect(white, line);
    expect(guest, line);
}

void expect_no_events(void) {
    expect_none(white);
    expect_none(guest);
}

CoreStats stats(void) {
    CoreStats now;
    core_stats(world->core, &now);
    return now;
}
