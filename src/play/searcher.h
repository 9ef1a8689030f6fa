/*
 * An engine on a loop. Reports come from a search thread and are delivered on the loop's. A search
 * can be replaced at any time without waiting: the old one is stopped and its reports are dropped,
 * the new one starts when the engine is free.
 */
#ifndef PLAY_SEARCHER_H
#define PLAY_SEARCHER_H

#include <stdbool.h>
#include <uv.h>

#include "base/error.h"
#include "engine/engine.h"

typedef struct Searcher Searcher;

/* Called on the loop's thread for the search that was started last, until it is cancelled. */
typedef struct SearcherListener {
    /* `at_ms` is the time of the report by monotonic_ms(). */
    void (*report)(void *context, const SearchInfo *info, int64_t at_ms);
    /* A queued search could not be started. */
    void (*failed)(void *context, const Error *error);
    void *context;
} SearcherListener;

/* 0 threads means one for each core. Returns NULL with an error on failure. */
Searcher *searcher_create(uv_loop_t *loop, int hash_mb, int threads,
                          const SearcherListener *listener, Error *error);

/* Sets the solved endings that the searches use which start from now on; borrowed until the
 * searcher is closed, or has others and no search that was started before runs. NULL: none. */
void searcher_set_endings(Searcher *searcher, const Endings *endings);

/* Starts a search that replaces any other. The request's positions are copied. */
bool searcher_start(Searcher *searcher, const SearchRequest *request, Error *error);
/* Tells a pondering search that the expected move was played: its limits apply from now on. */
void searcher_ponder_hit(Searcher *searcher);
/* Ends the search early. Its final report comes with the best move so far. */
void searcher_stop(Searcher *searcher);
/* Ends the search and drops its reports. */
void searcher_cancel(Searcher *searcher);
/* Delivers the newest report at once instead of in the loop's next round. */
void searcher_poll(Searcher *searcher);

/* Stops the engine, which takes milliseconds. `closed` is called from the loop when the handle is
 * closed. */
void searcher_close(Searcher *searcher, void (*closed)(void *context), void *context);

#endif
