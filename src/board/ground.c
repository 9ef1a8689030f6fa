#include <config.h>

#include "board/squares.h"

/* The castles' columns on the screen, from both sides. */
enum { RIVER_ROW = 3, CASTLE_LEFT = 2, CASTLE_RIGHT = 4 };

static void put_if_empty(Tile *tile, int row, int column, ColorRole role, const char *text) {
    if (row >= 0 && row < tile->height && column >= 0 && column < tile->width &&
        tile_is_empty(tile, row, column))
        tile_put_text(tile, row, column, (Style){role, tile->square, 0}, text);
}

/* Without colour the river is full of waves, but for a blank at both sides of a piece. */
static void put_water(const PaintContext *context, Tile *tile, const SquareState *state) {
    bool island = state->role == COLOR_ISLAND;
    int glyph_row = context->geometry->glyph_row, glyph_column = context->geometry->glyph_column;
    bool taken = !tile_is_empty(tile, glyph_row, glyph_column);
    for (int row = 0; row < tile->height; row++)
        for (int column = 0; column < tile->width; column++) {
            bool beside = taken && tile->width > 2 && row == glyph_row &&
                          (column == glyph_column - 1 || column == glyph_column + 1);
            bool gap = island && (row + column) % 2 != 0 && tile->width > 2;
            if (!beside && !gap)
                put_if_empty(tile, row, column, COLOR_TEXTURE, island ? "^" : "~");
        }
}

/* Some waves or trees on a painted square. */
static void put_texture(const PaintContext *context, Tile *tile, const char *text) {
    static const struct {
        int row, column; /* row -1: no more */
    } spots[ZOOM_MAX + 1][3] = {
        {{-1, 0}, {-1, 0}, {-1, 0}}, {{0, 0}, {-1, 0}, {-1, 0}}, {{0, 0}, {1, 2}, {-1, 0}},
        {{0, 1}, {2, 4}, {-1, 0}},   {{1, 2}, {3, 7}, {-1, 0}},  {{1, 3}, {3, 10}, {5, 4}},
    };
    int zoom = context->layout->zoom;
    for (int i = 0; i < 3 && spots[zoom][i].row >= 0; i++)
        put_if_empty(tile, spots[zoom][i].row, spots[zoom][i].column, COLOR_TEXTURE, text);
}

/* The castles' sides on a painted board; their other ends are the river and the board's edge. */
static void put_castle_edges(const PaintContext *context, Tile *tile, const SquareState *state) {
    bool fine = context->rich;
    int zoom = context->layout->zoom;
    bool left = state->column == CASTLE_LEFT || (zoom == 1 && state->column == CASTLE_RIGHT + 1);
    bool right = state->column == CASTLE_RIGHT && zoom > 1;
    for (int row = 0; row < tile->height; row += fine ? 1 : 2) {
        if (left)
            put_if_empty(tile, row, 0, COLOR_EDGE, fine ? "▏" : "#");
        if (right)
            put_if_empty(tile, row, tile->width - 1, COLOR_EDGE, fine ? "▕" : "#");
    }
}

void ground_put(const PaintContext *context, Tile *tile, const SquareState *state) {
    if (state->row != RIVER_ROW) {
        if (!context->layout->ruled)
            put_castle_edges(context, tile, state);
        if (!context->layout->ruled && !context->color) /* nothing else tells the squares apart */
            put_if_empty(tile, 0, context->geometry->glyph_column, COLOR_TEXTURE, ".");
    } else if (!context->color) {
        put_water(context, tile, state);
    } else {
        put_texture(context, tile, state->role == COLOR_ISLAND ? "^" : "~");
    }
}
