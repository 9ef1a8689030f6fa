#include <config.h>

#include "board/painter.h"

#include <stdio.h>

#include "base/number.h"
#include "board/lost_pieces.h"
#include "board/panels.h"
#include "board/squares.h"
#include "board/theme.h"
#include "term/draw.h"
#include "term/terminal.h"

/* Without colours, lines separate the squares. */
static bool is_ruled(void) {
    return terminal_capabilities()->colors == 0;
}

enum {
    THINKING_LINES = 3, /* of a single variation */
    TALK_LINES = 5,
    GRAPH_PLIES_MIN = 8, /* of a graph that says more than the bar */
    REVIEW_CELLS = 170,  /* of most texts of a review, likewise */
    ABOUT_CELLS = 130    /* of the longest text about a piece, and of blanks at the ends of lines */
};

static int thinking_lines(const View *view) {
    if (view->analysis_lines > 1)
        return view->analysis_lines;
    return view->thinking != NULL || view->analysis_lines > 0 ? THINKING_LINES : 0;
}

/* Returns the lines for a text of up to `cells` columns, so that nothing moves with the cursor. */
static int fixed_lines(int cells, int width) {
    return (cells + width - 1) / width;
}

/* The summary of a game has the lines that it needs; the moves do not jump with what is said of
 * each. */
static void fit_review(const View *view, int width, LayoutOptions *options) {
    options->review_whole = !view->browsing || view->ply == 0;
    options->review_lines = options->review_whole
                                ? max_int(draw_wrapped_height(view->review->sentence, width), 1)
                                : fixed_lines(REVIEW_CELLS, width);
}

Screen painter_arrange(const View *view) {
    LayoutOptions options = {
        .lines = draw_lines(),
        .columns = draw_columns(),
        .zoom = view->zoom,
        .ruled = is_ruled(),
        .thinking_lines = thinking_lines(view),
        .talk_lines = view->game_id != NULL ? TALK_LINES : 0,
        .bar = view->scored,
        .graph = view->scored && (view->review != NULL || view->record->count >= GRAPH_PLIES_MIN),
        .lesson = view->lesson != NULL || view->setup != NULL};
    Screen screen = {.layout = layout_make(&options), .flipped = view->flipped};
    if (screen.layout.zoom == 0)
        return screen;
    int width = layout_untitled(screen.layout.side).width;
    if (width > 0) {
        if (view->notice[0] != '\0')
            options.notice_lines = draw_wrapped_height(view->notice, width);
        options.note_lines = view->notes != NULL ? draw_wrapped_height(view->notes, width) : 0;
        options.candidate_lines =
            view->candidates != NULL ? candidate_panel_lines(view->candidates, width) : 0;
        options.lost_lines = lost_pieces_lines(view, width);
        options.about_lines = view->about != NULL ? fixed_lines(ABOUT_CELLS, width) : 0;
        if (view->review != NULL)
            fit_review(view, width, &options);
        screen.layout = layout_make(&options);
    }
    if (view->lesson != NULL && layout_can_extend_turn(&screen.layout) &&
        draw_width(lesson_panel_task(view->lesson)) > screen.layout.turn.width)
        layout_extend_turn(&screen.layout);
    if (view->setup != NULL && layout_can_extend_status(&screen.layout))
        layout_extend_status(&screen.layout); /* for what is not legal */
    screen.setup = setup_panel_arrange(view, &screen.layout);
    screen.panels = panels_arrange(view, &screen.layout);
    for (int panel = 0; panel < VIEW_PANEL_COUNT; panel++)
        screen.title_action[panel] = view->title_action[panel];
    return screen;
}

