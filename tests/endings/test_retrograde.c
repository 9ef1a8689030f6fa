/* The longest win that the solver stores, by values planted into the class that a promotion leads
 * to. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "endings/ending_solver.h"

static EndingTables tables;
static QuietMoves moves;

static EndingTable *table_of(const char *name) {
    EndingClass class;
    bool exchanged;
    assert_true(ending_class_parse(name, variant_default(), &class, NULL));
    EndingTable *table = ending_tables_find(&tables, &class, &exchanged);
    assert_non_null(table);
    assert_false(exchanged);
    return table;
}

static bool solve(EndingTable *table, Error *error) {
    for (int side = WHITE; side <= BLACK; side++) {
        free(table->values[side]);
        table->values[side] = NULL;
    }
    return retrograde_solve(&tables, table, variant_default(), &moves, NULL, error);
}

static int solve_all(void **state) {
    Error error = {0};
    (void)state;
    ending_tables_init(&tables, variant_default(), 3);
    quiet_moves_find(&moves, variant_default());
    for (int i = 0; i < tables.count; i++)
        if (!solve(&tables.tables[i], &error))
            fail_msg("%s", error.text);
    return 0;
}

static int clean(void **state) {
    (void)state;
    ending_tables_free(&tables);
    return 0;
}

/* Solves lion and pawn against lion as if every superpawn lost in so many plies, Black to move. */
static bool solve_with_promotions(int plies, Error *error) {
    const EndingTable *promotion = table_of("Ls_l");
    memset(promotion->values[BLACK], ending_byte(plies), promotion->index.size);
    return solve(table_of("Lp_l"), error);
}

static void the_longest_win_is_stored(void **state) {
    Error error = {0};
    (void)state;
    if (!solve_with_promotions(RETROGRADE_PLIES_MAX - 2, &error))
        fail_msg("%s", error.text);
}

static void a_longer_win_is_refused(void **state) {
    Error error = {0};
    (void)state;
    assert_false(solve_with_promotions(RETROGRADE_PLIES_MAX, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_string_equal(error.text, "a win takes more than 253 plies");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_win_is_stored),
        cmocka_unit_test(a_longer_win_is_refused),
    };
    return cmocka_run_group_tests(tests, solve_all, clean);
}
