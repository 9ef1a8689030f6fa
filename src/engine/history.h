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
typedef struct Continuation {
    int16_t worth[KIND_COUNT][SQUARE_SPAN];
} Continuation;

enum { CORRECTION_SIZE = 1 << 14 };

typedef struct History {
    int16_t quiet[COLOR_COUNT][SQUARE_SPAN][SQUARE_SPAN];              /* by origin and target */
    int16_t capture[COLOR_COUNT][KIND_COUNT][SQUARE_SPAN][KIND_COUNT]; /* mover, target, victim */
    Move answer[COLOR_COUNT][KIND_COUNT][SQUARE_SPAN]; /* the quiet move that refuted one */
    Continuation continuation[COLOR_COUNT][KIND_COUNT][SQUARE_SPAN]; /* of the move before */
    /* By how much searches have differed from the evaluation, by side to move and pawns. */
    int16_t correction[COLOR_COUNT][CORRECTION_SIZE];
} History;

/* The moves that led to a position, as the search keeps them for every ply. */
typedef struct Trail {
    Move move;                  /* MOVE_NONE: the turn was passed, or is not known */
    Continuation *continuation; /* after that move; never NULL */
} Trail;

/* How far back moves matter for the order of quiet ones: the last, and the own one before. */
enum { TRAIL_LENGTH = 2 };

/* What follows a move of a colour. MOVE_NONE has a place too. */
Continuation *history_continuation(History *history, Color side, Move move);

/* The worth of a quiet move after the TRAIL_LENGTH moves before it, the last one first. */
int history_quiet_worth(const History *history, Color side, Move move, const Trail *trail);
/* The worth of a capture of that kind (KIND_NONE: a promotion). */
int history_capture_worth(const History *history, Color side, Move move, Kind victim);

/* The quiet move that last refuted a move of a colour; MOVE_NONE: none. */
Move history_answer(const History *history, Color side, Move move);
void history_learn_answer(History *history, Color side, Move move, Move answer);

/* How much a search of that depth, in plies, teaches. */
int history_bonus(int depth);

/* The move refuted the position (bonus > 0), or was tried in vain before the one that did. */
void history_learn_quiet(History *history, Color side, Move move, const Trail *trail, int bonus);
void history_learn_capture(History *history, Color side, Move move, Kind victim, int bonus);

/* What to add to the evaluation of a position. */
Score history_correction(const History *history, const Position *position);
/* A search of that depth has found the score to be better (worse) than the evaluation by
 * `difference`. */
void history_learn_correction(History *history, const Position *position, int depth,
                              Score difference);

/* Nothing is known. */
void history_clear(History *history);
/* Halves what earlier searches taught. */
void history_fade(History *history);

#endif
