/*
 * Dialogs: a box of paragraphs, text fields, choices, lists and buttons, one below the other. A
 * dialog is built from its items, pushed as a layer, and calls handlers. It works on screens of at
 * least 24x10 cells and scrolls where it does not fit. Its top stays in place when its height
 * changes. All texts are copied.
 */
#ifndef TERM_DIALOG_H
#define TERM_DIALOG_H

#include <stdbool.h>
#include <stddef.h>

#include "term/layer.h"

typedef struct Dialog Dialog;

/* Called when a button is pressed, a list's line is chosen, an item changes or the dialog is
 * cancelled. `context` is that of dialog_create. The dialog stays open until dialog_close. */
typedef void DialogHandler(Dialog *dialog, void *context);

Dialog *dialog_create(const char *title, void *context);

Layer *dialog_layer(Dialog *dialog);

/* Closes the dialog. It is freed after the event. */
void dialog_close(Dialog *dialog);

/* Attaches data, which free_data releases with the dialog. */
void dialog_set_data(Dialog *dialog, void *data, void (*free_data)(void *data));

void *dialog_data(const Dialog *dialog);

/* Sets the function that Esc calls after closing the dialog. */
void dialog_set_cancel_handler(Dialog *dialog, DialogHandler *handler);

/* Sets what is called after the user has changed a field, a choice or a list: it can show, hide and
 * describe other items. */
void dialog_set_change_handler(Dialog *dialog, DialogHandler *handler);

/* Sets the field that a pasted text goes to if no field has the focus; else it is the next one. */
void dialog_set_paste_field(Dialog *dialog, int item);

/* Sets the field that letters typed in a list go to. */
void dialog_set_typing_field(Dialog *dialog, int item);

/* Makes the dialog as wide as dialogs get, whatever its items: those that lead to each other then
 * have one width. */
void dialog_set_wide(Dialog *dialog);

/* Shows the dialog from its start instead of at the focus. Enter pages through a text that is too
 * long for the screen before it presses a button. */
void dialog_set_reading(Dialog *dialog);

/* Makes the dialog a question with two buttons as its answers: `y` presses `yes`, and `n` presses
 * `no`, which gets the focus. */
void dialog_set_question(Dialog *dialog, int yes, int no);

/* ---- items: the functions return an index for later calls ---- */

int dialog_add_text(Dialog *dialog, const char *text);

int dialog_add_field(Dialog *dialog, const char *label, const char *value);

/* `choices` ends with NULL; `chosen` is an index. */
int dialog_add_choice(Dialog *dialog, const char *label, const char *const *choices, int chosen);

/* Adds a list of at most `rows` lines on the screen. Enter on a line, or a click on the selected
 * line, calls the handler. */
int dialog_add_list(Dialog *dialog, int rows, DialogHandler *handler);

/* Adds a button; consecutive buttons share a line. NULL closes the dialog. Enter on an item that is
 * neither a button nor a list presses the first button. While no text field is shown, the first
 * letter of a button presses it, and is marked. */
int dialog_add_button(Dialog *dialog, const char *label, DialogHandler *handler);

/* Adds a line that shows and hides the items after it, up to the next paragraph or button. An error
 * of such an item, or the focus on it, shows them. */
int dialog_add_expander(Dialog *dialog, const char *label, bool expanded);

/* Shows or hides an item. A hidden field or choice keeps its value. */
void dialog_set_shown(Dialog *dialog, int item, bool shown);

/* Replaces a paragraph or the label of another item. */
void dialog_set_text(Dialog *dialog, int item, const char *text);

/* Shows a remark below a field or a choice; "" for none. An error takes its place. */
void dialog_set_note(Dialog *dialog, int item, const char *note);

const char *dialog_field(const Dialog *dialog, int item);

int dialog_choice(const Dialog *dialog, int item);

/* Replaces the chosen line of a choice. */
void dialog_set_choice(Dialog *dialog, int item, int chosen);

/* Replaces the text of a field. */
void dialog_set_field(Dialog *dialog, int item, const char *text);

/* Replaces the lines of a list and selects one. */
void dialog_set_list(Dialog *dialog, int item, const char *const *lines, size_t count,
                     size_t selected);

/* Returns the index of the selected line; undefined for an empty list. */
size_t dialog_selection(const Dialog *dialog, int item);

/* Shows an error below an item and focuses the item. NULL removes the error. */
void dialog_set_error(Dialog *dialog, int item, const char *sentence);

void dialog_focus(Dialog *dialog, int item);

#endif
