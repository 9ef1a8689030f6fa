#include <config.h>

#include "term/list.h"

#include "base/number.h"
#include "term/frame.h"

enum { ALL_ROWS = 1 << 30 };

int list_key_rows(Key key, int height) {
    int page = max_int(height - 1, 1);
    switch (key) {
    case K_UP:
        return -1;
    case K_DOWN:
        return 1;
    case K_PAGE_UP:
        return -page;
    case K_PAGE_DOWN:
        return page;
    case K_HOME:
        return -ALL_ROWS;
    case K_END:
        return ALL_ROWS;
    default:
        return 0;
    }
}

void list_select(List *list, long row) {
    long last = (long)list->count - 1;
    list->selected = last <= 0 || row < 0 ? 0 : (size_t)(row < last ? row : last);
}

bool list_move(List *list, long rows) {
    size_t before = list->selected;
    list_select(list, (long)before + rows);
    return list->selected != before;
}

void list_arrange(List *list, Rect area) {
    size_t rows = (size_t)clamp_int(area.height, 0, (int)list->count);
    size_t selected = list->selected < list->count ? list->selected : 0;
    area.height = (int)rows;
    list->area = area;
    if (rows > 0 && selected >= list->top + rows)
        list->top = selected - rows + 1;
    if (selected < list->top)
        list->top = selected;
    if (list->top + rows > list->count)
        list->top = list->count - rows;
}

void list_draw(const List *list, UiRole role, int border, ListRowDrawer *draw_row,
               const void *context) {
    const Rect area = list->area;
    for (int i = 0; i < area.height; i++) {
        size_t row = list->top + (size_t)i;
        bool here = row == list->selected;
        UiRole row_role = here ? ROLE_HIGHLIGHT : role;
        draw_fill((Rect){area.y + i, area.x, 1, area.width}, row_role);
        draw_text(area.y + i, area.x, LIST_MARK, row_role, here ? "> " : "");
        draw_row(context, row, (Rect){area.y + i, area.x + LIST_MARK, 1, area.width - LIST_MARK},
                 row_role);
    }
    if (border >= 0 && list->top > 0)
        frame_more_rows(area.y, border, true);
    if (border >= 0 && list->top + (size_t)area.height < list->count)
        frame_more_rows(area.y + area.height - 1, border, false);
}

bool list_hit(const List *list, int y, int x, size_t *row) {
    if (!rect_contains(list->area, y, x))
        return false;
    *row = list->top + (size_t)(y - list->area.y);
    return *row < list->count;
}
