/*
 * One square as it is painted: pixels, two above each other in every cell, and characters over
 * them. Rows and columns count cells; y and x count pixels, which are half a cell high.
 */
#ifndef BOARD_TILE_H
#define BOARD_TILE_H

#include <stdbool.h>

#include "board/glyphs.h"
#include "board/theme.h"
#include "term/draw.h"

enum { TILE_WIDTH_MAX = 24, TILE_HEIGHT_MAX = 12 };

/* A character over the pixels. `text` is static; NULL shows the pixels, and "" is the right half of
 * a wide character. */
typedef struct TileChar {
    const char *text;
    Style style;
} TileChar;

typedef struct Tile {
    int width, height;
    ColorRole square;    /* the background */
    unsigned attributes; /* of the pixels on a terminal without colours */
    ColorRole pixel[2 * TILE_HEIGHT_MAX][TILE_WIDTH_MAX];
    TileChar over[TILE_HEIGHT_MAX][TILE_WIDTH_MAX];
} Tile;

void tile_clear(Tile *tile, int width, int height, ColorRole square);
void tile_fill(Tile *tile, Rect pixels, ColorRole role);
/* Puts a picture with its upper left pixel at (y, x); its dots are transparent. */
void tile_put_picture(Tile *tile, int y, int x, Picture picture, ColorRole piece, ColorRole detail);
/* Puts a character of width 1 or 2. */
void tile_put_text(Tile *tile, int row, int column, Style style, const char *text);
/* Returns whether a cell shows only the background. */
bool tile_is_empty(const Tile *tile, int row, int column);
/* Draws the tile at a cell of the screen. Without UTF-8, a cell whose two pixels differ stays
 * blank. */
void tile_draw(const Tile *tile, int y, int x);

/* Returns an ASCII character as a static string. */
const char *tile_char(char character);

#endif
