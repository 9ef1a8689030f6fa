#include <config.h>

#include "review/review.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/parallel.h"
#include "engine/chance.h"
#include "review/review_judge.h"
#include "review/review_store.h"
#include "rules/movegen.h"

enum {
    DEEP_WORK = 10, /* of a position in the deep pass; one of the coarse pass is 1 */
    LONG_WORK = 40, /* of a position beside a move in doubt */
    HOPELESS = SCORE_UNCERTAIN_WIN_LEAST - 1 /* a score that is worth what a loss is */
};

/* How long a position has been searched. */
typedef enum Effort { EFFORT_NONE, EFFORT_COARSE, EFFORT_DEEP, EFFORT_LONG } Effort;

/* A review in progress. */
typedef struct ReviewWork {
    Review *review;
    const Record *record;
    Engine *engine;
    ReviewOptions options;
    const atomic_bool *cancelled;
    ReviewProgress *progress;
    void *context;
    Error *error;
    bool failed;
    Effort *efforts;    /* of each position; owned */
    Score *alternative; /* of each position, in the coarse pass: the score of the best move but the
                           one that was played, from the mover's view, or SCORE_NONE; owned */
    SearchInfo info;    /* of the last search */
    int64_t started_ms;
    double work;     /* done, in positions of the coarse pass */
    double doubts;   /* part of it that the deep pass needs only for moves in doubt */
    size_t searched; /* positions of the deep pass that were not known */
} ReviewWork;

/* ---- the value ---- */

static Review *create(size_t count) {
    Review *review = memory_allocate(sizeof *review);
    review->count = count;
    review->positions = memory_allocate((count + 1) * sizeof *review->positions);
    review->moves = memory_allocate((count + 1) * sizeof *review->moves);
    review->left_ms = -1;
    return review;
}

Review *review_create(const Record *record) {
    Review *review = create(record->count);
    for (size_t ply = 0; ply <= record->count; ply++) {
        const Outcome outcome = record->outcomes[ply];
        if (outcome_is_over(outcome))
            review->positions[ply] =
                (ReviewPosition){.known = true,
                                 .final = true,
                                 .score = outcome.result == RESULT_WHITE   ? SCORE_WIN
                                          : outcome.result == RESULT_BLACK ? -SCORE_WIN
                                                                           : SCORE_DRAW};
    }
    return review;
}

Review *review_clone(const Review *review) {
    Review *copy = create(review->count);
    ReviewPosition *positions = copy->positions;
    ReviewMove *moves = copy->moves;
    memcpy(positions, review->positions, (review->count + 1) * sizeof *positions);
    memcpy(moves, review->moves, review->count * sizeof *moves);
    *copy = *review;
    copy->positions = positions;
    copy->moves = moves;
    return copy;
}

void review_free(Review *review) {
    if (review == NULL)
        return;
    free(review->positions);
    free(review->moves);
    free(review);
}

Color review_mover(const Record *record, size_t ply) {
    return position_side(record_position_at(record, ply - 1));
}

/* ---- searching ---- */

static bool is_cancelled(const ReviewWork *work) {
    return work->cancelled != NULL && atomic_load(work->cancelled);
}

static SearchLimits limits_of(const ReviewOptions *options, int work) {
    const int64_t deep_ms = options->movetime_ms > 0 ? options->movetime_ms : REVIEW_MOVETIME_MS;
    SearchLimits limits = {0};
    if (options->nodes > 0)
        limits.nodes = (options->nodes * (uint64_t)work + DEEP_WORK - 1) / DEEP_WORK;
    else
        limits.movetime_ms = (deep_ms * work + DEEP_WORK - 1) / DEEP_WORK;
    return limits;
}

