/*
 * The contrast of everything that meets on painted screens: in all themes, glyph sets, colour
 * depths, zooms and states of the board. Colours that meet are read from the cells. The lowest
 * contrast of each kind is printed with the place where it was found.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "board/layout.h"
#include "board/painter.h"
#include "board/pieces.h"
#include "board/theme.h"
#include "../support/contrast.h"
#include "../support/fake_terminal.h"
#include "../support/states.h"
#include "term/capability.h"
#include "term/draw.h"
#include "term/style.h"
#include "term/terminal.h"
#include "../support/views.h"

static int close_terminal(void **state) {
    (void)state;
    fake_terminal_close();
    return 0;
}

/* ---- what is measured ---- */

typedef enum Meeting {
    TEXT_ON_GROUND,
    PIECE_ON_SQUARE,
    CURSOR_LINES,
    CURSOR_ON_SQUARE,
    WALL_ON_SQUARE,
    DANGER_INSIDE,
    MEETING_COUNT
} Meeting;

typedef struct Measure {
    const char *name;
    double least;  /* contrast that is needed */
    double lowest; /* contrast found, 0 for none yet */
    char where[256];
} Measure;

static Measure measures[MEETING_COUNT] = {
    [TEXT_ON_GROUND] = {.name = "text on its ground", .least = 4.5},
    [PIECE_ON_SQUARE] = {.name = "a piece on a square", .least = 3},
    [CURSOR_LINES] = {.name = "the cursor's bright line on its dark one", .least = 9},
    [CURSOR_ON_SQUARE] = {.name = "the cursor on a square", .least = 2.5},
    [WALL_ON_SQUARE] = {.name = "a castle's wall on a square", .least = 3},
    [DANGER_INSIDE] = {.name = "the corners of what drowns", .least = 3},
};

/* The screen that is measured. */
static struct {
    View *view;
    Screen screen;
    const char *state;
    int colors;
} now;

static void measure(Meeting meeting, unsigned a, unsigned b, int y, int x) {
    Measure *found = &measures[meeting];
    double contrast = contrast_ratio(a, b);
    if (found->lowest > 0 && contrast >= found->lowest)
        return;
    found->lowest = contrast;
    snprintf(found->where, sizeof found->where,
             "#%06x and #%06x, theme %s, %s colours, glyphs %s, zoom %s, %s, line %d, column %d", a,
             b, theme_names[now.view->theme],
             now.colors == 8     ? "8"
             : now.colors == 256 ? "256"
                                 : "24-bit",
             glyph_set_names[now.view->glyphs], zoom_names[now.view->zoom], now.state, y, x);
}

/* ---- colours of the theme ---- */

static unsigned rgb_of(ColorRole role) {
    const PaletteColor *color = &theme_colors(now.view->theme)[role];
    return now.colors == TERMINAL_RGB ? color->rgb
           : now.colors == 256        ? palette_rgb(color->of_256)
                                      : palette_rgb(color->of_8);
}

static bool is_square(unsigned rgb) {
    for (ColorRole role = COLOR_GRASS; theme_is_square_role(role); role++)
        if (rgb == rgb_of(role))
            return true;
    return false;
}

static bool is_piece(unsigned rgb) {
    return rgb == rgb_of(COLOR_WHITE_PIECE) || rgb == rgb_of(COLOR_BLACK_PIECE);
}

/* A plate and what is on it have the colours of both sides' pieces. With 8 colours all pieces stand
 * on plates, and the plates anywhere. */
static void measure_ordered(unsigned a, unsigned b, int y, int x) {
    if (a == rgb_of(COLOR_DANGER) && b == rgb_of(COLOR_DANGER_DARK))
        measure(DANGER_INSIDE, a, b, y, x);
    if (a == rgb_of(COLOR_CURSOR) && b == rgb_of(COLOR_CURSOR_TEXT))
        measure(CURSOR_LINES, a, b, y, x);
    if (now.colors == 8 || !is_square(b))
        return;
    if (is_piece(a))
        measure(PIECE_ON_SQUARE, a, b, y, x);
    if (a == rgb_of(COLOR_CURSOR))
        measure(CURSOR_ON_SQUARE, a, b, y, x);
    if (a == rgb_of(COLOR_WALL))
        measure(WALL_ON_SQUARE, a, b, y, x);
}

static void measure_pixels(unsigned a, unsigned b, int y, int x) {
    if (a == b)
        return;
    measure_ordered(a, b, y, x);
    measure_ordered(b, a, y, x);
}

