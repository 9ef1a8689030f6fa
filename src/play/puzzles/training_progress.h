/*
 * The file of trained endings in the state folder: for each class and result, how many were solved
 * without help, and the best of them.
 */
#ifndef PLAY_PUZZLES_TRAINING_PROGRESS_H
#define PLAY_PUZZLES_TRAINING_PROGRESS_H

#include <stdbool.h>

#include "base/error.h"
#include "endings/ending_class.h"
#include "endings/ending_rules.h"
#include "endings/ending_value.h"

/* The endings of a class that were solved: won or held. */
typedef struct TrainingScore {
    int solved; /* 0: none */
    int wasted; /* plies of the best one: the fewest, ... */
    int plies;  /* ... and of those the longest ending */
} TrainingScore;

/* What a score is kept for. */
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
