/*
 * Fits the weights of the evaluation to the results of games from tools/selfplay and writes
 * src/engine/weights.c. Some games are held out of the fit: the loss on their positions shows how
 * well the weights predict games that they were not fitted to.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "engine/weight_fields.h"
#include "tools/flags.h"
#include "tools/regression.h"
#include "tools/traces.h"
#include "tools/weightfile.h"

enum { STATUS_USAGE = 2, COMMENT_SIZE = 200, PARAMETERS = 2 * WEIGHT_COUNT };

/* Options. */
static const char *output = "src/engine/weights.c";
static double lambda = 0;
static double l2_strength = 100;
static double k = 0;
static int64_t steps = 20;
static int64_t threads = 2;

static const Flag flags[] = {
    {"--output", FLAG_TEXT, &output, 0, 0, "the file to write"},
    {"--lambda", FLAG_REAL, &lambda, 0, 1, "share of the search's score in the target"},
    {"--hold", FLAG_REAL, &l2_strength, 0, 1e9, "weight of the present values, in positions"},
    {"--k", FLAG_REAL, &k, 0, 1, "steepness of the sigmoid; 0: keep the size of evaluations"},
    {"--steps", FLAG_INTEGER, &steps, 0, 1000, "steps of Newton's method, at most"},
    {"--threads", FLAG_INTEGER, &threads, 1, PARALLEL_THREADS_MAX,
     "threads; they do not change the result"},
    {NULL, FLAG_SWITCH, NULL, 0, 0, NULL},
};

typedef struct Fit {
    Traces traces;
    Regression regression;
} Fit;

/* ---- reports ------------------------------------------------------------ */

static void fit_print_losses(const Fit *fit, const char *what, const double *x) {
    RegressionLoss training = regression_loss(&fit->regression, &fit->traces.training, x);
    RegressionLoss holdout = regression_loss(&fit->regression, &fit->traces.holdout, x);
    printf("%-10s %12.6f %12.6f %12.6f %12.6f\n", what, training.entropy, training.squares,
           holdout.entropy, holdout.squares);
    fflush(stdout);
}

static void fit_report(void *context, int step, const double *x) {
    char what[24];
    snprintf(what, sizeof what, "step %d", step);
    fit_print_losses(context, what, x);
}

/* Returns the mean of the weights of a row, by how often each counted. */
static double mean_weight(const Fit *fit, const double *x, size_t first, int columns, int half) {
    double sum = 0;
    double seen = 0;
    for (size_t i = first; i < first + (size_t)columns; i++) {
        sum += (double)fit->traces.seen[i] * x[2 * i + (size_t)half];
        seen += (double)fit->traces.seen[i];
    }
    return seen > 0 ? sum / seen : 0;
}

static const WeightField *field_at(size_t offset) {
    const WeightField *field = weight_fields;
    while (field->first != offset / sizeof(Weight))
        field++;
    return field;
}

static double piece_value(const Fit *fit, const double *x, int piece, int half) {
    static const size_t offsets[] = {offsetof(Weights, material), offsetof(Weights, square),
                                     offsetof(Weights, mobility)};
    double sum = 0;
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        const WeightField *field = field_at(offsets[i]);
        size_t first = field->first + (size_t)(piece * field->columns);
        sum += mean_weight(fit, x, first, field->columns, half);
    }
    return sum;
}

/* Prints the mean value of each piece on its usual squares, in the middle game and the end game. */
static void fit_print_piece_values(const Fit *fit, const double *before, const double *after) {
    const WeightField *material = field_at(offsetof(Weights, material));
    printf("\n%-16s %12s %8s %8s %8s %8s\n", "value", "seen", "middle", "before", "end", "before");
    for (int piece = 0; piece < material->rows; piece++)
        printf("%-16s %12" PRIu64 " %8.0f %8.0f %8.0f %8.0f\n", material->row_names[piece],
               fit->traces.seen[material->first + (size_t)piece], piece_value(fit, after, piece, 0),
               piece_value(fit, before, piece, 0), piece_value(fit, after, piece, 1),
               piece_value(fit, before, piece, 1));
}

