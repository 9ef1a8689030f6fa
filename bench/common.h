/* Shared by the benchmarks: time, fatal errors, engines. */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#include <stdint.h>

#include "engine/engine.h"

/* Returns milliseconds of the monotonic clock. */
double bench_now_ms(void);

/* Returns milliseconds of processor time used by all threads of the program: other programs on the
 * machine disturb it little. */
double bench_cpu_ms(void);

/* Prints a message after the benchmark's name and exits. */
_Noreturn void bench_fail(const char *name, const char *message);

/* Returns the number of the last argument "key=NUMBER", or the value given here. */
int64_t bench_option(int argc, char **argv, const char *key, int64_t value);

/* Creates an engine, or fails. */
Engine *bench_engine(const char *name, int hash_mb, int threads);

#endif
