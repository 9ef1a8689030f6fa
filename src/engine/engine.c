#include <config.h>

#include "engine/engine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/text.h"
#include "engine/advisor.h"
#include "engine/evaluate.h"
#include "engine/level.h"
#include "engine/margins.h"
#include "engine/search.h"
#include "engine/solver.h"
#include "engine/timeman.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

enum {
    THREAD_STACK_BYTES = 8 << 20, /* every node has a move list on the stack */
    THREADS_PER_PROCESSOR = 2,    /* with more, the first thread would wait for a processor */
    WORKER_NICENESS = 5,
    PROOF_PLIES_MIN = 3,
    PROOF_PLIES_MAX = 21,
    PROOF_NODES = 3000, /* minimum budget, but at most the next share of a limit */
    PROOF_LIMIT_SHARE = 16,
    PROOF_SCORE = 250,     /* from this score on, proofs get a larger share of the nodes */
    SCORE_DROP = 25,       /* larger drops get extra time */
    TICK_NODES = 1024,     /* between checks of the limits */
    REPORT_EVERY_MS = 100, /* during an iteration */
    LONG_SEARCH_MS = 1000  /* from here on, root moves and bounds are reported */
};

/* A search thread. The first one keeps the limits, reports and answers; the others search along,
 * and fill the transposition table, until it stops them. */
typedef struct Worker {
    Engine *engine;
    int index;
    pthread_t thread;
    Search search;
    bool niced; /* its priority has been lowered */

    /* Guarded by the engine's lock. */
    bool called; /* for the search that has started */
    bool quit;
} Worker;

typedef enum EngineState {
    ENGINE_IDLE, /* no worker searches */
    ENGINE_SEARCHING,
    ENGINE_ANSWERING /* the final report is being delivered */
} EngineState;

struct Engine {
    TranspositionTable table;
    TranspositionTable level_table; /* for weak levels, whose strength must not depend on hash_mb */
    int hash_mb;
    const Endings *endings;              /* borrowed; NULL: none */
    Worker *workers[ENGINE_THREADS_MAX]; /* owned */
    int threads;
    bool niced; /* see engine_set_niced */
#ifdef TUNED_MARGINS
    const int *margins; /* borrowed */
#endif

    /* The request, written by engine_start while no thread searches. */
    SearchRequest request; /* its positions and moves are not used */
    SearchReport *report;
    void *context;
    Variant variant; /* copied, since the caller's may be freed */
    Position root;
    bool game_over;
    uint64_t *keys; /* of the game's positions, the root's last; owned */
    size_t key_count;
    Move *searchmoves; /* owned; NULL: all moves */
    size_t searchmove_count;
    ProbeScope scope;
    const Level *level;
    TranspositionTable *search_table; /* one of the two */
    int search_count;                 /* workers that search, from the first on */
    int depth;                        /* limit */
    uint64_t nodes;                   /* limit; UINT64_MAX: none */
    TimePlan plan;
    int64_t started_ms;

    /* Of the first worker. */
    SearchObserver observer;
    SearchInfo info;       /* of its last iteration; in the end, of the best result */
    int64_t reported_ms;   /* time of the last report */
    Move best_move;        /* of the last iteration */
    int stability;         /* iterations since best_move last changed */
    Score previous;        /* score of the iteration before the last, or SCORE_NONE */
    int proof_plies;       /* shorter wins are ruled out */
    int proof_limit;       /* plies of the longest win that is worth a proof */
    uint64_t proof_nodes;  /* spent on proofs */
    uint64_t proof_budget; /* nodes of the last proof that was given up */

    atomic_bool stop;                 /* tells the searches to unwind */
    atomic_bool muted;                /* no more reports */
    _Atomic int64_t clock_started_ms; /* INT64_MAX while pondering */

    pthread_mutex_t lock; /* guards the rest */
    pthread_cond_t changed;
    EngineState state;
    int helpers;         /* workers besides the first that search */
    bool wait_for_stop;  /* answer only after engine_stop */
    bool stop_requested; /* answer now */
    bool ponder;         /* do not answer yet */
};

