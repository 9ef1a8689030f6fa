#include <config.h>

#include "term/dialog_draw.h"

#include <stdio.h>

#include "base/number.h"
#include "term/frame.h"

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

/* --- layout --- */

static int widest_line(const DialogItem *item) {
    int widest = 0;
    for (size_t i = 0; i < item->count; i++)
        widest = max_int(widest, draw_width(item->lines[i]));
    return widest;
}

static int label_width(const Dialog *dialog) {
    int widest = 0;
    for (int i = 0; i < dialog->count; i++)
        if (dialog->item[i].kind == ITEM_FIELD || dialog->item[i].kind == ITEM_CHOICE)
            widest = max_int(widest, FOCUS_MARK + draw_width(dialog->item[i].label) + 1);
    return widest;
}

static int button_width(const DialogItem *item) {
    return frame_button_width(item->label);
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
    int labels = label_width(dialog);
    int wanted = max_int(max_int(WIDTH_MIN, dialog->inner.width), draw_width(dialog->title) + 4);
    int buttons = 0;
    for (int i = 0; i < dialog->count; i++) {
        wanted = max_int(wanted, preferred_width(&dialog->item[i], labels));
        if (dialog->item[i].note != NULL)
            wanted = max_int(wanted, labels + NOTE_WIDTH_GOOD);
        if (dialog->item[i].kind == ITEM_BUTTON)
            buttons += button_width(&dialog->item[i]) + 1;
    }
    wanted = min_int(max_int(wanted, buttons), WIDTH_MAX);
    return min_int(wanted, draw_columns() - 2 * dialog->margin);
}

static int list_rows(const DialogItem *item) {
    int room = max_int(draw_lines() - 8, 3);
    return min_int(min_int(item->rows, room), max_int((int)item->count, 1));
}

/* Puts a button beside the one before it, or NULL, if there is room. Returns the line below it. */
static int place_button(Dialog *dialog, DialogItem *item, const DialogItem *previous, int y) {
    int width = min_int(button_width(item), dialog->inner.width);
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
        return list_rows(item);
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
        if (!dialog_item_is_shown(dialog, i))
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
        first =
            first && (!dialog_item_is_focusable(dialog, i) || dialog->item[i].kind == ITEM_BUTTON);
    if (first && bottom <= dialog->inner.height)
        top = 0; /* with the paragraphs above the first item or row of buttons */
    if (dialog->scroll + dialog->inner.height < bottom)
        dialog->scroll = bottom - dialog->inner.height;
    if (dialog->scroll > top)
        dialog->scroll = top;
}

/* Centres the dialog when it is opened or the screen has another size. Later its top moves only to
 * make room. */
static int find_top(Dialog *dialog) {
    if (dialog->lines != draw_lines() || dialog->columns != draw_columns())
        dialog->top = (draw_lines() - dialog->inner.height + dialog->edge - 1) / 2;
    dialog->lines = draw_lines();
    dialog->columns = draw_columns();
    return min_int(dialog->top, draw_lines() - 1 - dialog->inner.height);
}

static void layout_dialog(Dialog *dialog) {
    dialog->margin = draw_columns() >= LABELS_BESIDE_MIN + 4 ? 2 : 1;
    dialog->inner.width = inner_width(dialog);
    dialog->label_width = dialog->inner.width < LABELS_BESIDE_MIN ? 0 : label_width(dialog);
    layout_items(dialog);
    dialog->edge = frame_top(dialog->height);
    dialog->inner.height = min_int(dialog->height, draw_lines() - dialog->edge - 1);
    dialog->inner.y = find_top(dialog);
    dialog->inner.x = (draw_columns() - dialog->inner.width) / 2;
    if (dialog->follow_focus)
        scroll_to_focus(dialog);
    dialog->follow_focus = false;
    dialog->scroll = min_int(dialog->scroll, dialog->height - dialog->inner.height);
    dialog->scroll = max_int(dialog->scroll, 0);
}

/* --- drawing --- */

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
    draw_wrapped((Rect){y, dialog->inner.x + area.x, height, area.width}, role, text, skip);
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
    used += draw_text(y, x + used, width - 4, role, item->lines[item->selected]);
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

static void draw_list(const Dialog *dialog, DialogItem *item, bool focused) {
    size_t rows = (size_t)item->area.height;
    if (item->selected < item->top)
        item->top = item->selected;
    if (item->selected >= item->top + rows)
        item->top = item->selected - rows + 1;
    for (size_t i = 0; i < rows; i++) {
        size_t line = item->top + i;
        int y;
        if (!screen_line(dialog, item->area.y + (int)i, &y))
            continue;
        bool marked = focused && line == item->selected && line < item->count;
        UiRole role = marked ? ROLE_HIGHLIGHT : ROLE_DIALOG;
        draw_fill((Rect){y, dialog->inner.x, 1, dialog->inner.width}, role);
        draw_text(y, dialog->inner.x, FOCUS_MARK, role, marked ? "> " : "  ");
        if (line < item->count)
            draw_text(y, dialog->inner.x + FOCUS_MARK, dialog->inner.width - FOCUS_MARK, role,
                      item->lines[line]);
        if (marked)
            draw_place_cursor(y, dialog->inner.x);
    }
}

/* Letters press buttons only where nothing can be typed. */
static bool has_fields(const Dialog *dialog) {
    for (int i = 0; i < dialog->count; i++)
        if (dialog->item[i].kind == ITEM_FIELD)
            return true;
    return false;
}

static void draw_button(const Dialog *dialog, const DialogItem *item, bool focused) {
    int y;
    if (!screen_line(dialog, item->area.y, &y))
        return;
    bool has_letter = !has_fields(dialog);
    frame_button(y, dialog->inner.x + item->area.x, item->label, has_letter ? 0 : -1, focused);
}

static void draw_item(Dialog *dialog, int index) {
    DialogItem *item = &dialog->item[index];
    bool focused = dialog->focus == index;
    if (!dialog_item_is_shown(dialog, index))
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

void dialog_draw(Layer *layer) {
    Dialog *dialog = (Dialog *)layer;
    layout_dialog(dialog);
    Rect box = {dialog->inner.y - dialog->edge, dialog->inner.x - dialog->margin,
                dialog->inner.height + dialog->edge + 1, dialog->inner.width + 2 * dialog->margin};
    draw_set_surface(COLOR_DIALOG);
    frame_box(box, dialog->edge, dialog->title);
    for (int i = 0; i < dialog->count; i++)
        draw_item(dialog, i);
    if (dialog->error != NULL && dialog_item_is_shown(dialog, dialog->error_item))
        draw_paragraph(dialog, dialog->error_area, ROLE_ERROR, dialog->error);
    if (dialog->scroll > 0)
        frame_more(dialog->inner.y - 1, box);
    if (dialog->scroll + dialog->inner.height < dialog->height)
        frame_more(box.y + box.height - 1, box);
    draw_set_surface(COLOR_SCREEN);
}
