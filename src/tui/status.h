/* The sentences of the status line. */
#ifndef TUI_STATUS_H
#define TUI_STATUS_H

#include "tui/app.h"

/* Writes the message, or else describes the square under the cursor, the selected move and dangers.
 * selection_sync() must have been called for the current state. */
void status_line(const App *app, char text[VIEW_STATUS_SIZE]);

/* Writes the move that led to a position, such as "White: Z-F3"; "Start of the game" for ply 0. */
void status_move(const App *app, size_t ply, char *text, size_t size);

/* Writes the advice with its score and at most `plies` of the expected moves: "Advice: Z-F3 (g1f3),
 * White +0.10: 1...Z-F5 2.E-C3. a takes it up." Leaves out the key if `plies` is negative. */
void status_advice(const App *app, int plies, char text[VIEW_STATUS_SIZE]);

/* Writes the last move, the pieces that drowned in it, and warnings about the current position. */
void status_announcement(const App *app, char text[VIEW_STATUS_SIZE]);

#endif
