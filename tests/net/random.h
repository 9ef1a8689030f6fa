/* Chance that repeats, and fields filled by it, for the tests of the codec. */
#ifndef TESTS_NET_RANDOM_H
#define TESTS_NET_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "net/field.h"

uint64_t random_next(uint64_t *state);
/* 0..limit-1 */
size_t random_below(uint64_t *state, size_t limit);

/* Sets every member to a value that a line can have, and a random set of the fields that are
 * key=value; those at their places are all set. */
void random_fields(uint64_t *state, Fields *fields);

#endif
