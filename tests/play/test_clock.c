#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "play/clock.h"

/* Five minutes and five seconds for each move. */
static Clock five_and_five(void) {
    Clock clock;
    clock_init(&clock, (ClockSetting){.base_ms = 300000, .increment_ms = 5000});
    return clock;
}

static void both_clocks_start_full(void **state) {
    (void)state;
    Clock clock = five_and_five();
    assert_true(clock_is_set(&clock));
    assert_int_equal(clock_left(&clock, WHITE, 1000), 300000);
    assert_int_equal(clock_left(&clock, BLACK, 99999), 300000);
    assert_false(clock_flag_fell(&clock, 1000000));
    assert_int_equal(clock_next_change(&clock, 0), -1);
}

static void a_counted_turn_uses_time_and_gains_the_increment(void **state) {
    (void)state;
    Clock clock = five_and_five();
    clock_begin_turn(&clock, BLACK, true);
    assert_int_equal(clock_left(&clock, BLACK, 700), 300000);
    clock_run(&clock, 1000);
    assert_int_equal(clock_left(&clock, BLACK, 31000), 270000);
    assert_int_equal(clock_left(&clock, WHITE, 31000), 300000);
    clock_end_turn(&clock, 41000);
    assert_int_equal(clock_left(&clock, BLACK, 50000), 265000);
    assert_int_equal(clock_used(&clock, 50000), 40000);
}

static void a_free_turn_is_only_measured(void **state) {
    (void)state;
    Clock clock = five_and_five();
    clock_begin_turn(&clock, WHITE, false);
    clock_run(&clock, 0);
    assert_int_equal(clock_left(&clock, WHITE, 400000), 300000);
    assert_false(clock_flag_fell(&clock, 400000));
    assert_int_equal(clock_next_change(&clock, 0), -1);
    clock_end_turn(&clock, 400000);
    assert_int_equal(clock_left(&clock, WHITE, 400000), 300000);
    assert_int_equal(clock_used(&clock, 400000), 400000);
}

static void a_stopped_clock_loses_no_time(void **state) {
    (void)state;
    Clock clock = five_and_five();
    clock_begin_turn(&clock, WHITE, true);
    clock_run(&clock, 0);
    clock_stop(&clock, 1000);
    clock_stop(&clock, 2000);
    assert_int_equal(clock_left(&clock, WHITE, 60000), 299000);
    assert_int_equal(clock_next_change(&clock, 60000), -1);
    clock_run(&clock, 100000);
    clock_run(&clock, 100500);
    assert_int_equal(clock_left(&clock, WHITE, 101000), 298000);
    clock_end_turn(&clock, 102000);
    assert_int_equal(clock_used(&clock, 200000), 3000);
    assert_int_equal(clock_left(&clock, WHITE, 200000), 302000);
}

static void the_flag_falls_when_the_time_is_used(void **state) {
    (void)state;
    Clock clock = five_and_five();
    clock_begin_turn(&clock, WHITE, true);
    clock_run(&clock, 0);
    assert_false(clock_flag_fell(&clock, 299999));
    assert_true(clock_flag_fell(&clock, 300000));
    assert_int_equal(clock_left(&clock, WHITE, 400000), 0);
    clock_end_turn(&clock, 400000);
    assert_int_equal(clock_left(&clock, WHITE, 400000), 0); /* no increment after the flag fell */
}

static void the_display_changes_by_seconds_then_tenths(void **state) {
    (void)state;
    Clock clock;
    clock_init(&clock, (ClockSetting){.base_ms = 12300});
    clock_begin_turn(&clock, WHITE, true);
    clock_run(&clock, 0);
    assert_int_equal(clock_next_change(&clock, 0), 300);
    assert_int_equal(clock_next_change(&clock, 300), 1000);
    assert_int_equal(clock_next_change(&clock, 1299), 1);
    assert_int_equal(clock_next_change(&clock, 2299), 1);
    assert_int_equal(clock_next_change(&clock, 2300), 100); /* ten seconds left */
    assert_int_equal(clock_next_change(&clock, 2301), 99);
    assert_int_equal(clock_next_change(&clock, 12299), 1);
    assert_int_equal(clock_next_change(&clock, 12300), 1);
    assert_int_equal(clock_next_change(&clock, 99999), 1);
}

