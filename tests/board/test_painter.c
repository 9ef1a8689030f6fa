/* Whole screens, read from curses on a pseudo-terminal. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "board/layout.h"
#include "board/painter.h"
#include "board/squares.h"
#include "board/theme.h"
#include "../support/contrast.h"
#include "../support/fake_terminal.h"
#include "term/capability.h"
#include "term/style.h"
#include "term/terminal.h"
#include "../support/views.h"

static const char opening[] = "g1f3 f6e5 d2d3 b6b5 d3d4 d6c5";

static View *make_view(const char *variant, const char *fen, const char *moves) {
    Error error;
    View *view = view_create(variant, fen, moves, &error);
    if (view == NULL)
        fail_msg("%s", error.text);
    return view;
}

static Screen screen; /* as painted last */

static int close_terminal(void **state) {
    (void)state;
    fake_terminal_close();
    return 0;
}

static bool has_terminal(const char *term, const char *locale) {
    setenv("TERM", term, 1);
    return capability_probe(NULL) && setlocale(LC_CTYPE, locale) != NULL;
}

/* ---- bytes ---- */

enum { BYTES_MAX = 949 }; /* two squares with pieces, one of them between brackets */

/* Moves the cursor over the board by rows and by columns. Returns the most bytes of a step. */
static size_t most_bytes_of_step(View *view) {
    size_t most = 0;
    for (int by_column = 0; by_column < 2; by_column++)
        for (int i = 0; i < SQUARE_COUNT; i++) {
            int line = i / 7, step = line % 2 == 0 ? i % 7 : 6 - i % 7;
            view->cursor = by_column ? square_at(line, step + 1) : square_at(step, line + 1);
            view_describe(view);
            screen = view_paint(view);
            size_t bytes = fake_terminal_flush();
            if (i > 0 && bytes > most)
                most = bytes;
        }
    return most;
}

static void check_steps(const char *term, const char *locale, GlyphSet glyphs, ThemeId theme) {
    View *view = make_view("congo", NULL, opening);
    view->glyphs = glyphs;
    view->theme = theme;
    view_select(view, F3);
    view_think(view, "f3e5");
    view_clock(view, 271000, 312000);
    fake_terminal_open(term, locale, 24, 80, COLORS_AUTO);
    screen = view_paint(view);
    fake_terminal_flush();
    size_t most = most_bytes_of_step(view);
    fake_terminal_close();
    view_free(view);
    if (most > BYTES_MAX)
        fail_msg("%s, %s, %s, glyphs %d: a cursor move writes %zu bytes", term, locale,
                 theme_names[theme], (int)glyphs, most);
}

static void a_cursor_move_writes_few_bytes(void **state) {
    (void)state;
    static const char *const terms[] = {"xterm-256color", "tmux-256color", "screen-256color",
                                        "xterm",          "linux",         "vt100"};
    static const char *const locales[] = {"C.UTF-8", "C"};
    for (size_t t = 0; t < sizeof terms / sizeof terms[0]; t++)
        for (size_t l = 0; l < 2; l++) {
            if (!has_terminal(terms[t], locales[l]))
                continue;
            for (ThemeId theme = 0; theme < THEME_COUNT; theme++)
                check_steps(terms[t], locales[l], GLYPHS_AUTO, theme);
            check_steps(terms[t], locales[l], GLYPHS_ANIMALS, THEME_DARK);
        }
}

/* ---- cells ---- */

typedef struct ScreenCell {
    wchar_t character;
    short foreground, background; /* -1 for the terminal's own */
} ScreenCell;

static ScreenCell cell_at(int y, int x) {
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1] = L"";
    attr_t attributes;
    short pair;
    ScreenCell found = {L' ', -1, -1};
    mvin_wch(y, x, &cell);
    getcchar(&cell, text, &attributes, &pair, NULL);
    found.character = text[0];
    if (pair != 0)
        pair_content(pair, &found.foreground, &found.background);
    return found;
}

static void for_each_cell(void (*check)(int y, int x, ScreenCell cell)) {
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < COLS; x++)
            check(y, x, cell_at(y, x));
}

