#include <config.h>

#include "rules/position.h"

#include <assert.h>
#include <stdio.h>

#include "rules/apply.h"
#include "rules/fen.h"
#include "rules/generate.h"
#include "rules/movegen.h"

/* ---- making moves ---- */

void position_make(Position *position, Move move) {
    if (position->side == WHITE)
        apply_move(position, move, WHITE);
    else
        apply_move(position, move, BLACK);
    assert(position_is_sound(position));
}

Bitboard position_endangered(const Position *position) {
    return apply_endangered(position, position_side(position));
}

Bitboard position_drowning(const Position *position) {
    return position_endangered(position) & variant_deep(position->variant);
}

Bitboard position_drowned(const Position *position, Move move) {
    return apply_drowned(position, position_endangered(position), move_from(move), move_to(move));
}

Bitboard position_drowned_from(const Position *position, Move move) {
    Bitboard drowned = position_drowned(position, move), end = square_bit(move_to(move));
    return drowned & end ? (drowned & ~end) | square_bit(move_from(move)) : drowned;
}

Bitboard position_captured(const Position *position, Move move) {
    if (move_jumps(move) > 0)
        return move_jumped(move);
    return position->by_color[color_other(position_side(position))] & square_bit(move_to(move));
}

bool position_captures_lion(const Position *position, Move move) {
    return (position_captured(position, move) & position->by_type[LION]) != 0;
}

void position_make_jump(Position *position, Square from, Square to) {
    Color us = position_side(position);
    Square over = square_between(from, to);

    apply_remove(position, color_other(us), over, APPLY_ALL);
    position->by_type[MONKEY] = (position->by_type[MONKEY] & ~square_bit(from)) | square_bit(to);
    position->by_color[us] = (position->by_color[us] & ~square_bit(from)) | square_bit(to);
    position->key ^= key_piece[us][MONKEY][from] ^ key_piece[us][MONKEY][to];
    if (position_in_capture(position)) {
        position->key ^= key_jump_at[position->jump_at];
    } else {
        position->jump_start = (uint8_t)from;
        position->key ^= key_jump_start[from];
    }
    position->jump_at = (uint8_t)to;
    position->key ^= key_jump_at[to];
    position->quiet = 0;
    assert(position_is_sound(position));
}

Square position_make_jumps(Position *position, Move move, int jumps) {
    Square landings[MOVE_JUMPS_MAX];
    Square at = move_from(move);
    move_landings(move, landings);
    for (int i = 0; i < jumps; at = landings[i++])
        position_make_jump(position, at, landings[i]);
    return at;
}

bool position_can_jump_on(const Position *position) {
    Bitboard captures = 0;
    if (position_in_capture(position))
        movegen_steps(position, (Square)position->jump_at, NULL, &captures);
    return captures != 0;
}

void position_make_null(Position *position) {
    Color us = position_side(position);
    Bitboard drowned = apply_endangered(position, us);

    apply_remove_all(position, us, drowned, APPLY_ALL);
    position->side = (uint8_t)color_other(us);
    position->key ^= key_side;
    position->quiet = drowned ? 0 : position->quiet + 1;
}

/* ---- keys, equality, consistency ---- */

uint64_t position_compute_key(const Position *position) {
    uint64_t key = position->side == BLACK ? key_side : 0;
    for (Bitboard pieces = position_occupied(position); pieces;) {
        Square square = bitboard_pop(&pieces);
        key ^= key_piece[position_color_at(position, square)][position_piece_at(position, square)]
                        [square];
    }
    if (position_in_capture(position))
        key ^= key_jump_start[position->jump_start] ^ key_jump_at[position->jump_at];
    return key;
}

bool position_same(const Position *a, const Position *b) {
    if (a->key != b->key || a->side != b->side || a->jump_start != b->jump_start ||
        a->jump_at != b->jump_at || a->by_color[WHITE] != b->by_color[WHITE] ||
        a->by_color[BLACK] != b->by_color[BLACK])
        return false;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (a->by_type[type] != b->by_type[type])
            return false;
    return true;
}

