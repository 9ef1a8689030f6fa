#include <config.h>

#include "rules/describe.h"

#include "base/text.h"
#include "rules/coordinate.h"

static const PieceType order[] = {LION,   ELEPHANT, ZEBRA,     GIRAFFE,  CROCODILE,
                                  MONKEY, PAWN,     SUPERPAWN, ELEPHANTE};
enum { ORDER_COUNT = sizeof order / sizeof order[0] };

/* Removes and returns the next square in reading order: rank 1 first, from left to right. */
static Square pop_square(Bitboard *set) {
    for (int row = BOARD_RANKS - 1; row > 0; row--) {
        Bitboard rank = *set & ROW_MASK(row);
        if (rank) {
            Square square = bitboard_first(rank);
            *set &= ~square_bit(square);
            return square;
        }
    }
    return bitboard_pop(set);
}

static const char *name_of(const Position *position, PieceType type) {
    return piece_type_name(type, position->variant->pawns);
}

static const char *name_at(const Position *position, Square square) {
    return name_of(position, position_piece_at(position, square));
}

void describe_piece(const Position *position, Square square, Buffer *text) {
    buffer_add_format(text, "%s ", name_at(position, square));
    coordinate_add_square(text, square);
}

void describe_pieces(const Position *position, Bitboard pieces, Buffer *text) {
    size_t begin = text->length;
    for (int i = 0; i < ORDER_COUNT; i++) {
        Bitboard set = pieces & position->by_type[order[i]];
        if (!set)
            continue;
        buffer_add_string(text, text->length > begin ? ", " : "");
        buffer_add_string(text, name_of(position, order[i]));
        buffer_add_string(text, text_plural((uint64_t)popcount64(set)));
        while (set) {
            buffer_add_string(text, " ");
            coordinate_add_square(text, pop_square(&set));
        }
    }
    if (text->length == begin)
        buffer_add_string(text, "nothing");
}

void describe_piece_counts(const Position *position, Color color, Buffer *text) {
    const char *separator = "";
    for (int i = 0; i < ORDER_COUNT; i++) {
        int count = popcount64(position_pieces(position, color, order[i]));
        if (count == 0)
            continue;
        buffer_add_format(text, "%s%d %s%s", separator, count, name_of(position, order[i]),
                          text_plural((uint64_t)count));
        separator = ", ";
    }
    if (!position->by_color[color])
        buffer_add_string(text, "nothing");
}

void describe_piece_list(const Position *position, Bitboard pieces, Buffer *text) {
    Bitboard all = pieces;
    for (int i = 0; i < ORDER_COUNT; i++) {
        for (Bitboard set = all & position->by_type[order[i]]; set;) {
            Square square = pop_square(&set);
            bool first = pieces == all;
            pieces &= ~square_bit(square);
            buffer_add_string(text, first ? "" : pieces ? ", " : " and ");
            describe_piece(position, square, text);
        }
    }
}

void describe_square_list(Bitboard squares, const char *word, Buffer *text) {
    for (bool first = true; squares; first = false) {
        Square square = pop_square(&squares);
        if (!first && squares)
            buffer_add_string(text, ", ");
        else if (!first)
            buffer_add_format(text, " %s ", word);
        coordinate_add_square(text, square);
    }
}

void describe_squares(Bitboard squares, Buffer *text) {
    if (!squares)
        buffer_add_string(text, "none");
    for (bool first = true; squares; first = false) {
        buffer_add_string(text, first ? "" : " ");
        coordinate_add_square(text, pop_square(&squares));
    }
}

void describe_row(const Position *position, Bitboard row, Buffer *text) {
    Bitboard pieces = row & position_occupied(position);
    Bitboard islands = row & position->variant->islands;
    if (!pieces)
        buffer_add_string(text, "empty");
    for (bool first = true; pieces; first = false) {
        Square square = pop_square(&pieces);
        buffer_add_format(text, "%s%s ", first ? "" : ", ",
                          color_word(position_color_at(position, square)));
        describe_piece(position, square, text);
    }
    if (!islands)
        return;
    buffer_add_string(text, popcount64(islands) == 1 ? "; island " : "; islands ");
    describe_squares(islands, text);
}

/* --- a move --- */

static void add_square(Buffer *text, const char *before, Square square) {
    buffer_add_string(text, before);
    coordinate_add_square(text, square);
}

static void add_jumps(const Position *position, Move move, Buffer *text) {
    Square landings[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    Square from = move_from(move);
    buffer_add_string(text, position_in_capture(position) ? " jumps on to " : " jumps to ");
    for (int i = 0; i < count; i++) {
        add_square(text, i > 0 ? ", then to " : "", landings[i]);
        buffer_add_string(text, ", taking the ");
        describe_piece(position, square_between(from, landings[i]), text);
        from = landings[i];
    }
}

static bool promotes(Move move, Color color) {
    int rank = square_rank(move_to(move));
    return move_piece(move) == PAWN && rank == (color == WHITE ? BOARD_RANKS : 1);
}

void describe_move(const Position *position, Move move, Buffer *text) {
    Square to = move_to(move);
    buffer_add_string(text, name_of(position, move_piece(move)));
    if (move_is_stop(move)) {
        add_square(text, " stops on ", to);
        return;
    }
    add_square(text, " from ", move_from(move));
    if (move_jumps(move) > 0) {
        add_jumps(position, move, text);
        return;
    }
    add_square(text, " to ", to);
    if (position_captured(position, move))
        buffer_add_format(text, ", taking the %s there", name_at(position, to));
    if (promotes(move, position_side(position)))
        buffer_add_format(text, ", and becomes a %s", name_of(position, SUPERPAWN));
}
