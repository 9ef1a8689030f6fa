#include <config.h>

#include "play/searcher.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/parallel.h"

typedef enum SearcherState {
    SEARCHER_IDLE,
    SEARCHER_RUNNING,
    SEARCHER_CANCELLED /* still running, with its reports dropped */
} SearcherState;

/* A search that starts when the engine is free. */
typedef struct QueuedSearch {
    bool wanted;
    bool stop; /* at once, with its first result */
    SearchRequest request;
    Position *positions; /* of the request, owned */
} QueuedSearch;

struct Searcher {
    Engine *engine;
    const Endings *endings; /* borrowed; NULL: none */
    uv_async_t async;
    SearcherListener listener;
    void (*closed)(void *context);
    void *closed_context;
    SearcherState state;
    QueuedSearch waiting;

    /* The mailbox between the threads. The next search starts only after the final report was read:
     * it is never overwritten. */
    uv_mutex_t mutex;
    SearchInfo newest;
    int64_t newest_at_ms;
    bool has_newest;
};

/* Called on a search thread. */
static void receive_report(void *context, const SearchInfo *info) {
    Searcher *searcher = context;
    uv_mutex_lock(&searcher->mutex);
    searcher->newest = *info;
    searcher->newest_at_ms = monotonic_ms();
    searcher->has_newest = true;
    uv_mutex_unlock(&searcher->mutex);
    uv_async_send(&searcher->async);
}

static bool start_now(Searcher *searcher, const SearchRequest *request, Error *error) {
    /* The engine's thread may still be finishing after its final report. */
    engine_wait(searcher->engine);
    engine_set_endings(searcher->engine, searcher->endings);
    if (!engine_start(searcher->engine, request, receive_report, searcher, error))
        return false;
    searcher->state = SEARCHER_RUNNING;
    return true;
}

static void clear_queued(Searcher *searcher) {
    free(searcher->waiting.positions);
    searcher->waiting = (QueuedSearch){0};
}

static void start_queued(Searcher *searcher) {
    QueuedSearch waiting = searcher->waiting;
    Error error = {0};
    searcher->waiting = (QueuedSearch){0};
    bool started = start_now(searcher, &waiting.request, &error);
    free(waiting.positions);
    if (!started)
        searcher->listener.failed(searcher->listener.context, &error);
    else if (waiting.stop)
        engine_stop(searcher->engine);
}

void searcher_poll(Searcher *searcher) {
    uv_mutex_lock(&searcher->mutex);
    bool has_report = searcher->has_newest;
    SearchInfo info = searcher->newest;
    int64_t at_ms = searcher->newest_at_ms;
    searcher->has_newest = false;
    uv_mutex_unlock(&searcher->mutex);
    if (!has_report)
        return;
    bool is_current = searcher->state == SEARCHER_RUNNING;
    if (info.final)
        searcher->state = SEARCHER_IDLE;
    if (is_current)
        searcher->listener.report(searcher->listener.context, &info, at_ms);
    else if (info.final && searcher->waiting.wanted)
        start_queued(searcher);
}

static void on_async(uv_async_t *async) {
    searcher_poll(async->data);
}

static int init_mailbox(Searcher *searcher, uv_loop_t *loop) {
    int status = uv_mutex_init(&searcher->mutex);
    if (status != 0)
        return status;
    status = uv_async_init(loop, &searcher->async, on_async);
    if (status != 0)
        uv_mutex_destroy(&searcher->mutex);
    searcher->async.data = searcher;
    return status;
}

Searcher *searcher_create(uv_loop_t *loop, int hash_mb, int threads,
                          const SearcherListener *listener, Error *error) {
    const int wanted = threads > 0 ? threads : parallel_processors();
    Engine *engine = engine_create(hash_mb, clamp_int(wanted, 1, ENGINE_THREADS_MAX), error);
    if (!engine)
        return NULL;
    Searcher *searcher = memory_allocate(sizeof *searcher);
    searcher->engine = engine;
    engine_set_niced(engine);
    searcher->listener = *listener;
    int status = init_mailbox(searcher, loop);
    if (status == 0)
        return searcher;
    engine_free(engine);
    free(searcher);
    error_set(error, ERROR_IO, "the search cannot be set up: %s", uv_strerror(status));
    return NULL;
}

static void queue_search(Searcher *searcher, const SearchRequest *request) {
    QueuedSearch *waiting = &searcher->waiting;
    size_t count = request->position_count;
    waiting->positions = memory_resize(NULL, count, sizeof *waiting->positions);
    memcpy(waiting->positions, request->positions, count * sizeof *waiting->positions);
    waiting->request = *request;
    waiting->request.positions = waiting->positions;
    waiting->wanted = true;
}

void searcher_set_endings(Searcher *searcher, const Endings *endings) {
    searcher->endings = endings;
}

bool searcher_start(Searcher *searcher, const SearchRequest *request, Error *error) {
    searcher_cancel(searcher);
    if (searcher->state == SEARCHER_IDLE)
        return start_now(searcher, request, error);
    queue_search(searcher, request);
    return true;
}

void searcher_ponder_hit(Searcher *searcher) {
    if (searcher->waiting.wanted)
        searcher->waiting.request.limits.ponder = false;
    else if (searcher->state == SEARCHER_RUNNING)
        engine_ponder_hit(searcher->engine);
}

void searcher_stop(Searcher *searcher) {
    if (searcher->waiting.wanted)
        searcher->waiting.stop = true;
    else if (searcher->state == SEARCHER_RUNNING)
        engine_stop(searcher->engine);
}

void searcher_cancel(Searcher *searcher) {
    clear_queued(searcher);
    if (searcher->state != SEARCHER_RUNNING)
        return;
    searcher->state = SEARCHER_CANCELLED;
    engine_stop(searcher->engine);
}

static void on_closed(uv_handle_t *handle) {
    Searcher *searcher = handle->data;
    void (*closed)(void *context) = searcher->closed;
    void *context = searcher->closed_context;
    uv_mutex_destroy(&searcher->mutex);
    free(searcher);
    closed(context);
}

void searcher_close(Searcher *searcher, void (*closed)(void *context), void *context) {
    clear_queued(searcher);
    engine_free(searcher->engine); /* no thread reports from here on */
    searcher->closed = closed;
    searcher->closed_context = context;
    uv_close((uv_handle_t *)&searcher->async, on_closed);
}
