/*
 * Files of a learner's progress in the state folder, with one entry a line. Several programs can
 * add to one of them at the same time. A damaged file is kept as FILE.broken at the next change.
 */
#ifndef PLAY_PUZZLES_PROGRESS_H
#define PLAY_PUZZLES_PROGRESS_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"

typedef enum ProgressEntry {
    PROGRESS_INVALID,
    PROGRESS_KEPT,    /* stays in the file */
    PROGRESS_REPLACED /* by the line that progress_file_change adds */
} ProgressEntry;

typedef struct ProgressFile {
    const char *name;     /* in the state folder */
    const char *headline; /* a comment, with its '\n' */
    const char *entry;    /* what a line is: "a position as FEN" */
    const char *failure;  /* begins errors of the folder: "solved puzzles cannot be remembered" */
    const char *change_failure; /* begins errors of a change */
    ProgressEntry (*read)(void *context, const char *line);
    /* Appends the changed or new entry with its '\n', when all others have been read. */
    void (*add)(void *context, Buffer *text);
} ProgressFile;

/* Reads all entries. A missing file has none. On failure returns false with an error, after the
 * readable lines. */
bool progress_file_read(const ProgressFile *file, void *context, Error *error);

/* Reads all entries and writes them again, with the one that is added, durably. */
bool progress_file_change(const ProgressFile *file, void *context, Error *error);

#endif
