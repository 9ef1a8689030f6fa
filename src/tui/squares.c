#include <config.h>

#include "tui/squares.h"

#include "tui/grid.h"
#include "tui/painting.h"
#include "tui/terminal.h"

bool squares_are_ruled(void) {
    return terminal_abilities()->colors == 0;
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
static void put_sign(const Painting *painting, Cell *cell, Ink ink, const char *text) {
    int row = painting->geometry->glyph_row, column = painting->geometry->glyph_column;
    cell_text(cell, row, column, ink, text);
    if (!painting->color || painting->layout->zoom != 3 || ink.bg != cell->square)
        return;
    cell_text(cell, row, column - 1, ink, " ");
    cell_text(cell, row, column + 1, ink, " ");
}

/* What the middle of an empty square tells, the most important first. */
static void put_middle(const Painting *painting, Cell *cell, const SquareState *state) {
    const View *view = painting->view;
    const struct {
        Bitboard set;
        const char *text;
        Picture picture;
        Ink ink;
    } signs[] = {
        {view->captures, "x", {4, cross_rows}, mark_ink(MARK_CAPTURE, state->hue)},
        {view->targets, "o", {4, dot_rows}, {HUE_MARK, state->hue, INK_BOLD}},
        {view->lions_line,
         mark_text(MARK_LIONS, 0, painting->slope),
         {0, NULL},
         mark_ink(MARK_LIONS, state->hue)},
        {view->last, ".", {2, speck_rows}, {HUE_MARK, state->hue, INK_BOLD}},
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (!bitboard_has(signs[i].set, state->square))
            continue;
        Picture picture = signs[i].picture;
        if (painting->big && picture.size > 0)
            cell_picture(cell, (2 * cell->height - picture.size) / 2,
                         (cell->width - picture.size) / 2, picture, HUE_MARK, HUE_MARK);
        else
            put_sign(painting, cell, signs[i].ink, signs[i].text);
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

static void put_one_mark(const Painting *painting, Cell *cell, const SquareState *state) {
    unsigned others = state->marks & ~mark_bit(MARK_CURSOR);
    unsigned shown = others != 0 ? others : state->marks;
    if (shown != 0) {
        Mark mark = first_mark(shown);
        cell_text(cell, 0, 0, mark_ink(mark, state->hue), mark_text(mark, 0, painting->slope));
    } else if (state->kind == PIECE_NONE && bitboard_has(painting->view->last, state->square)) {
        cell_text(cell, 0, 0, mark_ink(MARK_LAST, state->hue), mark_text(MARK_LAST, 0, 0));
    }
}

/* The cursor's right bracket stands in the next square's column, unless that has a mark. */
static void draw_right_bracket(const Painting *painting, int column, int row) {
    const View *view = painting->view;
    if (column + 1 < BOARD_FILES && painting_square(view, column + 1, row).marks != 0)
        return;
    Rect area = layout_cell(painting->layout, column, row);
    Hue hue = painting_square(view, column, row).hue;
    draw_ink(area.y, area.x + area.width, 1, mark_ink(MARK_CURSOR, hue),
             mark_text(MARK_CURSOR, 1, 0));
}

/* Where there are pixels to spare a square's most important mark has corners too, and the cursor's
 * are as high as the square. */
static void put_frame(Cell *cell, unsigned marks) {
    static const Hue hues[MARK_COUNT] = {
        [MARK_CURSOR] = HUE_CURSOR, [MARK_CAPTURE] = HUE_DANGER,  [MARK_SELECTED] = HUE_CURSOR,
        [MARK_TARGET] = HUE_CURSOR, [MARK_DROWNING] = HUE_DANGER, [MARK_LAST] = HUE_MARK,
        [MARK_ADVICE] = HUE_ADVICE, [MARK_LIONS] = HUE_DANGER};
    Mark mark = first_mark(marks);
    int height = 2 * cell->height, arm = mark == MARK_CURSOR ? height : 3;
    for (int x = 0; x < cell->width; x += cell->width - 1) {
        cell_fill(cell, (Rect){0, x, arm, 1}, hues[mark]);
        cell_fill(cell, (Rect){height - arm, x, arm, 1}, hues[mark]);
    }
    for (int y = 0; y < height; y += height - 1) {
        cell_fill(cell, (Rect){y, 0, 1, 2}, hues[mark]);
        cell_fill(cell, (Rect){y, cell->width - 2, 1, 2}, hues[mark]);
    }
}

/* On a painted board what stands between the cursor's brackets has their ink: it is seen better,
 * and moving it takes few bytes. */
static void put_cursor_bar(const Painting *painting, Cell *cell) {
    MarkPlace place = painting->geometry->places[0];
    Ink ink = mark_ink(MARK_CURSOR, cell->square);
    for (int column = place.left + 1; column < place.right; column++) {
        CellText *over = &cell->over[place.row][column];
        *over = (CellText){over->text == NULL ? " " : over->text, ink};
    }
}

/* --- squares --- */

static void draw_square(const Painting *painting, const SquareState *state) {
    Rect area = layout_cell(painting->layout, state->column, state->row);
    Cell cell;
    cell_clear(&cell, area.width, area.height, state->hue);
    if (state->kind != PIECE_NONE)
        man_put(painting, &cell, state);
    else
        put_middle(painting, &cell, state);
    if (painting->big && painting->color && state->marks != 0)
        put_frame(&cell, state->marks);
    if (painting->layout->zoom == 1)
        put_one_mark(painting, &cell, state);
    else
        marks_put(&cell, state->marks, painting->slope, painting->geometry->places,
                  painting->geometry->place_count);
    if (state->kind != PIECE_NONE && painting->glyphs != GLYPHS_LETTERS)
        man_tag(painting, &cell, state);
    bool bar = painting->color && !painting->big && painting->layout->zoom > 1;
    if (bar && state->square == painting->view->cursor)
        put_cursor_bar(painting, &cell);
    ground_put(painting, &cell, state);
    cell_draw(&cell, area.y, area.x);
    if (state->square == painting->view->cursor)
        draw_cursor(area.y + painting->geometry->glyph_row,
                    area.x + painting->geometry->glyph_column);
}

static void draw_labels(const Painting *painting) {
    const Layout *layout = painting->layout;
    for (int i = 0; i < BOARD_FILES; i++) {
        Rect cell = layout_cell(layout, i, i);
        Square square = squares_at(painting->view->flipped, i, i);
        char file[2] = {(char)('a' + square_file(square)), '\0'};
        char rank[2] = {(char)('0' + square_rank(square)), '\0'};
        if (layout->files.height > 0)
            draw_text(layout->files.y, cell.x + painting->geometry->glyph_column, 1, ROLE_DIM,
                      file);
        if (layout->ranks.height > 0)
            draw_text(cell.y + painting->geometry->glyph_row, layout->ranks.x, 1, ROLE_DIM, rank);
    }
}

void squares_paint(const View *view, const Layout *layout) {
    Painting painting = painting_make(view, layout);
    if (layout->ruled)
        grid_draw(layout);
    draw_labels(&painting);
    for (int row = 0; row < BOARD_RANKS; row++)
        for (int column = 0; column < BOARD_FILES; column++) {
            SquareState state = painting_square(view, column, row);
            draw_square(&painting, &state);
        }
    for (int i = 0; layout->zoom == 1 && i < SQUARE_COUNT; i++)
        if (squares_at(view->flipped, i % BOARD_FILES, i / BOARD_FILES) == view->cursor)
            draw_right_bracket(&painting, i % BOARD_FILES, i / BOARD_FILES);
}
