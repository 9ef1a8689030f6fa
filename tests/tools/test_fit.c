/* Fitting: samples are read as written, rows add up to the evaluation, and the weights are
 * recovered from positions that the evaluation has labelled. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/evaluate.h"
#include "engine/weight_fields.h"
#include "tools/opening.h"
#include "tools/regression.h"
#include "tools/sample.h"
#include "tools/traces.h"
#include "tools/weightfile.h"

enum { POSITIONS = 4000, PARAMETERS = 2 * WEIGHT_COUNT };

static const char *const data_file = "tests/tools/test_fit.positions";
static const char *const weights_file = "tests/tools/test_fit.weights";

/* A position labelled by the evaluation. */
static Sample make_sample(uint64_t *random, uint32_t game) {
    Sample sample = {.game = game};
    EvaluationTrace trace;
    opening_random(random, &sample.position);
    sample.position.quiet = (int32_t)(game % 60);
    sample.score = evaluate_trace(&sample.position, &trace);
    sample.result = sample.score > 0 ? RESULT_WHITE : sample.score < 0 ? RESULT_BLACK : RESULT_DRAW;
    return sample;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) != EOF);
    assert_int_equal(fclose(file), 0);
}

/* ---- samples ------------------------------------------------------------ */

static void samples_are_read_as_written(void **state) {
    (void)state;
    uint64_t random = 1;
    Buffer text = {0};
    for (uint32_t game = 0; game < 200; game++) {
        Error error = {0};
        Sample back;
        Sample sample = make_sample(&random, game);
        buffer_clear(&text);
        sample_write(&sample, &text);
        if (!sample_read(text.bytes, &back, &error))
            fail_msg("%s: %s", text.bytes, error.text);
        assert_true(position_same(&back.position, &sample.position));
        assert_ptr_equal(back.position.variant, sample.position.variant);
        assert_int_equal(back.position.quiet, sample.position.quiet);
        assert_int_equal(back.result, sample.result);
        assert_int_equal(back.score, sample.score);
        assert_int_equal(back.game, game);
    }
    buffer_free(&text);
}

static void malformed_lines_are_rejected(void **state) {
    (void)state;
    static const char *const lines[] = {
        "",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;congo;0;1-0;12",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;congo;0;1-0;12;3;4",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;conga;0;1-0;12;3",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELEC/w/-1;congo;0;1-0;12;3",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;congo;0;*;12;3",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;congo;0;1-0;12x;3",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;congo;0;1-0;12;",
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1;congo;-1;1-0;12;3",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Error error = {0};
        Sample sample;
        assert_false(sample_read(lines[i], &sample, &error));
        assert_true(error.text[0] != '\0');
    }
}

static void positions_without_evaluation_are_rejected(void **state) {
    (void)state;
    Error error = {0};
    Traces traces = {0};
    write_file(data_file, "3l3/7/7/7/7/7/3L3/w/-1;congo;0;1-0;0;1\n");
    assert_false(traces_load(&traces, data_file, &error));
    assert_non_null(strstr(error.text, "test_fit.positions:1: "));
    traces_free(&traces);
    remove(data_file);
}

/* ---- weights ------------------------------------------------------------ */

static void label_positions(Traces *traces) {
    uint64_t random = 2;
    Buffer text = {0};
    Error error = {0};
    for (uint32_t i = 0; i < POSITIONS; i++) {
        Sample sample = make_sample(&random, i);
        sample_write(&sample, &text);
    }
    write_file(data_file, text.bytes);
    buffer_free(&text);
    if (!traces_load(traces, data_file, &error))
        fail_msg("%s", error.text);
    remove(data_file);
}

static void ignore_step(void *context, int step, const double *x) {
    (void)context;
    (void)step;
    (void)x;
}

/* Returns the root mean square difference between values and labels. */
static double rms_error(const Dataset *data, const double *x) {
    double sum = 0;
    for (size_t row = 0; row < data->rows; row++) {
        double off = dataset_value(data, row, x) - (double)data->score[row];
        sum += off * off;
    }
    return sqrt(sum / (double)data->rows);
}

static void known_weights_are_recovered(void **state) {
    (void)state;
    Traces traces = {0};
    double known[PARAMETERS];
    double x[PARAMETERS];
    label_positions(&traces);
    assert_int_equal(traces.positions, POSITIONS);
    assert_int_equal(traces.games, POSITIONS);
    assert_int_equal(traces.training.rows + traces.holdout.rows, POSITIONS);
    traces_parameters(&weights, known);
    for (int i = 0; i < PARAMETERS; i++)
        x[i] = known[i] / 2;
    Regression regression = {.data = &traces.training,
                             .parameters = PARAMETERS,
                             .k = 0.004,
                             .l2_strength = 0.01,
                             .threads = 2};
    dataset_set_targets(&traces.training, regression.k, 1);
    double before = rms_error(&traces.holdout, x);
    regression_improve(&regression, x, 10, ignore_step, NULL);
    assert_true(rms_error(&traces.holdout, known) < 1.1);
    assert_true(rms_error(&traces.holdout, x) < 0.1 * before);
    traces_free(&traces);
}

static void the_fields_cover_every_weight(void **state) {
    (void)state;
    size_t next = 0;
    for (const WeightField *field = weight_fields; field->name; field++) {
        if (field->first != next)
            fail_msg("before %s a field is missing in weight_fields.c", field->name);
        next += (size_t)field->rows * (size_t)field->columns;
    }
    assert_int_equal(next, WEIGHT_COUNT);
}

static void weights_convert_to_parameters_and_back(void **state) {
    (void)state;
    double x[PARAMETERS];
    Weights back;
    traces_parameters(&weights, x);
    x[0] += 0.4;
    x[1] -= 0.4;
    weightfile_round(x, &back);
    assert_memory_equal(&back, &weights, sizeof back);
    x[0] = 1e9;
    weightfile_round(x, &back);
    assert_true(weight_middle(back.material[0][0]) < INT16_MAX);
}

static void an_unwritable_file_is_an_error(void **state) {
    (void)state;
    Error error = {0};
    assert_true(weightfile_write(weights_file, &weights, "Of a test.", &error));
    remove(weights_file);
    assert_false(weightfile_write("tests/nowhere/weights.c", &weights, "Of a test.", &error));
    assert_non_null(strstr(error.text, "tests/nowhere/weights.c"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_read_as_written),
        cmocka_unit_test(malformed_lines_are_rejected),
        cmocka_unit_test(positions_without_evaluation_are_rejected),
        cmocka_unit_test(known_weights_are_recovered),
        cmocka_unit_test(the_fields_cover_every_weight),
        cmocka_unit_test(weights_convert_to_parameters_and_back),
        cmocka_unit_test(an_unwritable_file_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
