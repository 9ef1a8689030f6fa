#include <config.h>

#include "board/panels.h"

#include <stdio.h>

#include "rules/notation.h"

/* The list as painted last, for clicks. */
static struct {
    Rect area;
    size_t first_line;
    int number_width;
    int column_width;
    bool paired;      /* White's and Black's move on one line */
    size_t leading;   /* 1 if Black began: the first line then has no move of White's */
    size_t ply_count; /* that have a place */
} list;

enum { PAIRED_WIDTH_MIN = 22, NUMBER_WIDTH_MIN = 3 };

static size_t entries_per_line(void) {
    return list.paired ? 2 : 1;
}

static size_t line_of(size_t ply) {
    return (list.paired ? ply - 1 + list.leading : ply - 1) / entries_per_line();
}

static int digits(size_t number) {
    int count = 1;
    while (number >= 10) {
        number /= 10;
        count++;
    }
    return count;
}

/* The shown position's move is kept in view, with what follows it when that is browsed. */
static size_t choose_first_line(size_t current_line, size_t lines) {
    size_t height = (size_t)list.area.height;
    if (lines <= height)
        return 0;
    size_t above = current_line + 1 == lines ? height - 1 : height / 2;
    size_t first = current_line > above ? current_line - above : 0;
    return first + height > lines ? lines - height : first;
}

static void write_number(size_t ply, char *text, size_t size) {
    size_t turn = (ply - 1 + list.leading) / 2 + 1;
    bool black = (ply - 1 + list.leading) % 2 == 1;
    const char *dots = black && (!list.paired || ply == 1) ? "..." : ".";
    snprintf(text, size, "%zu%s", turn, dots);
}

static void paint_number(int y, size_t ply) {
    char number[32];
    write_number(ply, number, sizeof number);
    draw_text(y, list.area.x, list.number_width, ROLE_DIM, number);
}

/* The last place is for the move that is awaited. */
static void paint_entry(const View *view, size_t ply, int y, int x, int width) {
    const Record *record = view->record;
    if (ply > record->count) {
        draw_text(y, x + 1, width - 1, ROLE_DIM, "...");
        return;
    }
    char text[NOTATION_SIZE];
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, text);
    bool current = ply == view->ply;
    UiRole role = current ? ROLE_TITLE : ply > record->current ? ROLE_DIM : ROLE_NORMAL;
    if (current)
        draw_text(y, x, 1, ROLE_TITLE, ">");
    int used = draw_text(y, x + 1, width - 1, role, text);
    if (used < draw_width(text))
        draw_text(y, x + width - 1, 1, ROLE_DIM, draw_select("…", "~"));
}

static void paint_line(const View *view, size_t line, int y) {
    for (size_t i = 0; i < entries_per_line(); i++) {
        size_t place = line * entries_per_line() + i;
        if (list.paired && place < list.leading)
            continue;
        size_t ply = place + 1 - (list.paired ? list.leading : 0);
        if (ply > list.ply_count)
            return;
        if (i == 0 || ply == 1)
            paint_number(y, ply);
        int x = list.area.x + list.number_width + (int)i * list.column_width;
        paint_entry(view, ply, y, x, list.column_width);
    }
}

static void arrange(const View *view, Rect section) {
    const Record *record = view->record;
    bool open = !outcome_is_over(view->outcome);
    list.area = section_inside(section);
    list.leading = position_side(record_position_at(record, 0)) == BLACK ? 1 : 0;
    list.paired = list.area.width >= PAIRED_WIDTH_MIN;
    list.ply_count = record->count + (open && record->current == record->count ? 1 : 0);
    int number_width = digits(list.ply_count / 2 + 1) + (list.paired ? 1 : 3);
    if (list.paired && list.leading > 0)
        number_width = digits(list.ply_count / 2 + 1) + 3;
    list.number_width = number_width < NUMBER_WIDTH_MIN ? NUMBER_WIDTH_MIN : number_width;
    list.column_width = (list.area.width - list.number_width) / (int)entries_per_line();
}

void move_list_paint(const View *view, Rect section) {
    list.area.height = 0;
    if (section.height == 0)
        return;
    arrange(view, section);
    if (list.ply_count == 0)
        return;
    size_t lines = line_of(list.ply_count) + 1;
    size_t current = view->browsing ? (view->ply > 0 ? view->ply : 1) : list.ply_count;
    list.first_line = choose_first_line(line_of(current), lines);
    for (int i = 0; i < list.area.height && list.first_line + (size_t)i < lines; i++)
        paint_line(view, list.first_line + (size_t)i, list.area.y + i);
}

bool move_list_hit(int y, int x, size_t *ply) {
    int column = x - list.area.x - list.number_width;
    if (list.area.height == 0 || y < list.area.y || y >= list.area.y + list.area.height ||
        x < list.area.x || x >= list.area.x + list.area.width)
        return false;
    size_t entry = column < list.column_width ? 0 : entries_per_line() - 1;
    size_t place = (list.first_line + (size_t)(y - list.area.y)) * entries_per_line() + entry;
    if (list.paired && place < list.leading)
        return false;
    *ply = place + 1 - (list.paired ? list.leading : 0);
    return *ply <= list.ply_count;
}
