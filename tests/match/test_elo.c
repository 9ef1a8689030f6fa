/* Elo, its error, the likelihood of superiority and the sequential test against figures of
 * Fishtest, the framework of Stockfish (its functions LLR_logistic and get_elo), which counts pairs
 * as well. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "match/elo.h"

static void assert_near(const char *what, double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%s: expected %.9g, found %.9g", what, expected, found);
}

static const Pentanomial no_pairs;

static void scores_convert_to_elo(void **state) {
    (void)state;
    assert_near("0.5", elo_from_score(0.5), 0, 0);
    assert_near("0.75", elo_from_score(0.75), 190.848502, 1e-6);
    assert_near("0.25", elo_from_score(0.25), -190.848502, 1e-6);
    assert_near("10/11", elo_from_score(10 / 11.0), 400, 1e-9);
    assert_true(isinf(elo_from_score(1)) && elo_from_score(1) > 0);
    assert_true(isinf(elo_from_score(0)) && elo_from_score(0) < 0);
    assert_near("0", elo_to_score(0), 0.5, 0);
    for (int elo = -800; elo <= 800; elo += 100)
        assert_near("there and back", elo_from_score(elo_to_score(elo)), elo, 1e-6);
}

static void errors_match_fishtest(void **state) {
    static const struct {
        Pentanomial counts;
        double elo, error, superiority;
    } cases[] = {
        {{{10, 20, 100, 30, 12}}, 14.147634706, 23.231253789, 0.884290255},
        {{{28, 3410, 7856, 3610, 40}}, 2.603955713, 1.945260597, 0.995651793},
        {{{300, 100, 50, 80, 20}}, -203.722375236, 25.053758857, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ScoreEstimate estimate = elo_estimate_score(&cases[i].counts);
        double low = elo_from_score(estimate.score - estimate.error);
        double high = elo_from_score(estimate.score + estimate.error);
        assert_near("elo", elo_from_score(estimate.score), cases[i].elo, 1e-6);
        assert_near("error", (high - low) / 2, cases[i].error, 1e-6);
        assert_near("superiority", elo_los(&cases[i].counts), cases[i].superiority, 1e-8);
    }
}

/* Pairs of a win and a loss have no variance, although their games have. */
static void swapped_results_have_no_error(void **state) {
    Pentanomial counts = {{0, 0, 100, 0, 0}};
    (void)state;
    assert_near("score", elo_estimate_score(&counts).score, 0.5, 0);
    assert_near("error", elo_estimate_score(&counts).error, 0, 0);
    assert_near("superiority", elo_los(&counts), 0.5, 0);
    counts = (Pentanomial){{0, 0, 0, 0, 7}};
    assert_near("superiority", elo_los(&counts), 1, 0);
}

static void no_pairs_give_no_information(void **state) {
    (void)state;
    assert_near("score", elo_estimate_score(&no_pairs).score, 0, 0);
    assert_near("error", elo_estimate_score(&no_pairs).error, 0, 0);
    assert_near("superiority", elo_los(&no_pairs), 0.5, 0);
    assert_near("ratio", elo_sprt_llr(&no_pairs, 0, 10), 0, 0);
}

static void likelihood_ratios_match_fishtest(void **state) {
    static const struct {
        Pentanomial counts;
        double elo0, elo1, ratio;
    } cases[] = {
        {{{10, 20, 100, 30, 12}}, 0, 10, 0.647169405},
        {{{28, 3410, 7856, 3610, 40}}, 0, 2, 3.256386996},
        {{{0, 3, 40, 12, 1}}, -5, 5, 1.610653174},
        {{{5, 1, 0, 2, 9}}, 0, 50, 0.543640355},
        {{{300, 100, 50, 80, 20}}, -100, -50, -43.192443668},
        {{{0, 0, 10, 0, 0}}, 0, 10, -0.285795862},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double ratio = elo_sprt_llr(&cases[i].counts, cases[i].elo0, cases[i].elo1);
        assert_near("ratio", ratio, cases[i].ratio, 1e-6);
        assert_near("the other way round",
                    elo_sprt_llr(&cases[i].counts, cases[i].elo1, cases[i].elo0), -cases[i].ratio,
                    1e-6);
    }
}

/* Swapping the engines changes the sign. */
static void likelihood_ratios_are_symmetric(void **state) {
    Pentanomial counts = {{4, 9, 30, 20, 8}};
    Pentanomial mirrored = {{8, 20, 30, 9, 4}};
    (void)state;
    assert_near("ratio", elo_sprt_llr(&counts, 0, 20), -elo_sprt_llr(&mirrored, -20, 0), 1e-9);
}

static void sprt_bounds_match_wald(void **state) {
    double lower, upper;
    (void)state;
    elo_sprt_bounds(0.05, 0.05, &lower, &upper);
    assert_near("lower", lower, -2.944438979, 1e-8);
    assert_near("upper", upper, 2.944438979, 1e-8);
    elo_sprt_bounds(0.1, 0.01, &lower, &upper);
    assert_near("lower", lower, log(0.01 / 0.9), 1e-12);
    assert_near("upper", upper, log(0.99 / 0.1), 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_convert_to_elo),
        cmocka_unit_test(errors_match_fishtest),
        cmocka_unit_test(swapped_results_have_no_error),
        cmocka_unit_test(no_pairs_give_no_information),
        cmocka_unit_test(likelihood_ratios_match_fishtest),
        cmocka_unit_test(likelihood_ratios_are_symmetric),
        cmocka_unit_test(sprt_bounds_match_wald),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
