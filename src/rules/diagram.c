#include <config.h>

#include "rules/diagram.h"

static char square_letter(const Position *position, Square square) {
    PieceType type = position_piece_at(position, square);
    if (type != PIECE_NONE)
        return piece_letter(position_color_at(position, square), type, position->variant->pawns);
    if (bitboard_has(position->variant->islands, square))
        return '^';
    return bitboard_has(RIVER_MASK, square) ? '+' : '-';
}

void diagram_board(const Position *position, Buffer *text) {
    for (int rank = BOARD_RANKS; rank >= 1; rank--) {
        buffer_add_format(text, " %d  ", rank);
        for (int file = 0; file < BOARD_FILES; file++)
            buffer_add_format(text, " %c", square_letter(position, square_at(file, rank)));
        buffer_add_string(text, "\n");
    }
    buffer_add_string(text, "\n /   a b c d e f g\n");
}

/* Appends the number of a colour's pieces of each type: "2E 1Z 1G 1C 7P 0S 1L 1M". T is left out
 * unless the variant has it. */
static void add_pieces(const Position *position, Color color, Buffer *text) {
    static const PieceType order[] = {ELEPHANT,  ZEBRA, GIRAFFE, CROCODILE, PAWN,
                                      SUPERPAWN, LION,  MONKEY,  ELEPHANTE};
    const Variant *variant = position->variant;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (order[i] != ELEPHANTE || variant->elephante)
            buffer_add_format(text, "%s%d%c", i == 0 ? "" : " ",
                              popcount64(position_pieces(position, color, order[i])),
                              piece_letter(color, order[i], variant->pawns));
}

void diagram_player(const Position *position, Color color, Buffer *text) {
    bool moves = position_side(position) == color;
    buffer_add_format(text, " %c %s ", moves ? '*' : ' ', color_word(color));
    add_pieces(position, color, text);
}
