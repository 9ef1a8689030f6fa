#include <config.h>

#include "board/ground.h"

#include <stddef.h>

#include "board/pieces.h"
#include "term/terminal.h"

/* The castles have the same columns and the river the same row from both sides of the board. */
enum { RIVER_ROW = 3, CASTLE_LEFT = 2, CASTLE_RIGHT = 4 };

/* --- colours --- */

typedef enum Terrain { TERRAIN_GRASS, TERRAIN_CASTLE, TERRAIN_RIVER, TERRAIN_ISLAND } Terrain;

static Terrain terrain_at(const Variant *variant, Square square) {
    Bitboard bit = square_bit(square);
    if (bit & RIVER_MASK)
        return bit & variant->islands ? TERRAIN_ISLAND : TERRAIN_RIVER;
    return bit & (WHITE_CASTLE | BLACK_CASTLE) ? TERRAIN_CASTLE : TERRAIN_GRASS;
}

static int chequer_at(Square square) {
    return (square_file(square) + square_rank(square)) & 1;
}

ColorRole ground_role(const Variant *variant, Square square) {
    static const ColorRole roles[][2] = {
        [TERRAIN_GRASS] = {COLOR_GRASS, COLOR_GRASS_OTHER},
        [TERRAIN_CASTLE] = {COLOR_CASTLE, COLOR_CASTLE_OTHER},
        [TERRAIN_RIVER] = {COLOR_RIVER, COLOR_RIVER_OTHER},
        [TERRAIN_ISLAND] = {COLOR_ISLAND, COLOR_ISLAND_OTHER},
    };
    return roles[terrain_at(variant, square)][chequer_at(square)];
}

/* --- texture --- */

static void put_if_empty(Tile *tile, int row, int column, ColorRole role, const char *text) {
    if (row >= 0 && row < tile->rows && column >= 0 && column < tile->columns &&
        tile_is_empty(tile, row, column))
        tile_put_text(tile, row, column, (Style){role, tile->square, 0}, text);
}

static void put_everywhere(Tile *tile, ColorRole role, const char *text) {
    for (int row = 0; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++)
            put_if_empty(tile, row, column, role, text);
}

/* Fills the river with waves, except beside a piece; for a terminal without colours. */
static void put_water(Tile *tile, bool island) {
    int piece_row = pieces_row(tile), piece_column = pieces_column(tile);
    bool taken = !tile_is_empty(tile, piece_row, piece_column);
    for (int row = 0; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++) {
            bool beside = taken && tile->columns > 2 && row == piece_row &&
                          (column == piece_column - 1 || column == piece_column + 1);
            bool gap = island && (row + column) % 2 != 0 && tile->columns > 2;
            if (!beside && !gap)
                put_if_empty(tile, row, column, COLOR_MARK, island ? "^" : "~");
        }
}

/* Puts crests near the top and the bottom, behind everything else. The pattern goes on in the next
 * square. */
static void put_waves(Tile *tile, const SquareState *state) {
    ColorRole crest = tile->square == COLOR_RIVER ? COLOR_RIVER_OTHER : COLOR_RIVER;
    tile->ink = crest;
    int length = tile->columns >= 14 ? 4 : 2;
    const int rows[2] = {tile->height >= 6 ? 1 : 0, tile->height - (tile->height >= 6 ? 3 : 2)};
    for (int i = 0; i < 2; i++)
        for (int x = 0; x < tile->width; x++) {
            int phase = (state->column * tile->width + x) / length;
            tile_put_behind(tile, (Rect){rows[i] + phase % 2, x, 1, 1}, crest);
        }
}

/* --- walls --- */

GroundWalls ground_walls(const PaintContext *context, const SquareState *state) {
    GroundWalls walls = {0};
    if (context->layout->ruled || context->layout->zoom == ZOOM_2X1)
        return walls;
    bool in_castle = state->column >= CASTLE_LEFT && state->column <= CASTLE_RIGHT;
    bool beside_wall = state->column == CASTLE_LEFT - 1 || state->column == CASTLE_RIGHT;
    if (state->row != RIVER_ROW)
        walls.right = beside_wall ? context->thickness : 0;
    else if (context->layout->zoom > ZOOM_4X2) /* squares of two rows have no room */
        walls.top = walls.bottom = in_castle ? 1 : 0;
    return walls;
}

/* A piece on its way may have a character where a wall is. */
static void clear_characters(Tile *tile, int row, int column) {
    if (tile->over[row][column].text != NULL && *tile->over[row][column].text == '\0')
        tile->over[row][column - 1].text = NULL;
    tile->over[row][column].text = NULL;
}

static void put_walls(Tile *tile, GroundWalls walls) {
    for (int row = 0; row < tile->rows && walls.right > 0; row++)
        clear_characters(tile, row, tile->columns - 1);
    for (int column = 0; column < tile->columns && walls.top > 0; column++) {
        clear_characters(tile, 0, column);
        clear_characters(tile, tile->rows - 1, column);
    }
    tile_put_mark(tile, (Rect){0, tile->width - walls.right, tile->height, walls.right},
                  COLOR_WALL);
    tile_put_mark(tile, (Rect){0, 0, walls.top, tile->width}, COLOR_WALL);
    tile_put_mark(tile, (Rect){tile->height - walls.bottom, 0, walls.bottom, tile->width},
                  COLOR_WALL);
}

/* Puts the sides of the castles in characters. */
static void put_castle_edges(const PaintContext *context, Tile *tile, const SquareState *state) {
    bool small = context->layout->zoom == ZOOM_2X1;
    bool left = state->column == CASTLE_LEFT || (small && state->column == CASTLE_RIGHT + 1);
    bool right = state->column == CASTLE_RIGHT && !small;
    for (int row = 0; row < tile->rows; row += 2) {
        if (left)
            put_if_empty(tile, row, 0, COLOR_WALL, "#");
        if (right)
            put_if_empty(tile, row, tile->columns - 1, COLOR_WALL, "#");
    }
}

void ground_put(const PaintContext *context, Tile *tile, const SquareState *state) {
    Terrain terrain = terrain_at(context->view->position->variant, state->square);
    bool few_colors = terminal_capabilities()->colors == 8;
    if (context->pixels) {
        if (!few_colors && terrain == TERRAIN_RIVER && state->type == PIECE_NONE &&
            state->marks == 0)
            put_waves(tile, state);
        put_walls(tile, ground_walls(context, state));
        bool plain = theme_is_terrain_role(tile->square);
        if (few_colors && plain && chequer_at(state->square) == 1)
            put_everywhere(tile, COLOR_WALL, "░");
    } else if (!context->color && state->row == RIVER_ROW) {
        put_water(tile, terrain == TERRAIN_ISLAND);
    } else if (!context->layout->ruled && state->row != RIVER_ROW && !context->color) {
        put_castle_edges(context, tile, state);
        put_if_empty(tile, 0, pieces_column(tile), COLOR_MARK, "."); /* nothing else shows it */
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
