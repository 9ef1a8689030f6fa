/*
 * How a game stands or ended, and the rules that need the game's earlier positions: repetition.
 * Everything else about an outcome follows from the position itself; see position_outcome.
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
/* Whether the game has ended, with or without a result. */
static inline bool outcome_is_over(Outcome outcome) {
    return outcome.reason != REASON_NONE;
}
/* One sentence for a person: "White captured the lion and won." */
const char *outcome_sentence(Outcome outcome);

/*
 * The positions of a game, as repetition needs them. `count` returns how many of them equal
 * `position`, at most `limit`. Equal keys are not enough: keys can be forged.
 */
typedef struct GameHistory {
    int (*count)(const void *game, const struct Position *position, int limit);
    const void *game;
} GameHistory;

/* Whether the move leads from `position` to a position of the history. */
bool outcome_repeats(const struct Position *position, Move move, GameHistory history);

/* The same, but only if the variant forbids it. */
bool outcome_forbids(const struct Position *position, Move move, GameHistory history);

/* The outcome of a game that has reached `position`; the history holds the positions before it. */
Outcome outcome_compute(const struct Position *position, GameHistory history);

#endif
