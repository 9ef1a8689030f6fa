/* The key hints: at most six that fit the situation. All other keys are in the help. */
#ifndef TUI_HINTS_H
#define TUI_HINTS_H

#include "tui/app.h"

/* Fills in the hints of the current situation, the most useful first and the help last. */
void hints_fill(const App *app, View *view);

/* Adds a hint if the action has a key and there is room for it and the hint of the help. */
void hints_add(const App *app, View *view, Action action, const char *word);

#endif
