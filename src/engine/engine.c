#include <config.h>

#include "engine/engine.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "engine/evaluate.h"
#include "engine/search.h"
#include "engine/think.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

enum {
    THREAD_STACK_BYTES = 8 << 20, /* every node has a move list on the stack */
    WORKER_NICENESS = 5,
    /* How long the answer waits for the worker with the best result, which may improve it while it
     * leaves the search. With more workers than processors, it may have to wait for one. */
    LEAVE_US = 3000
};

/* A search thread. */
typedef struct Worker {
    Engine *engine;
    int index;
    pthread_t thread;
    bool niced; /* its priority has been lowered */

    /* Guarded by the engine's lock. */
    pthread_cond_t wake;
    bool called; /* for the search that has started */
    bool quit;
} Worker;

typedef enum EngineState {
    ENGINE_IDLE, /* perhaps with workers that have not yet left the last search */
    ENGINE_SEARCHING,
    ENGINE_ANSWERING /* the final report is being delivered */
} EngineState;

struct Engine {
    TranspositionTable table;
    TranspositionTable level_table; /* for weak levels, whose strength must not depend on hash_mb */
    int hash_mb;
    const Endings *endings;               /* borrowed; NULL: none */
    Worker *workers[ENGINE_THREADS_MAX];  /* owned */
    Search *searches[ENGINE_THREADS_MAX]; /* owned; one per worker */
    int threads;

    /* The request, written by engine_start while no thread searches. */
    Think think;
    Variant variant; /* copied, since the caller's may be freed */
    Position root;
    uint64_t *keys; /* of the game's positions, the root's last; owned */
    size_t key_count;
    Move *searchmoves; /* owned; NULL: all moves */
    size_t searchmove_count;
    ProbeScope scope;
    bool niced; /* see engine_set_niced */

    atomic_bool stop;                 /* tells the searches to unwind */
    atomic_bool muted;                /* no more reports */
    _Atomic int64_t clock_started_ms; /* INT64_MAX while pondering */

    pthread_mutex_t result_lock; /* guards the result in `think`; taken after `lock`, if both are */
    pthread_mutex_t lock;        /* guards the rest */
    pthread_cond_t changed;      /* `state` or `busy`, for those that wait for the end */
    EngineState state;
    int busy;             /* workers in the search */
    int64_t answer_at_us; /* when to answer though some are busy; INT64_MAX: none has left */
    bool wait_for_stop;   /* answer only after engine_stop */
    bool stop_requested;  /* answer now */
    bool ponder;          /* do not answer yet */
};

Score engine_evaluate(const Position *position) {
    Color side = position_side(position);
    if (!position_pieces(position, side, LION))
        return -SCORE_WIN;
    if (!position_pieces(position, color_other(side), LION))
        return SCORE_WIN;
    return position_can_capture_lion(position) ? score_win_at(1) : evaluate_position(position);
}

/* ---- on the search threads ---------------------------------------------- */

static void worker_begin_search(Worker *worker) {
    Engine *engine = worker->engine;
    Search *search = engine->searches[worker->index];
    if (engine->think.request.level < LEVEL_MAX) {
        /* A weak level must not profit from the tables of a stronger one. */
        search_clear(search);
        tt_clear(&engine->level_table);
    }
#ifdef __linux__ /* where setpriority acts on a single thread */
    if (engine->niced && !worker->niced)
        setpriority(PRIO_PROCESS, 0, WORKER_NICENESS);
    worker->niced = engine->niced;
#endif
    search->table = engine->think.table;
    search->stop = &engine->stop;
    search->searchmoves = engine->searchmoves;
    search->searchmove_count = engine->searchmove_count;
    search->full_width = engine->think.request.limits.mate > 0;
    search->scope = engine->scope;
    search_begin(search, &engine->root, engine->keys, engine->key_count);
}

/* Returns whether the calling worker must answer. Any worker can: the one with the best result when
 * it has left the search, another that left a moment ago, or one that is woken for it. */
static bool engine_owes_answer(const Engine *engine) {
    bool held_back = (engine->wait_for_stop || engine->ponder) && !engine->stop_requested;
    return engine->state == ENGINE_SEARCHING && !held_back &&
           (engine->busy == 0 || monotonic_us() >= engine->answer_at_us);
}

