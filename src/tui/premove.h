/*
 * A premove is a step that the user has chosen while the opponent, a computer or somebody else on
 * the network, is to move. It is made at once when the opponent has moved, if it is then legal.
 */
#ifndef TUI_PREMOVE_H
#define TUI_PREMOVE_H

#include "tui/app.h"

/* Returns whether a step of that side can be chosen in advance now. */
bool premove_is_possible(const App *app, Color color);

/* Returns whether a step has been chosen. */
bool premove_is_set(const App *app);

/* Chooses the step from the selected piece to the cursor, and deselects the piece. */
void premove_set(App *app);

void premove_cancel(App *app);

/* Makes the chosen step, or says that it is not possible any more. Called when the position of the
 * game has changed. */
void premove_on_position(App *app);

/* Appends what is chosen, or what can be chosen for the selected piece, to the status line. */
void premove_add_status(const App *app, char text[VIEW_STATUS_SIZE]);

#endif
