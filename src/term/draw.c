#include <config.h>

#include "term/draw.h"

#include <assert.h>
#include <curses.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "base/buffer.h"
#include "base/number.h"
#include "term/cells.h"
#include "term/style.h"
#include "term/terminal.h"

static const Style role_style[UI_ROLE_COUNT] = {
    [ROLE_NORMAL] = {COLOR_TEXT, COLOR_SCREEN, 0},
    [ROLE_DIM] = {COLOR_DIM, COLOR_SCREEN, 0},
    [ROLE_STRONG] = {COLOR_TEXT, COLOR_SCREEN, STYLE_BOLD},
    [ROLE_HEADING] = {COLOR_DIM, COLOR_SCREEN, STYLE_MONO_BOLD},
    [ROLE_TITLE] = {COLOR_TITLE, COLOR_SCREEN, STYLE_BOLD},
    [ROLE_BORDER] = {COLOR_BORDER, COLOR_SCREEN, 0},
    [ROLE_HIGHLIGHT] = {COLOR_FOCUS_TEXT, COLOR_FOCUS, STYLE_MONO_REVERSE},
    [ROLE_INPUT] = {COLOR_INPUT_TEXT, COLOR_INPUT, STYLE_MONO_UNDERLINE},
    [ROLE_ERROR] = {COLOR_ERROR, COLOR_SCREEN, STYLE_BOLD},
    [ROLE_WARNING] = {COLOR_WARNING, COLOR_SCREEN, STYLE_MONO_BOLD},
    [ROLE_KEY] = {COLOR_KEY, COLOR_SCREEN, STYLE_BOLD},
    [ROLE_ACCENT] = {COLOR_ACCENT, COLOR_SCREEN, STYLE_MONO_BOLD},
    [ROLE_DIALOG] = {COLOR_DIALOG_TEXT, COLOR_DIALOG, 0},
    [ROLE_DIALOG_BORDER] = {COLOR_DIALOG_BORDER, COLOR_DIALOG, 0},
    [ROLE_CHIP] = {COLOR_TEXT, COLOR_CARD, 0},
    [ROLE_CHIP_KEY] = {COLOR_KEY, COLOR_CARD, STYLE_BOLD},
};

enum {
    STYLE_DIMMED = 32, /* set while everything is drawn dimmed */
    DIMMED_DARK = 40,  /* percent of its light that a dimmed colour keeps on a dark screen ... */
    DIMMED_LIGHT = 70, /* ... and on a light one, whose text stays dark */
    LIGHT_SCREEN = 128 /* green of a light screen, at least */
};

static const PaletteColor *palette;
static ColorRole surface = COLOR_SCREEN;
static unsigned dimmed;                 /* STYLE_DIMMED or 0 */
static Rect covered;                    /* see draw_covered() */
static unsigned cleared_as;             /* `dimmed` at the last draw_clear() */
static int dimmed_color[UCHAR_MAX + 1]; /* by role, of the palette; -1 if not yet known */

int draw_lines(void) {
    return LINES;
}

int draw_columns(void) {
    return COLS;
}

const char *draw_select(const char *utf8, const char *ascii) {
    return terminal_capabilities()->utf8 ? utf8 : ascii;
}

/* ---- styles ---- */

static int color_number(ColorRole role) {
    const PaletteColor *color = &palette[role];
    int colors = terminal_capabilities()->colors;
    return colors == TERMINAL_RGB ? (int)color->rgb : colors == 256 ? color->of_256 : color->of_8;
}

static unsigned color_rgb(ColorRole role) {
    int number = color_number(role);
    return terminal_capabilities()->colors == TERMINAL_RGB ? (unsigned)number : palette_rgb(number);
}

static int dim_color(ColorRole role) {
    unsigned rgb = color_rgb(role);
    unsigned keep =
        (color_rgb(COLOR_SCREEN) >> 8 & 0xff) >= LIGHT_SCREEN ? DIMMED_LIGHT : DIMMED_DARK;
    unsigned red = (rgb >> 16) * keep / 100, green = (rgb >> 8 & 0xff) * keep / 100,
             blue = (rgb & 0xff) * keep / 100;
    rgb = red << 16 | green << 8 | blue;
    return terminal_capabilities()->colors == TERMINAL_RGB ? (int)rgb : palette_nearest(rgb);
}

/* Returns the colour of a role in a style, dimmed or not. */
static int shown_color(ColorRole role, unsigned attributes) {
    if (!(attributes & STYLE_DIMMED) || terminal_capabilities()->colors < 256)
        return color_number(role);
    if (dimmed_color[role] < 0)
        dimmed_color[role] = dim_color(role);
    return dimmed_color[role];
}

