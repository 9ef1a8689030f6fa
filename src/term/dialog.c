#include <config.h>

#include "term/dialog.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "term/draw.h"
#include "term/frame.h"
#include "term/list.h"
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
    List list;    /* ... of a choice, too, which shows the selected line only */
    int rows;     /* of a list, at most */
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
    bool wide;          /* dialog_set_wide() */
    bool reading;       /* Enter pages before it presses a button */
    bool follow_focus;  /* scroll to the focus at the next drawing */
};

static bool is_shown(const Dialog *dialog, int index) {
    const DialogItem *item = &dialog->item[index];
    return !item->hidden && (item->expander < 0 || dialog->item[item->expander].expanded);
}

static bool is_focusable(const Dialog *dialog, int index) {
    return dialog->item[index].kind != ITEM_TEXT && is_shown(dialog, index);
}

enum {
    /* inner columns */
    LABELS_BESIDE_MIN = 38, /* in a narrower dialog labels stand above their items */
    WIDTH_MIN = 30,
    WIDTH_MAX = 74,
    TEXT_WIDTH_GOOD = 56, /* of a paragraph */
    NOTE_WIDTH_MIN = 32,  /* of a remark beside the labels; else it begins below them */
    NOTE_WIDTH_GOOD = 50, /* of a remark below an item */
    FIELD_WIDTH = 36,     /* of a text field, if there is room */
    FOCUS_MARK = 2        /* before a label */
};

/* ---- layout ---- */

static int widest_line(const DialogItem *item) {
    int widest = 0;
    for (size_t i = 0; i < item->list.count; i++)
        widest = max_int(widest, draw_width(item->lines[i]));
    return widest;
}

/* Returns the columns of the labels, those of hidden items too if `hidden`. */
static int label_width(const Dialog *dialog, bool hidden) {
    int widest = 0;
    for (int i = 0; i < dialog->count; i++)
        if ((dialog->item[i].kind == ITEM_FIELD || dialog->item[i].kind == ITEM_CHOICE) &&
            (hidden || is_shown(dialog, i)))
            widest = max_int(widest, FOCUS_MARK + draw_width(dialog->item[i].label) + 1);
    return widest;
}

/* Returns the columns that an item takes if there is room. Hidden items count, so that the width
 * stays when they appear. */
static int preferred_width(const DialogItem *item, int labels) {
    switch (item->kind) {
    case ITEM_FIELD:
        return labels + FIELD_WIDTH;
    case ITEM_CHOICE:
        return labels + widest_line(item) + 4;
    case ITEM_LIST:
        return FOCUS_MARK + widest_line(item);
    case ITEM_TEXT:
        return min_int(draw_width(item->label), TEXT_WIDTH_GOOD);
    case ITEM_EXPANDER:
        return 2 * FOCUS_MARK + draw_width(item->label);
    case ITEM_BUTTON:
        break;
    }
    return 0;
}

/* An open dialog becomes wider, but not narrower, when its texts change. */
static int inner_width(const Dialog *dialog) {
    int labels = label_width(dialog, true);
    int least = dialog->wide ? WIDTH_MAX : WIDTH_MIN;
    int wanted = max_int(max_int(least, dialog->inner.width), draw_width(dialog->title) + 4);
    int buttons = 0;
    for (int i = 0; i < dialog->count; i++) {
        wanted = max_int(wanted, preferred_width(&dialog->item[i], labels));
        if (dialog->item[i].note != NULL)
            wanted = max_int(wanted, labels + NOTE_WIDTH_GOOD);
        if (dialog->item[i].kind == ITEM_BUTTON)
            buttons += frame_button_width(dialog->item[i].label) + 1;
    }
    wanted = min_int(max_int(wanted, buttons), WIDTH_MAX);
    return min_int(wanted, draw_columns() - 2 * dialog->margin);
}

/* Puts a button beside the one before it, or NULL, if there is room. Returns the line below it. */
static int place_button(Dialog *dialog, DialogItem *item, const DialogItem *previous, int y) {
    int width = min_int(frame_button_width(item->label), dialog->inner.width);
    int x = 0;
    if (previous != NULL && previous->kind == ITEM_BUTTON) {
        const Rect *before = &previous->area;
        x = before->x + before->width + 1;
        y = before->y;
        if (x + width > dialog->inner.width) {
            x = 0;
            y++;
        }
    }
    item->area = (Rect){.y = y, .x = x, .height = 1, .width = width};
    return y + 1;
}