Score engine_evaluate(const Position *position) {
    Color side = position_side(position);
    if (!position_pieces(position, side, LION))
        return -SCORE_WIN;
    if (!position_pieces(position, color_other(side), LION))
        return SCORE_WIN;
    return position_can_capture_lion(position) ? score_win_at(1) : evaluate_position(position);
}

/* ---- reports ---- */

static int64_t engine_elapsed(const Engine *engine) {
    return monotonic_ms() - engine->started_ms;
}

static uint64_t engine_nodes(const Engine *engine) {
    uint64_t nodes = 0;
    for (int i = 0; i < engine->search_count; i++)
        nodes += search_nodes(&engine->workers[i]->search);
    return nodes;
}

static void update_counters(Engine *engine) {
    SearchInfo *info = &engine->info;
    info->nodes = engine_nodes(engine);
    info->tbhits = 0;
    for (int i = 0; i < engine->search_count; i++)
        info->tbhits += search_tbhits(&engine->workers[i]->search);
    info->time_ms = engine_elapsed(engine);
    info->nps = info->nodes * 1000 / (uint64_t)(info->time_ms > 0 ? info->time_ms : 1);
    info->hashfull = tt_hashfull(engine->search_table);
}

static void collect_lines(Engine *engine, const Search *search) {
    SearchInfo *info = &engine->info;
    info->seldepth = max_int(info->seldepth, search->seldepth);
    info->line_count = 0;
    for (size_t i = 0; i < search->move_count && i < (size_t)engine->request.multipv; i++) {
        const RootMove *move = &search->moves[i];
        SearchLine *line = &info->lines[info->line_count++];
        line->score = search_true_score(search, move);
        line->length = move->pv.length;
        memcpy(line->pv, move->pv.moves, sizeof move->pv.moves);
        probe_complete_line(&search->scope, &search->root, search_is_draw(search, move), line);
    }
}

static void send_report(Engine *engine, const SearchInfo *info) {
    engine->reported_ms = engine_elapsed(engine);
    if (!atomic_load(&engine->muted))
        engine->report(engine->context, info);
}

/* Prepares a report during an iteration. Returns false before the first one is complete. */
static bool begin_report(Engine *engine, const Search *search) {
    if (engine->info.depth == 0)
        return false;
    update_counters(engine);
    engine->info.seldepth = max_int(engine->info.seldepth, search->seldepth);
    return true;
}

static bool reports_details(const Engine *engine) {
    return engine->request.verbose || engine_elapsed(engine) >= LONG_SEARCH_MS;
}

static void on_root_move(void *context, const Search *search, size_t index) {
    Engine *engine = context;
    if (!reports_details(engine) || !begin_report(engine, search))
        return;
    SearchInfo info = engine->info;
    info.current_move = search->moves[index].move;
    info.current_number = (int)index + 1;
    send_report(engine, &info);
}

/* A weak level's bounds include its errors, and those of a solved draw are not its score: they are
 * not reported. */
static void on_window_missed(void *context, const Search *search, Score score, Bound bound) {
    Engine *engine = context;
    const RootMove *move = &search->moves[search->pv_index];
    if (engine->request.level < LEVEL_MAX || search_is_draw(search, move) ||
        !reports_details(engine) || !begin_report(engine, search))
        return;
    SearchInfo info = engine->info;
    info.bound = bound;
    info.bound_number = (int)search->pv_index + 1;
    info.bound_line = (SearchLine){.score = score, .length = move->pv.length};
    memcpy(info.bound_line.pv, move->pv.moves, sizeof move->pv.moves);
    send_report(engine, &info);
}

/* ---- limits ---- */

/* Returns whether `percent` of a time limit are used. Pondering uses no time. */
static bool time_is_up(const Engine *engine, int64_t limit_ms, int percent) {
    int64_t from_ms = atomic_load(&engine->clock_started_ms);
    return from_ms != INT64_MAX && (monotonic_ms() - from_ms) * 100 / percent >= limit_ms;
}

