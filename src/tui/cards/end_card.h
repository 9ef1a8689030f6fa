/* The card of the end of a game: who won and why, and what to do next. */
#ifndef TUI_CARDS_END_CARD_H
#define TUI_CARDS_END_CARD_H

#include "tui/feature.h"

extern const Feature end_card_feature;

#endif
