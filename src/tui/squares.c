#include <config.h>

#include "tui/squares.h"

#include "tui/cell.h"
#include "tui/grid.h"
#include "tui/marks.h"
#include "tui/terminal.h"

enum { RIVER_ROW = 3, CASTLE_LEFT = 2, CASTLE_RIGHT = 4 }; /* on the screen, from both sides */

/* --- geometry --------------------------------------------------------------------------------- */

/* Where things are in a square. */
typedef struct Geometry {
    int glyph_row, glyph_column; /* of a letter */
    int place_count;
    MarkPlace places[MARK_PLACES_MAX];
} Geometry;

/* Painted, with a single letter in the middle column of an odd number: the first column stays free.
 */
static const Geometry painted_letters[ZOOM_MAX + 1] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 2, 2, {{0, 1, 3}, {1, 1, 3}}},
    {1, 3, 4, {{1, 2, 4}, {0, 1, 5}, {2, 1, 5}, {1, 1, 5}}},
    {2, 5, 4, {{2, 1, 9}, {0, 1, 9}, {4, 1, 9}, {1, 1, 9}}},
    {3, 7, 4, {{3, 1, 13}, {0, 1, 13}, {6, 1, 13}, {1, 1, 13}}},
};

/* Painted, with animals or pictures, which have an even number of columns. */
static const Geometry painted_pictures[ZOOM_MAX + 1] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 2, 2, {{0, 0, 3}, {1, 0, 3}}},
    {1, 3, 4, {{1, 1, 4}, {0, 0, 5}, {2, 0, 5}, {1, 0, 5}}},
    {2, 5, 4, {{2, 0, 9}, {0, 0, 9}, {4, 0, 9}, {1, 0, 9}}},
    {3, 7, 4, {{3, 0, 13}, {0, 0, 13}, {6, 0, 13}, {1, 0, 13}}},
};

/* Ruled, with single letters, which leave room beside them. */
static const Geometry ruled_letters[ZOOM_MAX + 1] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 1, 1, {{0, 0, 2}}},
    {0, 2, 4, {{0, 0, 4}, {0, 1, 3}, {1, 0, 4}, {1, 1, 3}}},
    {1, 4, 4, {{1, 2, 6}, {1, 3, 5}, {3, 2, 6}, {3, 3, 5}}},
    {2, 6, 4, {{2, 3, 9}, {2, 5, 7}, {4, 3, 9}, {4, 5, 7}}},
};

/* Ruled, with pictures, which need the middle for themselves. */
static const Geometry ruled_pictures[ZOOM_MAX + 1] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 1, 1, {{0, 0, 2}}},
    {0, 2, 4, {{0, 0, 4}, {0, 1, 3}, {1, 0, 4}, {1, 1, 3}}},
    {1, 4, 4, {{1, 0, 8}, {0, 0, 8}, {3, 0, 8}, {2, 0, 8}}},
    {2, 6, 4, {{2, 0, 12}, {0, 0, 12}, {5, 0, 12}, {3, 0, 12}}},
};

/* A piece's plate in pixels: under a letter in ASCII, under an animal, under pixels. */
typedef enum PlateKind { PLATE_ASCII, PLATE_ANIMAL, PLATE_PIXELS, PLATE_KIND_COUNT } PlateKind;
static const Rect plates[PLATE_KIND_COUNT][ZOOM_MAX + 1] = {
    {{0, 0, 0, 0}, {0, 1, 2, 1}, {0, 1, 2, 3}, {2, 2, 2, 3}, {2, 3, 6, 5}, {4, 4, 6, 7}},
    {{0, 0, 0, 0}, {0, 1, 2, 1}, {0, 1, 2, 2}, {1, 1, 4, 4}, {2, 2, 6, 6}, {3, 3, 8, 8}},
    {{0, 0, 0, 0}, {0, 1, 2, 1}, {0, 1, 3, 3}, {1, 2, 4, 3}, {1, 1, 8, 8}, {1, 1, 12, 12}},
};

/* --- what is painted ----------------------------------------------------------------------------
 */

typedef struct Painting {
    const View *view;
    const Layout *layout;
    const Geometry *geometry;
    bool color, utf8, rich;
    GlyphSet glyphs; /* what this zoom and terminal can show */
    bool big;        /* letters, dots and crosses are made of pixels too */
    int slope;       /* of the lions' line: files to the right for each row down */
} Painting;

typedef struct SquareState {
    Square square;
    int column, row;
    Hue hue;
    Kind kind; /* KIND_NONE: empty */
    Color color;
    unsigned marks;
} SquareState;

bool squares_are_ruled(void) {
    return terminal_abilities()->colors == 0;
}

Square squares_at(bool flipped, int column, int row) {
    return flipped ? square_at(BOARD_FILES - 1 - column, row + 1)
                   : square_at(column, BOARD_RANKS - row);
}