/* Searches a position, or some of its moves only. Returns false if the review must end. */
static bool search(ReviewWork *work, size_t ply, int budget, int lines, const MoveList *moves) {
    const SearchRequest request = {.advisor = ADVISOR_NEGAMAX,
                                   .positions = record_position_at(work->record, 0),
                                   .position_count = ply + 1,
                                   .moves = moves != NULL ? moves->moves : NULL,
                                   .move_count = moves != NULL ? moves->count : 0,
                                   .limits = limits_of(&work->options, budget),
                                   .level = LEVEL_MAX,
                                   .multipv = lines};
    if (is_cancelled(work))
        return false;
    if (!engine_search(work->engine, &request, work->cancelled, &work->info, work->error)) {
        work->failed = true;
        return false;
    }
    work->work += budget;
    return !is_cancelled(work);
}

static void take_result(ReviewWork *work, size_t ply) {
    ReviewPosition *position = &work->review->positions[ply];
    const SearchLine *best = &work->info.lines[0];
    const bool white = position_side(record_position_at(work->record, ply)) == WHITE;
    position->known = true;
    position->score = white ? best->score : -best->score;
    position->depth = work->info.depth;
    position->line.length = best->length < REVIEW_LINE_MAX ? best->length : REVIEW_LINE_MAX;
    memcpy(position->line.moves, best->pv, (size_t)position->line.length * sizeof *best->pv);
}

static bool is_played(const ReviewWork *work, size_t ply, Move move) {
    return ply < work->record->count && review_same_move(record_position_at(work->record, ply),
                                                         move, work->record->plies[ply].move);
}

/* Judges the moves before and after a position anew. */
static void judge(ReviewWork *work, size_t ply) {
    if (ply > 0)
        review_judge_move(work->review, work->record, ply);
    if (ply < work->review->count)
        review_judge_move(work->review, work->record, ply + 1);
}

/* ---- progress ---- */

/* Estimates the work that is left, and with it the time. */
static int64_t time_left(const ReviewWork *work, size_t coarse, size_t deep) {
    enum { PRIOR = 5 }; /* positions that stand for what is not known yet */
    const double doubts = (work->doubts + PRIOR * DEEP_WORK) / ((double)work->searched + PRIOR);
    const double left = (double)coarse + (double)deep * (DEEP_WORK + doubts);
    const int64_t spent_ms = monotonic_ms() - work->started_ms;
    return work->work > 0 ? (int64_t)((double)spent_ms / work->work * left) : -1;
}

static void report(ReviewWork *work, size_t coarse, size_t deep) {
    work->review->left_ms = time_left(work, coarse, deep);
    review_judge_game(work->review, work->record);
    if (work->progress != NULL)
        work->progress(work->context, work->review);
}

/* ---- the passes ---- */

/* Searches two lines, so that the score of the best move but the one that was played is known. */
static bool search_coarsely(ReviewWork *work, size_t ply) {
    const SearchInfo *info = &work->info;
    if (!search(work, ply, 1, 2, NULL))
        return false;
    take_result(work, ply);
    const int other = is_played(work, ply, info->lines[0].pv[0]) ? 1 : 0;
    work->alternative[ply] = other < info->line_count ? info->lines[other].score : SCORE_NONE;
    work->efforts[ply] = EFFORT_COARSE;
    judge(work, ply);
    return true;
}

static bool pass_coarsely(ReviewWork *work, size_t unknown) {
    Review *review = work->review;
    for (size_t ply = 0, coarse = unknown; ply <= review->count; ply++) {
        review->done = ply + 1;
        if (review->positions[ply].known)
            continue;
        if (!search_coarsely(work, ply))
            return false;
        report(work, --coarse, unknown);
    }
    return true;
}

/* If the move that was played is the best, its position is worth what the position after it is,
 * which was searched further; and it is worth no less in any case. */