/* Calls `check` for each cell of 220x95 in all themes, zooms and glyph sets. */
static void for_each_display(const char *variant, ColorDepth colors,
                             void (*check)(int y, int x, ScreenCell cell)) {
    View *view = make_view(variant, NULL, opening);
    view_select(view, F3);
    view_advise(view, "e2e3");
    view_think(view, "f3e5");
    view_score(view);
    view_clock(view, 271000, 312000);
    fake_terminal_open("xterm-256color", "C.UTF-8", 95, 220, colors);
    for (ThemeId theme = 0; theme < THEME_COUNT; theme++)
        for (Zoom zoom = ZOOM_2X1; zoom < ZOOM_COUNT; zoom++)
            for (int glyphs = GLYPHS_LETTERS; glyphs <= GLYPHS_DRAWN; glyphs++) {
                view->theme = theme;
                view->zoom = zoom;
                view->glyphs = (GlyphSet)glyphs;
                screen = view_paint(view);
                assert_int_equal(screen.layout.zoom, zoom);
                for_each_cell(check);
            }
    fake_terminal_close();
    view_free(view);
}

static void check_has_colors(int y, int x, ScreenCell cell) {
    if (cell.foreground < 0 || cell.background < 0)
        fail_msg("the cell in line %d, column %d has not both colours", y, x);
}

static void every_cell_sets_both_colors(void **state) {
    (void)state;
    if (!has_terminal("xterm-256color", "C.UTF-8"))
        skip();
    for_each_display("congo", COLORS_256, check_has_colors);
    for_each_display("islands", COLORS_8, check_has_colors);
}

/* Blanks, pixels and lines are not read. Waves, trees and the colour of a player's pieces need less
 * contrast than text. */
static double contrast_needed(wchar_t character) {
    if (character == L' ' || (character >= 0x2500 && character <= 0x259f))
        return 1;
    return wcschr(L"~^▬", character) != NULL ? 3 : 4.5;
}

static void check_contrast(int y, int x, ScreenCell cell) {
    double found = contrast_ratio(palette_rgb(cell.foreground), palette_rgb(cell.background));
    if (found < contrast_needed(cell.character))
        fail_msg("'%lc' in line %d, column %d: colours %d and %d have a contrast of %.2f",
                 (wint_t)cell.character, y, x, cell.foreground, cell.background, found);
}

static void every_character_can_be_read(void **state) {
    (void)state;
    if (!has_terminal("xterm-256color", "C.UTF-8"))
        skip();
    for_each_display("congo", COLORS_256, check_contrast);
    for_each_display("islands", COLORS_256, check_contrast);
}

/* ---- squares ---- */

enum { SQUARE_CELLS_MAX = 512 };

/* Reads the characters of a square, lines and the column for the cursor's bracket included. */
static void square_characters(Square square, wchar_t *text, size_t size) {
    size_t length = 0;
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < COLS && length + 1 < size; x++) {
            Hit hit = painter_hit(&screen, y, x);
            if (hit.type == HIT_SQUARE && hit.square == square)
                text[length++] = cell_at(y, x).character;
        }
    text[length] = L'\0';
}

static bool shows(Square square, const char *any_of) {
    wchar_t text[SQUARE_CELLS_MAX];
    square_characters(square, text, SQUARE_CELLS_MAX);
    for (size_t i = 0; any_of[i] != '\0'; i++)
        if (wcschr(text, (wchar_t)any_of[i]) != NULL)
            return true;
    return false;
}

/* Returns whether the cells of a square differ in their backgrounds, as those of whole pixels do.
 */
static bool has_backgrounds(Square square) {
    short first = -1;
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < COLS; x++) {
            Hit hit = painter_hit(&screen, y, x);
            if (hit.type != HIT_SQUARE || hit.square != square)
                continue;
            short background = cell_at(y, x).background;
            if (first >= 0 && background != first)
                return true;
            first = background;
        }
    return false;
}

/* Returns whether a square has pixels, which pieces and marks are made of. */
static bool shows_pixels(Square square) {
    wchar_t text[SQUARE_CELLS_MAX];
    square_characters(square, text, SQUARE_CELLS_MAX);
    return wcspbrk(text, L"▘▝▀▖▌▞▛▗▚▐▜▄▙▟█") != NULL || has_backgrounds(square);
}

static void expect_shown(Square square, const char *any_of, const char *what) {
    if (!shows(square, any_of))
        fail_msg("zoom %s, %d colours: %s is not shown", zoom_names[screen.layout.zoom],
                 terminal_capabilities()->colors, what);
}

