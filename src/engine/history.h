/* Move ordering learned from the search. Each thread has its own. */
#ifndef ENGINE_HISTORY_H
#define ENGINE_HISTORY_H

#include <stdint.h>

#include "engine/score.h"
#include "rules/move.h"
#include "rules/position.h"

typedef struct SearchStack SearchStack;

enum {
    HISTORY_MAX = 1 << 14, /* bound of every score */
    CONTINUATION_PLIES = 2 /* earlier moves in the score of a quiet one */
};

/* Scores of follow-up moves, by piece and target square. */
typedef struct PieceToHistory {
    int16_t score[PIECE_TYPE_COUNT][SQUARE_SPAN];
} PieceToHistory;

typedef struct History {
    /* By origin and target. */
    int16_t quiet[COLOR_COUNT][SQUARE_SPAN][SQUARE_SPAN];
    /* By piece, target and victim. */
    int16_t capture[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_SPAN][PIECE_TYPE_COUNT];
    /* By piece and target of the move before. */
    Move countermove[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_SPAN];
    PieceToHistory continuation[COLOR_COUNT][PIECE_TYPE_COUNT][SQUARE_SPAN];
} History;

/* Returns the scores of moves that follow a move of `side`, which may be MOVE_NONE. */
PieceToHistory *history_continuation(History *history, Color side, Move move);

/* Returns the score of a quiet move of the node at `ss`. */
int history_quiet_score(const History *history, Color side, Move move, const SearchStack *ss);
/* Returns the score of a capture; the victim is PIECE_NONE for a promotion. */
int history_capture_score(const History *history, Color side, Move move, PieceType victim);

/* The countermove is the quiet move that last refuted a move of `side`; MOVE_NONE if none did. */
Move history_countermove(const History *history, Color side, Move move);
void history_update_countermove(History *history, Color side, Move move, Move countermove);

/* Returns the bonus for a search of `depth` plies. */
int history_bonus(int depth);

/* Adds a bonus, positive if the move caused a cutoff, negative if another move did. */
void history_update_quiet(History *history, Color side, Move move, const SearchStack *ss,
                          int bonus);
/* Like history_update_quiet, but without the moves before it. */
void history_update_from_to(History *history, Color side, Move move, int bonus);
void history_update_capture(History *history, Color side, Move move, PieceType victim, int bonus);

void history_clear(History *history);
/* Halves the scores of quiet moves, before a new search. */
void history_decay(History *history);

#endif
