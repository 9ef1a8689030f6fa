#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/games.h"
#include "../support/search_helper.h"
#include "reason_judge.h"
#include "review/review_judge.h"
#include "review/review_words.h"
#include "rules/coordinate.h"
#include "rules/games/gamereader.h"
#include "rules/variant.h"

enum { NODES = 300 };

/* A move with the scores and lines around it, and the words of its cause. */
typedef struct ReasonCase {
    const char *fen, *played; /* the last of the moves is the one that is judged */
    Score before, after;
    const char *better, *replies; /* NULL: not known */
    const char *cause;
    bool pretended; /* the scores are not those of the position */
} ReasonCase;

static const ReasonCase cases[] = {
    {"4l2/7/7/G6/7/7/2L3Z/w/-1", "g1f3", 300, -100, "a4a5", NULL,
     "leaves the giraffe in the river (a4)", false},
    /* The best move leaves it there too. */
    {"4l2/7/7/G6/7/7/2L3Z/w/-1", "g1f3", 300, -100, "g1e2", NULL, "", false},
    /* It moves, but stays in the river. */
    {"4l2/7/7/G6/7/7/2L3Z/w/-1", "a4b4", 300, -100, "a4a5", NULL,
     "leaves the giraffe in the river (b4)", false},
    {"4l2/7/7/GZ5/7/7/2L3Z/w/-1", "g1f3", 300, -100, "a4a5", NULL,
     "leaves the giraffe in the river (a4)", false},
    {"4l2/7/1p5/7/1p5/1M5/2L4/w/-1", "b2a2", 300, 0, "b2b4b6", NULL,
     "misses the monkey's capture of two pieces", false},
    {"4l2/7/1p5/7/1p5/1M5/2L4/w/-1", "b2b4", 300, 0, "b2b4b6", NULL,
     "takes one piece with the monkey instead of two", false},
    {"4l2/1m5/1P5/7/1P5/7/2L4/w/-1", "c1d1", 0, -300, "b5b6", "b6b4b2",
     "lets Black's monkey take two pieces", false},
    {"4l2/7/3z3/7/2Z4/7/2L4/w/-1", "c1d1", 0, -300, "c3b1", "d5c3",
     "overlooks the threat Z:C3, which takes the zebra", false},
    {"4l2/7/3z3/7/7/7/2LZ3/w/-1", "d1c3", 0, -300, "d1b2", "d5c3",
     "puts the zebra where it is attacked and not defended", false},
    {"4l2/7/3z3/7/7/1PE4/2L4/w/-1", "c2c3", 0, -300, "c2d2", "d5c3",
     "puts the elephant where Black can take it", false},
    {"3l3/7/7/7/2P4/1Z5/m3L2/w/-1", "c3c4", 0, -300, "b2d1", "a1c3",
     "leaves the zebra on b2 attacked and not defended", false},
    {"4l2/7/7/7/2P4/1G1L3/m6/w/-1", "c3c4", 0, -300, "b2b3", "a1c3",
     "leaves the giraffe on b2 to be taken", false},
    {"4l2/4p2/3p3/7/3E3/7/2L4/w/-1", "d3d5", 0, -300, "d3d2", "e6d5",
     "begins an exchange that loses the elephant for the pawn on d5", false},
    {"4l2/pp5/g6/7/G6/PP5/2L4/w/-1", "c1d1", 0, -300, "a3b3", "a5a3 b2a3",
     "lets Black exchange the giraffe for the giraffe on a3 with G:A3 P:BA3", false},
    {"4l2/pp5/g6/7/G6/PP5/2L4/w/-1", "c1d1", 300, 0, "a3a5 b6a5", "e7e6",
     "misses the exchange of the giraffe for the giraffe on a5 with G:A5 P:BA5", false},
    {"4l2/7/7/7/7/5Z1/2L4/w/-1", "c1d1", 0, -300, "f2d3", "e7e6 f2e4",
     "lets Black answer L-E6 Z-E4: White's chance falls from 50 % to 13 %", false},
    {"4l2/7/3z3/7/2Z4/7/2L4/w/-1", "c1d1", 300, 0, "c3d5", NULL,
     "misses the capture of the zebra on d5", false},
    {"4l2/1m5/7/1P5/1P5/7/2L4/w/-1", "c1d1", 0, -300, NULL, NULL, "", false},
    {"3l3/7/7/7/3Z3/7/3L3/w/-1", "d3b4", 0, -(SCORE_WIN - 1), "d3b2", "d7d1",
     "opens the line between the lions on d1 and d7", false},
    {"3l3/7/7/7/7/7/2L3Z/w/-1", "c1d1", 0, -(SCORE_WIN - 1), "g1f3", "d7d1",
     "puts the lion on d1 in line with Black's lion on d7", false},
    {"4l2/7/7/1z5/7/P6/2L4/w/-1", "c1c2", 0, -(SCORE_WIN - 1), "c1d1", "b4c2",
     "leaves the lion where Black can take it", false},
    {"4l2/7/7/1z5/7/P1L4/7/w/-1", "a2a3", 0, -(SCORE_WIN - 1), "c2d1", "b4c2",
     "overlooks the threat Z:C2#, which takes the lion", false},
    {"4l2/2Z4/7/7/7/P6/2L4/w/-1", "a2a3", SCORE_WIN - 1, 0, "c6e7", NULL,
     "misses the capture of the lion", false},
    {"4l2/7/3z3/7/2Z4/7/2L4/w/-1", "c1d1", 0, -(SCORE_WIN - 9), NULL, NULL,
     "lets Black win in 5 moves", true},
    {"4l2/7/3z3/7/2Z4/7/2L4/w/-1", "c1d1", SCORE_WIN - 5, 0, NULL, NULL, "misses a win in 3 moves",
     true},
    {"4l2/7/3z3/7/2Z4/7/2L4/b/-1", "e7d7", -(SCORE_WIN - 5), 0, NULL, NULL,
     "misses a win in 3 moves", true},
    {"4l2/7/7/7/7/2p4/2L4/w/-1", "c1c2", 300, 0, NULL, NULL, "ends the game in a draw", false},
    {"4l2/4z2/7/7/1E3G1/7/2L4/w/-1", "c1d1", 0, -300, "b3c3", "e6d4 b3b1 d4f3",
     "allows the fork Z-D4 of the giraffe on f3 and the elephant on b3", false},
    {"4l2/7/1e3g1/7/7/4Z2/2L4/w/-1", "c1d1", 300, 0, "e2d4 b5b7 d4f5", NULL,
     "misses the fork Z-D4 of the giraffe on f5 and the elephant on b5", false},
    {"4l2/7/7/7/7/p1E4/3L3/w/-1", "d1d2", 0, -300, "c2a2", "a2a1",
     "lets the pawn on a2 through: it can no longer be stopped", false},
    {"4l2/7/P3e2/7/7/7/3L3/w/-1", "d1d2", 300, 0, "a5a6 e5e6 a6a7", NULL,
     "misses A6, after which the pawn on a6 can no longer be stopped", false},
    {"4l2/4z2/7/7/1E5/7/2L4/w/-1", "c1d1", 0, -300, "b3b1", "e6d4 d1c1 d4b3",
     "loses the elephant on b3 after Z-D4 L-C1 Z:B3", false},
    /* White takes back. */
    {"4l2/4z2/7/7/1E5/P6/2L4/w/-1", "c1d1", 0, -300, "b3b1", "e6d4 d1c1 d4b3 a2b3",
     "loses the elephant on b3 for less after Z-D4 L-C1 Z:B3", false},
    {"4l2/7/7/7/7/p6/3L3/w/-1", "d1d2", 0, -300, "d1e1", "a2a1",
     "lets Black's pawn become a superpawn on a1 after A1", false},
    {"4l2/7/1e5/7/7/4Z2/2L4/w/-1", "c1d1", 300, 0, "e2d4 e7d7 d4b5", NULL,
     "misses Z-D4 L-D7 Z:B5, which takes the elephant on b5", false},
    {"4l2/7/7/7/7/7/G1L4/w/-1", "a1a2 e7d7 a2a1", 300, 0, "a2a3", "d7e7",
     "lets Black repeat the position with L-E7", false},
    {"4l2/7/7/7/7/7/G1L4/w/-1", "a1a2 e7d7 a2a3", 0, -300, "a2a1 d7e7", NULL,
     "misses the repetition of the position with G-A1 L-E7", false},
    {"4l2/4z2/7/7/1E5/7/2L4/w/-1", "c1d1", 0, -300, NULL, "e6d4",
     "lets Black attack the elephant on b3 with Z-D4", false},
    {"4l2/7/1e5/7/7/4Z2/2L4/w/-1", "c1d1", 300, 0, "e2d4", NULL,
     "misses the attack Z-D4 on the elephant on b5", false},
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

static void set_line(ReviewPosition *position, const Position *start, const char *moves) {
    char move[COORDINATE_SIZE];
    Position at = *start;
    Error error = {0};
    while (moves != NULL && games_next_word(&moves, move, sizeof move)) {
        Move *next = &position->line.moves[position->line.length++];
        if (!coordinate_parse(&at, move, next, &error))
            fail_msg("%s: %s", move, error.text);
        position_make(&at, *next);
    }
}

/* Returns the game of a case, and its review, in which the last move is judged. */
static Review *review_of(const ReasonCase *given, Record **record) {
    *record = games_from_fen(given->fen, variant_default());
    games_play(*record, given->played);
    const size_t ply = (*record)->count;
    Review *made = review_create(*record);
    made->positions[ply - 1] =
        (ReviewPosition){.known = true, .final = true, .score = given->before};
    made->positions[ply] = (ReviewPosition){.known = true, .final = true, .score = given->after};
    set_line(&made->positions[ply - 1], record_position_at(*record, ply - 1), given->better);
    set_line(&made->positions[ply], record_position_at(*record, ply), given->replies);
    review_judge_move(made, *record, ply);
    return made;
}

static void reasons_have_their_words(void **state) {
    (void)state;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        char cause[REVIEW_CAUSE_SIZE];
        Record *record;
        Review *made = review_of(&cases[i], &record);
        assert_int_equal(made->moves[record->count - 1].mark, REVIEW_BLUNDER);
        review_words_cause(made, record, record->count, cause);
        if (strcmp(cause, cases[i].cause) != 0)
            fail_msg("%s %s: expected \"%s\", found \"%s\"", cases[i].fen, cases[i].played,
                     cases[i].cause, cause);
        review_free(made);
        record_free(record);
    }
}

