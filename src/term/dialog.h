/*
 * Dialogs: a box with paragraphs, text fields, choices, lists and buttons, one below the other.
 * Made of its items once, pushed as a layer, heard through handlers. Usable from 24x10 up: what
 * does not fit scrolls. Texts and labels given are copied.
 */
#ifndef TERM_DIALOG_H
#define TERM_DIALOG_H

#include <stdbool.h>
#include <stddef.h>

#include "term/layer.h"

typedef struct Dialog Dialog;

/* Hears that a button was pressed, a list's line was chosen, or the dialog was cancelled. The
 * dialog stays open until dialog_close. `context` is what dialog_create was given. */
typedef void DialogHandler(Dialog *dialog, void *context);

Dialog *dialog_create(const char *title, void *context);
Layer *dialog_layer(Dialog *dialog);

/* Closes the dialog; it is freed when the event has been dealt with. */
void dialog_close(Dialog *dialog);

/* Something of the dialog's own, released with it by `release`. */
void dialog_set_data(Dialog *dialog, void *data, void (*free_data)(void *data));
void *dialog_data(const Dialog *dialog);

/* Called by Esc before the dialog closes. */
void dialog_set_cancel_handler(Dialog *dialog, DialogHandler *handler);

/* The dialog is a text to read: it is shown from its beginning, and where it is too long for the
 * screen, Enter reads on to its end before it presses a button. */
void dialog_set_reading(Dialog *dialog);

/* A paragraph, wrapped to the width. */
void dialog_add_text(Dialog *dialog, const char *text);

/* The functions below return the item's number for those at the end. */

int dialog_add_field(Dialog *dialog, const char *label, const char *value);

/* `choices` ends with NULL; `chosen` counts from 0. */
int dialog_add_choice(Dialog *dialog, const char *label, const char *const *choices, int chosen);

/* A list `rows` lines high (fewer where there is no room for them); Enter on a line, or a click on
 * the chosen line, calls the handler. */
int dialog_add_list(Dialog *dialog, int rows, DialogHandler *handler);

/* Buttons that follow each other share a line. Enter on anything but a button or list presses the
 * first. Where a dialog has no text field, a button's first letter presses it. NULL as handler:
 * just closes. */
int dialog_add_button(Dialog *dialog, const char *label, DialogHandler *handler);

const char *dialog_field(const Dialog *dialog, int item);
int dialog_choice(const Dialog *dialog, int item);
/* Replaces a list's lines and selects one. */
void dialog_set_list(Dialog *dialog, int item, const char *const *lines, size_t count,
                     size_t selected);
/* The number of the selected line; meaningless while the list is empty. */
size_t dialog_selection(const Dialog *dialog, int item);

/* Shows what is wrong, in one sentence, below an item, and puts the focus on it; NULL takes it
 * away. */
void dialog_set_error(Dialog *dialog, int item, const char *sentence);
void dialog_focus(Dialog *dialog, int item);

#endif