/* Waits until the worker is woken, or until it must answer in place of workers that are late. */
static void worker_wait(Worker *worker) {
    Engine *engine = worker->engine;
    if (engine->state != ENGINE_SEARCHING || engine->busy == 0 ||
        engine->answer_at_us == INT64_MAX) {
        pthread_cond_wait(&worker->wake, &engine->lock);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LEAVE_US * 1000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&worker->wake, &engine->lock, &until);
}

/* The caller holds the lock, which is released during the report. */
static void engine_answer(Engine *engine) {
    engine->state = ENGINE_ANSWERING;
    pthread_mutex_unlock(&engine->lock);
    think_finish(&engine->think);
    pthread_mutex_lock(&engine->lock);
    engine->state = ENGINE_IDLE;
    pthread_cond_broadcast(&engine->changed);
}

/* Takes part in the search. The caller holds the lock, which is released meanwhile. */
static void worker_search(Worker *worker) {
    Engine *engine = worker->engine;
    bool best = false;
    worker->called = false;
    pthread_mutex_unlock(&engine->lock);
    if (!think_is_finished(&engine->think)) {
        worker_begin_search(worker);
        best = think_run(&engine->think, worker->index);
    }
    pthread_mutex_lock(&engine->lock);
    engine->busy--;
    engine->answer_at_us = min_i64(engine->answer_at_us, monotonic_us() + (best ? 0 : LEAVE_US));
    pthread_cond_broadcast(&engine->changed);
}

static void *worker_main(void *argument) {
    Worker *worker = argument;
    Engine *engine = worker->engine;
    pthread_mutex_lock(&engine->lock);
    while (!worker->quit) {
        if (worker->called)
            worker_search(worker);
        if (engine_owes_answer(engine))
            engine_answer(engine);
        else if (!worker->called && !worker->quit)
            worker_wait(worker);
    }
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

/* ---- workers ------------------------------------------------------------ */

/* Blocks all signals except a thread's own faults, so that the program's threads handle them. */
static void block_signals(sigset_t *before) {
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    sigset_t all;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&all, own[i]);
    pthread_sigmask(SIG_SETMASK, &all, before);
}

static bool worker_start(Worker *worker) {
    pthread_attr_t attributes;
    sigset_t before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    block_signals(&before);
    bool started = pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES) == 0 &&
                   pthread_create(&worker->thread, &attributes, worker_main, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

static bool worker_create(Engine *engine) {
    Worker *worker = memory_allocate(sizeof *worker);
    worker->engine = engine;
    worker->index = engine->threads;
    pthread_cond_init(&worker->wake, NULL);
    Search *search = memory_allocate(sizeof *search);
    search_clear(search);
    engine->searches[worker->index] = search;
    engine->workers[worker->index] = worker;
    if (!worker_start(worker)) {
        pthread_cond_destroy(&worker->wake);
        free(search);
        free(worker);
        return false;
    }
    engine->threads++;
    return true;
}

static void worker_destroy(Engine *engine) {
    Worker *worker = engine->workers[engine->threads - 1];
    pthread_mutex_lock(&engine->lock);
    worker->quit = true;
    pthread_cond_signal(&worker->wake);
    pthread_mutex_unlock(&engine->lock);
    pthread_join(worker->thread, NULL);
    pthread_cond_destroy(&worker->wake);
    engine->threads--;
    search_end(engine->searches[worker->index]);
    free(engine->searches[worker->index]);
    free(worker);
}

/* Creates or destroys workers. On failure their number is unchanged. */
static bool pool_resize(Engine *engine, int threads, Error *error) {
    int before = engine->threads;
    while (engine->threads < threads && worker_create(engine))
        continue;
    int created = engine->threads;
    bool enough = created >= threads;
    while (engine->threads > (enough ? threads : before))
        worker_destroy(engine);
    return enough || error_set(error, ERROR_MEMORY, "the system allows only %d thread%s", created,
                               text_plural((uint64_t)created));
}

/* ---- the engine --------------------------------------------------------- */

static bool check_size(int hash_mb, int threads, Error *error) {
    if (hash_mb < HASH_MB_MIN || hash_mb > HASH_MB_MAX)
        return error_set(error, ERROR_RANGE, "hash: expected %d to %d MiB, found %d", HASH_MB_MIN,
                         HASH_MB_MAX, hash_mb);
    if (threads < 1 || threads > ENGINE_THREADS_MAX)
        return error_set(error, ERROR_RANGE, "threads: expected 1 to %d, found %d",
                         ENGINE_THREADS_MAX, threads);
    return true;
}

static bool resize_table(TranspositionTable *table, int hash_mb, Error *error) {
    return tt_resize(table, hash_mb) ||
           error_set(error, ERROR_MEMORY, "there is no memory for a hash table of %d MiB", hash_mb);
}

/* On failure nothing changes. */
static bool engine_set_size(Engine *engine, int hash_mb, int threads, Error *error) {
    int before = engine->threads;
    if (!check_size(hash_mb, threads, error) || !pool_resize(engine, threads, error))
        return false;
    if (hash_mb != engine->hash_mb && !resize_table(&engine->table, hash_mb, error)) {
        pool_resize(engine, before, NULL);
        return false;
    }
    engine->hash_mb = hash_mb;
    return true;
}

Engine *engine_create(int hash_mb, int threads, Error *error) {
    Engine *engine = memory_allocate(sizeof *engine);
    pthread_mutex_init(&engine->result_lock, NULL);
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->changed, NULL);
    if (!resize_table(&engine->level_table, HASH_MB_MIN, error) ||
        !engine_set_size(engine, hash_mb, threads, error)) {
        engine_free(engine);
        return NULL;
    }
    return engine;
}

