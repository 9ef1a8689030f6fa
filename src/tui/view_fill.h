/* Turns the program's state into a View. */
#ifndef TUI_VIEW_FILL_H
#define TUI_VIEW_FILL_H

#include "board/view.h"
#include "tui/app.h"

/* Fills the view and arranges app->screen for it. The view borrows from the app and its session
 * until the next event. */
void view_fill(App *app, View *view);

#endif
