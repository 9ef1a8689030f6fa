/* The members of a dialog, and its drawing. For dialog.c only. */
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
    ITEM_EXPANDER,
    ITEM_BUTTON
} DialogItemType;

typedef struct DialogItem {
    DialogItemType kind;
    char *label; /* or the text of a paragraph */
    char *note;  /* NULL if absent */
    bool hidden;
    int expander;  /* index of the expander that shows and hides the item, or -1 */
    bool expanded; /* of an expander */
    TextField *field;
    char **lines; /* of a list or a choice */
    size_t count;
    size_t selected;
    size_t top; /* first line of a list in sight */
    int rows;   /* of a list, at most */
    DialogHandler *handler;
    Rect area; /* within the content of the dialog; without what is below; empty if not shown */
    Rect note_area;
} DialogItem;

enum { DIALOG_ITEMS_MAX = 32 };

struct Dialog {
    Layer layer;
    char *title;
    void *context;
    void *data;
    void (*free_data)(void *data);
    DialogHandler *cancel;
    DialogHandler *change;
    DialogItem item[DIALOG_ITEMS_MAX];
    int count;
    bool is_question;
    int yes, no;     /* buttons of a question */
    int expander;    /* of the items that are added next, or -1 */
    int paste_field; /* index of an item, or -1 */
    int typing_field;
    int focus;      /* index of an item, or -1 if no item is focusable */
    char *error;    /* NULL if absent */
    int error_item; /* index of the item above the error */
    Rect error_area;
    int lines, columns; /* of the screen when `top` was set */
    int top;            /* screen line of the content, unless the dialog is too high for it */
    int edge;           /* lines above the content */
    int margin;         /* columns of the frame and the blanks inside it, on each side */
    Rect inner;         /* of the screen, inside the margins */
    int label_width;    /* columns; 0 if labels stand above their items */
    int height;         /* lines of the whole content */
    int scroll;         /* first line of the content in sight */
    bool reading;       /* Enter pages before it presses a button */
    bool follow_focus;  /* scroll to the focus at the next drawing */
};

static inline bool dialog_item_is_shown(const Dialog *dialog, int index) {
    const DialogItem *item = &dialog->item[index];
    return !item->hidden && (item->expander < 0 || dialog->item[item->expander].expanded);
}

static inline bool dialog_item_is_focusable(const Dialog *dialog, int index) {
    return dialog->item[index].kind != ITEM_TEXT && dialog_item_is_shown(dialog, index);
}

/* Arranges the dialog for the screen as it is and draws it. */
void dialog_draw(Layer *layer);

#endif
