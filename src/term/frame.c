#include <config.h>

#include "term/frame.h"

static void draw_across(int y, Rect frame, const char *left, const char *right) {
    draw_text(y, frame.x, 1, ROLE_BORDER, left);
    for (int x = 1; x < frame.width - 1; x++)
        draw_text(y, frame.x + x, 1, ROLE_BORDER, draw_select("─", "-"));
    draw_text(y, frame.x + frame.width - 1, 1, ROLE_BORDER, right);
}

void frame_sides(Rect frame) {
    for (int y = frame.y + 1; y < frame.y + frame.height - 1; y++) {
        draw_text(y, frame.x, 1, ROLE_BORDER, draw_select("│", "|"));
        draw_text(y, frame.x + frame.width - 1, 1, ROLE_BORDER, draw_select("│", "|"));
    }
}

TitlePlace frame_separator(Rect section, bool first) {
    draw_across(section.y, section, first ? draw_select("┌", "+") : draw_select("├", "+"),
                first ? draw_select("┐", "+") : draw_select("┤", "+"));
    return (TitlePlace){section.y, section.x + 2, section.width - 4};
}

void frame_title(TitlePlace *place, UiRole role, const char *text) {
    if (place->width < 4 || *text == '\0')
        return;
    draw_text(place->y, place->x, 1, ROLE_BORDER, " ");
    int used = draw_text(place->y, place->x + 1, place->width - 2, role, text);
    draw_text(place->y, place->x + 1 + used, 1, ROLE_BORDER, " ");
    place->x += used + 1;
    place->width -= used + 1;
}

void frame_right_title(TitlePlace *place, UiRole role, const char *text) {
    int width = draw_width(text) + 2;
    if (*text == '\0' || width > place->width)
        return;
    TitlePlace end = {place->y, place->x + place->width - width, width};
    frame_title(&end, role, text);
    place->width -= width - 1;
}

void frame_end(Rect frame) {
    draw_across(frame.y + frame.height - 1, frame, draw_select("└", "+"), draw_select("┘", "+"));
}
