/* The cursor and the selected piece, with Enter, Tab and Esc. */
#ifndef TUI_SELECTION_H
#define TUI_SELECTION_H

#include "tui/app.h"

/* Returns the next square in the direction of an action from ACTION_LEFT to ACTION_DOWN_RIGHT, as
 * far as the edge of the board allows. */
Square selection_neighbour(Square from, Action direction, bool flipped);

/* Moves the cursor in that direction. */
void selection_move_cursor(App *app, int direction);

/* Moves the cursor to the next (1) or previous (-1) piece that can move, or to the next or previous
 * target of the selected piece. */
void selection_cycle(App *app, int direction);

/* Returns the square to which the selected piece would move: the cursor, or the square behind it
 * if a monkey can jump over the piece there. SQUARE_NONE if it cannot. */
Square selection_target(const App *app);

/* Returns what selection_enter() does, in a word for the key hints: "select", "look" at a piece of
 * the other side, "move" the selected piece, "cancel" on its own square, "jump" with a monkey or
 * "stop" its capture. */
const char *selection_enter_word(const App *app);
/* Selects a piece, or moves the selected piece to selection_target(). */
void selection_enter(App *app);

/* Takes back a jump, deselects, or ends the browsing, in this order. */
void selection_escape(App *app);

/* Says why the selected piece cannot go to the cursor. */
void selection_explain_illegal_target(App *app);

/* Selects the piece of an advised move and moves the cursor to its next square. */
void selection_follow_advice(App *app, Move advice);

/* Appends where a piece that is looked at could go, and whose turn it is. */
void selection_add_look(const App *app, char text[VIEW_STATUS_SIZE]);

/* Adapts the selection to the position shown, and updates the steps of the selected piece and of
 * the piece under the cursor. Computes only what has changed since the last call. */
void selection_sync(App *app);

#endif