static int item_height(const Dialog *dialog, const DialogItem *item) {
    switch (item->kind) {
    case ITEM_TEXT:
        return draw_wrapped_height(item->label, dialog->inner.width);
    case ITEM_LIST:
        return min_int(min_int(item->rows, max_int(draw_lines() - 8, 3)),
                       max_int((int)item->list.count, 1));
    case ITEM_FIELD:
    case ITEM_CHOICE:
        return dialog->label_width == 0 ? 2 : 1;
    case ITEM_EXPANDER:
    case ITEM_BUTTON:
        break;
    }
    return 1;
}

/* A tall screen has an empty line before buttons and around paragraphs. */
static int gap_before(const DialogItem *item, const DialogItem *previous) {
    if (previous == NULL || draw_lines() < 16 || item->kind == previous->kind)
        return 0;
    return item->kind == ITEM_BUTTON || item->kind == ITEM_TEXT || previous->kind == ITEM_TEXT;
}

/* Puts the error or the remark of an item below it. Returns the line below that. */
static int place_remark(Dialog *dialog, int index, int y) {
    DialogItem *item = &dialog->item[index];
    bool wrong = dialog->error != NULL && dialog->error_item == index;
    const char *text = wrong ? dialog->error : item->note;
    bool beside = dialog->inner.width - dialog->label_width >= NOTE_WIDTH_MIN;
    int left = wrong ? 0 : max_int(beside ? dialog->label_width : 0, FOCUS_MARK);
    Rect area = {.y = y, .x = left, .width = dialog->inner.width - left};
    if (text != NULL && text[0] != '\0')
        area.height = draw_wrapped_height(text, area.width);
    *(wrong ? &dialog->error_area : &item->note_area) = area;
    return y + area.height;
}

static void layout_items(Dialog *dialog) {
    const DialogItem *previous = NULL;
    int y = 0;
    for (int i = 0; i < dialog->count; i++) {
        DialogItem *item = &dialog->item[i];
        item->area = item->note_area = (Rect){0};
        if (!is_shown(dialog, i))
            continue;
        y += gap_before(item, previous);
        if (item->kind == ITEM_BUTTON) {
            y = place_button(dialog, item, previous, y);
        } else {
            int height = item_height(dialog, item);
            item->area = (Rect){.y = y, .x = 0, .height = height, .width = dialog->inner.width};
            y += height;
        }
        y = place_remark(dialog, i, y);
        previous = item;
    }
    dialog->height = y;
}

/* Brings the focused item and an error below it into sight. */
static void scroll_to_focus(Dialog *dialog) {
    if (dialog->focus < 0)
        return;
    const Rect *area = &dialog->item[dialog->focus].area;
    int top = area->y;
    int bottom = area->y + area->height + dialog->item[dialog->focus].note_area.height;
    if (dialog->error != NULL && dialog->error_item == dialog->focus)
        bottom = dialog->error_area.y + dialog->error_area.height;
    bool first = true;
    for (int i = 0; i < dialog->focus; i++)
        first = first && (!is_focusable(dialog, i) || dialog->item[i].kind == ITEM_BUTTON);
    if (first && bottom <= dialog->inner.height)
        top = 0; /* with the paragraphs above the first item or row of buttons */
    if (dialog->scroll + dialog->inner.height < bottom)
        dialog->scroll = bottom - dialog->inner.height;
    if (dialog->scroll > top)
        dialog->scroll = top;
}

/* Returns the columns of the labels, or 0 if there is no room for a choice beside them. */
static int fitting_labels(const Dialog *dialog, bool hidden) {
    int labels = label_width(dialog, hidden);
    bool fits = dialog->inner.width >= LABELS_BESIDE_MIN;
    for (int i = 0; i < dialog->count; i++)
        if (dialog->item[i].kind == ITEM_CHOICE && is_shown(dialog, i))
            fits = fits && preferred_width(&dialog->item[i], labels) <= dialog->inner.width;
    return fits ? labels : 0;
}