/* ---- the judge ---- */

static void right_reasons_hold(void **state) {
    (void)state;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        Record *record;
        Review *made = review_of(&cases[i], &record);
        if (*cases[i].cause != '\0' && !cases[i].pretended &&
            reason_judge(made, record, record->count) != REASON_HOLDS)
            fail_msg("%s %s: \"%s\" is judged false", cases[i].fen, cases[i].played,
                     cases[i].cause);
        review_free(made);
        record_free(record);
    }
}

/* The judge would see a reason about another square, another piece, or of another kind. */
static void wrong_reasons_do_not(void **state) {
    (void)state;
    size_t seen = 0;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        Record *record;
        Review *made = review_of(&cases[i], &record);
        ReviewCause *cause = &made->moves[record->count - 1].cause;
        const ReviewCause right = *cause;
        char square[SQUARE_TEXT_SIZE];
        for (int number = 0; number < SQUARE_COUNT; number++) {
            cause->square = square_from_number(number);
            if (right.piece == PIECE_NONE || cause->square == right.square ||
                strstr(cases[i].cause, square_write(right.square, square)) == NULL)
                continue;
            if (reason_judge(made, record, record->count) != REASON_FALSE)
                fail_msg("%s: %s is not judged false", cases[i].cause,
                         square_write(cause->square, square));
            seen++;
        }
        review_free(made);
        record_free(record);
    }
    assert_true(seen > 0);
}

