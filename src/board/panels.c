#include <config.h>

#include "board/panels.h"

#include <stdio.h>

#include "board/candidate_panel.h"
#include "board/lesson_panel.h"
#include "board/player_card.h"
#include "board/score_panel.h"
#include "board/status_panel.h"
#include "board/talk_panel.h"
#include "board/thinking_panel.h"

enum { GAME_TITLE_SIZE = 32 };

/* Paints a panel's title, and a text at the right end if it fits. */
static void paint_title(Rect panel, const char *title, UiRole role, const char *right) {
    Rect inside = layout_inside(panel);
    int used = draw_text(panel.y, inside.x, inside.width, ROLE_HEADING, title);
    int width = draw_width(right);
    if (used + 1 + width <= inside.width)
        draw_text(panel.y, inside.x + inside.width - width, width, role, right);
}

/* Returns the id of a network game, and that it is encrypted if there is room. */
static const char *game_title(const View *view, Rect panel, char title[GAME_TITLE_SIZE]) {
    int room = layout_inside(panel).width - draw_width("Moves") - 2;
    if (view->game_id == NULL)
        return "";
    snprintf(title, GAME_TITLE_SIZE, "encrypted %s", view->game_id);
    return view->encrypted && draw_width(title) <= room ? title : view->game_id;
}

static void paint_moves(const View *view, Rect panel, const MoveListPlaces *moves) {
    char title[GAME_TITLE_SIZE];
    if (view->browsing)
        paint_title(panel, "Moves", ROLE_WARNING, "browsing");
    else
        paint_title(panel, "Moves", ROLE_DIM, game_title(view, panel, title));
    move_list_paint(view, moves);
}

static void paint_thinking(const View *view, Rect panel) {
    char summary[THINKING_SUMMARY_SIZE];
    int room = layout_inside(panel).width - draw_width(view->thinking_title) - 2;
    thinking_panel_summary(view->thinking, room, summary);
    paint_title(panel, view->thinking_title, ROLE_NORMAL, summary);
    if (view->thinking != NULL)
        thinking_panel_paint(view->thinking, panel);
}

/* Leaves two columns before the summary, or one where only its shortest form fits. */
static void paint_candidates(const View *view, Rect panel, const CandidatePlaces *places) {
    int room = layout_inside(panel).width - draw_width(view->candidates->title);
    const char *summary = candidate_panel_summary(view->candidates, room - 2);
    if (summary[0] == '\0')
        summary = candidate_panel_summary(view->candidates, room - 1);
    paint_title(panel, view->candidates->title, ROLE_TITLE, summary);
    candidate_panel_paint(view->candidates, places);
}

/* Adds the longest text that fits at the right end of the title. */
static void paint_review_title(const ViewReview *review, Rect panel) {
    int room = layout_inside(panel).width - draw_width(review->title) - 1;
    const char *right = draw_width(review->right[0]) <= room ? review->right[0] : review->right[1];
    paint_title(panel, review->title, ROLE_NORMAL, right);
}

/* Names the key that shows all where there is no room for it. */
static void paint_notes(const View *view, Rect panel) {
    char right[KEY_NAME_SIZE + 16] = "";
    Rect inside = layout_inside(panel);
    if (view->notes_key[0] != '\0' &&
        draw_wrapped_height(view->notes, inside.width) > inside.height)
        snprintf(right, sizeof right, "%s: all", view->notes_key);
    paint_title(panel, "Notes", ROLE_DIM, right);
    draw_wrapped(inside, ROLE_NORMAL, view->notes, 0);
}

static void paint_cards_and_panels(const View *view, const Layout *layout, const Screen *screen) {
    Color lower = view->flipped ? BLACK : WHITE;
    player_card_paint(view, layout->upper, color_other(lower));
    player_card_paint(view, layout->lower, lower);
    if (layout->moves.height > 0)
        paint_moves(view, layout->moves, &screen->moves);
    if (layout->notice.height > 0)
        draw_wrapped(layout_untitled(layout->notice), ROLE_DIM, view->notice, 0);
    if (layout->notes.height > 0)
        paint_notes(view, layout->notes);
    if (layout->candidates.height > 0)
        paint_candidates(view, layout->candidates, &screen->candidates);
    if (layout->thinking.height > 0)
        paint_thinking(view, layout->thinking);
    if (layout->graph.height > 0)
        paint_title(layout->graph, "Score", ROLE_DIM, "");
    if (layout->review.height > 0)
        paint_review_title(view->review, layout->review);
    score_panel_paint(view, &screen->graph);
    if (layout->talk.height > 0) {
        paint_title(layout->talk, "Talk", ROLE_DIM, view->talk.muted);
        talk_panel_paint(&view->talk, view->talk.count, layout_inside(layout->talk), ROLE_NORMAL);
    }
    if (layout->about.height > 0)
        draw_wrapped(layout_untitled(layout->about), ROLE_DIM, view->about, 0);
}

void panels_paint(const View *view, const Layout *layout, const Screen *screen) {
    if (view->lesson != NULL)
        lesson_panel_paint(view->lesson, layout->lesson);
    else if (layout->side.height > 0 && view->setup == NULL)
        paint_cards_and_panels(view, layout, screen);
    if (layout->turn.height > 0 && view->setup == NULL)
        player_card_paint_turn(view, layout->turn);
    player_card_paint_marker(view, layout);
    if (layout->bar.height > 0)
        score_panel_paint_bar(view, layout->bar);
    hint_panel_paint(view, &screen->hints);
    status_panel_paint(view->status, layout->status);
}
