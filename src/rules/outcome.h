/*
 * The outcome of a game, and the rules of repetition, which need the game's earlier positions. All
 * other outcomes follow from the position alone; see position_outcome.
 */
#ifndef RULES_OUTCOME_H
#define RULES_OUTCOME_H

#include <stdbool.h>

#include "rules/move.h"

struct Position;

typedef enum Result { RESULT_OPEN, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW } Result;

typedef enum Reason {
    REASON_NONE,
    REASON_LION,
    REASON_NO_MOVES,
    REASON_REPETITION,
    REASON_QUIET,
    REASON_BARE_LIONS,
    REASON_RESIGNED,
    REASON_AGREED,
    REASON_TIME,
    REASON_ABORTED
} Reason;

/* A game in progress has RESULT_OPEN and REASON_NONE; an aborted one RESULT_OPEN and
 * REASON_ABORTED. */
typedef struct Outcome {
    Result result;
    Reason reason;
} Outcome;

/* "*", "1-0", "0-1", "1/2-1/2". */
const char *result_text(Result result);
/* "lion", "no-moves", "repetition", "quiet", "bare-lions", "resigned", "agreed", "time", "aborted";
 * "" for REASON_NONE. */
const char *reason_word(Reason reason);
/* Returns whether the game has ended, with or without a result. */
static inline bool outcome_is_over(Outcome outcome) {
    return outcome.reason != REASON_NONE;
}
/* One sentence for a person: "White captured the lion and won." */
const char *outcome_sentence(Outcome outcome);

/* Returns the quiet plies left before the variant's limit makes a draw, if they are few enough to
 * be announced; otherwise 0. */
int outcome_announced_plies(const struct Position *position);
/* Writes that this draw is near: "Draw in 14 moves each unless something is captured or drowns, or
 * a pawn moves"; "" if it is not. */
enum { OUTCOME_NOTICE_SIZE = 128 };
void outcome_write_notice(const struct Position *position, char text[OUTCOME_NOTICE_SIZE]);

/*
 * The positions of a game, as repetition needs them. `count` returns how many of them equal
 * `position`, at most `limit`. Equal keys are not enough: keys can be forged.
 */
typedef struct GameHistory {
    int (*count)(const void *game, const struct Position *position, int limit);
    const void *game;
} GameHistory;

/* Returns whether the move leads from `position` to a position of the history. */
bool outcome_repeats(const struct Position *position, Move move, GameHistory history);

/* Returns whether the variant forbids the move because it repeats a position. */
bool outcome_forbids(const struct Position *position, Move move, GameHistory history);

/* Returns the outcome of a game that has reached `position`; the history holds the positions before
 * it. */
Outcome outcome_compute(const struct Position *position, GameHistory history);

#endif