/* Stops the search at a limit: that of nodes at once, that of time only when there is a result. */
static uint64_t on_tick(void *context, const Search *search) {
    Engine *engine = context;
    uint64_t pause = TICK_NODES;
    if (engine->nodes < UINT64_MAX) {
        uint64_t left = engine->nodes - min_u64(engine_nodes(engine), engine->nodes);
        uint64_t share = left / (uint64_t)engine->search_count;
        if (left == 0)
            atomic_store(&engine->stop, true);
        pause = min_u64(TICK_NODES, share > 0 ? share : 1);
    }
    if (engine->info.depth > 0 && time_is_up(engine, engine->plan.hard_limit_ms, 100))
        atomic_store(&engine->stop, true);
    else if (engine_elapsed(engine) - engine->reported_ms >= REPORT_EVERY_MS &&
             begin_report(engine, search))
        send_report(engine, &engine->info);
    return search_nodes(search) + pause;
}

/* Returns whether all lines are exact by the tables of endings; or decided within the depth of the
 * last iteration while the best score is unchanged: then all other moves were searched for a
 * shorter win. */
static bool is_decided(const Engine *engine, const Search *search) {
    if (search_is_solved(search, engine->request.multipv))
        return true;
    for (int i = 0; i < engine->info.line_count; i++) {
        int plies = score_win_plies(engine->info.lines[i].score);
        if (plies == 0 || plies > engine->info.depth || -plies > engine->info.depth)
            return false;
    }
    return engine->info.lines[0].score == engine->previous;
}

/* Returns whether a win in SearchLimits.mate moves was found. */
static bool has_mate(const Engine *engine) {
    int plies = score_win_plies(engine->info.lines[0].score);
    return plies > 0 && plies < 2 * engine->request.limits.mate;
}

/* Returns the share of the planned time to use, in percent: less while the best move is stable,
 * more if the score has dropped. */
static int time_factor(const Engine *engine) {
    int percent = 130 - 12 * min_int(engine->stability, 5);
    bool falls = engine->previous != SCORE_NONE &&
                 engine->info.lines[0].score < engine->previous - SCORE_DROP;
    return falls ? percent + 40 : percent;
}

static bool should_end(const Engine *engine, const Search *search) {
    bool clock = engine->request.limits.clock_ms[position_side(&search->root)] > 0;
    bool forced = search_rank_count(search, 0) == 1 &&
                  (search->move_count == 1 || engine->request.multipv == 1);
    return is_decided(engine, search) || has_mate(engine) || (clock && forced) ||
           time_is_up(engine, engine->plan.soft_limit_ms, time_factor(engine));
}

/* ---- the first thread ---- */

static void complete_iteration(Engine *engine, const Search *search) {
    const bool deeper = search->depth > engine->info.depth;
    if (deeper)
        engine->previous = engine->info.depth > 0 ? engine->info.lines[0].score : SCORE_NONE;
    engine->info.depth = search->depth;
    engine->info.seldepth = 0;
    collect_lines(engine, search);
    update_counters(engine);
    send_report(engine, &engine->info);
    if (deeper) {
        Move best = engine->info.lines[0].pv[0];
        engine->stability = move_equal(best, engine->best_move) ? engine->stability + 1 : 0;
        engine->best_move = best;
    }
}

/* Returns the node budget of all proofs together: the better the position, the larger. */
static uint64_t proof_budget(const Engine *engine, const Search *search, Score score) {
    int share = score >= SCORE_WIN_LEAST ? 1 : score >= PROOF_SCORE ? 3 : 16;
    return min_u64(PROOF_NODES, engine->nodes / PROOF_LIMIT_SHARE) +
           search_nodes(search) / (uint64_t)share;
}

/* Tries to prove a win shorter than the known one, if any. Weak levels and requests for several
 * lines try no proofs, and a solved ending has no shorter win. */
static bool prove_shorter_win(Engine *engine, Search *search) {
    const Score score = search_true_score(search, &search->moves[0]);
    int known = score_win_plies(score);
    if (engine->request.level < LEVEL_MAX || engine->request.multipv > 1 || search->root_probed ||
        known < 0)
        return false;
    while (engine->proof_plies <= engine->proof_limit &&
           (known == 0 || engine->proof_plies < known)) {
        uint64_t all = proof_budget(engine, search, score);
        uint64_t budget = all > engine->proof_nodes ? all - engine->proof_nodes : 0;
        if (budget == 0 || budget < engine->proof_budget * 2)
            return false;
        uint64_t before = search_nodes(search);
        if (solver_prove(search, engine->proof_plies, budget))
            return true;
        uint64_t spent = search_nodes(search) - before;
        engine->proof_nodes += spent;
        if (spent >= budget)
            engine->proof_budget = budget;
        else
            engine->proof_plies += 2;
    }
    return false;
}

