/* The history check finds each planted fault, and nothing else. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history.h"

static const char game[] = "7Q2KM4XDT1";
static const char *const moves[] = {"b2b3", "b6b5", "c2c3", "c6c5"};
enum { MOVES = 4 };

/* A fault to plant in a correct history of one game with two watchers. */
typedef struct Plant {
    const char *name;
    const char *expected;            /* a part of the reported line; NULL: no fault */
    int lose, twice, change, unsent; /* a stored ply, from 1; 0: none */
    int gap, again, other;           /* what the second watcher saw, likewise */
    bool lose_game, lose_end, other_end;
} Plant;

static const Plant plants[] = {
    {.name = "honest", .expected = NULL},
    {.name = "last move lost", .expected = "acknowledged move is missing: ply 3", .lose = 4},
    {.name = "move lost inside", .expected = "plies are not contiguous: ply 2", .lose = 2},
    {.name = "move stored twice", .expected = "stored twice: ply 2", .twice = 3},
    {.name = "other move", .expected = "acknowledged move is missing: ply 1", .change = 2},
    {.name = "move of nobody", .expected = "nobody sent: ply 2", .unsent = 3},
    {.name = "watcher's gap", .expected = "gap before: ply 2", .gap = 2},
    {.name = "watcher's duplicate", .expected = "saw it twice: ply 2", .again = 3},
    {.name = "watcher's other move", .expected = "saw what is not there: ply 3", .other = 4},
    {.name = "game lost", .expected = "acknowledged game is missing", .lose_game = true},
    {.name = "end lost", .expected = "acknowledged end is missing", .lose_end = true},
    {.name = "other end", .expected = "acknowledged end is missing", .other_end = true},
};

static void record_clients(History *history, const Plant *plant) {
    history_acknowledged_game(history, game);
    size_t first = history_watch(history, game, 0), second = history_watch(history, game, 1);
    for (int ply = 0; ply < MOVES; ply++) {
        uint32_t at = (uint32_t)ply;
        if (ply + 1 != plant->unsent)
            history_sent(history, game, at, moves[ply]);
        history_acknowledged(history, game, at, moves[ply]);
        history_saw(history, first, at, moves[ply]);
        if (ply >= 1 && ply + 1 != plant->gap)
            history_saw(history, second, at, ply + 1 == plant->other ? "g2g3" : moves[ply]);
        if (ply + 1 == plant->again)
            history_saw(history, second, at, moves[ply]);
    }
    history_acknowledged_end(history, game, "1-0", "resigned");
}

static void record_store(History *history, const Plant *plant) {
    if (!plant->lose_game)
        history_stored_game(history, game);
    history_sent(history, game, 1, "g6g5"); /* neither acknowledged nor stored */
    for (int ply = 0; ply < MOVES; ply++) {
        uint32_t at = (uint32_t)ply;
        if (ply + 1 != plant->lose)
            history_stored(history, game, at, ply + 1 == plant->change ? "g6g5" : moves[ply]);
        if (ply + 1 == plant->twice)
            history_stored(history, game, at, moves[ply]);
    }
    if (!plant->lose_end)
        history_stored_end(history, game, plant->other_end ? "0-1" : "1-0", "resigned");
}

static void test_planted_faults(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof plants / sizeof *plants; i++) {
        const Plant *plant = &plants[i];
        History *history = history_create();
        Buffer faults = {0};
        record_clients(history, plant);
        record_store(history, plant);
        bool clean = history_check(history, &faults);
        if (clean != (plant->expected == NULL) ||
            (plant->expected && !strstr(faults.bytes, plant->expected)))
            fail_msg("%s: %s", plant->name, clean ? "nothing was found" : faults.bytes);
        buffer_free(&faults);
        history_free(history);
    }
}

/* A move in flight may be stored or not. */
static void test_in_flight(void **state) {
    (void)state;
    History *history = history_create();
    Buffer faults = {0};
    history_sent(history, game, 0, "b2b3");
    history_sent(history, game, 1, "b6b5");
    history_stored_game(history, game);
    history_stored(history, game, 0, "b2b3");
    assert_true(history_check(history, &faults));
    buffer_free(&faults);
    history_free(history);
}

static void test_many_games(void **state) {
    (void)state;
    History *history = history_create();
    Buffer faults = {0};
    char id[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(id, sizeof id, "%010d", i);
        history_sent(history, id, 0, "b2b3");
        history_acknowledged(history, id, 0, "b2b3");
        if (i != 777)
            history_stored(history, id, 0, "b2b3");
    }
    assert_false(history_check(history, &faults));
    assert_string_equal(faults.bytes,
                        "game 0000000777: an acknowledged move is missing: ply 0 b2b3\n");
    buffer_free(&faults);
    history_free(history);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted_faults),
        cmocka_unit_test(test_in_flight),
        cmocka_unit_test(test_many_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