void engine_free(Engine *engine) {
    if (engine == NULL)
        return;
    atomic_store(&engine->muted, true);
    engine_stop(engine);
    engine_wait(engine);
    while (engine->threads > 0)
        worker_destroy(engine);
    tt_free(&engine->table);
    tt_free(&engine->level_table);
    free(engine->keys);
    free(engine->searchmoves);
    pthread_cond_destroy(&engine->changed);
    pthread_mutex_destroy(&engine->lock);
    pthread_mutex_destroy(&engine->result_lock);
    free(engine);
}

/* Returns whether no report will come and no worker searches. The caller holds the lock. */
static bool engine_is_at_rest(const Engine *engine) {
    return engine->state == ENGINE_IDLE && engine->busy == 0;
}

/* Waits for the end of a search that has answered, or answers now. Fails if a search runs. */
static bool engine_wait_idle(Engine *engine, Error *error) {
    pthread_mutex_lock(&engine->lock);
    while (engine->state != ENGINE_SEARCHING && !engine_is_at_rest(engine))
        pthread_cond_wait(&engine->changed, &engine->lock);
    bool idle = engine->state == ENGINE_IDLE;
    pthread_mutex_unlock(&engine->lock);
    return idle || error_set(error, ERROR_STATE, "the engine is searching");
}

bool engine_resize(Engine *engine, int hash_mb, int threads, Error *error) {
    return engine_wait_idle(engine, error) && engine_set_size(engine, hash_mb, threads, error);
}

void engine_new_game(Engine *engine) {
    engine_wait(engine);
    tt_clear(&engine->table);
    for (int i = 0; i < engine->threads; i++)
        search_clear(engine->searches[i]);
}

void engine_set_endings(Engine *engine, const Endings *endings) {
    engine_wait(engine);
    engine->endings = endings;
}

void engine_set_niced(Engine *engine) {
    engine->niced = true;
}

/* ---- requests ----------------------------------------------------------- */

static bool check_request(const SearchRequest *request, Error *error) {
    if (request->level < LEVEL_MIN || request->level > LEVEL_MAX)
        return error_set(error, ERROR_RANGE, "level: expected %d to %d, found %d", LEVEL_MIN,
                         LEVEL_MAX, request->level);
    if (request->multipv < 1 || request->multipv > MULTIPV_MAX)
        return error_set(error, ERROR_RANGE, "lines: expected 1 to %d, found %d", MULTIPV_MAX,
                         request->multipv);
    if (request->position_count == 0)
        return error_set(error, ERROR_RANGE, "there is no position to search");
    return true;
}

