/* The program's dialogs. */
#ifndef TUI_DIALOGS_H
#define TUI_DIALOGS_H

#include "term/dialog.h"
#include "tui/app.h"

/* A text to read, with one button. */
void dialogs_show_message(App *app, const char *title, const char *text);

/* Shows an error's sentence below an item: see dialog_set_error. */
void dialogs_set_error(Dialog *dialog, int item, const Error *error);
/* Sets one setting from an item's text, or shows what is wrong with it. */
bool dialogs_apply_setting(Dialog *dialog, int item, Settings *settings, const char *name,
                           const char *text);
/* A field for the setting "clock"; returns its number. */
int dialogs_add_clock_field(Dialog *dialog, const ClockSetting *clock);

/* A question: the first button does it, Esc and "Cancel" do not. `data` belongs to the dialog,
 * which frees it; the handler finds it with dialog_data and the app as its context. */
void dialogs_confirm(App *app, const char *title, const char *question, const char *button,
                     DialogHandler *handler, void *data);

void dialogs_quit(App *app);
void dialogs_resign(App *app, Color color);

#endif
