#include <config.h>

#include "term/frame.h"

#include <stdio.h>

#include "base/number.h"
#include "term/terminal.h"

enum { MARGIN = 2, BUTTON_SIZE = 80 };

static bool has_colors(void) {
    return terminal_capabilities()->colors > 0;
}

static int put_title(int y, int x, int width, UiRole role, const char *title) {
    draw_place_cursor(y, x);
    return draw_text(y, x, width, role, title);
}

/* ---- without colours: lines ---- */

static void draw_across(int y, Rect frame, const char *left, const char *right) {
    draw_text(y, frame.x, 1, ROLE_DIALOG_BORDER, left);
    for (int x = 1; x < frame.width - 1; x++)
        draw_text(y, frame.x + x, 1, ROLE_DIALOG_BORDER, draw_select("─", "-"));
    draw_text(y, frame.x + frame.width - 1, 1, ROLE_DIALOG_BORDER, right);
}

static void draw_lines_around(Rect area, const char *title) {
    draw_across(area.y, area, draw_select("┌", "+"), draw_select("┐", "+"));
    for (int y = area.y + 1; y < area.y + area.height - 1; y++) {
        draw_text(y, area.x, 1, ROLE_DIALOG_BORDER, draw_select("│", "|"));
        draw_text(y, area.x + area.width - 1, 1, ROLE_DIALOG_BORDER, draw_select("│", "|"));
    }
    draw_across(area.y + area.height - 1, area, draw_select("└", "+"), draw_select("┘", "+"));
    if (*title == '\0' || area.width < 7)
        return;
    draw_text(area.y, area.x + 2, 1, ROLE_DIALOG_BORDER, " ");
    int used = put_title(area.y, area.x + 3, area.width - 6, ROLE_TITLE, title);
    draw_text(area.y, area.x + 3 + used, 1, ROLE_DIALOG_BORDER, " ");
}

/* ---- with colours: a ground, with a bar for the title or an accent above it ---- */

int frame_top(int height) {
    return has_colors() && height + FRAME_TOP_MAX + 1 <= draw_lines() ? FRAME_TOP_MAX : 1;
}

int frame_margin(int width) {
    return width < 40 ? 1 : MARGIN;
}

void frame_box(Rect area, int top, const char *title) {
    draw_clear_around(area);
    draw_fill(area, ROLE_DIALOG);
    if (area.height < 2 || area.width < 2)
        return;
    if (!has_colors()) {
        draw_lines_around(area, title);
    } else if (top == 1 && *title != '\0') {
        int margin = frame_margin(area.width);
        draw_fill((Rect){area.y, area.x, 1, area.width}, ROLE_CHIP);
        put_title(area.y, area.x + margin, area.width - 2 * margin, ROLE_CHIP_KEY, title);
    } else {
        for (int x = area.x; x < area.x + area.width; x++)
            draw_text(area.y, x, 1, ROLE_ACCENT, draw_select("▀", "-"));
        put_title(area.y + 1, area.x + MARGIN, area.width - 2 * MARGIN, ROLE_TITLE, title);
    }
}

void frame_more(int y, Rect area) {
    static const char text[] = " (more)";
    int width = draw_width(text);
    draw_text(y, area.x + area.width - width - 1, width, ROLE_DIALOG_BORDER, text);
}

void frame_more_rows(int y, int x, bool above) {
    draw_text(y, x, 1, ROLE_DIALOG_BORDER, above ? draw_select("▲", "^") : draw_select("▼", "v"));
}

int frame_key(int y, int x, int width, const char *key, const char *word) {
    int used = draw_text(y, x, width, ROLE_KEY, key) + 1;
    return used + draw_text(y, x + used, max_int(width - used, 0), ROLE_DIM, word);
}

bool frame_hint(Rect box, int *x, const char *key, const char *word) {
    int width = draw_width(key) + 1 + draw_width(word);
    if (key[0] == '\0')
        return true;
    if (*x + width + 2 > box.x + box.width - 1)
        return false;
    draw_fill((Rect){box.y + box.height - 1, *x, 1, width + 2}, ROLE_DIM);
    frame_key(box.y + box.height - 1, *x + 1, width, key, word);
    *x += width + 2;
    return true;
}

/* ---- buttons ---- */

int frame_button_width(const char *label) {
    return draw_width(label) + (has_colors() ? 2 : 4);
}

void frame_button(int y, int x, const char *label, int letter, bool focused) {
    char text[BUTTON_SIZE], key[2] = {letter >= 0 ? label[letter] : '\0', '\0'};
    int before = has_colors() ? 1 : 2;
    if (has_colors())
        snprintf(text, sizeof text, " %s ", label);
    else
        snprintf(text, sizeof text, focused ? "[>%s<]" : "[ %s ]", label);
    draw_text(y, x, frame_button_width(label), focused ? ROLE_HIGHLIGHT : ROLE_CHIP, text);
    if (focused)
        draw_place_cursor(y, x + before);
    else if (letter >= 0)
        draw_text(y, x + before + letter, 1, has_colors() ? ROLE_CHIP_KEY : ROLE_KEY, key);
}
