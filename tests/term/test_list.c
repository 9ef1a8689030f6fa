/* The state of a list: which row is selected, and which are in sight. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "term/list.h"

enum { ROWS = 5, TOP = 3, LEFT = 2, WIDTH = 20 };

static List list;

/* Presses a key, and arranges the list as the next frame does. */
static void press(Key key) {
    list_move(&list, list_key_rows(key, list.area.height));
    list_arrange(&list, (Rect){TOP, LEFT, ROWS, WIDTH});
}

static void begin(size_t count, size_t selected) {
    list = (List){.count = count, .selected = selected};
    list_arrange(&list, (Rect){TOP, LEFT, ROWS, WIDTH});
}

static void assert_list(size_t selected, size_t top) {
    assert_int_equal(list.selected, selected);
    assert_int_equal(list.top, top);
}

static void the_rows_in_sight_move_as_little_as_possible(void **state) {
    (void)state;
    begin(12, 0);
    press(K_DOWN);
    assert_list(1, 0);
    press(K_PAGE_DOWN);
    assert_list(5, 1);
    press(K_END);
    assert_list(11, 7);
    press(K_UP);
    assert_list(10, 7);
    press(K_PAGE_UP);
    press(K_PAGE_UP);
    assert_list(2, 2);
    press(K_HOME);
    assert_list(0, 0);
}

static void the_ends_stop_the_selection(void **state) {
    (void)state;
    begin(2, 0);
    assert_int_equal(list.area.height, 2);
    assert_false(list_move(&list, -1));
    assert_true(list_move(&list, 3));
    assert_false(list_move(&list, 1));
    begin(0, 0);
    press(K_DOWN);
    assert_list(0, 0);
    assert_int_equal(list_key_rows('x', ROWS), 0);
}

static void a_shorter_list_leaves_no_line_empty(void **state) {
    (void)state;
    begin(12, 11);
    list.count = 6;
    list_select(&list, 8);
    list_arrange(&list, list.area);
    assert_list(5, 1);
    list.count = 3;
    list.selected = 3; /* none */
    list_arrange(&list, list.area);
    assert_list(3, 0);
    assert_int_equal(list.area.height, 3);
}

static void a_row_is_found_by_its_cell(void **state) {
    size_t row = 99;
    (void)state;
    begin(12, 8);
    assert_true(list_hit(&list, TOP, LEFT, &row));
    assert_int_equal(row, 4);
    assert_true(list_hit(&list, TOP + ROWS - 1, LEFT + WIDTH - 1, &row));
    assert_int_equal(row, 8);
    assert_false(list_hit(&list, TOP - 1, LEFT, &row));
    assert_false(list_hit(&list, TOP, LEFT + WIDTH, &row));
    list.count = 6; /* the rows have changed since they were drawn */
    assert_false(list_hit(&list, TOP + ROWS - 1, LEFT, &row));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_in_sight_move_as_little_as_possible),
        cmocka_unit_test(the_ends_stop_the_selection),
        cmocka_unit_test(a_shorter_list_leaves_no_line_empty),
        cmocka_unit_test(a_row_is_found_by_its_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
