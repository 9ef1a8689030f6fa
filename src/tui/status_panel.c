/* Below the board: which keys do what, and the status line. */
#include <config.h>

#include "tui/panels.h"

#include <stdio.h>
#include <string.h>

enum {
    TEXT_SIZE = 128,
    STATUS_ROOM_MIN = 24 /* columns of a sentence that are worth reading */
};

/* One field: the key's name, then what it does. */
static void draw_hint(int y, int x, const char *field, size_t length) {
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)length, field);
    size_t key = strcspn(text, " ");
    draw_text(y, x, TEXT_SIZE, ROLE_DIM, text);
    text[key] = '\0';
    draw_text(y, x, TEXT_SIZE, ROLE_KEY, text);
}

void hints_paint(const View *view, Rect area) {
    const char *field = view->hints == NULL ? "" : view->hints;
    int y = area.y, x = area.x;
    while (*field != '\0') {
        const char *end = strstr(field, "  ");
        size_t length = end == NULL ? strlen(field) : (size_t)(end - field);
        if (x > area.x && x + (int)length > area.x + area.width) {
            y++;
            x = area.x;
        }
        if (y >= area.y + area.height)
            return;
        if ((int)length <= area.width) {
            draw_hint(y, x, field, length);
            x += (int)length + 2;
        }
        field += length;
        field += strspn(field, " ");
    }
}

/* Takes from each warning what follows "unless". */
static void shorten_warnings(char *text) {
    for (char *from = strstr(text, " unless "); from != NULL; from = strstr(from, " unless ")) {
        const char *stop = strchr(from, '.');
        if (stop == NULL)
            return;
        memmove(from, stop, strlen(stop) + 1);
    }
}

static void keep_first_warning(char *text) {
    char *second = strstr(text, "  ! ");
    if (second != NULL)
        *second = '\0';
}

static bool status_fits(const char *before, const char *warning, Rect area) {
    int width = draw_width(warning);
    if (area.height > 1)
        return width <= area.width && draw_width(before) <= area.width;
    return draw_width(before) + 2 + width <= area.width;
}

/* On one line the warnings stand at its end; the sentence is cut for them unless little would be
 * left of it. */
static void paint_status_line(const char *before, const char *warning, Rect area) {
    int width = draw_width(warning);
    int room = area.width - width - 2;
    bool both = room >= STATUS_ROOM_MIN || room >= draw_width(before);
    draw_wrapped((Rect){area.y, area.x, 1, both ? room : area.width}, ROLE_STATUS, before, 0);
    if (both)
        draw_text(area.y, area.x + area.width - width, width, ROLE_WARNING, warning);
}

void status_paint(const char *status, Rect area) {
    const char *mark = strstr(status, "  ! ");
    if (mark == NULL) {
        draw_wrapped(area, ROLE_STATUS, status, 0);
        return;
    }
    char before[VIEW_STATUS_SIZE], warning[VIEW_STATUS_SIZE];
    snprintf(before, sizeof before, "%.*s", (int)(mark - status), status);
    snprintf(warning, sizeof warning, "%s", mark + 2);
    if (!status_fits(before, warning, area))
        shorten_warnings(warning);
    if (!status_fits(before, warning, area))
        keep_first_warning(warning);
    if (area.height == 1) {
        paint_status_line(before, warning, area);
        return;
    }
    draw_text(area.y, area.x, area.width, ROLE_STATUS, before);
    draw_text(area.y + 1, area.x, area.width, ROLE_WARNING, warning);
}
