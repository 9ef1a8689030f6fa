/* Puzzles in the full screen: see play/puzzle.h. */
#ifndef TUI_LEARN_PUZZLE_SCREEN_H
#define TUI_LEARN_PUZZLE_SCREEN_H

#include "tui/app.h"

/* Shows a puzzle by its number, or with PUZZLE_NEXT the first that is not solved. False with an
 * error when there is none of that number. */
bool puzzle_screen_show(App *app, int number, Error *error);

/* Begins with the first puzzle that is not solved; among puzzles, asks for another one. */
void puzzle_screen_open(App *app);

#endif
