#include <config.h>

#include "board/ending_panel.h"

#include "base/number.h"
#include "board/layout.h"
#include "term/draw.h"
#include "term/terminal.h"

enum {
    MARK_WIDTH = 2, /* "> " before the selected move */
    NAME_WIDTH = 10,
    EMOJI_WIDTH = 3,
    NOTATION_WIDTH = 7,    /* columns that most notations need, ... */
    VALUE_WIDTH = 11,      /* ... and their values, with a blank */
    SHORT_VALUE_WIDTH = 6, /* ... in their short form */
    VERDICTS = sizeof(((ViewEnding *)NULL)->verdict) / sizeof(const char *)
};

/* --- arranging --- */

int ending_panel_lines(const ViewEnding *ending, int width) {
    int remark = ending->remark[0] != '\0' ? draw_wrapped_height(ending->remark, width) : 0;
    return 1 + remark + (int)ending->count;
}

/* Moves the window over the list as little as possible. */
static size_t choose_top(const ViewEnding *ending, size_t height) {
    size_t top = ending->top;
    if (ending->selected < top)
        top = ending->selected;
    if (ending->selected >= top + height)
        top = ending->selected + 1 - height;
    size_t last = ending->count > height ? ending->count - height : 0;
    return top < last ? top : last;
}

EndingPlaces ending_panel_arrange(const ViewEnding *ending, Rect panel) {
    EndingPlaces places = {0};
    if (ending == NULL || panel.height == 0)
        return places;
    Rect inside = layout_inside(panel);
    int remark = ending_panel_lines(ending, inside.width) - 1 - (int)ending->count;
    if (inside.height < remark + (ending->count > 0 ? 2 : 0)) /* a cut sentence misleads */
        remark = 0;
    places.remark = (Rect){inside.y, inside.x, remark, inside.width};
    places.moves = (Rect){inside.y + remark, inside.x, inside.height - remark, inside.width};
    places.moves.height = min_int(places.moves.height, (int)ending->count);
    places.count = ending->count;
    if (places.moves.height > 0)
        places.top = choose_top(ending, (size_t)places.moves.height);
    return places;
}

/* --- painting --- */

const char *ending_panel_verdict(const ViewEnding *ending, int width) {
    for (int i = 0; i < VERDICTS; i++)
        if (draw_width(ending->verdict[i]) <= width)
            return ending->verdict[i];
    return "";
}

/* Takes columns from the left of a line. */
static Rect take_columns(Rect *line, int width) {
    Rect taken = {line->y, line->x, 1, min_int(width, line->width)};
    line->x += taken.width;
    line->width -= taken.width;
    return taken;
}

static void paint_piece(const ViewEnding *ending, const ViewEndingMove *move, Rect *line,
                        UiRole role) {
    const char *emoji =
        ending->animals && terminal_capabilities()->rich ? piece_type_emoji(move->piece) : NULL;
    const char *name = piece_type_name(move->piece, ending->pawns);
    int width = emoji != NULL ? EMOJI_WIDTH : NAME_WIDTH;
    if (line->width < width + NOTATION_WIDTH + VALUE_WIDTH)
        return;
    Rect area = take_columns(line, width);
    draw_text(area.y, area.x, area.width - 1, role, emoji != NULL ? emoji : name);
}

/* Paints the value at the right end. */
static void paint_value(const ViewEndingMove *move, Rect *line, UiRole role) {
    const char *value =
        line->width >= NOTATION_WIDTH + VALUE_WIDTH ? move->value : move->short_value;
    int width = min_int(draw_width(value), line->width);
    draw_text(line->y, line->x + line->width - width, width, role, value);
    line->width -= min_int(width + 1, line->width);
}

static void paint_move(const ViewEnding *ending, size_t index, Rect line) {
    ViewEndingMove move;
    bool here = index == ending->selected;
    UiRole role = here ? ROLE_HIGHLIGHT : ROLE_NORMAL;
    ending->move_at(ending->context, index, &move);
    if (here) {
        draw_fill(line, role);
        draw_text(line.y, line.x, MARK_WIDTH, role, "> ");
        draw_place_cursor(line.y, line.x);
    }
    take_columns(&line, MARK_WIDTH);
    paint_piece(ending, &move, &line, here ? role : ROLE_DIM);
    paint_value(&move, &line, here ? role : move.good ? ROLE_TITLE : ROLE_NORMAL);
    if (draw_text(line.y, line.x, line.width, role, move.notation) < draw_width(move.notation))
        draw_text(line.y, line.x + line.width - 1, 1, role, draw_select("…", "~"));
}

void ending_panel_paint(const ViewEnding *ending, const EndingPlaces *places) {
    if (places->remark.height > 0)
        draw_wrapped(places->remark, ROLE_DIM, ending->remark, 0);
    for (int i = 0; i < places->moves.height; i++) {
        Rect line = {places->moves.y + i, places->moves.x, 1, places->moves.width};
        paint_move(ending, places->top + (size_t)i, line);
    }
}

bool ending_panel_hit(const EndingPlaces *places, int y, int x, size_t *move) {
    if (!rect_contains(places->moves, y, x))
        return false;
    *move = places->top + (size_t)(y - places->moves.y);
    return *move < places->count;
}
