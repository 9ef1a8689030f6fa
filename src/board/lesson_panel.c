#include <config.h>

#include "board/lesson_panel.h"

#include <stdio.h>

#include "term/draw.h"
#include "term/terminal.h"

enum {
    TASK_SIZE = 1024,
    WIDE = 24, /* columns of a panel with margins */
    TALL = 14  /* lines of a panel with empty lines around its title */
};

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

/* Returns the area of the texts: below the title, within margins where there is room. */
static Rect inside_of(Rect section) {
    int margin = section.width < WIDE ? 1 : 2;
    int top = section.height < TALL ? 1 : 3;
    return (Rect){section.y + top, section.x + margin, section.height - top,
                  section.width - margin - (section.width < WIDE ? 0 : 1)};
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
    Rect inside = inside_of(section);
    int y = section.y + (section.height < TALL ? 0 : 1), width = draw_width(lesson->progress);
    draw_set_surface(COLOR_PANEL);
    draw_fill(section, ROLE_NORMAL);
    for (int i = 0; i < section.height && terminal_capabilities()->colors > 0; i++)
        draw_text(section.y + i, section.x, 1, ROLE_ACCENT, draw_select("▌", "|"));
    int used = draw_text(y, inside.x, inside.width, ROLE_TITLE, lesson->title);
    if (used + 1 + width <= inside.width)
        draw_text(y, inside.x + inside.width - width, width, ROLE_DIM, lesson->progress);
    paint_content(lesson, inside, content_height(lesson, inside, true) <= inside.height);
    draw_set_surface(COLOR_SCREEN);
}

const char *lesson_panel_task(const ViewLesson *lesson) {
    return lesson->task[0] != '\0' ? lesson->task : lesson->key;
}
