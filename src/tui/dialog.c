#include <config.h>

#include "tui/dialog.h"

#include <stdlib.h>

#include "rules/memory.h"
#include "tui/dialog_items.h"

static void lines_free(DialogItem *item) {
    for (size_t i = 0; i < item->count; i++)
        free(item->lines[i]);
    free(item->lines);
    item->lines = NULL;
    item->count = 0;
}

static void dialog_free(Layer *layer) {
    Dialog *dialog = (Dialog *)layer;
    for (int i = 0; i < dialog->count; i++) {
        lines_free(&dialog->item[i]);
        free(dialog->item[i].label);
        free(dialog->item[i].field);
    }
    if (dialog->free_data != NULL)
        dialog->free_data(dialog->data);
    free(dialog->error);
    free(dialog->title);
    free(dialog);
}

static const LayerOps dialog_ops = {
    .draw = dialog_draw,
    .key = dialog_key,
    .mouse = dialog_mouse,
    .paste = dialog_paste,
    .free = dialog_free,
};

Dialog *dialog_create(const char *title, void *context) {
    Dialog *dialog = memory_allocate(sizeof *dialog);
    dialog->layer.kind = &dialog_ops;
    dialog->title = memory_strdup(title);
    dialog->context = context;
    dialog->focus = -1;
    dialog->follow_focus = true;
    return dialog;
}

Layer *dialog_layer(Dialog *dialog) {
    return &dialog->layer;
}

void dialog_close(Dialog *dialog) {
    dialog->layer.closed = true;
}

void dialog_set_data(Dialog *dialog, void *data, void (*free_data)(void *data)) {
    dialog->data = data;
    dialog->free_data = free_data;
}

void *dialog_data(const Dialog *dialog) {
    return dialog->data;
}

void dialog_set_cancel_handler(Dialog *dialog, DialogHandler *handler) {
    dialog->cancel = handler;
}

void dialog_set_reading(Dialog *dialog) {
    dialog->reading = true;
    dialog->follow_focus = false;
}

/* --- items --- */

bool dialog_item_is_focusable(const DialogItem *item) {
    return item->kind != ITEM_TEXT;
}

bool dialog_has_field(const Dialog *dialog) {
    for (int i = 0; i < dialog->count; i++)
        if (dialog->item[i].kind == ITEM_FIELD)
            return true;
    return false;
}

/* A dialog has fewer items than DIALOG_ITEMS_MAX: they are all added by the program's own code. */
static int add_item(Dialog *dialog, DialogItemType kind, const char *label) {
    int number = dialog->count++;
    DialogItem *item = &dialog->item[number];
    item->kind = kind;
    item->label = memory_strdup(label);
    if (dialog->focus < 0 && dialog_item_is_focusable(item))
        dialog->focus = number;
    return number;
}

void dialog_add_text(Dialog *dialog, const char *text) {
    add_item(dialog, ITEM_TEXT, text);
}

int dialog_add_field(Dialog *dialog, const char *label, const char *value) {
    int number = add_item(dialog, ITEM_FIELD, label);
    dialog->item[number].field = memory_allocate(sizeof(TextField));
    text_field_suggest(dialog->item[number].field, value);
    return number;
}

int dialog_add_choice(Dialog *dialog, const char *label, const char *const *choices, int chosen) {
    int number = add_item(dialog, ITEM_CHOICE, label);
    size_t count = 0;
    while (choices[count] != NULL)
        count++;
    dialog_set_list(dialog, number, choices, count, (size_t)chosen);
    return number;
}

int dialog_add_list(Dialog *dialog, int rows, DialogHandler *handler) {
    int number = add_item(dialog, ITEM_LIST, "");
    dialog->item[number].rows = rows;
    dialog->item[number].handler = handler;
    return number;
}

int dialog_add_button(Dialog *dialog, const char *label, DialogHandler *handler) {
    int number = add_item(dialog, ITEM_BUTTON, label);
    dialog->item[number].handler = handler;
    return number;
}

const char *dialog_field(const Dialog *dialog, int item) {
    return dialog->item[item].field->text;
}

int dialog_choice(const Dialog *dialog, int item) {
    return (int)dialog->item[item].selected;
}

void dialog_set_list(Dialog *dialog, int item, const char *const *lines, size_t count,
                     size_t selected) {
    DialogItem *list = &dialog->item[item];
    char **copies = count > 0 ? memory_allocate(count * sizeof *copies) : NULL;
    for (size_t i = 0; i < count; i++)
        copies[i] = memory_strdup(lines[i]);
    lines_free(list);
    list->lines = copies;
    list->count = count;
    list->selected = selected;
    list->top = 0;
}

size_t dialog_selection(const Dialog *dialog, int item) {
    return dialog->item[item].selected;
}

/* --- what stands out --- */

void dialog_set_error(Dialog *dialog, int item, const char *sentence) {
    free(dialog->error);
    dialog->error = sentence != NULL ? memory_strdup(sentence) : NULL;
    dialog->error_item = item;
    if (sentence != NULL)
        dialog_focus(dialog, item);
}

void dialog_focus(Dialog *dialog, int item) {
    dialog->focus = item;
    dialog->follow_focus = true;
}
