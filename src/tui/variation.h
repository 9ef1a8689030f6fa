/* Variations in Congo notation, with the numbers of their moves. */
#ifndef TUI_VARIATION_H
#define TUI_VARIATION_H

#include <stddef.h>

#include "play/session.h"

enum { VARIATION_SIZE = 1024 };

/*
 * The moves of a line of a thought, from its move number `first` (0 is the move to play) on, at
 * most `count` of them: "3...Z-F5 4.E:F5 P-BB5", as numbered in the game. Returns the length.
 */
size_t variation_write(const Record *record, const Thought *thought, int line, int first, int count,
                       char text[VARIATION_SIZE]);

/* The number of the move to be made in a position of the game: "3." White's, "3..." Black's. */
void variation_number(const Record *record, size_t ply, char *text, size_t size);

#endif
