#include <config.h>

#include "board/move_list.h"

#include <stdio.h>

#include "base/number.h"
#include "base/text.h"
#include "board/layout.h"
#include "rules/notation.h"
#include "term/draw.h"

enum {
    PAIRED_WIDTH_MIN = 26,
    NUMBER_END = 4, /* the column after the number of a pair */
    WHITE_COLUMN = 6,
    BLACK_COLUMN = 17,
    SINGLE_COLUMN = 7, /* of one move a line, after "12..." */
    MARGIN = 1
};

static size_t entries_per_line(const MoveListPlaces *places) {
    return places->paired ? 2 : 1;
}

/* Returns the number of empty entries before the first move. */
static size_t empty_entries(const MoveListPlaces *places) {
    return places->paired ? places->leading : 0;
}

static size_t line_of(const MoveListPlaces *places, size_t ply) {
    return (ply - 1 + empty_entries(places)) / entries_per_line(places);
}

/* Puts a browsed move in the middle, so that the moves after it are in sight too. */
static size_t choose_first_line(size_t current_line, size_t line_count, size_t height) {
    if (line_count <= height)
        return 0;
    size_t above = current_line + 1 == line_count ? height - 1 : height / 2;
    size_t first = current_line > above ? current_line - above : 0;
    return first + height > line_count ? line_count - height : first;
}

MoveListPlaces move_list_arrange(const View *view, Rect section) {
    const Record *record = view->record;
    bool awaits_move = !outcome_is_over(view->outcome) && record->current == record->count;
    Rect area = {section.y + 1, section.x, section.height - 1, section.width};
    MoveListPlaces places = {.area = area};
    if (section.height == 0)
        return (MoveListPlaces){0};
    places.leading = position_side(record_position_at(record, 0)) == BLACK ? 1 : 0;
    places.paired = places.area.width >= PAIRED_WIDTH_MIN;
    places.ply_count = record->count + (awaits_move ? 1 : 0);
    places.number_width = places.paired ? NUMBER_END : SINGLE_COLUMN - 1;
    places.white = places.paired ? WHITE_COLUMN : SINGLE_COLUMN;
    places.black = places.paired ? BLACK_COLUMN : SINGLE_COLUMN;
    if (places.ply_count > 0 && places.area.height > 0) {
        size_t shown = view->ply > 0 ? view->ply : 1;
        places.first_line =
            choose_first_line(line_of(&places, view->browsing ? shown : places.ply_count),
                              line_of(&places, places.ply_count) + 1, (size_t)places.area.height);
    }
    return places;
}

static void paint_number(const MoveListPlaces *places, size_t ply, int y) {
    char number[32];
    size_t half_moves = ply - 1 + places->leading;
    const char *dots = places->paired ? "" : half_moves % 2 == 1 ? draw_select("…", "...") : ".";
    snprintf(number, sizeof number, "%zu%s", half_moves / 2 + 1, dots);
    int width = draw_width(number);
    int x = places->paired ? max_int(places->number_width - width, 0) : MARGIN;
    draw_text(y, places->area.x + x, width, ROLE_DIM, number);
}

/* Writes the jumps of an unfinished capture as a move's notation begins: "M:D3:F5". */
static void write_chain(const ViewChain *chain, char text[NOTATION_SIZE]) {
    char name[SQUARE_TEXT_SIZE];
    snprintf(text, NOTATION_SIZE, "M");
    for (int i = 1; i < chain->count; i++) {
        square_write(chain->square[i], name);
        text_append(text, NOTATION_SIZE, ":%c%s", text_upper(name[0]), name + 1);
    }
}

static void paint_chain(const ViewChain *chain, int y, int x, int width) {
    char text[NOTATION_SIZE];
    write_chain(chain, text);
    const char *dots = draw_select("…", "...");
    int used = draw_text(y, x, width - draw_width(dots), ROLE_NORMAL, text);
    draw_text(y, x + used, width - used, ROLE_ACCENT, dots);
}

static void paint_awaited(const View *view, int y, int x, int width) {
    const Position *position = record_position_at(view->record, view->record->count);
    bool thinking = view->player[position_side(position)].thinking;
    const char *text = thinking ? draw_select("thinking…", "thinking") : "";
    if (!thinking || draw_width(text) > width)
        text = draw_select("…", "...");
    draw_text(y, x, width, ROLE_ACCENT, text);
}

/* Paints a move and its mark. A move that is too long is cut before the mark. */
static void paint_move(const Record *record, size_t ply, int y, int x, int width, UiRole role) {
    char text[NOTATION_SIZE];
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, text);
    unsigned char glyph = record_mark(record, ply);
    const char *mark = record_mark_text(glyph);
    int room = width - draw_width(mark);
    int used = draw_text(y, x, room, role, text);
    if (used < draw_width(text))
        draw_text(y, x + room - 1, 1, role, draw_select("…", "~"));
    bool good = glyph % 2 == 1; /* "!", "!!" and "!?" */
    draw_text(y, x + min_int(used, room), draw_width(mark), good ? ROLE_ACCENT : ROLE_WARNING,
              mark);
}

/* Paints an entry, on the ground of a card if its move led to the position shown. */
static void paint_entry(const View *view, size_t ply, int y, int x, int width) {
    const Record *record = view->record;
    if (ply == record->current + 1 && view->chain.count > 0) {
        paint_chain(&view->chain, y, x, width);
        return;
    }
    if (ply > record->count) {
        paint_awaited(view, y, x, width);
        return;
    }
    bool shown = ply == view->ply;
    if (shown)
        draw_set_surface(COLOR_CARD);
    UiRole role = shown ? ROLE_TITLE : ply > record->current ? ROLE_DIM : ROLE_NORMAL;
    paint_move(record, ply, y, x, width, role);
    draw_set_surface(COLOR_SCREEN);
}

static void paint_line(const View *view, const MoveListPlaces *places, size_t line, int y) {
    size_t per_line = entries_per_line(places), empty = empty_entries(places);
    for (size_t i = 0; i < per_line; i++) {
        size_t entry = line * per_line + i;
        if (entry < empty)
            continue;
        size_t ply = entry + 1 - empty;
        if (ply > places->ply_count)
            return;
        if (i == 0 || ply == 1)
            paint_number(places, ply, y);
        bool left = places->paired && i == 0;
        int column = i == 0 ? places->white : places->black;
        int end = left ? places->black - 1 : places->area.width - MARGIN;
        paint_entry(view, ply, y, places->area.x + column, end - column);
    }
}

void move_list_paint(const View *view, const MoveListPlaces *places) {
    if (places->ply_count == 0)
        return;
    size_t line_count = line_of(places, places->ply_count) + 1;
    for (int i = 0; i < places->area.height && places->first_line + (size_t)i < line_count; i++)
        paint_line(view, places, places->first_line + (size_t)i, places->area.y + i);
}

bool move_list_hit(const MoveListPlaces *places, int y, int x, size_t *ply) {
    if (!rect_contains(places->area, y, x))
        return false;
    int column = x - places->area.x;
    size_t per_line = entries_per_line(places), empty = empty_entries(places);
    size_t entry = (places->first_line + (size_t)(y - places->area.y)) * per_line +
                   (column < places->black ? 0 : per_line - 1);
    if (entry < empty)
        return false;
    *ply = entry + 1 - empty;
    return *ply <= places->ply_count;
}
