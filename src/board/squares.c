#include <config.h>

#include "board/squares.h"

#include "board/glyphs.h"
#include "board/ground.h"
#include "board/theme.h"
#include "term/terminal.h"

/* Geometries by zoom. A single letter is centred in an odd number of columns: the first column
 * stays free. */
static const SquareGeometry painted_letters[ZOOM_COUNT] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 2, 2, {{0, 1, 3}, {1, 1, 3}}},
    {1, 3, 4, {{1, 2, 4}, {0, 1, 5}, {2, 1, 5}, {1, 1, 5}}},
    {1, 4, 4, {{2, 1, 7}, {0, 1, 7}, {3, 1, 7}, {1, 1, 7}}},
    {2, 5, 4, {{2, 1, 9}, {0, 1, 9}, {4, 1, 9}, {1, 1, 9}}},
    {3, 7, 4, {{3, 1, 13}, {0, 1, 13}, {6, 1, 13}, {1, 1, 13}}},
    {4, 9, 4, {{4, 1, 17}, {0, 1, 17}, {8, 1, 17}, {2, 1, 17}}},
    {6, 12, 4, {{6, 1, 23}, {0, 1, 23}, {11, 1, 23}, {3, 1, 23}}},
};

/* Animals and pictures have an even number of columns. */
static const SquareGeometry painted_pictures[ZOOM_COUNT] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 2, 2, {{0, 0, 3}, {1, 0, 3}}},
    {1, 3, 4, {{1, 1, 4}, {0, 0, 5}, {2, 0, 5}, {1, 0, 5}}},
    {1, 4, 4, {{2, 0, 7}, {0, 0, 7}, {3, 0, 7}, {1, 0, 7}}},
    {2, 5, 4, {{2, 0, 9}, {0, 0, 9}, {4, 0, 9}, {1, 0, 9}}},
    {3, 7, 4, {{3, 0, 13}, {0, 0, 13}, {6, 0, 13}, {1, 0, 13}}},
    {4, 9, 4, {{4, 0, 17}, {0, 0, 17}, {8, 0, 17}, {2, 0, 17}}},
    {6, 12, 4, {{6, 0, 23}, {0, 0, 23}, {11, 0, 23}, {3, 0, 23}}},
};

/* Ruled squares are one column and one row smaller. Letters leave room beside them. */
static const SquareGeometry ruled_letters[ZOOM_COUNT] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 1, 1, {{0, 0, 2}}},
    {0, 2, 4, {{0, 0, 4}, {0, 1, 3}, {1, 0, 4}, {1, 1, 3}}},
    {1, 3, 4, {{1, 1, 5}, {1, 2, 4}, {2, 1, 5}, {2, 2, 4}}},
    {1, 4, 4, {{1, 2, 6}, {1, 3, 5}, {3, 2, 6}, {3, 3, 5}}},
    {2, 6, 4, {{2, 3, 9}, {2, 5, 7}, {4, 3, 9}, {4, 5, 7}}},
    {3, 8, 4, {{3, 5, 11}, {3, 7, 9}, {5, 5, 11}, {5, 7, 9}}},
    {5, 11, 4, {{5, 8, 14}, {5, 10, 12}, {7, 8, 14}, {7, 10, 12}}},
};

/* Pictures leave only the columns at the sides. */
static const SquareGeometry ruled_pictures[ZOOM_COUNT] = {
    {0, 0, 0, {{0, 0, 0}}},
    {0, 1, 0, {{0, 0, 0}}},
    {0, 1, 1, {{0, 0, 2}}},
    {0, 2, 4, {{0, 0, 4}, {0, 1, 3}, {1, 0, 4}, {1, 1, 3}}},
    {1, 3, 4, {{1, 0, 6}, {0, 0, 6}, {2, 0, 6}, {1, 0, 6}}},
    {1, 4, 4, {{1, 0, 8}, {0, 0, 8}, {3, 0, 8}, {2, 0, 8}}},
    {2, 6, 4, {{2, 0, 12}, {0, 0, 12}, {5, 0, 12}, {3, 0, 12}}},
    {3, 8, 4, {{3, 0, 16}, {0, 0, 16}, {7, 0, 16}, {4, 0, 16}}},
    {5, 11, 4, {{5, 0, 22}, {0, 0, 22}, {10, 0, 22}, {7, 0, 22}}},
};

static GlyphSet supported_glyphs(const View *view, Zoom zoom) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    if (view->glyphs == GLYPHS_ANIMALS && capabilities->colors > 0 && capabilities->rich &&
        zoom >= ZOOM_4X2)
        return GLYPHS_ANIMALS;
    if ((view->glyphs == GLYPHS_DRAWN || view->glyphs == GLYPHS_AUTO) && capabilities->colors > 0 &&
        capabilities->utf8 && zoom >= ZOOM_10X5)
        return GLYPHS_DRAWN;
    return GLYPHS_LETTERS;
}

/* The slope is the same from both sides of the board. */
static int slope_of(Bitboard line) {
    if (line == 0)
        return 0;
    Square top = bitboard_first(line);
    Square bottom = (Square)highest_bit(line);
    int slope = square_file(bottom) - square_file(top);
    return slope > 0 ? 1 : slope < 0 ? -1 : 0;
}

