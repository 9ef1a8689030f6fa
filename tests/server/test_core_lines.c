/*
 * Lines with wrong bytes, from players and a stranger, between the moves of a game. Every line of
 * the server is one of the protocol, and a tenth of the lines or more are moves that succeed.
 *
 * CONGO_LINES=N sends N lines, by default some thousands; see bench/FUZZING.md.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/game_fixture.h"

#include "base/random.h"
#include "net/protocol.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum { LINES_DEFAULT = 20000, LINE_SIZE = 700, GAMES_OF_WORLD = 50, MOVE_EVERY = 4 };

static uint64_t chance = 1;
static long sent, moves, games, connections;
static Position position;
static uint32_t ply;

/* Patterns of lines: '%' is the game, '^' the key of White, '#' a ply, '*' a move. */
static const char *const patterns[] = {
    "MOVE % # *",
    "@a MOVE % # * hash=0123456789abcdef",
    "JOIN % any key=^ name=Ada",
    "NEW standard seat=w key=^ clock=300+5 name=Zo\xC3\xAB private=1",
    "WATCH % from=#",
    "GET %",
    "MOVES % from=# limit=3",
    "LEGAL % b2 limit=9",
    "BOARD %",
    "EXPORT %",
    "SAY % hello",
    "DRAW % # offer",
    "MUTE % w",
    "UNMUTE %",
    "LIST live limit=5",
    "SUBSCRIBE open",
    "UNSUBSCRIBE",
    "STATS",
    "HELP MOVE",
    "PING x",
    "HELLO congo/1 client=x",
    "CLAIM % #",
    "REMATCH % offer",
    "NEW fen=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
    "UNWATCH %",
    "DRAW % # decline",
};

/* Reads what a peer was sent. Returns the last reply to a MOVE, parsed, in *reply. */
static bool read_lines(Peer *peer, Message *reply) {
    bool found = false;
    while (*peer_line(peer)) {
        Message message;
        assert_true(message_parse(peer->line, strlen(peer->line), &message, NULL));
        assert_int_not_equal(message.type, MESSAGE_UNKNOWN);
        if (message.kind == MESSAGE_OK && message.type == (int)VERB_MOVE) {
            *reply = message;
            found = true;
        }
    }
    return found;
}

static Peer *connect_again(Peer *peer) {
    peer_free(peer);
    connections++;
    return world_connect_quietly(world, NULL);
}

static void begin_game(void) {
    if (games++ % GAMES_OF_WORLD == 0)
        replace_world();
    start_game("standard");
    position_start(&position, variant_default());
    ply = 0;
}

static void choose_move(char path[COORDINATE_SIZE]) {
    MoveList list;
    movelist_init(&list);
    movegen_some(&position, 500, &list);
    strcpy(path, "a1a1");
    if (list.count > 0)
        coordinate_write(list.moves[random_below(&chance, list.count)], path);
    movelist_free(&list);
}

static size_t write_line(const char *pattern, char line[LINE_SIZE]) {
    char text[LINE_SIZE], path[COORDINATE_SIZE];
    size_t length = 0;
    for (const char *at = pattern; *at; at++) {
        snprintf(text, sizeof text, "%c", *at);
        if (*at == '*')
            choose_move(path);
        if (*at == '#')
            snprintf(text, sizeof text, "%u", ply);
        const char *shown = *at == '%' ? id : *at == '^' ? WHITE_KEY : *at == '*' ? path : text;
        length += (size_t)snprintf(line + length, LINE_SIZE - length, "%s", shown);
    }
    return length;
}

/* Changes, removes, inserts or repeats some bytes. */
static size_t mutate(char line[LINE_SIZE], size_t length) {
    for (size_t left = 1 + random_below(&chance, 3); left > 0 && length > 1; left--) {
        size_t at = random_below(&chance, length);
        size_t count = 1 + random_below(&chance, length - at);
        switch (random_below(&chance, 5)) {
        case 0:
            line[at] = (char)random_next(&chance);
            break;
        case 1:
            line[at] ^= (char)(1 << random_below(&chance, 8));
            break;
        case 2:
            memmove(line + at, line + at + 1, --length - at);
            break;
        case 3:
            if (length + count < LINE_SIZE - 1) {
                memmove(line + at + count, line + at, length - at);
                length += count;
            }
            break;
        default:
            line[at] = "0123456789 =@%-\r\n"[random_below(&chance, 17)];
            break;
        }
    }
    return length;
}

static void send_mutation(Message *reply) {
    Peer **peers[] = {&white, &black, &guest};
    Peer **peer = peers[random_below(&chance, 3)];
    char line[LINE_SIZE];
    size_t length =
        write_line(patterns[random_below(&chance, sizeof patterns / sizeof *patterns)], line);
    length = mutate(line, length);
    line[length++] = '\n';
    peer_send(*peer, line, length);
    sent++;
    read_lines(*peer, reply);
    if (!(*peer)->client)
        *peer = connect_again(*peer);
}

/* Plays a move. Returns whether the game goes on. */
static bool play(Message *reply) {
    char path[COORDINATE_SIZE], line[LINE_SIZE];
    Peer *peer = position_side(&position) == WHITE ? white : black;
    choose_move(path);
    read_lines(peer, reply);
    int length = snprintf(line, sizeof line, "MOVE %s %u %s\n", id, ply, path);
    peer_send(peer, line, (size_t)length);
    sent++;
    if (!read_lines(peer, reply))
        return false;
    moves++;
    ply = reply->fields.next;
    return !fields_has(&reply->fields, FIELD_RESULT) &&
           fen_parse(reply->fields.fen, variant_default(), &position, NULL);
}

static void test_lines(void **state) {
    (void)state;
    const char *wanted = getenv("CONGO_LINES");
    long lines = wanted ? atol(wanted) : LINES_DEFAULT;
    Message reply;
    begin_game();
    while (sent < lines) {
        if (random_below(&chance, MOVE_EVERY) > 0)
            send_mutation(&reply);
        else if (!play(&reply))
            begin_game();
        if (sent % 1000000 == 0)
            fprintf(stderr, "%ld lines, %ld moves\n", sent, moves);
    }
    CoreStats stats;
    core_stats(world->core, &stats);
    assert_int_equal(stats.conflicts, 0);
    print_message("%ld lines, of which %ld are moves that succeeded; %ld games, %ld connections\n",
                  sent, moves, games, connections);
    assert_true(moves >= sent / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lines, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
