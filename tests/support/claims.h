/*
 * Checks that announced wins and losses come true. Every claim of a search, that a move wins or
 * loses in a number of plies, is played out by new searches with the same limits, against searched
 * and random replies. Short claims are also proved or refuted by exhaustive search.
 */
#ifndef TESTS_SUPPORT_CLAIMS_H
#define TESTS_SUPPORT_CLAIMS_H

#include <stdio.h>

#include "engine/engine.h"
#include "rules/record.h"

enum { CLAIM_PLIES_MAX = 200, CLAIMS_MAX = 32 };

typedef struct ClaimCounts {
    int searches;
    int wins; /* claims of a win */
    int losses;
    int games;   /* that played claims out */
    int kept;    /* games won in time, as every search on the way agreed */
    int wavered; /* won in time, but a search on the way saw no win, or a longer one */
    int second;  /* proved, or won in time only with fifty times the nodes */
    int late;    /* not won in time, nor proved or refuted */
    int refuted; /* claims that are wrong */
    int proved;  /* claims proved by exhaustive search */
    int by_plies[CLAIM_PLIES_MAX]; /* claims by number of plies */
} ClaimCounts;

typedef struct Claims {
    Engine *engine;   /* makes the claims and plays them out, keeping its table */
    Engine *newcomer; /* plays some claims out with an empty table */
    FILE *failures;   /* where failures are described; NULL: nowhere */
    uint64_t state;   /* of random numbers */
    bool wins_only;   /* do not check claims of losses */
    uint64_t budget;  /* positions per exhaustive search */
    ClaimCounts counts;
} Claims;

/* Searches the record's current position and checks all claims of the search. Returns the final
 * report. Exits if the engine fails. */
SearchInfo claims_search(Claims *claims, const Record *record, SearchLimits limits, int multipv);

/* Searches positions of games in the built-in variants and some shorter ones: random games and the
 * engine's, with repetitions, quiet plies and moves taken back. */
void claims_search_games(Claims *claims, int searches);

/* Returns whether no claim was wrong or late. */
bool claims_hold(const ClaimCounts *counts);

#endif
