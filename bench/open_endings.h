/* The solved endings for the benchmarks: those that the game would find. */
#ifndef BENCH_OPEN_ENDINGS_H
#define BENCH_OPEN_ENDINGS_H

#include "endings/endings.h"

/* Opens the endings of the default variant, or fails if there are none or some are damaged. */
Endings *bench_open_endings(const char *name);

#endif
