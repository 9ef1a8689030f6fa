/* The results of a match: how they add up, and how they are told. */
#ifndef UCI_MATCH_REPORT_H
#define UCI_MATCH_REPORT_H

#include "rules/buffer.h"
#include "uci/match_game.h"
#include "uci/match_score.h"

typedef struct MatchTally {
    int64_t wins, draws, losses; /* of the first engine */
    PairCounts pairs;            /* of those of which both games ended */
    int64_t plies;
    int64_t ends[END_COUNT];
    int64_t faults[MATCH_SIDES][END_COUNT]; /* games that an engine lost by its own fault */
    GameUse use[MATCH_SIDES];
} MatchTally;

typedef enum SprtVerdict { SPRT_GOES_ON, SPRT_ELO0, SPRT_ELO1 } SprtVerdict;

void tally_init(MatchTally *tally);

/* Counts a game, in which the engine `white` (0, 1) had White. Returns the half points, 0 to 2, of
 * the first engine. */
int tally_add(MatchTally *tally, const GameResult *result, size_t plies, int white);

SprtVerdict tally_verdict(const MatchTally *tally, const MatchSprt *sprt);

/* One line, without its end, while the match goes on. */
void report_progress(const MatchTally *tally, const MatchSetup *setup, Buffer *text);
/* All that there is to say at the end; nothing when no game has ended. */
void report_result(const MatchTally *tally, const MatchSetup *setup, Buffer *text);

#endif
