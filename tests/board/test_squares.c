/* The tiles that squares are made of. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <curses.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "board/layout.h"
#include "board/pieces.h"
#include "board/squares.h"
#include "../support/fake_terminal.h"
#include "../support/states.h"
#include "term/capability.h"
#include "term/terminal.h"
#include "../support/views.h"

static int close_terminal(void **state) {
    (void)state;
    fake_terminal_close();
    return 0;
}

static bool has_terminal(void) {
    setenv("TERM", "xterm-256color", 1);
    return capability_probe(NULL) && setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

static short background_at(int y, int x) {
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1] = L"";
    attr_t attributes;
    short pair, foreground, background;
    mvin_wch(y, x, &cell);
    getcchar(&cell, text, &attributes, &pair, NULL);
    pair_content(pair, &foreground, &background);
    return background;
}

/* What is checked, for messages. */
static struct {
    const View *view;
    const char *state;
    PieceType type;
    int column, row;
} now;

static void fail_now(const char *message) {
    fail_msg("zoom %s, glyphs %s, %d colours, %s, piece %d, column %d, row %d: %s",
             zoom_names[now.view->zoom], glyph_set_names[now.view->glyphs],
             terminal_capabilities()->colors, now.state, (int)now.type, now.column, now.row,
             message);
}

/* Opens a view, whose position may be changed, on a terminal. Skips the test without one. */
static View *open_board(Position *position, ColorDepth colors) {
    if (!has_terminal())
        skip();
    Error error;
    View *view = view_create("congo", NULL, "", &error);
    *position = *view->position;
    view->position = position;
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, colors);
    return view;
}

static void close_board(View *view) {
    fake_terminal_close();
    view_free(view);
}

/* Puts the same piece on all squares, White's and Black's by turns. */
static void fill_board(Position *position, PieceType type) {
    for (int i = 0; i < PIECE_TYPE_COUNT; i++)
        position->by_type[i] = i == (int)type ? BOARD_MASK : 0;
    position->by_color[WHITE] = position->by_color[BLACK] = 0;
    for (int i = 0; i < SQUARE_COUNT && type != PIECE_NONE; i++)
        position->by_color[i % 3 != 0] |= square_bit(square_from_number(i));
}

static void check_squares(View *view, void (*check)(const Tile *tile)) {
    for (now.row = 0; now.row < BOARD_RANKS; now.row++)
        for (now.column = 0; now.column < BOARD_FILES; now.column++) {
            Layout layout = layout_board(view->zoom, false, 0, 0);
            Tile tile;
            squares_compose(view, &layout, now.column, now.row, &tile);
            check(&tile);
        }
}

/* Calls `check` for each square in all states, with each piece, in each glyph set and zoom. */
static void for_each_tile(ColorDepth colors, void (*check)(const Tile *tile)) {
    Position position;
    View *view = open_board(&position, colors);
    now.view = view;
    for (view->zoom = ZOOM_4X2; view->zoom < ZOOM_COUNT; view->zoom++)
        for (view->glyphs = GLYPHS_LETTERS; view->glyphs < GLYPHS_COUNT; view->glyphs++)
            for (now.type = LION; now.type <= PIECE_NONE; now.type++) {
                fill_board(&position, now.type);
                for (int i = 0; i < board_state_count; i++) {
                    now.state = board_states[i].name;
                    board_state_put(view, &board_states[i]);
                    check_squares(view, check);
                }
            }
    close_board(view);
}

static void check_colors(const Tile *tile) {
    for (int row = 0; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++)
            if (tile->over[row][column].text == NULL && tile_color_count(tile, row, column) > 2)
                fail_now("a cell has three colours");
}

static void a_cell_never_has_three_colours(void **state) {
    (void)state;
    for_each_tile(COLORS_256, check_colors);
    for_each_tile(COLORS_8, check_colors);
}

static bool is_wall(const Tile *tile, int y, int x) {
    return tile->over[y / tile->cell_height][x / CELL_WIDTH].text == NULL &&
           tile->pixel[y][x] == COLOR_WALL;
}

static bool has_cursor(void) {
    return squares_at(now.view->flipped, now.column, now.row) == now.view->cursor;
}

