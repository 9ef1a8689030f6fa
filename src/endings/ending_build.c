#include <config.h>

#include "endings/ending_build.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/parallel.h"
#include "base/random.h"
#include "endings/ending_table.h"
#include "endings/ending_solver.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum { FOLDER_MODE = 0777, LOCK_MODE = 0666 };

typedef enum BuildState { BUILD_WAITING, BUILD_RUNNING, BUILD_DONE } BuildState;

/* The state of a table while the set is built. Guarded by the lock of the build. */
typedef struct BuildTable {
    BuildState state;
    int users; /* threads that need its values now */
} BuildTable;

typedef struct Build {
    const EndingBuildRequest *request;
    EndingTables tables;
    QuietMoves moves;
    char folder[FILE_PATH_SIZE]; /* of the rules */
    int64_t started_ms;

    pthread_mutex_t lock; /* guards the rest, and which values are in memory */
    pthread_cond_t changed;
    BuildTable *states; /* by number of the table */
    EndingBuildProgress progress;
    char class_name[ENDING_CLASS_NAME_SIZE];
    bool failed;
    Error error; /* the first */
} Build;

static int table_men(const Build *build, int number) {
    return ending_class_men(&build->tables.tables[number].class);
}

static uint64_t table_positions(const EndingTable *table) {
    return COLOR_COUNT * (uint64_t)table->index.size;
}

/* ---- files ---- */

static bool table_path(const Build *build, const EndingTable *table, char path[FILE_PATH_SIZE],
                       Error *error) {
    char name[ENDING_CLASS_NAME_SIZE];
    int length = snprintf(path, FILE_PATH_SIZE, "%s/%s" ENDING_FILE_SUFFIX, build->folder,
                          ending_class_name(&table->class, build->tables.rules.pawns, name));
    return length < FILE_PATH_SIZE ||
           error_set(error, ERROR_RANGE, "%s: the path is too long", build->folder);
}

/* Reads the values of a table from its file, if it is there and intact. */
static bool load(const Build *build, EndingTable *table, Error *error) {
    char path[FILE_PATH_SIZE];
    if (!table_path(build, table, path, error))
        return false;
    EndingFile *file = ending_file_open(path, table, &build->tables.rules, error);
    if (file == NULL)
        return false;
    for (int side = WHITE; side <= BLACK; side++)
        table->values[side] = ending_file_read_side(file, (Color)side, error);
    ending_file_close(file);
    return table->values[WHITE] != NULL && table->values[BLACK] != NULL;
}

static void unload(EndingTable *table) {
    for (int side = WHITE; side <= BLACK; side++) {
        free(table->values[side]);
        table->values[side] = NULL;
    }
}

static bool make_folders(Build *build, Error *error) {
    char name[ENDING_RULES_NAME_SIZE];
    int length = snprintf(build->folder, sizeof build->folder, "%s/%s", build->request->folder,
                          ending_rules_name(&build->tables.rules, name));
    if (length >= (int)sizeof build->folder)
        return error_set(error, ERROR_RANGE, "%s: the path is too long", build->request->folder);
    return file_make_folders(build->folder, FOLDER_MODE, error);
}

/* Locks the folder for this build. Returns -1 with an error. */
static int lock_folder(const Build *build, Error *error) {
    char path[FILE_PATH_SIZE];
    if (snprintf(path, sizeof path, "%s/lock", build->folder) >= (int)sizeof path) {
        error_set(error, ERROR_RANGE, "%s: the path is too long", build->folder);
        return -1;
    }
    int lock = file_open_locked(path, O_CREAT, LOCK_MODE, error);
    if (lock < 0 && error->code == ERROR_STATE)
        error_set(error, ERROR_STATE, "%s: another program is making these endings", build->folder);
    return lock;
}

/* Removes leftovers of a killed build from the locked folder. */
static void remove_leftovers(const Build *build) {
    FileList list;
    if (!file_list_folder(build->folder, FILE_TEMPORARY_SUFFIX, &list, NULL))
        return;
    for (size_t i = 0; i < list.count; i++)
        unlink(list.paths[i]);
    file_list_free(&list);
}

/* ---- which values are needed ---- */

/* Returns the class that a promotion of this colour leads to. NULL if it has no pawn of it. */
static EndingTable *promotion_of(const Build *build, const EndingTable *table, Color color) {
    EndingClass class = table->class;
    bool exchanged;
    if (ending_class_count(&class, color, PAWN) == 0)
        return NULL;
    class.counts[color] -= UINT64_C(1) << (4 * PAWN);
    ending_class_add(&class, color, SUPERPAWN);
    return ending_tables_find(&build->tables, &class, &exchanged);
}

static BuildTable *state_of(const Build *build, const EndingTable *table) {
    return &build->states[table - build->tables.tables];
}

/* Keeps the values of a table in memory until they are released. Classes with fewer men than the
 * largest stay there anyway. */
static bool hold(Build *build, EndingTable *table, Error *error) {
    bool held = true;
    pthread_mutex_lock(&build->lock);
    if (table->values[WHITE] == NULL)
        held = load(build, table, error);
    if (held)
        state_of(build, table)->users++;
    else
        unload(table);
    pthread_mutex_unlock(&build->lock);
    return held;
}

static void drop(Build *build, EndingTable *table) {
    pthread_mutex_lock(&build->lock);
    bool used = --state_of(build, table)->users > 0;
    if (!used && ending_class_men(&table->class) == build->request->men)
        unload(table);
    pthread_mutex_unlock(&build->lock);
}

/* ---- one table ---- */