/* ---- games ---- */

static void judge_game(const Record *record, size_t *marks, size_t *without) {
    Error error = {0};
    char text[REVIEW_SENTENCE_SIZE];
    Review *made = review_game(record, shared_engine, &(ReviewOptions){.nodes = NODES}, NULL, NULL,
                               NULL, &error);
    assert_non_null(made);
    for (size_t ply = 1; ply <= made->count; ply++) {
        const ReviewMove *move = &made->moves[ply - 1];
        if (move->mark < REVIEW_INACCURACY)
            continue;
        (*marks)++;
        *without += move->cause.kind == CAUSE_UNKNOWN;
        review_words_move(made, record, ply, notation_congo, text);
        if (move->cause.kind != CAUSE_UNKNOWN && reason_judge(made, record, ply) == REASON_FALSE)
            fail_msg("ply %zu: %s", ply, text);
    }
    review_free(made);
}

static void reasons_of_games_are_true(void **state) {
    (void)state;
    Error error = {0};
    size_t length = 0, marks = 0, without = 0;
    GameReader reader;
    char *text = games_read_data("level-games.congo", &length);
    gamereader_init(&reader, "level-games.congo", text, length);
    while (gamereader_more(&reader)) {
        Record *record = gamereader_next(&reader, true, &error);
        assert_non_null(record);
        judge_game(record, &marks, &without);
        record_free(record);
    }
    free(text);
    print_message("%zu marks, %zu without a reason\n", marks, without);
    assert_true(marks > 0);
    assert_true(20 * without <= marks);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_have_their_words),
        cmocka_unit_test(right_reasons_hold),
        cmocka_unit_test(wrong_reasons_do_not),
        cmocka_unit_test(reasons_of_games_are_true),
    };
    return cmocka_run_group_tests(tests, engine_begin, engine_end);
}
