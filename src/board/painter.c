#include <config.h>

#include "board/painter.h"

#include <stdio.h>

#include "board/layout.h"
#include "board/panels.h"
#include "board/squares.h"
#include "board/theme.h"

/* The screen painted last, for clicks. */
enum { TALK_LINES = 3 }; /* above the usual number */

static struct {
    Layout layout;
    bool flipped;
    bool lesson_fits;
} last;

static void paint_too_small(void) {
    char text[160];
    snprintf(text, sizeof text, "Congo needs %d columns and %d lines; this is %d by %d.",
             LAYOUT_COLUMNS_MIN, LAYOUT_LINES_MIN, draw_columns(), draw_lines());
    draw_wrapped((Rect){0, 0, draw_lines(), draw_columns()}, ROLE_NORMAL, text, 0);
    draw_place_cursor(0, 0);
}

/* Nothing is known then of what positions are worth. */
static bool is_live_network_game(const View *view) {
    return view->game_id != NULL && !outcome_is_over(view->outcome);
}

/* Talk is of use in more lines than a computer's thought. */
static int extra_thinking_lines(const View *view) {
    if (view->game_id != NULL)
        return TALK_LINES;
    return view->analysis_lines > 1 ? view->analysis_lines - 1 : 0;
}

void painter_paint(const View *view) {
    LayoutOptions options = {.lines = draw_lines(),
                             .columns = draw_columns(),
                             .zoom = view->zoom,
                             .ruled = squares_are_ruled(),
                             .extra_thinking_lines = extra_thinking_lines(view),
                             .no_graph = is_live_network_game(view),
                             .lesson = view->lesson != NULL};
    last.layout = layout_make(&options);
    last.flipped = view->flipped;
    draw_set_palette(theme_colors(view->theme));
    draw_set_surface(false);
    draw_clear();
    if (last.layout.zoom == 0) {
        paint_too_small();
        return;
    }
    if (layout_can_extend_status(&last.layout) &&
        !status_panel_fits(view->status, last.layout.status))
        layout_extend_status(&last.layout);
    last.lesson_fits = panels_paint(view, &last.layout);
    squares_paint(view, &last.layout);
}

Hit painter_hit(int y, int x) {
    Hit hit = {.kind = HIT_NOTHING, .square = SQUARE_NONE};
    const Layout *layout = &last.layout;
    if (layout->zoom == 0)
        return hit;
    int column = (x - layout->board.x) / layout->square_size.x;
    int row = (y - layout->board.y) / layout->square_size.y;
    if (rect_contains(layout->board, y, x) && column < BOARD_FILES && row < BOARD_RANKS) {
        hit.kind = HIT_SQUARE;
        hit.square = squares_at(last.flipped, column, row);
    } else if (move_list_hit(y, x, &hit.ply)) {
        hit.kind = HIT_PLY;
    }
    return hit;
}

int painter_zoom(void) {
    return last.layout.zoom;
}

bool painter_status_fits(const char *text) {
    Rect room = last.layout.status;
    if (layout_can_extend_status(&last.layout))
        room.height++;
    return last.layout.zoom == 0 || status_panel_fits(text, room);
}

bool painter_lesson_fits(void) {
    return last.layout.zoom == 0 || last.lesson_fits;
}

Rect painter_small_board(Rect area, const View *view) {
    for (int zoom = 3; zoom > 0; zoom--) {
        Layout layout = layout_board(zoom, squares_are_ruled(), area.y, area.x);
        if (layout.board.height > area.height || layout.board.width > area.width)
            continue;
        draw_set_palette(theme_colors(view->theme));
        squares_paint(view, &layout);
        return layout.board;
    }
    return (Rect){area.y, area.x, 0, 0};
}