/* Solves a table, writes its file, and leaves the values in memory. */
static bool make_table(Build *build, EndingTable *table, Error *error) {
    EndingTable *promotions[COLOR_COUNT] = {NULL, NULL};
    char path[FILE_PATH_SIZE];
    bool ready = table_path(build, table, path, error);
    for (int color = WHITE; color <= BLACK && ready; color++) {
        EndingTable *promotion = promotion_of(build, table, (Color)color);
        if (promotion != NULL) {
            ready = hold(build, promotion, error);
            promotions[color] = ready ? promotion : NULL;
        }
    }
    bool made = ready &&
                retrograde_solve(&build->tables, table, build->request->variant, &build->moves,
                                 build->request->cancelled, error) &&
                ending_file_write(path, table, &build->tables.rules, error);
    for (int color = WHITE; color <= BLACK; color++) {
        if (promotions[color] != NULL)
            drop(build, promotions[color]);
    }
    return made;
}

/* ---- the order ---- */

/* Returns whether the values that a table needs are known. Those with fewer men come first. */
static bool may_begin(const Build *build, int number) {
    const EndingTable *table = &build->tables.tables[number];
    for (int color = WHITE; color <= BLACK; color++) {
        const EndingTable *promotion = promotion_of(build, table, (Color)color);
        if (promotion != NULL && state_of(build, promotion)->state != BUILD_DONE)
            return false;
    }
    for (int i = 0; i < number && table_men(build, i) < table_men(build, number); i++) {
        if (build->states[i].state != BUILD_DONE)
            return false;
    }
    return true;
}

/* Waits until a table can begin. Returns its number, or -1 if none is left or the build has failed.
 */
static int next_table(Build *build) {
    for (;;) {
        bool waiting = false;
        for (int i = 0; i < build->tables.count && !build->failed; i++) {
            if (build->states[i].state != BUILD_WAITING)
                continue;
            waiting = true;
            if (may_begin(build, i))
                return i;
        }
        if (!waiting || build->failed)
            return -1;
        pthread_cond_wait(&build->changed, &build->lock);
    }
}

static void report(Build *build) {
    EndingBuildProgress *progress = &build->progress;
    progress->elapsed_ms = monotonic_ms() - build->started_ms;
    progress->left_ms = -1;
    if (progress->positions > 0)
        progress->left_ms = (int64_t)((double)progress->elapsed_ms *
                                      (double)(progress->position_total - progress->positions) /
                                      (double)progress->positions);
    if (build->request->on_progress != NULL)
        build->request->on_progress(build->request->context, progress);
}

static void complete(Build *build, EndingTable *table) {
    BuildTable *state = state_of(build, table);
    state->state = BUILD_DONE;
    if (state->users == 0 && ending_class_men(&table->class) == build->request->men)
        unload(table);
    build->progress.classes++;
    build->progress.positions += table_positions(table);
    ending_class_name(&table->class, build->tables.rules.pawns, build->class_name);
    report(build);
}

/* Makes tables until none is left for this thread. */
static void make_tables(void *context, int worker, size_t part) {
    Build *build = context;
    int number;
    (void)worker, (void)part;
    pthread_mutex_lock(&build->lock);
    while ((number = next_table(build)) >= 0) {
        EndingTable *table = &build->tables.tables[number];
        Error error = {0};
        build->states[number].state = BUILD_RUNNING;
        pthread_mutex_unlock(&build->lock);
        bool made = make_table(build, table, &error);
        pthread_mutex_lock(&build->lock);
        if (made) {
            complete(build, table);
        } else if (!build->failed) {
            build->failed = true;
            build->error = error;
        }
        pthread_cond_broadcast(&build->changed);
    }
    pthread_mutex_unlock(&build->lock);
}

/* ---- the whole ---- */

/* Finds the tables that are there and intact. Keeps the values of those that others need. */
static void find_existing(Build *build) {
    build->progress.class_total = (size_t)build->tables.count;
    for (int i = 0; i < build->tables.count; i++) {
        EndingTable *table = &build->tables.tables[i];
        Error ignored = {0};
        if (load(build, table, &ignored)) {
            build->states[i].state = BUILD_DONE;
            build->progress.classes++;
        } else {
            build->progress.position_total += table_positions(table);
        }
        if (build->states[i].state != BUILD_DONE || table_men(build, i) == build->request->men)
            unload(table);
    }
    report(build);
}

static bool run(Build *build, Error *error) {
    const int threads = build->request->threads;
    parallel_for(threads, (size_t)threads, make_tables, build);
    if (build->failed)
        *error = build->error;
    return !build->failed;
}

bool ending_build(const EndingBuildRequest *request, Error *error) {
    EndingRules rules;
    if (!ending_rules_of(request->variant, &rules))
        return ending_rules_report(request->variant, error);
    Build *build = memory_allocate(sizeof *build);
    build->request = request;
    build->started_ms = monotonic_ms();
    build->progress.class_name = build->class_name;
    ending_tables_init(&build->tables, request->variant, request->men);
    build->states = memory_allocate((size_t)build->tables.count * sizeof *build->states);
    pthread_mutex_init(&build->lock, NULL);
    pthread_cond_init(&build->changed, NULL);
    int lock = make_folders(build, error) ? lock_folder(build, error) : -1;
    bool built = lock >= 0;
    if (built) {
        remove_leftovers(build);
        quiet_moves_find(&build->moves, request->variant);
        find_existing(build);
        built = run(build, error);
        close(lock);
    }
    pthread_cond_destroy(&build->changed);
    pthread_mutex_destroy(&build->lock);
    ending_tables_free(&build->tables);
    free(build->states);
    free(build);
    return built;
}

/* ---- verifying ---- */

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

/* ---- statistics ---- */

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
