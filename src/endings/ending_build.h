/* The tables of endings as a whole: solves all endings of a variant up to a number of men and
 * writes a file for each class, verifies the tables, and counts what they hold. */
#ifndef ENDINGS_ENDING_BUILD_H
#define ENDINGS_ENDING_BUILD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "endings/ending_class.h"
#include "endings/endings.h"
#include "rules/fen.h"
#include "rules/variant.h"

/* ---- solving ---- */

typedef struct EndingBuildProgress {
    const char *class_name; /* completed last; "" at the start */
    size_t classes;         /* completed, those found in the folder included */
    size_t class_total;
    uint64_t positions;      /* solved in this run */
    uint64_t position_total; /* to be solved in this run */
    int64_t elapsed_ms;
    int64_t left_ms; /* estimate; -1: none yet */
} EndingBuildProgress;

typedef struct EndingBuildRequest {
    const Variant *variant;
    int men; /* ENDING_MEN_MIN to ENDING_MEN_MAX */
    /* The tables are written to a folder of their rules in it, both created if needed. Intact files
     * there are not made again, so a build that was interrupted continues. */
    const char *folder;
    int threads;                  /* 1 to PARALLEL_THREADS_MAX */
    const atomic_bool *cancelled; /* may be NULL */
    /* Called by one thread at a time, after each class; may be NULL. */
    void (*on_progress)(void *context, const EndingBuildProgress *progress);
    void *context;
} EndingBuildRequest;

/* Returns false with an error if the variant has no tables, a file cannot be written, memory runs
 * out, or the build was cancelled (ERROR_STATE). Completed classes remain. Needs at most 2 GiB with
 * two threads. */
bool ending_build(const EndingBuildRequest *request, Error *error);

/* ---- verifying ----
 * Verifies tables of endings without their solver: the value of every position follows from those
 * of the positions that its moves lead to. Together with the ends of the game that proves a table,
 * because a won or lost position leads to shorter ones. */

typedef struct EndingVerifyRequest {
    const Endings *endings;
    const Variant *variant; /* that fits the endings */
    int men;
    uint64_t sample; /* positions to draw at random; 0: all; mirror images count as one */
    uint64_t seed;   /* for the sample */
    int threads;     /* 1 to PARALLEL_THREADS_MAX */
    const atomic_bool *cancelled; /* may be NULL */
    /* Called by one thread at a time; may be NULL. */
    void (*on_progress)(void *context, uint64_t verified, uint64_t total);
    void *context;
} EndingVerifyRequest;

typedef struct EndingVerifyResult {
    uint64_t verified; /* positions */
    bool wrong;        /* one of them has a wrong value, and the search ended there */
    Position position; /* if wrong */
    EndingValue stored, expected;
} EndingVerifyResult;

/* Returns false with an error if a value is wrong (ERROR_ILLEGAL), of which *result holds the
 * details, a table is missing or damaged, or the search was cancelled (ERROR_STATE). `result` may
 * be NULL. */
bool ending_verify(const EndingVerifyRequest *request, EndingVerifyResult *result, Error *error);

/* ---- statistics ---- */

/* The positions of a class with one side to move: all placements, without symmetry. */
typedef struct EndingStats {
    EndingClass class;
    Color side;
    uint64_t positions;
    uint64_t wins, draws, losses; /* for the side to move */
    int longest;      /* plies of the longest win or loss, which is longer; 0: all are draws */
    Position example; /* a position of that length; in a class of draws, any */
} EndingStats;

/* Called by one thread at a time. */
typedef void EndingStatsFunction(void *context, const EndingStats *stats);

/*
 * Counts all classes with this number of men, and calls `on_stats` for each and each side to move,
 * White first, in the order of ending_class_list. `threads`: 1 to PARALLEL_THREADS_MAX. Returns
 * false with an error if a table is missing or damaged, or memory runs out.
 */
bool ending_stats_count(const Endings *endings, const Variant *variant, int men, int threads,
                        EndingStatsFunction *on_stats, void *context, Error *error);

/* Writes "Lp_l w n=3267 win=3267 draw=0 loss=0 max=21 FEN". Returns `text`. */
enum { ENDING_STATS_SIZE = ENDING_CLASS_NAME_SIZE + FEN_SIZE + 128 };

const char *ending_stats_write(const EndingStats *stats, char text[ENDING_STATS_SIZE]);

#endif
