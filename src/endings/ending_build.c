#include <config.h>

#include "endings/ending_build.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/parallel.h"
#include "endings/ending_file.h"
#include "endings/ending_solver.h"

enum { FOLDER_MODE = 0777, LOCK_MODE = 0666 };

typedef enum BuildState { BUILD_WAITING, BUILD_RUNNING, BUILD_DONE } BuildState;

/* What is known of a table while the set is built. Guarded by the lock of the build. */
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

/* Removes what a killed build has left in the locked folder. */
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

/* Holds the values of a table in memory until `drop`. Classes with fewer men than the largest stay
 * there anyway. */
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