static void layout_dialog(Dialog *dialog) {
    dialog->margin = draw_columns() >= LABELS_BESIDE_MIN + 4 ? 2 : 1;
    dialog->inner.width = inner_width(dialog);
    dialog->label_width = fitting_labels(dialog, true);
    if (dialog->label_width == 0)
        dialog->label_width = fitting_labels(dialog, false);
    layout_items(dialog);
    dialog->edge = frame_top(dialog->height);
    dialog->inner.height = min_int(dialog->height, draw_lines() - dialog->edge - 1);
    /* It is centred when it is opened or the screen has another size. Later its top moves only to
     * make room. */
    if (dialog->lines != draw_lines() || dialog->columns != draw_columns())
        dialog->top = (draw_lines() - dialog->inner.height + dialog->edge - 1) / 2;
    dialog->lines = draw_lines();
    dialog->columns = draw_columns();
    dialog->inner.y = min_int(dialog->top, draw_lines() - 1 - dialog->inner.height);
    dialog->inner.x = (draw_columns() - dialog->inner.width) / 2;
    if (dialog->follow_focus)
        scroll_to_focus(dialog);
    dialog->follow_focus = false;
    dialog->scroll = min_int(dialog->scroll, dialog->height - dialog->inner.height);
    dialog->scroll = max_int(dialog->scroll, 0);
}

/* ---- drawing ---- */

/* Sets *y to the screen line of a line of the content. Returns false if it is out of sight. */
static bool screen_line(const Dialog *dialog, int line, int *y) {
    int shown = line - dialog->scroll;
    *y = dialog->inner.y + shown;
    return shown >= 0 && shown < dialog->inner.height;
}

static void draw_paragraph(const Dialog *dialog, Rect area, UiRole role, const char *text) {
    int skip = max_int(dialog->scroll - area.y, 0);
    int y;
    if (skip >= area.height || !screen_line(dialog, area.y + skip, &y))
        return;
    int height = min_int(area.height - skip, dialog->inner.y + dialog->inner.height - y);
    draw_scrolled((Rect){y, dialog->inner.x + area.x, height, area.width}, role, text, skip);
}

/* Draws a label with the focus mark and sets the place of its field or choice. Returns false if
 * that is out of sight. */
static bool draw_label(const Dialog *dialog, const DialogItem *item, bool focused, int *y, int *x,
                       int *width) {
    bool above = dialog->label_width == 0;
    int left = dialog->inner.x;
    int line;
    if (screen_line(dialog, item->area.y, &line)) {
        draw_text(line, left, FOCUS_MARK, ROLE_DIALOG, focused ? "> " : "  ");
        draw_text(line, left + FOCUS_MARK, dialog->inner.width - FOCUS_MARK, ROLE_DIALOG,
                  item->label);
    }
    *x = left + (above ? FOCUS_MARK : dialog->label_width);
    *width = dialog->inner.width - (*x - left);
    return screen_line(dialog, item->area.y + above, y);
}

static void draw_field(const Dialog *dialog, const DialogItem *item, bool focused) {
    int y, x, width;
    if (draw_label(dialog, item, focused, &y, &x, &width))
        text_field_draw(item->field, y, x, width, ROLE_INPUT, focused);
}

static void draw_choice(const Dialog *dialog, const DialogItem *item, bool focused) {
    int y, x, width;
    if (!draw_label(dialog, item, focused, &y, &x, &width))
        return;
    UiRole role = focused ? ROLE_HIGHLIGHT : ROLE_DIALOG;
    int used = draw_text(y, x, 2, role, "< ");
    used += draw_text(y, x + used, width - 4, role, item->lines[item->list.selected]);
    draw_text(y, x + used, 2, role, " >");
    if (focused)
        draw_place_cursor(y, x + 2);
}

static void draw_expander(const Dialog *dialog, const DialogItem *item, bool focused) {
    int y;
    if (!screen_line(dialog, item->area.y, &y))
        return;
    UiRole role = focused ? ROLE_HIGHLIGHT : ROLE_DIALOG;
    const char *mark = item->expanded ? draw_select("▾ ", "- ") : draw_select("▸ ", "+ ");
    int x = dialog->inner.x + FOCUS_MARK;
    draw_text(y, dialog->inner.x, FOCUS_MARK, ROLE_DIALOG, focused ? "> " : "  ");
    draw_text(y, x, 2, role, mark);
    draw_text(y, x + 2, dialog->inner.width - FOCUS_MARK - 2, role, item->label);
    if (focused)
        draw_place_cursor(y, x);
}

