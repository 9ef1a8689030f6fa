#include <config.h>

#include "board/tile.h"

#include "term/terminal.h"

void tile_clear(Tile *tile, int width, int height, ColorRole square) {
    tile->width = width;
    tile->height = height;
    tile->square = square;
    tile->attributes = 0;
    tile_fill(tile, (Rect){0, 0, 2 * height, width}, square);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            tile->over[row][column].text = NULL;
}

void tile_fill(Tile *tile, Rect pixels, ColorRole role) {
    for (int y = pixels.y; y < pixels.y + pixels.height; y++)
        for (int x = pixels.x; x < pixels.x + pixels.width; x++)
            tile->pixel[y][x] = role;
}

void tile_put_picture(Tile *tile, int y, int x, Picture picture, ColorRole piece,
                      ColorRole detail) {
    for (int i = 0; i < picture.size; i++)
        for (int j = 0; j < picture.size; j++)
            if (picture.rows[i][j] != '.')
                tile->pixel[y + i][x + j] = picture.rows[i][j] == '#' ? piece : detail;
}

void tile_put_text(Tile *tile, int row, int column, Style style, const char *text) {
    tile->over[row][column] = (TileChar){text, style};
    if (draw_width(text) == 2)
        tile->over[row][column + 1] = (TileChar){"", style};
}

bool tile_is_empty(const Tile *tile, int row, int column) {
    return tile->over[row][column].text == NULL && tile->pixel[2 * row][column] == tile->square &&
           tile->pixel[2 * row + 1][column] == tile->square;
}

const char *tile_char(char character) {
    static char texts[128][2];
    char *text = texts[character & 127];
    text[0] = character;
    return text;
}

/* --- drawing --- */

/* Returns whether a role is invisible without colours: a square or plate. */
static bool is_background(ColorRole role) {
    return theme_is_square_role(role) || role == COLOR_WHITE_PLATE || role == COLOR_BLACK_PLATE;
}

static void draw_mono(const Tile *tile, int y, int x, ColorRole upper, ColorRole lower) {
    static const char *const shapes[2][2] = {{" ", "▄"}, {"▀", "█"}};
    Style style = {COLOR_MARK, tile->square, tile->attributes};
    const char *shape = shapes[!is_background(upper)][!is_background(lower)];
    draw_styled(y, x, 1, style, terminal_capabilities()->utf8 ? shape : " ");
}

/* Returns the style of neighbouring letters: a blank in the current style costs no bytes. */
static Style blank_style(ColorRole background) {
    if (background == COLOR_WHITE_PLATE)
        return (Style){COLOR_WHITE_PIECE, background, 0};
    if (background == COLOR_BLACK_PLATE)
        return (Style){COLOR_BLACK_PIECE, background, 0};
    return (Style){COLOR_EDGE, background, 0};
}

/* With 256 colours everything on the board is bold, which saves the bytes that turn it on and off.
 * With 8 colours, bold would change the colour of a block. */
static void draw_part(int y, int x, Style style, const char *text) {
    if (terminal_capabilities()->colors >= 256)
        style.attributes |= STYLE_BOLD;
    draw_styled(y, x, 2, style, text);
}

static void draw_pixels(const Tile *tile, int row, int column, int y, int x) {
    ColorRole upper = tile->pixel[2 * row][column], lower = tile->pixel[2 * row + 1][column];
    if (terminal_capabilities()->colors == 0) {
        draw_mono(tile, y, x, upper, lower);
    } else if (upper == lower) {
        if (is_background(upper))
            draw_part(y, x, blank_style(upper), " ");
        else
            draw_part(y, x, (Style){upper, tile->square, STYLE_EXACT}, draw_select("█", " "));
    } else if (terminal_capabilities()->utf8) {
        draw_part(y, x, (Style){upper, lower, STYLE_EXACT}, "▀");
    } else {
        draw_part(y, x, blank_style(tile->square), " ");
    }
}

void tile_draw(const Tile *tile, int y, int x) {
    for (int row = 0; row < tile->height; row++)
        for (int column = 0; column < tile->width; column++) {
            const TileChar *over = &tile->over[row][column];
            if (over->text == NULL)
                draw_pixels(tile, row, column, y + row, x + column);
            else if (*over->text != '\0')
                draw_part(y + row, x + column, over->style, over->text);
        }
}
