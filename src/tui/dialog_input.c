#include <config.h>

#include "rules/ascii.h"
#include "tui/dialog_items.h"

enum { WHEEL_LINES = 3 };

static DialogItem *focused_item(Dialog *dialog) {
    return dialog->focus >= 0 ? &dialog->item[dialog->focus] : NULL;
}

/* The next item in a direction that can have the focus, around the end. */
static void move_focus(Dialog *dialog, int direction) {
    if (dialog->focus < 0)
        return;
    int number = dialog->focus;
    do
        number = (number + direction + dialog->count) % dialog->count;
    while (!dialog_item_is_focusable(&dialog->item[number]));
    dialog_focus(dialog, number);
}

static void press(Dialog *dialog, int number) {
    DialogItem *item = &dialog->item[number];
    dialog->focus = number;
    if (item->handler != NULL)
        item->handler(dialog, dialog->context);
    else
        dialog_close(dialog);
}

static int first_button(const Dialog *dialog) {
    for (int i = 0; i < dialog->count; i++)
        if (dialog->item[i].kind == ITEM_BUTTON)
            return i;
    return -1;
}

static void accept(Dialog *dialog) {
    const DialogItem *item = focused_item(dialog);
    int button = first_button(dialog);
    if (item != NULL && (item->kind == ITEM_BUTTON ||
                         (item->kind == ITEM_LIST && item->handler != NULL && item->count > 0)))
        press(dialog, dialog->focus);
    else if (button >= 0)
        press(dialog, button);
}

static void cancel(Dialog *dialog) {
    dialog_close(dialog);
    if (dialog->cancel != NULL)
        dialog->cancel(dialog, dialog->context);
}

/* --- keys by the kind of item; each returns whether the key meant something to it --- */

static void turn_choice(DialogItem *item, int direction) {
    size_t step = direction > 0 ? 1 : item->count - 1;
    item->selected = (item->selected + step) % item->count;
}

static bool choice_key(DialogItem *item, Key key) {
    if (key == K_RIGHT || key == ' ' || key == '+')
        turn_choice(item, 1);
    else if (key == K_LEFT || key == '-')
        turn_choice(item, -1);
    else
        return false;
    return true;
}

/* Moves the selection; false at the end, so that an arrow then leaves the list. */
static bool select_by(DialogItem *item, int lines) {
    size_t before = item->selected;
    if (item->count == 0)
        return false;
    if (lines < 0)
        item->selected -= (size_t)-lines < before ? (size_t)-lines : before;
    else
        item->selected += (size_t)lines;
    if (item->selected >= item->count)
        item->selected = item->count - 1;
    return item->selected != before;
}

static bool list_key(DialogItem *item, Key key) {
    int page = item->area.height > 1 ? item->area.height - 1 : 1;
    switch (key) {
    case K_UP:
        return select_by(item, -1);
    case K_DOWN:
        return select_by(item, 1);
    case K_PAGE_UP:
        select_by(item, -page);
        return true;
    case K_PAGE_DOWN:
        select_by(item, page);
        return true;
    case K_HOME:
        item->selected = 0;
        return true;
    case K_END:
        item->selected = item->count > 0 ? item->count - 1 : 0;
        return true;
    default:
        return false;
    }
}

static bool item_key(DialogItem *item, Key key) {
    switch (item->kind) {
    case ITEM_FIELD:
        return text_field_key(item->field, key);
    case ITEM_CHOICE:
        return choice_key(item, key);
    case ITEM_LIST:
        return list_key(item, key);
    case ITEM_TEXT:
    case ITEM_BUTTON:
        break;
    }
    return false;
}

/* --- keys of the dialog --- */

static bool press_letter(Dialog *dialog, Key key) {
    if (key >= 128 || dialog_has_field(dialog))
        return false;
    for (int i = 0; i < dialog->count; i++) {
        const DialogItem *item = &dialog->item[i];
        if (item->kind == ITEM_BUTTON && text_lower(item->label[0]) == text_lower((int)key)) {
            press(dialog, i);
            return true;
        }
    }
    return false;
}

/* Where there is nothing but buttons, up and down read on in a text that is too long. */
static bool only_buttons(const Dialog *dialog) {
    for (int i = 0; i < dialog->count; i++)
        if (dialog_item_is_focusable(&dialog->item[i]) && dialog->item[i].kind != ITEM_BUTTON)
            return false;
    return true;
}