/* Where the dialog scrolls, rows in sight of the list are not in sight of the dialog. */
static void draw_list(const Dialog *dialog, DialogItem *item, bool focused) {
    List *list = &item->list;
    int edge = dialog->inner.x + dialog->inner.width + dialog->margin - 1;
    list_arrange(list, item->area);
    for (int i = 0; i < list->area.height; i++) {
        size_t line = list->top + (size_t)i;
        int y;
        if (!screen_line(dialog, item->area.y + i, &y))
            continue;
        bool marked = focused && line == list->selected;
        UiRole role = marked ? ROLE_HIGHLIGHT : ROLE_DIALOG;
        draw_fill((Rect){y, dialog->inner.x, 1, dialog->inner.width}, role);
        draw_text(y, dialog->inner.x, FOCUS_MARK, role, marked ? "> " : "  ");
        draw_text(y, dialog->inner.x + FOCUS_MARK, dialog->inner.width - FOCUS_MARK, role,
                  item->lines[line]);
        if (i == 0 && line > 0)
            frame_more_rows(y, edge, true);
        if (i + 1 == list->area.height && line + 1 < list->count)
            frame_more_rows(y, edge, false);
        if (marked)
            draw_place_cursor(y, dialog->inner.x);
    }
}

/* Returns the first item of a type that is shown, or -1. */
static int find_item(const Dialog *dialog, DialogItemType kind) {
    for (int i = 0; i < dialog->count; i++)
        if (dialog->item[i].kind == kind && is_shown(dialog, i))
            return i;
    return -1;
}

/* Letters press buttons only where nothing can be typed. */
static bool letters_press_buttons(const Dialog *dialog) {
    return find_item(dialog, ITEM_FIELD) < 0;
}

static void draw_button(const Dialog *dialog, const DialogItem *item, bool focused) {
    int y;
    if (!screen_line(dialog, item->area.y, &y))
        return;
    int letter = letters_press_buttons(dialog) ? 0 : -1;
    frame_button(y, dialog->inner.x + item->area.x, item->label, letter, focused);
}

static void draw_item(Dialog *dialog, int index) {
    DialogItem *item = &dialog->item[index];
    bool focused = dialog->focus == index;
    if (!is_shown(dialog, index))
        return;
    if (item->note_area.height > 0)
        draw_paragraph(dialog, item->note_area, ROLE_DIM, item->note);
    switch (item->kind) {
    case ITEM_TEXT:
        draw_paragraph(dialog, item->area, ROLE_DIALOG, item->label);
        break;
    case ITEM_FIELD:
        draw_field(dialog, item, focused);
        break;
    case ITEM_CHOICE:
        draw_choice(dialog, item, focused);
        break;
    case ITEM_LIST:
        draw_list(dialog, item, focused);
        break;
    case ITEM_EXPANDER:
        draw_expander(dialog, item, focused);
        break;
    case ITEM_BUTTON:
        draw_button(dialog, item, focused);
        break;
    }
}

/* Arranges the dialog for the screen as it is and draws it. */
static void dialog_draw(Layer *layer) {
    Dialog *dialog = (Dialog *)layer;
    layout_dialog(dialog);
    Rect box = {dialog->inner.y - dialog->edge, dialog->inner.x - dialog->margin,
                dialog->inner.height + dialog->edge + 1, dialog->inner.width + 2 * dialog->margin};
    draw_set_surface(COLOR_DIALOG);
    frame_box(box, dialog->edge, dialog->title);
    for (int i = 0; i < dialog->count; i++)
        draw_item(dialog, i);
    if (dialog->error != NULL && is_shown(dialog, dialog->error_item))
        draw_paragraph(dialog, dialog->error_area, ROLE_ERROR, dialog->error);
    if (dialog->scroll > 0)
        frame_more(dialog->inner.y - 1, box);
    if (dialog->scroll + dialog->inner.height < dialog->height)
        frame_more(box.y + box.height - 1, box);
    draw_set_surface(COLOR_SCREEN);
}

/* ---- the dialog as a whole ---- */

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

void dialog_set_change_handler(Dialog *dialog, DialogHandler *handler) {
    dialog->change = handler;
}

void dialog_set_paste_field(Dialog *dialog, int item) {
    dialog->paste_field = item;
}

void dialog_set_typing_field(Dialog *dialog, int item) {
    dialog->typing_field = item;
}