/* ---- the fit ------------------------------------------------------------ */

static bool fit_load(Fit *fit, const char **files, int count, Error *error) {
    for (int i = 0; i < count; i++) {
        if (!traces_load(&fit->traces, files[i], error))
            return false;
    }
    if (fit->traces.training.rows == 0 || fit->traces.holdout.rows == 0)
        return error_set(error, ERROR_RANGE, "expected positions of at least %d games",
                         TRACES_HOLDOUT);
    printf("%zu positions of %zu games, 1 game of %d held out\n", fit->traces.positions,
           fit->traces.games, TRACES_HOLDOUT);
    return true;
}

static void fit_begin(Fit *fit) {
    fit->regression = (Regression){
        .data = &fit->traces.training,
        .parameters = PARAMETERS,
        .l2_strength = l2_strength,
        .threads = (int)threads,
    };
    double score_k = regression_find_k(&fit->regression, NULL);
    dataset_set_targets(&fit->traces.training, score_k, lambda);
    dataset_set_targets(&fit->traces.holdout, score_k, lambda);
    printf("k of the scores %.6f\n", score_k);
}

static void fit_improve(Fit *fit, const double *before, double *after) {
    printf("k of the weights %.6f\n\n%-10s %12s %12s %12s %12s\n", fit->regression.k, "", "entropy",
           "squares", "held out", "squares");
    fit_print_losses(fit, "before", before);
    memcpy(after, before, PARAMETERS * sizeof *after);
    regression_improve(&fit->regression, after, (int)steps, fit_report, fit);
}

/* Fits twice unless k is given: better weights grow, because they predict with more confidence, and
 * only a first fit shows the steepness that keeps their size. */
static void fit_search(Fit *fit, const double *before, double *after) {
    fit->regression.k = k > 0 ? k : regression_find_k(&fit->regression, before);
    fit_improve(fit, before, after);
    if (k > 0)
        return;
    const Dataset *data = &fit->traces.training;
    fit->regression.k *= dataset_rms(data, after) / dataset_rms(data, before);
    fit_improve(fit, before, after);
}

static bool fit_write(const Fit *fit, const Weights *fitted, Error *error) {
    char comment[COMMENT_SIZE];
    snprintf(comment, sizeof comment,
             "Written by tools/fit from %zu positions of %zu games: see bench/STRENGTH.md.",
             fit->traces.positions, fit->traces.games);
    return weightfile_write(output, fitted, comment, error);
}

static bool fit_run(Fit *fit, const char **files, int count, Error *error) {
    double before[PARAMETERS];
    double after[PARAMETERS];
    Weights fitted;
    if (!fit_load(fit, files, count, error))
        return false;
    fit_begin(fit);
    traces_parameters(&weights, before);
    fit_search(fit, before, after);
    weightfile_round(after, &fitted);
    traces_parameters(&fitted, after);
    fit_print_losses(fit, "rounded", after);
    fit_print_piece_values(fit, before, after);
    return fit_write(fit, &fitted, error);
}

int main(int count, char *arguments[]) {
    Error error = {0};
    const char **files = memory_allocate((size_t)count * sizeof *files);
    Fit *fit = memory_allocate(sizeof *fit);
    int file_count;
    bool help;
    bool read = flags_read(flags, count, arguments, files, &file_count, &help, &error);
    if (read && !help && file_count == 0)
        read = error_set(&error, ERROR_SYNTAX, "expected files of positions");
    if (read && help) {
        puts("Usage: fit [OPTION...] FILE...\n\nThe files are what selfplay writes.\n");
        flags_print(flags);
    }
    bool done = read && (help || fit_run(fit, files, file_count, &error));
    if (!done)
        fprintf(stderr, "fit: %s\n", error.text);
    traces_free(&fit->traces);
    free(fit);
    free(files);
    return done ? EXIT_SUCCESS : read ? EXIT_FAILURE : STATUS_USAGE;
}
