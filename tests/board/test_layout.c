#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

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
    const Rect separate[] = {layout.board, layout.ranks, layout.files, layout.bar,
                             layout.turn,  layout.side,  layout.hints, layout.status};
    const Rect sections[] = {layout.upper, layout.moves, layout.thinking, layout.graph,
                             layout.lower};
    const Rect lesson = layout.lesson;
    enum {
        SEPARATE = sizeof separate / sizeof separate[0],
        SECTIONS = sizeof sections / sizeof sections[0]
    };
    for (int i = 0; i < SEPARATE; i++) {
        expect(is_on_screen(separate[i]), "a rectangle is not on the screen");
        for (int j = 0; j < i; j++)
            expect(!overlap(separate[i], separate[j]), "two rectangles overlap");
    }
    Rect inside = layout.side;
    expect(is_inside(lesson, inside), "a lesson is not inside the frame");
    inside.height--; /* the lower edge */
    for (int i = 0; i < SECTIONS; i++) {
        expect(is_inside(sections[i], inside), "a section is not inside the frame");
        for (int j = 0; j < i; j++)
            expect(!overlap(sections[i], sections[j]), "two sections overlap");
    }
}

static void check_permanent_parts(void) {
    expect(layout.zoom >= 1 && layout.zoom < ZOOM_COUNT, "no zoom");
    expect(is_shown(layout.board) && is_shown(layout.ranks) && is_shown(layout.files),
           "no board or no labels");
    expect(is_shown(layout.status), "no status line");
    expect(is_shown(layout.turn) != is_shown(layout.side), "whose turn it is has no place, or two");
    if (is_shown(layout.side))
        expect(layout.upper.height >= 2 && layout.lower.height >= 2, "a player has no place");
}

static void check_sections(void) {
    expect(!is_shown(layout.moves) || layout.moves.height >= 3, "moves have too little room");
    expect(!is_shown(layout.thinking) || layout.thinking.height >= 2, "thinking has no room");
    expect(!is_shown(layout.graph) || layout.graph.height >= 3, "the graph has no room");
    expect(!is_shown(layout.side) || layout.side.width >= 14, "the frame is too narrow");
}

