/* Announced wins and losses come true. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/claims.h"
#include "../support/forced_win.h"
#include "../support/prover.h"
#include "../support/search_helper.h"

enum { SEARCHES = 150, BUDGET = 20000, NO_LIMIT = 1000000 };

static ProofResult prove_after(const Record *record, Move move, int plies) {
    Record *game = record_clone(record);
    Color winner = position_side(record_position(record));
    assert_true(record_play(game, move, -1, -1, NULL));
    ProofResult proof = prover_wins(game, winner, plies - 1, NO_LIMIT);
    record_free(game);
    return proof;
}

/* Checks that exactly the listed moves win in 3 plies. */
static void check_prover(const ForcedWin *win) {
    Position position = position_of("congo", win->fen);
    Record *record = record_create(&position);
    Color side = position_side(&position);
    MoveList list;
    assert_int_equal(prover_wins(record, side, 1, NO_LIMIT), PROOF_FAILS);
    assert_int_equal(prover_wins(record, side, 3, NO_LIMIT), PROOF_HOLDS);
    assert_int_equal(prover_wins(record, color_other(side), 4, 10), PROOF_UNKNOWN);
    movelist_init(&list);
    record_moves(record, &list);
    for (size_t i = 0; i < list.count; i++)
        if (prove_after(record, list.moves[i], 3) !=
            (forced_win_by(win, list.moves[i]) ? PROOF_HOLDS : PROOF_FAILS))
            fail_msg("%s: move %zu", win->fen, i);
    movelist_free(&list);
    record_free(record);
}

/* The prover itself agrees with wins that were proved elsewhere. */
static void proves_and_refutes(void **state) {
    (void)state;
    FILE *file = forced_win_open();
    ForcedWin win;
    int count = 0;
    while (forced_win_read(file, &win)) {
        if (win.plies != 3)
            continue;
        check_prover(&win);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 60);
}

static void check_claims(int threads, uint64_t seed) {
    Claims claims = {
        .engine = engine_of(threads),
        .newcomer = engine_of(1),
        .failures = stderr,
        .state = seed,
        .budget = BUDGET,
    };
    claims_search_games(&claims, SEARCHES);
    engine_free(claims.engine);
    engine_free(claims.newcomer);
    assert_int_equal(claims.counts.searches, SEARCHES);
    assert_true(claims.counts.wins > 0 && claims.counts.proved > 0);
    assert_true(claims.counts.kept > 0);
    assert_true(claims_hold(&claims.counts));
}

static void claims_of_one_thread_come_true(void **state) {
    (void)state;
    check_claims(1, 1);
}

static void claims_of_two_threads_come_true(void **state) {
    (void)state;
    check_claims(2, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proves_and_refutes),
        cmocka_unit_test(claims_of_one_thread_come_true),
        cmocka_unit_test(claims_of_two_threads_come_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