/* ---- cells ---- */

typedef struct ScreenCell {
    wchar_t character;
    unsigned foreground, background;
} ScreenCell;

static unsigned rgb_of_curses(int color) {
    return color < 0 ? 0 : now.colors == TERMINAL_RGB ? (unsigned)color : palette_rgb(color);
}

static ScreenCell read_cell(int y, int x) {
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1] = L"";
    attr_t attributes;
    short pair;
    int foreground, background;
    mvin_wch(y, x, &cell);
    getcchar(&cell, text, &attributes, &pair, NULL);
    extended_pair_content(pair, &foreground, &background);
    if ((attributes & A_BOLD) && now.colors == 8)
        foreground += 8; /* many terminals brighten bold text */
    return (ScreenCell){text[0], rgb_of_curses(foreground), rgb_of_curses(background)};
}

enum { LINES_MAX = 92, COLUMNS_MAX = 215 };
static ScreenCell cells[LINES_MAX + 1][COLUMNS_MAX + 1]; /* as painted, and an empty edge */

static void read_cells(void) {
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < COLS; x++)
            cells[y][x] = read_cell(y, x);
}

/* The pixels of a character, two across: bit 0 is the upper left one, bit 1 the one on its right.
 */
typedef struct CellShape {
    int height; /* in pixels; 0 for a character that is read */
    unsigned pixels;
} CellShape;

static CellShape octant_shape(wchar_t character) {
    enum { FIRST_OCTANT = 0x1cd00, SHAPES = 256 };
    wchar_t wide = 0;
    for (unsigned shape = 0; character >= FIRST_OCTANT && shape < SHAPES; shape++)
        if (mbtowc(&wide, tile_octant(shape), MB_CUR_MAX) > 0 && wide == character)
            return (CellShape){4, shape};
    return (CellShape){0, 0};
}

static CellShape shape_of(wchar_t character) {
    enum { SEXTANTS = 0x1fb00, SEXTANTS_END = 0x1fb3c, LEFT_HALF = 0x15, RIGHT_HALF = 0x2a };
    static const wchar_t quadrants[] = L" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
    const wchar_t *found = wcschr(quadrants, character);
    if (found != NULL && character != L'\0')
        return (CellShape){2, (unsigned)(found - quadrants)};
    if (character < SEXTANTS || character >= SEXTANTS_END)
        return octant_shape(character);
    unsigned shape = (unsigned)(character - SEXTANTS) + 1;
    shape += shape >= LEFT_HALF;
    shape += shape >= RIGHT_HALF;
    return (CellShape){3, shape};
}

/* Lines, shades, bars and the colour of a player's pieces are not read. */
static bool is_text(wchar_t character) {
    return character > L' ' && (character < 0x2500 || character > 0x259f) && character != L'▬' &&
           shape_of(character).height == 0;
}

/* Sets the colour of a pixel in a cell that counts as `height` pixels high. Returns false if the
 * cell has none. */
static bool read_pixel(int y, int x, int row, int column, int height, unsigned *rgb) {
    const ScreenCell *cell = &cells[y + row / height][x + column / 2];
    CellShape shape = shape_of(cell->character);
    int bit = 2 * (row % height * shape.height / height) + column % 2;
    *rgb = shape.pixels >> bit & 1 ? cell->foreground : cell->background;
    return shape.height > 0;
}

/* Measures the pixels of a cell with each other, with those on its right and with those below. */
static void measure_cell(int y, int x) {
    int height = shape_of(cells[y][x].character).height;
    for (int row = 0; row < height; row++)
        for (int column = 0; column < 2; column++) {
            unsigned pixel, other;
            read_pixel(y, x, row, column, height, &pixel);
            if (read_pixel(y, x, row, column + 1, height, &other))
                measure_pixels(pixel, other, y, x);
            if (read_pixel(y, x, row + 1, column, height, &other))
                measure_pixels(pixel, other, y, x);
        }
}

static void measure_screen(void) {
    const Layout *layout = &now.screen.layout;
    read_cells();
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < COLS; x++) {
            ScreenCell cell = cells[y][x];
            if (is_text(cell.character))
                measure(TEXT_ON_GROUND, cell.foreground, cell.background, y, x);
            else if (rect_contains(layout->board, y, x))
                measure_cell(y, x);
        }
}

/* ---- screens ---- */

