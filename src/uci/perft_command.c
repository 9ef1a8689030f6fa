#include <config.h>

#include "uci/perft_command.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/variantfile.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/perft.h"

enum {
    /* From this depth on the tasks are replies, because root moves are few and unequal. */
    SPLIT_DEPTH = 4,
    SPLIT_MOVES_MAX = 1000, /* root moves; replies to more would take too much memory */
    UNCHECKED_DEPTH = 4     /* plies counted without a look at `cancelled` */
};

typedef struct PerftTask {
    size_t root; /* index of the root move */
    Position position;
} PerftTask;

/* Shared by the threads: each takes the next task until none is left. */
typedef struct PerftPool {
    PerftTask *tasks;
    size_t count;
    size_t capacity;
    int depth; /* below a task */
    const atomic_bool *cancelled;
    _Atomic size_t next;
    _Atomic uint64_t *leaves; /* by root move */
} PerftPool;

static void pool_add(PerftPool *pool, size_t root, const Position *position) {
    if (pool->count == pool->capacity) {
        pool->capacity = pool->capacity ? pool->capacity * 2 : 64;
        pool->tasks = memory_resize(pool->tasks, pool->capacity, sizeof *pool->tasks);
    }
    pool->tasks[pool->count++] = (PerftTask){root, *position};
}

static void pool_add_replies(PerftPool *pool, size_t root, const Position *position) {
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        Position child = *position;
        position_make(&child, list.moves[i]);
        pool_add(pool, root, &child);
    }
    movelist_free(&list);
}

static void pool_fill(PerftPool *pool, const Position *position, const MoveList *list, int depth,
                      bool split) {
    pool->depth = split ? depth - 2 : depth - 1;
    for (size_t i = 0; i < list->count; i++) {
        Position child = *position;
        position_make(&child, list->moves[i]);
        if (split)
            pool_add_replies(pool, i, &child);
        else
            pool_add(pool, i, &child);
    }
}

static bool pool_is_cancelled(const PerftPool *pool) {
    return pool->cancelled && atomic_load_explicit(pool->cancelled, memory_order_relaxed);
}

static uint64_t pool_count(const PerftPool *pool, const Position *position, int depth) {
    if (depth <= UNCHECKED_DEPTH)
        return perft_count(position, depth);
    uint64_t leaves = 0;
    MoveList list;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count && !pool_is_cancelled(pool); i++) {
        Position child = *position;
        position_make(&child, list.moves[i]);
        leaves += pool_count(pool, &child, depth - 1);
    }
    movelist_free(&list);
    return leaves;
}

static void *pool_work(void *argument) {
    PerftPool *pool = argument;
    for (;;) {
        size_t next = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (next >= pool->count || pool_is_cancelled(pool))
            return NULL;
        const PerftTask *task = &pool->tasks[next];
        atomic_fetch_add_explicit(&pool->leaves[task->root],
                                  pool_count(pool, &task->position, pool->depth),
                                  memory_order_relaxed);
    }
}

/* Runs the tasks on the calling thread and its helpers. */
static bool pool_run(PerftPool *pool, int threads, Error *error) {
    pthread_t helpers[ENGINE_THREADS_MAX];
    int started = 0;
    while (started < threads - 1 && pthread_create(&helpers[started], NULL, pool_work, pool) == 0)
        started++;
    bool enough = started == threads - 1;
    if (enough)
        pool_work(pool);
    else
        atomic_store(&pool->next, pool->count);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
    return enough || error_set(error, ERROR_MEMORY, "the system allows only %d thread%s",
                               started + 1, text_plural((uint64_t)started + 1));
}

static void division_fill(PerftDivision *division, const MoveList *list, const PerftPool *pool) {
    division->count = list->count;
    division->moves = memory_resize(NULL, list->count + 1, sizeof *division->moves);
    for (size_t i = 0; i < list->count; i++) {
        division->moves[i] = (PerftMove){list->moves[i], atomic_load(&pool->leaves[i])};
        division->leaves += division->moves[i].leaves;
    }
}

bool perft_divide(const Position *position, int depth, int threads, const atomic_bool *cancelled,
                  PerftDivision *division, Error *error) {
    MoveList list;
    PerftPool pool = {.cancelled = cancelled};
    *division = (PerftDivision){0};
    movelist_init(&list);
    movegen_all(position, &list);
    pool.leaves = memory_resize(NULL, list.count + 1, sizeof *pool.leaves);
    for (size_t i = 0; i < list.count; i++)
        atomic_init(&pool.leaves[i], 0);
    bool split = threads > 1 && depth >= SPLIT_DEPTH && list.count <= SPLIT_MOVES_MAX;
    pool_fill(&pool, position, &list, depth, split);
    bool done = pool_run(&pool, threads, error);
    if (done && pool_is_cancelled(&pool))
        done = error_set(error, ERROR_STATE, "stopped before the end");
    if (done)
        division_fill(division, &list, &pool);
    free(pool.leaves);
    free(pool.tasks);
    movelist_free(&list);
    return done;
}

void perft_divide_free(PerftDivision *division) {
    free(division->moves);
    *division = (PerftDivision){0};
}

void perft_divide_write_moves(const PerftDivision *division, Buffer *text) {
    for (size_t i = 0; i < division->count; i++) {
        coordinate_add(text, division->moves[i].move);
        buffer_add_format(text, ": %" PRIu64 "\n", division->moves[i].leaves);
    }
}

void perft_divide_write_total(const PerftDivision *division, Buffer *text) {
    buffer_add_format(text, "Nodes searched: %" PRIu64 "\n", division->leaves);
}

/* ---- the command ---- */

int perft_command(const void *options, Error *error) {
    const PerftOptions *perft = options;
    Variant variant;
    Position position;
    PerftDivision division = {.leaves = 1};
    Buffer text = {0};
    if (!variantfile_load(perft->variant, &variant, error)) {
        error_prefix(error, "--variant: ");
        return COMMAND_FAILED;
    }
    position_start(&position, &variant);
    if ((perft->fen && !fen_parse(perft->fen, &variant, &position, error)) ||
        (perft->depth > 0 &&
         !perft_divide(&position, perft->depth, perft->threads, NULL, &division, error)))
        return COMMAND_FAILED;
    if (perft->divide)
        perft_divide_write_moves(&division, &text);
    perft_divide_write_total(&division, &text);
    perft_divide_free(&division);
    bool written = file_print(stdout, "standard output", text.bytes, text.length, error);
    buffer_free(&text);
    return written ? COMMAND_OK : COMMAND_FAILED;
}
