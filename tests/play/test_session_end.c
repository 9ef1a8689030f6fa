/* Sessions: the end by word, and by the clock. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/session.h"
#include "table.h"

enum { FOREVER_MS = 100000000 };

static void resigning_loses_and_can_be_taken_back(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = table_setup("hi/random", "ai/random", "standard");
    table_sit_down(&table, &setup);
    assert_refused(session_resign(table.session, BLACK, &error), ERROR_STATE);
    assert_done(session_resign(table.session, WHITE, &error));
    table_expect_outcome(&table, RESULT_BLACK, REASON_RESIGNED);
    table_run_until_told(&table, SESSION_OVER);
    assert_refused(session_submit_text(table.session, "b2b3", &error), ERROR_STATE);
    assert_refused(session_resign(table.session, WHITE, &error), ERROR_STATE);
    assert_refused(session_advise(table.session, &error), ERROR_STATE);
    assert_done(session_undo(table.session, &error));
    table_expect_outcome(&table, RESULT_OPEN, REASON_NONE);
    table_play(&table, "b2b3");
    table_run_until_ply(&table, 2);
    table_get_up(&table);
}

static void people_agree_to_a_draw(void **state) {
    (void)state;
    Table table;
    Color by;
    SessionSetup setup = table_setup("hi/random", "hi/random", "standard");
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_false(session_draw_offered(session, &by));
    assert_done(session_draw(session, BLACK, &error));
    assert_true(session_draw_offered(session, &by));
    assert_int_equal(by, BLACK);
    assert_refused(session_draw(session, BLACK, &error), ERROR_STATE);
    table_play(&table, "b2b3"); /* says no */
    assert_false(session_draw_offered(session, &by));
    assert_done(session_draw(session, BLACK, &error));
    table_play(&table, "b6b5"); /* one's own move leaves the offer standing */
    assert_true(session_draw_offered(session, &by));
    assert_done(session_draw(session, WHITE, &error));
    table_expect_outcome(&table, RESULT_DRAW, REASON_AGREED);
    table_get_up(&table);
}

/* A game from that position of at least so many plies, by chance, that goes on with White's turn.
 */
static Record *long_game(const char *fen, size_t plies) {
    SessionSetup setup = table_setup("hi/random", "hi/random", fen);
    Record *record = setup.record;
    uint64_t chance = 1;
    while (record->current < plies) {
        MoveList list;
        movelist_init(&list);
        record_moves(record, &list);
        chance = chance * UINT64_C(6364136223846793005) + 1442695040888963407U;
        Move move = list.moves[(chance >> 33) % list.count];
        const Position *position = record_position(record);
        bool quiet = !position_captured(position, move) && !position_drowned(position, move);
        movelist_free(&list);
        if (quiet)
            assert_true(record_play(record, move, -1, -1, NULL));
        if (record_is_over(record))
            assert_true(record_undo(record));
    }
    return record;
}

static void answer_of_a_computer(const char *fen, size_t plies, bool analysed, bool accepts) {
    Table table;
    Color by;
    SessionSetup setup = table_setup("hi/random", "ai/negamax", "standard");
    record_free(setup.record);
    setup.record = long_game(fen, plies);
    table_sit_down(&table, &setup);
    if (analysed) {
        assert_done(session_analyse(table.session, table_ply(&table), 1, &error));
        table_run_until_told(&table, SESSION_THINKING);
    }
    assert_done(session_draw(table.session, WHITE, &error));
    assert_false(session_draw_offered(table.session, &by));
    table_expect_outcome(&table, accepts ? RESULT_DRAW : RESULT_OPEN,
                         accepts ? REASON_AGREED : REASON_NONE);
    table_run_until_told(&table, accepts ? SESSION_OVER : SESSION_TROUBLE);
    assert_int_equal(session_trouble(table.session)[0] == '\0', accepts);
    table_get_up(&table);
}

static void a_computer_that_is_behind_accepts_a_draw(void **state) {
    (void)state;
    const char *ahead = "2l4/7/7/7/7/EE3ZZ/GG1L3/w/-1", *behind = "gg1l3/ee3zz/7/7/7/7/2L4/w/-1";
    answer_of_a_computer(ahead, SESSION_DRAW_PLIES, false, true);
    answer_of_a_computer(ahead, SESSION_DRAW_PLIES, true, true);
    answer_of_a_computer(ahead, SESSION_DRAW_PLIES - 2, false, false);
    answer_of_a_computer(behind, SESSION_DRAW_PLIES, false, false);
    answer_of_a_computer(behind, SESSION_DRAW_PLIES, true, false);
}