/* Walls stand right of the columns 1 and 4, and none in the river. The cursor covers them. */
static void check_walls(const Tile *tile) {
    enum { RIVER_ROW = 3, LEFT_OF_CASTLE = 1, RIGHT_OF_CASTLE = 4 };
    if (has_cursor())
        return;
    bool beside = now.column == LEFT_OF_CASTLE || now.column == RIGHT_OF_CASTLE;
    for (int y = 0; y < tile->height && beside && now.row != RIVER_ROW; y++)
        if (!is_wall(tile, y, tile->width - 1))
            fail_now("the wall beside a castle is broken");
    for (int y = 0; y < tile->height && now.row == RIVER_ROW; y++)
        for (int x = 0; x < tile->width; x++)
            if (is_wall(tile, y, x))
                fail_now("a wall stands in the river");
}

static void castle_walls_are_whole_and_leave_the_river_open(void **state) {
    (void)state;
    for_each_tile(COLORS_256, check_walls);
    for_each_tile(COLORS_8, check_walls);
}

static int textured_squares;

static bool is_shade(const Tile *tile, int row, int column) {
    const char *text = tile->over[row][column].text;
    return text != NULL && strcmp(text, "░") == 0;
}

/* A wall takes the last column. */
static void check_texture(const Tile *tile) {
    int columns = is_wall(tile, 0, tile->width - 1) ? tile->columns - 1 : tile->columns, shades = 0;
    for (int row = 0; row < tile->rows; row++)
        for (int column = 0; column < tile->columns; column++)
            shades += is_shade(tile, row, column);
    if (shades != 0 && shades != tile->rows * columns)
        fail_now("the texture is torn");
    textured_squares += shades != 0;
}

static void the_texture_of_8_colours_is_not_torn(void **state) {
    (void)state;
    for_each_tile(COLORS_8, check_texture);
    assert_true(textured_squares > 0);
}

/* The first tile with a cursor of each zoom and height of cells. */
static struct {
    bool known;
    Tile tile;
} first_cursor[ZOOM_COUNT][CELL_HEIGHT_MAX + 1];

static bool is_cursor(ColorRole role) {
    return role == COLOR_CURSOR || role == COLOR_CURSOR_TEXT;
}

/* Returns whether a pixel is of the bright line, whose ends have the colour of a mark in small
 * squares. */
static bool is_bright(const Tile *tile, int y, int x) {
    bool end = tile->rows <= 4 && (y < tile->cell_height || y >= tile->height - tile->cell_height);
    ColorRole role = tile->pixel[y][x];
    return role == COLOR_CURSOR || (end && (role == COLOR_DANGER || role == COLOR_WHITE_PIECE ||
                                            role == COLOR_BLACK_PIECE));
}

/* Both sides have a bright line in every row, with a dark one inside it, in small squares at the
 * corners only, and the cursor has the same pixels on every square. */
static void check_cursor(const Tile *tile) {
    bool *known = &first_cursor[now.view->zoom][tile->cell_height].known;
    Tile *first = &first_cursor[now.view->zoom][tile->cell_height].tile;
    if (!has_cursor())
        return;
    if (!*known)
        *first = *tile;
    *known = true;
    for (int y = 0; y < tile->height; y++) {
        const ColorRole *row = tile->pixel[y];
        int last = tile->width - 1, line = 0;
        while (line < tile->columns && is_bright(tile, y, line) && is_bright(tile, y, last - line))
            line++;
        int half = tile->cell_height / 2;
        bool arm = y < half || y >= tile->height - half;
        bool has_dark = !arm && (tile->rows > 4 || y < tile->cell_height ||
                                 y >= tile->height - tile->cell_height);
        if (line == 0 ||
            (has_dark && (row[line] != COLOR_CURSOR_TEXT || row[last - line] != COLOR_CURSOR_TEXT)))
            fail_now("a side of the cursor is not whole");
        for (int x = 0; x < tile->width; x++)
            if (is_cursor(first->pixel[y][x]) &&
                ((first->pixel[y][x] == COLOR_CURSOR ? !is_bright(tile, y, x)
                                                     : row[x] != COLOR_CURSOR_TEXT) ||
                 tile->over[y / tile->cell_height][x / CELL_WIDTH].text != NULL))
                fail_now("the cursor is not the same as elsewhere");
    }
}

