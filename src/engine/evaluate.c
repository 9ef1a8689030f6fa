#include <config.h>

#include "engine/evaluate.h"

#include <stdlib.h>

#include "engine/weights.h"
#include "rules/movegen.h"

Score evaluate_kind(const Position *position, Kind kind) {
    return weights.material[position->variant->pawns][kind];
}

static int own_rank(Color color, Square square) {
    int rank = square_rank(square) - 1;
    return color == WHITE ? rank : BOARD_RANKS - 1 - rank;
}

static Score evaluate_placement(Color color, Kind kind, Square square) {
    int from_centre = abs(square_file(square) - BOARD_FILES / 2);
    return weights.rank[kind][own_rank(color, square)] + weights.file[kind][from_centre];
}

/* The squares on and next to a lion, as far as it can go there. */
static Bitboard lion_zone(const Position *position, Color color) {
    Bitboard lion = position_pieces(position, color, LION);
    if (lion == 0)
        return 0;
    return lion | movegen_attacks(position, color, LION, bitboard_first(lion));
}

/* Where one piece stands and what it reaches. */
static Score evaluate_piece(const Position *position, Color color, Kind kind, Square square,
                            Bitboard enemy_lion_zone) {
    Bitboard attacks = movegen_attacks(position, color, kind, square);
    return evaluate_placement(color, kind, square) +
           weights.mobility[kind] * popcount64(attacks & ~position->color[color]) +
           weights.lion_zone[kind] * popcount64(attacks & enemy_lion_zone);
}

/* One turn saves one of the men that stand in the river, the best: the others are as good as gone.
 */
static Score evaluate_river(const Position *position, Color color) {
    Bitboard wet = position->color[color] & variant_deep(position->variant) &
                   ~(position->kind[CROCODILE] | position->kind[LION]);
    if (wet == 0)
        return 0;
    Score lost = 0;
    Score best = 0;
    while (wet) {
        Score value = evaluate_kind(position, position_kind_at(position, bitboard_pop(&wet)));
        lost += value;
        if (value > best)
            best = value;
    }
    return best - lost - weights.river;
}

static Score evaluate_side(const Position *position, Color color) {
    Bitboard zone = lion_zone(position, color_other(color));
    Score score = evaluate_river(position, color);
    for (Kind kind = LION; kind < KIND_NONE; kind++) {
        Bitboard pieces = position_pieces(position, color, kind);
        score += popcount64(pieces) * evaluate_kind(position, kind);
        while (pieces)
            score += evaluate_piece(position, color, kind, bitboard_pop(&pieces), zone);
    }
    return score;
}

Score evaluate_position(const Position *position) {
    Color side = position_side(position);
    return evaluate_side(position, side) - evaluate_side(position, color_other(side)) +
           weights.turn;
}
