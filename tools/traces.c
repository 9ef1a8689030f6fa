#include <config.h>

#include "tools/traces.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/evaluate.h"
#include "tools/sample.h"

static const double rounding = 1.001; /* largest difference that rounding explains */

static double result_value(Result result) {
    return result == RESULT_WHITE ? 1 : result == RESULT_BLACK ? 0 : 0.5;
}

static bool has_evaluation(const Position *position) {
    return position_pieces(position, WHITE, LION) && position_pieces(position, BLACK, LION) &&
           !position_can_capture_lion(position);
}

void traces_parameters(const Weights *from, double x[2 * WEIGHT_COUNT]) {
    Weight all[WEIGHT_COUNT];
    memcpy(all, from, sizeof all);
    for (size_t i = 0; i < WEIGHT_COUNT; i++) {
        x[2 * i] = weight_middle(all[i]);
        x[2 * i + 1] = weight_end(all[i]);
    }
}

static void traces_count(Traces *traces, const EvaluationTrace *trace,
                         int16_t counts[WEIGHT_COUNT]) {
    for (size_t i = 0; i < WEIGHT_COUNT; i++) {
        counts[i] = (int16_t)(trace->count[WHITE][i] - trace->count[BLACK][i]);
        traces->seen[i] += (uint64_t)(trace->count[WHITE][i] + trace->count[BLACK][i]);
    }
}

static bool traces_add(Traces *traces, const Sample *sample, Error *error) {
    if (!has_evaluation(&sample->position))
        return error_set(error, ERROR_STATE, "a lion is taken or can be taken");
    EvaluationTrace trace;
    int16_t counts[WEIGHT_COUNT];
    double x[2 * WEIGHT_COUNT];
    Score score = evaluate_trace(&sample->position, &trace);
    double scale = (double)trace.scale / SCALE_MAX / PHASE_MAX;
    Dataset *data = sample->game % TRACES_HOLDOUT == 0 ? &traces->holdout : &traces->training;
    traces_count(traces, &trace, counts);
    dataset_add(data, counts, WEIGHT_COUNT, trace.phase * scale, (PHASE_MAX - trace.phase) * scale,
                result_value(sample->result), sample->score);
    traces_parameters(&weights, x);
    double sum = dataset_value(data, data->rows - 1, x);
    return fabs(sum - score) <= rounding ||
           error_set(error, ERROR_STATE,
                     "the evaluation is %d, but its weights come to %.1f: a term is not traced",
                     score, sum);
}

static bool traces_read(Traces *traces, FILE *file, const char *path, Error *error) {
    char line[SAMPLE_LINE_SIZE];
    int64_t game = -1;
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        Sample sample;
        if (!sample_read(line, &sample, error) || !traces_add(traces, &sample, error))
            return error_prefix(error, "%s:%d: ", path, number);
        traces->games += sample.game != game;
        traces->positions++;
        game = sample.game;
    }
    return !ferror(file) || error_set(error, ERROR_IO, "%s cannot be read", path);
}

bool traces_load(Traces *traces, const char *path, Error *error) {
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, ERROR_IO, "%s cannot be opened", path);
    bool read = traces_read(traces, file, path, error);
    fclose(file);
    return read;
}

void traces_free(Traces *traces) {
    dataset_free(&traces->training);
    dataset_free(&traces->holdout);
}
