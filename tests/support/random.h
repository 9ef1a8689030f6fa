/* Reproducible random fields for the tests of the codec. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "net/protocol.h"

uint64_t random_next(uint64_t *state);
/* Returns 0..limit-1. */
size_t random_below(uint64_t *state, size_t limit);

/* Sets every member to a random valid value, all positional fields and a random set of the others.
 */
void random_fields(uint64_t *state, Fields *fields);

#endif
