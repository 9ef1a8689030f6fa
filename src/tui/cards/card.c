#include <config.h>

#include "tui/cards/card.h"

#include <stdio.h>
#include <string.h>

#include "term/draw.h"
#include "term/frame.h"
#include "term/terminal.h"

enum { MARGIN_WIDE = 3, MARGIN_NARROW = 1, NARROW_COLUMNS = 60, BUTTON_SIZE = 64 };

int card_margin(void) {
    return draw_columns() < NARROW_COLUMNS ? MARGIN_NARROW : MARGIN_WIDE;
}

static bool has_colors(void) {
    return terminal_capabilities()->colors > 0;
}

bool card_has_pictures(void) {
    return terminal_capabilities()->rich && terminal_capabilities()->colors >= 256;
}

static void draw_accent(Rect area) {
    for (int x = area.x; x < area.x + area.width; x++)
        draw_text(area.y, x, 1, ROLE_ACCENT, draw_select("▀", " "));
}

Rect card_begin(Rect area) {
    draw_set_surface(COLOR_DIALOG);
    if (has_colors()) {
        draw_fill(area, ROLE_DIALOG);
        draw_accent(area);
    } else {
        frame_box(area, "");
    }
    int margin = card_margin();
    return (Rect){area.y + CARD_EDGE, area.x + margin, area.height - 2 * CARD_EDGE,
                  area.width - 2 * margin};
}

void card_end(void) {
    draw_set_surface(COLOR_SCREEN);
}

void card_row_begin(Rect area, bool focused) {
    if (!focused)
        return;
    if (has_colors())
        draw_set_surface(COLOR_CARD);
    draw_fill(area, ROLE_NORMAL);
    draw_text(area.y, area.x, 1, ROLE_ACCENT, has_colors() ? draw_select("▌", ">") : ">");
    draw_place_cursor(area.y, area.x);
}

void card_row_end(void) {
    draw_set_surface(COLOR_DIALOG);
}

/* --- buttons --- */

static void write_button(const char *label, bool focused, char text[BUTTON_SIZE]) {
    snprintf(text, BUTTON_SIZE, focused ? "[>%s<]" : "[ %s ]", label);
}

int card_button_width(const char *label) {
    char text[BUTTON_SIZE];
    write_button(label, false, text);
    return draw_width(text);
}

Rect card_button(int y, int x, const char *label, int key, bool focused) {
    enum { BRACKETS = 2 }; /* before the label */
    char text[BUTTON_SIZE], letter[2] = {label[key], '\0'};
    Rect area = {y, x, 1, card_button_width(label)};
    write_button(label, focused, text);
    draw_text(y, x, area.width, focused ? ROLE_HIGHLIGHT : ROLE_DIALOG, text);
    if (focused)
        draw_place_cursor(y, x + BRACKETS);
    else
        draw_text(y, x + BRACKETS + key, 1, ROLE_KEY, letter);
    return area;
}
