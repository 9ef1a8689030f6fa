/* The network: accumulators follow the moves, and integers compute what real numbers would. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "engine/nnue.h"
#include "rules/movegen.h"

enum { PLIES = 3000, LAST_PLIES = 8 };

/* Makes a random move, or begins a new game if there is none or a lion is gone. */
static void play_on(Position *position, uint64_t *random) {
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    if (list.count == 0 || !position_has_both_lions(position))
        position_start(position, position->variant);
    else
        position_make(position, list.moves[random_below(random, list.count)]);
    movelist_free(&list);
}

/* Any earlier position of the game is as good to begin with, and null moves change what has
 * drowned. */
static void accumulators_follow_moves(void **state) {
    (void)state;
    uint64_t random = 1;
    for (size_t index = 0; variant_builtin(index); index++) {
        Accumulator last[LAST_PLIES], fresh;
        Position position;
        position_start(&position, variant_builtin(index));
        for (int i = 0; i < LAST_PLIES; i++)
            accumulator_refresh(&last[i], &position);
        for (int ply = 0; ply < PLIES; ply++) {
            play_on(&position, &random);
            if (ply % 7 == 0)
                position_make_null(&position);
            Accumulator updated;
            accumulator_update(&updated, &last[random_below(&random, LAST_PLIES)], &position);
            accumulator_refresh(&fresh, &position);
            assert_memory_equal(&updated, &fresh, sizeof fresh);
            last[ply % LAST_PLIES] = updated;
        }
    }
}

/* Returns the hidden value of a view in real numbers, 1 being NNUE_ONE. */
static double hidden_value(const Position *position, Color view, int i) {
    double value = nnue.hidden_bias[i];
    for (Bitboard set = position_occupied(position); set;) {
        const Square square = bitboard_pop(&set);
        const int piece = nnue_piece(position->variant->pawns, position_piece_at(position, square));
        value +=
            nnue.hidden[nnue_input(view, position_color_at(position, square), piece, square)][i];
    }
    for (Bitboard set = position->variant->islands; set;)
        value += nnue.hidden[nnue_island_input(bitboard_pop(&set))][i];
    return value < 0 ? 0 : value > NNUE_ONE ? 1 : value / NNUE_ONE;
}

static void integers_are_exact(void **state) {
    (void)state;
    uint64_t random = 2;
    for (size_t index = 0; variant_builtin(index); index++) {
        Position position;
        position_start(&position, variant_builtin(index));
        for (int ply = 0; ply < PLIES / 10; ply++) {
            Accumulator accumulator;
            const Color side = position_side(&position);
            const int bucket = nnue_bucket(&position);
            double output = 0;
            for (int i = 0; i < NNUE_HIDDEN; i++) {
                const double own = hidden_value(&position, side, i);
                const double other = hidden_value(&position, color_other(side), i);
                output += own * own * nnue.output[bucket][0][i] +
                          other * other * nnue.output[bucket][1][i];
            }
            output = output * NNUE_SCALE / NNUE_OUTPUT_ONE + nnue.output_bias[bucket];
            accumulator_refresh(&accumulator, &position);
            const int exact = nnue_output(&accumulator, &position);
            if (output - exact > 1 || exact - output > 1)
                fail_msg("%d instead of %f", exact, output);
            play_on(&position, &random);
        }
    }
}

/* No position can make a sum too large for its integer. */
static void weights_are_in_range(void **state) {
    (void)state;
    const int hidden_max = NNUE_WEIGHT_MAX * NNUE_ONE / NNUE_OUTPUT_ONE;
    for (int i = 0; i < NNUE_HIDDEN; i++) {
        assert_true(abs(nnue.hidden_bias[i]) <= hidden_max + 1);
        for (int input = 0; input < NNUE_INPUTS; input++)
            assert_true(abs(nnue.hidden[input][i]) <= hidden_max + 1);
        for (int bucket = 0; bucket < NNUE_BUCKETS; bucket++) {
            for (int side = 0; side < COLOR_COUNT; side++)
                assert_true(abs(nnue.output[bucket][side][i]) <= NNUE_WEIGHT_MAX);
        }
    }
}

static void heading_names_the_network(void **state) {
    (void)state;
    char text[200];
    snprintf(text, sizeof text, NNUE_HEADING, NNUE_INPUTS, NNUE_HIDDEN, NNUE_BUCKETS,
             nnue_hash(&nnue));
    assert_int_equal(strncmp(nnue_heading(), text, strlen(text)), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accumulators_follow_moves),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(weights_are_in_range),
        cmocka_unit_test(heading_names_the_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