static void back_up(ReviewWork *work, size_t ply) {
    Review *review = work->review;
    ReviewPosition *position = &review->positions[ply];
    if (ply == review->count || position->stored || !review->positions[ply + 1].known)
        return;
    const bool best = is_played(work, ply, position->line.moves[0]);
    const double loss = review_loss(review, work->record, ply + 1);
    if (loss == 0 || (loss > 0 && !best))
        return;
    const ReviewPosition *next = &review->positions[ply + 1];
    /* A win takes one ply more from here. */
    const int plies = score_win_plies(next->score);
    position->score = next->score - (plies > 0 || next->score == SCORE_WIN) +
                      (plies < 0 || next->score == -SCORE_WIN);
    /* That the best move known loses by force does not prove that all do. */
    if (loss > 0 && score_is_decided(position->score))
        position->score = position->score > 0 ? HOPELESS : -HOPELESS;
    if (best)
        return;
    position->line.length = 1;
    position->line.moves[0] = work->record->plies[ply].move;
    for (int i = 0; i < next->line.length && i < REVIEW_LINE_MAX - 1; i++)
        position->line.moves[position->line.length++] = next->line.moves[i];
}

/* Searches a position longer, unless it was. Returns false if the review must end. */
static bool lengthen(ReviewWork *work, size_t ply) {
    if (work->efforts[ply] != EFFORT_DEEP)
        return true;
    if (!search(work, ply, LONG_WORK, 1, NULL))
        return false;
    work->doubts += LONG_WORK;
    work->efforts[ply] = EFFORT_LONG;
    take_result(work, ply);
    if (ply < work->review->count)
        work->review->moves[ply].mark = REVIEW_NONE; /* not REVIEW_ONLY any more */
    return true;
}

/* Searches longer around the move at a ply while it is in doubt, and then around those after it,
 * whose positions have changed. */
static bool settle(ReviewWork *work, size_t ply) {
    for (; ply <= work->review->count &&
           (work->efforts[ply] == EFFORT_DEEP || work->efforts[ply - 1] == EFFORT_DEEP) &&
           review_mark_is_close(review_loss(work->review, work->record, ply));
         ply++) {
        if (!lengthen(work, ply) || !lengthen(work, ply - 1))
            return false;
        back_up(work, ply);
        judge(work, ply);
    }
    return true;
}

/* Returns whether the move played at a position is the best, and the coarse pass makes it likely
 * that it is the only good one. */
static bool may_be_only(const ReviewWork *work, size_t ply, double chance) {
    static const double likely = 0.12;
    return ply < work->review->count && work->efforts[ply] >= EFFORT_DEEP &&
           work->alternative[ply] != SCORE_NONE &&
           chance - win_probability(work->alternative[ply]) >= likely &&
           review_mark(review_loss(work->review, work->record, ply + 1)) == REVIEW_NONE &&
           is_played(work, ply, work->review->positions[ply].line.moves[0]) &&
           review_can_be_only(work->record, ply + 1);
}

/* Finds out whether the move played at a position is the only good one: searches the others.
 * Returns false if the review must end. */
static bool look_for_only(ReviewWork *work, size_t ply) {
    static const double needed = 0.2;
    const Position *position = record_position_at(work->record, ply);
    const double chance =
        review_chance(work->review->positions[ply].score, position_side(position));
    if (!may_be_only(work, ply, chance))
        return true;
    MoveList moves;
    size_t others = 0;
    movelist_init(&moves);
    movegen_distinct(position, &moves);
    for (size_t i = 0; i < moves.count; i++)
        if (!is_played(work, ply, moves.moves[i]))
            moves.moves[others++] = moves.moves[i];
    moves.count = others;
    const bool searched = others > 0 && search(work, ply, DEEP_WORK, 1, &moves);
    movelist_free(&moves);
    if (!searched)
        return others == 0;
    work->doubts += DEEP_WORK;
    if (work->info.has_move && chance - win_probability(work->info.lines[0].score) >= needed)
        work->review->moves[ply].mark = REVIEW_ONLY;
    return true;
}

/* Ends the work on a position. */
static bool finish(ReviewWork *work, size_t ply) {
    back_up(work, ply);
    judge(work, ply);
    if (!look_for_only(work, ply))
        return false;
    work->review->positions[ply].final = true;
    judge(work, ply);
    return true;
}

