#include <config.h>

#include "term/cells.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"

typedef enum CellPart { PART_NARROW, PART_LEFT, PART_RIGHT } CellPart;

/* The part of a character in each cell. */
static struct {
    unsigned char *drawn; /* in the window */
    unsigned char *shown; /* on the screen */
    int lines, columns;
    bool wide_drawn, wide_shown; /* whether there are parts of wide characters at all */
} parts;

static cchar_t ground; /* of the window */

static unsigned char *part_at(int y, int x) {
    return &parts.drawn[y * parts.columns + x];
}

static void fit_size(void) {
    size_t count = (size_t)LINES * (size_t)COLS;
    if (parts.lines == LINES && parts.columns == COLS)
        return;
    parts.lines = LINES;
    parts.columns = COLS;
    parts.drawn = memory_resize(parts.drawn, count, 1);
    parts.shown = memory_resize(parts.shown, count, 1);
    memset(parts.shown, PART_NARROW, count); /* a new size clears the screen */
    parts.wide_drawn = true;                 /* cleared with the window */
    parts.wide_shown = false;
}

void cells_clear(const cchar_t *blank) {
    ground = *blank;
    bkgrndset(blank);
    erase();
    fit_size();
    if (parts.wide_drawn)
        memset(parts.drawn, PART_NARROW, (size_t)parts.lines * (size_t)parts.columns);
    parts.wide_drawn = false;
}

/* Replaces half of a wide character by a blank on the same ground. */
static void blank_half(int y, int x) {
    cchar_t cell;
    wchar_t chars[CCHARW_MAX + 1];
    attr_t attributes;
    short pair;
    if (mvin_wch(y, x, &cell) == OK && getcchar(&cell, chars, &attributes, &pair, NULL) == OK &&
        setcchar(&cell, L" ", attributes, pair, NULL) == OK)
        mvadd_wch(y, x, &cell);
    *part_at(y, x) = PART_NARROW;
}

void cells_put(int y, int x, int width, const cchar_t *cell) {
    int last = x + width - 1;
    if (*part_at(y, x) == PART_RIGHT)
        blank_half(y, x - 1);
    if (*part_at(y, last) == PART_LEFT)
        blank_half(y, last + 1);
    if (width > 1)
        mvadd_wch(y, x, cell);
    else
        mvadd_wchnstr(y, x, cell, 1);
    *part_at(y, x) = width > 1 ? PART_LEFT : PART_NARROW;
    if (width > 1)
        *part_at(y, last) = PART_RIGHT;
    parts.wide_drawn = parts.wide_drawn || width > 1;
}

void cells_put_narrow(int y, int x, int count, const cchar_t *cells) {
    int last = x + count - 1;
    if (*part_at(y, x) == PART_RIGHT)
        blank_half(y, x - 1);
    if (*part_at(y, last) == PART_LEFT)
        blank_half(y, last + 1);
    mvadd_wchnstr(y, x, cells, count);
    memset(part_at(y, x), PART_NARROW, (size_t)count);
}

void cells_uncover(void) {
    WINDOW *patch = NULL;
    if (!parts.wide_drawn && !parts.wide_shown)
        return;
    for (int i = 0; i < parts.lines * parts.columns; i++) {
        if (parts.shown[i] != PART_LEFT || parts.drawn[i] == PART_LEFT || is_cleared(curscr))
            continue;
        int y = i / parts.columns, x = i % parts.columns;
        if (patch == NULL)
            patch = newwin(1, 2, y, x);
        if (patch == NULL || mvwin(patch, y, x) != OK)
            continue;
        wbkgrndset(patch, &ground);
        werase(patch);
        wnoutrefresh(patch);
    }
    if (patch != NULL) {
        doupdate();
        delwin(patch);
    }
    memcpy(parts.shown, parts.drawn, (size_t)parts.lines * (size_t)parts.columns);
    parts.wide_shown = parts.wide_drawn;
}
