/* The status line and the key hints. */
#ifndef TUI_STATUS_H
#define TUI_STATUS_H

#include "tui/app.h"

/* ---- the key hints: at most six that fit the situation; all other keys are in the help ---- */

/* Fills in the hints of the current situation, the most useful first and the help last. */
void hints_fill(const App *app, View *view);

typedef struct HintCandidate {
    const char *word; /* NULL ends a list */
    Action action;
} HintCandidate;

/* Adds those of a list that do something now, the most useful first. */
void hints_add_list(const App *app, View *view, const HintCandidate *rows);

/* Adds a hint if the action has a key and there is room for it and the hint of the help. */
void hints_add(const App *app, View *view, Action action, const char *word);

/* ---- the status line ---- */

/* Writes the message, or else describes the square under the cursor, the selected move and dangers,
 * beside what `view` shows. selection_sync() must have been called for the current state. */
void status_line(const App *app, const View *view, char text[VIEW_STATUS_SIZE]);

/* Writes the advice and the keys that play it: "Advice: zebra f3 takes the pawn on e5. Press a,
 * then Enter, to play it." */
void status_advice(const App *app, char text[VIEW_STATUS_SIZE]);

#endif
