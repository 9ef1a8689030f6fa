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

#include "../support/history.h"

#define REMATCH "7Q2KM4XDT2"

static const char game[] = "7Q2KM4XDT1", rematch[] = REMATCH, other_game[] = "7Q2KM4XDT3",
                  declined[] = "7Q2KM4XDT4", offered[] = "7Q2KM4XDT5";
static const char terms[] = "congo clock=300+5", other_terms[] = "congo clock=60+0";
static const char *const moves[] = {"b2b3", "b6b5", "c2c3", "c6c5"};
enum { MOVES = 4 };

/* A fault to plant in a correct history: of a game with two watchers, its rematch, a game whose
 * rematch was declined, and one whose rematch is offered. */
typedef struct Plant {
    const char *name;
    const char *expected;            /* a part of the reported line; NULL: no fault */
    int lose, twice, change, unsent; /* a stored ply, from 1; 0: none */
    int gap, again, other;           /* what the second watcher saw, likewise */
    bool lose_game, lose_end, other_end;
    bool stranger, lose_seat, other_seat;
    bool lose_offer, lose_decline;
    bool lose_rematch, lose_rematch_game, other_rematch, two_told, two_stored;
    bool same_colors, other_terms;
    bool claim, unknown_game;
    bool away, there;
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
    {.name = "stranger", .expected = "a stranger has a seat: eve", .stranger = true},
    {.name = "seat lost", .expected = "acknowledged seat is missing: bo", .lose_seat = true},
    {.name = "seat changed", .expected = "acknowledged seat is missing: ada", .other_seat = true},
    {.name = "offer lost",
     .expected = "acknowledged offer or answer is missing: w",
     .lose_offer = true},
    {.name = "decline lost",
     .expected = "acknowledged offer or answer is missing: -",
     .lose_decline = true},
    {.name = "rematch lost", .expected = "acknowledged rematch is missing", .lose_rematch = true},
    {.name = "rematch without a game",
     .expected = "the game of a rematch is missing",
     .lose_rematch_game = true},
    {.name = "other rematch",
     .expected = "acknowledged rematch is missing: " REMATCH,
     .other_rematch = true},
    {.name = "two rematches told", .expected = "acknowledged rematch is missing", .two_told = true},
    {.name = "two rematches", .expected = "it has another rematch", .two_stored = true},
    {.name = "colors kept", .expected = "has not the other color: bo", .same_colors = true},
    {.name = "other clock", .expected = "a rematch has other terms", .other_terms = true},
    {.name = "claim against a present player",
     .expected = "won on time without a right to it: 0-1 time",
     .claim = true},
    {.name = "game twice",
     .expected = "5 games are stored, but clients know 4",
     .unknown_game = true},
    {.name = "present player away", .expected = "White is said to be away", .away = true},
    {.name = "player who has left", .expected = "Black is said to be there", .there = true},
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

static void record_players(History *history, const Plant *plant) {
    history_acknowledged_game(history, rematch);
    history_acknowledged_game(history, declined);
    history_acknowledged_game(history, offered);
    for (size_t i = 0; i < 2; i++) {
        const char *id = i == 0 ? game : rematch;
        history_sent_seat(history, id, "ada");
        history_sent_seat(history, id, "bo");
        history_acknowledged_seat(history, id, i == 0 ? WHITE : BLACK, "ada");
        history_acknowledged_seat(history, id, i == 0 ? BLACK : WHITE, "bo");
    }
    history_acknowledged_offer(history, game, "w");
    history_acknowledged_rematch(history, game, rematch);
    history_acknowledged_rematch(history, game, plant->two_told ? other_game : rematch);
    history_acknowledged_offer(history, declined, "w");
    history_acknowledged_offer(history, declined, "-");
    history_acknowledged_offer(history, offered, "w");
    history_allowed_time(history, rematch, WHITE);
    history_acknowledged_end(history, rematch, plant->claim ? "0-1" : "1-0", "time");
}

static void record_stored_players(History *history, const Plant *plant) {
    bool swap = !plant->same_colors;
    history_stored_seat(history, game, WHITE, plant->other_seat ? "bo" : "ada");
    if (!plant->lose_seat)
        history_stored_seat(history, game, BLACK, plant->stranger ? "eve" : "bo");
    history_stored_seat(history, rematch, swap ? BLACK : WHITE, "ada");
    history_stored_seat(history, rematch, swap ? WHITE : BLACK, "bo");
    history_stored_terms(history, game, terms);
    history_stored_terms(history, rematch, plant->other_terms ? other_terms : terms);
    history_stored_game(history, declined);
    history_stored_game(history, offered);
    if (!plant->lose_rematch_game)
        history_stored_game(history, rematch);
    if (!plant->lose_rematch)
        history_stored_rematch(history, game, plant->other_rematch ? other_game : rematch);
    if (plant->two_stored)
        history_stored_rematch(history, game, other_game);
    history_stored_offer(history, declined, plant->lose_decline ? "w" : "-");
    history_stored_offer(history, offered, plant->lose_offer ? "-" : "w");
    history_present(history, offered, WHITE);
    history_stored_presence(history, offered, WHITE, !plant->away);
    history_stored_presence(history, offered, BLACK, plant->there);
    history_stored_end(history, rematch, plant->claim ? "0-1" : "1-0", "time");
    history_stored_count(history, plant->unknown_game ? 5 : 4);
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
        record_players(history, plant);
        record_store(history, plant);
        record_stored_players(history, plant);
        bool clean = history_check(history, &faults);
        if (clean != (plant->expected == NULL) ||
            (plant->expected && !strstr(faults.bytes, plant->expected)))
            fail_msg("%s: %s", plant->name, clean ? "nothing was found" : faults.bytes);
        buffer_free(&faults);
        history_free(history);
    }
}

/* A second server is asked, which has lost a move. */
static void test_servers(void **state) {
    (void)state;
    History *history = history_create();
    Buffer faults = {0};
    history_acknowledged_game(history, game);
    history_sent(history, game, 0, "b2b3");
    history_acknowledged(history, game, 0, "b2b3");
    for (int server = 0; server < 2; server++) {
        history_forget_stored(history);
        history_stored_game(history, game);
        if (server == 0)
            history_stored(history, game, 0, "b2b3");
        assert_int_equal(history_check(history, &faults), server == 0);
    }
    assert_string_equal(faults.bytes,
                        "game 7Q2KM4XDT1: an acknowledged move is missing: ply 0 b2b3\n");
    buffer_free(&faults);
    history_free(history);
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
        cmocka_unit_test(test_servers),
        cmocka_unit_test(test_in_flight),
        cmocka_unit_test(test_many_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
