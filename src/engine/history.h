/*
 * How well moves have done in the search so far: the order in which they are tried is learned from
 * it. Each thread has its own.
 */
#ifndef ENGINE_HISTORY_H
#define ENGINE_HISTORY_H

#include <stdint.h>

#include "engine/score.h"
#include "rules/move.h"

enum { HISTORY_MAX = 1 << 14 };

/* By kind and target square of a move, what is worth playing next. */
typedef struct PieceToHistory {
    int16_t score[PIECE_TYPE_COUNT][SQUARE_SPAN];
} PieceToHistory;

enum { CORRECTION_SIZE = 1 << 14 };

typedef struct History {
    int16_t quiet[COLOR_COUNT][SQUARE_SPAN][SQUARE_SPAN]; /* by origin and target */
    int16_t capture[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_SPAN]
                   [PIECE_TYPE_COUNT]; /* mover, target, victim */
    Move countermove[COLOR_COUNT][PIECE_TYPE_COUNT]
                    [SQUARE_SPAN]; /* the quiet move that refuted one */
    PieceToHistory continuation[COLOR_COUNT][PIECE_TYPE_COUNT]
                               [SQUARE_SPAN]; /* of the move before */
    /* By how much searches have differed from the evaluation, by side to move and pawns. */
    int16_t correction[COLOR_COUNT][CORRECTION_SIZE];
} History;

/* The moves that led to a position, as the search keeps them for every ply. */
typedef struct PriorMove {
    Move move;                    /* MOVE_NONE: the turn was passed, or is not known */
    PieceToHistory *continuation; /* after that move; never NULL */
} PriorMove;

/* How far back moves matter for the order of quiet ones: the last, and the own one before. */
enum { CONTINUATION_PLIES = 2 };

/* What follows a move of a colour. MOVE_NONE has a place too. */
PieceToHistory *history_continuation(History *history, Color side, Move move);

/* The worth of a quiet move after the CONTINUATION_PLIES moves before it, the last one first. */
int history_quiet_score(const History *history, Color side, Move move, const PriorMove *prior);
/* The worth of a capture of that kind (PIECE_NONE: a promotion). */
int history_capture_score(const History *history, Color side, Move move, PieceType victim);

/* The quiet move that last refuted a move of a colour; MOVE_NONE: none. */
Move history_countermove(const History *history, Color side, Move move);
void history_update_countermove(History *history, Color side, Move move, Move countermove);

/* How much a search of that depth, in plies, teaches. */
int history_bonus(int depth);

/* The move refuted the position (bonus > 0), or was tried in vain before the one that did. */
void history_update_quiet(History *history, Color side, Move move, const PriorMove *prior,
                          int bonus);
void history_update_capture(History *history, Color side, Move move, PieceType victim, int bonus);

/* What to add to the evaluation of a position. */
Score history_correction(const History *history, const Position *position);
/* A search of that depth has found the score to be better (worse) than the evaluation by
 * `difference`. */
void history_update_correction(History *history, const Position *position, int depth,
                               Score difference);

/* Nothing is known. */
void history_clear(History *history);
/* Halves what earlier searches taught. */
void history_decay(History *history);

#endif