void dialog_set_wide(Dialog *dialog) {
    dialog->wide = true;
}

void dialog_set_reading(Dialog *dialog) {
    dialog->reading = true;
    dialog->follow_focus = false;
}

void dialog_set_question(Dialog *dialog, int yes, int no) {
    dialog->is_question = true;
    dialog->yes = yes;
    dialog->no = no;
    dialog_focus(dialog, no);
}

/* ---- items ---- */

static int add_item(Dialog *dialog, DialogItemType kind, const char *label) {
    assert(dialog->count < DIALOG_ITEMS_MAX);
    int index = dialog->count++;
    DialogItem *item = &dialog->item[index];
    item->kind = kind;
    item->label = memory_strdup(label);
    if (kind == ITEM_BUTTON || kind == ITEM_TEXT || kind == ITEM_EXPANDER)
        dialog->expander = -1;
    item->expander = dialog->expander;
    if (dialog->focus < 0 && is_focusable(dialog, index))
        dialog->focus = index;
    return index;
}

int dialog_add_text(Dialog *dialog, const char *text) {
    return add_item(dialog, ITEM_TEXT, text);
}

int dialog_add_field(Dialog *dialog, const char *label, const char *value) {
    int index = add_item(dialog, ITEM_FIELD, label);
    dialog->item[index].field = memory_allocate(sizeof(TextField));
    text_field_suggest(dialog->item[index].field, value);
    return index;
}

int dialog_add_choice(Dialog *dialog, const char *label, const char *const *choices, int chosen) {
    int index = add_item(dialog, ITEM_CHOICE, label);
    size_t count = 0;
    while (choices[count] != NULL)
        count++;
    dialog_set_list(dialog, index, choices, count, (size_t)chosen);
    return index;
}

int dialog_add_list(Dialog *dialog, int rows, DialogHandler *handler) {
    int index = add_item(dialog, ITEM_LIST, "");
    dialog->item[index].rows = rows;
    dialog->item[index].handler = handler;
    return index;
}

int dialog_add_button(Dialog *dialog, const char *label, DialogHandler *handler) {
    int index = add_item(dialog, ITEM_BUTTON, label);
    dialog->item[index].handler = handler;
    return index;
}

int dialog_add_expander(Dialog *dialog, const char *label, bool expanded) {
    int index = add_item(dialog, ITEM_EXPANDER, label);
    dialog->item[index].expanded = expanded;
    dialog->expander = index;
    return index;
}

void dialog_set_shown(Dialog *dialog, int item, bool shown) {
    dialog->item[item].hidden = !shown;
}

static void replace_text(char **text, const char *next) {
    free(*text);
    *text = memory_strdup(next);
}

void dialog_set_text(Dialog *dialog, int item, const char *text) {
    replace_text(&dialog->item[item].label, text);
}

void dialog_set_note(Dialog *dialog, int item, const char *note) {
    replace_text(&dialog->item[item].note, note);
}

const char *dialog_field(const Dialog *dialog, int item) {
    return dialog->item[item].field->text;
}

void dialog_set_field(Dialog *dialog, int item, const char *text) {
    text_field_set(dialog->item[item].field, text);
}

void dialog_set_choice(Dialog *dialog, int item, int chosen) {
    dialog->item[item].list.selected = (size_t)chosen;
}

int dialog_choice(const Dialog *dialog, int item) {
    return (int)dialog->item[item].list.selected;
}

static void free_lines(DialogItem *item) {
    for (size_t i = 0; i < item->list.count; i++)
        free(item->lines[i]);
    free(item->lines);
    item->lines = NULL;
    item->list.count = 0;
}

void dialog_set_list(Dialog *dialog, int item, const char *const *lines, size_t count,
                     size_t selected) {
    DialogItem *list = &dialog->item[item];
    char **copies = count > 0 ? memory_allocate(count * sizeof *copies) : NULL;
    for (size_t i = 0; i < count; i++)
        copies[i] = memory_strdup(lines[i]);
    free_lines(list);
    list->lines = copies;
    list->list = (List){.count = count, .selected = selected, .area = list->list.area};
}

size_t dialog_selection(const Dialog *dialog, int item) {
    return dialog->item[item].list.selected;
}

/* ---- focus and errors ---- */

