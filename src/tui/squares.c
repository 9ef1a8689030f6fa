#include <config.h>

#include "tui/squares.h"

#include "tui/grid.h"
#include "tui/painting.h"
#include "tui/terminal.h"

bool squares_are_ruled(void) {
    return terminal_capabilities()->colors == 0;
}

Square squares_at(bool flipped, int column, int row) {
    return flipped ? square_at(BOARD_FILES - 1 - column, row + 1)
                   : square_at(column, BOARD_RANKS - row);
}

/* --- empty squares --- */

static const char *const dot_rows[] = {".##.", "####", "####", ".##."};
static const char *const cross_rows[] = {"#..#", ".##.", ".##.", "#..#"};
static const char *const speck_rows[] = {"##", "##"};

/* With blanks of the same ink where the cursor's brackets come and go: fewer bytes bring it back.
 */
static void put_marker(const PaintContext *context, Tile *tile, Style style, const char *text) {
    int row = context->geometry->glyph_row, column = context->geometry->glyph_column;
    tile_put_text(tile, row, column, style, text);
    if (!context->color || context->layout->zoom != 3 || style.bg != tile->square)
        return;
    tile_put_text(tile, row, column - 1, style, " ");
    tile_put_text(tile, row, column + 1, style, " ");
}

/* What the middle of an empty square tells, the most important first. */
static void put_empty_square_marker(const PaintContext *context, Tile *tile,
                                    const SquareState *state) {
    const View *view = context->view;
    const struct {
        Bitboard set;
        const char *text;
        Picture picture;
        Style style;
    } markers[] = {
        {view->captures, "x", {4, cross_rows}, mark_style(MARK_CAPTURE, state->role)},
        {view->targets, "o", {4, dot_rows}, {COLOR_MARK, state->role, STYLE_BOLD}},
        {view->lions_line,
         mark_text(MARK_LIONS, 0, context->slope),
         {0, NULL},
         mark_style(MARK_LIONS, state->role)},
        {view->last, ".", {2, speck_rows}, {COLOR_MARK, state->role, STYLE_BOLD}},
    };
    for (size_t i = 0; i < sizeof markers / sizeof markers[0]; i++) {
        if (!bitboard_has(markers[i].set, state->square))
            continue;
        Picture picture = markers[i].picture;
        if (context->big && picture.size > 0)
            tile_put_picture(tile, (2 * tile->height - picture.size) / 2,
                             (tile->width - picture.size) / 2, picture, COLOR_MARK, COLOR_MARK);
        else
            put_marker(context, tile, markers[i].style, markers[i].text);
        return;
    }
}

/* --- the smallest zoom: one column for all marks --- */

static Mark first_mark(unsigned marks) {
    Mark mark = 0;
    while (!(marks & mark_bit(mark)))
        mark++;
    return mark;
}

static void put_single_mark(const PaintContext *context, Tile *tile, const SquareState *state) {
    unsigned others = state->marks & ~mark_bit(MARK_CURSOR);
    unsigned shown = others != 0 ? others : state->marks;
    if (shown != 0) {
        Mark mark = first_mark(shown);
        tile_put_text(tile, 0, 0, mark_style(mark, state->role),
                      mark_text(mark, 0, context->slope));
    } else if (state->kind == PIECE_NONE && bitboard_has(context->view->last, state->square)) {
        tile_put_text(tile, 0, 0, mark_style(MARK_LAST, state->role), mark_text(MARK_LAST, 0, 0));
    }
}

/* The cursor's right bracket stands in the next square's column, unless that has a mark. */
static void draw_right_bracket(const PaintContext *context, int column, int row) {
    const View *view = context->view;
    if (column + 1 < BOARD_FILES && squares_state(view, column + 1, row).marks != 0)
        return;
    Rect area = layout_square(context->layout, column, row);
    ColorRole role = squares_state(view, column, row).role;
    draw_styled(area.y, area.x + area.width, 1, mark_style(MARK_CURSOR, role),
                mark_text(MARK_CURSOR, 1, 0));
}

/* Where there are pixels to spare a square's most important mark has corners too, and the cursor's
 * are as high as the square. */
