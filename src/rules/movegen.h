/* Legal moves. There is no check in Congo: every generated move is legal, except in variants that
 * forbid repetition, which depends on the game's history; see outcome.h. */
#ifndef RULES_MOVEGEN_H
#define RULES_MOVEGEN_H

#include "rules/move.h"
#include "rules/position.h"

/*
 * Appends every legal move of the side to move; in the middle of a capture, the stop and every way
 * to jump on. None are legal if a lion is missing. A position can have more than 76,000 monkey
 * paths; movegen_some bounds their number.
 */
void movegen_all(const Position *position, MoveList *list);

/* Appends at most `limit` legal moves. Returns false if there are more. */
bool movegen_some(const Position *position, size_t limit, MoveList *list);

/*
 * As movegen_all, but appends only one of the monkey paths that capture the same pieces and end on
 * the same square. For search.
 */
void movegen_distinct(const Position *position, MoveList *list);

/* Appends the captures and promotions of movegen_distinct. For quiescence search. */
void movegen_captures(const Position *position, MoveList *list);

/* Appends the other moves of movegen_distinct. */
void movegen_quiets(const Position *position, MoveList *list);

/* Returns the number of legal moves, counting every path. */
uint64_t movegen_count(const Position *position);

bool movegen_any(const Position *position);

/* Returns whether the move is legal. Any bits are allowed. The time does not depend on the number
 * of monkey paths. */
bool move_is_legal(const Position *position, Move move);

/* Returns whether a pawn arrives on its last rank. */
static inline bool move_promotes(const Position *position, Move move) {
    return move_piece(move) == PAWN &&
           bitboard_has(last_rank(position_side(position)), move_to(move));
}

/* Returns whether the move neither captures nor promotes. */
bool move_is_quiet(const Position *position, Move move);

/*
 * Finds the targets of one step from a square: a whole move, or one jump of a monkey; in the middle
 * of a capture also the monkey's own square, for the stop. `captures` receives the targets that
 * capture. Both may be NULL.
 */
void movegen_steps(const Position *position, Square from, Bitboard *targets, Bitboard *captures);

/* Returns the squares of the pieces that have a legal move. */
Bitboard movegen_origins(const Position *position);

/*
 * Returns the squares on which `by` could capture an enemy piece in one turn, whichever side is to
 * move: those of enemy pieces, empty ones, where one might stand, and those of its own pieces,
 * where it would recapture. A monkey attacks what it could reach with further jumps too. The lions'
 * line counts while it is open. Drowning does not matter.
 */
Bitboard movegen_attacks(const Position *position, Color by);

/* Returns the pieces of colour `by` that could capture an enemy piece on the square, if one stood
 * there, with a step or their first jump. */
Bitboard movegen_attackers(const Position *position, Square square, Color by);

#endif
