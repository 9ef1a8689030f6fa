/*
 * One engine on one loop. Its reports come on a search thread and are told on the loop's; a search
 * can be replaced by another at any time without waiting: the old one is told to stop and not heard
 * any more, the new one starts when the engine is free.
 */
#ifndef PLAY_SEARCHER_H
#define PLAY_SEARCHER_H

#include <stdbool.h>
#include <uv.h>

#include "base/error.h"
#include "engine/engine.h"

typedef struct Searcher Searcher;

/* What the owner hears, on the loop's thread, of the search it started last and has not abandoned.
 */
typedef struct SearcherListener {
    /* `at_ms` is when the report was made, by monotonic_ms. */
    void (*report)(void *context, const SearchInfo *info, int64_t at_ms);
    /* A search that had to wait could not be started. */
    void (*failed)(void *context, const Error *error);
    void *context;
} SearcherListener;

/* threads 0: as many as the machine has cores. NULL with an error. */
Searcher *searcher_create(uv_loop_t *loop, int hash_mb, int threads,
                          const SearcherListener *listener, Error *error);

/* Starts a search in the place of any other. The request's positions are copied. */
bool searcher_start(Searcher *searcher, const SearchRequest *request, Error *error);
/* The search was for a position that the game has now come to: its limits count from here. */
void searcher_ponder_hit(Searcher *searcher);
/* Ends the search early; its final report comes as usual, with the best move so far. */
void searcher_stop(Searcher *searcher);
/* Ends the search; nothing more is heard of it. */
void searcher_cancel(Searcher *searcher);
/* Tells what the search has reported up to this moment, without waiting for the loop to come round.
 */
void searcher_poll(Searcher *searcher);

/* Stops the engine, which takes milliseconds. `closed` is called when the loop holds nothing of the
 * searcher any more. */
void searcher_close(Searcher *searcher, void (*closed)(void *context), void *context);

#endif