static void the_cursor_is_whole_and_the_same_on_every_square(void **state) {
    (void)state;
    for_each_tile(COLORS_256, check_cursor);
    for_each_tile(COLORS_8, check_cursor);
}

/* The names in Unicode count the pixels from 1, such as BLOCK OCTANT-2345678. */
static void an_octant_fills_the_pixels_of_its_shape(void **state) {
    (void)state;
    static const struct {
        unsigned shape;
        const char *text;
    } known[] = {{0x00, " "},          {0x03, "\U0001fb82"}, {0x04, "\U0001cd00"},
                 {0x05, "▘"},          {0x0f, "▀"},          {0x20, "\U0001cd18"},
                 {0x3f, "\U0001fb85"}, {0x41, "\U0001cd36"}, {0x55, "▌"},
                 {0x81, "\U0001cd71"}, {0xa5, "▚"},          {0xc0, "▂"},
                 {0xc1, "\U0001cdac"}, {0xfc, "▆"},          {0xfd, "\U0001cde4"},
                 {0xfe, "\U0001cde5"}, {0xff, "█"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_string_equal(tile_octant(known[i].shape), known[i].text);
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < a; b++)
            if (tile_octant(a) != NULL && tile_octant(b) != NULL)
                assert_string_not_equal(tile_octant(a), tile_octant(b));
}

/* kitty 0.41 and foot 1.21 show boxes for U+1CEA0, U+1CEA3, U+1CEA8 and U+1CEAB, foot also for
 * U+1FBE6 and U+1FBE7. */
static void octants_are_characters_that_terminals_draw(void **state) {
    (void)state;
    if (!has_terminal())
        skip();
    for (unsigned shape = 0; shape < 256; shape++) {
        const char *text = tile_octant(shape);
        wchar_t wide = 0;
        if (text == NULL)
            text = tile_octant(~shape & 0xff);
        assert_non_null(text);
        assert_true(mbtowc(&wide, text, MB_CUR_MAX) > 0);
        assert_true(wide < 0x10000 || wide == 0x1fb82 || wide == 0x1fb85 ||
                    (wide >= 0x1cd00 && wide <= 0x1cde5));
    }
}

/* Reads the pixels of the cell at the screen's corner that have the piece's colour. */
static unsigned drawn_shape(short piece) {
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1] = L"", wide;
    attr_t attributes;
    short pair;
    mvin_wch(0, 0, &cell);
    getcchar(&cell, text, &attributes, &pair, NULL);
    for (unsigned shape = 0; shape < 256; shape++)
        if (tile_octant(shape) != NULL && mbtowc(&wide, tile_octant(shape), MB_CUR_MAX) > 0 &&
            wide == text[0])
            return background_at(0, 0) == piece ? ~shape & 0xff : shape;
    fail_msg("U+%04X is no octant", (unsigned)text[0]);
    return 0;
}

/* The piece's colour is that of a cell full of it. */
static void a_cell_of_octants_has_the_pixels_that_were_put(void **state) {
    (void)state;
    if (!has_terminal() || wcwidth(0x1cd00) != 1) /* curses cannot place them */
        skip();
    Tile tile;
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_256);
    draw_set_palette(theme_colors(THEME_DARK));
    draw_clear();
    tile_clear(&tile, 1, 1, 4, COLOR_GRASS);
    tile_fill(&tile, (Rect){0, 0, 4, 2}, COLOR_WHITE_PIECE);
    tile_draw(&tile, 0, 0);
    short piece = background_at(0, 0);
    for (unsigned shape = 1; shape < 0xff; shape++) {
        tile_clear(&tile, 1, 1, 4, COLOR_GRASS);
        for (int i = 0; i < 8; i++)
            if (shape >> i & 1)
                tile_fill(&tile, (Rect){i / 2, i % 2, 1, 1}, COLOR_WHITE_PIECE);
        tile_draw(&tile, 0, 0);
        assert_int_equal(drawn_shape(piece), shape);
    }
}

/* In squares of 6x3 and 8x4 the middle rows have all of the piece but the first and the last pixel.
 */
