/* The sentences of the status line. */
#ifndef TUI_STATUS_H
#define TUI_STATUS_H

#include "tui/app.h"

/* The key hints: at most six that fit the situation. All other keys are in the help. */

/* Fills in the hints of the current situation, the most useful first and the help last. */
void hints_fill(const App *app, View *view);

/* Adds a hint if the action has a key and there is room for it and the hint of the help. */
void hints_add(const App *app, View *view, Action action, const char *word);

/* Writes the message, or else describes the square under the cursor, the selected move and dangers.
 * selection_sync() must have been called for the current state. */
void status_line(const App *app, char text[VIEW_STATUS_SIZE]);

/* Writes the advice and the keys that play it: "Advice: zebra f3 takes the pawn on e5. Press a,
 * then Enter, to play it." */
void status_advice(const App *app, char text[VIEW_STATUS_SIZE]);

#endif