static bool marks_are_pixels(void) {
    return terminal_capabilities()->colors > 0 && terminal_capabilities()->utf8 &&
           screen.layout.zoom >= ZOOM_4X2;
}

static void check_marks(View *view) {
    screen = view_paint(view);
    if (marks_are_pixels())
        return;
    expect_shown(E5, "x", "a capture");
    expect_shown(F3, "(", "the selected piece");
    expect_shown(D4, "!", "a drowning piece");
    expect_shown(C5, ">", "the last move");
    expect_shown(D6, ".>", "the origin of the last move");
    expect_shown(B2, "[", "the cursor");
    expect_shown(E3, "*", "the advised move");
    expect_shown(G5, "o", "a target");
    if (terminal_capabilities()->colors == 0)
        expect_shown(A4, "~", "the river");
}

static void for_each_terminal(void (*check)(View *view), View *view) {
    static const struct {
        const char *term, *locale;
        ColorDepth colors;
    } kinds[] = {{"vt100", "C", COLORS_AUTO},
                 {"vt100", "C.UTF-8", COLORS_AUTO},
                 {"xterm", "C", COLORS_8},
                 {"xterm", "C.UTF-8", COLORS_8},
                 {"xterm-256color", "C", COLORS_256},
                 {"xterm-256color", "C.UTF-8", COLORS_256}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!has_terminal(kinds[i].term, kinds[i].locale))
            continue;
        fake_terminal_open(kinds[i].term, kinds[i].locale, 95, 220, kinds[i].colors);
        for (int glyphs = GLYPHS_LETTERS; glyphs <= GLYPHS_DRAWN; glyphs++)
            for (view->zoom = ZOOM_2X1; view->zoom < ZOOM_COUNT; view->zoom++) {
                view->glyphs = (GlyphSet)glyphs;
                check(view);
            }
        fake_terminal_close();
    }
}

static void marks_are_characters_where_they_are_no_pixels(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, opening);
    view->cursor = B2;
    view_select(view, F3);
    view_advise(view, "e2e3");
    for_each_terminal(check_marks, view);
    view->flipped = true;
    for_each_terminal(check_marks, view);
    view_free(view);
}

/* A mark and the square that it is expected on. */
typedef struct MarkCase {
    const char *name;
    void (*put)(View *view);
    Square square;
} MarkCase;

static void put_cursor(View *view) {
    view->cursor = B2;
}

static void put_drowning(View *view) {
    view->drowning = square_bit(D4);
}

static void put_capture(View *view) {
    view->captures = square_bit(E5);
}

static void put_target(View *view) {
    view->targets = square_bit(G5);
}

static void put_selected(View *view) {
    view->selected = F3;
}

static void put_last_move(View *view) {
    view->last_move = square_bit(D6) | square_bit(C5);
}

static void put_advice(View *view) {
    view->advice = square_bit(E2) | square_bit(E3);
}

static void put_premove(View *view) {
    view->premove = square_bit(D2) | square_bit(D3);
}

static void put_attacked(View *view) {
    view->attacked = square_bit(B3);
}

static void put_threatened(View *view) {
    view->threatened = square_bit(B3);
}

static void put_chain(View *view) {
    view->chain = (ViewChain){.count = 2,
                              .square = {A3, C3},
                              .taken_count = 1,
                              .taken_square = {B3},
                              .taken_type = {PAWN}};
}

static const MarkCase mark_cases[] = {
    {"the cursor", put_cursor, B2},           {"a drowning piece", put_drowning, D4},
    {"a capture", put_capture, E5},           {"a target", put_target, G5},
    {"the selected piece", put_selected, F3}, {"the last move", put_last_move, C5},
    {"the origin of it", put_last_move, D6},  {"advice", put_advice, E3},
    {"a premove", put_premove, D3},           {"an attacked square", put_attacked, B3},
    {"a threatened one", put_threatened, B3}, {"a captured piece", put_chain, B3},
    {"the way of a capture", put_chain, C3},
};

static void clear_marks(View *view) {
    view->cursor = A7;
    view->selected = SQUARE_NONE;
    view->drowning = view->captures = view->targets = view->last_move = view->advice = 0;
    view->premove = view->attacked = view->threatened = view->lions_line = 0;
    view->chain.count = view->chain.taken_count = 0;
}