/* As the screen shrinks, the hints go first, then the graph, the thinking and the moves. */
static void check_order(void) {
    expect(!is_shown(layout.hints) || is_shown(layout.graph), "hints outlive the graph");
    expect(!is_shown(layout.graph) || is_shown(layout.thinking), "the graph outlives thinking");
    expect(!is_shown(layout.thinking) || is_shown(layout.moves), "thinking outlives the moves");
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

static void shown_sections_have_a_useful_size(void **state) {
    (void)state;
    for_each_size(check_sections);
}

static void the_least_important_section_vanishes_first(void **state) {
    (void)state;
    for_each_size(check_order);
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
    } sizes[] = {{10, 24, ZOOM_2X1},     {19, 46, ZOOM_4X2},   {24, 80, ZOOM_6X3},
                 {24, 132, ZOOM_6X3},    {40, 120, ZOOM_10X5}, {60, 200, ZOOM_14X7},
                 {150, 480, ZOOM_24X12}, {24, 24, ZOOM_2X1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int ruled = 0; ruled < 2; ruled++) {
            arrange(sizes[i].lines, sizes[i].columns, 0, ruled);
            if (layout.zoom != sizes[i].zoom)
                fail_here("not the zoom expected");
        }
    arrange(24, 80, 0, true);
    assert_true(is_shown(layout.hints) && is_shown(layout.graph) && is_shown(layout.bar));
    arrange(19, 46, 0, true);
    assert_true(is_shown(layout.moves) && is_shown(layout.thinking));
}

/* With the same zoom and width, another line never removes a section. */
static void another_line_removes_no_section(void **state) {
    (void)state;
    for (int ruled = 0; ruled < 2; ruled++)
        for (int columns = LAYOUT_COLUMNS_MIN; columns <= 200; columns++)
            for (Zoom zoom = ZOOM_2X1; zoom <= ZOOM_6X3; zoom++) {
                Layout before = {0};
                for (int lines = LAYOUT_LINES_MIN; lines <= LINES_MAX; lines++) {
                    arrange(lines, columns, zoom, ruled);
                    if (before.zoom == layout.zoom) {
                        expect(is_shown(layout.moves) || !is_shown(before.moves), "moves lost");
                        expect(is_shown(layout.thinking) || !is_shown(before.thinking),
                               "thinking lost");
                        expect(is_shown(layout.hints) || !is_shown(before.hints), "hints lost");
                    }
                    before = layout;
                }
            }
}

/* The extra lines of an analysis take room from other sections, not from the board. */
static void check_extra_thinking(void) {
    Layout plain = layout;
    int before = options.extra_thinking_lines;
    options.extra_thinking_lines = 7;
    layout = layout_make(&options);
    check_rectangles();
    check_permanent_parts();
    check_sections();
    expect(layout.zoom == plain.zoom, "the board has another size");
    expect(layout.board.x == plain.board.x, "the board is in another place");
    expect(layout.thinking.height >= plain.thinking.height, "there are fewer lines");
    expect(is_shown(layout.moves) == is_shown(plain.moves), "the moves are pushed out");
    options.extra_thinking_lines = before;
    layout = plain;
}

static void an_analysis_does_not_shrink_the_board(void **state) {
    (void)state;
    for_each_size(check_extra_thinking);
}

/* A lesson has the whole frame, or one line, and the board leaves it enough room. */
static void check_lesson(void) {
    Layout plain = layout;
    options.lesson = true;
    layout = layout_make(&options);
    check_rectangles();
    check_squares();
    check_zoom();
    expect(is_shown(layout.board) && is_shown(layout.status), "no board or no status line");
    expect(is_shown(layout.lesson) != is_shown(layout.turn), "a lesson has no place, or two");
    expect(!is_shown(layout.lesson) || (layout.lesson.width >= 24 && layout.lesson.height >= 6 &&
                                        layout.lesson.width == layout.side.width &&
                                        layout.lesson.height == layout.side.height),
           "a lesson has too little room, or not the frame to itself");
    expect(!is_shown(layout.moves) && !is_shown(layout.upper) && !is_shown(layout.bar),
           "the lesson is not alone");
    if (options.zoom == 0 && layout.zoom > 1)
        expect(layout.lesson.height * layout.lesson.width >= 300, "the board is too large");
    options.lesson = false;
    layout = plain;
}

static void a_lesson_has_enough_room(void **state) {
    (void)state;
    for_each_size(check_lesson);
    static const struct {
        int lines, columns;
        Zoom zoom;
    } sizes[] = {{10, 24, ZOOM_2X1},
                 {19, 46, ZOOM_2X1},
                 {24, 80, ZOOM_6X3},
                 {40, 120, ZOOM_10X5},
                 {60, 200, ZOOM_14X7}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        arrange(sizes[i].lines, sizes[i].columns, 0, true);
        options.lesson = true;
        layout = layout_make(&options);
        expect(layout.zoom == sizes[i].zoom, "not the zoom expected beside a lesson");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesson_has_enough_room),
        cmocka_unit_test(rectangles_do_not_overlap),
        cmocka_unit_test(board_turn_and_status_are_always_shown),
        cmocka_unit_test(shown_sections_have_a_useful_size),
        cmocka_unit_test(the_least_important_section_vanishes_first),
        cmocka_unit_test(squares_lie_side_by_side_on_the_board),
        cmocka_unit_test(the_requested_zoom_is_used_if_it_fits),
        cmocka_unit_test(a_screen_that_is_too_small_has_no_layout),
        cmocka_unit_test(common_sizes_have_the_expected_zoom),
        cmocka_unit_test(another_line_removes_no_section),
        cmocka_unit_test(an_analysis_does_not_shrink_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
