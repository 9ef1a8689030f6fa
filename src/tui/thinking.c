#include <config.h>

#include "tui/panels.h"

#include <stdio.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/notation.h"

enum { LINE_SIZE = 1024 };

static Score from_white(const View *view, Score score) {
    return position_side(view->thinking_position) == WHITE ? score : -score;
}

/* "950n/s", "12kn/s", "1.2Mn/s". */
static void write_speed(uint64_t nps, char *text, size_t size) {
    if (nps < 1000)
        snprintf(text, size, "%dn/s", (int)nps);
    else if (nps < 1000000)
        snprintf(text, size, "%dkn/s", (int)(nps / 1000));
    else
        snprintf(text, size, "%d.%dMn/s", (int)(nps / 1000000), (int)(nps / 100000 % 10));
}

void thinking_summary(const View *view, int width, char *text, size_t size) {
    *text = '\0';
    const SearchInfo *info = view->thinking;
    if (info == NULL || info->line_count == 0 || info->depth == 0) /* chance has no opinion */
        return;
    char score[16], speed[32];
    score_write(from_white(view, info->lines[0].score), score, sizeof score);
    write_speed(info->nps, speed, sizeof speed);
    snprintf(text, size, "%s d%d %s", score, info->depth, speed);
    if ((int)strlen(text) > width)
        snprintf(text, size, "%s d%d", score, info->depth);
    if ((int)strlen(text) > width)
        snprintf(text, size, "%s", score);
    if ((int)strlen(text) > width)
        *text = '\0';
}

/* A variation in Congo notation. It stops before a move that is not legal. */
static void write_line(const Position *start, const SearchLine *line, char text[LINE_SIZE]) {
    Position position = *start;
    size_t length = strlen(text);
    for (int i = 0; i < line->length; i++) {
        if (length + NOTATION_SIZE + 2 > LINE_SIZE || !move_is_legal(&position, line->pv[i]))
            return;
        if (length > 0)
            text[length++] = ' ';
        length += notation_write(&position, line->pv[i], text + length);
        position_make(&position, line->pv[i], NULL);
    }
}

void thinking_paint(const View *view, Rect section) {
    Rect inside = section_inside(section);
    const SearchInfo *info = view->thinking;
    if (info == NULL || view->thinking_position == NULL)
        return;
    for (int i = 0; i < info->line_count && i < inside.height; i++) {
        char text[LINE_SIZE] = "";
        bool alone = info->line_count == 1;
        if (!alone)
            score_write(from_white(view, info->lines[i].score), text, LINE_SIZE);
        write_line(view->thinking_position, &info->lines[i], text);
        Rect area = {inside.y + i, inside.x, alone ? inside.height : 1, inside.width};
        draw_wrapped(area, ROLE_NORMAL, text, 0);
    }
}
