#include <config.h>

#include "board/ground.h"

#include <stddef.h>

/* The castles have the same columns and the river the same row from both sides of the board. */
enum { RIVER_ROW = 3, CASTLE_LEFT = 2, CASTLE_RIGHT = 4 };

/* --- texture --- */

static void put_if_empty(Tile *tile, int row, int column, ColorRole role, const char *text) {
    if (row >= 0 && row < tile->height && column >= 0 && column < tile->width &&
        tile_is_empty(tile, row, column))
        tile_put_text(tile, row, column, (Style){role, tile->square, 0}, text);
}

/* Fills the river with waves, except beside a piece; for a terminal without colours. */
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

/* Puts a few waves or trees on a coloured square. */
static void put_texture(const PaintContext *context, Tile *tile, const char *text) {
    static const struct {
        int row, column; /* row -1 ends the list */
    } spots[ZOOM_COUNT][3] = {
        {{-1, 0}, {-1, 0}, {-1, 0}}, {{0, 0}, {-1, 0}, {-1, 0}}, {{0, 0}, {1, 2}, {-1, 0}},
        {{0, 1}, {2, 4}, {-1, 0}},   {{0, 1}, {3, 6}, {-1, 0}},  {{1, 2}, {3, 7}, {-1, 0}},
        {{1, 3}, {3, 10}, {5, 4}},   {{1, 3}, {4, 14}, {7, 6}},  {{1, 4}, {6, 19}, {10, 8}},
    };
    Zoom zoom = context->layout->zoom;
    for (int i = 0; i < 3 && spots[zoom][i].row >= 0; i++)
        put_if_empty(tile, spots[zoom][i].row, spots[zoom][i].column, COLOR_TEXTURE, text);
}

/* Puts the left and right sides of the castles. The river and the board's edge bound the others. */
static void put_castle_edges(const PaintContext *context, Tile *tile, const SquareState *state) {
    bool fine = context->rich;
    Zoom zoom = context->layout->zoom;
    bool left =
        state->column == CASTLE_LEFT || (zoom == ZOOM_2X1 && state->column == CASTLE_RIGHT + 1);
    bool right = state->column == CASTLE_RIGHT && zoom > ZOOM_2X1;
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
        if (!context->layout->ruled && !context->color) /* nothing else shows the square */
            put_if_empty(tile, 0, context->geometry->glyph_column, COLOR_TEXTURE, ".");
    } else if (!context->color) {
        put_water(context, tile, state);
    } else {
        put_texture(context, tile, state->role == COLOR_ISLAND ? "^" : "~");
    }
}

/* --- the lines of a ruled board --- */

typedef enum LineWeight { WEIGHT_NONE, WEIGHT_LIGHT, WEIGHT_HEAVY } LineWeight;

/* Returns the weight of the line left of column x, 0..7, in a row. */
static LineWeight vertical_weight(int x, int row) {
    if (row < 0 || row >= BOARD_RANKS)
        return WEIGHT_NONE;
    bool is_side = x == CASTLE_LEFT || x == CASTLE_RIGHT + 1;
    return is_side && row != RIVER_ROW ? WEIGHT_HEAVY : WEIGHT_LIGHT;
}

/* Returns the weight of the line above row y, 0..7, in a column. */
static LineWeight horizontal_weight(int y, int column) {
    if (column < 0 || column >= BOARD_FILES)
        return WEIGHT_NONE;
    bool edge = y == 0 || y == RIVER_ROW || y == RIVER_ROW + 1 || y == BOARD_RANKS;
    return edge && column >= CASTLE_LEFT && column <= CASTLE_RIGHT ? WEIGHT_HEAVY : WEIGHT_LIGHT;
}

/* Indexed by 3 * up + right and 3 * down + left, the weights of the four arms. */
static const char *const junctions[9][9] = {
    {" ", "╴", "╸", "╷", "┐", "┑", "╻", "┒", "┓"}, {"╶", "─", "╾", "┌", "┬", "┭", "┎", "┰", "┱"},
    {"╺", "╼", "━", "┍", "┮", "┯", "┏", "┲", "┳"}, {"╵", "┘", "┙", "│", "┤", "┥", "╽", "┧", "┪"},
    {"└", "┴", "┵", "├", "┼", "┽", "┟", "╁", "╅"}, {"┕", "┶", "┷", "┝", "┾", "┿", "┢", "╆", "╈"},
    {"╹", "┚", "┛", "╿", "┦", "┩", "┃", "┨", "┫"}, {"┖", "┸", "┹", "┞", "╀", "╃", "┠", "╂", "╉"},
    {"┗", "┺", "┻", "┡", "╄", "╇", "┣", "╊", "╋"},
};

static const char *junction_text(LineWeight up, LineWeight right, LineWeight down,
                                 LineWeight left) {
    const char *ascii = up == WEIGHT_HEAVY || down == WEIGHT_HEAVY      ? "#"
                        : right == WEIGHT_HEAVY || left == WEIGHT_HEAVY ? "="
                        : right == WEIGHT_NONE && left == WEIGHT_NONE   ? "|"
                        : up == WEIGHT_NONE && down == WEIGHT_NONE      ? "-"
                                                                        : "+";
    return draw_select(junctions[3 * up + right][3 * down + left], ascii);
}

void ground_draw_lines(const Layout *layout) {
    const Rect *board = &layout->board;
    SquareSize square_size = layout->square_size;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            int row = y / square_size.y, column = x / square_size.x;
            bool on_horizontal = y % square_size.y == 0, on_vertical = x % square_size.x == 0;
            const char *text = NULL;
            if (on_horizontal && on_vertical)
                text =
                    junction_text(vertical_weight(column, row - 1), horizontal_weight(row, column),
                                  vertical_weight(column, row), horizontal_weight(row, column - 1));
            else if (on_horizontal)
                text = junction_text(WEIGHT_NONE, horizontal_weight(row, column), WEIGHT_NONE,
                                     horizontal_weight(row, column));
            else if (on_vertical)
                text = junction_text(vertical_weight(column, row), WEIGHT_NONE,
                                     vertical_weight(column, row), WEIGHT_NONE);
            if (text != NULL)
                draw_text(board->y + y, board->x + x, 1, ROLE_BORDER, text);
        }
}