/* Returns a character for the brightness of a blank. All grounds have the same. */
static wchar_t brightness_of(short background) {
    static const double steps[] = {1.5, 3, 7, 12};
    wchar_t level = L'0';
    double contrast = background < 0 ? 1 : contrast_ratio(palette_rgb(background), palette_rgb(16));
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && contrast > steps[i]; i++)
        level++;
    return level;
}

/* Reads a square without its colours. */
static void square_shape(Square square, wchar_t *text, size_t size) {
    size_t length = 0;
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < COLS && length + 1 < size; x++) {
            Hit hit = painter_hit(&screen, y, x);
            ScreenCell cell = cell_at(y, x);
            if (hit.type == HIT_SQUARE && hit.square == square)
                text[length++] =
                    cell.character == L' ' ? brightness_of(cell.background) : cell.character;
        }
    text[length] = L'\0';
}

static void check_shapes(View *view) {
    for (size_t i = 0; i < sizeof mark_cases / sizeof mark_cases[0]; i++) {
        wchar_t plain[SQUARE_CELLS_MAX], marked[SQUARE_CELLS_MAX];
        clear_marks(view);
        screen = view_paint(view);
        square_shape(mark_cases[i].square, plain, SQUARE_CELLS_MAX);
        mark_cases[i].put(view);
        screen = view_paint(view);
        square_shape(mark_cases[i].square, marked, SQUARE_CELLS_MAX);
        if (wcscmp(plain, marked) == 0)
            fail_msg("zoom %s, glyphs %s, %d colours: %s is shown by colour alone",
                     zoom_names[screen.layout.zoom], glyph_set_names[view->glyphs],
                     terminal_capabilities()->colors, mark_cases[i].name);
    }
}

/* Without its colours a marked square still looks different. */
static void no_mark_is_shown_by_colour_alone(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, opening);
    for_each_terminal(check_shapes, view);
    view_free(view);
}

static void check_lions(View *view) {
    screen = view_paint(view);
    if (marks_are_pixels()) {
        assert_true(shows_pixels(D4) && shows_pixels(D7));
        return;
    }
    expect_shown(D4, "|", "the line between the lions");
    expect_shown(D7, "|", "the lion on the line");
}

static void check_slanted_lions(View *view) {
    screen = view_paint(view);
    if (marks_are_pixels()) {
        assert_true(shows_pixels(D4));
        return;
    }
    expect_shown(D4, "/", "the slanted line between the lions");
}

static void the_lions_line_is_shown(void **state) {
    (void)state;
    View *view = make_view("congo", "3l3/7/7/7/7/7/2PL3/w/-1", "");
    view->cursor = A1;
    for_each_terminal(check_lions, view);
    view_free(view);
    view = make_view("congo", "7/7/4l2/7/2L4/7/2P4/w/-1", "");
    view->cursor = A1;
    for_each_terminal(check_slanted_lions, view);
    view_free(view);
}

/* Letters show a piece's owner by their case; pixels cannot be read here. */
static void check_owners(View *view) {
    screen = view_paint(view);
    GlyphSet glyphs = view->glyphs;
    for (int i = 0; i < SQUARE_COUNT; i++) {
        Square square = square_from_number(i);
        PieceType type = position_piece_at(view->position, square);
        if (type == PIECE_NONE)
            continue;
        Color color = position_color_at(view->position, square);
        char letter[2] = {piece_letter(color, type, PAWNS_CONGO), '\0'};
        if (!shows(square, letter) && !shows_pixels(square))
            fail_msg("zoom %d, glyphs %d: the %s on square %d is not shown", screen.layout.zoom,
                     (int)glyphs, letter, i);
    }
}

static void letters_show_the_owner(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, opening);
    view->cursor = A3;
    for_each_terminal(check_owners, view);
    view_free(view);
}

