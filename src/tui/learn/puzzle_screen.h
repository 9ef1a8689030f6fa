/* Puzzles in the full screen: see play/puzzles/puzzle.h. */
#ifndef TUI_LEARN_PUZZLE_SCREEN_H
#define TUI_LEARN_PUZZLE_SCREEN_H

#include "tui/app.h"

/* Shows a puzzle by its number, or the first unsolved one for PUZZLE_NEXT. Fails if there is no
 * such puzzle. */
bool puzzle_screen_show(App *app, int number, Error *error);

/* Shows the first unsolved puzzle. During a puzzle, asks for another one. */
void puzzle_screen_open(App *app);

#endif
