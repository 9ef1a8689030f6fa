/* Text of search results: variations with move numbers, and scores. */
#ifndef PLAY_VARIATION_H
#define PLAY_VARIATION_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"
#include "rules/notation.h"

enum { VARIATION_SIZE = 1024, VARIATION_SCORE_SIZE = 48 };

typedef struct VariationOptions {
    int line;  /* of the report, from 0 */
    int first; /* index of the first move; 0 is the one to play */
    int count; /* largest number of moves */
    bool numbered;
    NotationStyle notation;
} VariationOptions;

/* Writes a variation, "3...Z-F5 4.E:F5 P-BB5" with the game's numbers or "Z-F5 E:F5 P-BB5" without,
 * up to the first illegal move. Returns the length. */
size_t variation_write(const Record *record, const SearchSnapshot *latest, VariationOptions options,
                       char text[VARIATION_SIZE]);

/* Writes a score from White's view as "White +0.34", "Black wins in 3" (moves) or, if a draw may
 * come first, "Black may win"; short "W+0.34", "B#3" or "B#?". */
void variation_write_score(Score white_score, bool is_short, char *text, size_t size);

/* Writes the same in words: "White is better by about 1.5 pawns", "Black wins in 3 moves", "Black
 * wins unless a draw comes first" or "the game is about even". */
void variation_describe_score(Score white_score, char text[VARIATION_SCORE_SIZE]);

#endif
