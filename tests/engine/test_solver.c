/* The solver of puzzles agrees with wins that were proved by exhaustive search. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>

#include <cmocka.h>

#include "engine/solver.h"
#include "../support/forced_win.h"
#include "rules/movegen.h"
#include "../support/search_helper.h"

enum { PLIES_MAX = 5, WINS_PER_LENGTH = 12, MOVES_MAX = 6 };

static Solver *solver;

static int create_solver(void **state) {
    (void)state;
    solver = solver_create(NULL);
    return solver ? 0 : -1;
}

static int free_solver(void **state) {
    (void)state;
    solver_free(solver);
    return 0;
}

/* Calls the function for the first wins of 3 and of 5 plies. */
static void for_each_win(void (*check)(const ForcedWin *win, const Position *position, int moves)) {
    FILE *file = forced_win_open();
    ForcedWin win;
    int count[PLIES_MAX + 1] = {0};
    while (forced_win_read(file, &win)) {
        if (win.plies > PLIES_MAX || count[win.plies]++ >= WINS_PER_LENGTH)
            continue;
        Position position = position_of("congo", win.fen);
        check(&win, &position, (win.plies + 1) / 2);
    }
    fclose(file);
    assert_true(count[3] >= WINS_PER_LENGTH && count[5] >= WINS_PER_LENGTH);
}

static void check_win(const ForcedWin *win, const Position *position, int moves) {
    MoveList list;
    assert_int_equal(solver_win(solver, position, moves - 1), 0);
    assert_int_equal(solver_win(solver, position, MOVES_MAX), moves);
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(solver_win_by(solver, position, list.moves[i], moves),
                         forced_win_by(win, list.moves[i]) ? moves : 0);
    movelist_free(&list);
}

static void finds_all_wins(void **state) {
    (void)state;
    for_each_win(check_win);
}

/* After a winning move every defence loses; after any other there is one that does not. */
static void check_defence(const ForcedWin *win, const Position *position, int moves) {
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position child = *position;
        position_make(&child, list.moves[i]);
        Defence defence = solver_defend(solver, &child, moves - 1);
        assert_true(move_is_legal(&child, defence.move));
        assert_int_equal(defence.loses_in, forced_win_by(win, list.moves[i]) ? moves - 1 : 0);
    }
    movelist_free(&list);
}

static void finds_the_best_defence(void **state) {
    (void)state;
    for_each_win(check_defence);
}

static void stops_at_its_limit(void **state) {
    (void)state;
    Position position = position_of("congo", "4l2/7/5P1/7/2ZL1C1/g6/7/w/-1");
    solver_set_limit(solver, 3);
    solver_win(solver, &position, 2);
    assert_true(solver_limit_reached(solver));
    solver_set_limit(solver, UINT64_MAX);
    assert_false(solver_limit_reached(solver));
    assert_int_equal(solver_win(solver, &position, 2), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_at_its_limit),
        cmocka_unit_test(finds_all_wins),
        cmocka_unit_test(finds_the_best_defence),
    };
    return cmocka_run_group_tests(tests, create_solver, free_solver);
}
