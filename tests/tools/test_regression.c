/* The regression recovers the parameters that its data were made from. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/random.h"
#include "tools/regression.h"

enum { FEATURES = 30, PARAMETERS = 2 * FEATURES, ROWS = 6000, UNSEEN = FEATURES - 1 };

static const double steepness = 0.004;

static void make_truth(double truth[PARAMETERS]) {
    uint64_t random = 7;
    for (int i = 0; i < PARAMETERS; i++)
        truth[i] = (double)random_below(&random, 401) - 200;
}

static void make_counts(int16_t counts[FEATURES], uint64_t *random) {
    memset(counts, 0, FEATURES * sizeof *counts);
    for (int i = 0; i < 6; i++)
        counts[random_below(random, UNSEEN)] = (int16_t)((int)random_below(random, 7) - 3);
}

/* Rows whose score is their value under the truth, and whose result is drawn by it. */
static Dataset make_data(const double truth[PARAMETERS], uint64_t random) {
    Dataset data = {0};
    for (int row = 0; row < ROWS; row++) {
        int16_t counts[FEATURES];
        make_counts(counts, &random);
        double middle = (double)random_below(&random, 25) / 24;
        dataset_add(&data, counts, FEATURES, middle, 1 - middle, 0, 0);
        double value = dataset_value(&data, data.rows - 1, truth);
        double luck = (double)random_below(&random, 1 << 20) / (1 << 20);
        data.score[row] = (float)value;
        data.result[row] = luck < sigmoid(steepness * value) ? 1 : 0;
    }
    return data;
}

static void count_step(void *context, int step, const double *x) {
    (void)x;
    *(int *)context = step;
}

static int fit(const Dataset *data, int threads, double l2_strength, double x[PARAMETERS]) {
    Regression regression = {.data = data,
                             .parameters = PARAMETERS,
                             .k = steepness,
                             .l2_strength = l2_strength,
                             .threads = threads};
    int steps = 0;
    regression_improve(&regression, x, 50, count_step, &steps);
    return steps;
}

static void known_parameters_are_recovered(void **state) {
    (void)state;
    double truth[PARAMETERS];
    double x[PARAMETERS] = {0};
    make_truth(truth);
    Dataset data = make_data(truth, 1);
    dataset_set_targets(&data, steepness, 1);
    assert_true(fit(&data, 2, 1e-3, x) > 0);
    for (int i = 0; i < 2 * UNSEEN; i++)
        assert_true(fabs(x[i] - truth[i]) < 1);
    dataset_free(&data);
}

static void a_fit_to_results_generalizes(void **state) {
    (void)state;
    double truth[PARAMETERS];
    double x[PARAMETERS] = {0};
    make_truth(truth);
    Dataset data = make_data(truth, 2);
    Dataset other = make_data(truth, 3);
    Regression regression = {.data = &data, .parameters = PARAMETERS, .k = steepness, .threads = 2};
    dataset_set_targets(&data, steepness, 0);
    dataset_set_targets(&other, steepness, 0);
    double before = regression_loss(&regression, &other, x).squares;
    double best = regression_loss(&regression, &other, truth).squares;
    fit(&data, 2, 1, x);
    double after = regression_loss(&regression, &other, x).squares;
    assert_true(fabs(before - 0.25) < 1e-9);
    assert_true(after < before && after - best < 0.1 * (before - best));
    dataset_free(&data);
    dataset_free(&other);
}

static void the_steepness_is_recovered(void **state) {
    (void)state;
    double truth[PARAMETERS];
    make_truth(truth);
    Dataset data = make_data(truth, 4);
    Regression regression = {.data = &data, .parameters = PARAMETERS, .threads = 2};
    double found = regression_find_k(&regression, truth);
    assert_true(fabs(found / steepness - 1) < 0.1);
    dataset_free(&data);
}

static void the_number_of_threads_does_not_change_the_fit(void **state) {
    (void)state;
    double truth[PARAMETERS];
    double one[PARAMETERS] = {0};
    double three[PARAMETERS] = {0};
    make_truth(truth);
    Dataset data = make_data(truth, 5);
    dataset_set_targets(&data, steepness, 0.5);
    fit(&data, 1, 1, one);
    fit(&data, 3, 1, three);
    assert_memory_equal(one, three, sizeof one);
    dataset_free(&data);
}

static void undetermined_parameters_do_not_change(void **state) {
    (void)state;
    double truth[PARAMETERS];
    double x[PARAMETERS] = {0};
    x[2 * UNSEEN] = 12;
    x[2 * UNSEEN + 1] = -34;
    make_truth(truth);
    Dataset data = make_data(truth, 6);
    fit(&data, 2, 1, x);
    assert_true(x[2 * UNSEEN] == 12 && x[2 * UNSEEN + 1] == -34);

    double held[PARAMETERS] = {0};
    fit(&data, 2, 1e9, held);
    for (int i = 0; i < PARAMETERS; i++)
        assert_true(fabs(held[i]) < 0.1);
    dataset_free(&data);
}

static void large_counts_are_split(void **state) {
    (void)state;
    const double x[] = {1, 2, 10, 30};
    const int16_t counts[] = {-1000, 300};
    Dataset data = {0};
    dataset_add(&data, counts, 2, 0.25, 0.75, 1, 0);
    assert_true(dataset_value(&data, 0, x) == 0.25 * (-1000 + 3000) + 0.75 * (-2000 + 9000));
    dataset_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_parameters_are_recovered),
        cmocka_unit_test(a_fit_to_results_generalizes),
        cmocka_unit_test(the_steepness_is_recovered),
        cmocka_unit_test(the_number_of_threads_does_not_change_the_fit),
        cmocka_unit_test(undetermined_parameters_do_not_change),
        cmocka_unit_test(large_counts_are_split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