static PaintContext create_context(const View *view, const Layout *layout) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    PaintContext context = {.view = view,
                            .layout = layout,
                            .color = capabilities->colors > 0,
                            .utf8 = capabilities->utf8,
                            .rich = capabilities->rich,
                            .glyphs = supported_glyphs(view, layout->zoom),
                            .big = capabilities->utf8 && layout->zoom >= ZOOM_10X5,
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

/* On an empty square, put_empty_square_marker shows most of these in the middle instead. */
static unsigned square_marks(const View *view, Square square, bool empty) {
    const struct {
        Bitboard set;
        Mark mark;
    } sets[] = {{empty ? 0 : view->captures, MARK_CAPTURE},
                {empty ? 0 : view->targets, MARK_TARGET},
                {view->drowning, MARK_DROWNING},
                {empty ? 0 : view->last_move, MARK_LAST},
                {view->advice, MARK_ADVICE},
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

static SquareState square_state(const View *view, int column, int row) {
    Square square = squares_at(view->flipped, column, row);
    PieceType type = position_piece_at(view->position, square);
    return (SquareState){.square = square,
                         .column = column,
                         .row = row,
                         .role = square_role(view, square),
                         .type = type,
                         .color =
                             type == PIECE_NONE ? WHITE : position_color_at(view->position, square),
                         .marks = square_marks(view, square, type == PIECE_NONE)};
}

/* --- pieces --- */

/* A piece stands on a plate. Plates are in pixels, by zoom and by the kind of glyph on them. */
typedef enum PlateType { PLATE_ASCII, PLATE_ANIMAL, PLATE_PIXELS, PLATE_TYPE_COUNT } PlateType;
static const Rect plates[PLATE_TYPE_COUNT][ZOOM_COUNT] = {
    {{0, 0, 0, 0},
     {0, 1, 2, 1},
     {0, 1, 2, 3},
     {2, 2, 2, 3},
     {2, 3, 2, 3},
     {2, 3, 6, 5},
     {4, 4, 6, 7},
     {8, 7, 6, 5},
     {12, 10, 6, 5}},
    {{0, 0, 0, 0},
     {0, 1, 2, 1},
     {0, 1, 2, 2},
     {1, 1, 4, 4},
     {1, 2, 4, 4},
     {3, 3, 4, 4},
     {4, 4, 6, 6},
     {6, 6, 6, 6},
     {10, 9, 6, 6}},
    {{0, 0, 0, 0},
     {0, 1, 2, 1},
     {0, 1, 3, 3},
     {1, 2, 4, 3},
     {1, 3, 4, 3},
     {1, 1, 8, 8},
     {1, 1, 12, 12},
     {3, 3, 12, 12},
     {6, 6, 12, 12}},
};

static void put_plate(const PaintContext *context, Tile *tile, const SquareState *state) {
    PlateType type = !context->utf8                      ? PLATE_ASCII
                     : context->glyphs == GLYPHS_ANIMALS ? PLATE_ANIMAL
                                                         : PLATE_PIXELS;
    Rect plate = plates[type][context->layout->zoom];
    tile_fill(tile, plate, theme_plate_role(state->color));
    if (plate.width < 8 || type == PLATE_ASCII)
        return;
    int right = plate.x + plate.width - 1, bottom = plate.y + plate.height - 1;
    tile->pixel[plate.y][plate.x] = tile->pixel[plate.y][right] = state->role;
    tile->pixel[bottom][plate.x] = tile->pixel[bottom][right] = state->role;
}

static void put_picture(const PaintContext *context, Tile *tile, const SquareState *state,
                        Picture picture) {
    const Layout *layout = context->layout;
    int y = (2 * tile->height - picture.size) / 2;
    int x = (tile->width - picture.size + (layout->ruled ? 0 : 1)) / 2;
    tile_put_picture(tile, y, x, picture, theme_piece_role(state->color),
                     theme_detail_role(state->color));
}

/* Puts the letter of an animal or picture beside its plate, in a place without a mark. Its case
 * shows the owner. */
static void put_letter_tag(const PaintContext *context, Tile *tile, const SquareState *state) {
    static const struct {
        int row, column;
    } tag_positions[ZOOM_COUNT] = {{0, 0}, {0, 0},  {1, 2},  {2, 5},  {3, 7},
                                   {3, 9}, {5, 13}, {7, 17}, {10, 23}};
    char letter = piece_letter(state->color, state->type, context->view->position->variant->pawns);
    int row = tag_positions[context->layout->zoom].row;
    int column = tag_positions[context->layout->zoom].column;
    for (int i = 0; i < tile->height && tile->over[row][column].text != NULL; i++) {
        row = tile->height - 1 - i;
        column = tile->width - 1;
    }
    tile_put_text(tile, row, column, (Style){COLOR_MARK, state->role, STYLE_BOLD},
                  tile_char(letter));
}

static void put_letter(const PaintContext *context, Tile *tile, const SquareState *state,
                       char letter) {
    const SquareGeometry *geometry = context->geometry;
    Style style = {theme_piece_role(state->color), theme_plate_role(state->color), STYLE_BOLD};
    if (!context->color) /* White is bold and in upper case */
        style.attributes = state->color == WHITE ? STYLE_MONO_BOLD : 0;
    if (context->big) {
        tile->attributes = style.attributes;
        int size = context->layout->zoom == ZOOM_10X5 ? LETTER_SIZE_SMALL : LETTER_SIZE_LARGE;
        put_picture(context, tile, state, glyphs_letter_picture(letter, size));
    } else {
        tile_put_text(tile, geometry->glyph_row, geometry->glyph_column, style, tile_char(letter));
    }
}

static void put_piece(const PaintContext *context, Tile *tile, const SquareState *state) {
    PawnFamily family = context->view->position->variant->pawns;
    char letter = piece_letter(state->color, state->type, family);
    if (context->color)
        put_plate(context, tile, state);
    switch (context->glyphs) {
    case GLYPHS_LETTERS:
        put_letter(context, tile, state, letter);
        break;
    case GLYPHS_ANIMALS:
        tile_put_text(tile, context->geometry->glyph_row, tile->width / 2 - 1,
                      (Style){theme_piece_role(state->color), theme_plate_role(state->color), 0},
                      glyphs_emoji(state->type));
        break;
    default: /* GLYPHS_DRAWN */
        put_picture(context, tile, state,
                    glyphs_picture(state->type, family,
                                   context->layout->zoom == ZOOM_10X5 ? PICTURE_SIZE_SMALL
                                                                      : PICTURE_SIZE_LARGE));
        break;
    }
}

Square squares_at(bool flipped, int column, int row) {
    return flipped ? square_at(BOARD_FILES - 1 - column, row + 1)
                   : square_at(column, BOARD_RANKS - row);
}

/* --- empty squares --- */

static const char *const dot_rows[] = {".##.", "####", "####", ".##."};
static const char *const cross_rows[] = {"#..#", ".##.", ".##.", "#..#"};
static const char *const speck_rows[] = {"##", "##"};

/* Puts a marker. Blanks in its style where the cursor's brackets appear save bytes when the cursor
 * moves. */
static void put_marker(const PaintContext *context, Tile *tile, Style style, const char *text) {
    int row = context->geometry->glyph_row, column = context->geometry->glyph_column;
    tile_put_text(tile, row, column, style, text);
    if (!context->color || context->layout->zoom != ZOOM_6X3 || style.bg != tile->square)
        return;
    tile_put_text(tile, row, column - 1, style, " ");
    tile_put_text(tile, row, column + 1, style, " ");
}

/* Puts the most important marker into the middle of an empty square. */
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
        {view->last_move, ".", {2, speck_rows}, {COLOR_MARK, state->role, STYLE_BOLD}},
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
    } else if (state->type == PIECE_NONE && bitboard_has(context->view->last_move, state->square)) {
        tile_put_text(tile, 0, 0, mark_style(MARK_LAST, state->role), mark_text(MARK_LAST, 0, 0));
    }
}

/* Draws the cursor's right bracket in the column of the next square, unless that has a mark. */
static void draw_right_bracket(const PaintContext *context, int column, int row) {
    const View *view = context->view;
    if (column + 1 < BOARD_FILES && square_state(view, column + 1, row).marks != 0)
        return;
    Rect area = layout_square(context->layout, column, row);
    ColorRole role = square_state(view, column, row).role;
    draw_styled(area.y, area.x + area.width, 1, mark_style(MARK_CURSOR, role),
                mark_text(MARK_CURSOR, 1, 0));
}

/* Puts corners in the colour of the most important mark. The cursor's are as high as the square. */
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

/* Draws everything between the cursor's brackets in their style, which is easier to see and takes
 * fewer bytes when the cursor moves. */
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
    if (state->type != PIECE_NONE)
        put_piece(context, &tile, state);
    else
        put_empty_square_marker(context, &tile, state);
    if (context->big && context->color && state->marks != 0)
        put_frame(&tile, state->marks);
    if (context->layout->zoom == ZOOM_2X1)
        put_single_mark(context, &tile, state);
    else
        marks_put(&tile, state->marks, context->slope, context->geometry->places,
                  context->geometry->place_count);
    if (state->type != PIECE_NONE && context->glyphs != GLYPHS_LETTERS)
        put_letter_tag(context, &tile, state);
    bool bar = context->color && !context->big && context->layout->zoom > ZOOM_2X1;
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
    PaintContext context = create_context(view, layout);
    if (layout->ruled)
        ground_draw_lines(layout);
    draw_labels(&context);
    for (int row = 0; row < BOARD_RANKS; row++)
        for (int column = 0; column < BOARD_FILES; column++) {
            SquareState state = square_state(view, column, row);
            draw_square(&context, &state);
        }
    for (int i = 0; layout->zoom == ZOOM_2X1 && i < SQUARE_COUNT; i++)
        if (squares_at(view->flipped, i % BOARD_FILES, i / BOARD_FILES) == view->cursor)
            draw_right_bracket(&context, i % BOARD_FILES, i / BOARD_FILES);
}
