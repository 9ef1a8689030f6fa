/* Sessions: declared ends and the clock. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/session.h"
#include "../support/session_fixture.h"

enum { FOREVER_MS = 100000000 };

static void a_resignation_loses_and_can_be_undone(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "ai/random", "standard");
    fixture_start(&fixture, &setup);
    assert_rejected(session_resign(fixture.session, BLACK, &error), ERROR_STATE);
    assert_done(session_resign(fixture.session, WHITE, &error));
    fixture_expect_outcome(&fixture, RESULT_BLACK, REASON_RESIGNED);
    fixture_run_until_event(&fixture, SESSION_OVER);
    assert_rejected(session_submit_text(fixture.session, "b2b3", notation_congo, &error),
                    ERROR_STATE);
    assert_rejected(session_resign(fixture.session, WHITE, &error), ERROR_STATE);
    assert_rejected(session_start_advice(fixture.session, &error), ERROR_STATE);
    assert_done(session_undo(fixture.session, &error));
    fixture_expect_outcome(&fixture, RESULT_OPEN, REASON_NONE);
    fixture_play(&fixture, "b2b3");
    fixture_run_until_ply(&fixture, 2);
    fixture_stop(&fixture);
}

static void people_agree_to_a_draw(void **state) {
    (void)state;
    SessionFixture fixture;
    Color by;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_false(session_draw_offered(session, &by));
    assert_done(session_draw(session, BLACK, &error));
    assert_true(session_draw_offered(session, &by));
    assert_int_equal(by, BLACK);
    assert_rejected(session_draw(session, BLACK, &error), ERROR_STATE);
    fixture_play(&fixture, "b2b3"); /* declines */
    assert_false(session_draw_offered(session, &by));
    assert_done(session_draw(session, BLACK, &error));
    fixture_play(&fixture, "b6b5"); /* the offerer's own move does not end the offer */
    assert_true(session_draw_offered(session, &by));
    assert_done(session_draw(session, WHITE, &error));
    fixture_expect_outcome(&fixture, RESULT_DRAW, REASON_AGREED);
    fixture_stop(&fixture);
}

/* Returns a random game from a position with at least `plies` plies, with White to move. */
static Record *long_game(const char *fen, size_t plies) {
    SessionSetup setup = fixture_setup("hi/random", "hi/random", fen);
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

static void check_draw_reply(const char *fen, size_t plies, bool analysed, bool accepts) {
    SessionFixture fixture;
    Color by;
    SessionSetup setup = fixture_setup("hi/random", "ai/negamax", "standard");
    record_free(setup.record);
    setup.record = long_game(fen, plies);
    fixture_start(&fixture, &setup);
    if (analysed) {
        assert_done(session_start_analysis(fixture.session, fixture_ply(&fixture), 1, &error));
        fixture_run_until_event(&fixture, SESSION_THINKING);
    }
    assert_done(session_draw(fixture.session, WHITE, &error));
    assert_false(session_draw_offered(fixture.session, &by));
    fixture_expect_outcome(&fixture, accepts ? RESULT_DRAW : RESULT_OPEN,
                           accepts ? REASON_AGREED : REASON_NONE);
    fixture_run_until_event(&fixture, accepts ? SESSION_OVER : SESSION_NOTICE);
    assert_int_equal(session_notice(fixture.session)[0] == '\0', accepts);
    fixture_stop(&fixture);
}

static void a_computer_that_is_behind_accepts_a_draw(void **state) {
    (void)state;
    const char *ahead = "2l4/7/7/7/7/EE3ZZ/GG1L3/w/-1", *behind = "gg1l3/ee3zz/7/7/7/7/2L4/w/-1";
    check_draw_reply(ahead, SESSION_DRAW_PLIES, false, true);
    check_draw_reply(ahead, SESSION_DRAW_PLIES, true, true);
    check_draw_reply(ahead, SESSION_DRAW_PLIES - 2, false, false);
    check_draw_reply(behind, SESSION_DRAW_PLIES, false, false);
    check_draw_reply(behind, SESSION_DRAW_PLIES, true, false);
}

static void the_flag_falls(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = 40};
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    fixture_run_a_while(&fixture);
    fixture_run_a_while(&fixture); /* longer than the clock: the first turns are free */
    fixture_play(&fixture, "b2b3");
    assert_int_equal(session_clock_ms(session, WHITE), 40);
    fixture_play(&fixture, "b6b5");
    fixture_run_until_event(&fixture, SESSION_OVER);
    fixture_expect_outcome(&fixture, RESULT_BLACK, REASON_TIME);
    assert_int_equal(session_clock_ms(session, WHITE), 0);
    assert_int_equal(session_clock_ms(session, BLACK), 40);
    assert_true(fixture.event_counts[SESSION_CLOCK] > 0);
    assert_rejected(session_submit_text(session, "c2c3", notation_congo, &error), ERROR_STATE);
    assert_done(session_undo(session, &error));
    fixture_expect_outcome(&fixture, RESULT_OPEN, REASON_NONE);
    fixture_run_until_event(&fixture, SESSION_OVER);
    fixture_stop(&fixture);
}

