/* A lesson beside the board: what to know, what to do, and what came of it. */
#include <config.h>

#include <stdio.h>

#include "tui/panels.h"

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
