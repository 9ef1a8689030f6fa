#include <config.h>

#include "board/panels.h"

#include <stdio.h>

#include "term/frame.h"
#include "tui/online/talk.h"

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

/* A lesson beside the board: what to know, what to do, and what came of it. */

enum { LINE_SIZE = 1024 };

/* Writes a paragraph from line *y of the inside on, and leaves a line free below it. */
static void put_paragraph(Rect inside, int *y, UiRole role, const char *text) {
    if (*text == '\0')
        return;
    Rect area = {inside.y + *y, inside.x, inside.height - *y, inside.width};
    if (area.height < 0)
        area.height = 0;
    *y += draw_wrapped(area, role, text, 0) + 1;
}

/* All but the text, from line `y` on; returns how many lines there are up to its end. */
static int put_remark_task_key(const ViewLesson *lesson, Rect inside, int y) {
    char task[LINE_SIZE];
    put_paragraph(inside, &y, ROLE_WARNING, lesson->remark);
    if (lesson->task[0] != '\0') {
        snprintf(task, sizeof task, "> %s", lesson->task);
        put_paragraph(inside, &y, ROLE_TITLE, task);
    }
    put_paragraph(inside, &y, ROLE_KEY, lesson->key);
    return y > 0 ? y - 1 : 0;
}

/* Where there is no room for all, the text goes: a box shows it, and when there is a remark it has
 * been read. */
int panels_paint_lesson(const ViewLesson *lesson, Rect inside) {
    const Rect nowhere = {inside.y, inside.x, 0, inside.width};
    int y = 0;
    put_paragraph(nowhere, &y, ROLE_NORMAL, lesson->text);
    int needed = put_remark_task_key(lesson, nowhere, y);
    if (needed > inside.height) {
        int rest = put_remark_task_key(lesson, inside, 0);
        return lesson->remark[0] != '\0' ? rest : needed;
    }
    y = 0;
    put_paragraph(inside, &y, ROLE_NORMAL, lesson->text);
    return put_remark_task_key(lesson, inside, y);
}

const char *panels_lesson_task(const ViewLesson *lesson) {
    return lesson->task[0] != '\0' ? lesson->task : lesson->key;
}

/* The newest line stands at the bottom. */
void panels_paint_talk(const View *view, Rect section) {
    Rect inside = section_inside(section);
    for (size_t number = view->talk_count; number > 0 && inside.height > 0; number--) {
        char text[TALK_TEXT_SIZE];
        const TalkLine *line = view->talk_at(view->talk_context, number - 1);
        if (line == NULL)
            return;
        talk_format(line, text);
        int rows = draw_wrapped((Rect){0, 0, 0, inside.width}, ROLE_NORMAL, text, 0);
        int cut = rows > inside.height ? rows - inside.height : 0;
        inside.height -= rows - cut;
        draw_wrapped((Rect){inside.y + inside.height, inside.x, rows - cut, inside.width},
                     ROLE_NORMAL, text, cut);
    }
}
