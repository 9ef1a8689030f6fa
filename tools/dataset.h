/*
 * Sparse rows to fit weights to. The value of a row is
 *
 *   sum over its features of count * (middle * x[2 * feature] + end * x[2 * feature + 1])
 *
 * where x are the parameters, two for every feature: its weights in the middle game and the end
 * game.
 */
#ifndef TOOLS_DATASET_H
#define TOOLS_DATASET_H

#include <stddef.h>
#include <stdint.h>

/* The arrays are owned; starts as {0}. */
typedef struct Dataset {
    size_t rows;
    size_t capacity;
    size_t *first; /* first entry of each row, and the end */
    float *middle; /* shares of the middle game and the end game */
    float *end;
    float *result; /* 1: White won, 0.5, 0 */
    float *score;  /* of a search, in the unit of values */
    float *target; /* to be predicted; see dataset_set_targets */

    size_t entry_capacity;
    uint16_t *feature;
    int8_t *count;
} Dataset;

/* Adds a row with the counts of all features. */
void dataset_add(Dataset *data, const int16_t *counts, size_t features, double middle, double end,
                 double result, double score);
void dataset_free(Dataset *data);

/* Sets the targets to the results mixed with sigmoid(k * score), whose share is `share`, 0..1. */
void dataset_set_targets(Dataset *data, double k, double share);

/* Returns the value of a row. */
double dataset_value(const Dataset *data, size_t row, const double *x);

/* Returns the root mean square of all values. */
double dataset_rms(const Dataset *data, const double *x);

/* Returns 1 / (1 + exp(-z)). */
double sigmoid(double z);

#endif
