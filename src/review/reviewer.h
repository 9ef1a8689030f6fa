/*
 * Reviews a game in the background, on a thread and with an engine of its own, for an interface
 * with a loop. Its news arrive on the loop's thread.
 */
#ifndef REVIEW_REVIEWER_H
#define REVIEW_REVIEWER_H

#include <uv.h>

#include "review/review.h"

typedef struct Reviewer Reviewer;

/* Called on the loop's thread, for the review that was started last, until it is cancelled. */
typedef struct ReviewerListener {
    /* The newest state; at most one call in each round of the loop. The review is valid during the
     * call, and its pass is REVIEW_DONE in the last one. */
    void (*progress)(void *context, const Review *review);
    /* The review has ended early. */
    void (*failed)(void *context, const Error *error);
    void *context;
} ReviewerListener;

/* 0 threads means one for each processor. Returns NULL with an error on failure. */
Reviewer *reviewer_create(uv_loop_t *loop, int hash_mb, int threads,
                          const ReviewerListener *listener, Error *error);

/* Sets the solved endings of the next reviews; borrowed until no review runs that was started with
 * them. NULL: none. Not during a review. */
void reviewer_set_endings(Reviewer *reviewer, const Endings *endings);

/* Starts the review of a copy of the record. Cancels another one first, which takes milliseconds.
 */
bool reviewer_start(Reviewer *reviewer, const Record *record, const ReviewOptions *options,
                    Error *error);

bool reviewer_is_running(const Reviewer *reviewer);

/* Ends the review, which takes milliseconds, and drops its news. */
void reviewer_cancel(Reviewer *reviewer);

/* Cancels the review. `closed`, which may be NULL, is called from the loop when the handle is
 * closed. */
void reviewer_close(Reviewer *reviewer, void (*closed)(void *context), void *context);

#endif
