/* What the keys and commands of the board, the game, the display and the program do: the part of
 * the shell that is a feature like the others. */
#ifndef TUI_SHELL_H
#define TUI_SHELL_H

#include "tui/feature.h"

extern const Feature shell_feature;

#endif
