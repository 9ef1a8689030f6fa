/* congo-engine perft: counts move sequences, on several threads and divided by the root moves. */
#ifndef UCI_PERFT_COMMAND_H
#define UCI_PERFT_COMMAND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "config/command_options.h"
#include "engine/engine.h"
#include "rules/position.h"

typedef struct PerftMove {
    Move move;
    uint64_t leaves;
} PerftMove;

typedef struct PerftDivision {
    PerftMove *moves; /* owned; in the generator's order */
    size_t count;
    uint64_t leaves; /* of all moves */
} PerftDivision;

/* Counts the move sequences of `depth` plies, at least 1, on 1..ENGINE_THREADS_MAX threads. Fails
 * if the system refuses a thread, or with ERROR_STATE soon after `cancelled`, which may be NULL, is
 * set; *division is then empty. */
bool perft_divide(const Position *position, int depth, int threads, const atomic_bool *cancelled,
                  PerftDivision *division, Error *error);

void perft_divide_free(PerftDivision *division);

/* Appends a line for each move. */
void perft_divide_write_moves(const PerftDivision *division, Buffer *text);

/* Appends the line with the sum. */
void perft_divide_write_total(const PerftDivision *division, Buffer *text);

CommandRunner perft_command; /* PerftOptions; prints the counts */

#endif
