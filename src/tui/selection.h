/* The cursor on the board, the selection, and what Enter, Tab, Esc and a click mean there. */
#ifndef TUI_SELECTION_H
#define TUI_SELECTION_H

#include "tui/app.h"

/* Moves the cursor on the screen by columns to the right and rows down; it stops at the edge. */
void selection_move_cursor(App *app, int right, int down);

/* Next (1) or previous (-1) piece that can move, or target of the selected piece. */
void selection_cycle(App *app, int direction);

/* Enter on the cursor's square. */
void selection_enter(App *app);
void selection_escape(App *app);

/* Selects the origin of an advised move and puts the cursor on its next square. */
void selection_follow_advice(App *app, Move advice);

/* If the position shown is no longer the one that the selection was made in: drops the selection,
 * or selects the monkey that is capturing, and follows the advice that was taken up. Called before
 * anything is drawn or heard. */
void selection_sync(App *app);

/* What drowns if the turn ends as the board stands. */
Bitboard selection_drowning(const Position *position);

/* Where one step from `from` may lead in the position shown, without moves that repetition forbids.
 */
void selection_steps(const App *app, Square from, Bitboard *targets, Bitboard *captures);

#endif
