/* Exercises from one's own mistakes in a reviewed game: "find a better move"; see
 * play/puzzles/mistake.h. */
#ifndef TUI_LEARN_MISTAKE_SCREEN_H
#define TUI_LEARN_MISTAKE_SCREEN_H

#include "tui/feature.h"

extern const Feature mistake_feature;

#endif
