/*
 * Motion on the board: a move slides to its target, what it captures flashes or, under a monkey's
 * jump, falls, what drowns sinks among ripples, and the castle of a captured lion flashes. The game
 * does not wait for it, and any input ends it. Positions that are reached in another way, by undo,
 * by browsing or in another game, are shown at once.
 *
 * Nothing moves without colours or on the smallest squares, nor over a slow line: if a frame is not
 * sent at once, or the next one finds the terminal busy with it, the animation ends, and there are
 * none for the next ANIMATION_SLOW_MS.
 */
#ifndef TUI_ANIMATION_H
#define TUI_ANIMATION_H

#include "tui/app.h"

enum { ANIMATION_SLOW_MS = 60000 };

/*
 * Starts the animation of the next move or jump that was made since the last call, unless one runs.
 * Called before the screen is drawn.
 */
void animation_follow(App *app);

/* Tells how long it took to send what was drawn. Returns whether that has ended an animation: then
 * the position after it is to be drawn. */
bool animation_on_frame_sent(App *app, int64_t duration_ms);

/* Ends the animation; the board then shows the current position. */
void animation_stop(App *app);

/* Makes the next move appear on its target, because the user has dragged the piece there. What it
 * captures still flashes. */
void animation_skip_slide(App *app);

/* Returns whether the board can show a piece between two squares. */
bool animation_can_show(const App *app);

/* Removes pieces from a position, only to draw the rest of it: its key is wrong. */
void animation_lift(Position *position, Bitboard pieces);

/* Puts the frame of a running animation into a view. app->screen must be up to date. */
void animation_fill_view(App *app, View *view);

#endif
