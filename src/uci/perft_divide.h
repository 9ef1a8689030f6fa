/* Perft on several threads, divided by the moves of the root. */
#ifndef UCI_PERFT_DIVIDE_H
#define UCI_PERFT_DIVIDE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/position.h"

enum { PERFT_THREADS_MAX = 256 };

typedef struct PerftMove {
    Move move;
    uint64_t leaves;
} PerftMove;

typedef struct PerftDivision {
    PerftMove *moves; /* in the generator's order; owned */
    size_t count;
    uint64_t leaves; /* of all */
} PerftDivision;

/* Counts the sequences of `depth` plies, at least 1, on 1..PERFT_THREADS_MAX threads. Fails when
 * the system refuses a thread, or soon after `cancelled` is set (ERROR_STATE; NULL: it never is);
 * *division is then empty. */
bool perft_divide(const Position *position, int depth, int threads, const atomic_bool *cancelled,
                  PerftDivision *division, Error *error);
void perft_divide_free(PerftDivision *division);

/* The counts of perft by first move, in text. */

/* A line for each move. */
void perft_divide_write_moves(const PerftDivision *division, Buffer *text);
/* The line with the sum. */
void perft_divide_write_total(const PerftDivision *division, Buffer *text);

#endif
