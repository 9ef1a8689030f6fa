#include <config.h>

#include "board/way.h"

#include <stdlib.h>

#include "base/number.h"
#include "board/squares.h"

typedef struct Pixel {
    int y, x; /* from the upper left corner of the board */
} Pixel;

static Pixel middle_of(const PaintContext *context, const Tile *tile, Square square) {
    int column, row;
    squares_locate(context->view->flipped, square, &column, &row);
    return (Pixel){row * tile->height + tile->height / 2, column * tile->width + tile->width / 2};
}

void way_put(const PaintContext *context, Tile *tile, const SquareState *state, Square from,
             Square to, ColorRole role) {
    Pixel start = middle_of(context, tile, from), end = middle_of(context, tile, to);
    int files = abs(end.x - start.x) / tile->width, ranks = abs(end.y - start.y) / tile->height;
    int dots = max_int(files, ranks) * (tile->rows >= 4 ? 5 : 3);
    int top = state->row * tile->height, left = state->column * tile->width;
    for (int i = 0; i <= dots && dots > 0; i++) {
        int y = start.y + (end.y - start.y) * i / dots, x = start.x + (end.x - start.x) * i / dots;
        tile_put_behind(tile, (Rect){y - top, x - left - 1, 1, 2}, role);
    }
}
