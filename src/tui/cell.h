/*
 * One square as it is painted: pixels, two above each other in every character cell, and characters
 * over them. Rows and columns are in characters, pixel rows are half a character high.
 */
#ifndef TUI_CELL_H
#define TUI_CELL_H

#include <stdbool.h>

#include "tui/draw.h"
#include "tui/glyphs.h"

enum { CELL_WIDTH_MAX = 14, CELL_HEIGHT_MAX = 7 };

typedef struct CellText {
    const char
        *text; /* one character, static; NULL: the pixels show; "": right half of a wide one */
    Ink ink;
} CellText;

typedef struct Cell {
    int width, height;
    Hue square;          /* the background */
    unsigned attributes; /* of the pixels, where there is no colour */
    Hue pixel[2 * CELL_HEIGHT_MAX][CELL_WIDTH_MAX];
    CellText over[CELL_HEIGHT_MAX][CELL_WIDTH_MAX];
} Cell;

void cell_clear(Cell *cell, int width, int height, Hue square);
/* Fills pixels. */
void cell_fill(Cell *cell, Rect pixels, Hue hue);
/* Puts a picture with its upper left pixel at (y, x); its dots leave what is there. */
void cell_picture(Cell *cell, int y, int x, Picture picture, Hue piece, Hue detail);
/* Puts a character of the width 1 or 2. */
void cell_text(Cell *cell, int row, int column, Ink ink, const char *text);
/* Whether nothing but the background is there yet. */
bool cell_is_bare(const Cell *cell, int row, int column);
/* Draws it on the screen. Without UTF-8, pixels count only where both of a character are alike. */
void cell_draw(const Cell *cell, int y, int x);

/* All the characters there are, as texts that last. */
const char *cell_char(char character);

#endif