static GlyphSet possible_glyphs(const View *view, int zoom) {
    const TerminalAbilities *able = terminal_abilities();
    if (view->glyphs == GLYPHS_ANIMALS && able->colors > 0 && able->rich && zoom >= 2)
        return GLYPHS_ANIMALS;
    if (view->glyphs == GLYPHS_DRAWN && able->colors > 0 && able->utf8 && zoom >= 4)
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

static Painting make_painting(const View *view, const Layout *layout) {
    const TerminalAbilities *able = terminal_abilities();
    Painting painting = {.view = view,
                         .layout = layout,
                         .color = able->colors > 0,
                         .utf8 = able->utf8,
                         .rich = able->rich,
                         .glyphs = possible_glyphs(view, layout->zoom),
                         .big = able->utf8 && layout->zoom >= 4,
                         .slope = slope_of(view->lions_line)};
    static const Geometry *const geometries[2][2] = {{ruled_letters, ruled_pictures},
                                                     {painted_letters, painted_pictures}};
    bool pictures = painting.big || painting.glyphs != GLYPHS_LETTERS;
    painting.geometry = &geometries[painting.color][pictures][layout->zoom];
    return painting;
}

static Hue square_hue(const View *view, Square square) {
    static const Hue hues[2][2] = {{HUE_GROUND, HUE_GROUND_OTHER}, {HUE_CASTLE, HUE_CASTLE_OTHER}};
    Bitboard bit = square_bit(square);
    if (bit & RIVER_MASK)
        return bit & view->position->variant->islands ? HUE_ISLAND : HUE_RIVER;
    int castle = bit & (WHITE_CASTLE | BLACK_CASTLE) ? 1 : 0;
    return hues[castle][(square_file(square) + square_rank(square)) & 1];
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

static SquareState look_at(const View *view, int column, int row) {
    Square square = squares_at(view->flipped, column, row);
    Kind kind = position_kind_at(view->position, square);
    return (SquareState){.square = square,
                         .column = column,
                         .row = row,
                         .hue = square_hue(view, square),
                         .kind = kind,
                         .color =
                             kind == KIND_NONE ? WHITE : position_color_at(view->position, square),
                         .marks = square_marks(view, square, kind == KIND_NONE)};
}

/* --- pieces -------------------------------------------------------------------------------------
 */

static void put_plate(const Painting *painting, Cell *cell, const SquareState *state) {
    PlateKind kind = !painting->utf8                      ? PLATE_ASCII
                     : painting->glyphs == GLYPHS_ANIMALS ? PLATE_ANIMAL
                                                          : PLATE_PIXELS;
    Rect plate = plates[kind][painting->layout->zoom];
    cell_fill(cell, plate, theme_plate(state->color));
    if (plate.width < 8 || kind == PLATE_ASCII)
        return;
    int right = plate.x + plate.width - 1, bottom = plate.y + plate.height - 1;
    cell->pixel[plate.y][plate.x] = cell->pixel[plate.y][right] = state->hue;
    cell->pixel[bottom][plate.x] = cell->pixel[bottom][right] = state->hue;
}

static void put_picture(const Painting *painting, Cell *cell, const SquareState *state,
                        Picture picture) {
    const Layout *layout = painting->layout;
    int y = (2 * cell->height - picture.size) / 2;
    int x = (cell->width - picture.size + (layout->ruled ? 0 : 1)) / 2;
    cell_picture(cell, y, x, picture, theme_piece(state->color), theme_detail(state->color));
}

/* Whose an animal is, beside its plate: its letter, in a place that no mark has taken. */
static void put_tag(const Painting *painting, Cell *cell, const SquareState *state) {
    static const struct {
        int row, column;
    } favourites[ZOOM_MAX + 1] = {{0, 0}, {0, 0}, {1, 2}, {2, 5}, {3, 9}, {5, 13}};
    char letter = glyph_letter(state->color, state->kind, painting->view->position->variant->pawns);
    int row = favourites[painting->layout->zoom].row;
    int column = favourites[painting->layout->zoom].column;
    for (int i = 0; i < cell->height && cell->over[row][column].text != NULL; i++) {
        row = cell->height - 1 - i;
        column = cell->width - 1;
    }
    cell_text(cell, row, column, (Ink){HUE_MARK, state->hue, INK_BOLD}, cell_char(letter));
}

static void put_letter(const Painting *painting, Cell *cell, const SquareState *state,
                       char letter) {
    const Geometry *geometry = painting->geometry;
    Ink ink = {theme_piece(state->color), theme_plate(state->color), INK_BOLD};
    if (!painting->color) /* White stands out by more than its case */
        ink.attributes = state->color == WHITE ? INK_MONO_BOLD : 0;
    if (painting->big) {
        cell->attributes = ink.attributes;
        put_picture(
            painting, cell, state,
            glyph_big_letter(letter, painting->layout->zoom == 4 ? LETTER_SMALL : LETTER_LARGE));
    } else {
        cell_text(cell, geometry->glyph_row, geometry->glyph_column, ink, cell_char(letter));
    }
}

static void put_piece(const Painting *painting, Cell *cell, const SquareState *state) {
    PawnFamily family = painting->view->position->variant->pawns;
    char letter = glyph_letter(state->color, state->kind, family);
    if (painting->color)
        put_plate(painting, cell, state);
    switch (painting->glyphs) {
    case GLYPHS_LETTERS:
        put_letter(painting, cell, state, letter);
        break;
    case GLYPHS_ANIMALS:
        cell_text(cell, painting->geometry->glyph_row, cell->width / 2 - 1,
                  (Ink){theme_piece(state->color), theme_plate(state->color), 0},
                  glyph_animal(state->kind));
        break;
    case GLYPHS_DRAWN:
        put_picture(painting, cell, state,
                    glyph_picture(state->kind, family,
                                  painting->layout->zoom == 4 ? PICTURE_SMALL : PICTURE_LARGE));
        break;
    }
}

/* --- empty squares ------------------------------------------------------------------------------
 */

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

/* --- ground -------------------------------------------------------------------------------------
 */

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
    for (int row = 0; row < cell->height; row++) {
        if (left)
            put_if_bare(cell, row, 0, HUE_EDGE, fine ? "▏" : "#");
        if (right)
            put_if_bare(cell, row, cell->width - 1, HUE_EDGE, fine ? "▕" : "#");
    }
}

static void put_ground(const Painting *painting, Cell *cell, const SquareState *state) {
    if (state->row != RIVER_ROW) {
        if (!painting->layout->ruled)
            put_castle_edges(painting, cell, state);
    } else if (!painting->color) {
        fill_water(painting, cell, state);
    } else {
        sprinkle(painting, cell, state->hue == HUE_ISLAND ? "^" : "~");
    }
}

/* --- the smallest zoom: one column for all marks
 * --------------------------------------------------- */

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
    } else if (state->kind == KIND_NONE && bitboard_has(painting->view->last, state->square)) {
        cell_text(cell, 0, 0, mark_ink(MARK_LAST, state->hue), mark_text(MARK_LAST, 0, 0));
    }
    if (!painting->color && state->row != RIVER_ROW)
        put_if_bare(cell, 0, painting->geometry->glyph_column, HUE_TEXTURE, ".");
}