void dialog_set_error(Dialog *dialog, int item, const char *sentence) {
    free(dialog->error);
    dialog->error = sentence != NULL ? memory_strdup(sentence) : NULL;
    dialog->error_item = item;
    if (sentence != NULL)
        dialog_focus(dialog, item);
}

void dialog_focus(Dialog *dialog, int item) {
    int expander = dialog->item[item].expander;
    if (expander >= 0)
        dialog->item[expander].expanded = true;
    dialog->focus = item;
    dialog->follow_focus = true;
}

static DialogItem *focused_item(Dialog *dialog) {
    return dialog->focus >= 0 ? &dialog->item[dialog->focus] : NULL;
}

/* Moves to the next focusable item, wrapping around at the ends. */
static void move_focus(Dialog *dialog, int direction) {
    if (dialog->focus < 0)
        return;
    int index = dialog->focus;
    do
        index = (index + direction + dialog->count) % dialog->count;
    while (!is_focusable(dialog, index) && index != dialog->focus);
    dialog_focus(dialog, index);
}

/* Called after the user has changed an item. */
static void on_change(Dialog *dialog) {
    if (dialog->change != NULL)
        dialog->change(dialog, dialog->context);
    if (!is_focusable(dialog, dialog->focus))
        move_focus(dialog, 1);
    dialog->follow_focus = true;
}

/* An error does not outlive the mistake: whoever changes the item has read it. */
static void on_input(Dialog *dialog) {
    if (dialog->error != NULL && dialog->error_item == dialog->focus)
        dialog_set_error(dialog, dialog->focus, NULL);
    on_change(dialog);
}

static void activate_item(Dialog *dialog, int index) {
    DialogItem *item = &dialog->item[index];
    dialog->focus = index;
    if (item->handler != NULL)
        item->handler(dialog, dialog->context);
    else
        dialog_close(dialog);
}

/* Shows as much as possible of what was hidden. */
static void scroll_to_expanded(Dialog *dialog, const DialogItem *item) {
    if (item->expanded)
        dialog->scroll = item->area.y;
}

static void toggle_expander(Dialog *dialog, DialogItem *item) {
    item->expanded = !item->expanded;
    scroll_to_expanded(dialog, item);
    on_change(dialog);
}

static void activate_focused(Dialog *dialog) {
    DialogItem *item = focused_item(dialog);
    int button = find_item(dialog, ITEM_BUTTON);
    if (item != NULL && item->kind == ITEM_EXPANDER)
        toggle_expander(dialog, item);
    else if (item != NULL &&
             (item->kind == ITEM_BUTTON ||
              (item->kind == ITEM_LIST && item->handler != NULL && item->list.count > 0)))
        activate_item(dialog, dialog->focus);
    else if (button >= 0)
        activate_item(dialog, button);
}

/* ---- keys of an item: each function returns whether it used the key ---- */

/* Chooses the next line, and after the last one the first. */
static void cycle_choice(DialogItem *item) {
    item->list.selected = (item->list.selected + 1) % item->list.count;
}

static bool choice_key(DialogItem *item, Key key) {
    if (key == K_RIGHT || key == '+')
        list_move(&item->list, 1);
    else if (key == K_LEFT || key == '-')
        list_move(&item->list, -1);
    else if (key == ' ')
        cycle_choice(item);
    else
        return false;
    return true;
}

/* An arrow leaves the list at its end. */
static bool list_key(List *list, Key key) {
    int rows = list_key_rows(key, list->area.height);
    return rows != 0 && (list_move(list, rows) || (key != K_UP && key != K_DOWN));
}

static bool expander_key(DialogItem *item, Key key) {
    bool expand = key == K_RIGHT || key == '+' || (key == ' ' && !item->expanded);
    if (!expand && key != K_LEFT && key != '-' && key != ' ')
        return false;
    item->expanded = expand;
    return true;
}

static bool item_key(DialogItem *item, Key key) {
    switch (item->kind) {
    case ITEM_FIELD:
        return text_field_key(item->field, key);
    case ITEM_CHOICE:
        return choice_key(item, key);
    case ITEM_LIST:
        return list_key(&item->list, key);
    case ITEM_EXPANDER:
        return expander_key(item, key);
    case ITEM_TEXT:
    case ITEM_BUTTON:
        break;
    }
    return false;
}

/* ---- keys of the dialog ---- */

