/* What congo-endings(7) tells of a class of endings beyond its statistics (endings/ending_build.h):
 * mutual zugzwang, and what the river does. */
#ifndef TOOLS_ENDING_SURVEY_H
#define TOOLS_ENDING_SURVEY_H

#include <stdint.h>

#include "endings/endings.h"

/*
 * Placements in which either side would rather have the other one move. FULL: whoever has to move
 * loses. HALF: one side loses if it has to move, and draws if the other one has to.
 */
typedef enum ZugzwangType { ZUGZWANG_FULL, ZUGZWANG_HALF, ZUGZWANG_TYPES } ZugzwangType;

/* A position that shows something; the number of plies chooses among several. */
typedef struct EndingExample {
    Position position;
    int plies; /* 0: there is none yet */
} EndingExample;

enum { ENDING_RESULTS = 3 }; /* EndingResult + 1: loss, draw, win */

/* All numbers are of placements without symmetry. */
typedef struct EndingSurvey {
    uint64_t placements;
    uint64_t zugzwangs[ZUGZWANG_TYPES];
    EndingExample zugzwang[ZUGZWANG_TYPES]; /* White to move; the quickest decided */

    /* Positions, with either side to move, by result for that side. */
    uint64_t results[ENDING_RESULTS];
    /* Those in which a man of that side stands in the river, and has to leave it. */
    uint64_t wading[ENDING_RESULTS];
    /* Won ones in which every move that wins lets a man drown. */
    uint64_t sacrifices;
    EndingExample sacrifice; /* the shortest win */
    /* Results on a board on which nothing drowns, and with the river. */
    uint64_t changes[ENDING_RESULTS][ENDING_RESULTS];
} EndingSurvey;

/*
 * Surveys the classes of a number of men, in the order of ending_class_list. `dry` has the tables
 * of `variant` with islands on all squares of the river; NULL: `changes` stays empty. Returns an
 * array owned by the caller, or NULL with an error if a table is missing or damaged.
 */
EndingSurvey *ending_survey_all(const Endings *endings, const Endings *dry, const Variant *variant,
                                int men, int threads, Error *error);

/* Adds a class to a sum. */
void ending_survey_add(EndingSurvey *sum, const EndingSurvey *class);

#endif
