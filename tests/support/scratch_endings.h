/* Solved endings of the default variant in the scratch folder of a test. */
#ifndef TESTS_SUPPORT_SCRATCH_ENDINGS_H
#define TESTS_SUPPORT_SCRATCH_ENDINGS_H

#include "endings/endings.h"

/* Makes the scratch folder (scratch.h), solves the endings with this number of men in its folder
 * "endings", and opens them. Fails the test if that is not possible. */
Endings *scratch_endings_make(void **state, int men);

/* Closes the endings and removes the scratch folder. Returns 0. */
int scratch_endings_remove(void **state, Endings *endings);

#endif
