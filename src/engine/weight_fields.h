/* The fields of the table of weights, for tools and tests that iterate over them. */
#ifndef ENGINE_WEIGHT_FIELDS_H
#define ENGINE_WEIGHT_FIELDS_H

#include <stddef.h>

#include "engine/weights.h"

typedef struct WeightField {
    const char *name; /* NULL ends the list */
    size_t first;     /* number of its first weight */
    int rows;
    int columns;
    const char *const *row_names; /* constants that index the rows; NULL: plain numbers */
} WeightField;

/* In the order of struct Weights. */
extern const WeightField weight_fields[];

#endif