static void engine_copy_positions(Engine *engine, const SearchRequest *request) {
    engine->key_count = request->position_count;
    engine->keys = memory_resize(engine->keys, engine->key_count, sizeof *engine->keys);
    for (size_t i = 0; i < engine->key_count; i++)
        engine->keys[i] = request->positions[i].key;
    engine->root = request->positions[request->position_count - 1];
    engine->variant = *engine->root.variant;
    engine->root.variant = &engine->variant;
}

/* A weak level would be stronger with the tables, and the other advisors do not search. */
static void engine_set_scope(Engine *engine, const SearchRequest *request) {
    bool probes = request->advisor == ADVISOR_NEGAMAX && request->level == LEVEL_MAX;
    probe_scope_init(&engine->scope, probes ? engine->endings : NULL, request->positions,
                     request->position_count);
}

static void engine_copy_moves(Engine *engine, const SearchRequest *request) {
    free(engine->searchmoves);
    engine->searchmoves = NULL;
    engine->searchmove_count = request->moves ? request->move_count : 0;
    if (request->moves) {
        engine->searchmoves =
            memory_resize(NULL, engine->searchmove_count + 1, sizeof *engine->searchmoves);
        memcpy(engine->searchmoves, request->moves,
               engine->searchmove_count * sizeof *engine->searchmoves);
    }
}

/* Returns whether the position ends the game, or occurs for the third time. */
static bool engine_game_is_over(const Engine *engine) {
    int times = 0;
    for (size_t i = 0; i < engine->key_count; i++)
        times += engine->keys[i] == engine->root.key;
    return position_outcome(&engine->root).result != RESULT_OPEN ||
           (engine->variant.repetition == REPETITION_DRAW && times >= 3);
}

bool search_is_unlimited(const SearchLimits *limits, Color side) {
    return limits->depth <= 0 && limits->nodes == 0 && limits->mate <= 0 &&
           limits->movetime_ms <= 0 && limits->clock_ms[side] <= 0;
}

bool engine_start(Engine *engine, const SearchRequest *request, SearchReport *report, void *context,
                  Error *error) {
    int64_t now_ms = monotonic_ms();
    if (!check_request(request, error) || !engine_wait_idle(engine, error))
        return false;
    engine_copy_positions(engine, request);
    engine_copy_moves(engine, request);
    engine_set_scope(engine, request);
    engine->think = (Think){
        .request = *request,
        .report = report,
        .context = context,
        .searches = engine->searches,
        .search_count = think_thread_count(request, engine->threads),
        .table = request->level < LEVEL_MAX ? &engine->level_table : &engine->table,
        .stop = &engine->stop,
        .muted = &engine->muted,
        .clock_started_ms = &engine->clock_started_ms,
        .started_ms = now_ms,
        .lock = &engine->result_lock,
        .game_over = engine_game_is_over(engine),
    };
    engine->think.request.positions = NULL;
    engine->think.request.moves = NULL;
    think_prepare(&engine->think, position_side(&engine->root));
    tt_new_search(engine->think.table);
    atomic_store(&engine->stop, false);
    atomic_store(&engine->clock_started_ms, request->limits.ponder ? INT64_MAX : now_ms);

    pthread_mutex_lock(&engine->lock);
    engine->state = ENGINE_SEARCHING;
    engine->stop_requested = false;
    engine->wait_for_stop = request->limits.infinite ||
                            (request->advisor == ADVISOR_NEGAMAX && request->level == LEVEL_MAX &&
                             search_is_unlimited(&request->limits, position_side(&engine->root)));
    engine->ponder = request->limits.ponder;
    engine->busy = engine->think.search_count;
    engine->answer_at_us = INT64_MAX;
    for (int i = 0; i < engine->busy; i++) {
        engine->workers[i]->called = true;
        pthread_cond_signal(&engine->workers[i]->wake);
    }
    pthread_mutex_unlock(&engine->lock);
    return true;
}

/* Wakes a worker to answer if all have left the search. The caller holds the lock. */
static void engine_release_answer(Engine *engine) {
    if (engine->busy == 0)
        pthread_cond_signal(&engine->workers[0]->wake);
}

