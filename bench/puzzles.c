/* Proves every puzzle and its defence by exhaustive search, which takes minutes. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "engine/solver.h"
#include "../tests/support/puzzle_proof.h"
#include "rules/fen.h"

/* Returns the longest time that the defender needs to answer any first move of the puzzle. */
static double slowest_answer_ms(int number) {
    const Puzzle *puzzle = puzzle_get(number);
    Position position;
    MoveList list;
    double slowest = 0;
    Solver *solver = solver_create(NULL);
    movelist_init(&list);
    if (solver && fen_parse(puzzle->fen, variant_find("congo"), &position, NULL))
        movegen_all(&position, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position child = position;
        position_make(&child, list.moves[i]);
        if (position_outcome(&child).result != RESULT_OPEN)
            continue;
        double begun = bench_cpu_ms();
        solver_defend(solver, &child, puzzle->moves - 1);
        double ms = bench_cpu_ms() - begun;
        slowest = ms > slowest ? ms : slowest;
    }
    movelist_free(&list);
    solver_free(solver);
    return slowest;
}

int main(void) {
    double begun = bench_cpu_ms(), slowest = 0;
    int proved = 0;
    for (int number = 1; number <= puzzle_count(); number++) {
        Error error = {0};
        if (puzzleproof_win(number, &error) && puzzleproof_defence(number, &error))
            proved++;
        else
            printf("%s\n", error.text);
        double ms = slowest_answer_ms(number);
        slowest = ms > slowest ? ms : slowest;
    }
    printf("puzzles: %d of %d proved in %.0f s; the defender's slowest answer %.1f ms\n", proved,
           puzzle_count(), (bench_cpu_ms() - begun) / 1e3, slowest);
    return proved == puzzle_count() ? EXIT_SUCCESS : EXIT_FAILURE;
}
