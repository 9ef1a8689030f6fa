#include <config.h>

#include "tui/variation.h"

#include <stdio.h>

#include "rules/movegen.h"
#include "rules/notation.h"

void variation_number(const Record *record, size_t ply, char *text, size_t size) {
    size_t leading = position_side(record_position_at(record, 0)) == BLACK ? 1 : 0;
    bool black = (ply + leading) % 2 == 1;
    snprintf(text, size, "%zu%s", (ply + leading) / 2 + 1, black ? "..." : ".");
}

/* White's moves have numbers, and so has the first one. */
static size_t write_move(const Record *record, size_t ply, const Position *position, Move move,
                         bool is_first, char *text, size_t size) {
    char number[32] = "", notation[NOTATION_SIZE];
    if (is_first || position_side(position) == WHITE)
        variation_number(record, ply, number, sizeof number);
    notation_write(position, move, notation);
    return (size_t)snprintf(text, size, "%s%s%s", is_first ? "" : " ", number, notation);
}

/* It stops before a move that is not legal. */
size_t variation_write(const Record *record, const Thought *thought, int line, int first, int count,
                       char text[VARIATION_SIZE]) {
    const SearchLine *moves = &thought->info.lines[line];
    Position position = thought->position;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < moves->length && i < first + count; i++) {
        if (!move_is_legal(&position, moves->pv[i]) || length + NOTATION_SIZE + 32 > VARIATION_SIZE)
            break;
        if (i >= first)
            length += write_move(record, thought->ply + (size_t)i, &position, moves->pv[i],
                                 i == first, text + length, VARIATION_SIZE - length);
        position_make(&position, moves->pv[i], NULL);
    }
    return length;
}