/* In 8 colours a silhouette stands on a plate, which leaves a column at each side of the square. */
static void silhouettes_stay_on_their_plates(void **state) {
    (void)state;
    if (!has_terminal("xterm", "C.UTF-8"))
        skip();
    static const int sizes[][2] = {{8, 4}, {10, 5}, {14, 7}, {18, 9}, {24, 12}};
    View *view = make_view("congo", NULL, "");
    fake_terminal_open("xterm", "C.UTF-8", 24, 80, COLORS_8);
    screen = view_paint(view);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (PieceType type = LION; type <= ELEPHANTE; type++) {
            Rect area = {0, 0, sizes[i][1], sizes[i][0]};
            squares_paint_piece(area, GLYPHS_DRAWN, type, WHITE, view->position->variant, A1,
                                false);
            int pixels = 0;
            for (int y = 0; y < area.height; y++)
                for (int x = 0; x < area.width; x++) {
                    bool is_pixel = wcschr(L"▘▝▀▖▌▞▛▗▚▐▜▄▙▟", cell_at(y, x).character) != NULL;
                    pixels += is_pixel;
                    assert_false(is_pixel && (x == 0 || x == area.width - 1));
                }
            assert_in_range(pixels, 4, area.width * area.height);
        }
    fake_terminal_close();
    view_free(view);
}

/* ---- the cursor and the mouse ---- */

static void check_cursor(View *view) {
    for (int i = 0; i < SQUARE_COUNT; i += 4) {
        view->cursor = square_from_number(i);
        screen = view_paint(view);
        fake_terminal_flush();
        Hit hit = painter_hit(&screen, getcury(curscr), getcurx(curscr));
        assert_int_equal(hit.type, HIT_SQUARE);
        assert_int_equal(hit.square, view->cursor);
    }
}

static void the_hardware_cursor_stands_on_the_square(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, opening);
    for_each_terminal(check_cursor, view);
    view->flipped = true;
    for_each_terminal(check_cursor, view);
    view_free(view);
}

/* With small letters it stands on the piece itself. */
static void the_hardware_cursor_stands_on_the_letter(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "");
    fake_terminal_open("xterm-256color", "C", 24, 80, COLORS_AUTO);
    for (int i = 0; i < 7; i++) {
        view->cursor = square_at(i, 1);
        screen = view_paint(view);
        fake_terminal_flush();
        assert_int_equal(cell_at(getcury(curscr), getcurx(curscr)).character, "GMELECZ"[i]);
    }
    view_free(view);
}

static void a_click_on_a_move_hits_it(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, opening);
    fake_terminal_open("xterm-256color", "C", 24, 80, COLORS_AUTO);
    screen = view_paint(view);
    bool found[8] = {false};
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < COLS; x++) {
            Hit hit = painter_hit(&screen, y, x);
            if (hit.type != HIT_PLY)
                continue;
            assert_in_range(hit.ply, 1, 7);
            found[hit.ply] = true;
            const char *line = fake_terminal_line(y);
            const char *white[] = {"Z-F3", "P-DD3", "D4", "..."};
            assert_non_null(strstr(line, white[(hit.ply - 1) / 2]));
        }
    for (int ply = 1; ply <= 6; ply++)
        assert_true(found[ply]);
    view_free(view);
}

static void a_click_on_a_hint_or_a_title_hits_its_action(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, opening);
    view->title_action[PANEL_MOVES] = 77;
    fake_terminal_open("xterm-256color", "C", 24, 80, COLORS_AUTO);
    screen = view_paint(view);
    bool found[VIEW_HINTS_MAX] = {false}, found_title = false;
    for (int y = 0; y < LINES; y++)
        for (int x = 0; x < COLS; x++) {
            Hit hit = painter_hit(&screen, y, x);
            if (hit.type != HIT_ACTION)
                continue;
            const char *word = hit.action == 77 ? "Moves" : view->hint[hit.action].word;
            assert_non_null(strstr(fake_terminal_line(y), word));
            if (hit.action == 77)
                found_title = true;
            else
                found[hit.action] = true;
        }
    assert_true(found_title);
    for (int i = 0; i < VIEW_HINTS_MAX; i++)
        assert_true(found[i]);
    view_free(view);
}

/* ---- the bar ---- */

/* Counts the cells of the bar with a character or without White's or Black's ground. */
static int faults_of_bar(int *white) {
    const PaletteColor *colors = theme_colors(THEME_DARK);
    Rect bar = screen.layout.bar;
    int faults = 0;
    *white = 0;
    for (int y = bar.y; y < bar.y + bar.height; y++) {
        ScreenCell cell = cell_at(y, bar.x);
        bool is_white = cell.background == colors[COLOR_BAR_WHITE].of_256;
        *white += is_white;
        faults += cell.character != L' ' ||
                  (!is_white && cell.background != colors[COLOR_BAR_BLACK].of_256);
    }
    return faults;
}

