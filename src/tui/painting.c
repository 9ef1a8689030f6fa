#include <config.h>

#include "tui/painting.h"

#include "tui/squares.h"
#include "tui/terminal.h"

/* Painted, with a single letter in the middle column of an odd number: the first column stays free.
 */
static const SquareGeometry painted_letters[ZOOM_MAX + 1] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 2, 2, {{0, 1, 3}, {1, 1, 3}}},
    {1, 3, 4, {{1, 2, 4}, {0, 1, 5}, {2, 1, 5}, {1, 1, 5}}},
    {2, 5, 4, {{2, 1, 9}, {0, 1, 9}, {4, 1, 9}, {1, 1, 9}}},
    {3, 7, 4, {{3, 1, 13}, {0, 1, 13}, {6, 1, 13}, {1, 1, 13}}},
};

/* Painted, with animals or pictures, which have an even number of columns. */
static const SquareGeometry painted_pictures[ZOOM_MAX + 1] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 2, 2, {{0, 0, 3}, {1, 0, 3}}},
    {1, 3, 4, {{1, 1, 4}, {0, 0, 5}, {2, 0, 5}, {1, 0, 5}}},
    {2, 5, 4, {{2, 0, 9}, {0, 0, 9}, {4, 0, 9}, {1, 0, 9}}},
    {3, 7, 4, {{3, 0, 13}, {0, 0, 13}, {6, 0, 13}, {1, 0, 13}}},
};

/* Ruled, with single letters, which leave room beside them. */
static const SquareGeometry ruled_letters[ZOOM_MAX + 1] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 1, 1, {{0, 0, 2}}},
    {0, 2, 4, {{0, 0, 4}, {0, 1, 3}, {1, 0, 4}, {1, 1, 3}}},
    {1, 4, 4, {{1, 2, 6}, {1, 3, 5}, {3, 2, 6}, {3, 3, 5}}},
    {2, 6, 4, {{2, 3, 9}, {2, 5, 7}, {4, 3, 9}, {4, 5, 7}}},
};

/* Ruled, with pictures, which need the middle for themselves. */
static const SquareGeometry ruled_pictures[ZOOM_MAX + 1] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 1, 1, {{0, 0, 2}}},
    {0, 2, 4, {{0, 0, 4}, {0, 1, 3}, {1, 0, 4}, {1, 1, 3}}},
    {1, 4, 4, {{1, 0, 8}, {0, 0, 8}, {3, 0, 8}, {2, 0, 8}}},
    {2, 6, 4, {{2, 0, 12}, {0, 0, 12}, {5, 0, 12}, {3, 0, 12}}},
};

static GlyphSet supported_glyphs(const View *view, int zoom) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    if (view->glyphs == GLYPHS_ANIMALS && capabilities->colors > 0 && capabilities->rich &&
        zoom >= 2)
        return GLYPHS_ANIMALS;
    if (view->glyphs == GLYPHS_DRAWN && capabilities->colors > 0 && capabilities->utf8 && zoom >= 4)
        return GLYPHS_DRAWN;
    return GLYPHS_LETTERS;
}

/* Files to the right for each row down; half a turn leaves it as it is. */
static int slope_of(Bitboard line) {
    if (line == 0)
        return 0;
    Square top = bitboard_first(line);
    Square bottom = (Square)highest_bit(line);
    int slope = square_file(bottom) - square_file(top);
    return slope > 0 ? 1 : slope < 0 ? -1 : 0;
}

PaintContext paint_context_create(const View *view, const Layout *layout) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    PaintContext context = {.view = view,
                            .layout = layout,
                            .color = capabilities->colors > 0,
                            .utf8 = capabilities->utf8,
                            .rich = capabilities->rich,
                            .glyphs = supported_glyphs(view, layout->zoom),
                            .big = capabilities->utf8 && layout->zoom >= 4,
                            .slope = slope_of(view->lions_line)};
    static const SquareGeometry *const geometries[2][2] = {{ruled_letters, ruled_pictures},
                                                           {painted_letters, painted_pictures}};
    bool pictures = context.big || context.glyphs != GLYPHS_LETTERS;
    context.geometry = &geometries[context.color][pictures][layout->zoom];
    return context;
}

static ColorRole square_role(const View *view, Square square) {
    static const ColorRole roles[2][2] = {{COLOR_GROUND, COLOR_GROUND_OTHER},
                                          {COLOR_CASTLE, COLOR_CASTLE_OTHER}};
    Bitboard bit = square_bit(square);
    if (bit & RIVER_MASK)
        return bit & view->position->variant->islands ? COLOR_ISLAND : COLOR_RIVER;
    int castle = bit & (WHITE_CASTLE | BLACK_CASTLE) ? 1 : 0;
    return roles[castle][(square_file(square) + square_rank(square)) & 1];
}

/* Targets and captures on an empty square are shown in its middle, not as marks. */
static unsigned square_marks(const View *view, Square square, bool empty) {
    const struct {
        Bitboard set;
        Mark mark;
    } sets[] = {{empty ? 0 : view->captures, MARK_CAPTURE},
                {empty ? 0 : view->targets, MARK_TARGET},
                {view->drowning, MARK_DROWNING},
                {empty ? 0 : view->last, MARK_LAST},
                {view->advised, MARK_ADVICE},
                {empty ? 0 : view->lions_line, MARK_LIONS}};
    unsigned marks = 0;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (bitboard_has(sets[i].set, square))
            marks |= mark_bit(sets[i].mark);
    if (square == view->cursor)
        marks |= mark_bit(MARK_CURSOR);
    if (square == view->selected)
        marks |= mark_bit(MARK_SELECTED);
    return marks;
}

SquareState squares_state(const View *view, int column, int row) {
    Square square = squares_at(view->flipped, column, row);
    PieceType kind = position_piece_at(view->position, square);
    return (SquareState){.square = square,
                         .column = column,
                         .row = row,
                         .role = square_role(view, square),
                         .kind = kind,
                         .color =
                             kind == PIECE_NONE ? WHITE : position_color_at(view->position, square),
                         .marks = square_marks(view, square, kind == PIECE_NONE)};
}
