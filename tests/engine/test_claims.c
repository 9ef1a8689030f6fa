/* Wins that searches announce come true. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "claims.h"
#include "prover.h"
#include "rules/coordinate.h"
#include "searching.h"

enum { SEARCHES = 150, BUDGET = 20000, NO_LIMIT = 1000000 };

/* Whether the list of moves, ended by '\n', holds the move. */
static bool lists(const char *moves, Move move) {
    char text[COORDINATE_SIZE];
    size_t length = coordinate_write(move, text);
    for (const char *at = moves; (at = strstr(at, text)); at += length)
        if ((at == moves || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\n'))
            return true;
    return false;
}

static Proof prove_after(const Record *record, Move move, int plies) {
    Record *game = record_clone(record);
    Color winner = position_side(record_position(record));
    assert_true(record_play(game, move, -1, -1, NULL));
    Proof proof = prover_wins(game, winner, plies - 1, NO_LIMIT);
    record_free(game);
    return proof;
}

/* The listed moves win in 3 plies and no others do. */
static void check_prover(const char *fen, const char *moves) {
    Position position = position_of("congo", fen);
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
            (lists(moves, list.moves[i]) ? PROOF_HOLDS : PROOF_FAILS))
            fail_msg("%s: move %zu", fen, i);
    movelist_free(&list);
    record_free(record);
}

/* The judge of claims is itself held against wins that were proved elsewhere. */
static void proves_and_refutes(void **state) {
    (void)state;
    char path[4096];
    char line[512];
    int count = 0;
    snprintf(path, sizeof path, "%s/tests/data/forced-wins.txt", getenv("CONGO_SOURCE"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        const char *fen = strtok(line, ";");
        const char *plies = strtok(NULL, ";");
        if (line[0] == '#' || strcmp(plies, "3") != 0)
            continue;
        check_prover(fen, strtok(NULL, ""));
        count++;
    }
    fclose(file);
    assert_int_equal(count, 60);
}

static void check_claims(int threads, uint64_t seed) {
    Claims claims = {
        .engine = engine_of(threads),
        .stranger = engine_of(1),
        .complaints = stderr,
        .state = seed,
        .budget = BUDGET,
    };
    claims_search_games(&claims, SEARCHES);
    engine_free(claims.engine);
    engine_free(claims.stranger);
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