static bool answer_question(Dialog *dialog, Key key) {
    if (!dialog->is_question || key >= 128)
        return false;
    int letter = text_lower((int)key);
    if (letter != 'y' && letter != 'n')
        return false;
    activate_item(dialog, letter == 'y' ? dialog->yes : dialog->no);
    return true;
}

static bool press_button_letter(Dialog *dialog, Key key) {
    if (key >= 128 || !letters_press_buttons(dialog))
        return false;
    for (int i = 0; i < dialog->count; i++) {
        const DialogItem *item = &dialog->item[i];
        if (item->kind == ITEM_BUTTON && is_shown(dialog, i) &&
            text_lower(item->label[0]) == text_lower((int)key)) {
            activate_item(dialog, i);
            return true;
        }
    }
    return false;
}

/* Returns whether the arrow keys are free to scroll a long text. */
static bool only_buttons_are_focusable(const Dialog *dialog) {
    for (int i = 0; i < dialog->count; i++)
        if (is_focusable(dialog, i) && dialog->item[i].kind != ITEM_BUTTON)
            return false;
    return true;
}

static bool scroll_key(Dialog *dialog, Key key) {
    int page = dialog->inner.height > 1 ? dialog->inner.height - 1 : 1;
    bool lines = only_buttons_are_focusable(dialog) && dialog->height > dialog->inner.height;
    if (key == K_PAGE_DOWN)
        dialog->scroll += page;
    else if (key == K_PAGE_UP)
        dialog->scroll -= page;
    else if (key == K_DOWN && lines)
        dialog->scroll++;
    else if (key == K_UP && lines)
        dialog->scroll--;
    else
        return false;
    return true;
}

/* Goes to the button beside the focused one; the ends of the row stop it. From a list, to the
 * buttons below. */
static void move_sideways(Dialog *dialog, int direction) {
    int next = dialog->focus + direction;
    if (dialog->focus < 0)
        return;
    if (dialog->item[dialog->focus].kind != ITEM_BUTTON)
        move_focus(dialog, direction);
    else if (next >= 0 && next < dialog->count && dialog->item[next].kind == ITEM_BUTTON &&
             is_shown(dialog, next))
        dialog_focus(dialog, next);
}

static void move_key(Dialog *dialog, Key key) {
    if (key == K_TAB || key == K_DOWN)
        move_focus(dialog, 1);
    else if (key == K_SHIFT_TAB || key == K_UP)
        move_focus(dialog, -1);
    else if (key == K_RIGHT || key == K_LEFT)
        move_sideways(dialog, key == K_RIGHT ? 1 : -1);
}

static void dialog_key(Layer *layer, Key key) {
    Dialog *dialog = (Dialog *)layer;
    DialogItem *item = focused_item(dialog);
    if (key == K_ESCAPE) {
        dialog_close(dialog);
        if (dialog->cancel != NULL)
            dialog->cancel(dialog, dialog->context);
        return;
    }
    bool more = dialog->scroll + dialog->inner.height < dialog->height; /* is out of sight */
    if (dialog->reading && (key == K_ENTER || key == ' ') && more) {
        dialog->scroll += max_int(dialog->inner.height - 2, 1);
        return;
    }
    if (key == K_ENTER || (key == ' ' && item != NULL && item->kind == ITEM_BUTTON)) {
        activate_focused(dialog);
        return;
    }
    /* A key that types or deletes goes from a list to the field for that. */
    if (dialog->typing_field >= 0 && (key_is_text(key) || key == K_BACKSPACE) &&
        dialog->item[dialog->focus].kind == ITEM_LIST)
        dialog_focus(dialog, dialog->typing_field);
    item = focused_item(dialog);
    if (item != NULL && item_key(item, key)) {
        if (item->kind == ITEM_EXPANDER)
            scroll_to_expanded(dialog, item);
        on_input(dialog);
        return;
    }
    if (!answer_question(dialog, key) && !press_button_letter(dialog, key) &&
        !scroll_key(dialog, key))
        move_key(dialog, key);
}

/* ---- mouse ---- */

/* Returns the focusable item at a place of the content, or -1. */
static int item_at(const Dialog *dialog, int y, int x) {
    for (int i = 0; i < dialog->count; i++)
        if (rect_contains(dialog->item[i].area, y, x) && is_focusable(dialog, i))
            return i;
    return -1;
}

