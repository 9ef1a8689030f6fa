/* Arithmetic of scores inside the engine; see engine.h for what a score means. */
#ifndef ENGINE_SCORE_H
#define ENGINE_SCORE_H

#include <stdbool.h>

#include "engine/engine.h"

#define SCORE_DRAW     0
#define SCORE_INFINITE 32000 /* beyond every score */
#define SCORE_NONE     32001 /* not a score */

/* The side to move takes the lion, or has lost it, `ply` plies after the root. */
static inline Score score_win_at(int ply) {
    return SCORE_WIN - ply;
}

static inline Score score_loss_at(int ply) {
    return ply - SCORE_WIN;
}

static inline bool score_is_decided(Score score) {
    return score >= SCORE_WIN_LEAST || score <= -SCORE_WIN_LEAST;
}

#endif
