#include <config.h>

#include "endings/ending_stats.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "endings/ending_index.h"

typedef struct ClassStats {
    EndingStats sides[COLOR_COUNT];
    bool done;
} ClassStats;

typedef struct StatsRun {
    const Endings *endings;
    const Variant *variant;
    EndingRules rules;
    EndingClass classes[ENDING_CLASSES_MAX];
    size_t class_count;
    EndingStatsFunction *on_stats;
    void *context;

    pthread_mutex_t lock; /* for what follows */
    ClassStats *stats;    /* by class */
    size_t delivered;     /* classes that on_stats has been called for */
    bool failed;
    Error error;
} StatsRun;

static void count_position(EndingStats *stats, uint8_t byte, int weight, const Position *position) {
    EndingValue value = ending_value(byte);
    uint64_t *results[] = {&stats->losses, &stats->draws, &stats->wins};
    *results[value.result - ENDING_LOSS] += (uint64_t)weight;
    if (stats->positions == 0 || value.plies > stats->longest) {
        stats->longest = value.plies;
        stats->example = *position;
    }
    stats->positions += (uint64_t)weight;
}

/* Returns false if the table cannot be read. */
static bool count_side(const StatsRun *run, EndingStats *stats, Error *error) {
    EndingIndex index;
    uint8_t *bytes = endings_load(run->endings, &stats->class, stats->side, error);
    if (!bytes)
        return false;
    ending_index_init(&index, &stats->class, &run->rules);
    for (uint32_t number = 0; number < index.size; number++) {
        Position position;
        int weight = ending_index_position(&index, number, stats->side, run->variant, &position);
        if (weight > 0)
            count_position(stats, bytes[number], weight, &position);
    }
    free(bytes);
    return true;
}

/* Delivers the classes that are complete, in their order. The lock is held. */
static void deliver(StatsRun *run) {
    while (!run->failed && run->delivered < run->class_count && run->stats[run->delivered].done) {
        const ClassStats *class = &run->stats[run->delivered++];
        for (int side = WHITE; side <= BLACK; side++)
            run->on_stats(run->context, &class->sides[side]);
    }
}

static void count_class(void *context, int worker, size_t part) {
    StatsRun *run = context;
    ClassStats *class = &run->stats[part];
    Error error = {0};
    bool counted = true;
    (void)worker;
    for (int side = WHITE; side <= BLACK && counted; side++) {
        class->sides[side] = (EndingStats){.class = run->classes[part], .side = (Color)side};
        counted = count_side(run, &class->sides[side], &error);
    }
    pthread_mutex_lock(&run->lock);
    if (!counted && !run->failed) {
        run->failed = true;
        run->error = error;
    }
    class->done = counted;
    deliver(run);
    pthread_mutex_unlock(&run->lock);
}

bool ending_stats_count(const Endings *endings, const Variant *variant, int men, int threads,
                        EndingStatsFunction *on_stats, void *context, Error *error) {
    assert(endings_fit(endings, variant));
    StatsRun run = {
        .endings = endings, .variant = variant, .on_stats = on_stats, .context = context};
    ending_rules_of(variant, &run.rules);
    run.class_count = ending_class_list(variant, men, run.classes);
    run.stats = memory_allocate(run.class_count * sizeof *run.stats);
    pthread_mutex_init(&run.lock, NULL);
    parallel_for(threads, run.class_count, count_class, &run);
    pthread_mutex_destroy(&run.lock);
    free(run.stats);
    if (run.failed && error)
        *error = run.error;
    return !run.failed;
}

const char *ending_stats_write(const EndingStats *stats, char text[ENDING_STATS_SIZE]) {
    char name[ENDING_CLASS_NAME_SIZE], fen[FEN_SIZE];
    fen_write(&stats->example, fen);
    ending_class_name(&stats->class, stats->example.variant->pawns, name);
    snprintf(text, ENDING_STATS_SIZE,
             "%s %c n=%" PRIu64 " win=%" PRIu64 " draw=%" PRIu64 " loss=%" PRIu64 " max=%d %s",
             name, stats->side == WHITE ? 'w' : 'b', stats->positions, stats->wins, stats->draws,
             stats->losses, stats->longest, fen);
    return text;
}
