#include <config.h>

#include "tui/painting.h"

#include "tui/glyphs.h"

/* A piece's plate in pixels: under a letter in ASCII, under an animal, under pixels. */
typedef enum PlateKind { PLATE_ASCII, PLATE_ANIMAL, PLATE_PIXELS, PLATE_KIND_COUNT } PlateKind;
static const Rect plates[PLATE_KIND_COUNT][ZOOM_MAX + 1] = {
    {{0, 0, 0, 0}, {0, 1, 2, 1}, {0, 1, 2, 3}, {2, 2, 2, 3}, {2, 3, 6, 5}, {4, 4, 6, 7}},
    {{0, 0, 0, 0}, {0, 1, 2, 1}, {0, 1, 2, 2}, {1, 1, 4, 4}, {3, 3, 4, 4}, {4, 4, 6, 6}},
    {{0, 0, 0, 0}, {0, 1, 2, 1}, {0, 1, 3, 3}, {1, 2, 4, 3}, {1, 1, 8, 8}, {1, 1, 12, 12}},
};

static void put_plate(const Painting *painting, Cell *cell, const SquareState *state) {
    PlateKind kind = !painting->utf8                      ? PLATE_ASCII
                     : painting->glyphs == GLYPHS_ANIMALS ? PLATE_ANIMAL
                                                          : PLATE_PIXELS;
    Rect plate = plates[kind][painting->layout->zoom];
    cell_fill(cell, plate, theme_plate(state->color));
    if (plate.width < 8 || kind == PLATE_ASCII)
        return;
    int right = plate.x + plate.width - 1, bottom = plate.y + plate.height - 1;
    cell->pixel[plate.y][plate.x] = cell->pixel[plate.y][right] = state->hue;
    cell->pixel[bottom][plate.x] = cell->pixel[bottom][right] = state->hue;
}

static void put_picture(const Painting *painting, Cell *cell, const SquareState *state,
                        Picture picture) {
    const Layout *layout = painting->layout;
    int y = (2 * cell->height - picture.size) / 2;
    int x = (cell->width - picture.size + (layout->ruled ? 0 : 1)) / 2;
    cell_picture(cell, y, x, picture, theme_piece(state->color), theme_detail(state->color));
}

/* Animals and pictures have their letter beside their plate. */
void man_tag(const Painting *painting, Cell *cell, const SquareState *state) {
    static const struct {
        int row, column;
    } favourites[ZOOM_MAX + 1] = {{0, 0}, {0, 0}, {1, 2}, {2, 5}, {3, 9}, {5, 13}};
    char letter = piece_letter(state->color, state->kind, painting->view->position->variant->pawns);
    int row = favourites[painting->layout->zoom].row;
    int column = favourites[painting->layout->zoom].column;
    for (int i = 0; i < cell->height && cell->over[row][column].text != NULL; i++) {
        row = cell->height - 1 - i;
        column = cell->width - 1;
    }
    cell_text(cell, row, column, (Ink){HUE_MARK, state->hue, INK_BOLD}, cell_char(letter));
}

static void put_letter(const Painting *painting, Cell *cell, const SquareState *state,
                       char letter) {
    const Geometry *geometry = painting->geometry;
    Ink ink = {theme_piece(state->color), theme_plate(state->color), INK_BOLD};
    if (!painting->color) /* White stands out by more than its case */
        ink.attributes = state->color == WHITE ? INK_MONO_BOLD : 0;
    if (painting->big) {
        cell->attributes = ink.attributes;
        int size = painting->layout->zoom == 4 ? LETTER_SMALL : LETTER_LARGE;
        put_picture(painting, cell, state, glyph_big_letter(letter, size));
    } else {
        cell_text(cell, geometry->glyph_row, geometry->glyph_column, ink, cell_char(letter));
    }
}

void man_put(const Painting *painting, Cell *cell, const SquareState *state) {
    PawnFamily family = painting->view->position->variant->pawns;
    char letter = piece_letter(state->color, state->kind, family);
    if (painting->color)
        put_plate(painting, cell, state);
    switch (painting->glyphs) {
    case GLYPHS_LETTERS:
        put_letter(painting, cell, state, letter);
        break;
    case GLYPHS_ANIMALS:
        cell_text(cell, painting->geometry->glyph_row, cell->width / 2 - 1,
                  (Ink){theme_piece(state->color), theme_plate(state->color), 0},
                  glyph_animal(state->kind));
        break;
    case GLYPHS_DRAWN:
        put_picture(painting, cell, state,
                    glyph_picture(state->kind, family,
                                  painting->layout->zoom == 4 ? PICTURE_SMALL : PICTURE_LARGE));
        break;
    }
}
