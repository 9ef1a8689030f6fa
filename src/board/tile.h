/*
 * One square as it is painted: pixels, two above each other in every character cell, and characters
 * over them. Rows and columns are in characters, pixel rows are half a character high.
 */
#ifndef BOARD_TILE_H
#define BOARD_TILE_H

#include <stdbool.h>

#include "board/glyphs.h"
#include "board/theme.h"
#include "term/draw.h"

enum { TILE_WIDTH_MAX = 14, TILE_HEIGHT_MAX = 7 };

typedef struct TileChar {
    const char
        *text; /* one character, static; NULL: the pixels show; "": right half of a wide one */
    Style style;
} TileChar;

typedef struct Tile {
    int width, height;
    ColorRole square;    /* the background */
    unsigned attributes; /* of the pixels, where there is no colour */
    ColorRole pixel[2 * TILE_HEIGHT_MAX][TILE_WIDTH_MAX];
    TileChar over[TILE_HEIGHT_MAX][TILE_WIDTH_MAX];
} Tile;

void tile_clear(Tile *tile, int width, int height, ColorRole square);
/* Fills pixels. */
void tile_fill(Tile *tile, Rect pixels, ColorRole role);
/* Puts a picture with its upper left pixel at (y, x); its dots leave what is there. */
void tile_put_picture(Tile *tile, int y, int x, Picture picture, ColorRole piece, ColorRole detail);
/* Puts a character of the width 1 or 2. */
void tile_put_text(Tile *tile, int row, int column, Style style, const char *text);
/* Whether nothing but the background is there yet. */
bool tile_is_empty(const Tile *tile, int row, int column);
/* Draws it on the screen. Without UTF-8, pixels count only where both of a character are alike. */
void tile_draw(const Tile *tile, int y, int x);

/* All the characters there are, as texts that last. */
const char *tile_char(char character);

#endif
