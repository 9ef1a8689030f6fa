/*
 * One whole search as the thread in charge runs it: iterations until a limit is reached, and the
 * reports on the way. Threads beside it help by filling the table.
 */
#ifndef ENGINE_THINK_H
#define ENGINE_THINK_H

#include "engine/level.h"
#include "engine/search.h"
#include "engine/timeman.h"

typedef struct Think {
    /* For the owner to set. */
    SearchRequest request; /* its positions and moves are not looked at */
    bool game_over;        /* there is nothing to search */
    SearchReport *report;
    void *context;
    Search **searches; /* of all threads that search; the first is that of the thread in charge */
    int search_count;
    TranspositionTable *table;
    atomic_bool *stop;                       /* set from outside, or here when a limit is reached */
    const atomic_bool *muted;                /* no reports any more */
    const _Atomic int64_t *clock_started_ms; /* since when time is used; INT64_MAX: not yet */

    const Level *level;
    TimePlan plan;
    uint64_t nodes; /* limit; UINT64_MAX: none */
    int64_t started_ms;
    int64_t reported_ms;
    int proof_plies;       /* shorter wins are out of the question */
    uint64_t proof_nodes;  /* spent on proofs */
    uint64_t proof_budget; /* of the last proof that was given up */
    Move best_move;        /* the best move of the last iteration */
    int stability;         /* iterations since it became that */
    Score previous;        /* of the iteration before the last; SCORE_NONE: there was none */
    SearchInfo info;
} Think;

/* How many threads a request makes use of, of those there are: the weaker levels are the same on
 * every machine. */
int think_thread_count(const SearchRequest *request, int available);

/* Searches, on the thread in charge, until there is nothing left to do or `halt` is set. The first
 * search must have begun. */
void think_run(Think *think);

/* Searches on another thread until `halt` is set. `index` is 1 or more, the search has begun, and
 * there is something to search. */
void think_help(Search *search, int index);

/* Completes think->info for the final report, when no thread searches any more. */
void think_finish(Think *think);

#endif
