#include <config.h>

#include "tui/draw.h"

#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"
#include "tui/palette.h"
#include "tui/terminal.h"
#include "tui/text.h"

static const Ink role_ink[ROLE_COUNT] = {
    [ROLE_NORMAL] = {HUE_TEXT, HUE_SCREEN, 0},
    [ROLE_DIM] = {HUE_DIM, HUE_SCREEN, 0},
    [ROLE_TITLE] = {HUE_TITLE, HUE_SCREEN, INK_BOLD},
    [ROLE_BORDER] = {HUE_BORDER, HUE_SCREEN, 0},
    [ROLE_HIGHLIGHT] = {HUE_FOCUS_TEXT, HUE_FOCUS, INK_MONO_REVERSE},
    [ROLE_INPUT] = {HUE_INPUT_TEXT, HUE_INPUT, INK_MONO_UNDERLINE},
    [ROLE_ERROR] = {HUE_ERROR, HUE_SCREEN, INK_BOLD},
    [ROLE_WARNING] = {HUE_WARNING, HUE_SCREEN, INK_MONO_BOLD},
    [ROLE_KEY] = {HUE_KEY, HUE_SCREEN, INK_MONO_BOLD},
    [ROLE_STATUS] = {HUE_TEXT, HUE_SCREEN, 0},
    [ROLE_BAR_WHITE] = {HUE_BAR_BLACK, HUE_BAR_WHITE, 0},
    [ROLE_BAR_BLACK] = {HUE_BAR_WHITE, HUE_BAR_BLACK, 0},
    [ROLE_DIALOG] = {HUE_DIALOG_TEXT, HUE_DIALOG, 0},
    [ROLE_DIALOG_BORDER] = {HUE_DIALOG_BORDER, HUE_DIALOG, 0},
};

static const Theme *current; /* NULL: the default one */
static Hue surface = HUE_SCREEN;

int draw_lines(void) {
    return LINES;
}

int draw_columns(void) {
    return COLS;
}

const char *draw_choose(const char *utf8, const char *ascii) {
    return terminal_abilities()->utf8 ? utf8 : ascii;
}

/* --- ink --- */

static const HueColor *hue_color(Hue hue) {
    if (current == NULL)
        current = theme_find("");
    return &current->color[hue];
}

static int color_of(Hue hue) {
    const HueColor *color = hue_color(hue);
    return terminal_abilities()->colors == 256 ? color->of_256 : color->of_8;
}

/* Bold black is shown as grey by many terminals that have 8 colours. */
static bool takes_bold(Ink ink) {
    return terminal_abilities()->colors != 8 || hue_color(ink.fg)->of_8 != COLOR_BLACK;
}

static attr_t attributes_of(Ink ink) {
    attr_t attributes = A_NORMAL;
    if ((ink.attributes & INK_BOLD) && takes_bold(ink))
        attributes |= A_BOLD;
    if (terminal_abilities()->colors > 0)
        return attributes;
    if (ink.attributes & INK_MONO_BOLD)
        attributes |= A_BOLD;
    if (ink.attributes & INK_MONO_REVERSE)
        attributes |= A_REVERSE;
    if (ink.attributes & INK_MONO_UNDERLINE)
        attributes |= A_UNDERLINE;
    return attributes;
}

static short pair_of(Ink ink) {
    int foreground = color_of(ink.fg), background = color_of(ink.bg);
    if (terminal_abilities()->colors == 8 && !(ink.attributes & INK_EXACT))
        foreground = palette_readable(foreground, background);
    return terminal_pair(foreground, background);
}

static Ink ink_of(Role role) {
    Ink ink = role_ink[role];
    if (ink.bg == HUE_SCREEN)
        ink.bg = surface;
    return ink;
}

void draw_surface(bool dialog) {
    surface = dialog ? HUE_DIALOG : HUE_SCREEN;
}

void draw_theme(const char *name) {
    current = theme_find(name);
}

void draw_clear(void) {
    cchar_t blank;
    Ink ink = ink_of(ROLE_NORMAL);
    setcchar(&blank, L" ", attributes_of(ink), pair_of(ink), NULL);
    bkgrndset(&blank);
    erase();
}

/* --- text --- */

int draw_ink(int y, int x, int width, Ink ink, const char *text) {
    if (y < 0 || y >= LINES || x < 0)
        return 0;
    if (width > COLS - x)
        width = COLS - x;
    bool utf8 = terminal_abilities()->utf8;
    attr_t attributes = attributes_of(ink);
    short pair = pair_of(ink);
    int used = 0;
    TextCell cell;
    while (celltext_next(&text, utf8, &cell) && used + cell.width <= width) {
        cchar_t shown;
        if (setcchar(&shown, cell.chars, attributes, pair, NULL) == OK)
            mvadd_wch(y, x + used, &shown);
        used += cell.width;
    }
    return used;
}

int draw_text(int y, int x, int width, Role role, const char *text) {
    return draw_ink(y, x, width, ink_of(role), text);
}

static void draw_blanks(int y, int x, int width, Ink ink) {
    for (int i = 0; i < width; i++)
        draw_ink(y, x + i, 1, ink, " ");
}

void draw_line(int y, int x, int width, Role role, const char *text) {
    int used = draw_text(y, x, width, role, text);
    draw_blanks(y, x + used, width - used, ink_of(role));
}

void draw_fill(Rect area, Role role) {
    for (int i = 0; i < area.height; i++)
        draw_blanks(area.y + i, area.x, area.width, ink_of(role));
}

int draw_width(const char *text) {
    return celltext_width(text, terminal_abilities()->utf8);
}

int draw_wrapped(Rect area, Role role, const char *text, int skip) {
    if (area.width < 1)
        return 0;
    bool utf8 = terminal_abilities()->utf8;
    int line = 0;
    while (text != NULL) {
        const char *rest;
        size_t size = celltext_break(text, area.width, utf8, &rest);
        if (line >= skip && line - skip < area.height) {
            char *part = memory_allocate(size + 1);
            memcpy(part, text, size);
            draw_text(area.y + line - skip, area.x, area.width, role, part);
            free(part);
        }
        line++;
        text = rest;
    }
    return line;
}

/* --- boxes --- */

static void draw_row(int y, Rect area, Role role, const char *left, const char *middle,
                     const char *right) {
    draw_text(y, area.x, 1, role, left);
    for (int i = 1; i < area.width - 1; i++)
        draw_text(y, area.x + i, 1, role, middle);
    draw_text(y, area.x + area.width - 1, 1, role, right);
}

void draw_box(Rect area, Role border, Role title_role, const char *title) {
    if (area.height < 2 || area.width < 2)
        return;
    const char *across = draw_choose("─", "-"), *down = draw_choose("│", "|");
    int bottom = area.y + area.height - 1;
    draw_row(area.y, area, border, draw_choose("┌", "+"), across, draw_choose("┐", "+"));
    draw_row(bottom, area, border, draw_choose("└", "+"), across, draw_choose("┘", "+"));
    for (int y = area.y + 1; y < bottom; y++) {
        draw_text(y, area.x, 1, border, down);
        draw_text(y, area.x + area.width - 1, 1, border, down);
    }
    if (title == NULL || area.width < 7)
        return;
    draw_text(area.y, area.x + 2, 1, border, " ");
    int used = draw_text(area.y, area.x + 3, area.width - 6, title_role, title);
    draw_text(area.y, area.x + 3 + used, 1, border, " ");
}

void draw_cursor(int y, int x) {
    terminal_place_cursor(y, x);
}