static bool pass_deeply(ReviewWork *work, size_t unknown) {
    Review *review = work->review;
    review->pass = REVIEW_DEEP;
    review->done = 0;
    for (size_t ply = review->count + 1, deep = unknown; ply-- > 0;) {
        const bool known = review->positions[ply].final;
        if (!known) {
            if (!search(work, ply, DEEP_WORK, 1, NULL))
                return false;
            take_result(work, ply);
            work->efforts[ply] = EFFORT_DEEP;
            work->searched++;
            deep--;
        }
        judge(work, ply);
        if ((ply < review->count && (!settle(work, ply + 1) || !finish(work, ply + 1))) ||
            (ply == 0 && !finish(work, 0)))
            return false;
        review->done++;
        if (!known)
            report(work, 0, deep);
    }
    review->pass = REVIEW_DONE;
    review->left_ms = 0;
    return true;
}

/* ---- the review ---- */

Review *review_game(const Record *record, Engine *engine, const ReviewOptions *options,
                    const atomic_bool *cancelled, ReviewProgress *progress, void *context,
                    Error *error) {
    const size_t size = record->count + 1;
    ReviewWork *work = memory_allocate(sizeof *work);
    work->review = options->again ? review_create(record) : review_from_record(record);
    work->record = record;
    work->engine = engine;
    work->options = *options;
    work->cancelled = cancelled;
    work->progress = progress;
    work->context = context;
    work->error = error;
    work->efforts = memory_allocate(size * sizeof *work->efforts);
    work->alternative = memory_resize(NULL, size, sizeof *work->alternative);
    work->started_ms = monotonic_ms();
    size_t unknown = 0;
    for (size_t ply = 0; ply < size; ply++) {
        work->alternative[ply] = SCORE_NONE;
        unknown += !work->review->positions[ply].known;
    }
    work->review->pass = REVIEW_COARSE;
    engine_new_game(engine);
    if (pass_coarsely(work, unknown) && pass_deeply(work, unknown))
        report(work, 0, 0);
    review_judge_game(work->review, record);
    Review *review = work->review;
    if (work->failed) {
        review_free(review);
        review = NULL;
    }
    free(work->efforts);
    free(work->alternative);
    free(work);
    return review;
}

/* ---- in the background ---- */

/*
 * Reviews a game in the background, on a thread and with an engine of its own, for an interface
 * with a loop. Its news arrive on the loop's thread.
 */

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
    const int count = threads > 0 ? threads : parallel_processors();
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

/* ---- many games ---- */

/*
 * Reviews many games at the same time, each from an empty table. With a limit of nodes, each game
 * is reviewed on one thread, and its review depends neither on the other games nor on the number of
 * threads.
 */

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

static int64_t batch_time_left(const ReviewBatch *batch) {
    double done = (double)batch->positions_done;
    for (int i = 0; i < batch->worker_count; i++)
        done += batch->workers[i].share * (double)batch->workers[i].positions;
    const int64_t spent_ms = monotonic_ms() - batch->started_ms;
    return done > 0 ? (int64_t)((double)spent_ms * ((double)batch->positions - done) / done) : -1;
}

static void on_game_progress(void *context, const Review *review) {
    BatchWorker *worker = context;
    ReviewBatch *batch = worker->batch;
    const double spent = (double)(monotonic_ms() - worker->started_ms);
    pthread_mutex_lock(&batch->lock);
    if (review->left_ms >= 0 && spent > 0)
        worker->share = spent / (spent + (double)review->left_ms);
    if (review->pass != REVIEW_DONE)
        batch->games->progress(batch->games->context, batch->done, batch_time_left(batch));
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
    batch->games->progress(batch->games->context, batch->done, batch_time_left(batch));
    pthread_mutex_unlock(&batch->lock);
    Review *review = prepare_engine(worker, record, &error)
                         ? review_game(record, worker->engine, batch->options, batch->cancelled,
                                       on_game_progress, worker, &error)
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
