#include <config.h>

#include "endings/ending_verify.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "endings/ending_index.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum { PART_POSITIONS = 1 << 14 };

/* The numbers of a class, White's and then Black's, follow those of the class before. */
typedef struct VerifyClass {
    EndingIndex index;
    uint64_t first;
} VerifyClass;

typedef struct Verification {
    const EndingVerifyRequest *request;
    VerifyClass *classes;
    size_t class_count;
    uint64_t number_count; /* of all classes */
    uint64_t *sample;      /* numbers drawn, in order, so that blocks are shared; NULL: all */
    uint64_t total;        /* numbers to verify */
    atomic_bool stopped;

    pthread_mutex_t lock; /* for what follows */
    uint64_t progress;    /* of the total */
    EndingVerifyResult result;
    Error error;
} Verification;

/* ---- one position ---- */

/* Returns false if a move leads to a position without a table. */
static bool expect_from_moves(const Endings *endings, const Position *position,
                              const MoveList *moves, EndingValue *expected) {
    *expected = (EndingValue){ENDING_LOSS, 0};
    for (size_t i = 0; i < moves->count; i++) {
        Position after = *position;
        EndingValue value = {ENDING_LOSS, 0};
        position_make(&after, moves->moves[i]);
        if (position_has_both_lions(&after) && !endings_probe(endings, &after, &value))
            return false;
        value = ending_value_before(value);
        if (i == 0 || ending_value_rank(value) > ending_value_rank(*expected))
            *expected = value;
    }
    return true;
}

static bool expect(const Endings *endings, const Position *position, EndingValue *expected) {
    MoveList moves;
    if (position_bare_lions_draw(position)) {
        *expected = (EndingValue){ENDING_DRAW, 0};
        return true;
    }
    movelist_init(&moves);
    movegen_distinct(position, &moves);
    bool known = expect_from_moves(endings, position, &moves, expected);
    movelist_free(&moves);
    return known;
}

static const char *describe(EndingValue value, char text[32]) {
    if (value.result == ENDING_DRAW)
        snprintf(text, 32, "a draw");
    else
        snprintf(text, 32, "a %s in %d plies", value.result == ENDING_WIN ? "win" : "loss",
                 value.plies);
    return text;
}

/* Remembers the first fault and stops the search. */
static void fail(Verification *run, const Error *error, const EndingVerifyResult *wrong) {
    pthread_mutex_lock(&run->lock);
    if (run->error.code == ERROR_NONE) {
        run->error = *error;
        if (wrong)
            run->result = *wrong;
    }
    pthread_mutex_unlock(&run->lock);
    atomic_store(&run->stopped, true);
}

static void fail_wrong(Verification *run, const EndingVerifyResult *wrong) {
    char fen[FEN_SIZE], stored[32], expected[32];
    Error error;
    fen_write(&wrong->position, fen);
    error_set(&error, ERROR_ILLEGAL, "%s is %s in the table, but its moves make it %s", fen,
              describe(wrong->stored, stored), describe(wrong->expected, expected));
    fail(run, &error, wrong);
}

static void fail_missing(Verification *run, const Position *position) {
    char fen[FEN_SIZE];
    Error error;
    fen_write(position, fen);
    if (!endings_fault(run->request->endings, &error))
        error_set(&error, ERROR_STATE, "a table for %s or for what its moves lead to is missing",
                  fen);
    fail(run, &error, NULL);
}

static bool verify_position(Verification *run, const Position *position) {
    EndingVerifyResult result = {.wrong = true, .position = *position};
    const Endings *endings = run->request->endings;
    if (!endings_probe(endings, position, &result.stored) ||
        !expect(endings, position, &result.expected)) {
        fail_missing(run, position);
        return false;
    }
    if (ending_value_rank(result.stored) == ending_value_rank(result.expected))
        return true;
    fail_wrong(run, &result);
    return false;
}

/* ---- all of them, or a sample ---- */

