#include <config.h>

#include "tools/dataset.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { ROWS_INITIAL = 1024, ENTRIES_INITIAL = 65536 };

static void grow_rows(Dataset *data) {
    if (data->rows < data->capacity)
        return;
    data->capacity = data->capacity ? data->capacity * 2 : ROWS_INITIAL;
    data->first = memory_resize(data->first, data->capacity + 1, sizeof *data->first);
    data->middle = memory_resize(data->middle, data->capacity, sizeof *data->middle);
    data->end = memory_resize(data->end, data->capacity, sizeof *data->end);
    data->result = memory_resize(data->result, data->capacity, sizeof *data->result);
    data->score = memory_resize(data->score, data->capacity, sizeof *data->score);
    data->target = memory_resize(data->target, data->capacity, sizeof *data->target);
    data->first[0] = 0;
}

/* Splits a count that does not fit into one entry. */
static size_t entry_add(Dataset *data, size_t at, size_t feature, int count) {
    while (count != 0) {
        int part = count > INT8_MAX ? INT8_MAX : count < -INT8_MAX ? -INT8_MAX : count;
        if (at == data->entry_capacity) {
            data->entry_capacity = at ? at * 2 : ENTRIES_INITIAL;
            data->feature =
                memory_resize(data->feature, data->entry_capacity, sizeof *data->feature);
            data->count = memory_resize(data->count, data->entry_capacity, sizeof *data->count);
        }
        data->feature[at] = (uint16_t)feature;
        data->count[at++] = (int8_t)part;
        count -= part;
    }
    return at;
}

void dataset_add(Dataset *data, const int16_t *counts, size_t features, double middle, double end,
                 double result, double score) {
    grow_rows(data);
    size_t row = data->rows++;
    size_t at = data->first[row];
    for (size_t feature = 0; feature < features; feature++)
        at = entry_add(data, at, feature, counts[feature]);
    data->first[row + 1] = at;
    data->middle[row] = (float)middle;
    data->end[row] = (float)end;
    data->result[row] = data->target[row] = (float)result;
    data->score[row] = (float)score;
}

void dataset_free(Dataset *data) {
    free(data->first);
    free(data->middle);
    free(data->end);
    free(data->result);
    free(data->score);
    free(data->target);
    free(data->feature);
    free(data->count);
    *data = (Dataset){0};
}

void dataset_set_targets(Dataset *data, double k, double share) {
    for (size_t row = 0; row < data->rows; row++)
        data->target[row] = (float)((1 - share) * (double)data->result[row] +
                                    share * sigmoid(k * (double)data->score[row]));
}

double dataset_value(const Dataset *data, size_t row, const double *x) {
    double middle = 0;
    double end = 0;
    for (size_t i = data->first[row]; i < data->first[row + 1]; i++) {
        const double *pair = &x[2 * data->feature[i]];
        middle += data->count[i] * pair[0];
        end += data->count[i] * pair[1];
    }
    return middle * (double)data->middle[row] + end * (double)data->end[row];
}

double dataset_rms(const Dataset *data, const double *x) {
    double sum = 0;
    for (size_t row = 0; row < data->rows; row++) {
        double value = dataset_value(data, row, x);
        sum += value * value;
    }
    return data->rows ? sqrt(sum / (double)data->rows) : 0;
}

double sigmoid(double z) {
    return 1 / (1 + exp(-z));
}
