/* The mouse on the board. Clicks do what Enter does there, and a piece can be dragged to its target
 * with the button held. */
#ifndef TUI_POINTER_H
#define TUI_POINTER_H

#include "term/input.h"
#include "tui/app.h"

/* Handles an event of the mouse that no layer has taken. */
void pointer_handle(App *app, MouseEvent mouse);

/* Lets go of a piece that is being dragged; it stays where it was. */
void pointer_release(App *app);

/* Shows the dragged piece under the mouse. app->screen must be up to date. */
void pointer_fill_view(App *app, View *view);

#endif
