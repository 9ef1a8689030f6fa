/*
 * A position: the pieces on the board, the side to move, and, during a monkey's capture, where the
 * capture began. Making a move updates the key and the count of quiet plies.
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
    Bitboard by_type[PIECE_TYPE_COUNT]; /* pieces of both colours */
    Bitboard by_color[COLOR_COUNT];     /* pieces of all types */
    uint64_t key;                       /* Zobrist key of board, side to move and open capture */
    const Variant *variant;             /* borrowed */
    uint8_t side;                       /* Color to move */
    uint8_t jump_start; /* Square where the open capture began; SQUARE_NONE: none is open */
    uint8_t jump_at;    /* Square of the capturing monkey; SQUARE_NONE: none */
    int32_t quiet;      /* plies since the last capture, drowning or pawn move */
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

static inline Bitboard position_empty(const Position *position) {
    return BOARD_MASK & ~position_occupied(position);
}

static inline bool position_in_capture(const Position *position) {
    return position->jump_start != SQUARE_NONE;
}

/* Returns PIECE_NONE for an empty square. */
static inline PieceType position_piece_at(const Position *position, Square square) {
    Bitboard bit = square_bit(square);
    if (!(position_occupied(position) & bit))
        return PIECE_NONE;
    int type = 0;
    while (!(position->by_type[type] & bit))
        type++;
    return (PieceType)type;
}

static inline bool position_has_both_lions(const Position *position) {
    return position_pieces(position, WHITE, LION) && position_pieces(position, BLACK, LION);
}

/* The square must not be empty. */
static inline Color position_color_at(const Position *position, Square square) {
    return bitboard_has(position->by_color[BLACK], square) ? BLACK : WHITE;
}

/* Returns the pieces of the side to move that drown unless they leave the deep river this turn. A
 * monkey in the middle of a capture is included only if the capture began in the river. */
Bitboard position_endangered(const Position *position);

/* Returns the same pieces without a monkey whose capture has left the deep river. */
Bitboard position_drowning(const Position *position);

/*
 * Makes a move of the side to move, a whole turn with its drowning. The move must be legal; see
 * move_is_legal. There is no unmake: the caller keeps a copy.
 */
void position_make(Position *position, Move move);

/* Returns the mover's pieces that the move would drown, on their squares after the move. */
Bitboard position_drowned(const Position *position, Move move);

/* Returns the same pieces, on their squares before the move. */
Bitboard position_drowned_from(const Position *position, Move move);

/* Returns the squares of the pieces that the move captures. */
Bitboard position_captured(const Position *position, Move move);

/* Returns whether one of these is the lion. */
bool position_captures_lion(const Position *position, Move move);

/*
 * Makes one jump of a monkey's capture and leaves the turn open, even if no further jump is
 * possible; see position_can_jump_on. The jump must be legal. A jump over the lion ends the game
 * and is made with position_make.
 */
void position_make_jump(Position *position, Square from, Square to);

/* Makes the first jumps of a monkey's capture in the same way. Returns the monkey's square. */
Square position_make_jumps(Position *position, Move move, int jumps);

/* Returns whether an open capture can continue. */
bool position_can_jump_on(const Position *position);

/* Makes a null move, for search: pieces in the deep river drown, and the side to move changes. */
void position_make_null(Position *position);

/* Computes the key from scratch. */
uint64_t position_compute_key(const Position *position);

/* Returns whether board, side to move and open capture are equal. */
bool position_same(const Position *a, const Position *b);

/* Returns whether the fields are consistent. Debug builds assert it after every move. */
bool position_is_sound(const Position *position);

/* Returns whether the side to move can capture the enemy's lion now. */
bool position_can_capture_lion(const Position *position);

/* Returns whether `by` could capture the enemy's lion if its turn began now, whichever side is to
 * move. */
bool position_attacks_lion(const Position *position, Color by);

/* Returns whether the lions face each other on an open line, so that the side to move can capture.
 * If so, *line, unless NULL, receives the squares between them. */
bool position_lions_face(const Position *position, Bitboard *line);

/* Returns whether only the lions are left and the variant's rule makes that a draw. */
bool position_bare_lions_draw(const Position *position);

/*
 * Returns the outcome that follows from the position alone: lion captured, no legal move, bare
 * lions, quiet plies. Repetition needs the game's history: see outcome_compute.
 */
Outcome position_outcome(const Position *position);

/* Sets up the start position of a variant that variant_check accepts. */
void position_start(Position *position, const Variant *variant);

#endif
