/* What a dialog is made of; for the dialog_*.c files only. */
#ifndef TERM_DIALOG_DRAW_H
#define TERM_DIALOG_DRAW_H

#include "term/dialog.h"
#include "term/draw.h"
#include "term/text_field.h"

typedef enum DialogItemType {
    ITEM_TEXT,
    ITEM_FIELD,
    ITEM_CHOICE,
    ITEM_LIST,
    ITEM_BUTTON
} DialogItemType;

typedef struct DialogItem {
    DialogItemType kind;
    char *label; /* or the paragraph */
    TextField *field;
    char **lines; /* of a list or a choice */
    size_t count;
    size_t selected;
    size_t top; /* first line of a list that is shown */
    int rows;   /* of a list */
    DialogHandler *handler;
    Rect area; /* within the dialog's content, whose top left is 0, 0; without the error below */
} DialogItem;

enum { DIALOG_ITEMS_MAX = 32 };

struct Dialog {
    Layer layer;
    char *title;
    void *context;
    void *data;
    void (*free_data)(void *data);
    DialogHandler *cancel;
    DialogItem item[DIALOG_ITEMS_MAX];
    int count;
    int focus;      /* item; -1: there is none that can have it */
    char *error;    /* NULL: none */
    int error_item; /* item above it */
    Rect error_area;
    int margin;        /* columns of the frame and the blanks inside it, on each side */
    Rect inner;        /* of the screen: what is inside of them */
    int label_width;   /* 0: labels stand above their items */
    int height;        /* of the whole content */
    int scroll;        /* first line of the content that is shown */
    bool reading;      /* what is below is read before a button is pressed */
    bool follow_focus; /* scroll to the focus at the next drawing */
};

/* Whether the item can have the focus. */
bool dialog_item_is_focusable(const DialogItem *item);
bool dialog_has_field(const Dialog *dialog);

void dialog_draw(Layer *layer);
void dialog_key(Layer *layer, Key key);
void dialog_mouse(Layer *layer, MouseEvent mouse);
void dialog_paste(Layer *layer, const char *text);

#endif
