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

static void put_plate(const PaintContext *context, Tile *tile, const SquareState *state) {
    PlateKind kind = !context->utf8                      ? PLATE_ASCII
                     : context->glyphs == GLYPHS_ANIMALS ? PLATE_ANIMAL
                                                         : PLATE_PIXELS;
    Rect plate = plates[kind][context->layout->zoom];
    tile_fill(tile, plate, theme_plate_role(state->color));
    if (plate.width < 8 || kind == PLATE_ASCII)
        return;
    int right = plate.x + plate.width - 1, bottom = plate.y + plate.height - 1;
    tile->pixel[plate.y][plate.x] = tile->pixel[plate.y][right] = state->role;
    tile->pixel[bottom][plate.x] = tile->pixel[bottom][right] = state->role;
}

static void put_picture(const PaintContext *context, Tile *tile, const SquareState *state,
                        Picture picture) {
    const Layout *layout = context->layout;
    int y = (2 * tile->height - picture.size) / 2;
    int x = (tile->width - picture.size + (layout->ruled ? 0 : 1)) / 2;
    tile_put_picture(tile, y, x, picture, theme_piece_role(state->color),
                     theme_detail_role(state->color));
}

/* Animals and pictures have their letter beside their plate. */
void squares_put_letter_tag(const PaintContext *context, Tile *tile, const SquareState *state) {
    static const struct {
        int row, column;
    } tag_positions[ZOOM_MAX + 1] = {{0, 0}, {0, 0}, {1, 2}, {2, 5}, {3, 9}, {5, 13}};
    char letter = piece_letter(state->color, state->kind, context->view->position->variant->pawns);
    int row = tag_positions[context->layout->zoom].row;
    int column = tag_positions[context->layout->zoom].column;
    for (int i = 0; i < tile->height && tile->over[row][column].text != NULL; i++) {
        row = tile->height - 1 - i;
        column = tile->width - 1;
    }
    tile_put_text(tile, row, column, (Style){COLOR_MARK, state->role, STYLE_BOLD},
                  tile_char(letter));
}

static void put_letter(const PaintContext *context, Tile *tile, const SquareState *state,
                       char letter) {
    const SquareGeometry *geometry = context->geometry;
    Style style = {theme_piece_role(state->color), theme_plate_role(state->color), STYLE_BOLD};
    if (!context->color) /* White stands out by more than its case */
        style.attributes = state->color == WHITE ? STYLE_MONO_BOLD : 0;
    if (context->big) {
        tile->attributes = style.attributes;
        int size = context->layout->zoom == 4 ? LETTER_SMALL : LETTER_LARGE;
        put_picture(context, tile, state, glyphs_letter_picture(letter, size));
    } else {
        tile_put_text(tile, geometry->glyph_row, geometry->glyph_column, style, tile_char(letter));
    }
}

void squares_put_piece(const PaintContext *context, Tile *tile, const SquareState *state) {
    PawnFamily family = context->view->position->variant->pawns;
    char letter = piece_letter(state->color, state->kind, family);
    if (context->color)
        put_plate(context, tile, state);
    switch (context->glyphs) {
    case GLYPHS_LETTERS:
        put_letter(context, tile, state, letter);
        break;
    case GLYPHS_ANIMALS:
        tile_put_text(tile, context->geometry->glyph_row, tile->width / 2 - 1,
                      (Style){theme_piece_role(state->color), theme_plate_role(state->color), 0},
                      glyphs_emoji(state->kind));
        break;
    case GLYPHS_DRAWN:
        put_picture(context, tile, state,
                    glyphs_picture(state->kind, family,
                                   context->layout->zoom == 4 ? PICTURE_SMALL : PICTURE_LARGE));
        break;
    }
}
