#include <config.h>

#include "board/grid.h"

#include <stdbool.h>
#include <stddef.h>

#include "board/tile.h"
#include "rules/bitboard.h"

/* The castles look the same from both sides of the board: columns 2 to 4, all rows but the river.
 */
enum { CASTLE_LEFT = 2, CASTLE_RIGHT = 5, RIVER_ROW = 3 };

typedef enum LineWeight { WEIGHT_NONE, WEIGHT_LIGHT, WEIGHT_HEAVY } LineWeight;

/* The line left of column x (0..7) in a row. */
static LineWeight vertical_weight(int x, int row) {
    if (row < 0 || row >= BOARD_RANKS)
        return WEIGHT_NONE;
    return (x == CASTLE_LEFT || x == CASTLE_RIGHT) && row != RIVER_ROW ? WEIGHT_HEAVY
                                                                       : WEIGHT_LIGHT;
}

/* The line above row y (0..7) in a column. */
static LineWeight horizontal_weight(int y, int column) {
    if (column < 0 || column >= BOARD_FILES)
        return WEIGHT_NONE;
    bool edge = y == 0 || y == RIVER_ROW || y == RIVER_ROW + 1 || y == BOARD_RANKS;
    return edge && column >= CASTLE_LEFT && column < CASTLE_RIGHT ? WEIGHT_HEAVY : WEIGHT_LIGHT;
}

/* Indexed by the weights of the four arms: up and right, then down and left. */
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

void grid_draw(const Layout *layout) {
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
