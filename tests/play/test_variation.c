/* Scores in figures and in words. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "play/variation.h"

static void scores_are_told_in_figures_and_in_words(void **state) {
    (void)state;
    static const struct {
        Score white_score;
        const char *figures, *letters, *words;
    } rows[] = {
        {0, "0.00", "0.00", "the game is about even"},
        {29, "White +0.29", "W+0.29", "the game is about even"},
        {-29, "Black +0.29", "B+0.29", "the game is about even"},
        {30, "White +0.30", "W+0.30", "White is better by about half a pawn"},
        {-74, "Black +0.74", "B+0.74", "Black is better by about half a pawn"},
        {75, "White +0.75", "W+0.75", "White is better by about 1 pawn"},
        {140, "White +1.40", "W+1.40", "White is better by about 1.5 pawns"},
        {-975, "Black +9.75", "B+9.75", "Black is better by about 10 pawns"},
        {SCORE_WIN - 1, "White wins in 1", "W#1", "White wins in 1 move"},
        {2 - SCORE_WIN, "Black wins in 1", "B#1", "Black wins in 1 move"},
        {SCORE_WIN - 5, "White wins in 3", "W#3", "White wins in 3 moves"},
        {SCORE_UNCERTAIN_WIN_LEAST, "White may win", "W#?", "White wins unless a draw comes first"},
        {1 - SCORE_WIN_LEAST, "Black may win", "B#?", "Black wins unless a draw comes first"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[VARIATION_SCORE_SIZE];
        variation_write_score(rows[i].white_score, false, text, sizeof text);
        assert_string_equal(text, rows[i].figures);
        variation_write_score(rows[i].white_score, true, text, sizeof text);
        assert_string_equal(text, rows[i].letters);
        variation_describe_score(rows[i].white_score, text);
        assert_string_equal(text, rows[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_told_in_figures_and_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
