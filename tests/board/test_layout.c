#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "base/number.h"
#include "board/layout.h"
#include "rules/bitboard.h"

enum { LINES_MAX = 150, COLUMNS_MAX = 480 };

static LayoutOptions options;
static Layout layout;

static void fail_here(const char *what) {
    fail_msg("%d lines, %d columns, zoom %d%s: %s", options.lines, options.columns, options.zoom,
             options.ruled ? ", ruled" : "", what);
}

static void expect(bool holds, const char *what) {
    if (!holds)
        fail_here(what);
}

static void arrange(int lines, int columns, Zoom zoom, bool ruled) {
    options = (LayoutOptions){.lines = lines, .columns = columns, .zoom = zoom, .ruled = ruled};
    layout = layout_make(&options);
}

/* Calls `check` for every playable size and every zoom option, ruled or not. */
static void for_each_size(void (*check)(void)) {
    for (int lines = LAYOUT_LINES_MIN; lines <= LINES_MAX; lines++)
        for (int columns = LAYOUT_COLUMNS_MIN; columns <= COLUMNS_MAX; columns++)
            for (Zoom zoom = ZOOM_AUTO; zoom < ZOOM_COUNT; zoom++)
                for (int ruled = 0; ruled < 2; ruled++) {
                    arrange(lines, columns, zoom, ruled);
                    check();
                }
}

static bool is_shown(Rect rect) {
    return rect.height > 0;
}

static bool is_on_screen(Rect rect) {
    return !is_shown(rect) ||
           (rect.y >= 0 && rect.x >= 0 && rect.width > 0 && rect.y + rect.height <= options.lines &&
            rect.x + rect.width <= options.columns);
}

static bool overlap(Rect a, Rect b) {
    return is_shown(a) && is_shown(b) && a.y < b.y + b.height && b.y < a.y + a.height &&
           a.x < b.x + b.width && b.x < a.x + a.width;
}

static bool is_inside(Rect inner, Rect outer) {
    return !is_shown(inner) || (inner.y >= outer.y && inner.x >= outer.x &&
                                inner.y + inner.height <= outer.y + outer.height &&
                                inner.x + inner.width <= outer.x + outer.width);
}

static void check_rectangles(void) {
    const Rect separate[] = {layout.board, layout.ranks, layout.files, layout.bar,   layout.mark,
                             layout.turn,  layout.side,  layout.hints, layout.status};
    const Rect sections[] = {layout.upper,    layout.moves, layout.notice,
                             layout.thinking, layout.graph, layout.talk,
                             layout.about,    layout.lower, layout.lesson};
    enum {
        SEPARATE = sizeof separate / sizeof separate[0],
        SECTIONS = sizeof sections / sizeof sections[0]
    };
    const bool hints_in_side = is_inside(layout.hints, layout.side);
    for (int i = 0; i < SEPARATE; i++) {
        expect(is_on_screen(separate[i]), "a rectangle is not on the screen");
        expect(is_inside(separate[i], layout.block), "a rectangle is not in the block");
        for (int j = 0; j < i; j++)
            expect(!overlap(separate[i], separate[j]) ||
                       (hints_in_side && &separate[i] == &separate[7]),
                   "two rectangles overlap");
    }
    for (int i = 0; i < SECTIONS; i++) {
        expect(is_inside(sections[i], layout.side), "a panel is not in the side");
        expect(!overlap(sections[i], layout.hints), "a panel overlaps the hints");
        for (int j = 0; j < i; j++)
            expect(!overlap(sections[i], sections[j]), "two panels overlap");
    }
}

static void check_permanent_parts(void) {
    expect(layout.zoom > ZOOM_AUTO && layout.zoom < ZOOM_COUNT, "no zoom");
    expect(is_shown(layout.board) && is_shown(layout.ranks) && is_shown(layout.files),
           "no board or no labels");
    expect(is_shown(layout.status), "no status line");
    expect(is_shown(layout.turn) != is_shown(layout.side), "whose turn it is has no place, or two");
    if (is_shown(layout.side))
        expect(layout.upper.height >= 2 && layout.lower.height >= 2, "a player has no place");
}

static int bottom_of(Rect rect) {
    return rect.y + rect.height;
}

/* One block in the middle of the screen; the cards end with the board. */
static void check_composition(void) {
    Rect block = layout.block;
    int right = options.columns - block.x - block.width, below = options.lines - bottom_of(block);
    expect(right - block.x >= 0 && right - block.x <= 1, "the block is not centred across");
    expect((below == 0 && block.y == 1) || (below - block.y >= 0 && below - block.y <= 1),
           "the block is not centred down");
    expect(layout.status.x == block.x && layout.status.width == block.width,
           "the status is not as wide as the block");
    bool beside = is_shown(layout.side) && layout.side.x > layout.board.x + layout.board.width;
    expect(!beside || layout.zoom < ZOOM_8X4 || layout.board.y > 0, "large pieces touch the top");
    if (!beside || layout.zoom == ZOOM_2X1)
        return;
    expect(layout.upper.y == layout.board.y, "the upper card is not at the top of the board");
    expect(bottom_of(layout.lower) == bottom_of(layout.board),
           "the lower card is not at the bottom of the board");
    expect(layout.status.y - max_int(bottom_of(layout.files), bottom_of(layout.board)) <= 1,
           "the status is not below the board");
}

