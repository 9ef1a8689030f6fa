#include <config.h>

#include "board/lost_pieces.h"

#include <stdio.h>

#include "base/number.h"
#include "board/squares.h"
#include "term/draw.h"
#include "term/terminal.h"

enum {
    COLUMNS = 6, /* of a piece */
    LINES_EACH = 3,
    STEP = COLUMNS + 3, /* with the number of such pieces */
    NUMBER_SIZE = 16
};

/* The order of the pieces. A pawn that was promoted counts as the pawn that it was. */
static const PieceType order[] = {MONKEY, ELEPHANT, ZEBRA, GIRAFFE, CROCODILE, ELEPHANTE, PAWN};
enum { TYPE_COUNT = sizeof order / sizeof order[0] };

static int count_of(const Position *position, Color color, PieceType type) {
    int count = popcount64(position_pieces(position, color, type));
    return type == PAWN ? count + popcount64(position_pieces(position, color, SUPERPAWN)) : count;
}

static int lost_count(const View *view, Color color, PieceType type) {
    const Position *start = record_position_at(view->record, 0);
    const Position *now = record_position_at(view->record, view->ply);
    return max_int(count_of(start, color, type) - count_of(now, color, type), 0);
}

static int columns_in(int width) {
    return max_int(width / STEP, 1);
}

/* Returns the lines of one side's pieces. */
static int side_lines(const View *view, Color color, int width) {
    int types = 0, columns = columns_in(width);
    for (int i = 0; i < TYPE_COUNT; i++)
        types += lost_count(view, color, order[i]) > 0;
    return (types + columns - 1) / columns * LINES_EACH;
}

int lost_pieces_lines(const View *view, int width) {
    if (!terminal_capabilities()->rich || terminal_capabilities()->colors < 256 || width < STEP)
        return 0;
    int lines = side_lines(view, WHITE, width) + side_lines(view, BLACK, width);
    return lines > 0 ? lines + 1 : 0;
}

static void paint_type(const View *view, Color color, PieceType type, int y, int x) {
    int count = lost_count(view, color, type);
    char number[NUMBER_SIZE];
    squares_paint_piece((Rect){y, x, LINES_EACH, COLUMNS}, view->glyphs, type, color,
                        record_position_at(view->record, 0)->variant, A2, false);
    snprintf(number, sizeof number, "%d", count);
    if (count > 1)
        draw_text(y + LINES_EACH / 2, x + COLUMNS + 1, STEP - COLUMNS - 1, ROLE_DIM, number);
}

static void paint_side(const View *view, Color color, Rect area) {
    int shown = 0, columns = columns_in(area.width);
    for (int i = 0; i < TYPE_COUNT; i++) {
        if (lost_count(view, color, order[i]) == 0)
            continue;
        int y = area.y + shown / columns * LINES_EACH;
        paint_type(view, color, order[i], y, area.x + shown % columns * STEP);
        shown++;
    }
}

void lost_pieces_paint(const View *view, Rect area) {
    Color upper = view->flipped ? WHITE : BLACK;
    paint_side(view, upper, area);
    area.y += side_lines(view, upper, area.width);
    paint_side(view, color_other(upper), area);
}