static void computers_wait_where_a_fallen_flag_is_undone(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/negamax", "ai/negamax", "standard");
    record_free(setup.record);
    setup.record = long_game("standard", 4);
    assert_true(record_declare(setup.record, (Outcome){RESULT_BLACK, REASON_TIME}, NULL));
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS};
    fixture_start(&fixture, &setup);
    assert_false(session_can_pause(fixture.session));
    fixture_run_until_idle(&fixture);
    int count = fixture.event_counts[SESSION_STATE];
    assert_done(session_undo(fixture.session, &error));
    assert_true(session_is_paused(fixture.session));
    fixture_run_a_while(&fixture);
    assert_true(fixture.event_counts[SESSION_STATE] > count);
    assert_int_equal(fixture_ply(&fixture), 4);
    assert_done(session_pause(fixture.session, false, &error));
    fixture_run_until_ply(&fixture, 5);
    fixture_stop(&fixture);
}

static void a_move_after_the_fall_comes_too_late(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = 20};
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    fixture_play(&fixture, "b6b5");
    usleep(40000); /* the loop does not run, so no tick notices the flag */
    assert_rejected(session_submit_text(fixture.session, "c2c3", notation_congo, &error),
                    ERROR_STATE);
    fixture_expect_outcome(&fixture, RESULT_BLACK, REASON_TIME);
    fixture_stop(&fixture);
}

static void a_move_made_in_time_counts_when_it_is_seen(void **state) {
    (void)state;
    enum { CLOCK_MS = 5000 };
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    setup.clock = (ClockSetting){.base_ms = CLOCK_MS};
    fixture_start(&fixture, &setup);
    fixture_run_until_ply(&fixture, 2); /* the free turns */
    fixture_run_until_thinking(&fixture, THINKING_MOVE);
    usleep((CLOCK_MS + 100) * 1000); /* the move is in the mailbox and the time is over */
    fixture_run_until_ply(&fixture, 3);
    fixture_expect_outcome(&fixture, RESULT_OPEN, REASON_NONE);
    assert_true(session_record(fixture.session)->plies[2].clock_ms > 0);
    fixture_stop(&fixture);
}

static void clocks_stop_with_the_game_and_are_restored_by_undo(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS, .increment_ms = FOREVER_MS};
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_true(session_has_clock(session));
    fixture_play(&fixture, "b2b3");
    fixture_play(&fixture, "b6b5");
    fixture_play(&fixture, "d2d3");
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
    fixture_run_a_while(&fixture);
    assert_int_equal(session_clock_ms(session, BLACK), left);
    fixture_stop(&fixture);
}

static void a_computer_uses_its_clock_sparingly(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){0};
    setup.clock = (ClockSetting){.base_ms = 20000};
    fixture_start(&fixture, &setup);
    fixture_run_until_ply(&fixture, 4); /* only the clock limits these searches */
    fixture_expect_outcome(&fixture, RESULT_OPEN, REASON_NONE);
    assert_true(session_record(fixture.session)->plies[3].clock_ms < 20000);
    fixture_stop(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_resignation_loses_and_can_be_undone),
        cmocka_unit_test(people_agree_to_a_draw),
        cmocka_unit_test(a_computer_that_is_behind_accepts_a_draw),
        cmocka_unit_test(the_flag_falls),
        cmocka_unit_test(computers_wait_where_a_fallen_flag_is_undone),
        cmocka_unit_test(a_move_after_the_fall_comes_too_late),
        cmocka_unit_test(a_move_made_in_time_counts_when_it_is_seen),
        cmocka_unit_test(clocks_stop_with_the_game_and_are_restored_by_undo),
        cmocka_unit_test(a_computer_uses_its_clock_sparingly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
