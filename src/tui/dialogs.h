/* Small dialogs, and helpers for the larger ones. */
#ifndef TUI_DIALOGS_H
#define TUI_DIALOGS_H

#include "term/dialog.h"
#include "tui/app.h"

/* Asks a question: `button` and the key y run the handler; "Cancel", which has the focus, n and Esc
 * do not. The dialog owns `data` and frees it with free(); the handler gets it from
 * dialog_data(), and the app as its context. */
void dialogs_confirm(App *app, const char *title, const char *question, const char *button,
                     DialogHandler *handler, void *data);

/* Shows the sentence of an error below an item. */
void dialogs_set_error(Dialog *dialog, int item, const Error *error);
/* Sets a setting from the text of an item, or shows the error below the item, without the setting's
 * name. */
bool dialogs_apply_setting(Dialog *dialog, int item, Settings *settings, const char *name,
                           const char *text);
/* Returns the text of a field, or `fallback` if it is empty. */
const char *dialogs_field_or(const Dialog *dialog, int item, const char *fallback);
/* Writes what is lost if the game in progress leaves the board. Returns false if all is kept. */
bool dialogs_describe_loss(const App *app, char text[ERROR_SENTENCE_SIZE]);
/* Writes whether the game in progress is kept if it leaves the board. Returns `text`. */
const char *dialogs_describe_leaving(const App *app, char text[ERROR_SENTENCE_SIZE]);
/* Adds that as a paragraph if there is such a game. */
void dialogs_add_kept_notice(const App *app, Dialog *dialog);
/* Cancels a dialog. The first screen comes back if there is no game yet. */
DialogHandler dialogs_leave;

/* Asks whether a side resigns. `other` (NULL: none) is a button for something else to do. */
void dialogs_resign(App *app, Color color, const char *other, DialogHandler *other_handler);

#endif
