#include <config.h>

#include "server/picture.h"

#include "rules/diagram.h"

static char square_letter(const Position *position, Square square) {
    Kind kind = position_kind_at(position, square);
    if (kind != KIND_NONE)
        return piece_letter(position_color_at(position, square), kind, position->variant->pawns);
    return bitboard_has(variant_deep(position->variant), square) ? '+' : '-';
}

static void draw_rank(Buffer *buffer, const Position *position, int rank) {
    buffer_add_format(buffer, " %d  ", rank);
    for (int file = 0; file < BOARD_FILES; file++)
        buffer_add_format(buffer, " %c", square_letter(position, square_at(file, rank)));
    buffer_add_string(buffer, "\n");
}

static void draw_men(Buffer *buffer, const Position *position, Color color) {
    buffer_add_format(buffer, " %c %s ", position_side(position) == color ? '*' : ' ',
                      color == WHITE ? "white" : "black");
    diagram_men(position, color, buffer);
    buffer_add_string(buffer, "\n");
}

void picture_draw(Buffer *buffer, const Position *position) {
    for (int rank = BOARD_RANKS; rank >= 1; rank--)
        draw_rank(buffer, position, rank);
    buffer_add_string(buffer, "\n /   a b c d e f g\n\n");
    draw_men(buffer, position, WHITE);
    draw_men(buffer, position, BLACK);
}
