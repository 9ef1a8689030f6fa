/* Attacks on the lions. */
#include <config.h>

#include "rules/position.h"

#include "rules/generate.h"

static bool takes_lion(const Position *position, const MoveList *list) {
    Bitboard lions = position->by_type[LION];
    for (size_t i = 0; i < list->count; i++) {
        if (position_captured(position, list->moves[i]) & lions)
            return true;
    }
    return false;
}

/* Walks a monkey's captures. */
static bool chain_takes_lion(const Position *position, Square from, Bitboard enemies, Bitboard lion,
                             Bitboard vacant) {
    MoveList list;
    movelist_init(&list);
    generate_list_jumps(from, enemies, lion, vacant, true, &list);
    bool found = takes_lion(position, &list);
    movelist_free(&list);
    return found;
}

/*
 * Whether a monkey's captures from a square reach the lion. Flooding the landing squares forgets
 * that no man is jumped twice, so it may say yes too often, but it is quick and mostly says no:
 * only a lion that it reaches later than with the first jump is looked for by walking.
 */
static bool monkey_attacks(const Position *position, Square from, Bitboard enemies, Bitboard lion) {
    Bitboard vacant = (BOARD_MASK & ~position_occupied(position)) | square_bit(from);
    Bitboard reached = square_bit(from);
    for (Bitboard waiting = reached; waiting;) {
        Square at = bitboard_pop(&waiting);
        for (Bitboard near = table_jump[at] & enemies; near; near &= near - 1) {
            Square over = bitboard_first(near);
            Bitboard landing = square_bit((Square)(2 * (int)over - (int)at));
            if (!(landing & vacant))
                continue;
            if (square_bit(over) == lion)
                return at == from || chain_takes_lion(position, from, enemies, lion, vacant);
            waiting |= landing & ~reached;
            reached |= landing;
        }
    }
    return false;
}

static Bitboard pawn_attacks(const Position *position, Color by) {
    PawnFamily family = position->variant->pawns;
    return generate_pawn_attacks(by, PAWN, family, position_pieces(position, by, PAWN)) |
           generate_pawn_attacks(by, SUPERPAWN, family, position_pieces(position, by, SUPERPAWN));
}

static bool slider_attacks(const Position *position, Color by, Bitboard lion) {
    Bitboard empty = BOARD_MASK & ~position_occupied(position);
    Bitboard attacks = 0;
    for (Bitboard set = position_pieces(position, by, CROCODILE); set; set &= set - 1)
        attacks |= generate_crocodile(bitboard_first(set), empty);
    for (Bitboard set = position_pieces(position, by, ELEPHANTE); set; set &= set - 1) {
        Square from = bitboard_first(set);
        attacks |= table_elephante[by][from] | generate_forward_slide(by, from, empty);
    }
    return attacks & lion;
}

/* Leaps are the same both ways, so those are looked up from the lion's square. */
bool position_attacks_lion(const Position *position, Color by) {
    Bitboard lion = position_pieces(position, color_other(by), LION);
    if (!lion || !position_pieces(position, by, LION))
        return false;
    Square at = bitboard_first(lion);
    if ((table_knight[at] & position_pieces(position, by, ZEBRA)) ||
        (table_elephant[at] & position_pieces(position, by, ELEPHANT)) ||
        (table_leap[at] & position_pieces(position, by, GIRAFFE)) ||
        (pawn_attacks(position, by) & lion) || slider_attacks(position, by, lion) ||
        generate_lion_line(position))
        return true;

    Bitboard enemies = position->by_color[color_other(by)];
    for (Bitboard set = position_pieces(position, by, MONKEY); set; set &= set - 1) {
        if (monkey_attacks(position, bitboard_first(set), enemies, lion))
            return true;
    }
    return false;
}

bool position_can_capture_lion(const Position *position) {
    if (!position_in_capture(position))
        return position_attacks_lion(position, position_side(position));
    MoveList list;
    movelist_init(&list);
    movegen_distinct(position, &list);
    bool found = takes_lion(position, &list);
    movelist_free(&list);
    return found;
}
