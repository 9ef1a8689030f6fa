/* Puzzles in the full screen: see play/puzzles/puzzle.h. */
#ifndef TUI_LEARN_PUZZLE_SCREEN_H
#define TUI_LEARN_PUZZLE_SCREEN_H

#include "tui/feature.h"

/* Shows the first unsolved puzzle. During a puzzle, asks for another one. */
void puzzle_screen_open(App *app);

extern const Feature puzzle_feature;

#endif