/* Sets up a position. Returns false if the number belongs to none, or to one that another number
 * stands for. */
static bool position_of(const Verification *run, uint64_t number, Position *position) {
    size_t low = 0, high = run->class_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (run->classes[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    const VerifyClass *class = &run->classes[low];
    uint64_t own = number - class->first;
    Color side = own < class->index.size ? WHITE : BLACK;
    return ending_index_position(&class->index, (uint32_t)(own % class->index.size), side,
                                 run->request->variant, position) > 0;
}

static int compare_numbers(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Draws numbers of positions. Returns false if memory runs out. */
static bool draw_sample(Verification *run, uint64_t random) {
    if (run->total <= SIZE_MAX / sizeof *run->sample)
        run->sample = malloc((size_t)run->total * sizeof *run->sample);
    if (!run->sample)
        return error_set(&run->error, ERROR_MEMORY, "no memory for %" PRIu64 " positions",
                         run->total);
    for (uint64_t i = 0; i < run->total; i++) {
        Position position;
        do {
            run->sample[i] = random_below(&random, (size_t)run->number_count);
        } while (!position_of(run, run->sample[i], &position));
    }
    qsort(run->sample, (size_t)run->total, sizeof *run->sample, compare_numbers);
    return true;
}

static void report_progress(Verification *run, uint64_t count, uint64_t verified) {
    const EndingVerifyRequest *request = run->request;
    pthread_mutex_lock(&run->lock);
    run->progress += count;
    run->result.verified += verified;
    if (request->on_progress)
        request->on_progress(request->context, run->progress, run->total);
    pthread_mutex_unlock(&run->lock);
    if (request->cancelled && atomic_load(request->cancelled))
        atomic_store(&run->stopped, true);
}

static void verify_part(void *context, int worker, size_t part) {
    Verification *run = context;
    uint64_t first = (uint64_t)part * PART_POSITIONS, verified = 0;
    uint64_t left = run->total - first;
    uint64_t count = left < PART_POSITIONS ? left : PART_POSITIONS;
    (void)worker;
    if (atomic_load(&run->stopped))
        return;
    for (uint64_t i = 0; i < count && !atomic_load(&run->stopped); i++) {
        Position position;
        if (position_of(run, run->sample ? run->sample[first + i] : first + i, &position))
            verified += verify_position(run, &position);
    }
    report_progress(run, count, verified);
}

static void number_classes(Verification *run) {
    EndingRules rules;
    EndingClass *list = memory_allocate(ENDING_CLASSES_MAX * sizeof *list);
    run->class_count = ending_class_list(run->request->variant, run->request->men, list);
    run->classes = memory_allocate(run->class_count * sizeof *run->classes);
    ending_rules_of(run->request->variant, &rules);
    for (size_t i = 0; i < run->class_count; i++) {
        run->classes[i].first = run->number_count;
        ending_index_init(&run->classes[i].index, &list[i], &rules);
        run->number_count += (uint64_t)run->classes[i].index.size * COLOR_COUNT;
    }
    free(list);
}

bool ending_verify(const EndingVerifyRequest *request, EndingVerifyResult *result, Error *error) {
    Verification run = {.request = request};
    assert(endings_fit(request->endings, request->variant));
    number_classes(&run);
    run.total = request->sample > 0 ? request->sample : run.number_count;
    atomic_init(&run.stopped, false);
    pthread_mutex_init(&run.lock, NULL);
    if (request->sample == 0 || draw_sample(&run, request->seed))
        parallel_for(request->threads, (size_t)((run.total + PART_POSITIONS - 1) / PART_POSITIONS),
                     verify_part, &run);
    pthread_mutex_destroy(&run.lock);
    free(run.classes);
    free(run.sample);
    if (run.error.code == ERROR_NONE && atomic_load(&run.stopped))
        error_set(&run.error, ERROR_STATE, "the verification was cancelled");
    if (result)
        *result = run.result;
    if (error)
        *error = run.error;
    return run.error.code == ERROR_NONE;
}
