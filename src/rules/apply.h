/*
 * Making a move, specialised for each colour by the compiler. For position.c and perft.c;
 * everything else uses position_make.
 */
#ifndef RULES_APPLY_H
#define RULES_APPLY_H

#include "rules/position.h"
#include "rules/tables.h"

/* APPLY_BOARD leaves out the key and the quiet plies, which counting leaves does not need. Always a
 * compile-time constant. */
typedef enum ApplyMode { APPLY_BOARD, APPLY_ALL } ApplyMode;

static ALWAYS_INLINE void apply_remove(Position *position, Color color, Square square,
                                       ApplyMode mode) {
    Bitboard bit = square_bit(square);
    int type = PAWN; /* the most frequent */
    if (!(position->by_type[PAWN] & bit)) {
        type = LION;
        while (!(position->by_type[type] & bit))
            type++;
    }
    position->by_type[type] ^= bit;
    position->by_color[color] ^= bit;
    if (mode == APPLY_ALL)
        position->key ^= key_piece[color][type][square];
}

static ALWAYS_INLINE void apply_remove_all(Position *position, Color color, Bitboard set,
                                           ApplyMode mode) {
    while (set)
        apply_remove(position, color, bitboard_pop(&set), mode);
}

/* Returns the mover's pieces that stood in the deep river when the turn began, on their present
 * squares. */
static ALWAYS_INLINE Bitboard apply_endangered(const Position *position, Color us) {
    Bitboard deep = variant_deep(position->variant);
    Bitboard endangered = position->by_color[us] & deep & ~position->by_type[CROCODILE];
    if (UNLIKELY(position_in_capture(position))) {
        endangered &= ~square_bit((Square)position->jump_at);
        if (deep & square_bit((Square)position->jump_start))
            endangered |= square_bit((Square)position->jump_at);
    }
    return endangered;
}

/* Returns the endangered pieces that drown after a move between the two squares. */
static ALWAYS_INLINE Bitboard apply_drowned(const Position *position, Bitboard endangered,
                                            Square from, Square to) {
    Bitboard drowned = endangered & ~square_bit(from);
    if (endangered & square_bit(from))
        drowned |= square_bit(to) & variant_deep(position->variant);
    return drowned;
}

static ALWAYS_INLINE void apply_end_capture(Position *position) {
    position->key ^= key_jump_start[position->jump_start] ^ key_jump_at[position->jump_at];
    position->jump_start = position->jump_at = SQUARE_NONE;
}

static ALWAYS_INLINE void apply_promotion(Position *position, Color us, Square to, ApplyMode mode) {
    position->by_type[PAWN] ^= square_bit(to);
    position->by_type[SUPERPAWN] ^= square_bit(to);
    if (mode == APPLY_ALL)
        position->key ^= key_piece[us][PAWN][to] ^ key_piece[us][SUPERPAWN][to];
}

/* Makes a whole turn in a position without an open capture. `endangered` is that of
 * apply_endangered. */
static ALWAYS_INLINE void apply_turn(Position *position, Move move, Color us, Bitboard endangered,
                                     ApplyMode mode) {
    const Color them = us == WHITE ? BLACK : WHITE;
    Square from = move_from(move);
    Square to = move_plain_to(move);
    PieceType type = move_piece(move);
    bool progress = type == PAWN;

    if (UNLIKELY(move_jumps(move) > 0)) {
        to = move_to(move);
        apply_remove_all(position, them, move_jumped(move), mode);
        progress = true;
    } else if (position->by_color[them] & square_bit(to)) {
        apply_remove(position, them, to, mode);
        progress = true;
    }

    /* Origin and target are equal for a stop and for a capture that ends where it began. */
    Bitboard step = square_bit(from) ^ square_bit(to);
    position->by_type[type] ^= step;
    position->by_color[us] ^= step;
    if (mode == APPLY_ALL) {
        const uint64_t *keys = key_piece[us][type];
        position->key ^= key_side ^ keys[from] ^ keys[to];
    }
    if (UNLIKELY(type == PAWN && (square_bit(to) & last_rank(us))))
        apply_promotion(position, us, to, mode);
    if (UNLIKELY(endangered != 0)) {
        Bitboard drowned = apply_drowned(position, endangered, from, to);
        apply_remove_all(position, us, drowned, mode);
        progress = progress || drowned;
    }
    position->side = (uint8_t)them;
    if (mode == APPLY_ALL)
        position->quiet = progress ? 0 : position->quiet + 1;
}

/* Makes any legal move. A turn that ends an open capture is never quiet: it began with a capture.
 */
static ALWAYS_INLINE void apply_move(Position *position, Move move, Color us) {
    Bitboard endangered = apply_endangered(position, us);
    bool open = position_in_capture(position);
    if (UNLIKELY(open))
        apply_end_capture(position);
    apply_turn(position, move, us, endangered, APPLY_ALL);
    if (UNLIKELY(open))
        position->quiet = 0;
}

#endif