static void the_flag_falls(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = table_setup("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = 40};
    table_sit_down(&table, &setup);
    Session *session = table.session;
    table_run_on(&table);
    table_run_on(&table); /* longer than the clock, but the first turns are free */
    table_play(&table, "b2b3");
    assert_int_equal(session_clock_ms(session, WHITE), 40);
    table_play(&table, "b6b5");
    table_run_until_told(&table, SESSION_OVER);
    table_expect_outcome(&table, RESULT_BLACK, REASON_TIME);
    assert_int_equal(session_clock_ms(session, WHITE), 0);
    assert_int_equal(session_clock_ms(session, BLACK), 40);
    assert_true(table.told[SESSION_CLOCK] > 0);
    assert_refused(session_submit_text(session, "c2c3", &error), ERROR_STATE);
    assert_done(session_undo(session, &error));
    table_expect_outcome(&table, RESULT_OPEN, REASON_NONE);
    table_run_until_told(&table, SESSION_OVER);
    table_get_up(&table);
}

static void computers_stand_still_where_a_fall_is_taken_back(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = table_setup("ai/negamax", "ai/negamax", "standard");
    record_free(setup.record);
    setup.record = long_game("standard", 4);
    assert_true(record_declare(setup.record, (Outcome){RESULT_BLACK, REASON_TIME}, NULL));
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS};
    table_sit_down(&table, &setup);
    assert_false(session_can_pause(table.session));
    table_run_dry(&table);
    int told = table.told[SESSION_STATE];
    assert_done(session_undo(table.session, &error));
    assert_true(session_paused(table.session));
    table_run_on(&table);
    assert_true(table.told[SESSION_STATE] > told);
    assert_int_equal(table_ply(&table), 4);
    assert_done(session_pause(table.session, false, &error));
    table_run_until_ply(&table, 5);
    table_get_up(&table);
}

static void a_move_after_the_fall_comes_too_late(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = table_setup("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = 20};
    table_sit_down(&table, &setup);
    table_play(&table, "b2b3");
    table_play(&table, "b6b5");
    usleep(40000); /* the loop does not turn, so no tick has seen the fall */
    assert_refused(session_submit_text(table.session, "c2c3", &error), ERROR_STATE);
    table_expect_outcome(&table, RESULT_BLACK, REASON_TIME);
    table_get_up(&table);
}

static void a_move_made_in_time_counts_when_it_is_seen(void **state) {
    (void)state;
    enum { CLOCK_MS = 2000 };
    Table table;
    SessionSetup setup = table_setup("ai/random", "ai/random", "standard");
    setup.clock = (ClockSetting){.base_ms = CLOCK_MS};
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 2); /* the turns that are free */
    table_run_until_thinking(&table, THINKING_MOVE);
    usleep((CLOCK_MS + 100) * 1000); /* the move lies in the mail, and the clock has run out */
    table_run_until_ply(&table, 3);
    table_expect_outcome(&table, RESULT_OPEN, REASON_NONE);
    assert_true(session_record(table.session)->plies[2].clock_ms > 0);
    table_get_up(&table);
}

static void clocks_stand_with_the_game_and_go_back_with_it(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = table_setup("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS, .increment_ms = FOREVER_MS};
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_true(session_has_clock(session));
    table_play(&table, "b2b3");
    table_play(&table, "b6b5");
    table_play(&table, "d2d3");
    const RecordPly *plies = session_record(session)->plies;
    assert_int_equal(plies[0].clock_ms, FOREVER_MS);
    assert_int_equal(plies[1].clock_ms, FOREVER_MS);
    assert_true(plies[2].clock_ms > FOREVER_MS); /* the increment */
    assert_true(plies[2].time_ms >= 0);
    assert_int_equal(session_clock_ms(session, WHITE), plies[2].clock_ms);
    assert_done(session_undo(session, &error));
    assert_true(session_clock_ms(session, WHITE) <= FOREVER_MS);
    assert_done(session_redo(session, &error));
    assert_int_equal(session_clock_ms(session, WHITE), plies[2].clock_ms);
    session_suspend(session, true);
    int64_t left = session_clock_ms(session, BLACK);
    table_run_on(&table);
    assert_int_equal(session_clock_ms(session, BLACK), left);
    table_get_up(&table);
}

static void a_computer_minds_its_clock(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = table_setup("ai/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){0};
    setup.clock = (ClockSetting){.base_ms = 5000};
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 4); /* nothing but the clock limits these searches */
    table_expect_outcome(&table, RESULT_OPEN, REASON_NONE);
    assert_true(session_record(table.session)->plies[3].clock_ms < 5000);
    table_get_up(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resigning_loses_and_can_be_taken_back),
        cmocka_unit_test(people_agree_to_a_draw),
        cmocka_unit_test(a_computer_that_is_behind_accepts_a_draw),
        cmocka_unit_test(the_flag_falls),
        cmocka_unit_test(computers_stand_still_where_a_fall_is_taken_back),
        cmocka_unit_test(a_move_after_the_fall_comes_too_late),
        cmocka_unit_test(a_move_made_in_time_counts_when_it_is_seen),
        cmocka_unit_test(clocks_stand_with_the_game_and_go_back_with_it),
        cmocka_unit_test(a_computer_minds_its_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
