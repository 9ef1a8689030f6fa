/*
 * The speed of the search: nodes, and nodes a second, for a fixed set of positions and a fixed
 * depth. On one thread the number of nodes is the same on every machine: the signature of the
 * search.
 */
#ifndef UCI_BENCH_H
#define UCI_BENCH_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/buffer.h"
#include "config/command_options.h"

/* Prints a line for each position, and appends the totals to *text. Fails without memory or a
 * thread, or soon after `cancelled`, which may be NULL, is set. */
bool bench_run(const BenchOptions *options, const atomic_bool *cancelled, Buffer *text,
               Error *error);

CommandRunner bench_command; /* BenchOptions */

#endif
