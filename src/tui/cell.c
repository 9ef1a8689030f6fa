#include <config.h>

#include "tui/cell.h"

#include "tui/terminal.h"
#include "tui/text.h"

void cell_clear(Cell *cell, int width, int height, Hue square) {
    cell->width = width;
    cell->height = height;
    cell->square = square;
    cell->attributes = 0;
    cell_fill(cell, (Rect){0, 0, 2 * height, width}, square);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            cell->over[row][column].text = NULL;
}

void cell_fill(Cell *cell, Rect pixels, Hue hue) {
    for (int y = pixels.y; y < pixels.y + pixels.height; y++)
        for (int x = pixels.x; x < pixels.x + pixels.width; x++)
            cell->pixel[y][x] = hue;
}

void cell_picture(Cell *cell, int y, int x, Picture picture, Hue piece, Hue detail) {
    for (int i = 0; i < picture.size; i++)
        for (int j = 0; j < picture.size; j++)
            if (picture.rows[i][j] != '.')
                cell->pixel[y + i][x + j] = picture.rows[i][j] == '#' ? piece : detail;
}

void cell_text(Cell *cell, int row, int column, Ink ink, const char *text) {
    cell->over[row][column] = (CellText){text, ink};
    if (draw_width(text) == 2)
        cell->over[row][column + 1] = (CellText){"", ink};
}

bool cell_is_bare(const Cell *cell, int row, int column) {
    return cell->over[row][column].text == NULL && cell->pixel[2 * row][column] == cell->square &&
           cell->pixel[2 * row + 1][column] == cell->square;
}

const char *cell_char(char character) {
    static char texts[128][2];
    char *text = texts[character & 127];
    text[0] = character;
    return text;
}

/* --- drawing --- */

/* Squares and plates are paper; without colour they are not seen. */
static bool is_paper(Hue hue) {
    return theme_is_square(hue) || hue == HUE_WHITE_PLATE || hue == HUE_BLACK_PLATE;
}

static void draw_mono(const Cell *cell, int y, int x, Hue upper, Hue lower) {
    static const char *const shapes[2][2] = {{" ", "▄"}, {"▀", "█"}};
    Ink ink = {HUE_MARK, cell->square, cell->attributes};
    const char *shape = shapes[!is_paper(upper)][!is_paper(lower)];
    draw_ink(y, x, 1, ink, terminal_abilities()->utf8 ? shape : " ");
}

/* What a blank shares with its neighbours costs no bytes: a plate's blanks look as its letter does.
 */
static Ink blank_ink(Hue paper) {
    if (paper == HUE_WHITE_PLATE)
        return (Ink){HUE_WHITE_PIECE, paper, 0};
    if (paper == HUE_BLACK_PLATE)
        return (Ink){HUE_BLACK_PIECE, paper, 0};
    return (Ink){HUE_EDGE, paper, 0};
}

/* Among 256 colours all of a board is bold, blanks and blocks too, so that the bytes that turn it
 * on and off are saved. Among 8, bold changes the colour of a block. */
static void draw_part(int y, int x, Ink ink, const char *text) {
    if (terminal_abilities()->colors == 256)
        ink.attributes |= INK_BOLD;
    draw_ink(y, x, 2, ink, text);
}

static void draw_pixels(const Cell *cell, int row, int column, int y, int x) {
    Hue upper = cell->pixel[2 * row][column], lower = cell->pixel[2 * row + 1][column];
    if (terminal_abilities()->colors == 0) {
        draw_mono(cell, y, x, upper, lower);
    } else if (upper == lower) {
        if (is_paper(upper))
            draw_part(y, x, blank_ink(upper), " ");
        else
            draw_part(y, x, (Ink){upper, cell->square, INK_EXACT}, draw_choose("█", " "));
    } else if (terminal_abilities()->utf8) {
        draw_part(y, x, (Ink){upper, lower, INK_EXACT}, "▀");
    } else {
        draw_part(y, x, blank_ink(cell->square), " ");
    }
}

void cell_draw(const Cell *cell, int y, int x) {
    for (int row = 0; row < cell->height; row++)
        for (int column = 0; column < cell->width; column++) {
            const CellText *over = &cell->over[row][column];
            if (over->text == NULL)
                draw_pixels(cell, row, column, y + row, x + column);
            else if (*over->text != '\0')
                draw_part(y + row, x + column, over->ink, over->text);
        }
}
