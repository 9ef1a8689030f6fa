/* The parts of the position editor, on screens of all sizes. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "board/setup_panel.h"

enum { COMMANDS = 8, TURN_ACTION = 100 };

static Position position;
static ViewSetup setup = {.turn = {.action = TURN_ACTION}, .command_count = COMMANDS};
static View view = {.position = &position, .setup = &setup};
static Variant variant;

static bool is_inside(Rect inner, Rect outer) {
    return inner.height == 0 || (inner.y >= outer.y && inner.x >= outer.x &&
                                 inner.y + inner.height <= outer.y + outer.height &&
                                 inner.x + inner.width <= outer.x + outer.width);
}

static bool overlap(Rect a, Rect b) {
    return a.height > 0 && b.height > 0 && a.y < b.y + b.height && b.y < a.y + a.height &&
           a.x < b.x + b.width && b.x < a.x + a.width;
}

enum { PARTS_MAX = SETUP_PIECES_MAX + VIEW_SETUP_COMMANDS_MAX + 3 };

/* Collects the rectangles of all parts. Returns their number. */
static int list_parts(const SetupPlaces *places, Rect parts[PARTS_MAX]) {
    int count = 0;
    parts[count++] = places->title;
    parts[count++] = places->turn;
    parts[count++] = places->verdict;
    for (int i = 0; i < places->piece_count; i++)
        parts[count++] = places->piece[i].area;
    for (int i = 0; i < places->command_count; i++)
        parts[count++] = places->command[i];
    return count;
}

static void check_hits(const SetupPlaces *places) {
    Hit hit;
    for (int i = 0; i < places->piece_count; i++) {
        Rect area = places->piece[i].area;
        assert_true(setup_panel_hit(places, area.y, area.x, &hit));
        assert_int_equal(hit.type, HIT_PIECE);
        assert_int_equal(hit.piece, places->piece[i].type);
        assert_int_equal(hit.color, places->piece[i].color);
    }
    for (int i = 0; i < places->command_count; i++) {
        assert_true(setup_panel_hit(places, places->command[i].y, places->command[i].x, &hit));
        assert_int_equal(hit.type, HIT_ACTION);
        assert_int_equal(hit.action, setup.command[i].action);
    }
    assert_true(setup_panel_hit(places, places->turn.y, places->turn.x, &hit));
    assert_int_equal(hit.action, TURN_ACTION);
    assert_false(setup_panel_hit(places, -1, -1, &hit));
}

/* Every piece can be chosen and the turn is shown on every screen, and nothing overlaps. */
static void check_size(int lines, int columns, Zoom zoom) {
    const LayoutOptions options = {
        .lines = lines, .columns = columns, .zoom = zoom, .lesson = true};
    Layout layout = layout_make(&options);
    SetupPlaces places = setup_panel_arrange(&view, &layout);
    Rect parts[PARTS_MAX], section = layout.lesson.height > 0 ? layout.lesson : layout.turn;
    int count = list_parts(&places, parts), types = variant.elephante ? 9 : 8;
    if (places.piece_count != COLOR_COUNT * types || places.turn.height == 0)
        fail_msg("%dx%d: %d pieces", columns, lines, places.piece_count);
    for (int i = 0; i < count; i++) {
        if (!is_inside(parts[i], section))
            fail_msg("%dx%d: part %d is outside", columns, lines, i);
        for (int j = 0; j < i; j++)
            if (overlap(parts[i], parts[j]))
                fail_msg("%dx%d: parts %d and %d overlap", columns, lines, i, j);
    }
    check_hits(&places);
}

static void all_parts_fit_every_screen(void **state) {
    (void)state;
    for (int i = 0; i < COMMANDS; i++)
        setup.command[i].action = i;
    for (int with_elephante = 0; with_elephante < 2; with_elephante++) {
        variant = *variant_default();
        variant.elephante = with_elephante == 1;
        position_start(&position, &variant);
        for (int lines = LAYOUT_LINES_MIN; lines <= 60; lines++)
            for (int columns = LAYOUT_COLUMNS_MIN; columns <= 180; columns++)
                for (Zoom zoom = ZOOM_AUTO; zoom <= ZOOM_10X5; zoom++)
                    check_size(lines, columns, zoom);
    }
}

static void a_screen_with_room_has_all_commands(void **state) {
    (void)state;
    variant = *variant_default();
    position_start(&position, &variant);
    static const struct { int lines, columns; } sizes[] = {{24, 80}, {40, 120}, {45, 140}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const LayoutOptions options = {
            .lines = sizes[i].lines, .columns = sizes[i].columns, .lesson = true};
        Layout layout = layout_make(&options);
        SetupPlaces places = setup_panel_arrange(&view, &layout);
        assert_int_equal(places.command_count, COMMANDS);
        assert_true(places.verdict.height >= 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_parts_fit_every_screen),
        cmocka_unit_test(a_screen_with_room_has_all_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
