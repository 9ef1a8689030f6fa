/* Scores: hundredths of a pawn from the side to move's view. */
#ifndef ENGINE_SCORE_H
#define ENGINE_SCORE_H

#include <stdbool.h>

typedef int Score;

/* What a score says about the true one. */
typedef enum Bound {
    BOUND_NONE,
    BOUND_UPPER, /* the true score is at most this one */
    BOUND_LOWER, /* at least */
    BOUND_EXACT
} Bound;

/* A win in N plies is SCORE_WIN - N, a loss in N plies -(SCORE_WIN - N). */
#define SCORE_WIN       30000
#define SCORE_WIN_LEAST (SCORE_WIN - 1000) /* lowest score that is a forced win */
/* Scores between this and SCORE_WIN_LEAST: a win by the tables of endings that a draw by repetition
 * or by the limit of quiet plies may spoil. */
#define SCORE_UNCERTAIN_WIN_LEAST 15000
#define SCORE_DRAW                0
#define SCORE_INFINITE            32000 /* beyond every score */
#define SCORE_NONE                32001 /* not a score */

/* Returns the score if the side to move captures the lion `ply` plies after the root. */
static inline Score score_win_at(int ply) {
    return SCORE_WIN - ply;
}

/* Returns the score if the side to move has lost its lion `ply` plies after the root. */
static inline Score score_loss_at(int ply) {
    return ply - SCORE_WIN;
}

/* Returns whether the score is a forced win or loss. */
static inline bool score_is_decided(Score score) {
    return score >= SCORE_WIN_LEAST || score <= -SCORE_WIN_LEAST;
}

/* Returns whether the score is a win or loss by the tables of endings that is not certain. */
static inline bool score_is_uncertain(Score score) {
    return !score_is_decided(score) &&
           (score >= SCORE_UNCERTAIN_WIN_LEAST || score <= -SCORE_UNCERTAIN_WIN_LEAST);
}

/* Returns the plies to the lion's capture: positive for a win, negative for a loss, 0 if the score
 * is not decided. */
static inline int score_win_plies(Score score) {
    if (!score_is_decided(score))
        return 0;
    return score > 0 ? SCORE_WIN - score : -SCORE_WIN - score;
}

#endif
