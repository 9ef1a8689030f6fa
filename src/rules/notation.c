#include <config.h>

#include "rules/notation_parts.h"

#include <ctype.h>

static Origin origin_needed(const Position *position, Move move, const Spoken *spoken) {
    Square from = move_from(move);
    Bitboard others = position_pieces(position, position_side(position), spoken->kind);
    others &= ~square_bit(from);
    bool any = false, same_file = false, same_rank = false;
    while (others) {
        Square other = bitboard_pop(&others);
        Move rival;
        if (!coordinate_walk(position, other, spoken->landings, (size_t)spoken->count, &rival))
            continue;
        any = true;
        same_file |= square_file(other) == square_file(from);
        same_rank |= square_rank(other) == square_rank(from);
    }
    if (!any)
        return ORIGIN_NONE;
    return !same_file ? ORIGIN_FILE : !same_rank ? ORIGIN_RANK : ORIGIN_SQUARE;
}

Spoken notation_speak(const Position *position, Move move) {
    Bitboard captured = position_captured(position, move);
    Bitboard enemy = position->by_color[color_other(position_side(position))];
    Spoken spoken = {
        .kind = move_kind(move),
        .mark = move_is_stop(move) ? '='
                : captured         ? ':'
                                   : '-',
        .drowned = position_drowned(position, move),
        .lion = (captured & enemy & position->by_type[LION]) != 0,
    };
    spoken.count = move_landings(move, spoken.landings);
    spoken.origin = origin_needed(position, move, &spoken);
    return spoken;
}

static char *put_square(char *at, Square square) {
    char text[SQUARE_TEXT_SIZE];
    square_write(square, text);
    *at++ = (char)toupper((unsigned char)text[0]);
    *at++ = text[1];
    return at;
}

static char *put_origin(char *at, Origin origin, Square from) {
    char square[SQUARE_TEXT_SIZE];
    put_square(square, from);
    if (origin == ORIGIN_FILE || origin == ORIGIN_SQUARE)
        *at++ = square[0];
    if (origin == ORIGIN_RANK || origin == ORIGIN_SQUARE)
        *at++ = square[1];
    return at;
}

size_t notation_write(const Position *position, Move move, char text[NOTATION_SIZE]) {
    Spoken spoken = notation_speak(position, move);
    char *at = text;
    if (!spoken_is_bare(&spoken)) {
        *at++ = kind_letter(spoken.kind, position->variant->pawns);
        *at++ = spoken.mark;
    }
    at = put_origin(at, spoken.origin, move_from(move));
    for (int i = 0; i < spoken.count; i++) {
        if (i > 0)
            *at++ = spoken.mark;
        at = put_square(at, spoken.landings[i]);
    }
    for (Bitboard drowned = spoken.drowned; drowned;) {
        *at++ = ',';
        *at++ = ':';
        at = put_square(at, bitboard_pop(&drowned));
    }
    if (spoken.lion)
        *at++ = '#';
    *at = '\0';
    return (size_t)(at - text);
}
