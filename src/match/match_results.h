/* The results of a match: sums and reports. */
#ifndef MATCH_MATCH_RESULTS_H
#define MATCH_MATCH_RESULTS_H

#include "base/buffer.h"
#include "match/elo.h"
#include "match/match_game.h"

typedef struct MatchResults {
    int64_t wins, draws, losses; /* of the first engine */
    Pentanomial pairs;           /* complete pairs */
    int64_t plies;
    int64_t ends[TERMINATION_COUNT];
    int64_t faults[MATCH_ENGINES][TERMINATION_COUNT]; /* games lost by time, a crash, ... */
    EngineUsage usage[MATCH_ENGINES];
} MatchResults;

typedef enum SprtStatus { SPRT_CONTINUE, SPRT_ACCEPT_ELO0, SPRT_ACCEPT_ELO1 } SprtStatus;

void match_results_init(MatchResults *results);

/* Counts a game, in which engine `white` (0 or 1) had White. Returns the half points, 0 to 2, of
 * the first engine. */
int match_results_add(MatchResults *results, const MatchGameResult *result, size_t plies,
                      int white);

SprtStatus match_results_sprt(const MatchResults *results, const SprtOptions *sprt);

/* Appends a line of progress without its end. */
void match_results_progress(const MatchResults *results, const MatchSetup *setup, Buffer *text);
/* Appends the final report, or nothing if no game has ended. */
void match_results_report(const MatchResults *results, const MatchSetup *setup, Buffer *text);

#endif
