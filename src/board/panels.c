#include <config.h>

#include "board/panels.h"

#include "board/lesson_panel.h"
#include "board/player_panel.h"
#include "board/score_panel.h"
#include "board/status_panel.h"
#include "board/talk_panel.h"
#include "board/thinking_panel.h"
#include "term/frame.h"

/* Paints the talk of a network game, or else the thinking of a computer. */
static void paint_talk_or_thinking(const View *view, Rect section) {
    TitlePlace place = frame_separator(section, false);
    if (view->game_id != NULL && view->thinking == NULL) {
        frame_title(&place, ROLE_TITLE, "Talk");
        talk_panel_paint(&view->talk, view->talk.count, layout_inside(section), ROLE_NORMAL);
        return;
    }
    char summary[THINKING_SUMMARY_SIZE];
    thinking_panel_summary(view->thinking, place.width - draw_width(view->thinking_title) - 3,
                           summary);
    frame_title(&place, ROLE_TITLE, view->thinking_title);
    frame_right_title(&place, ROLE_NORMAL, summary);
    if (view->thinking != NULL)
        thinking_panel_paint(view->thinking, section);
}

static void paint_moves(const View *view, Rect section, const MoveListPlaces *moves) {
    TitlePlace place = frame_separator(section, false);
    frame_title(&place, ROLE_TITLE, "Moves");
    if (view->browsing)
        frame_right_title(&place, ROLE_WARNING, "browsing");
    else if (view->game_id != NULL)
        frame_right_title(&place, ROLE_NORMAL, view->game_id);
    move_list_paint(view, moves);
}

static void paint_side(const View *view, const Layout *layout, const MoveListPlaces *moves) {
    Color lower = view->flipped ? BLACK : WHITE;
    frame_sides(layout->side);
    player_panel_paint(view, layout->upper, color_other(lower), true);
    if (layout->moves.height > 0)
        paint_moves(view, layout->moves, moves);
    if (layout->thinking.height > 0)
        paint_talk_or_thinking(view, layout->thinking);
    if (layout->graph.height > 0) {
        TitlePlace place = frame_separator(layout->graph, false);
        frame_title(&place, ROLE_TITLE, "Score");
        score_panel_paint_graph(view, layout_inside(layout->graph));
    }
    player_panel_paint(view, layout->lower, lower, false);
    player_panel_paint_quiet(view, layout->lower);
    frame_end(layout->side);
}

void panels_paint(const View *view, const Layout *layout, const MoveListPlaces *moves,
                  const HintPlaces *hints) {
    if (view->lesson != NULL)
        lesson_panel_paint(view->lesson, layout->lesson);
    else if (layout->side.height > 0)
        paint_side(view, layout, moves);
    if (layout->turn.height > 0)
        player_panel_paint_turn(view, layout->turn);
    if (layout->bar.height > 0)
        score_panel_paint_bar(view, layout->bar);
    hint_panel_paint(view, hints);
    status_panel_paint(view->status, layout->status);
}
