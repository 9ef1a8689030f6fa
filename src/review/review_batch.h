/*
 * Reviews many games at the same time, each from an empty table. With a limit of nodes, each game
 * is reviewed on one thread, and its review depends neither on the other games nor on the number of
 * threads.
 */
#ifndef REVIEW_REVIEW_BATCH_H
#define REVIEW_REVIEW_BATCH_H

#include "review/review.h"

/* Where the games come from and go to. All functions but `load` are called by one thread at a time.
 */
typedef struct ReviewGames {
    const size_t *positions; /* to search, of each game; borrowed */
    size_t count;
    /* Returns a game, owned by the caller. Called on several threads. */
    Record *(*load)(void *context, size_t index);
    /* Returns the solved endings for a game, borrowed; NULL: none. */
    const Endings *(*endings)(void *context, const Record *record);
    /* A game has been reviewed. The record is freed afterwards. */
    void (*reviewed)(void *context, size_t index, const Record *record);
    /* A game is begun, or a position has been searched. `games` of them have been reviewed;
     * `left_ms` is an estimate of the time to the end, -1: not known yet. */
    void (*progress)(void *context, size_t games, int64_t left_ms);
    void *context;
} ReviewGames;

/*
 * Reviews all games that have positions to search, on `threads` threads (1..ENGINE_THREADS_MAX). If
 * fewer games are left and there is no limit of nodes, a game gets several of them. Stops soon
 * after `cancelled` is set, without an error. Returns false with an error if memory or threads are
 * refused.
 */
bool review_batch(const ReviewGames *games, const ReviewOptions *options, int threads,
                  const atomic_bool *cancelled, Error *error);

#endif
