/*
 * A complete search by several threads, which share the transposition table: each runs iterations
 * of its own, and the best result of any of them is the common one. No thread is needed for the
 * answer: whichever runs checks the limits, and any can complete the final report. With more
 * threads than processors, each of them may have to wait for a second until it runs.
 */
#ifndef ENGINE_THINK_H
#define ENGINE_THINK_H

#include <pthread.h>
#include <stdint.h>

#include "engine/engine.h"
#include "engine/level.h"
#include "engine/search.h"

/* Time management: how long to think about a move. */

/* Milliseconds since the start of the search; INT64_MAX: no limit. */
typedef struct TimePlan {
    int64_t soft_limit_ms; /* start no iteration after about this time */
    int64_t hard_limit_ms; /* stop the search */
} TimePlan;

/* Returns the plan for a move of `side`: all of movetime_ms, or a part of the clock. */
TimePlan timeman_plan(const SearchLimits *limits, Color side);

typedef struct Think {
    /* Set by the owner. */
    SearchRequest request; /* its positions and moves are not used */
    bool game_over;        /* no search is needed */
    SearchReport *report;
    void *context;
    Search **searches; /* of all threads */
    int search_count;
    TranspositionTable *table;
    atomic_bool *stop;                       /* set by the owner, or here when the search ends */
    const atomic_bool *muted;                /* no more reports */
    const _Atomic int64_t *clock_started_ms; /* INT64_MAX: not yet */
    int64_t started_ms;
    pthread_mutex_t *lock; /* guards the result */

    /* Set by think_prepare. */
    const Level *level;
    TimePlan plan;
    uint64_t nodes; /* limit; UINT64_MAX: none */
    int depth;      /* limit */
    SearchObserver observer;
    _Atomic int64_t reported_ms; /* time of the last report */
    atomic_bool has_depth;       /* an iteration was completed; no search ends by time before */

    /* Of the first thread. */
    int proof_plies;       /* shorter wins are ruled out */
    uint64_t proof_nodes;  /* spent on proofs */
    uint64_t proof_budget; /* nodes of the last proof that was given up */

    /* The result, guarded by the lock. */
    const Search *best; /* whose result it is; NULL: no thread has begun */
    Move best_move;     /* of the last iteration */
    int stability;      /* iterations since best_move last changed */
    Score previous;     /* score of the iteration before the last, or SCORE_NONE */
    SearchInfo info;
} Think;

/* Returns how many of the available threads a request uses: weak levels use one, so that they are
 * equally strong on every machine. */
int think_thread_count(const SearchRequest *request, int available);

/* Prepares a search by `side`, before any thread begins. */
void think_prepare(Think *think, Color side);

/* Returns whether a thread that begins is not needed any more. */
bool think_is_finished(Think *think);

/* Searches on the thread of searches[index], which must have begun, until a limit is reached or
 * `stop` is set; sets `stop` in the end. Returns whether the result is this thread's, and final. */
bool think_run(Think *think, int index);

/* Completes the result and delivers the final report. Some thread must have returned from
 * think_run; others may still search, but change the result no more. */
void think_finish(Think *think);

#endif
