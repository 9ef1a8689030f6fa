/*
 * A position: who stands where, whose turn it is, and, in the middle of a monkey's capture, where
 * the capture began. Making a move keeps the key and the count of quiet plies up to date.
 */
#ifndef RULES_POSITION_H
#define RULES_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/bitboard.h"
#include "rules/move.h"
#include "rules/outcome.h"
#include "rules/piece.h"
#include "rules/variant.h"

enum { PIECES_MAX = 16 }; /* a side */

typedef struct Position {
    Bitboard by_type[PIECE_TYPE_COUNT]; /* pieces of both colours by kind */
    Bitboard by_color[COLOR_COUNT];     /* pieces of all kinds by colour */
    uint64_t key;                       /* Zobrist key of board, side to move and open capture */
    const Variant *variant;             /* borrowed */
    uint8_t side;                       /* Color to move */
    uint8_t jump_start; /* Square where the open capture began, SQUARE_NONE: none is open */
    uint8_t jump_at;    /* Square of the jumping monkey, SQUARE_NONE: none */
    int32_t quiet;      /* plies since a capture, a drowning or a pawn's move */
} Position;

static inline Color position_side(const Position *position) {
    return (Color)position->side;
}

static inline Bitboard position_pieces(const Position *position, Color color, PieceType type) {
    return position->by_type[type] & position->by_color[color];
}

static inline Bitboard position_occupied(const Position *position) {
    return position->by_color[WHITE] | position->by_color[BLACK];
}

static inline bool position_in_capture(const Position *position) {
    return position->jump_start != SQUARE_NONE;
}

/* The kind on a square, PIECE_NONE when it is empty. */
static inline PieceType position_piece_at(const Position *position, Square square) {
    Bitboard bit = square_bit(square);
    if (!(position_occupied(position) & bit))
        return PIECE_NONE;
    int type = 0;
    while (!(position->by_type[type] & bit))
        type++;
    return (PieceType)type;
}

/* The colour on a square that is not empty. */
static inline Color position_color_at(const Position *position, Square square) {
    return bitboard_has(position->by_color[BLACK], square) ? BLACK : WHITE;
}

/* The own pieces of the side to move that stand in deep river: unless they leave it with this turn,
 * they drown. (A monkey in the middle of a capture is among them only if the capture began there.)
 */
Bitboard position_endangered(const Position *position);

/*
 * Makes a legal move of the side to move, a whole turn with its drowning. Nothing is checked; see
 * move_is_legal. Whoever wants the position before it again keeps a copy.
 */
void position_make(Position *position, Move move);

/* The squares of the mover's pieces that making the move would drown (on their squares after it).
 */
Bitboard position_drowned(const Position *position, Move move);

/* What the move captures: the squares of the enemy's men taken. */
Bitboard position_captured(const Position *position, Move move);

/*
 * One jump of a monkey that leaves the turn open: the mover's turn goes on with the position in the
 * middle of the capture. The jump must be legal. It is not closed when no further jump is left; see
 * position_can_jump_on. A jump over the lion, which ends the game, is made with position_make.
 */
void position_make_jump(Position *position, Square from, Square to);

/* Makes the first jumps of a monkey's capture in the same way. Returns the monkey's square. */
Square position_make_jumps(Position *position, Move move, int jumps);

/* In the middle of a capture: whether there is another jump. */
bool position_can_jump_on(const Position *position);

/* Passes the turn, for search: the side to move changes, and what stands in deep river drowns. */
void position_make_null(Position *position);

/* The key computed from scratch. */
uint64_t position_compute_key(const Position *position);

/* Board, side to move and open capture are equal. */
bool position_same(const Position *a, const Position *b);

/* Whether the position is consistent (debug builds assert it after every move). */
bool position_is_sound(const Position *position);

/* Whether the side to move can capture the enemy lion now. */
bool position_can_capture_lion(const Position *position);

/* The same for a colour whose turn would begin now, whoever is to move. */
bool position_attacks_lion(const Position *position, Color by);

/* Whether the open line between the two lions exists (whoever moves next could capture along it);
 * if so, *line receives the squares strictly between them. `line` may be NULL. */
bool position_lions_face(const Position *position, Bitboard *line);

/*
 * The outcome as far as the position tells it: lion captured, no legal move, bare lions, quiet
 * plies. Repetition needs the game's history: see outcome_compute.
 */
Outcome position_outcome(const Position *position);

/* The start position of a variant that has been checked. */
void position_start(Position *position, const Variant *variant);

#endif
