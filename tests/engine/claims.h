/*
 * Whether the wins and losses that searches announce come true. Every claim of a search, that a
 * move wins or loses in so many plies, is played out from there by new searches with the same
 * limits, the loser's moves by searches too, and at random; short ones are also proved or refuted
 * by trying every move.
 */
#ifndef TESTS_ENGINE_CLAIMS_H
#define TESTS_ENGINE_CLAIMS_H

#include <stdio.h>

#include "engine/engine.h"
#include "rules/record.h"

enum { CLAIM_PLIES_MAX = 200, CLAIMS_MAX = 32 };

typedef struct ClaimCounts {
    int searches;
    int wins; /* claims, by what they say */
    int losses;
    int games;   /* in which they were played out */
    int kept;    /* of these games: won in time, and every search on the way said so too */
    int wavered; /* won in time, but some search on the way saw no win, or a longer one */
    int second;  /* not won in time with the limits of the claim, but with fifty times the nodes */
    int late;    /* not won in time with either, and not refuted */
    int refuted; /* claims that are wrong */
    int proved;  /* claims proved by trying every move */
    int by_plies[CLAIM_PLIES_MAX]; /* claims of a win or loss in so many plies */
} ClaimCounts;

typedef struct Claims {
    Engine *engine;   /* makes the claims, and plays them out with its table as it is */
    Engine *stranger; /* plays some of them out with an empty table */
    FILE *complaints; /* what did not come true */
    uint64_t state;   /* of random numbers */
    bool wins_only;   /* claims that the side to move loses are not checked */
    uint64_t budget;  /* positions for each proof by trying every move */
    ClaimCounts counts;
} Claims;

/* Searches the record's current position with Claims.engine and checks all that it claims. Returns
 * the final report. Ends the program when the engine refuses. */
SearchInfo claims_search(Claims *claims, const Record *record, SearchLimits limits, int multipv);

/* Searches so many positions of games under all variants, the built-in ones and some that end
 * sooner: at random, of the engine, with many repetitions and quiet plies, and going back. */
void claims_search_games(Claims *claims, int searches);

/* Whether nothing claimed was wrong or late. */
bool claims_hold(const ClaimCounts *counts);

#endif
