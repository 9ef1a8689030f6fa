#include <config.h>

#include "rules/notation_parts.h"

#include <ctype.h>

static MoveOrigin origin_needed(const Position *position, Move move, const MoveText *move_text) {
    Square from = move_from(move);
    Bitboard others = position_pieces(position, position_side(position), move_text->type);
    others &= ~square_bit(from);
    bool any = false, same_file = false, same_rank = false;
    while (others) {
        Square other = bitboard_pop(&others);
        Move rival;
        if (!coordinate_find_move(position, other, move_text->landings, (size_t)move_text->count,
                                  &rival))
            continue;
        any = true;
        same_file |= square_file(other) == square_file(from);
        same_rank |= square_rank(other) == square_rank(from);
    }
    if (!any)
        return ORIGIN_NONE;
    return !same_file ? ORIGIN_FILE : !same_rank ? ORIGIN_RANK : ORIGIN_SQUARE;
}

MoveText notation_describe(const Position *position, Move move) {
    Bitboard captured = position_captured(position, move);
    Bitboard enemy = position->by_color[color_other(position_side(position))];
    MoveText move_text = {
        .type = move_piece(move),
        .mark = move_is_stop(move) ? '='
                : captured         ? ':'
                                   : '-',
        .drowned = position_drowned(position, move),
        .lion = (captured & enemy & position->by_type[LION]) != 0,
    };
    move_text.count = move_landings(move, move_text.landings);
    move_text.origin = origin_needed(position, move, &move_text);
    return move_text;
}

static char *put_square(char *at, Square square) {
    char text[SQUARE_TEXT_SIZE];
    square_write(square, text);
    *at++ = (char)toupper((unsigned char)text[0]);
    *at++ = text[1];
    return at;
}

static char *put_origin(char *at, MoveOrigin origin, Square from) {
    char square[SQUARE_TEXT_SIZE];
    put_square(square, from);
    if (origin == ORIGIN_FILE || origin == ORIGIN_SQUARE)
        *at++ = square[0];
    if (origin == ORIGIN_RANK || origin == ORIGIN_SQUARE)
        *at++ = square[1];
    return at;
}

size_t notation_write(const Position *position, Move move, char text[NOTATION_SIZE]) {
    MoveText move_text = notation_describe(position, move);
    char *at = text;
    if (!movetext_is_bare(&move_text)) {
        *at++ = piece_type_letter(move_text.type, position->variant->pawns);
        *at++ = move_text.mark;
    }
    at = put_origin(at, move_text.origin, move_from(move));
    for (int i = 0; i < move_text.count; i++) {
        if (i > 0)
            *at++ = move_text.mark;
        at = put_square(at, move_text.landings[i]);
    }
    for (Bitboard drowned = move_text.drowned; drowned;) {
        *at++ = ',';
        *at++ = ':';
        at = put_square(at, bitboard_pop(&drowned));
    }
    if (move_text.lion)
        *at++ = '#';
    *at = '\0';
    return (size_t)(at - text);
}