static void the_cursor_leaves_the_middle_of_small_drawings(void **state) {
    (void)state;
    Position position;
    View *view = open_board(&position, COLORS_256);
    view->glyphs = GLYPHS_SEXTANTS;
    for (view->zoom = ZOOM_6X3; view->zoom <= ZOOM_8X4; view->zoom++)
        for (PieceType type = LION; type < PIECE_NONE; type++) {
            Layout layout = layout_board(view->zoom, false, 0, 0);
            Tile with, without;
            fill_board(&position, type);
            view->cursor = D2;
            squares_compose(view, &layout, 3, 5, &with);
            view->cursor = A7;
            squares_compose(view, &layout, 3, 5, &without);
            int lost = 0;
            for (int y = with.cell_height; y < with.height - with.cell_height; y++)
                for (int x = 1; x < with.width - 1; x++)
                    lost += with.pixel[y][x] != without.pixel[y][x];
            if (lost > 4)
                fail_msg("zoom %s, piece %d: %d pixels are lost", zoom_names[view->zoom], (int)type,
                         lost);
        }
    close_board(view);
}

/* Composes d2 with the cursor and what else is marked there. */
static Tile compose_marked(View *view, Bitboard drowning, Bitboard captures) {
    Layout layout = layout_board(view->zoom, false, 0, 0);
    Tile tile;
    view->cursor = D2;
    view->drowning = drowning;
    view->captures = captures;
    squares_compose(view, &layout, 3, 5, &tile);
    return tile;
}

/* In small squares other marks have the ends of the cursor's brackets, and nothing of the piece. */
static void marks_under_the_cursor_leave_the_piece(void **state) {
    (void)state;
    Position position;
    View *view = open_board(&position, COLORS_256);
    for (view->zoom = ZOOM_4X2; view->zoom <= ZOOM_8X4; view->zoom++)
        for (PieceType type = LION; type < PIECE_NONE; type++) {
            fill_board(&position, type);
            Tile bare = compose_marked(view, 0, 0);
            Tile marked[] = {compose_marked(view, square_bit(D2), 0),
                             compose_marked(view, 0, square_bit(D2))};
            for (int i = 0; i < 2; i++) {
                assert_int_not_equal(marked[i].pixel[bare.height - 1][0], COLOR_CURSOR);
                for (int y = 0; y < bare.height; y++)
                    for (int x = 2; x < bare.width - 2; x++)
                        assert_int_equal(marked[i].pixel[y][x], bare.pixel[y][x]);
            }
        }
    close_board(view);
}

/* On a low square a selected piece has all of its pixels above the bar; elsewhere it does not touch
 * it. */
static void a_selected_piece_stands_above_its_bar(void **state) {
    (void)state;
    Position position;
    View *view = open_board(&position, COLORS_256);
    int lifted = 0;
    view->cursor = A7;
    for (view->zoom = ZOOM_4X2; view->zoom < ZOOM_COUNT; view->zoom++)
        for (PieceType type = LION; type < PIECE_NONE; type++) {
            Layout layout = layout_board(view->zoom, false, 0, 0);
            Tile bare, tile;
            fill_board(&position, type);
            view->selected = SQUARE_NONE;
            squares_compose(view, &layout, 3, 5, &bare);
            view->selected = D2;
            squares_compose(view, &layout, 3, 5, &tile);
            bool is_low = tile.height < 12;
            lifted += !is_low;
            for (int y = is_low ? 0 : tile.height - 2; y < tile.height - 1; y++)
                for (int x = 0; x < tile.width; x++)
                    assert_int_equal(tile.pixel[y][x] == COLOR_SELECTED,
                                     !is_low || bare.pixel[y][x] == bare.square);
        }
    assert_true(lifted > 0);
    close_board(view);
}

static int count_pixels(const Tile *tile, ColorRole role) {
    int count = 0;
    for (int y = 0; y < tile->height; y++)
        for (int x = 0; x < tile->width; x++)
            count += tile->pixel[y][x] == role;
    return count;
}