static void lead_search(Engine *engine, Search *search) {
    search->observer = &engine->observer;
    engine->info.has_move = search->move_count > 0 && !engine->game_over;
    collect_lines(engine, search);
    if (!engine->info.has_move || engine->request.advisor != ADVISOR_NEGAMAX)
        return;
    for (int depth = 1;
         depth <= engine->depth && search_iterate(search, depth, engine->request.multipv);
         depth++) {
        complete_iteration(engine, search);
        if (prove_shorter_win(engine, search)) {
            complete_iteration(engine, search);
            break;
        }
        if (atomic_load(&engine->stop) || should_end(engine, search))
            break;
    }
}

/* Returns whether a result is better than another: the shorter win, or else the deeper iteration,
 * or else the higher score. */
static bool is_better_result(const Search *search, const Search *other) {
    const Score score = search_true_score(search, &search->moves[0]);
    const Score other_score = search_true_score(other, &other->moves[0]);
    if (score != other_score && (score >= SCORE_WIN_LEAST || other_score >= SCORE_WIN_LEAST))
        return score > other_score;
    return search->completed_depth > other->completed_depth ||
           (search->completed_depth == other->completed_depth && score > other_score);
}

/* Takes the best result of all threads, none of which searches any more. An unfinished iteration
 * may have found a better move. */
static void collect_result(Engine *engine) {
    const Search *best = &engine->workers[0]->search;
    for (int i = 1; i < engine->search_count; i++) {
        const Search *search = &engine->workers[i]->search;
        if (search->completed_depth > 0 && is_better_result(search, best))
            best = search;
    }
    engine->info.depth = best->completed_depth;
    collect_lines(engine, best);
    if (engine->request.advisor != ADVISOR_NEGAMAX) {
        const RootMove *move = advisor_choose(engine->request.advisor, best, engine->request.seed);
        engine->info.line_count = 1;
        engine->info.lines[0] =
            (SearchLine){.score = rootmove_score(move), .length = 1, .pv = {move->move}};
    }
}

/* Ends the search and delivers the final report. The caller, which is the first thread, holds the
 * lock. */
static void engine_answer(Engine *engine) {
    atomic_store(&engine->stop, true);
    while (engine->helpers > 0 ||
           ((engine->wait_for_stop || engine->ponder) && !engine->stop_requested))
        pthread_cond_wait(&engine->changed, &engine->lock);
    engine->state = ENGINE_ANSWERING;
    pthread_mutex_unlock(&engine->lock);
    if (engine->info.has_move)
        collect_result(engine);
    else
        engine->info.line_count = 0;
    update_counters(engine);
    engine->info.final = true;
    send_report(engine, &engine->info);
    pthread_mutex_lock(&engine->lock);
    engine->state = ENGINE_IDLE;
    pthread_cond_broadcast(&engine->changed);
}

/* ---- all threads ---- */

static void worker_begin_search(Worker *worker) {
    Engine *engine = worker->engine;
    Search *search = &worker->search;
    const bool weak = engine->request.level < LEVEL_MAX;
    if (weak) { /* must not profit from the tables of a stronger level */
        search_clear(search);
        tt_clear(&engine->level_table);
    }
#ifdef __linux__ /* where setpriority acts on a single thread */
    if (engine->niced && !worker->niced)
        setpriority(PRIO_PROCESS, 0, WORKER_NICENESS);
    worker->niced = engine->niced;
#endif
#ifdef TUNED_MARGINS
    margins_set(engine->margins);
#endif
    search->table = engine->search_table;
    search->stop = &engine->stop;
    search->searchmoves = engine->searchmoves;
    search->searchmove_count = engine->searchmove_count;
    search->full_width = engine->request.limits.mate > 0;
    search->scope = engine->scope;
    search_begin(search, &engine->root, engine->keys, engine->key_count);
    const uint64_t seed = engine->request.seed ^ search->root.key;
    for (size_t i = 0; weak && i < search->move_count; i++) {
        RootMove *move = &search->moves[i];
        rootmove_misjudge(move, level_misjudge(engine->level, seed, move->move));
    }
}

