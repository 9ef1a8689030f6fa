/*
 * Rows to fit weights to. Of every row a few features are not 0; the value of a row is
 *
 *   sum over its features of count * (middle * x[2 * feature] + end * x[2 * feature + 1])
 *
 * where x are the parameters: for every feature its weight in the middle game and in the end game.
 */
#ifndef TOOLS_DATASET_H
#define TOOLS_DATASET_H

#include <stddef.h>
#include <stdint.h>

/* The arrays are owned; starts as {0}. */
typedef struct Dataset {
    size_t rows;
    size_t capacity;
    size_t *first; /* of rows + 1: where the entries of a row begin */
    float *middle; /* how much of each row is middle game, and end game */
    float *end;
    float *result; /* 1: White won, 0.5, 0 */
    float *score;  /* of a search, in the unit of the value */
    float *target; /* what is to be foretold; see dataset_set_targets */

    size_t entry_capacity;
    uint16_t *feature;
    int8_t *count;
} Dataset;

/* Adds a row with the counts of all features. */
void dataset_add(Dataset *data, const int16_t *counts, size_t features, double middle, double end,
                 double result, double score);
void dataset_free(Dataset *data);

/* Sets the targets: the result, but for the part `share` (0..1) of it, which is what the score
 * promises where k is its sigmoid's steepness. */
void dataset_set_targets(Dataset *data, double k, double share);

/* The value of a row under the parameters x. */
double dataset_value(const Dataset *data, size_t row, const double *x);

/* The root of the mean square of the values: how large they are. */
double dataset_rms(const Dataset *data, const double *x);

/* 1 / (1 + exp(-z)). */
double sigmoid(double z);

#endif
