/* Tiles, which are squares as they are painted, and the pieces on them: letters, animals and
 * silhouettes. */
#ifndef BOARD_PIECES_H
#define BOARD_PIECES_H

#include <stdbool.h>

#include "board/theme.h"
#include "term/draw.h"

/* ---- tiles ----
 * A tile is one square as it is painted: pixels, and characters over them. A cell is two pixels
 * wide and two, three or four high. Rows and columns count cells; y and x count pixels.
 *
 * A cell shows two colours. Callers put the ground first, then the piece, the marks and the walls;
 * the functions for marks keep every cell at two colours. */

enum {
    TILE_COLUMNS_MAX = 24,
    TILE_ROWS_MAX = 12,
    TILE_WIDTH_MAX = 2 * TILE_COLUMNS_MAX,
    TILE_HEIGHT_MAX = 2 * TILE_ROWS_MAX, /* finer pixels are for small squares */
    CELL_WIDTH = 2,
    CELL_HEIGHT_MAX = 4
};

typedef struct Tile {
    int columns, rows;   /* cells */
    int cell_height;     /* pixels of a cell from top to bottom */
    int width, height;   /* pixels */
    ColorRole square;    /* the background */
    ColorRole ink;       /* foreground of cells of one colour */
    unsigned attributes; /* of the pixels on a terminal without colours */
    ColorRole pixel[TILE_HEIGHT_MAX][TILE_WIDTH_MAX];
    StyledChar over[TILE_ROWS_MAX][TILE_COLUMNS_MAX]; /* without a text it shows the pixels */
} Tile;

/* Rows of pixels: '#' is the piece and '.' transparent. */
typedef struct PixelArt {
    const char *const *rows;
    int width, height;
    int across, down; /* pixels of the tile for one of the rows */
} PixelArt;

/* Returns the character that fills some of the 2x4 pixels of a cell: bit 0 for the upper left one,
 * bit 1 for the one on its right, and so on. They are U+1CD00 to U+1CDE5, in this order, without
 * those that are older characters. Returns NULL for six shapes that terminals do not draw: draw
 * the other pixels, and exchange the colours. */
const char *tile_octant(unsigned shape);

/* Makes a tile of the background. */
void tile_clear(Tile *tile, int columns, int rows, int cell_height, ColorRole square);

/* Fill and put: parts outside the tile are left out. */
void tile_fill(Tile *tile, Rect pixels, ColorRole role);

/* Puts part of a mark or wall. A cell that it touches keeps only one more colour, the one with most
 * pixels. */
void tile_put_mark(Tile *tile, Rect pixels, ColorRole role);

/* Puts part of a mark behind the piece: only in cells without another colour than the square's. */
void tile_put_behind(Tile *tile, Rect pixels, ColorRole role);

/* Puts the cells of a tile of the same size that are not empty. */
void tile_cover(Tile *tile, const Tile *over);

/* Puts a character of width 1 or 2. */
void tile_put_text(Tile *tile, int row, int column, Style style, const char *text);

/* Returns whether a cell shows only the background. */
bool tile_is_empty(const Tile *tile, int row, int column);

/* Returns the number of colours of a cell's pixels. */
int tile_color_count(const Tile *tile, int row, int column);

/* Draws the tile at a cell of the screen. Without UTF-8, a cell of two colours shows the square. */
void tile_draw(const Tile *tile, int y, int x);

/* Returns an ASCII character as a static string. */
const char *tile_char(char character);

/* ---- pieces ---- */

/* How a piece looks. */
typedef struct PieceLook {
    PieceType type;
    Color color;
    PawnFamily pawns;
    GlyphSet glyphs; /* a supported set */
    bool ghost;      /* a captured piece that is no longer on the board */
} PieceLook;

/* Returns the set that the terminal shows in squares of this size: letters, animals, or the blocks
 * of drawn pieces. */
GlyphSet pieces_supported_set(GlyphSet wanted, int columns, int rows);

/* Returns the pixels of a cell from top to bottom on tiles for pieces of a supported set. */
int pieces_cell_height(GlyphSet glyphs);

/* Returns whether letters are made of pixels in squares of this size. */
bool pieces_have_large_letters(int columns, int rows);

/* Returns whether pieces of a supported set stand on plates that reach the sides of such squares.
 */
bool pieces_have_large_plates(GlyphSet glyphs, int columns, int rows);

/* Puts a piece on a tile, moved by (y, x) pixels from its place. */
void pieces_put(Tile *tile, const PieceLook *look, int y, int x);

/* Return the cell of a letter on a tile without pixels for it. */
int pieces_row(const Tile *tile);

int pieces_column(const Tile *tile);

#endif
