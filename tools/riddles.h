/* Many riddles, and the choice of a good set among them. */
#ifndef TOOLS_RIDDLES_H
#define TOOLS_RIDDLES_H

#include <stddef.h>
#include <stdio.h>

#include "tools/riddle.h"

/* Starts as {0}. */
typedef struct Riddles {
    Riddle *list; /* owned */
    size_t count;
    size_t capacity;
} Riddles;

void riddles_add(Riddles *riddles, const Riddle *riddle);
void riddles_free(Riddles *riddles);

/*
 * Of one riddle at least: leaves the best `wanted` of each length, or as many as there are: as many
 * of White's as of Black's, not too many with a first move of one kind, and no two that look alike.
 * Grades them, and sorts them as the set is sorted.
 */
void riddles_choose(Riddles *riddles, int wanted);

/* Writes the set as the C file that the game is built with. */
void riddles_write(const Riddles *riddles, FILE *file);

/* Prints how many there are of each length, grade, colour and kind of first move. */
void riddles_report(const Riddles *riddles);

#endif