/* False at the end of the text. */
static bool page_down(Dialog *dialog) {
    int page = dialog->inner.height > 2 ? dialog->inner.height - 2 : 1;
    if (dialog->scroll + dialog->inner.height >= dialog->height)
        return false;
    dialog->scroll += page;
    return true;
}

static bool scroll_key(Dialog *dialog, Key key) {
    int page = dialog->inner.height > 1 ? dialog->inner.height - 1 : 1;
    bool lines = only_buttons(dialog) && dialog->height > dialog->inner.height;
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

static void move_key(Dialog *dialog, Key key) {
    switch (key) {
    case K_TAB:
    case K_DOWN:
    case K_RIGHT:
        move_focus(dialog, 1);
        break;
    case K_SHIFT_TAB:
    case K_UP:
    case K_LEFT:
        move_focus(dialog, -1);
        break;
    default:
        break;
    }
}

void dialog_key(Layer *layer, Key key) {
    Dialog *dialog = (Dialog *)layer;
    DialogItem *item = focused_item(dialog);
    if (key == K_ESCAPE) {
        cancel(dialog);
        return;
    }
    if (dialog->reading && (key == K_ENTER || key == ' ') && page_down(dialog))
        return;
    if (key == K_ENTER || (key == ' ' && item != NULL && item->kind == ITEM_BUTTON)) {
        accept(dialog);
        return;
    }
    if (item != NULL && item_key(item, key)) {
        dialog->follow_focus = true;
        if (dialog->error != NULL && dialog->error_item == dialog->focus)
            dialog_set_error(dialog, dialog->focus, NULL); /* it is being mended */
        return;
    }
    if (!press_letter(dialog, key) && !scroll_key(dialog, key))
        move_key(dialog, key);
}

/* --- mouse --- */

static bool rect_contains(Rect area, int y, int x) {
    return y >= area.y && y < area.y + area.height && x >= area.x && x < area.x + area.width;
}

/* The item at a place of the content, -1: none. */
static int item_at(const Dialog *dialog, int y, int x) {
    for (int i = 0; i < dialog->count; i++)
        if (rect_contains(dialog->item[i].area, y, x) && dialog_item_is_focusable(&dialog->item[i]))
            return i;
    return -1;
}

/* A first click selects a line, a click on the selected line of a list that had the focus chooses
 * it. */
static void click_list(Dialog *dialog, int number, int row, bool was_focused) {
    DialogItem *item = &dialog->item[number];
    size_t line = item->top + (size_t)row;
    if (line >= item->count)
        return;
    if (was_focused && line == item->selected && item->handler != NULL)
        press(dialog, number);
    else
        item->selected = line;
}

static void click_item(Dialog *dialog, int number, int y, int x) {
    DialogItem *item = &dialog->item[number];
    int left = dialog->label_width > 0 ? dialog->label_width : 2; /* where a field begins */
    bool was_focused = dialog->focus == number;
    dialog_focus(dialog, number);
    switch (item->kind) {
    case ITEM_BUTTON:
        press(dialog, number);
        break;
    case ITEM_FIELD:
        text_field_click(item->field, x > left ? x - left : 0);
        break;
    case ITEM_CHOICE:
        turn_choice(item, x <= left + 1 ? -1 : 1);
        break;
    case ITEM_LIST:
        click_list(dialog, number, y - item->area.y, was_focused);
        break;
    case ITEM_TEXT:
        break;
    }
}

void dialog_mouse(Layer *layer, MouseEvent mouse) {
    Dialog *dialog = (Dialog *)layer;
    if (!rect_contains(dialog->inner, mouse.y, mouse.x))
        return;
    int y = mouse.y - dialog->inner.y + dialog->scroll;
    int x = mouse.x - dialog->inner.x;
    int number = item_at(dialog, y, x);
    if (mouse.kind == MOUSE_CLICK) {
        if (number >= 0)
            click_item(dialog, number, y, x);
        return;
    }
    int lines = mouse.kind == MOUSE_WHEEL_UP ? -WHEEL_LINES : WHEEL_LINES;
    if (number >= 0 && dialog->item[number].kind == ITEM_LIST)
        select_by(&dialog->item[number], lines);
    else
        dialog->scroll += lines;
}

void dialog_paste(Layer *layer, const char *text) {
    Dialog *dialog = (Dialog *)layer;
    for (int i = 0; i < dialog->count; i++) {
        int number = (dialog->focus + i) % dialog->count; /* the focused field, or the next one */
        if (dialog->focus >= 0 && dialog->item[number].kind == ITEM_FIELD) {
            dialog_focus(dialog, number);
            text_field_insert(dialog->item[number].field, text);
            return;
        }
    }
}