/* The same piece stands on a2 and, beside a wall, on b2; cells that they share are rounded. */
static void a_wall_leaves_the_piece(void **state) {
    (void)state;
    Position position;
    View *view = open_board(&position, COLORS_256);
    view->cursor = A7;
    for (view->zoom = ZOOM_6X3; view->zoom < ZOOM_COUNT; view->zoom++)
        for (view->glyphs = GLYPHS_QUADRANTS; view->glyphs < GLYPHS_COUNT; view->glyphs++)
            for (PieceType type = LION; type < PIECE_NONE; type++) {
                Layout layout = layout_board(view->zoom, false, 0, 0);
                Tile beside, open;
                fill_board(&position, type);
                position.by_color[BLACK] = BOARD_MASK;
                position.by_color[WHITE] = 0;
                squares_compose(view, &layout, 0, 5, &open);
                squares_compose(view, &layout, 1, 5, &beside);
                int whole = count_pixels(&open, COLOR_BLACK_PIECE);
                int left = count_pixels(&beside, COLOR_BLACK_PIECE);
                int most = open.cell_height == 4 ? 3 : 2;
                assert_in_range(left, whole - most, whole + most);
            }
    close_board(view);
}

/* In the smallest squares a mark has the cursor's colours, or the cursor's bracket stands there. */
static void the_cursor_shows_under_every_mark_of_the_smallest_squares(void **state) {
    (void)state;
    if (!has_terminal())
        skip();
    Error error;
    View *view = view_create("congo", NULL, "", &error);
    Layout layout = layout_board(ZOOM_2X1, false, 0, 0);
    view->zoom = ZOOM_2X1;
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_256);
    for (int i = 0; i < board_state_count; i++) {
        board_state_put(view, &board_states[i]);
        view->sprite = NULL;
        for (int place = 0; place < SQUARE_COUNT; place++) {
            int column = place % BOARD_FILES, row = place / BOARD_FILES;
            Tile tile;
            view->cursor = squares_at(false, column, row);
            squares_compose(view, &layout, column, row, &tile);
            assert_non_null(tile.over[0][0].text);
            assert_int_equal(tile.over[0][0].style.bg, COLOR_CURSOR);
        }
    }
    close_board(view);
}

/* The selection has no line of the cursor's, nor one at its sides. */
static void a_selection_is_not_like_the_cursor(void **state) {
    (void)state;
    Position position;
    View *view = open_board(&position, COLORS_256);
    view->cursor = A7;
    view->selected = D2;
    for (Zoom zoom = ZOOM_4X2; zoom < ZOOM_COUNT; zoom++) {
        Layout layout = layout_board(zoom, false, 0, 0);
        Tile tile;
        squares_compose(view, &layout, 3, 5, &tile);
        for (int x = 0; x < tile.width; x++)
            assert_int_equal(tile.pixel[tile.height - 1][x], COLOR_WHITE_PIECE);
        for (int y = 0; y < tile.height; y++)
            for (int x = 0; x < tile.width; x++)
                assert_false(is_cursor(tile.pixel[y][x]));
        assert_int_equal(tile.pixel[0][0], COLOR_SELECTED);
        assert_int_equal(tile.pixel[0][tile.width - 1], COLOR_SELECTED);
    }
    close_board(view);
}

/* The middle of a ghost has fewer pixels than the piece, and the ground shows through it. */
static void a_captured_piece_is_a_ghost(void **state) {
    (void)state;
    Position position;
    View *view = open_board(&position, COLORS_256);
    view->chain.taken_count = 1;
    view->chain.taken_square[0] = D3;
    view->chain.taken_type[0] = ELEPHANT;
    view->cursor = A7;
    int count[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        Layout layout = layout_board(ZOOM_10X5, false, 0, 0);
        Tile tile;
        squares_compose(view, &layout, i == 0 ? 2 : 3, i == 0 ? 0 : 4, &tile);
        for (int y = 0; y < tile.height; y++)
            for (int x = 0; x < tile.width; x++)
                count[i] += tile.pixel[y][x] == COLOR_BLACK_PIECE;
    }
    assert_in_range(count[1], count[0] / 3, count[0] * 2 / 3);
    close_board(view);
}

