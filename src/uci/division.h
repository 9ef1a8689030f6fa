/* The counts of perft by first move, in text. */
#ifndef UCI_DIVISION_H
#define UCI_DIVISION_H

#include "rules/buffer.h"
#include "uci/perft_pool.h"

/* A line for each move. */
void perft_divide_write_moves(const PerftDivision *division, Buffer *text);
/* The line with the sum. */
void perft_divide_write_total(const PerftDivision *division, Buffer *text);

#endif
