/*
 * Files of a learner's progress in the state folder, with one entry a line. Several programs can
 * add to one of them at the same time. A damaged file is kept as FILE.broken at the next change.
 */
#ifndef PLAY_PUZZLES_PROGRESS_H
#define PLAY_PUZZLES_PROGRESS_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"
#include "endings/ending_class.h"

typedef enum ProgressEntry {
    PROGRESS_INVALID,
    PROGRESS_KEPT,    /* stays in the file */
    PROGRESS_REPLACED /* by the line that progress_file_change adds */
} ProgressEntry;

typedef struct ProgressFile {
    const char *name;     /* in the state folder */
    const char *headline; /* a comment, with its '\n' */
    const char *entry;    /* describes a line: "a position as FEN" */
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

/* ---- trained endings ---- */

/*
 * The file of trained endings in the state folder: for each class and result, how many were solved
 * without help, and the best of them.
 */

/* The endings of a class that were solved: won or held. */
typedef struct TrainingScore {
    int solved; /* 0: none */
    int wasted; /* plies of the best one: the fewest, ... */
    int plies;  /* ... and of those the longest ending */
} TrainingScore;

/* The subject of a score. */
typedef struct TrainingKey {
    char rules[ENDING_RULES_NAME_SIZE];
    char class[ENDING_CLASS_NAME_SIZE]; /* the person has White's pieces */
    EndingResult result;
} TrainingKey;

/* Reads a score. On failure returns false with an error, and *score has what is readable. */
bool training_progress_read(const TrainingKey *key, TrainingScore *score, Error *error);

/* Adds a solved ending to a score. */
void training_score_add(TrainingScore *score, int wasted, int plies);

/* Adds a solved ending to the file, durably, without losing what other programs have added. */
bool training_progress_add(const TrainingKey *key, int wasted, int plies, Error *error);

#endif
