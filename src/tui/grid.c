#include <config.h>

#include "tui/grid.h"

#include <stdbool.h>

#include "rules/bitboard.h"
#include "tui/cell.h"

/* The castles look the same from both sides of the board: columns 2 to 4, all rows but the river.
 */
enum { CASTLE_LEFT = 2, CASTLE_RIGHT = 5, RIVER_ROW = 3 };

typedef enum Weight { WEIGHT_NONE, WEIGHT_LIGHT, WEIGHT_HEAVY } Weight;

/* The line left of column x (0..7) in a row. */
static Weight upright(int x, int row) {
    if (row < 0 || row >= BOARD_RANKS)
        return WEIGHT_NONE;
    return (x == CASTLE_LEFT || x == CASTLE_RIGHT) && row != RIVER_ROW ? WEIGHT_HEAVY
                                                                       : WEIGHT_LIGHT;
}

/* The line above row y (0..7) in a column. */
static Weight level(int y, int column) {
    if (column < 0 || column >= BOARD_FILES)
        return WEIGHT_NONE;
    bool edge = y == 0 || y == RIVER_ROW || y == RIVER_ROW + 1 || y == BOARD_RANKS;
    return edge && column >= CASTLE_LEFT && column < CASTLE_RIGHT ? WEIGHT_HEAVY : WEIGHT_LIGHT;
}

/* Indexed by the weights of the four arms: up and right, then down and left. */
static const char *const joints[9][9] = {
    {" ", "╴", "╸", "╷", "┐", "┑", "╻", "┒", "┓"}, {"╶", "─", "╾", "┌", "┬", "┭", "┎", "┰", "┱"},
    {"╺", "╼", "━", "┍", "┮", "┯", "┏", "┲", "┳"}, {"╵", "┘", "┙", "│", "┤", "┥", "╽", "┧", "┪"},
    {"└", "┴", "┵", "├", "┼", "┽", "┟", "╁", "╅"}, {"┕", "┶", "┷", "┝", "┾", "┿", "┢", "╆", "╈"},
    {"╹", "┚", "┛", "╿", "┦", "┩", "┃", "┨", "┫"}, {"┖", "┸", "┹", "┞", "╀", "╃", "┠", "╂", "╉"},
    {"┗", "┺", "┻", "┡", "╄", "╇", "┣", "╊", "╋"},
};

static const char *joint(Weight up, Weight right, Weight down, Weight left) {
    const char *ascii = up == WEIGHT_HEAVY || down == WEIGHT_HEAVY      ? "#"
                        : right == WEIGHT_HEAVY || left == WEIGHT_HEAVY ? "="
                        : right == WEIGHT_NONE && left == WEIGHT_NONE   ? "|"
                        : up == WEIGHT_NONE && down == WEIGHT_NONE      ? "-"
                                                                        : "+";
    return draw_choose(joints[3 * up + right][3 * down + left], ascii);
}

void grid_draw(const Layout *layout) {
    const Rect *board = &layout->board;
    Pitch pitch = layout->pitch;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) {
            int row = y / pitch.y, column = x / pitch.x;
            bool on_level = y % pitch.y == 0, on_upright = x % pitch.x == 0;
            const char *text = NULL;
            if (on_level && on_upright)
                text = joint(upright(column, row - 1), level(row, column), upright(column, row),
                             level(row, column - 1));
            else if (on_level)
                text = joint(WEIGHT_NONE, level(row, column), WEIGHT_NONE, level(row, column));
            else if (on_upright)
                text = joint(upright(column, row), WEIGHT_NONE, upright(column, row), WEIGHT_NONE);
            if (text != NULL)
                draw_text(board->y + y, board->x + x, 1, ROLE_BORDER, text);
        }
}
