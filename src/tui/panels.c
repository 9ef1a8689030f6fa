#include <config.h>

#include "tui/panels.h"

#include "tui/frame.h"

enum { TEXT_SIZE = 128 };

/* Players in a network talk where a computer would think. */
static bool has_talk(const View *view) {
    return view->game_id != NULL && view->thought == NULL;
}

static void paint_thinking(const View *view, Rect section) {
    TitlePlace place = frame_separator(section, false);
    if (has_talk(view)) {
        frame_title(&place, ROLE_TITLE, "Talk");
        panels_paint_talk(view, section);
        return;
    }
    const char *title = view->thinking_title;
    char summary[TEXT_SIZE];
    thinking_panel_summary(view, place.width - draw_width(title) - 3, summary, sizeof summary);
    frame_title(&place, ROLE_TITLE, title);
    frame_right_title(&place, ROLE_NORMAL, summary);
    thinking_panel_paint(view, section);
}

static void paint_side(const View *view, const Layout *layout) {
    Color lower = view->flipped ? BLACK : WHITE;
    frame_sides(layout->side);
    player_panel_paint(view, layout->upper, color_other(lower), true);
    if (layout->moves.height > 0) {
        TitlePlace place = frame_separator(layout->moves, false);
        frame_title(&place, ROLE_TITLE, "Moves");
        if (view->browsing)
            frame_right_title(&place, ROLE_WARNING, "browsing");
        else if (view->game_id != NULL)
            frame_right_title(&place, ROLE_NORMAL, view->game_id);
    }
    move_list_paint(view, layout->moves);
    if (layout->thinking.height > 0)
        paint_thinking(view, layout->thinking);
    if (layout->graph.height > 0) {
        TitlePlace place = frame_separator(layout->graph, false);
        frame_title(&place, ROLE_TITLE, "Score");
        score_panel_paint_graph(view, layout->graph);
    }
    player_panel_paint(view, layout->lower, lower, false);
    player_panel_paint_quiet(view, layout->lower);
    frame_end(layout->side);
}

/* False when there is not enough room for it. */
static bool paint_lesson(const View *view, const Layout *layout) {
    Rect section = layout->lesson;
    if (section.height == 0)
        return false;
    frame_sides(section);
    TitlePlace place = frame_separator(section, true);
    frame_title(&place, ROLE_TITLE, view->lesson->title);
    frame_right_title(&place, ROLE_DIM, view->lesson->progress);
    frame_end(section);
    Rect inside = section_inside(section);
    inside.height--;
    return panels_paint_lesson(view->lesson, inside) <= inside.height;
}

bool panels_paint(const View *view, const Layout *layout) {
    bool complete = true;
    if (view->lesson != NULL)
        complete = paint_lesson(view, layout);
    else if (layout->side.height > 0)
        paint_side(view, layout);
    if (view->lesson != NULL || layout->side.height == 0)
        move_list_paint(view, layout->moves); /* forgets the last list */
    if (layout->turn.height > 0)
        player_panel_paint_turn(view, layout->turn);
    if (layout->bar.height > 0)
        score_panel_paint_bar(view, layout->bar);
    if (layout->hints.height > 0)
        status_panel_paint_hints(view, layout->hints);
    status_panel_paint(view->status, layout->status);
    return complete;
}