static void the_bar_is_made_of_backgrounds(void **state) {
    (void)state;
    if (!has_terminal("xterm-256color", "C.UTF-8"))
        skip();
    View *view = make_view("congo", NULL, opening);
    int white;
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_256);
    screen = view_paint(view);
    assert_int_equal(screen.layout.bar.height, 0); /* nothing has a score */
    Rect board = screen.layout.board;
    view_score(view);
    screen = view_paint(view);
    assert_int_equal(screen.layout.bar.height, 21);
    assert_memory_equal(&screen.layout.board, &board, sizeof board);
    assert_int_equal(faults_of_bar(&white), 0);
    assert_in_range(white, 5, 16);
    view->outcome = (Outcome){RESULT_WHITE, REASON_RESIGNED};
    screen = view_paint(view);
    assert_int_equal(faults_of_bar(&white), 0);
    assert_int_equal(white, 21);
    view_free(view);
}

/* ---- whose turn ---- */

static void a_marker_stands_beside_the_card_of_the_mover(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "d2d3");
    fake_terminal_open("xterm-256color", "C", 24, 80, COLORS_AUTO);
    for (int flipped = 0; flipped < 2; flipped++) {
        view->flipped = flipped;
        view->outcome = (Outcome){RESULT_OPEN, REASON_NONE};
        screen = view_paint(view);
        int x = screen.layout.mark.x;
        Rect mover = flipped ? screen.layout.lower : screen.layout.upper;
        Rect other = flipped ? screen.layout.upper : screen.layout.lower;
        assert_int_equal(cell_at(mover.y, x).character, '<');
        assert_int_equal(cell_at(other.y, x).character, ' ');
        short ground = cell_at(mover.y, mover.x + mover.width - 1).background;
        assert_int_not_equal(ground, cell_at(other.y, other.x + other.width - 1).background);
        view->outcome = (Outcome){RESULT_WHITE, REASON_RESIGNED};
        screen = view_paint(view);
        assert_int_equal(cell_at(mover.y, x).character, ' ');
    }
    view_free(view);
}

/* ---- below a box ---- */

static void a_piece_half_behind_a_box_is_left_out(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "");
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_AUTO);
    screen = view_paint(view);
    Rect square = squares_area(&screen.layout, false, G2);
    view->covered = (Rect){square.y + 1, square.x, 8, square.width};
    screen = view_paint(view);
    assert_true(shows_pixels(A2));
    assert_false(shows_pixels(G2));
    view->covered.y--;
    screen = view_paint(view);
    assert_true(shows_pixels(G2)); /* the box is drawn over it */
    view_free(view);
}

/* Returns whether a cell of an area has a character. */
static bool shows_text(Rect area) {
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++)
            if (cell_at(y, x).character != ' ')
                return true;
    return false;
}

static void so_is_a_piece_of_the_editor(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "");
    ViewSetup setup = {.verdict = ""};
    view->setup = &setup;
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_AUTO);
    screen = view_paint(view);
    Rect first = screen.setup.piece[0].area, second = screen.setup.piece[1].area;
    view->covered = (Rect){first.y, first.x, first.height, first.width + 1};
    screen = view_paint(view);
    assert_true(shows_text(first)); /* the box is drawn over it */
    assert_false(shows_text(second));
    view_free(view);
}

static void a_sentence_half_behind_a_box_is_left_out(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "");
    strcpy(view->status, "White wins: the superpawn took the lion on d7.");
    fake_terminal_open("xterm-256color", "C.UTF-8", 19, 46, COLORS_AUTO);
    screen = view_paint(view);
    Rect status = screen.layout.status;
    assert_int_equal(status.height, 2);
    assert_true(shows_text(status));
    view->covered = (Rect){0, 0, status.y + 1, 46};
    screen = view_paint(view);
    assert_false(shows_text(status));
    view_free(view);
}

static void so_is_the_card_of_a_player(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "");
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_AUTO);
    screen = view_paint(view);
    Rect upper = screen.layout.upper, lower = screen.layout.lower;
    view->covered = (Rect){upper.y + upper.height, 0, lower.y + 1 - upper.y - upper.height, 80};
    screen = view_paint(view);
    assert_true(shows_text(upper));
    assert_false(shows_text(lower));
    view_free(view);
}

/* ---- sizes ---- */

