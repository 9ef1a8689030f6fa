#include <config.h>

#include "tui/painting.h"

/* The castles' columns on the screen, from both sides. */
enum { RIVER_ROW = 3, CASTLE_LEFT = 2, CASTLE_RIGHT = 4 };

static void put_if_bare(Cell *cell, int row, int column, Hue hue, const char *text) {
    if (row >= 0 && row < cell->height && column >= 0 && column < cell->width &&
        cell_is_bare(cell, row, column))
        cell_text(cell, row, column, (Ink){hue, cell->square, 0}, text);
}

/* Without colour the river is full of waves, but for a blank at both sides of a piece. */
static void fill_water(const Painting *painting, Cell *cell, const SquareState *state) {
    bool island = state->hue == HUE_ISLAND;
    int glyph_row = painting->geometry->glyph_row, glyph_column = painting->geometry->glyph_column;
    bool taken = !cell_is_bare(cell, glyph_row, glyph_column);
    for (int row = 0; row < cell->height; row++)
        for (int column = 0; column < cell->width; column++) {
            bool beside = taken && cell->width > 2 && row == glyph_row &&
                          (column == glyph_column - 1 || column == glyph_column + 1);
            bool gap = island && (row + column) % 2 != 0 && cell->width > 2;
            if (!beside && !gap)
                put_if_bare(cell, row, column, HUE_TEXTURE, island ? "^" : "~");
        }
}

/* Some waves or trees on a painted square. */
static void sprinkle(const Painting *painting, Cell *cell, const char *text) {
    static const struct {
        int row, column; /* row -1: no more */
    } spots[ZOOM_MAX + 1][3] = {
        {{-1, 0}, {-1, 0}, {-1, 0}}, {{0, 0}, {-1, 0}, {-1, 0}}, {{0, 0}, {1, 2}, {-1, 0}},
        {{0, 1}, {2, 4}, {-1, 0}},   {{1, 2}, {3, 7}, {-1, 0}},  {{1, 3}, {3, 10}, {5, 4}},
    };
    int zoom = painting->layout->zoom;
    for (int i = 0; i < 3 && spots[zoom][i].row >= 0; i++)
        put_if_bare(cell, spots[zoom][i].row, spots[zoom][i].column, HUE_TEXTURE, text);
}

/* The castles' sides on a painted board; their other ends are the river and the board's edge. */
static void put_castle_edges(const Painting *painting, Cell *cell, const SquareState *state) {
    bool fine = painting->rich;
    int zoom = painting->layout->zoom;
    bool left = state->column == CASTLE_LEFT || (zoom == 1 && state->column == CASTLE_RIGHT + 1);
    bool right = state->column == CASTLE_RIGHT && zoom > 1;
    for (int row = 0; row < cell->height; row += fine ? 1 : 2) {
        if (left)
            put_if_bare(cell, row, 0, HUE_EDGE, fine ? "▏" : "#");
        if (right)
            put_if_bare(cell, row, cell->width - 1, HUE_EDGE, fine ? "▕" : "#");
    }
}

void ground_put(const Painting *painting, Cell *cell, const SquareState *state) {
    if (state->row != RIVER_ROW) {
        if (!painting->layout->ruled)
            put_castle_edges(painting, cell, state);
        if (!painting->layout->ruled && !painting->color) /* nothing else tells the squares apart */
            put_if_bare(cell, 0, painting->geometry->glyph_column, HUE_TEXTURE, ".");
    } else if (!painting->color) {
        fill_water(painting, cell, state);
    } else {
        sprinkle(painting, cell, state->hue == HUE_ISLAND ? "^" : "~");
    }
}