static attr_t style_attributes(Style style) {
    attr_t attributes = A_NORMAL;
    int colors = terminal_capabilities()->colors;
    /* Many terminals with 8 colours show bold text in brighter ones, black as grey. */
    if ((style.attributes & STYLE_BOLD) &&
        (colors != 8 || !palette_is_bright(palette[style.bg].of_8)))
        attributes |= A_BOLD;
    if ((style.attributes & STYLE_DIMMED) && colors < 256)
        attributes = (attributes & ~A_BOLD) | A_DIM;
    if (colors > 0)
        return attributes;
    if (style.attributes & STYLE_MONO_BOLD)
        attributes |= A_BOLD;
    if (style.attributes & STYLE_MONO_REVERSE)
        attributes |= A_REVERSE;
    if (style.attributes & STYLE_MONO_UNDERLINE)
        attributes |= A_UNDERLINE;
    return attributes;
}

static short style_pair(Style style) {
    int foreground = shown_color(style.fg, style.attributes);
    int background = shown_color(style.bg, style.attributes);
    if (terminal_capabilities()->colors == 8 && !(style.attributes & STYLE_EXACT))
        foreground = palette_readable(foreground, background);
    return terminal_pair(foreground, background);
}

static Style style_of_role(UiRole role) {
    Style style = role_style[role];
    style.attributes |= dimmed;
    if (style.bg != COLOR_SCREEN)
        return style;
    style.bg = surface;
    if (surface == COLOR_CARD)
        style.attributes |= STYLE_MONO_REVERSE;
    return style;
}

/* ---- single characters, which the board draws by the thousand ---- */

enum { KNOWN_CELLS = 256, RUN_MAX = 32 };

/* A character, and how curses takes it with the present palette. */
typedef struct KnownCell {
    StyledChar character; /* its text is NULL if the entry is free */
    int width;            /* 0 if there is nothing to draw */
    cchar_t shown;
} KnownCell;

static KnownCell known[KNOWN_CELLS];

static void forget_cells(void) {
    for (int i = 0; i < KNOWN_CELLS; i++)
        known[i].character.text = NULL;
    for (int i = 0; i <= UCHAR_MAX; i++)
        dimmed_color[i] = -1;
}

static bool same_char(const StyledChar *a, const StyledChar *b) {
    return a->text == b->text && a->style.fg == b->style.fg && a->style.bg == b->style.bg &&
           a->style.attributes == b->style.attributes;
}

static void learn_cell(KnownCell *entry, StyledChar character) {
    TextCell cell;
    Style style = character.style;
    *entry = (KnownCell){.character = character};
    if (celltext_next(&character.text, terminal_capabilities()->utf8, &cell) &&
        setcchar(&entry->shown, cell.chars, style_attributes(style), style_pair(style), NULL) == OK)
        entry->width = cell.width;
}

static const KnownCell *known_cell(StyledChar character) {
    character.style.attributes |= dimmed;
    Style style = character.style;
    unsigned hash =
        (unsigned)(uintptr_t)character.text + style.fg * 31U + style.bg * 7U + style.attributes;
    KnownCell *entry = &known[hash * 0x9e3779b1U >> 24];
    if (!same_char(&entry->character, &character))
        learn_cell(entry, character);
    return entry;
}

/* Characters of one column side by side, which are put together. */
static struct {
    int y, x, count;
    cchar_t cells[RUN_MAX];
} run;

static void run_put(void) {
    if (run.count > 0)
        cells_put_narrow(run.y, run.x, run.count, run.cells);
    run.count = 0;
}

/* Adds a character; a wide one is put alone. Call run_put() after the last one. */
static void run_add(int y, int x, int width, const cchar_t *cell) {
    if (width > 1 || run.count == RUN_MAX || x != run.x + run.count)
        run_put();
    if (width > 1) {
        cells_put_wide(y, x, cell);
        return;
    }
    if (run.count == 0) {
        run.y = y;
        run.x = x;
    }
    run.cells[run.count++] = *cell;
}

/* ---- the palette, the ground and boxes on it ---- */

void draw_set_surface(ColorRole background) {
    surface = background;
}

void draw_set_palette(const PaletteColor *colors) {
    if (palette != colors)
        forget_cells();
    palette = colors;
}

void draw_set_dimmed(bool is_dimmed) {
    dimmed = is_dimmed ? STYLE_DIMMED : 0;
}

void draw_clear(void) {
    cchar_t blank;
    Style style = style_of_role(ROLE_NORMAL);
    forget_cells();
    /* Curses adds the attributes of the ground to all that is drawn, and a box is not dimmed. */
    setcchar(&blank, L" ", style_attributes(style) & ~A_DIM, style_pair(style), NULL);
    cells_clear(&blank);
    cleared_as = dimmed;
    covered = (Rect){0};
}

void draw_clear_around(Rect box) {
    enum { LINES_AROUND = 1, COLUMNS_AROUND = 2 };
    int left = max_int(box.x - COLUMNS_AROUND, 0);
    int right = min_int(box.x + box.width + COLUMNS_AROUND, COLS);
    int top = max_int(box.y - LINES_AROUND, 0);
    int bottom = min_int(box.y + box.height + LINES_AROUND, LINES);
    Style style = {COLOR_TEXT, COLOR_SCREEN, cleared_as};
    cells_blank_cut_text(top, bottom, left, right);
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            if (!rect_contains(box, y, x))
                draw_styled(y, x, 1, style, " ");
    draw_cover((Rect){top, left, bottom - top, right - left});
}

