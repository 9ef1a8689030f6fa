/* Variations in Congo notation, with the numbers of their moves. */
#ifndef TUI_VARIATION_H
#define TUI_VARIATION_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"

enum { VARIATION_SIZE = 1024, VARIATION_NUMBER_SIZE = 32 };

/*
 * Moves of a line of a thought: "3...Z-F5 4.E:F5 P-BB5", with the game's numbers, or "Z-F5 E:F5
 * P-BB5". Returns the length.
 */
typedef struct VariationWish {
    int line;
    int first; /* move; 0 is the one to play */
    int count; /* at most */
    bool numbered;
} VariationWish;
size_t variation_write(const Record *record, const Thought *thought, VariationWish wish,
                       char text[VARIATION_SIZE]);

/* The number of the move to be made in a position of the game: "3." White's, "3..." Black's.
 * Returns its length. */
size_t variation_number(const Record *record, size_t ply, char text[VARIATION_NUMBER_SIZE]);

#endif
