#include <config.h>

#include "term/frame.h"

static void draw_across(int y, Rect frame, UiRole role, const char *left, const char *right) {
    draw_text(y, frame.x, 1, role, left);
    for (int x = 1; x < frame.width - 1; x++)
        draw_text(y, frame.x + x, 1, role, draw_select("─", "-"));
    draw_text(y, frame.x + frame.width - 1, 1, role, right);
}

static void draw_top(Rect frame, UiRole role) {
    draw_across(frame.y, frame, role, draw_select("┌", "+"), draw_select("┐", "+"));
}

static void draw_sides(Rect frame, UiRole role) {
    for (int y = frame.y + 1; y < frame.y + frame.height - 1; y++) {
        draw_text(y, frame.x, 1, role, draw_select("│", "|"));
        draw_text(y, frame.x + frame.width - 1, 1, role, draw_select("│", "|"));
    }
}

static void draw_bottom(Rect frame, UiRole role) {
    draw_across(frame.y + frame.height - 1, frame, role, draw_select("└", "+"),
                draw_select("┘", "+"));
}

void frame_box(Rect area, const char *title) {
    const UiRole border = ROLE_DIALOG_BORDER;
    draw_fill(area, ROLE_DIALOG);
    if (area.height < 2 || area.width < 2)
        return;
    draw_top(area, border);
    draw_sides(area, border);
    draw_bottom(area, border);
    if (area.width < 7)
        return;
    draw_text(area.y, area.x + 2, 1, border, " ");
    int used = draw_text(area.y, area.x + 3, area.width - 6, ROLE_TITLE, title);
    draw_text(area.y, area.x + 3 + used, 1, border, " ");
}

void frame_sides(Rect frame) {
    draw_sides(frame, ROLE_BORDER);
}

TitlePlace frame_separator(Rect section, bool first) {
    if (first)
        draw_top(section, ROLE_BORDER);
    else
        draw_across(section.y, section, ROLE_BORDER, draw_select("├", "+"), draw_select("┤", "+"));
    return (TitlePlace){section.y, section.x + 2, section.width - 4};
}

void frame_end(Rect frame) {
    draw_bottom(frame, ROLE_BORDER);
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
