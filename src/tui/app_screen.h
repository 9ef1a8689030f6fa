/* The screen: from the state of the program to a View, its arrangement and its drawing. */
#ifndef TUI_APP_SCREEN_H
#define TUI_APP_SCREEN_H

#include "board/view.h"
#include "tui/app.h"

/* Adapts the selection and the features to the position shown, fills the view and arranges
 * app->screen for it. The view borrows from the app and its session until the next event. */
void app_fill_view(App *app, View *view);

/* Arranges app->screen for the current state. */
void app_arrange(App *app);
/* Arranges and draws everything. The terminal shows it after terminal_flush(). */
void app_draw(App *app);

#endif
