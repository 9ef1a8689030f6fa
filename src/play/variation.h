/* What a search has found, in words: variations in Congo notation with the numbers of their moves,
 * and scores. */
#ifndef PLAY_VARIATION_H
#define PLAY_VARIATION_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"

enum { VARIATION_SIZE = 1024, VARIATION_NUMBER_SIZE = 32 };

/*
 * Moves of a line of a thought: "3...Z-F5 4.E:F5 P-BB5", with the game's numbers, or "Z-F5 E:F5
 * P-BB5". Returns the length.
 */
typedef struct VariationOptions {
    int line;
    int first; /* move; 0 is the one to play */
    int count; /* at most */
    bool numbered;
} VariationOptions;
size_t variation_write(const Record *record, const SearchSnapshot *latest, VariationOptions options,
                       char text[VARIATION_SIZE]);

/* The number of the move to be made in a position of the game: "3." White's, "3..." Black's.
 * Returns its length. */
size_t variation_number(const Record *record, size_t ply, char text[VARIATION_NUMBER_SIZE]);

/* A score in hundredths of a pawn from White's view, and who is better by it: "White +0.34", "Black
 * wins in 3" (moves); short "W+0.34", "B#3". */
void variation_write_score(Score white_score, bool is_short, char *text, size_t size);

#endif