static void the_jumps_of_an_open_capture_have_the_colour_of_the_monkey(void **state) {
    (void)state;
    Position position;
    View *view = open_board(&position, COLORS_256);
    Layout layout = layout_board(ZOOM_6X3, false, 0, 0);
    view->last_move = square_bit(D4);
    view->cursor = A7;
    for (int count = 0; count < 3; count += 2) {
        Tile tile;
        view->chain.count = count;
        squares_compose(view, &layout, 3, 3, &tile);
        assert_int_equal(tile.pixel[tile.height / 2][0],
                         count == 0 ? COLOR_BLACK_PIECE : COLOR_WHITE_PIECE);
    }
    close_board(view);
}

/* A piece outside the board fills its area with the ground of a square. */
static void a_piece_is_painted_alone(void **state) {
    (void)state;
    if (!has_terminal())
        skip();
    static const GlyphSet sets[] = {GLYPHS_AUTO, GLYPHS_LETTERS, GLYPHS_ANIMALS};
    const Rect area = {2, 3, 5, 10};
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_256);
    draw_set_palette(theme_colors(THEME_DARK));
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        draw_clear();
        squares_paint_piece(area, sets[i], MONKEY, WHITE, variant_find("congo"), A1, false);
        for (int y = 0; y < 24; y++)
            for (int x = 0; x < 80; x++) {
                bool painted = background_at(y, x) != background_at(0, 0);
                assert_int_equal(painted, rect_contains(area, y, x));
            }
        assert_int_equal(background_at(2, 3), 65);
    }
    fake_terminal_close();
}

static void expect_set(const char *term, const char *locale, int columns, GlyphSet expected) {
    fake_terminal_open(term, locale, 24, 80, COLORS_AUTO);
    assert_int_equal(pieces_supported_set(GLYPHS_AUTO, columns, columns / 2), expected);
    fake_terminal_close();
}

/* Pieces are drawn where they can be recognized: from 6x3 up, with UTF-8 and 256 colours. */
static void automatic_pieces_are_drawn_from_6x3_up(void **state) {
    (void)state;
    if (!has_terminal())
        skip();
    expect_set("xterm-256color", "C.UTF-8", 4, GLYPHS_LETTERS);
    expect_set("xterm-256color", "C.UTF-8", 6, GLYPHS_QUADRANTS);
    expect_set("xterm-256color", "C.UTF-8", 10, GLYPHS_QUADRANTS);
    expect_set("xterm", "C.UTF-8", 10, GLYPHS_LETTERS);
    expect_set("xterm-256color", "C", 10, GLYPHS_LETTERS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_cell_never_has_three_colours, close_terminal),
        cmocka_unit_test_teardown(castle_walls_are_whole_and_leave_the_river_open, close_terminal),
        cmocka_unit_test_teardown(the_texture_of_8_colours_is_not_torn, close_terminal),
        cmocka_unit_test_teardown(the_cursor_is_whole_and_the_same_on_every_square, close_terminal),
        cmocka_unit_test(an_octant_fills_the_pixels_of_its_shape),
        cmocka_unit_test(octants_are_characters_that_terminals_draw),
        cmocka_unit_test_teardown(a_cell_of_octants_has_the_pixels_that_were_put, close_terminal),
        cmocka_unit_test_teardown(the_cursor_leaves_the_middle_of_small_drawings, close_terminal),
        cmocka_unit_test_teardown(marks_under_the_cursor_leave_the_piece, close_terminal),
        cmocka_unit_test_teardown(a_selected_piece_stands_above_its_bar, close_terminal),
        cmocka_unit_test_teardown(a_wall_leaves_the_piece, close_terminal),
        cmocka_unit_test_teardown(the_cursor_shows_under_every_mark_of_the_smallest_squares,
                                  close_terminal),
        cmocka_unit_test_teardown(a_selection_is_not_like_the_cursor, close_terminal),
        cmocka_unit_test_teardown(a_captured_piece_is_a_ghost, close_terminal),
        cmocka_unit_test_teardown(the_jumps_of_an_open_capture_have_the_colour_of_the_monkey,
                                  close_terminal),
        cmocka_unit_test_teardown(a_piece_is_painted_alone, close_terminal),
        cmocka_unit_test_teardown(automatic_pieces_are_drawn_from_6x3_up, close_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