static void a_small_screen_says_what_it_needs(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "");
    fake_terminal_open("vt100", "C", 9, 30, COLORS_AUTO);
    screen = view_paint(view);
    assert_int_equal(screen.layout.zoom, 0);
    assert_string_equal(fake_terminal_line(0), "Congo needs 24 columns and 10");
    assert_int_equal(painter_hit(&screen, 0, 0).type, HIT_NOTHING);
    fake_terminal_close();
    fake_terminal_open("vt100", "C", 1, 1, COLORS_AUTO);
    screen = view_paint(view);
    view_free(view);
}

static void every_size_shows_status_and_turn(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "d2d3");
    static const int sizes[][2] = {{10, 24},  {10, 80}, {12, 33},  {18, 37},  {19, 46},
                                   {24, 80},  {25, 48}, {30, 40},  {40, 120}, {50, 60},
                                   {60, 200}, {70, 75}, {150, 24}, {10, 480}, {150, 480}};
    snprintf(view->status, sizeof view->status, "A sentence.");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        fake_terminal_open("vt100", "C", sizes[i][0], sizes[i][1], COLORS_AUTO);
        screen = view_paint(view);
        bool status = false, turn = false;
        for (int y = 0; y < LINES; y++) {
            const char *line = fake_terminal_line(y);
            status = status || strstr(line, "A sentence.") != NULL;
            turn = turn || strstr(line, "* Black") != NULL;
        }
        if (!status || !turn)
            fail_msg("%d lines, %d columns: no %s", sizes[i][0], sizes[i][1],
                     status ? "turn" : "status");
        fake_terminal_close();
    }
    view_free(view);
}

static void a_small_board_is_painted_where_it_fits(void **state) {
    (void)state;
    View *view = make_view("congo", NULL, "");
    view->theme = THEME_LIGHT;
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_AUTO);
    static const struct {
        int height, width, board_height, board_width;
    } rooms[] = {{21, 42, 21, 42}, {20, 42, 14, 28}, {14, 28, 14, 28},
                 {13, 28, 7, 15},  {7, 15, 7, 15},   {6, 15, 0, 0}};
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        Rect room = {1, 2, rooms[i].height, rooms[i].width};
        Rect board = painter_small_board(room, view);
        assert_int_equal(board.height, rooms[i].board_height);
        assert_int_equal(board.width, rooms[i].board_width);
    }
    view_free(view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_cursor_move_writes_few_bytes, close_terminal),
        cmocka_unit_test_teardown(every_cell_sets_both_colors, close_terminal),
        cmocka_unit_test_teardown(every_character_can_be_read, close_terminal),
        cmocka_unit_test_teardown(marks_are_characters_where_they_are_no_pixels, close_terminal),
        cmocka_unit_test_teardown(no_mark_is_shown_by_colour_alone, close_terminal),
        cmocka_unit_test_teardown(the_lions_line_is_shown, close_terminal),
        cmocka_unit_test_teardown(letters_show_the_owner, close_terminal),
        cmocka_unit_test_teardown(silhouettes_stay_on_their_plates, close_terminal),
        cmocka_unit_test_teardown(the_hardware_cursor_stands_on_the_square, close_terminal),
        cmocka_unit_test_teardown(the_hardware_cursor_stands_on_the_letter, close_terminal),
        cmocka_unit_test_teardown(a_click_on_a_move_hits_it, close_terminal),
        cmocka_unit_test_teardown(a_click_on_a_hint_or_a_title_hits_its_action, close_terminal),
        cmocka_unit_test_teardown(the_bar_is_made_of_backgrounds, close_terminal),
        cmocka_unit_test_teardown(a_marker_stands_beside_the_card_of_the_mover, close_terminal),
        cmocka_unit_test_teardown(a_piece_half_behind_a_box_is_left_out, close_terminal),
        cmocka_unit_test_teardown(so_is_a_piece_of_the_editor, close_terminal),
        cmocka_unit_test_teardown(a_sentence_half_behind_a_box_is_left_out, close_terminal),
        cmocka_unit_test_teardown(so_is_the_card_of_a_player, close_terminal),
        cmocka_unit_test_teardown(a_small_screen_says_what_it_needs, close_terminal),
        cmocka_unit_test_teardown(every_size_shows_status_and_turn, close_terminal),
        cmocka_unit_test_teardown(a_small_board_is_painted_where_it_fits, close_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
