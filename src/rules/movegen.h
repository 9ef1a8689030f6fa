/* Legal moves. There is no check in Congo: every generated move is legal, but for repetition in the
 * variants that forbid it, which needs the game's history (see record.h). */
#ifndef RULES_MOVEGEN_H
#define RULES_MOVEGEN_H

#include "rules/move.h"
#include "rules/position.h"

/*
 * Appends every legal move of the side to move. In the middle of a capture these are the stop and
 * every way to jump on. None when a lion is missing. Monkeys' paths can be very many (over 76,000);
 * see movegen_some for a bound.
 */
void movegen_all(const Position *position, MoveList *list);

/* Appends at most `limit` legal moves; false when there were more. */
bool movegen_some(const Position *position, size_t limit, MoveList *list);

/*
 * As movegen_all, but of the monkeys' paths that take the same men and end on the same square only
 * one: what a search needs.
 */
void movegen_distinct(const Position *position, MoveList *list);

/* Appends only captures (and monkeys' captures, distinct) and promotions: what quiescence needs. */
void movegen_captures(const Position *position, MoveList *list);

/* Appends what movegen_captures leaves out of movegen_distinct. */
void movegen_quiets(const Position *position, MoveList *list);

/* The number of legal moves; every path counts. */
uint64_t movegen_count(const Position *position);

/* Whether there is any legal move. */
bool movegen_any(const Position *position);

/* Whether the move is legal here; a monkey's path is walked, not looked up. Any bits are allowed.
 */
bool move_is_legal(const Position *position, Move move);

/* Whether a pawn arrives on its last rank. */
static inline bool move_promotes(const Position *position, Move move) {
    Bitboard last = position_side(position) == WHITE ? ROW_MASK(0) : ROW_MASK(BOARD_RANKS - 1);
    return move_piece(move) == PAWN && bitboard_has(last, move_to(move));
}

/* Whether the move neither captures nor promotes. */
bool move_is_quiet(const Position *position, Move move);

/*
 * Step by step: the squares to which one step from `from` leads: for a monkey every single jump and
 * plain move, in the middle of a capture also the own square (stop). `captures` receives those that
 * capture; both may be NULL.
 */
void movegen_steps(const Position *position, Square from, Bitboard *targets, Bitboard *captures);

/* The squares from which the side to move can move. */
Bitboard movegen_origins(const Position *position);

/* The men of `by` that could capture a man on that square now. */
Bitboard movegen_attackers(const Position *position, Square square, Color by);

#endif