static void put_frame(Tile *tile, unsigned marks) {
    static const ColorRole roles[MARK_COUNT] = {
        [MARK_CURSOR] = COLOR_CURSOR,   [MARK_CAPTURE] = COLOR_DANGER,
        [MARK_SELECTED] = COLOR_CURSOR, [MARK_TARGET] = COLOR_CURSOR,
        [MARK_DROWNING] = COLOR_DANGER, [MARK_LAST] = COLOR_MARK,
        [MARK_ADVICE] = COLOR_ADVICE,   [MARK_LIONS] = COLOR_DANGER};
    Mark mark = first_mark(marks);
    int height = 2 * tile->height, arm = mark == MARK_CURSOR ? height : 3;
    for (int x = 0; x < tile->width; x += tile->width - 1) {
        tile_fill(tile, (Rect){0, x, arm, 1}, roles[mark]);
        tile_fill(tile, (Rect){height - arm, x, arm, 1}, roles[mark]);
    }
    for (int y = 0; y < height; y += height - 1) {
        tile_fill(tile, (Rect){y, 0, 1, 2}, roles[mark]);
        tile_fill(tile, (Rect){y, tile->width - 2, 1, 2}, roles[mark]);
    }
}

/* On a painted board what stands between the cursor's brackets has their ink: it is seen better,
 * and moving it takes few bytes. */
static void put_cursor_bar(const PaintContext *context, Tile *tile) {
    MarkPlace place = context->geometry->places[0];
    Style style = mark_style(MARK_CURSOR, tile->square);
    for (int column = place.left + 1; column < place.right; column++) {
        TileChar *over = &tile->over[place.row][column];
        *over = (TileChar){over->text == NULL ? " " : over->text, style};
    }
}

/* --- squares --- */

static void draw_square(const PaintContext *context, const SquareState *state) {
    Rect area = layout_square(context->layout, state->column, state->row);
    Tile tile;
    tile_clear(&tile, area.width, area.height, state->role);
    if (state->kind != PIECE_NONE)
        squares_put_piece(context, &tile, state);
    else
        put_empty_square_marker(context, &tile, state);
    if (context->big && context->color && state->marks != 0)
        put_frame(&tile, state->marks);
    if (context->layout->zoom == 1)
        put_single_mark(context, &tile, state);
    else
        marks_put(&tile, state->marks, context->slope, context->geometry->places,
                  context->geometry->place_count);
    if (state->kind != PIECE_NONE && context->glyphs != GLYPHS_LETTERS)
        squares_put_letter_tag(context, &tile, state);
    bool bar = context->color && !context->big && context->layout->zoom > 1;
    if (bar && state->square == context->view->cursor)
        put_cursor_bar(context, &tile);
    ground_put(context, &tile, state);
    tile_draw(&tile, area.y, area.x);
    if (state->square == context->view->cursor)
        draw_place_cursor(area.y + context->geometry->glyph_row,
                          area.x + context->geometry->glyph_column);
}

static void draw_labels(const PaintContext *context) {
    const Layout *layout = context->layout;
    for (int i = 0; i < BOARD_FILES; i++) {
        Rect tile = layout_square(layout, i, i);
        Square square = squares_at(context->view->flipped, i, i);
        char file[2] = {(char)('a' + square_file(square)), '\0'};
        char rank[2] = {(char)('0' + square_rank(square)), '\0'};
        if (layout->files.height > 0)
            draw_text(layout->files.y, tile.x + context->geometry->glyph_column, 1, ROLE_DIM, file);
        if (layout->ranks.height > 0)
            draw_text(tile.y + context->geometry->glyph_row, layout->ranks.x, 1, ROLE_DIM, rank);
    }
}

void squares_paint(const View *view, const Layout *layout) {
    PaintContext context = paint_context_create(view, layout);
    if (layout->ruled)
        grid_draw(layout);
    draw_labels(&context);
    for (int row = 0; row < BOARD_RANKS; row++)
        for (int column = 0; column < BOARD_FILES; column++) {
            SquareState state = squares_state(view, column, row);
            draw_square(&context, &state);
        }
    for (int i = 0; layout->zoom == 1 && i < SQUARE_COUNT; i++)
        if (squares_at(view->flipped, i % BOARD_FILES, i / BOARD_FILES) == view->cursor)
            draw_right_bracket(&context, i % BOARD_FILES, i / BOARD_FILES);
}