/* Every other thread is an iteration ahead, so that threads search different trees. */
static void worker_search(Worker *worker) {
    const Engine *engine = worker->engine;
    if (worker->index > 0 && atomic_load(&engine->stop))
        return;
    worker_begin_search(worker);
    if (worker->index == 0) {
        lead_search(worker->engine, &worker->search);
        return;
    }
    int depth = min_int(1 + worker->index % 2, engine->depth);
    while (depth <= engine->depth &&
           search_iterate(&worker->search, depth, engine->request.multipv))
        depth++;
}

static void *worker_main(void *argument) {
    Worker *worker = argument;
    Engine *engine = worker->engine;
    pthread_mutex_lock(&engine->lock);
    for (;;) {
        while (!worker->called && !worker->quit)
            pthread_cond_wait(&engine->changed, &engine->lock);
        if (worker->quit)
            break;
        worker->called = false;
        pthread_mutex_unlock(&engine->lock);
        worker_search(worker);
        pthread_mutex_lock(&engine->lock);
        if (worker->index == 0) {
            engine_answer(engine);
        } else {
            engine->helpers--;
            pthread_cond_broadcast(&engine->changed);
        }
    }
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

/* ---- workers ---- */

static bool worker_start(Worker *worker) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool started = pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES) == 0 &&
                   parallel_create_thread(&worker->thread, &attributes, worker_main, worker) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

static bool worker_create(Engine *engine) {
    Worker *worker = memory_allocate(sizeof *worker);
    worker->engine = engine;
    worker->index = engine->threads;
    search_clear(&worker->search);
    if (!worker_start(worker)) {
        free(worker);
        return false;
    }
    engine->workers[engine->threads++] = worker;
    return true;
}

static void worker_destroy(Engine *engine) {
    Worker *worker = engine->workers[--engine->threads];
    pthread_mutex_lock(&engine->lock);
    worker->quit = true;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
    pthread_join(worker->thread, NULL);
    search_end(&worker->search);
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

/* ---- the engine ---- */

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
    if (!check_size(hash_mb, threads, error))
        return false;
    threads = min_int(threads, THREADS_PER_PROCESSOR * parallel_processors());
    if (!pool_resize(engine, threads, error))
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
    engine->observer = (SearchObserver){on_tick, on_root_move, on_window_missed, engine};
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
    free(engine);
}

/* Waits for the end of a search that has answered, or answers now. Fails if a search runs. */
static bool engine_wait_idle(Engine *engine, Error *error) {
    pthread_mutex_lock(&engine->lock);
    while (engine->state == ENGINE_ANSWERING)
        pthread_cond_wait(&engine->changed, &engine->lock);
    bool idle = engine->state == ENGINE_IDLE;
    pthread_mutex_unlock(&engine->lock);
    return idle || error_set(error, ERROR_STATE, "the engine is searching");
}

bool engine_resize(Engine *engine, int hash_mb, int threads, Error *error) {
    const int before = engine->hash_mb;
    if (!engine_wait_idle(engine, error) || !engine_set_size(engine, hash_mb, threads, error))
        return false;
    if (hash_mb != before)
        tt_clear(&engine->table); /* no search waits for the pages of a table that was asked for */
    return true;
}

int engine_threads(const Engine *engine) {
    return engine->threads;
}

void engine_new_game(Engine *engine) {
    engine_wait(engine);
    tt_clear(&engine->table);
    for (int i = 0; i < engine->threads; i++)
        search_clear(&engine->workers[i]->search);
}

void engine_set_endings(Engine *engine, const Endings *endings) {
    engine_wait(engine);
    engine->endings = endings;
}

void engine_set_niced(Engine *engine) {
    engine->niced = true;
}

#ifdef TUNED_MARGINS
void engine_set_margins(Engine *engine, const int *values) {
    engine_wait(engine);
    engine->margins = values;
}
#endif

/* ---- requests ---- */

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

