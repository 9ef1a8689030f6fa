/*
 * Openings: what was played from the position shown, in my games or in the file that was opened
 * last. The user's game is suspended while its positions, and moves that are tried, are on the
 * board.
 */
#ifndef TUI_GAMES_OPENINGS_H
#define TUI_GAMES_OPENINGS_H

#include "tui/feature.h"

extern const Feature openings_feature;

#endif