/* Large squares show nothing that smaller ones do not: one state has most of the marks. */
static bool is_measured(Zoom zoom, int state) {
    return zoom < ZOOM_14X7 || strcmp(board_states[state].name, "selection") == 0;
}

/* A terminal for squares of each size with room for the sidebar. */
static const struct {
    int lines, columns;
} sizes[ZOOM_COUNT] = {[ZOOM_2X1] = {20, 60},   [ZOOM_4X2] = {20, 70},
                       [ZOOM_6X3] = {24, 80},   [ZOOM_8X4] = {34, 95},
                       [ZOOM_10X5] = {40, 110}, [ZOOM_14X7] = {56, 140},
                       [ZOOM_18X9] = {70, 170}, [ZOOM_24X12] = {LINES_MAX, COLUMNS_MAX}};

static void measure_zoom(const char *term, ColorDepth colors, Zoom zoom) {
    View *view = now.view;
    fake_terminal_open(term, "C.UTF-8", sizes[zoom].lines, sizes[zoom].columns, colors);
    now.colors = terminal_capabilities()->colors;
    assert_int_equal(now.colors == TERMINAL_RGB, colors == COLORS_RGB);
    view->zoom = zoom;
    for (view->theme = 0; view->theme < THEME_COUNT; view->theme++)
        for (view->glyphs = GLYPHS_AUTO; view->glyphs < GLYPHS_COUNT; view->glyphs++)
            for (int i = 0; i < board_state_count; i++) {
                if (!is_measured(zoom, i))
                    continue;
                now.state = board_states[i].name;
                board_state_put(view, &board_states[i]);
                now.screen = view_paint(view);
                assert_int_equal(now.screen.layout.zoom, zoom);
                measure_screen();
            }
    fake_terminal_close();
}

static void measure_variant(const char *variant, const char *term, ColorDepth colors) {
    Error error;
    now.view = view_create(variant, NULL, "g1f3 f6e5 d2d3 b6b5 d3d4 d6c5", &error);
    if (now.view == NULL)
        fail_msg("%s", error.text);
    view_think(now.view, "f3e5");
    view_clock(now.view, 271000, 312000);
    for (Zoom zoom = ZOOM_2X1; zoom < ZOOM_COUNT; zoom++)
        measure_zoom(term, colors, zoom);
    view_free(now.view);
}

static double higher_contrast(unsigned a, unsigned b, unsigned ground) {
    double first = contrast_ratio(a, ground), second = contrast_ratio(b, ground);
    return first > second ? first : second;
}

/* Whatever the cursor stands on, one of its two lines shows: on all grounds, and on plates. */
static void one_line_of_the_cursor_shows_on_everything(void **state) {
    (void)state;
    static const int depths[] = {8, 256, TERMINAL_RGB};
    static View view; /* what `now` still names afterwards */
    now.view = &view;
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++)
        for (view.theme = 0; view.theme < THEME_COUNT; view.theme++)
            for (int role = COLOR_GRASS; role < COLOR_ROLE_COUNT; role++) {
                now.colors = depths[i];
                double best = higher_contrast(rgb_of(COLOR_CURSOR), rgb_of(COLOR_CURSOR_TEXT),
                                              rgb_of((ColorRole)role));
                if (best < 4)
                    fail_msg("theme %s, %d colours, role %d: %.2f", theme_names[view.theme],
                             depths[i], role, best);
            }
}

static void expect_contrasts(const char *what) {
    for (int i = 0; i < MEETING_COUNT; i++) {
        Measure *found = &measures[i];
        if (found->lowest > 0)
            print_message("%s: %s has at least %.2f: %s\n", what, found->name, found->lowest,
                          found->where);
    }
    for (int i = 0; i < MEETING_COUNT; i++)
        if (measures[i].lowest > 0 && measures[i].lowest < measures[i].least)
            fail_msg("%s: %.2f, below %.1f: %s", measures[i].name, measures[i].lowest,
                     measures[i].least, measures[i].where);
}

static void forget_contrasts(void) {
    for (int i = 0; i < MEETING_COUNT; i++)
        measures[i].lowest = 0;
}