static void above_a_day_the_display_changes_by_hours(void **state) {
    (void)state;
    static const int64_t day_ms = 86400000, hour_ms = 3600000;
    Clock clock;
    clock_init(&clock, (ClockSetting){.base_ms = 3 * day_ms, .per_move = true});
    clock_begin_turn(&clock, WHITE, true);
    clock_run(&clock, 0);
    assert_int_equal(clock_next_change(&clock, 0), hour_ms);
    assert_int_equal(clock_next_change(&clock, 1000), hour_ms - 1000);
    assert_int_equal(clock_next_change(&clock, 2 * day_ms), 1000);
}

static void a_time_for_each_move_begins_anew_with_each_turn(void **state) {
    (void)state;
    Clock clock;
    clock_init(&clock, (ClockSetting){.base_ms = 60000, .per_move = true});
    clock_begin_turn(&clock, WHITE, true);
    clock_run(&clock, 0);
    assert_int_equal(clock_left(&clock, WHITE, 50000), 10000);
    clock_end_turn(&clock, 50000);
    assert_int_equal(clock_left(&clock, WHITE, 50000), 60000);
    clock_begin_turn(&clock, BLACK, true);
    clock_run(&clock, 50000);
    assert_true(clock_flag_fell(&clock, 110000));
    clock_end_turn(&clock, 110000);
    assert_int_equal(clock_left(&clock, BLACK, 110000), 0);
}

static void without_a_clock_turns_are_measured(void **state) {
    (void)state;
    Clock clock;
    clock_init(&clock, (ClockSetting){0});
    assert_false(clock_is_set(&clock));
    clock_begin_turn(&clock, BLACK, true);
    clock_run(&clock, 500);
    assert_false(clock_flag_fell(&clock, 1000000));
    clock_end_turn(&clock, 2500);
    assert_int_equal(clock_used(&clock, 9999), 2000);
}

static void an_earlier_time_stamp_uses_no_time(void **state) {
    (void)state;
    Clock clock = five_and_five();
    clock_begin_turn(&clock, WHITE, true);
    clock_run(&clock, 1000);
    assert_int_equal(clock_used(&clock, 900), 0);
    assert_int_equal(clock_left(&clock, WHITE, 900), 300000);
}

static void a_new_turn_starts_at_zero(void **state) {
    (void)state;
    Clock clock = five_and_five();
    clock_begin_turn(&clock, WHITE, true);
    clock_run(&clock, 0);
    clock_end_turn(&clock, 8000);
    clock_begin_turn(&clock, BLACK, true);
    clock_run(&clock, 8000);
    assert_int_equal(clock_used(&clock, 8100), 100);
    assert_int_equal(clock_left(&clock, WHITE, 8100), 297000);
    assert_int_equal(clock_left(&clock, BLACK, 8100), 299900);
}

static void times_are_rounded_up(void **state) {
    (void)state;
    static const struct {
        int64_t left_ms;
        const char *text;
    } rows[] = {{259200000, "3 d 0 h"},
                {259199000, "3 d 0 h"},
                {190800000, "2 d 5 h"},
                {86400001, "1 d 1 h"},
                {86400000, "24:00:00"},
                {3900000, "1:05:00"},
                {3600000, "1:00:00"},
                {3599001, "1:00:00"},
                {3599000, "59:59"},
                {283001, "4:44"},
                {10000, "0:10"},
                {9901, "0:10"},
                {9900, "0:09.9"},
                {9301, "0:09.4"},
                {1, "0:00.1"},
                {0, "0:00"},
                {-1, "0:00"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[CLOCK_TEXT_SIZE];
        clock_write(rows[i].left_ms, text);
        assert_string_equal(text, rows[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_clocks_start_full),
        cmocka_unit_test(a_counted_turn_uses_time_and_gains_the_increment),
        cmocka_unit_test(a_free_turn_is_only_measured),
        cmocka_unit_test(a_stopped_clock_loses_no_time),
        cmocka_unit_test(the_flag_falls_when_the_time_is_used),
        cmocka_unit_test(the_display_changes_by_seconds_then_tenths),
        cmocka_unit_test(above_a_day_the_display_changes_by_hours),
        cmocka_unit_test(a_time_for_each_move_begins_anew_with_each_turn),
        cmocka_unit_test(without_a_clock_turns_are_measured),
        cmocka_unit_test(an_earlier_time_stamp_uses_no_time),
        cmocka_unit_test(a_new_turn_starts_at_zero),
        cmocka_unit_test(times_are_rounded_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
