/* Puzzle candidates, and the selection of a good set among them. */
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
 * Keeps the best `wanted` candidates of each length, or fewer: equally many for White and Black,
 * not too many first moves by one type of piece, no two alike. Grades and sorts them. There must be
 * at least one.
 */
void puzzle_selection_choose(CandidateList *candidates, int wanted);

/* Writes the set as the file src/play/puzzles/puzzles.txt. */
void puzzle_selection_write(const CandidateList *candidates, FILE *file);

/* Prints the counts by length, grade, colour and piece of the first move. */
void puzzle_selection_report(const CandidateList *candidates);

#endif
