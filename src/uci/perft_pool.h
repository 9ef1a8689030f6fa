/* Perft on several threads, divided by the moves of the root. */
#ifndef UCI_PERFT_POOL_H
#define UCI_PERFT_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/error.h"
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

#endif
