/* Many riddles, and the choice of a good set among them. */
#ifndef TOOLS_PUZZLE_SELECTION_H
#define TOOLS_PUZZLE_SELECTION_H

#include <stddef.h>
#include <stdio.h>

#include "tools/puzzle_candidate.h"

/* Starts as {0}. */
typedef struct CandidateList {
    PuzzleCandidate *list; /* owned */
    size_t count;
    size_t capacity;
} CandidateList;

void puzzle_selection_add(CandidateList *candidates, const PuzzleCandidate *candidate);
void puzzle_selection_free(CandidateList *candidates);

/*
 * Of one riddle at least: leaves the best `wanted` of each length, or as many as there are: as many
 * of White's as of Black's, not too many with a first move of one kind, and no two that look alike.
 * Grades them, and sorts them as the set is sorted.
 */
void puzzle_selection_choose(CandidateList *candidates, int wanted);

/* Writes the set as the C file that the game is built with. */
void puzzle_selection_write(const CandidateList *candidates, FILE *file);

/* Prints how many there are of each length, grade, colour and kind of first move. */
void puzzle_selection_report(const CandidateList *candidates);

#endif
