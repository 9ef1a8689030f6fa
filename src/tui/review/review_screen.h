/*
 * The review of the user's game: what its moves were worth. The engine goes through the game in the
 * background, while the board can be used; its findings are shown beside the board and kept with
 * the game. A game that was reviewed earlier has its review at once.
 */
#ifndef TUI_REVIEW_REVIEW_SCREEN_H
#define TUI_REVIEW_REVIEW_SCREEN_H

#include "review/review.h"
#include "tui/feature.h"

extern const Feature review_feature;

/* Returns the review of the user's game, also during an exercise; NULL if there is none. */
const Review *review_screen_review(const App *app);

#endif