/* From 46x19 on, counts and moves are always shown beside a board of the automatic size. */
static void check_moves(void) {
    if (options.zoom == ZOOM_AUTO && options.columns >= 46 && options.lines >= 19)
        expect(layout.moves.height >= 3 && is_shown(layout.upper), "the moves are not shown");
    expect(!is_shown(layout.side) || layout.side.width >= 14, "the side is too narrow");
}

/* The automatic board is the largest that leaves 28 columns. */
static void check_largest(void) {
    if (options.zoom != ZOOM_AUTO)
        return;
    for (Zoom zoom = layout.zoom + 1; zoom < ZOOM_COUNT; zoom++) {
        Rect board = layout_board(zoom, options.ruled, 0, 0).board;
        expect(board.width + 2 + 3 + 28 > options.columns || board.height + 2 > options.lines,
               "a larger board has room");
    }
}

static void check_squares(void) {
    for (int i = 0; i < BOARD_FILES; i++) {
        Rect square = layout_square(&layout, i, i);
        SquareSize square_size = layout.square_size;
        expect(is_inside(square, layout.board), "a square is not on the board");
        expect(square.width >= square_size.x - 1 && square.height >= square_size.y - 1,
               "a square is too small");
        if (i > 0) {
            Rect before = layout_square(&layout, i - 1, i - 1);
            expect(square.x - before.x == square_size.x && square.y - before.y == square_size.y,
                   "squares are not the right distance apart");
        }
    }
}

/* The zoom is the requested one if the board fits, or else a smaller one. */
static void check_zoom(void) {
    if (options.zoom == 0)
        return;
    Layout alone = layout_board(options.zoom, options.ruled, 0, 0);
    bool fits = alone.board.height + 3 <= options.lines && alone.board.width + 2 <= options.columns;
    expect(layout.zoom <= options.zoom, "a larger zoom than asked for");
    expect(!fits || layout.zoom == options.zoom, "a smaller zoom though the board fits");
}

static void rectangles_do_not_overlap(void **state) {
    (void)state;
    for_each_size(check_rectangles);
}

static void board_turn_and_status_are_always_shown(void **state) {
    (void)state;
    for_each_size(check_permanent_parts);
}

static void everything_is_one_block_in_the_middle(void **state) {
    (void)state;
    for_each_size(check_composition);
}

static void the_moves_are_shown_from_46x19_on(void **state) {
    (void)state;
    for_each_size(check_moves);
}

static void the_board_is_the_largest_that_leaves_28_columns(void **state) {
    (void)state;
    for_each_size(check_largest);
}

static void squares_lie_side_by_side_on_the_board(void **state) {
    (void)state;
    for_each_size(check_squares);
}

static void the_requested_zoom_is_used_if_it_fits(void **state) {
    (void)state;
    for_each_size(check_zoom);
}

static void a_screen_that_is_too_small_has_no_layout(void **state) {
    (void)state;
    arrange(LAYOUT_LINES_MIN - 1, 200, 0, false);
    assert_int_equal(layout.zoom, 0);
    arrange(50, LAYOUT_COLUMNS_MIN - 1, 0, false);
    assert_int_equal(layout.zoom, 0);
    arrange(1, 1, 5, true);
    assert_int_equal(layout.zoom, 0);
}

static void common_sizes_have_the_expected_zoom(void **state) {
    (void)state;
    static const struct {
        int lines, columns;
        Zoom zoom;
        int side; /* columns; 0 for any */
    } sizes[] = {{10, 24, ZOOM_2X1, 0},      {19, 46, ZOOM_4X2, 14},   {24, 80, ZOOM_6X3, 31},
                 {24, 132, ZOOM_6X3, 31},    {30, 100, ZOOM_8X4, 31},  {40, 120, ZOOM_10X5, 38},
                 {60, 200, ZOOM_14X7, 44},   {70, 220, ZOOM_18X9, 52}, {90, 300, ZOOM_24X12, 60},
                 {150, 480, ZOOM_24X12, 60}, {24, 24, ZOOM_2X1, 0},    {50, 60, ZOOM_8X4, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        arrange(sizes[i].lines, sizes[i].columns, ZOOM_AUTO, false);
        if (layout.zoom != sizes[i].zoom)
            fail_here("not the zoom expected");
        if (sizes[i].side != 0 && layout.side.width != sizes[i].side)
            fail_here("not the width expected");
    }
    arrange(24, 80, ZOOM_AUTO, true);
    assert_int_equal(layout.zoom, ZOOM_6X3);
    assert_true(is_shown(layout.hints) && is_shown(layout.moves));
}

static bool same_rect(Rect a, Rect b) {
    return a.y == b.y && a.x == b.x && a.height == b.height && a.width == b.width;
}

/* Whatever is shown, the board, the status and hints below them have one place. */
static void check_origin(void) {
    static const LayoutOptions contents[] = {{.bar = true, .graph = true},
                                             {.thinking_lines = 3},
                                             {.thinking_lines = 8, .bar = true, .graph = true},
                                             {.talk_lines = 5},
                                             {.notice_lines = 2, .about_lines = 4},
                                             {.lesson = true},
                                             {.lesson = true, .bar = true}};
    LayoutOptions plain_options = options;
    Layout plain = layout;
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++) {
        options = contents[i];
        options.lines = plain_options.lines;
        options.columns = plain_options.columns;
        options.zoom = plain_options.zoom;
        options.ruled = plain_options.ruled;
        layout = layout_make(&options);
        check_rectangles();
        expect(layout.zoom == plain.zoom, "the board has another size");
        expect(same_rect(layout.board, plain.board) && same_rect(layout.files, plain.files) &&
                   same_rect(layout.status, plain.status) && same_rect(layout.side, plain.side),
               "the board, the status or the side has another place");
        expect(is_inside(layout.hints, layout.side) || same_rect(layout.hints, plain.hints),
               "the hints below have another place");
        expect(is_shown(layout.moves) == is_shown(plain.moves) || options.lesson,
               "the moves are pushed out");
    }
    options = plain_options;
    layout = plain;
}

