/* The results of a match: the saved games, sums and reports. */
#ifndef MATCH_MATCH_RESULTS_H
#define MATCH_MATCH_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "match/elo.h"
#include "match/match.h"

/* ---- saving games as they end ---- */

/* Opens a file to append games. Returns -1 with an error on failure. */
int match_save_open(const char *path, Error *error);

/* Sets the tags of a finished game. `pair` counts from 1, `number` is 1 or 2 in the pair, and
 * `white` is the engine with White, 0 or 1. */
void match_save_tags(Record *game, const MatchSetup *setup, const MatchGameResult *result, int pair,
                     int number, int white);

/* Writes a game at once, so that an interrupted match leaves whole games. */
bool match_save_game(int file, const char *path, const Record *game, Error *error);

/* ---- sums and reports ---- */

typedef struct MatchResults {
    int64_t wins, draws, losses; /* of the first engine */
    Pentanomial pairs;           /* complete pairs */
    int64_t plies;
    int64_t ends[TERMINATION_COUNT];
    int64_t faults[MATCH_ENGINES][TERMINATION_COUNT]; /* games lost by time, a crash, ... */
    EngineUsage usage[MATCH_ENGINES];
    uint64_t *hashes; /* owned; one of each game's moves */
    int64_t repeated; /* games with the moves of an earlier one */
} MatchResults;

typedef enum SprtStatus { SPRT_CONTINUE, SPRT_ACCEPT_ELO0, SPRT_ACCEPT_ELO1 } SprtStatus;

void match_results_init(MatchResults *results);

/* Counts a game, in which engine `white` (0 or 1) had White. Returns the half points, 0 to 2, of
 * the first engine. */
int match_results_add(MatchResults *results, const MatchGameResult *result, const Record *game,
                      int white);

SprtStatus match_results_sprt(const MatchResults *results, const SprtOptions *sprt);

/* Appends a line of progress without its end. */
void match_results_progress(const MatchResults *results, const MatchSetup *setup, Buffer *text);

/* Appends the final report, or nothing if no game has ended. */
void match_results_report(const MatchResults *results, const MatchSetup *setup, Buffer *text);

#endif
