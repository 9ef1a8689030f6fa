/* Solves all endings of a variant up to a number of men, and writes a file for each class. */
#ifndef ENDINGS_ENDING_BUILD_H
#define ENDINGS_ENDING_BUILD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "endings/ending_class.h"
#include "rules/variant.h"

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

#endif
