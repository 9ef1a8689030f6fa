/*
 * A complete search as the main thread runs it: iterations until a limit is reached, with reports.
 * The other threads help by filling the transposition table.
 */
#ifndef ENGINE_THINK_H
#define ENGINE_THINK_H

#include "engine/level.h"
#include "engine/search.h"
#include "engine/timeman.h"

typedef struct Think {
    /* Set by the owner. */
    SearchRequest request; /* its positions and moves are not used */
    bool game_over;        /* no search is needed */
    SearchReport *report;
    void *context;
    Search **searches; /* of all threads, the main thread's first */
    int search_count;
    TranspositionTable *table;
    atomic_bool *stop;                       /* set by the owner, or here if a limit is reached */
    const atomic_bool *muted;                /* no more reports */
    const _Atomic int64_t *clock_started_ms; /* INT64_MAX: not yet */
    int64_t started_ms;

    /* Set by think_run. */
    const Level *level;
    TimePlan plan;
    uint64_t nodes; /* limit; UINT64_MAX: none */
    int64_t reported_ms;
    int proof_plies;       /* shorter wins are ruled out */
    uint64_t proof_nodes;  /* spent on proofs */
    uint64_t proof_budget; /* nodes of the last proof that was given up */
    Move best_move;        /* of the last iteration */
    int stability;         /* iterations since best_move last changed */
    Score previous;        /* score of the iteration before the last, or SCORE_NONE */
    SearchInfo info;
} Think;

/* Returns how many of the available threads a request uses: weak levels use one, so that they are
 * equally strong on every machine. */
int think_thread_count(const SearchRequest *request, int available);

/* Searches on the main thread until a limit is reached or `stop` is set. The first search must have
 * begun. */
void think_run(Think *think);

/* Searches on another thread until it is stopped. `index` is 1 or more; the search must have begun,
 * and the game must not be over. */
void think_help(Search *search, int index);

/* Completes think->info for the final report. No thread may search any more. */
void think_finish(Think *think);

#endif
