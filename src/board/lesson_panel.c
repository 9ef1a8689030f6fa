#include <config.h>

#include "board/lesson_panel.h"

#include <stdio.h>

#include "board/layout.h"
#include "term/frame.h"

enum { TASK_SIZE = 1024 };

/* Paints a paragraph at line *y of the inside and advances *y past an empty line below it. */
static void paint_paragraph(Rect inside, int *y, UiRole role, const char *text) {
    if (*text == '\0')
        return;
    int height = inside.height > *y ? inside.height - *y : 0;
    Rect area = {inside.y + *y, inside.x, height, inside.width};
    *y += draw_wrapped(area, role, text, 0) + 1;
}

/* Returns the number of lines needed, which does not depend on the height of the inside. */
static int paint_content(const ViewLesson *lesson, Rect inside, bool with_text) {
    char task[TASK_SIZE] = "";
    int y = 0;
    if (lesson->task[0] != '\0')
        snprintf(task, sizeof task, "> %s", lesson->task);
    if (with_text)
        paint_paragraph(inside, &y, ROLE_NORMAL, lesson->text);
    paint_paragraph(inside, &y, ROLE_WARNING, lesson->remark);
    paint_paragraph(inside, &y, ROLE_TITLE, task);
    paint_paragraph(inside, &y, ROLE_KEY, lesson->key);
    return y > 0 ? y - 1 : 0;
}

static int content_height(const ViewLesson *lesson, Rect inside, bool with_text) {
    inside.height = 0;
    return paint_content(lesson, inside, with_text);
}

static Rect inside_of(Rect section) {
    Rect inside = layout_inside(section);
    inside.height--; /* the frame's lower edge */
    return inside;
}

bool lesson_panel_fits(const ViewLesson *lesson, Rect section) {
    Rect inside = inside_of(section);
    return section.height > 0 &&
           (content_height(lesson, inside, true) <= inside.height ||
            (lesson->remark[0] != '\0' && content_height(lesson, inside, false) <= inside.height));
}

void lesson_panel_paint(const ViewLesson *lesson, Rect section) {
    if (section.height == 0)
        return;
    frame_sides(section);
    TitlePlace place = frame_separator(section, true);
    frame_title(&place, ROLE_TITLE, lesson->title);
    frame_right_title(&place, ROLE_DIM, lesson->progress);
    frame_end(section);
    Rect inside = inside_of(section);
    paint_content(lesson, inside, content_height(lesson, inside, true) <= inside.height);
}

const char *lesson_panel_task(const ViewLesson *lesson) {
    return lesson->task[0] != '\0' ? lesson->task : lesson->key;
}
