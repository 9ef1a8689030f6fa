#include <config.h>

#include "board/tile.h"

#include "base/number.h"
#include "term/terminal.h"

enum { CELL_PIXELS = 4 };

/* The pixels of a cell: upper left, upper right, lower left, lower right. */
typedef struct CellPixels {
    ColorRole role[CELL_PIXELS];
} CellPixels;

void tile_clear(Tile *tile, int columns, int rows, ColorRole square) {
    tile->columns = columns;
    tile->rows = rows;
    tile->width = 2 * columns;
    tile->height = 2 * rows;
    tile->square = square;
    tile->ink = COLOR_WHITE_PIECE;
    tile->attributes = 0;
    tile_fill(tile, (Rect){0, 0, tile->height, tile->width}, square);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            tile->over[row][column].text = NULL;
}

static Rect clip(const Tile *tile, Rect pixels) {
    int bottom = min_int(pixels.y + pixels.height, tile->height);
    int right = min_int(pixels.x + pixels.width, tile->width);
    int y = max_int(pixels.y, 0), x = max_int(pixels.x, 0);
    return (Rect){y, x, max_int(bottom - y, 0), max_int(right - x, 0)};
}

void tile_fill(Tile *tile, Rect pixels, ColorRole role) {
    Rect area = clip(tile, pixels);
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++)
            tile->pixel[y][x] = role;
}

void tile_put_art(Tile *tile, int y, int x, const PixelArt *art, ColorRole piece,
                  ColorRole detail) {
    for (int i = 0; i < art->height; i++)
        for (int j = 0; j < art->width; j++) {
            char pixel = art->rows[i][j];
            if (pixel != '.' && art->down == 1 && art->across == 1 && y + i >= 0 &&
                y + i < tile->height && x + j >= 0 && x + j < tile->width)
                tile->pixel[y + i][x + j] = pixel == '#' ? piece : detail;
            else if (pixel != '.')
                tile_fill(tile,
                          (Rect){y + i * art->down, x + j * art->across, art->down, art->across},
                          pixel == '#' ? piece : detail);
        }
}

static CellPixels cell_pixels(const Tile *tile, int row, int column) {
    const ColorRole *upper = &tile->pixel[2 * row][2 * column];
    const ColorRole *lower = &tile->pixel[2 * row + 1][2 * column];
    return (CellPixels){{upper[0], upper[1], lower[0], lower[1]}};
}

/* Replaces every colour of a cell but the two by the first. */
static void keep_two(Tile *tile, int row, int column, ColorRole first, ColorRole second) {
    for (int i = 0; i < CELL_PIXELS; i++) {
        ColorRole *pixel = &tile->pixel[2 * row + i / 2][2 * column + i % 2];
        if (*pixel != second)
            *pixel = first;
    }
}

void tile_put_mark(Tile *tile, Rect pixels, ColorRole role) {
    Rect area = clip(tile, pixels);
    tile_fill(tile, area, role);
    for (int row = area.y / 2; 2 * row < area.y + area.height; row++)
        for (int column = area.x / 2; 2 * column < area.x + area.width; column++)
            if (tile_color_count(tile, row, column) > 2)
                keep_two(tile, row, column, tile->square, role);
}

void tile_put_behind(Tile *tile, Rect pixels, ColorRole role) {
    Rect area = clip(tile, pixels);
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++) {
            CellPixels cell = cell_pixels(tile, y / 2, x / 2);
            bool is_free = tile->over[y / 2][x / 2].text == NULL;
            for (int i = 0; i < CELL_PIXELS; i++)
                is_free = is_free && (cell.role[i] == tile->square || cell.role[i] == role);
            if (is_free)
                tile->pixel[y][x] = role;
        }
}

void tile_put_text(Tile *tile, int row, int column, Style style, const char *text) {
    if (row < 0 || row >= tile->rows || column < 0 || column + draw_width(text) > tile->columns)
        return;
    tile->over[row][column] = (TileChar){text, style};
    if (draw_width(text) == 2)
        tile->over[row][column + 1] = (TileChar){"", style};
}

bool tile_is_empty(const Tile *tile, int row, int column) {
    return tile->over[row][column].text == NULL && tile_color_count(tile, row, column) == 1 &&
           tile->pixel[2 * row][2 * column] == tile->square;
}

void tile_cover(Tile *tile, const Tile *over) {
    for (int row = 0; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++) {
            if (tile_is_empty(over, row, column))
                continue;
            tile->over[row][column] = over->over[row][column];
            for (int i = 0; i < CELL_PIXELS; i++) {
                int y = 2 * row + i / 2, x = 2 * column + i % 2;
                tile->pixel[y][x] = over->pixel[y][x];
            }
        }
}

