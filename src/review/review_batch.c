#include <config.h>

#include "review/review_batch.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/parallel.h"
#include "review/review_store.h"

enum { HASH_MB = 16 }; /* of each game */

typedef struct ReviewBatch ReviewBatch;

/* A thread that reviews games. */
typedef struct BatchWorker {
    ReviewBatch *batch;
    Engine *engine; /* owned; NULL: not needed so far */
    size_t positions;
    int64_t started_ms; /* of the game in hand */
    double share;       /* of it that is done */
} BatchWorker;

struct ReviewBatch {
    const ReviewGames *games;
    const ReviewOptions *options;
    const atomic_bool *cancelled;
    int engine_threads;
    size_t *todo; /* indices of the games to review; owned */
    size_t todo_count;
    size_t positions; /* of all of them */
    int64_t started_ms;
    BatchWorker workers[PARALLEL_THREADS_MAX];
    int worker_count;

    pthread_mutex_t lock; /* guards the rest, and the functions of `games` but `load` */
    size_t done;          /* games */
    size_t positions_done;
    bool failed;
    Error error;
};

static int64_t time_left(const ReviewBatch *batch) {
    double done = (double)batch->positions_done;
    for (int i = 0; i < batch->worker_count; i++)
        done += batch->workers[i].share * (double)batch->workers[i].positions;
    const int64_t spent_ms = monotonic_ms() - batch->started_ms;
    return done > 0 ? (int64_t)((double)spent_ms * ((double)batch->positions - done) / done) : -1;
}

static void on_progress(void *context, const Review *review) {
    BatchWorker *worker = context;
    ReviewBatch *batch = worker->batch;
    const double spent = (double)(monotonic_ms() - worker->started_ms);
    pthread_mutex_lock(&batch->lock);
    if (review->left_ms >= 0 && spent > 0)
        worker->share = spent / (spent + (double)review->left_ms);
    if (review->pass != REVIEW_DONE)
        batch->games->progress(batch->games->context, batch->done, time_left(batch));
    pthread_mutex_unlock(&batch->lock);
}

static void fail(ReviewBatch *batch, const Error *error) {
    pthread_mutex_lock(&batch->lock);
    if (!batch->failed)
        batch->error = *error;
    batch->failed = true;
    pthread_mutex_unlock(&batch->lock);
}

static bool has_ended(ReviewBatch *batch) {
    pthread_mutex_lock(&batch->lock);
    const bool failed = batch->failed;
    pthread_mutex_unlock(&batch->lock);
    return failed || atomic_load(batch->cancelled);
}

/* Keeps the review in the record, unless it was cancelled. */
static void end_game(BatchWorker *worker, size_t index, const Review *review, Record *record) {
    ReviewBatch *batch = worker->batch;
    if (review->pass == REVIEW_DONE)
        review_store(review, record);
    pthread_mutex_lock(&batch->lock);
    if (review->pass == REVIEW_DONE) {
        batch->done++;
        batch->positions_done += worker->positions;
        batch->games->reviewed(batch->games->context, index, record);
    }
    worker->share = 0;
    pthread_mutex_unlock(&batch->lock);
}

static bool prepare_engine(BatchWorker *worker, const Record *record, Error *error) {
    ReviewBatch *batch = worker->batch;
    if (worker->engine == NULL)
        worker->engine = engine_create(HASH_MB, batch->engine_threads, error);
    if (worker->engine == NULL)
        return false;
    pthread_mutex_lock(&batch->lock);
    const Endings *endings = batch->games->endings(batch->games->context, record);
    pthread_mutex_unlock(&batch->lock);
    engine_set_endings(worker->engine, endings);
    return true;
}

static void review_part(void *context, int number, size_t part) {
    ReviewBatch *batch = context;
    BatchWorker *worker = &batch->workers[number];
    const size_t index = batch->todo[part];
    Error error = {0};
    if (has_ended(batch))
        return;
    Record *record = batch->games->load(batch->games->context, index);
    pthread_mutex_lock(&batch->lock);
    worker->positions = batch->games->positions[index];
    worker->started_ms = monotonic_ms();
    batch->games->progress(batch->games->context, batch->done, time_left(batch));
    pthread_mutex_unlock(&batch->lock);
    Review *review = prepare_engine(worker, record, &error)
                         ? review_game(record, worker->engine, batch->options, batch->cancelled,
                                       on_progress, worker, &error)
                         : NULL;
    if (review != NULL)
        end_game(worker, index, review, record);
    else
        fail(batch, &error);
    review_free(review);
    record_free(record);
}

static void list_games(ReviewBatch *batch) {
    const ReviewGames *games = batch->games;
    batch->todo = memory_resize(NULL, games->count + 1, sizeof *batch->todo);
    for (size_t i = 0; i < games->count; i++) {
        if (games->positions[i] == 0)
            continue;
        batch->todo[batch->todo_count++] = i;
        batch->positions += games->positions[i];
    }
}

bool review_batch(const ReviewGames *games, const ReviewOptions *options, int threads,
                  const atomic_bool *cancelled, Error *error) {
    ReviewBatch *batch = memory_allocate(sizeof *batch);
    batch->games = games;
    batch->options = options;
    batch->cancelled = cancelled;
    pthread_mutex_init(&batch->lock, NULL);
    list_games(batch);
    batch->worker_count = batch->todo_count < (size_t)threads ? (int)batch->todo_count : threads;
    batch->engine_threads =
        options->nodes > 0 || batch->worker_count == 0 ? 1 : threads / batch->worker_count;
    batch->started_ms = monotonic_ms();
    for (int i = 0; i < batch->worker_count; i++)
        batch->workers[i].batch = batch;
    if (batch->worker_count > 0)
        parallel_for(batch->worker_count, batch->todo_count, review_part, batch);
    for (int i = 0; i < batch->worker_count; i++)
        engine_free(batch->workers[i].engine);
    const bool failed = batch->failed;
    if (failed && error != NULL)
        *error = batch->error;
    pthread_mutex_destroy(&batch->lock);
    free(batch->todo);
    free(batch);
    return !failed;
}
