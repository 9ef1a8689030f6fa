#include <config.h>

#include "review/reviewer.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/number.h"

struct Reviewer {
    Engine *engine;
    uv_async_t async;
    ReviewerListener listener;
    void (*closed)(void *context);
    void *closed_context;

    /* The review that runs, or has ended without being joined. */
    bool running;
    uv_thread_t thread;
    Record *record; /* owned */
    ReviewOptions options;
    atomic_bool cancelled;

    /* The mailbox between the threads. */
    uv_mutex_t mutex;
    Review *newest; /* owned; NULL: already read */
    bool ended;
    Error error; /* of a review that has ended early */
};

/* ---- on the reviewer's thread ---- */

/* Puts the newest state in place of one that was not read. */
static void post(Reviewer *reviewer, Review *review, bool ended, const Error *error) {
    uv_mutex_lock(&reviewer->mutex);
    if (review != NULL) {
        review_free(reviewer->newest);
        reviewer->newest = review;
    }
    reviewer->ended = ended;
    if (error != NULL)
        reviewer->error = *error;
    uv_mutex_unlock(&reviewer->mutex);
    uv_async_send(&reviewer->async);
}

static void on_progress(void *context, const Review *review) {
    post(context, review_clone(review), false, NULL);
}

static void run(void *context) {
    Reviewer *reviewer = context;
    Error error = {0};
    Review *review = review_game(reviewer->record, reviewer->engine, &reviewer->options,
                                 &reviewer->cancelled, on_progress, reviewer, &error);
    post(reviewer, review, true, &error);
}

/* ---- on the loop's thread ---- */

static void join(Reviewer *reviewer) {
    uv_thread_join(&reviewer->thread);
    reviewer->running = false;
    record_free(reviewer->record);
    reviewer->record = NULL;
}

static void on_async(uv_async_t *async) {
    Reviewer *reviewer = async->data;
    uv_mutex_lock(&reviewer->mutex);
    Review *review = reviewer->newest;
    const bool ended = reviewer->ended;
    const Error error = reviewer->error;
    reviewer->newest = NULL;
    uv_mutex_unlock(&reviewer->mutex);
    if (!reviewer->running) {
        review_free(review);
        return;
    }
    if (ended)
        join(reviewer);
    if (review != NULL)
        reviewer->listener.progress(reviewer->listener.context, review);
    if (ended && error.code != ERROR_NONE)
        reviewer->listener.failed(reviewer->listener.context, &error);
    review_free(review);
}

static int init_mailbox(Reviewer *reviewer, uv_loop_t *loop) {
    int status = uv_mutex_init(&reviewer->mutex);
    if (status != 0)
        return status;
    status = uv_async_init(loop, &reviewer->async, on_async);
    if (status != 0)
        uv_mutex_destroy(&reviewer->mutex);
    reviewer->async.data = reviewer;
    return status;
}

Reviewer *reviewer_create(uv_loop_t *loop, int hash_mb, int threads,
                          const ReviewerListener *listener, Error *error) {
    const int count = threads > 0 ? threads : (int)sysconf(_SC_NPROCESSORS_ONLN);
    Engine *engine = engine_create(hash_mb, clamp_int(count, 1, ENGINE_THREADS_MAX), error);
    if (engine == NULL)
        return NULL;
    Reviewer *reviewer = memory_allocate(sizeof *reviewer);
    reviewer->engine = engine;
    engine_set_niced(engine);
    reviewer->listener = *listener;
    const int status = init_mailbox(reviewer, loop);
    if (status == 0)
        return reviewer;
    engine_free(engine);
    free(reviewer);
    error_set(error, ERROR_IO, "the review cannot be set up: %s", uv_strerror(status));
    return NULL;
}

void reviewer_set_endings(Reviewer *reviewer, const Endings *endings) {
    engine_set_endings(reviewer->engine, endings);
}

bool reviewer_start(Reviewer *reviewer, const Record *record, const ReviewOptions *options,
                    Error *error) {
    reviewer_cancel(reviewer);
    reviewer->record = record_clone(record);
    reviewer->options = *options;
    reviewer->ended = false;
    reviewer->error = (Error){0};
    atomic_store(&reviewer->cancelled, false);
    const int status = uv_thread_create(&reviewer->thread, run, reviewer);
    reviewer->running = status == 0;
    if (reviewer->running)
        return true;
    record_free(reviewer->record);
    reviewer->record = NULL;
    return error_set(error, ERROR_IO, "the review cannot be started: %s", uv_strerror(status));
}

bool reviewer_is_running(const Reviewer *reviewer) {
    return reviewer->running;
}

void reviewer_cancel(Reviewer *reviewer) {
    if (!reviewer->running)
        return;
    atomic_store(&reviewer->cancelled, true);
    join(reviewer);
    review_free(reviewer->newest);
    reviewer->newest = NULL;
}

static void on_closed(uv_handle_t *handle) {
    Reviewer *reviewer = handle->data;
    void (*closed)(void *context) = reviewer->closed;
    void *context = reviewer->closed_context;
    uv_mutex_destroy(&reviewer->mutex);
    free(reviewer);
    if (closed != NULL)
        closed(context);
}

void reviewer_close(Reviewer *reviewer, void (*closed)(void *context), void *context) {
    reviewer_cancel(reviewer);
    engine_free(reviewer->engine);
    reviewer->closed = closed;
    reviewer->closed_context = context;
    uv_close((uv_handle_t *)&reviewer->async, on_closed);
}