static bool types_partition(const Position *position) {
    Bitboard all = 0;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++) {
        if (all & position->by_type[type])
            return false;
        all |= position->by_type[type];
    }
    return all == position_occupied(position) && !(all & ~BOARD_MASK) &&
           !(position->by_color[WHITE] & position->by_color[BLACK]);
}

bool position_is_sound(const Position *position) {
    PlacementFault faults[PLACEMENT_FAULTS_MAX];
    if (!types_partition(position) || placement_check(position, faults) > 0)
        return false;
    if (position_in_capture(position) != (position->jump_at != SQUARE_NONE))
        return false;
    if (position_in_capture(position) &&
        !(position_pieces(position, position_side(position), MONKEY) &
          square_bit((Square)position->jump_at)))
        return false;
    return position->key == position_compute_key(position);
}

bool position_lions_face(const Position *position, Bitboard *line) {
    if (!position_has_both_lions(position) || !generate_lion_line(position))
        return false;
    if (line)
        *line = generate_between_lions(position);
    return true;
}

bool position_bare_lions_draw(const Position *position) {
    BareLions rule = position->variant->bare_lions;
    if (rule == BARE_LIONS_PLAY || position_occupied(position) != position->by_type[LION])
        return false;
    return rule == BARE_LIONS_DRAW || !position_lions_face(position, NULL);
}

Outcome position_outcome(const Position *position) {
    int limit = position->variant->quiet_plies;
    Color us = position_side(position);

    if (!position_pieces(position, WHITE, LION))
        return (Outcome){RESULT_BLACK, REASON_LION};
    if (!position_pieces(position, BLACK, LION))
        return (Outcome){RESULT_WHITE, REASON_LION};
    if (position_bare_lions_draw(position))
        return (Outcome){RESULT_DRAW, REASON_BARE_LIONS};
    if (!movegen_any(position))
        return (Outcome){us == WHITE ? RESULT_BLACK : RESULT_WHITE, REASON_NO_MOVES};
    if (limit > 0 && position->quiet >= limit)
        return (Outcome){RESULT_DRAW, REASON_QUIET};
    return (Outcome){RESULT_OPEN, REASON_NONE};
}

void position_start(Position *position, const Variant *variant) {
    char text[VARIANT_START_SIZE + 8];
    snprintf(text, sizeof text, "%s/w/-1", variant->start);
    bool read = fen_parse(text, variant, position, NULL);
    assert(read);
    (void)read;
}

/* ---- attacks on the lions ---- */

static bool takes_lion(const Position *position, const MoveList *list) {
    Bitboard lions = position->by_type[LION];
    for (size_t i = 0; i < list->count; i++) {
        if (position_captured(position, list->moves[i]) & lions)
            return true;
    }
    return false;
}

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
 * Returns whether a monkey's captures from a square reach the lion. A flood fill of the landing
 * squares is fast and usually proves that they do not. It allows a piece to be jumped over twice,
 * so if it reaches the lion after the first jump, the paths are searched.
 */
static bool chain_reaches_lion(const Position *position, Square from, Bitboard enemies,
                               Bitboard lion) {
    Bitboard vacant = position_empty(position) | square_bit(from);
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

bool position_attacks_lion(const Position *position, Color by) {
    Bitboard lion = position_pieces(position, color_other(by), LION);
    if (!lion || !position_pieces(position, by, LION))
        return false;
    if (generate_attackers(position, by, bitboard_first(lion)) || generate_lion_line(position))
        return true;
    Bitboard enemies = position->by_color[color_other(by)];
    for (Bitboard set = position_pieces(position, by, MONKEY); set; set &= set - 1)
        if (chain_reaches_lion(position, bitboard_first(set), enemies, lion))
            return true;
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