int tile_color_count(const Tile *tile, int row, int column) {
    CellPixels cell = cell_pixels(tile, row, column);
    int count = 0;
    for (int i = 0; i < CELL_PIXELS; i++) {
        bool is_new = true;
        for (int j = 0; j < i; j++)
            is_new = is_new && cell.role[j] != cell.role[i];
        count += is_new;
    }
    return count;
}

const char *tile_char(char character) {
    static char texts[128][2];
    char *text = texts[character & 127];
    text[0] = character;
    return text;
}

/* --- drawing --- */

/* Indexed by 8 for the upper left pixel, 4 for the upper right, 2 for the lower left and 1 for the
 * lower right one. */
static const char *const quadrants[16] = {" ", "▗", "▖", "▄", "▝", "▐", "▞", "▟",
                                          "▘", "▚", "▌", "▙", "▀", "▜", "▛", "█"};

/* The nearest shapes in fonts that have only halves: a single pixel is left out. */
static const unsigned char halves[16] = {0, 0, 0, 3, 0, 5, 5, 15, 0, 10, 10, 15, 12, 15, 15, 15};

static const char *shape_text(unsigned shape) {
    return quadrants[terminal_capabilities()->rich ? shape : halves[shape]];
}

static unsigned shape_of(const CellPixels *cell, ColorRole background) {
    unsigned shape = 0;
    for (int i = 0; i < CELL_PIXELS; i++)
        shape = shape << 1 | (cell->role[i] != background);
    return shape;
}

static bool is_plain(const CellPixels *cell) {
    for (int i = 1; i < CELL_PIXELS; i++)
        if (cell->role[i] != cell->role[0])
            return false;
    return true;
}

/* Without colours only what stands on a square is visible. */
static TileChar mono_char(const Tile *tile, const CellPixels *cell) {
    unsigned shape = 0;
    for (int i = 0; i < CELL_PIXELS; i++)
        shape = shape << 1 | (theme_is_square_role(cell->role[i]) ? 0U : 1U);
    Style style = {COLOR_MARK, tile->square, tile->attributes};
    return (TileChar){terminal_capabilities()->utf8 ? shape_text(shape) : " ", style};
}

/* The square is the background where it shows, so that it has no seams. A cell of one colour is a
 * blank with the foreground of its neighbours, which saves bytes. */
static TileChar pixel_char(const Tile *tile, int row, int column) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    CellPixels cell = cell_pixels(tile, row, column);
    if (capabilities->colors == 0)
        return mono_char(tile, &cell);
    ColorRole background = cell.role[0], foreground = tile->ink;
    if (is_plain(&cell)) /* as most cells are */
        return (TileChar){quadrants[0], {foreground, background, STYLE_EXACT}};
    for (int i = 1; i < CELL_PIXELS; i++)
        if (cell.role[i] == tile->square)
            background = cell.role[i];
    unsigned shape = shape_of(&cell, background);
    if (shape != 0 && !capabilities->utf8) {
        background = tile->square;
        shape = 0;
    }
    for (int i = 0; i < CELL_PIXELS && shape != 0; i++)
        if (cell.role[i] != background)
            foreground = cell.role[i];
    return (TileChar){shape_text(shape), {foreground, background, STYLE_EXACT}};
}

/* Returns what a cell shows. With 256 colours everything on the board is bold, which saves the
 * bytes that turn it on and off. With 8 colours, bold would change the colour of a block. */
static TileChar shown_char(const Tile *tile, int row, int column) {
    const TileChar *over = &tile->over[row][column];
    TileChar shown = over->text == NULL ? pixel_char(tile, row, column) : *over;
    if (terminal_capabilities()->colors >= 256)
        shown.style.attributes |= STYLE_BOLD;
    return shown;
}

static bool same_char(TileChar a, TileChar b) {
    return a.text == b.text && a.style.fg == b.style.fg && a.style.bg == b.style.bg &&
           a.style.attributes == b.style.attributes;
}

/* Most cells are like the one before, and are drawn together. */
static void draw_row(const Tile *tile, int row, int y, int x) {
    TileChar first = shown_char(tile, row, 0);
    int start = 0;
    for (int column = 1; column <= tile->columns; column++) {
        TileChar shown = column < tile->columns ? shown_char(tile, row, column) : (TileChar){0};
        if (same_char(first, shown))
            continue;
        if (column - start > 1)
            draw_repeated(y, x + start, column - start, first.style, first.text);
        else if (*first.text != '\0')
            draw_styled(y, x + start, 2, first.style, first.text);
        first = shown;
        start = column;
    }
}

void tile_draw(const Tile *tile, int y, int x) {
    for (int row = 0; row < tile->rows; row++)
        draw_row(tile, row, y + row, x);
}
