/* The set of puzzles: its form, and proofs of a sample that try every move, independently of the
 * solver that found them. bench/puzzles proves the whole set. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/solver.h"
#include "../support/puzzle_proof.h"
#include "rules/fen.h"

/* One of so many puzzles of each length is proved: longer ones are more work. */
static const int sample_steps[PUZZLE_MOVES_MAX + 1] = {[2] = 1, [3] = 4, [4] = 20};

static Position position_of(int number) {
    Position position;
    Error error = {0};
    bool read = fen_parse(puzzle_get(number)->fen, variant_find("congo"), &position, &error);
    assert_string_equal(error.text, "");
    assert_true(read);
    return position;
}

static Move move_of(int number) {
    Position position = position_of(number);
    Move move;
    assert_true(coordinate_parse(&position, puzzle_get(number)->move, &move, NULL));
    return move;
}

static void every_length_and_grade_has_enough_puzzles(void **state) {
    (void)state;
    int lengths[PUZZLE_MOVES_MAX + 1] = {0}, colors[PUZZLE_MOVES_MAX + 1][COLOR_COUNT] = {0};
    int grades[PUZZLE_GRADE_MAX + 1] = {0}, kinds[PIECE_TYPE_COUNT] = {0};
    assert_in_range(puzzle_count(), 500, PUZZLES_MAX);
    for (int number = 1; number <= puzzle_count(); number++) {
        const Puzzle *puzzle = puzzle_get(number);
        Position position = position_of(number);
        assert_in_range(puzzle->moves, PUZZLE_MOVES_MIN, PUZZLE_MOVES_MAX);
        assert_in_range(puzzle->grade, 1, PUZZLE_GRADE_MAX);
        lengths[puzzle->moves]++;
        colors[puzzle->moves][position_side(&position)]++;
        grades[puzzle->grade]++;
        kinds[move_piece(move_of(number))]++;
    }
    for (int moves = PUZZLE_MOVES_MIN; moves <= PUZZLE_MOVES_MAX; moves++) {
        assert_true(lengths[moves] >= 150);
        assert_true(3 * colors[moves][WHITE] >= lengths[moves]);
        assert_true(3 * colors[moves][BLACK] >= lengths[moves]);
    }
    for (int grade = 1; grade <= PUZZLE_GRADE_MAX; grade++)
        assert_true(grades[grade] >= 50);
    for (int kind = LION; kind <= SUPERPAWN; kind++)
        assert_true(kinds[kind] >= 5);
    assert_null(puzzle_get(0));
    assert_null(puzzle_get(puzzle_count() + 1));
    assert_null(puzzle_get(-1));
}

static void each_puzzle_is_in_canonical_form(void **state) {
    (void)state;
    for (int number = 1; number <= puzzle_count(); number++) {
        const Puzzle *puzzle = puzzle_get(number);
        Position position = position_of(number);
        char fen[FEN_SIZE], move[COORDINATE_SIZE];
        fen_write(&position, fen);
        coordinate_write(move_of(number), move);
        assert_string_equal(fen, puzzle->fen);
        assert_string_equal(move, puzzle->move);
        assert_int_equal(position_outcome(&position).result, RESULT_OPEN);
        assert_false(position_in_capture(&position));
        if (number == 1)
            continue;
        const Puzzle *before = puzzle_get(number - 1);
        assert_true(before->grade < puzzle->grade ||
                    (before->grade == puzzle->grade && before->moves <= puzzle->moves));
    }
}

static int differing_squares(const Position *a, const Position *b) {
    int count = 0;
    for (Bitboard squares = BOARD_MASK; squares;) {
        Square square = bitboard_pop(&squares);
        PieceType kind = position_piece_at(a, square);
        count +=
            kind != position_piece_at(b, square) ||
            (kind != PIECE_NONE && position_color_at(a, square) != position_color_at(b, square));
    }
    return count;
}

static void no_puzzle_occurs_twice(void **state) {
    (void)state;
    for (int number = 1; number <= puzzle_count(); number++) {
        Position position = position_of(number);
        for (int other = 1; other < number; other++) {
            Position earlier = position_of(other);
            if (differing_squares(&position, &earlier) < 4)
                fail_msg("puzzles %d and %d are nearly the same", other, number);
        }
    }
}

/* Calls `check` for the sample. */
static void for_sample(bool (*check)(int number, Error *error)) {
    int seen[PUZZLE_MOVES_MAX + 1] = {0};
    for (int number = 1; number <= puzzle_count(); number++) {
        int moves = puzzle_get(number)->moves;
        Error error = {0};
        if (seen[moves]++ % sample_steps[moves] == 0 && !check(number, &error))
            fail_msg("%s", error.text);
    }
}

static void a_sample_is_proved(void **state) {
    (void)state;
    for_sample(puzzleproof_win);
}

static void the_defence_resists_longest(void **state) {
    (void)state;
    for_sample(puzzleproof_defence);
}

/* Compares the solver with the prover on every first move of the sample. */
static void the_solver_finds_the_shortest_win(void **state) {
    (void)state;
    Solver *solver = solver_create(NULL);
    for (int number = 1; number <= puzzle_count(); number++) {
        const Puzzle *puzzle = puzzle_get(number);
        Position position = position_of(number);
        assert_int_equal(solver_win(solver, &position, PUZZLE_MOVES_MAX), puzzle->moves);
        assert_int_equal(solver_win(solver, &position, puzzle->moves), puzzle->moves);
        assert_int_equal(solver_win(solver, &position, puzzle->moves - 1), 0);
        assert_int_equal(solver_win_by(solver, &position, move_of(number), puzzle->moves),
                         puzzle->moves);
    }
    solver_free(solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_and_grade_has_enough_puzzles),
        cmocka_unit_test(each_puzzle_is_in_canonical_form),
        cmocka_unit_test(no_puzzle_occurs_twice),
        cmocka_unit_test(a_sample_is_proved),
        cmocka_unit_test(the_defence_resists_longest),
        cmocka_unit_test(the_solver_finds_the_shortest_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