/* Returns the lower of two limits; 0 as `other` means no limit. */
static int lower_limit(int limit, int other) {
    return other > 0 && other < limit ? other : limit;
}

static void engine_set_limits(Engine *engine, const SearchLimits *limits) {
    engine->plan = timeman_plan(limits, position_side(&engine->root));
    engine->nodes = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
    if (engine->level->nodes > 0)
        engine->nodes = min_u64(engine->nodes, engine->level->nodes);
    const int mate_plies = 2 * min_int(limits->mate, SEARCH_DEPTH_MAX) - 1; /* -1: none is asked */
    engine->depth = lower_limit(lower_limit(SEARCH_DEPTH_MAX, limits->depth), mate_plies);
    engine->depth = lower_limit(engine->depth, engine->level->depth);
    engine->proof_limit = lower_limit(PROOF_PLIES_MAX, mate_plies);
}

/* Prepares the search and its result before any thread begins. */
static void engine_prepare(Engine *engine, const SearchRequest *request) {
    engine_copy_positions(engine, request);
    engine_copy_moves(engine, request);
    /* A weak level would be stronger with the tables, and has one thread, so that it is equally
     * strong on every machine. The other advisors do not search. */
    bool full = request->advisor == ADVISOR_NEGAMAX && request->level == LEVEL_MAX;
    engine->search_count = full ? engine->threads : 1;
    probe_scope_init(&engine->scope, full ? engine->endings : NULL, request->positions,
                     request->position_count);
    engine->request = *request;
    engine->request.positions = NULL;
    engine->request.moves = NULL;
    engine->game_over = engine_game_is_over(engine);
    engine->level = level_find(request->level, request->seed);
    engine->search_table = request->level < LEVEL_MAX ? &engine->level_table : &engine->table;
    engine_set_limits(engine, &request->limits);
    engine->info = (SearchInfo){0};
    engine->reported_ms = 0;
    engine->best_move = MOVE_NONE;
    engine->stability = 0;
    engine->previous = SCORE_NONE;
    engine->proof_plies = PROOF_PLIES_MIN;
    engine->proof_nodes = engine->proof_budget = 0;
    for (int i = 0; i < engine->search_count; i++) {
        Search *search = &engine->workers[i]->search;
        atomic_store_explicit(&search->nodes, 0, memory_order_relaxed);
        atomic_store_explicit(&search->tbhits, 0, memory_order_relaxed);
        search->completed_depth = 0;
    }
    tt_new_search(engine->search_table);
}

bool engine_start(Engine *engine, const SearchRequest *request, SearchReport *report, void *context,
                  Error *error) {
    int64_t now_ms = monotonic_ms();
    const SearchLimits *limits = &request->limits;
    if (!check_request(request, error) || !engine_wait_idle(engine, error))
        return false;
    engine->report = report;
    engine->context = context;
    engine->started_ms = now_ms;
    engine_prepare(engine, request);
    atomic_store(&engine->stop, false);
    atomic_store(&engine->clock_started_ms, limits->ponder ? INT64_MAX : now_ms);

    pthread_mutex_lock(&engine->lock);
    engine->state = ENGINE_SEARCHING;
    engine->stop_requested = false;
    engine->wait_for_stop =
        limits->infinite ||
        (request->advisor == ADVISOR_NEGAMAX && request->level == LEVEL_MAX && !engine->game_over &&
         search_is_unlimited(limits, position_side(&engine->root)));
    engine->ponder = limits->ponder;
    engine->helpers = engine->search_count - 1;
    for (int i = 0; i < engine->search_count; i++)
        engine->workers[i]->called = true;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
    return true;
}

void engine_stop(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    if (engine->state == ENGINE_SEARCHING) {
        engine->stop_requested = true;
        atomic_store(&engine->stop, true);
        pthread_cond_broadcast(&engine->changed);
    }
    pthread_mutex_unlock(&engine->lock);
}

void engine_ponder_hit(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    if (engine->state == ENGINE_SEARCHING && engine->ponder) {
        engine->ponder = false;
        atomic_store(&engine->clock_started_ms, monotonic_ms());
        pthread_cond_broadcast(&engine->changed);
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
    while (engine->state != ENGINE_IDLE)
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
