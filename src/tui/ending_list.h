/*
 * Looking into solved endings: the value of the position shown, and the list of its moves with what
 * each leads to (candidate_list.h).
 */
#ifndef TUI_ENDING_LIST_H
#define TUI_ENDING_LIST_H

#include "tui/app.h"

/* Opens the list, or says why there is none; closes an open one. */
void ending_list_toggle(App *app);

bool ending_list_is_open(const App *app);

/* Returns whether the solved endings have the position shown, and the user may be told. */
bool ending_list_is_known(const App *app);

/* Looks up the position shown, if that has not been done. */
void ending_list_sync(App *app);
/* Forgets the position looked up: the game before it may have changed. */
void ending_list_forget(App *app);
/* Releases the list at the end of the program. */
void ending_list_free(App *app);

/* Fills in the panel of an open list, or of the value if that is `wanted` and known. */
void ending_list_fill_view(App *app, View *view, bool wanted);
/* Appends what the selected move does and leads to. Returns false unless the list is open. */
bool ending_list_status(const App *app, char text[VIEW_STATUS_SIZE]);
/* Appends the value if it is shown, but its panel has no room and the status line has. */
void ending_list_add_value(const App *app, const View *view, char text[VIEW_STATUS_SIZE]);

#endif
