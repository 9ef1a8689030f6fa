#include <config.h>

#include "tui/variation.h"

#include <stdio.h>

#include "rules/movegen.h"
#include "rules/notation.h"

size_t variation_number(const Record *record, size_t ply, char text[VARIATION_NUMBER_SIZE]) {
    size_t leading = position_side(record_position_at(record, 0)) == BLACK ? 1 : 0;
    bool black = (ply + leading) % 2 == 1;
    return (size_t)snprintf(text, VARIATION_NUMBER_SIZE, "%zu%s", (ply + leading) / 2 + 1,
                            black ? "..." : ".");
}

/* It stops before a move that is not legal. */
size_t variation_write(const Record *record, const Thought *thought, VariationWish wish,
                       char text[VARIATION_SIZE]) {
    const SearchLine *line = &thought->info.lines[wish.line];
    Position position = thought->position;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < line->length && i < wish.first + wish.count; i++) {
        Move move = line->pv[i];
        if (!move_is_legal(&position, move) ||
            length + NOTATION_SIZE + VARIATION_NUMBER_SIZE > VARIATION_SIZE)
            break;
        if (i > wish.first)
            text[length++] = ' ';
        if (i >= wish.first) {
            bool first = i == wish.first || position_side(&position) == WHITE;
            if (wish.numbered && first)
                length += variation_number(record, thought->ply + (size_t)i, text + length);
            length += notation_write(&position, move, text + length);
        }
        position_make(&position, move, NULL);
    }
    return length;
}