static void nothing_moves_the_board(void **state) {
    (void)state;
    for_each_size(check_origin);
}

/* Panels without anything to say have no lines; the moves have them. */
static void the_moves_take_the_lines_of_absent_panels(void **state) {
    (void)state;
    arrange(24, 80, ZOOM_AUTO, false);
    Layout plain = layout;
    assert_false(is_shown(plain.thinking) || is_shown(plain.graph) || is_shown(plain.talk) ||
                 is_shown(plain.notice) || is_shown(plain.about) || is_shown(plain.bar));
    assert_int_equal(plain.moves.height, 15);
    options.thinking_lines = 3;
    options.bar = options.graph = true;
    layout = layout_make(&options);
    assert_true(is_shown(layout.thinking) && is_shown(layout.graph) && is_shown(layout.bar));
    assert_int_equal(layout.moves.height + 1 + layout.thinking.height + 1 + layout.graph.height,
                     plain.moves.height);
}

/* As the screen shrinks, the hints go first, then the panels, then the moves. */
static void the_moves_are_the_last_to_go(void **state) {
    (void)state;
    for (int lines = LAYOUT_LINES_MIN; lines <= LINES_MAX; lines++)
        for (int columns = LAYOUT_COLUMNS_MIN; columns <= 200; columns++) {
            arrange(lines, columns, ZOOM_AUTO, false);
            options.thinking_lines = 3;
            options.talk_lines = 5;
            layout = layout_make(&options);
            expect(!is_shown(layout.thinking) || is_shown(layout.moves),
                   "thinking outlives the moves");
            expect(!is_inside(layout.hints, layout.side) || !is_shown(layout.hints) ||
                       is_shown(layout.thinking),
                   "the hints outlive thinking");
        }
}

/* The panel about a piece leaves the moves a title and at least 6 lines. */
static void the_piece_is_described_where_there_is_room(void **state) {
    (void)state;
    arrange(19, 46, ZOOM_AUTO, false);
    options.about_lines = 5;
    assert_false(is_shown(layout_make(&options).about));
    static const int sizes[][2] = {{24, 80}, {40, 120}, {60, 200}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        arrange(sizes[i][0], sizes[i][1], ZOOM_AUTO, false);
        options.about_lines = 5;
        layout = layout_make(&options);
        assert_true(layout.about.height == 5 && layout.moves.height >= 7);
    }
}

/* A lesson has the whole side, or one line. */
static void check_lesson(void) {
    options.lesson = true;
    layout = layout_make(&options);
    expect(is_shown(layout.lesson) != is_shown(layout.turn), "a lesson has no place, or two");
    expect(!is_shown(layout.moves) && !is_shown(layout.upper), "the lesson is not alone");
    options.lesson = false;
}

static void a_lesson_has_the_side_to_itself(void **state) {
    (void)state;
    for_each_size(check_lesson);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_do_not_overlap),
        cmocka_unit_test(board_turn_and_status_are_always_shown),
        cmocka_unit_test(everything_is_one_block_in_the_middle),
        cmocka_unit_test(the_moves_are_shown_from_46x19_on),
        cmocka_unit_test(the_board_is_the_largest_that_leaves_28_columns),
        cmocka_unit_test(squares_lie_side_by_side_on_the_board),
        cmocka_unit_test(the_requested_zoom_is_used_if_it_fits),
        cmocka_unit_test(a_screen_that_is_too_small_has_no_layout),
        cmocka_unit_test(common_sizes_have_the_expected_zoom),
        cmocka_unit_test(nothing_moves_the_board),
        cmocka_unit_test(the_moves_take_the_lines_of_absent_panels),
        cmocka_unit_test(the_moves_are_the_last_to_go),
        cmocka_unit_test(the_piece_is_described_where_there_is_room),
        cmocka_unit_test(a_lesson_has_the_side_to_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
