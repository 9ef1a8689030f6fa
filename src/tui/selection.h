/* What the user does on the board: the cursor and the selected piece, with Enter, Tab and Esc;
 * entering moves and premoves; browsing; the mouse; and the marks of attacks. */
#ifndef TUI_SELECTION_H
#define TUI_SELECTION_H

#include "tui/app.h"

/* ---- entering moves in the position shown; the user confirms one that discards later ones ---- */

/* Makes one step; see session_step(). Errors are shown. */
void move_entry_step(App *app, Square from, Square to);

/* Makes a legal move of the position shown. Errors are shown. */
void move_entry_move(App *app, Move move);

/* Makes a move in any notation. */
bool move_entry_text(App *app, const char *text, Error *error);

/* ---- the cursor and the selected piece ---- */

/* Moves the cursor by columns to the right and rows down on the screen, up to the edge. */
void selection_move_cursor(App *app, int right, int down);

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

/* Selects the piece of an advised move and moves the cursor to its next square. */
void selection_follow_advice(App *app, Move advice);

/* Appends where a piece that is looked at could go, and whose turn it is. */
void selection_add_look(const App *app, char text[VIEW_STATUS_SIZE]);

/* Adapts the selection to the position shown, and updates the steps of the selected piece and of
 * the piece under the cursor. Computes only what has changed since the last call. */
void selection_sync(App *app);

/* ---- browsing: showing earlier positions of the game ---- */

/* Shows the position one ply earlier (-1) or later (1). */
void browse_step(App *app, int direction);

/* Shows the position at a ply; the current one ends the browsing. */
void browse_to(App *app, size_t ply);

void browse_start(App *app);

void browse_end(App *app);

/* Analyses the position shown if the user wants an analysis and the engine is free; stops an
 * analysis of another position. */
void browse_update_analysis(App *app);

/* ---- the mouse on the board ----
 * Clicks do what Enter does there, and a piece can be dragged to its target with the button held.
 */

/* Handles an event of the mouse that no layer has taken. */
void pointer_handle(App *app, MouseEvent mouse);

/* Lets go of a piece that is being dragged; it stays where it was. */
void pointer_release(App *app);

/* Shows the dragged piece under the mouse. app->screen must be up to date. */
void pointer_fill_view(App *app, View *view);

/* ---- premoves ----
 * A premove is a step that the user has chosen while the opponent, a computer or somebody else on
 * the network, is to move. It is made at once when the opponent has moved, if it is then legal. */

/* Returns whether a step has been chosen. */
bool premove_is_set(const App *app);

void premove_cancel(App *app);

/* Makes the chosen step, or says that it is not possible any more. Called when the position of the
 * game has changed. */
void premove_on_position(App *app);

/* Appends what is chosen, or what can be chosen for the selected piece, to the status line. */
void premove_add_status(const App *app, char text[VIEW_STATUS_SIZE]);

/* ---- marks of the squares that a side attacks; see movegen_attacks() ---- */

/* Marks the squares that the opponent attacks; then, each time, those of the player, of both sides,
 * and none. Says what is marked. Between two people the player is the one to move. */
void attacks_cycle(App *app);

void attacks_fill_view(const App *app, View *view);

#endif