/* The cursor's right bracket stands in the next square's column, unless that has a mark. */
static void draw_right_bracket(const Painting *painting, const SquareState *state, int y, int x) {
    if (state->column + 1 < BOARD_FILES) {
        SquareState next = look_at(painting->view, state->column + 1, state->row);
        if (next.marks != 0)
            return;
    }
    draw_ink(y, x, 1, mark_ink(MARK_CURSOR, state->hue), mark_text(MARK_CURSOR, 1, 0));
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

/* --- squares ------------------------------------------------------------------------------------
 */

static void draw_square(const Painting *painting, const SquareState *state) {
    Rect area = layout_cell(painting->layout, state->column, state->row);
    Cell cell;
    cell_clear(&cell, area.width, area.height, state->hue);
    if (state->kind != KIND_NONE)
        put_piece(painting, &cell, state);
    else
        put_middle(painting, &cell, state);
    if (painting->big && painting->color && state->marks != 0)
        put_frame(&cell, state->marks);
    if (painting->layout->zoom == 1)
        put_one_mark(painting, &cell, state);
    else
        marks_put(&cell, state->marks, painting->slope, painting->geometry->places,
                  painting->geometry->place_count);
    if (state->kind != KIND_NONE && painting->glyphs != GLYPHS_LETTERS)
        put_tag(painting, &cell, state);
    bool bar = painting->color && !painting->big && painting->layout->zoom > 1;
    if (bar && state->square == painting->view->cursor)
        put_cursor_bar(painting, &cell);
    put_ground(painting, &cell, state);
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
    Painting painting = make_painting(view, layout);
    if (layout->ruled)
        grid_draw(layout);
    draw_labels(&painting);
    for (int row = 0; row < BOARD_RANKS; row++)
        for (int column = 0; column < BOARD_FILES; column++) {
            SquareState state = look_at(view, column, row);
            draw_square(&painting, &state);
        }
    if (layout->zoom != 1)
        return;
    for (int row = 0; row < BOARD_RANKS; row++)
        for (int column = 0; column < BOARD_FILES; column++) {
            SquareState state = look_at(view, column, row);
            Rect area = layout_cell(layout, column, row);
            if (state.square == view->cursor)
                draw_right_bracket(&painting, &state, area.y, area.x + area.width);
        }
}
