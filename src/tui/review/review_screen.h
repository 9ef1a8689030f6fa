/*
 * The review of the user's game: what its moves were worth. The engine goes through the game in the
 * background, while the board can be used; its findings are shown beside the board and kept with
 * the game. A game that was reviewed earlier has its review at once.
 */
#ifndef TUI_REVIEW_REVIEW_SCREEN_H
#define TUI_REVIEW_REVIEW_SCREEN_H

#include "review/review.h"
#include "tui/app.h"

/* Starts the review of the game, stops it, or goes on with it; shows where a complete one begins to
 * be of interest. Asks first if the game is not over. */
void review_screen_run(App *app);
/* Shows the position after the next (1) or previous (-1) mistake or blunder. */
void review_screen_go_to_mistake(App *app, int direction);
/* Returns the ply of the next mistake or blunder after `ply` (1) or before it (-1), or 0. */
size_t review_screen_find_mistake(const App *app, size_t ply, int direction);
bool review_screen_is_running(const App *app);
/* Stops the review. Returns false if none runs. */
bool review_screen_stop(App *app);

/* Drops a review whose game has changed, and takes over the one that a record has. */
void review_screen_sync(App *app);
/* Forgets the review. Called before the game's session is freed. */
void review_screen_forget(App *app);
/* Releases everything at the end of the program; the loop must run afterwards. */
void review_screen_close(App *app);

/* Returns the review of the user's game, also during an exercise; NULL if there is none. */
const Review *review_screen_review(const App *app);

/* Returns whether the review has its panel: while it runs, and for a game that is over or browsed.
 */
bool review_screen_is_shown(const App *app);

/* Gets the score of a position of the game on the board, from White's view. Returns false if the
 * review has none. */
bool review_screen_score_at(const App *app, size_t ply, Score *white_score);
/* Returns the move that was better than the bad one before the position shown, or MOVE_NONE. */
Move review_screen_better_move(const App *app);

/* Fills in the panel. */
void review_screen_fill_view(App *app, View *view);
/* Appends the whole text of the panel; nothing if it is not shown. */
void review_screen_add_text(App *app, Buffer *text);
/* Appends the sentence of the panel if it has no room on the screen. Returns false if it has, or if
 * there is nothing to say. */
bool review_screen_status(const App *app, char text[VIEW_STATUS_SIZE]);

#endif