/* A click selects a line. A click on the selected line of a focused list chooses it. */
static void click_list(Dialog *dialog, int index, int row, bool was_focused) {
    DialogItem *item = &dialog->item[index];
    size_t line = item->list.top + (size_t)row;
    if (line >= item->list.count)
        return;
    if (was_focused && line == item->list.selected && item->handler != NULL) {
        activate_item(dialog, index);
        return;
    }
    item->list.selected = line;
    on_change(dialog);
}

/* A click on one of the angles steps in its direction, one between them takes the next line. */
static void click_choice(DialogItem *item, int x) {
    enum { ANGLE = 2 };
    if (x < ANGLE)
        list_move(&item->list, -1);
    else if (x < ANGLE + draw_width(item->lines[item->list.selected]))
        cycle_choice(item);
    else
        list_move(&item->list, 1);
}

static void click_item(Dialog *dialog, int index, int y, int x) {
    DialogItem *item = &dialog->item[index];
    int left = dialog->label_width > 0 ? dialog->label_width : 2; /* of a field */
    bool was_focused = dialog->focus == index;
    dialog_focus(dialog, index);
    switch (item->kind) {
    case ITEM_BUTTON:
        activate_item(dialog, index);
        break;
    case ITEM_FIELD:
        text_field_click(item->field, x > left ? x - left : 0);
        break;
    case ITEM_CHOICE:
        if (x >= left && y == item->area.y + item->area.height - 1) { /* not on the label */
            click_choice(item, x - left);
            on_change(dialog);
        }
        break;
    case ITEM_LIST:
        click_list(dialog, index, y - item->area.y, was_focused);
        break;
    case ITEM_EXPANDER:
        toggle_expander(dialog, item);
        break;
    case ITEM_TEXT:
        break;
    }
}

static void dialog_mouse(Layer *layer, MouseEvent mouse) {
    Dialog *dialog = (Dialog *)layer;
    if (!rect_contains(dialog->inner, mouse.y, mouse.x))
        return;
    int y = mouse.y - dialog->inner.y + dialog->scroll;
    int x = mouse.x - dialog->inner.x;
    int index = item_at(dialog, y, x);
    if (mouse.kind == MOUSE_CLICK) {
        if (index >= 0)
            click_item(dialog, index, y, x);
        return;
    }
    int lines = mouse.kind == MOUSE_WHEEL_UP ? -LIST_WHEEL_ROWS : LIST_WHEEL_ROWS;
    if (index >= 0 && dialog->item[index].kind == ITEM_LIST) {
        list_move(&dialog->item[index].list, lines);
        on_change(dialog);
    } else {
        dialog->scroll += lines;
    }
}

/* Returns the focused field, the one for pasted text or the next one; -1 if there is none. */
static int find_paste_field(const Dialog *dialog) {
    if (dialog->focus < 0)
        return -1;
    if (dialog->item[dialog->focus].kind != ITEM_FIELD && dialog->paste_field >= 0)
        return dialog->paste_field;
    for (int i = 0; i < dialog->count; i++) {
        int index = (dialog->focus + i) % dialog->count;
        if (dialog->item[index].kind == ITEM_FIELD && is_shown(dialog, index))
            return index;
    }
    return -1;
}

static void dialog_paste(Layer *layer, const char *text) {
    Dialog *dialog = (Dialog *)layer;
    int index = find_paste_field(dialog);
    if (index < 0)
        return;
    dialog_focus(dialog, index);
    text_field_insert(dialog->item[index].field, text);
    on_input(dialog);
}

/* ---- creation ---- */

static void dialog_free(Layer *layer) {
    Dialog *dialog = (Dialog *)layer;
    for (int i = 0; i < dialog->count; i++) {
        free_lines(&dialog->item[i]);
        free(dialog->item[i].label);
        free(dialog->item[i].note);
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
    .dims = layer_dims,
    .key = dialog_key,
    .mouse = dialog_mouse,
    .paste = dialog_paste,
    .asks = true,
    .free = dialog_free,
};

Dialog *dialog_create(const char *title, void *context) {
    Dialog *dialog = memory_allocate(sizeof *dialog);
    dialog->layer.ops = &dialog_ops;
    dialog->title = memory_strdup(title);
    dialog->context = context;
    dialog->focus = -1;
    dialog->expander = -1;
    dialog->paste_field = -1;
    dialog->typing_field = -1;
    dialog->follow_focus = true;
    return dialog;
}
