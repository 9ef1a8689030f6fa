#include <config.h>

#include "uci/division.h"

#include <inttypes.h>

#include "rules/coordinate.h"

void perft_divide_write_moves(const PerftDivision *division, Buffer *text) {
    for (size_t i = 0; i < division->count; i++) {
        char move[COORDINATE_SIZE];
        coordinate_write(division->moves[i].move, move);
        buffer_add_format(text, "%s: %" PRIu64 "\n", move, division->moves[i].leaves);
    }
}

void perft_divide_write_total(const PerftDivision *division, Buffer *text) {
    buffer_add_format(text, "Nodes searched: %" PRIu64 "\n", division->leaves);
}