void painter_paint(const View *view, const Screen *screen) {
    Layout layout = screen->layout;
    draw_set_palette(theme_colors(view->theme));
    draw_set_surface(COLOR_SCREEN);
    draw_clear();
    if (layout.zoom == 0) {
        char text[160];
        snprintf(text, sizeof text, "Congo needs %d columns and %d lines; this is %d by %d.",
                 LAYOUT_COLUMNS_MIN, LAYOUT_LINES_MIN, draw_columns(), draw_lines());
        draw_wrapped((Rect){0, 0, draw_lines(), draw_columns()}, ROLE_NORMAL, text);
        draw_place_cursor(0, 0);
        return;
    }
    if (layout_can_extend_status(&layout) && !status_panel_fits(view->status, layout.status))
        layout_extend_status(&layout);
    panels_paint(view, &layout, &screen->panels);
    if (view->setup != NULL)
        setup_panel_paint(view, &layout, &screen->setup);
    squares_paint(view, &layout);
}

/* Returns the line with the title of a panel, of height 0 if it is not shown. */
static Rect title_of(const Layout *layout, ViewPanel panel) {
    const Rect panels[VIEW_PANEL_COUNT] = {
        [PANEL_MOVES] = layout->moves,           [PANEL_THINKING] = layout->thinking,
        [PANEL_SCORE] = layout->graph,           [PANEL_TALK] = layout->talk,
        [PANEL_CANDIDATES] = layout->candidates, [PANEL_REVIEW] = layout->review,
        [PANEL_NOTES] = layout->notes,           [PANEL_LESSON] = layout->lesson,
    };
    Rect title = panels[panel];
    title.height = min_int(title.height, 1);
    return title;
}

static bool hit_title(const Screen *screen, int y, int x, int *action) {
    for (int panel = 0; panel < VIEW_PANEL_COUNT; panel++)
        if (screen->title_action[panel] != VIEW_ACTION_NONE &&
            rect_contains(title_of(&screen->layout, (ViewPanel)panel), y, x)) {
            *action = screen->title_action[panel];
            return true;
        }
    return false;
}

Hit painter_hit(const Screen *screen, int y, int x) {
    Hit hit = {.type = HIT_NOTHING, .square = SQUARE_NONE};
    const Layout *layout = &screen->layout;
    if (layout->zoom == 0)
        return hit;
    int column = (x - layout->board.x) / layout->square_size.x;
    int row = (y - layout->board.y) / layout->square_size.y;
    if (rect_contains(layout->board, y, x) && column < BOARD_FILES && row < BOARD_RANKS) {
        hit.type = HIT_SQUARE;
        hit.square = squares_at(screen->flipped, column, row);
    } else if (!panels_hit(&screen->panels, y, x, &hit) &&
               !setup_panel_hit(&screen->setup, y, x, &hit) &&
               hit_title(screen, y, x, &hit.action)) {
        hit.type = HIT_ACTION;
    }
    return hit;
}

ViewSprite painter_sprite(const Screen *screen, PieceType type, Color color, int y, int x) {
    Rect board = screen->layout.board;
    int height = 2 * screen->layout.square_size.y, width = 2 * screen->layout.square_size.x;
    return (ViewSprite){
        .type = type,
        .color = color,
        .y = clamp_int(2 * (y - board.y) + 1 - height / 2, 0, (BOARD_RANKS - 1) * height),
        .x = clamp_int(2 * (x - board.x) + 1 - width / 2, 0, (BOARD_FILES - 1) * width),
    };
}

bool painter_status_fits(const Screen *screen, const char *status) {
    Rect area = screen->layout.status;
    if (layout_can_extend_status(&screen->layout))
        area.height++;
    return screen->layout.zoom == 0 || status_panel_fits(status, area);
}

bool painter_lesson_fits(const Screen *screen, const ViewLesson *lesson) {
    return screen->layout.zoom == 0 || lesson_panel_fits(lesson, screen->layout.lesson);
}

Rect painter_small_board(Rect area, const View *view) {
    for (Zoom zoom = ZOOM_6X3; zoom > ZOOM_AUTO; zoom--) {
        Layout layout = layout_board(zoom, is_ruled(), area.y, area.x);
        if (layout.board.height > area.height || layout.board.width > area.width)
            continue;
        draw_set_palette(theme_colors(view->theme));
        squares_paint(view, &layout);
        return layout.board;
    }
    return (Rect){area.y, area.x, 0, 0};
}