void draw_cover(Rect box) {
    covered = box;
}

Rect draw_covered(void) {
    return covered;
}

/* ---- text ---- */

enum { ASCII_DOTS_FROM = 20 }; /* columns that a cut text needs for more than "~" */

/* Draws as much of a text as fits. Returns the columns used. */
static int draw_part(int y, int x, int width, Style style, const char *text) {
    int used = 0;
    if (y < 0 || y >= LINES || x < 0)
        return 0;
    style.attributes |= dimmed;
    width = min_int(width, COLS - x);
    bool utf8 = terminal_capabilities()->utf8;
    attr_t attributes = style_attributes(style);
    short pair = style_pair(style);
    TextCell cell;
    while (celltext_next(&text, utf8, &cell) && used + cell.width <= width) {
        cchar_t shown;
        if (setcchar(&shown, cell.chars, attributes, pair, NULL) == OK)
            run_add(y, x + used, cell.width, &shown);
        used += cell.width;
    }
    run_put();
    return used;
}

int draw_styled(int y, int x, int width, Style style, const char *text) {
    int used = draw_part(y, x, width, style, text);
    assert(used == 0 || used == draw_width(text)); /* nothing is cut without "…" */
    return used;
}

void draw_chars(int y, int x, int count, const StyledChar *chars) {
    const KnownCell *cell = NULL;
    if (y < 0 || y >= LINES)
        return;
    for (int i = 0; i < count; i++) {
        if (i == 0 || !same_char(&chars[i], &chars[i - 1])) /* most are like the one before */
            cell = known_cell(chars[i]);
        if (cell->width > 0 && x + i >= 0 && x + i + cell->width <= COLS)
            run_add(y, x + i, cell->width, &cell->shown);
    }
    run_put();
}

int draw_clipped(int y, int x, int width, UiRole role, const char *text) {
    return draw_part(y, x, width, style_of_role(role), text);
}

/* Returns the mark of a text that is cut to a width. */
static const char *ellipsis(int width) {
    return draw_select("…", width >= ASCII_DOTS_FROM ? "..." : "~");
}

int draw_text(int y, int x, int width, UiRole role, const char *text) {
    width = min_int(width, COLS - x);
    if (width < 1 || strnlen(text, (size_t)width + 1) <= (size_t)width || draw_width(text) <= width)
        return draw_clipped(y, x, width, role, text);
    const char *dots = ellipsis(width);
    int used = draw_clipped(y, x, width - draw_width(dots), role, text);
    return used + draw_clipped(y, x + used, width - used, role, dots);
}

void draw_fill(Rect area, UiRole role) {
    StyledChar blanks[RUN_MAX];
    int end = area.x + area.width;
    for (int i = 0; i < RUN_MAX; i++)
        blanks[i] = (StyledChar){" ", style_of_role(role)};
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < end; x += RUN_MAX)
            draw_chars(y, x, min_int(end - x, RUN_MAX), blanks);
}

int draw_width(const char *text) {
    return celltext_width(text, terminal_capabilities()->utf8);
}

/* Draws a text without its first `skip` lines. If `cuts`, the last line in sight shows that the
 * text continues. */
static int draw_lines_of(Rect area, UiRole role, const char *text, int skip, bool cuts) {
    if (area.width < 1)
        return 0;
    bool utf8 = terminal_capabilities()->utf8;
    int line = 0;
    while (text != NULL) {
        const char *rest;
        size_t size = celltext_break(text, area.width, utf8, &rest);
        bool cut = cuts && line - skip == area.height - 1 && rest != NULL;
        if (cut) {
            const char *dropped;
            int room = area.width - draw_width(ellipsis(area.width));
            size = celltext_break(text, max_int(room, 1), utf8, &dropped);
        }
        if (line >= skip && line - skip < area.height) {
            Buffer shown = {0};
            buffer_add(&shown, text, size);
            buffer_add_string(&shown, cut ? ellipsis(area.width) : "");
            draw_text(area.y + line - skip, area.x, area.width, role, shown.bytes);
            buffer_free(&shown);
        }
        line++;
        text = rest;
    }
    return line;
}

int draw_wrapped(Rect area, UiRole role, const char *text) {
    return draw_lines_of(area, role, text, 0, true);
}

int draw_scrolled(Rect area, UiRole role, const char *text, int skip) {
    return draw_lines_of(area, role, text, skip, false);
}

int draw_wrapped_height(const char *text, int width) {
    return draw_wrapped((Rect){.width = width}, ROLE_NORMAL, text);
}

void draw_place_cursor(int y, int x) {
    terminal_place_cursor(y, x);
}
