#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "game_fixture.h"

#include <stdio.h>
#include <string.h>

char id[16];
World *world;
Peer *white, *black, *guest;

void read_id(Peer *peer, const char *word) {
    const char *found = strstr(peer->line, word);
    assert_non_null(found);
    snprintf(id, sizeof id, "%.10s", found + strlen(word));
}

void start_game(const char *fields) {
    white = world_connect(world, NULL);
    black = world_connect(world, NULL);
    guest = world_connect(world, NULL);
    expect(white, "!HELLO congo/1 congod/0 maxline=512");
    peer_say(white, "NEW %s seat=w key=" WHITE_KEY " name=Ada", fields);
    expect(white, "+NEW ");
    read_id(white, "+NEW ");
    peer_say(black, "JOIN %s b key=" BLACK_KEY " name=Bo", id);
    peer_say(guest, "WATCH %s", id);
    peer_discard(white);
    peer_discard(black);
    peer_discard(guest);
}

int set_up(void **state) {
    (void)state;
    world = world_create();
    return 0;
}

void replace_world(void) {
    world_free(world);
    world = world_create();
}

int tear_down(void **state) {
    (void)state;
    world_free(world);
    return 0;
}

void expect_error(Peer *peer, const char *word, const char *line) {
    char start[32];
    peer_discard(peer);
    peer_say(peer, "%s", line);
    snprintf(start, sizeof start, "-%s ", word);
    expect(peer, start);
    assert_true(*peer_field(peer, "retry"));
    assert_true(*peer_field(peer, "msg"));
    expect_none(peer);
}

void expect_move_error(Peer *peer, const char *word, const char *rest) {
    char line[200];
    snprintf(line, sizeof line, "MOVE %s %s", id, rest);
    expect_error(peer, word, line);
}
