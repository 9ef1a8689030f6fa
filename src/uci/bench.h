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
#include "base/error.h"

typedef struct BenchOptions {
    int depth;
    int threads; /* more than 1: also how much faster they are than one */
    int hash_mb;
    bool timed; /* also the depth that one thread reaches in a second from the start position */
} BenchOptions;

extern const BenchOptions bench_defaults;

/* Prints what is found position by position, and puts the sums into *text. False when there is no
 * memory or thread, or soon after `cancelled` (NULL: never) is set. */
bool bench_run(const BenchOptions *options, const atomic_bool *cancelled, Buffer *text,
               Error *error);

/* congo-engine bench: the speed of the search, from the shell. */

/* Runs it; the arguments are those after the command's name. Returns the exit status. */
int bench_command(int count, char *const arguments[]);

#endif
