/*
 * The speed of the search: nodes and nodes a second over a fixed set of positions, to a fixed
 * depth. With one thread the number of nodes is the same on every run and machine: it is the
 * search's signature, and changes only when the search or the evaluation does.
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
