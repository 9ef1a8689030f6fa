/* From the program's state to what is painted. */
#ifndef TUI_VIEW_FILL_H
#define TUI_VIEW_FILL_H

#include "board/view.h"
#include "tui/app.h"

/* The view borrows from the app and its session until the next event. */
void view_fill(App *app, View *view);

#endif