void engine_stop(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    if (engine->state == ENGINE_SEARCHING) {
        engine->stop_requested = true;
        atomic_store(&engine->stop, true);
        engine_release_answer(engine);
    }
    pthread_mutex_unlock(&engine->lock);
}

void engine_ponder_hit(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    if (engine->state == ENGINE_SEARCHING && engine->ponder) {
        engine->ponder = false;
        atomic_store(&engine->clock_started_ms, monotonic_ms());
        engine_release_answer(engine);
    }
    pthread_mutex_unlock(&engine->lock);
}

bool engine_is_searching(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    bool searching = engine->state == ENGINE_SEARCHING;
    pthread_mutex_unlock(&engine->lock);
    return searching;
}

void engine_wait(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    while (!engine_is_at_rest(engine))
        pthread_cond_wait(&engine->changed, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
}

static void store_final_info(void *context, const SearchInfo *info) {
    if (info->final)
        *(SearchInfo *)context = *info;
}

bool engine_search(Engine *engine, const SearchRequest *request, const atomic_bool *cancelled,
                   SearchInfo *info, Error *error) {
    const struct timespec pause = {.tv_nsec = 2000000};
    if (!engine_start(engine, request, store_final_info, info, error))
        return false;
    while (cancelled && engine_is_searching(engine)) { /* polls, since nothing signals the flag */
        if (atomic_load(cancelled))
            engine_stop(engine);
        nanosleep(&pause, NULL);
    }
    engine_wait(engine);
    return true;
}

/* The advisors: `negamax` searches, `greedy` captures the most valuable pieces that one move can,
 * `random` plays any legal move. */

static const char *const names[] = {
    [ADVISOR_RANDOM] = "random", [ADVISOR_NEGAMAX] = "negamax", [ADVISOR_GREEDY] = "greedy", NULL};

/* Values for the greedy advisor. It is a yardstick and must not change, so it does not share the
 * evaluation's values, which are refitted. */
static const int piece_values[][PIECE_TYPE_COUNT] = {
    [PAWNS_CONGO] = {[LION] = 100,
                     [MONKEY] = 7,
                     [CROCODILE] = 5,
                     [ELEPHANT] = 4,
                     [GIRAFFE] = 4,
                     [ELEPHANTE] = 4,
                     [ZEBRA] = 3,
                     [SUPERPAWN] = 3,
                     [PAWN] = 1},
    [PAWNS_MEGA] = {[LION] = 100,
                    [SUPERPAWN] = 10,
                    [MONKEY] = 7,
                    [CROCODILE] = 5,
                    [ELEPHANT] = 4,
                    [GIRAFFE] = 4,
                    [ELEPHANTE] = 4,
                    [ZEBRA] = 3,
                    [PAWN] = 1},
};

const char *advisor_name(AdvisorKind kind) {
    return names[kind];
}

bool advisor_find(const char *name, AdvisorKind *kind) {
    for (int i = 0; names[i]; i++) {
        if (strcmp(name, names[i]) == 0) {
            *kind = (AdvisorKind)i;
            return true;
        }
    }
    return false;
}

static int captured_value(const Position *position, Move move) {
    int value = 0;
    for (Bitboard taken = position_captured(position, move); taken; taken &= taken - 1)
        value += piece_values[position->variant->pawns]
                             [position_piece_at(position, bitboard_first(taken))];
    return value;
}

/* Ties are broken at random by reservoir sampling, so that equal moves are equally likely. */
static const RootMove *choose_greedy(const Search *search, uint64_t seed) {
    const RootMove *choice = NULL;
    int best = -1;
    size_t equals = 0;
    for (size_t i = 0; i < search->move_count; i++) {
        int gain = captured_value(&search->root, search->moves[i].move);
        if (gain < best)
            continue;
        equals = gain > best ? 1 : equals + 1;
        best = gain;
        if (random_below(&seed, equals) == 0)
            choice = &search->moves[i];
    }
    return choice;
}

const RootMove *advisor_choose(AdvisorKind kind, const Search *search, uint64_t seed) {
    seed ^= search->root.key;
    return kind == ADVISOR_GREEDY ? choose_greedy(search, seed)
                                  : &search->moves[random_below(&seed, search->move_count)];
}