static bool has_terminal(const char *term) {
    setenv("TERM", term, 1);
    return capability_probe(NULL) && setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

static void contrasts_are_sufficient_with_256_colours(void **state) {
    (void)state;
    if (!has_terminal("xterm-256color"))
        skip();
    forget_contrasts();
    measure_variant("congo", "xterm-256color", COLORS_256);
    measure_variant("islands", "xterm-256color", COLORS_256);
    expect_contrasts("256 colours");
}

static void contrasts_are_sufficient_with_8_colours(void **state) {
    (void)state;
    if (!has_terminal("xterm-256color"))
        skip();
    forget_contrasts();
    measure_variant("congo", "xterm-256color", COLORS_8);
    expect_contrasts("8 colours");
}

/* The names of keys stand on every ground that has text. Other terminals than xterm have fainter
 * colours, so they need more than other text. */
static void keys_are_readable_with_8_colours(void **state) {
    static const ColorRole grounds[] = {COLOR_SCREEN, COLOR_PANEL, COLOR_CARD, COLOR_STATUS,
                                        COLOR_DIALOG};
    (void)state;
    if (!has_terminal("xterm-256color"))
        skip();
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_8);
    now.colors = 8;
    for (ThemeId theme = 0; theme < THEME_COUNT; theme++)
        for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++) {
            draw_set_palette(theme_colors(theme));
            draw_set_surface(grounds[i]);
            draw_text(0, 0, 1, ROLE_KEY, "k");
            ScreenCell key = read_cell(0, 0);
            double contrast = contrast_ratio(key.foreground, key.background);
            if (contrast < 5)
                fail_msg("theme %s, ground %d: %.2f", theme_names[theme], (int)grounds[i],
                         contrast);
        }
    draw_set_surface(COLOR_SCREEN);
}

/* The screen behind a box need not be readable, but the box must stand out. */
static void check_box(ThemeId theme) {
    enum { BEHIND, BOX };
    draw_set_palette(theme_colors(theme));
    draw_set_dimmed(true);
    draw_clear();
    draw_text(BEHIND, 0, 1, ROLE_NORMAL, "x");
    draw_set_dimmed(false);
    draw_text(BOX, 0, 1, ROLE_DIALOG, "x");
    ScreenCell behind = read_cell(BEHIND, 0), box = read_cell(BOX, 0);
    assert_true(contrast_ratio(behind.background, box.background) >= 1.3);
    assert_true(contrast_ratio(behind.foreground, behind.background) <
                contrast_ratio(box.foreground, box.background));
}

static void a_box_stands_out_from_what_is_dimmed(void **state) {
    static const ColorDepth depths[] = {COLORS_256, COLORS_RGB};
    (void)state;
    for (int i = 0; i < 2; i++) {
        fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, depths[i]);
        now.colors = terminal_capabilities()->colors;
        for (ThemeId theme = 0; theme < THEME_COUNT; theme++)
            check_box(theme);
        fake_terminal_close();
    }
}

static bool is_dim(int y, int x) {
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1] = L"";
    attr_t attributes;
    short pair;
    mvin_wch(y, x, &cell);
    getcchar(&cell, text, &attributes, &pair, NULL);
    return attributes & A_DIM;
}

/* With 8 colours, what lies behind a box has an attribute. */
static void a_box_is_not_dimmed_with_8_colours(void **state) {
    (void)state;
    if (!has_terminal("xterm-256color"))
        skip();
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_8);
    draw_set_palette(theme_colors(THEME_DARK));
    draw_set_dimmed(true);
    draw_clear();
    draw_text(0, 0, 6, ROLE_NORMAL, "behind");
    draw_set_dimmed(false);
    draw_text(1, 0, 3, ROLE_DIALOG, "box");
    assert_true(is_dim(0, 0));
    assert_false(is_dim(1, 0));
    fake_terminal_close();
}

static void contrasts_are_sufficient_with_24_bits(void **state) {
    (void)state;
    if (!has_terminal("xterm-256color"))
        skip();
    forget_contrasts();
    measure_variant("congo", "xterm-256color", COLORS_RGB);
    expect_contrasts("24 bits");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line_of_the_cursor_shows_on_everything),
        cmocka_unit_test_teardown(contrasts_are_sufficient_with_256_colours, close_terminal),
        cmocka_unit_test_teardown(contrasts_are_sufficient_with_8_colours, close_terminal),
        cmocka_unit_test_teardown(contrasts_are_sufficient_with_24_bits, close_terminal),
        cmocka_unit_test_teardown(keys_are_readable_with_8_colours, close_terminal),
        cmocka_unit_test_teardown(a_box_stands_out_from_what_is_dimmed, close_terminal),
        cmocka_unit_test_teardown(a_box_is_not_dimmed_with_8_colours, close_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
