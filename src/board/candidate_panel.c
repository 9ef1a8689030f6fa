#include <config.h>

#include "board/candidate_panel.h"

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
    SUMMARIES = sizeof(((ViewCandidates *)NULL)->summary) / sizeof(const char *)
};

/* --- arranging --- */

int candidate_panel_lines(const ViewCandidates *candidates, int width) {
    int remark = candidates->remark[0] != '\0' ? draw_wrapped_height(candidates->remark, width) : 0;
    return 1 + remark + (int)candidates->count;
}

/* Moves the window over the list as little as possible. */
static size_t choose_top(const ViewCandidates *candidates, size_t height) {
    size_t top = candidates->top;
    if (candidates->selected < top)
        top = candidates->selected;
    if (candidates->selected >= top + height)
        top = candidates->selected + 1 - height;
    size_t last = candidates->count > height ? candidates->count - height : 0;
    return top < last ? top : last;
}

CandidatePlaces candidate_panel_arrange(const ViewCandidates *candidates, Rect panel) {
    CandidatePlaces places = {0};
    if (candidates == NULL || panel.height == 0)
        return places;
    Rect inside = layout_inside(panel);
    int remark = candidate_panel_lines(candidates, inside.width) - 1 - (int)candidates->count;
    if (inside.height < remark + (candidates->count > 0 ? 2 : 0)) /* a cut sentence misleads */
        remark = 0;
    places.remark = (Rect){inside.y, inside.x, remark, inside.width};
    places.moves = (Rect){inside.y + remark, inside.x, inside.height - remark, inside.width};
    places.moves.height = min_int(places.moves.height, (int)candidates->count);
    places.count = candidates->count;
    if (places.moves.height > 0)
        places.top = choose_top(candidates, (size_t)places.moves.height);
    return places;
}

/* --- painting --- */

const char *candidate_panel_summary(const ViewCandidates *candidates, int width) {
    for (int i = 0; i < SUMMARIES; i++)
        if (draw_width(candidates->summary[i]) <= width)
            return candidates->summary[i];
    return "";
}

/* Takes columns from the left of a line. */
static Rect take_columns(Rect *line, int width) {
    Rect taken = {line->y, line->x, 1, min_int(width, line->width)};
    line->x += taken.width;
    line->width -= taken.width;
    return taken;
}

static int value_width(const ViewCandidate *move) {
    return max_int(VALUE_WIDTH, draw_width(move->value) + 1);
}

static void paint_piece(const ViewCandidates *candidates, const ViewCandidate *move, Rect *line,
                        UiRole role) {
    const char *emoji =
        candidates->animals && terminal_capabilities()->rich ? piece_type_emoji(move->piece) : NULL;
    const char *name = piece_type_name(move->piece, candidates->pawns);
    int width = emoji != NULL ? EMOJI_WIDTH : NAME_WIDTH;
    if (line->width < width + NOTATION_WIDTH + value_width(move))
        return;
    Rect area = take_columns(line, width);
    draw_text(area.y, area.x, area.width - 1, role, emoji != NULL ? emoji : name);
}

/* Paints the value at the right end. */
static void paint_value(const ViewCandidate *move, Rect *line, UiRole role) {
    const char *value =
        line->width >= NOTATION_WIDTH + value_width(move) ? move->value : move->short_value;
    int width = min_int(draw_width(value), line->width);
    draw_text(line->y, line->x + line->width - width, width, role, value);
    line->width -= min_int(width + 1, line->width);
}

static void paint_move(const ViewCandidates *candidates, size_t index, Rect line) {
    ViewCandidate move;
    bool here = index == candidates->selected;
    UiRole role = here ? ROLE_HIGHLIGHT : ROLE_NORMAL;
    candidates->move_at(candidates->context, index, &move);
    if (here) {
        draw_fill(line, role);
        draw_text(line.y, line.x, MARK_WIDTH, role, "> ");
        draw_place_cursor(line.y, line.x);
    }
    take_columns(&line, MARK_WIDTH);
    paint_piece(candidates, &move, &line, here ? role : ROLE_DIM);
    paint_value(&move, &line, here ? role : move.good ? ROLE_TITLE : ROLE_NORMAL);
    if (draw_text(line.y, line.x, line.width, role, move.notation) < draw_width(move.notation))
        draw_text(line.y, line.x + line.width - 1, 1, role, draw_select("…", "~"));
}

void candidate_panel_paint(const ViewCandidates *candidates, const CandidatePlaces *places) {
    if (places->remark.height > 0)
        draw_wrapped(places->remark, ROLE_DIM, candidates->remark, 0);
    for (int i = 0; i < places->moves.height; i++) {
        Rect line = {places->moves.y + i, places->moves.x, 1, places->moves.width};
        paint_move(candidates, places->top + (size_t)i, line);
    }
}

bool candidate_panel_hit(const CandidatePlaces *places, int y, int x, size_t *move) {
    if (!rect_contains(places->moves, y, x))
        return false;
    *move = places->top + (size_t)(y - places->moves.y);
    return *move < places->count;
}
