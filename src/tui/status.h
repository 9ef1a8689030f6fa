/* The sentences of the status line, and the hints for the moment. */
#ifndef TUI_STATUS_H
#define TUI_STATUS_H

#include "tui/app.h"

/* What is under the cursor, what can be done, what is about to go wrong; or the message of the
 * moment. */
void status_line(const App *app, char text[VIEW_STATUS_SIZE]);

/* Key hints for the moment, separated by two blanks. */
void status_hints(const App *app, char text[VIEW_STATUS_SIZE]);

/* The move that led to a position, "White: Z-F3"; for position 0 a word for the start. */
void status_move(const App *app, size_t ply, char *text, size_t size);

/* The advice that has come, its score, and at most so many of the moves expected after it: "Advice:
 * Z-F3 (g1f3), White +0.10: 1...Z-F5 2.E-C3. a takes it up."; without the key
 * if `plies` is negative. */
void status_advice(const App *app, int plies, char text[VIEW_STATUS_SIZE]);

/* The move that led to the current position, what drowned in it, and what is about to go wrong. */
void status_announcement(const App *app, char text[VIEW_STATUS_SIZE]);

#endif
