/* Sessions: advice and analysis. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "play/session.h"
#include "../support/session_fixture.h"

enum { FOREVER_MS = 100000000 };

/* The monkey on a1 can go c3, e3, g1, or c3, a3. */
static const char chain[] = "2l4/7/7/7/1p1p3/1p3p1/M2L3/w/-1";

/* Waits for a report with this purpose and ply. */
static const SearchSnapshot *wait_for_report(SessionFixture *fixture, ThinkingPurpose purpose,
                                             size_t ply) {
    while (!session_search_snapshot(fixture->session))
        uv_run(&fixture->loop, UV_RUN_ONCE);
    const SearchSnapshot *latest = session_search_snapshot(fixture->session);
    const Record *record = session_record(fixture->session);
    assert_int_equal(latest->purpose, purpose);
    assert_int_equal(latest->ply, ply);
    if (ply != record->current)
        assert_true(position_same(&latest->position, record_position_at(record, ply)));
    else
        assert_true(position_same(&latest->position, session_position(fixture->session)));
    return latest;
}

static void advice_comes_in_the_background(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "ai/random", "standard");
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_true(move_is_none(session_advice(session)));
    assert_done(session_start_advice(session, &error));
    assert_int_equal(session_thinking_purpose(session), THINKING_ADVICE);
    fixture_run_until_event(&fixture, SESSION_ADVICE);
    assert_int_equal(session_thinking_purpose(session), THINKING_NONE);
    assert_true(move_is_legal(session_position(session), session_advice(session)));
    assert_done(session_submit(session, session_advice(session), &error));
    assert_true(move_is_none(session_advice(session)));
    assert_rejected(session_start_advice(session, &error), ERROR_STATE);
    fixture_stop(&fixture);
}

static void advice_can_be_stopped_early(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "hi/negamax", chain);
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_done(session_step(session, A1, C3, &error));
    assert_done(session_start_advice(session, &error));
    assert_done(session_stop_search(session, &error));
    fixture_run_until_event(&fixture, SESSION_ADVICE);
    assert_true(move_is_legal(session_position(session), session_advice(session)));
    fixture_stop(&fixture);
}

static void advice_that_comes_too_late_is_dropped(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "hi/negamax", "standard");
    fixture_start(&fixture, &setup);
    assert_done(session_start_advice(fixture.session, &error));
    fixture_play(&fixture, "b2b3");
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture.event_counts[SESSION_ADVICE], 0);
    assert_true(move_is_none(session_advice(fixture.session)));
    fixture_stop(&fixture);
}

static void analysis_runs_until_it_is_stopped(void **state) {
    (void)state;
    SessionFixture fixture;
    Score score;
    SessionSetup setup = fixture_setup("hi/negamax", "ai/random", "standard");
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_null(session_search_snapshot(session));
    assert_false(session_score_at(session, 0, &score));
    fixture_play(&fixture, "b2b3");
    fixture_run_until_ply(&fixture, 2);
    assert_done(session_start_analysis(session, 1, 1, &error));
    wait_for_report(&fixture, THINKING_ANALYSIS, 1);
    assert_true(session_score_at(session, 1, &score));
    assert_int_equal(session_thinking_purpose(session), THINKING_ANALYSIS);
    assert_true(session_stop_analysis(session));
    assert_false(session_stop_analysis(session));
    assert_rejected(session_start_analysis(session, 3, 1, &error), ERROR_RANGE);
    assert_done(session_start_analysis(session, 2, 1, &error));
    fixture_play(&fixture, "d2d3"); /* the computer needs the engine */
    fixture_run_until_ply(&fixture, 4);
    assert_int_equal(session_thinking_purpose(session), THINKING_NONE);
    fixture_stop(&fixture);
}

static void an_analysis_has_the_requested_lines(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "hi/negamax", "standard");
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    for (int lines = MULTIPV_MAX; lines > 0; lines -= 3) {
        assert_done(session_start_analysis(session, 0, lines, &error));
        const SearchSnapshot *latest = wait_for_report(&fixture, THINKING_ANALYSIS, 0);
        assert_int_equal(latest->info.line_count, lines);
        for (int i = 1; i < lines; i++)
            assert_true(latest->info.lines[i - 1].score >= latest->info.lines[i].score);
    }
    fixture_play(&fixture, "b2b3");
    assert_done(session_start_analysis(session, 1, 1, &error));
    assert_int_equal(wait_for_report(&fixture, THINKING_ANALYSIS, 1)->info.line_count, 1);
    fixture_stop(&fixture);
}

static void a_report_ends_with_its_position(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "ai/negamax", "standard");
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    fixture_play(&fixture, "b2b3");
    fixture_run_until_ply(&fixture, 2);
    wait_for_report(&fixture, THINKING_MOVE, 1); /* explains the last move */
    fixture_play(&fixture, "d2d3");
    assert_null(session_search_snapshot(session));
    fixture_run_until_ply(&fixture, 4);
    wait_for_report(&fixture, THINKING_MOVE, 3);
    assert_done(session_undo(session, &error));
    assert_null(session_search_snapshot(session));
    assert_done(session_redo(session, &error));
    assert_null(session_search_snapshot(session));
    assert_done(session_start_advice(session, &error));
    fixture_run_until_event(&fixture, SESSION_ADVICE);
    wait_for_report(&fixture, THINKING_ADVICE, 4);
    assert_done(session_undo(session, &error));
    assert_null(session_search_snapshot(session));
    assert_done(session_start_analysis(session, 4, 2, &error));
    wait_for_report(&fixture, THINKING_ANALYSIS, 4);
    assert_done(session_start_analysis(session, 1, 2, &error));
    wait_for_report(&fixture, THINKING_ANALYSIS, 1);
    assert_done(
        session_go_to_ply(session, 2, &error)); /* analysis continues if its position remains */
    wait_for_report(&fixture, THINKING_ANALYSIS, 1);
    assert_true(session_stop_analysis(session));
    assert_null(session_search_snapshot(session));
    fixture_stop(&fixture);
}

static void advice_depends_on_the_jumps_before_it(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "hi/negamax", chain);
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_done(session_step(session, A1, C3, &error));
    assert_done(session_start_advice(session, &error));
    fixture_run_until_event(&fixture, SESSION_ADVICE);
    wait_for_report(&fixture, THINKING_ADVICE, 0);
    assert_done(session_undo_jump(session, &error));
    assert_null(session_search_snapshot(session));
    assert_done(session_start_analysis(session, 0, 2, &error));
    wait_for_report(&fixture, THINKING_ANALYSIS, 0);
    assert_done(session_step(session, A1, C3, &error));
    assert_done(session_start_analysis(session, 0, 2, &error));
    wait_for_report(&fixture, THINKING_ANALYSIS, 0); /* in the middle of the capture */
    fixture_stop(&fixture);
}

static void scores_are_kept_until_the_game_changes(void **state) {
    (void)state;
    SessionFixture fixture;
    Score score;
    SessionSetup setup = fixture_setup("ai/negamax", "ai/negamax", "standard");
    fixture_start(&fixture, &setup);
    fixture_run_until_ply(&fixture, 5);
    assert_done(session_pause(fixture.session, true, &error));
    for (size_t ply = 0; ply <= 5; ply++)
        assert_true(session_score_at(fixture.session, ply, &score));
    assert_done(session_go_to_ply(fixture.session, 2, &error));
    assert_true(session_score_at(fixture.session, 5, &score));
    assert_done(session_single_step(fixture.session, &error));
    fixture_run_until_ply(&fixture, 3);
    assert_true(session_score_at(fixture.session, 3, &score));
    assert_false(session_score_at(fixture.session, 4, &score));
    fixture_stop(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advice_comes_in_the_background),
        cmocka_unit_test(advice_can_be_stopped_early),
        cmocka_unit_test(advice_that_comes_too_late_is_dropped),
        cmocka_unit_test(analysis_runs_until_it_is_stopped),
        cmocka_unit_test(an_analysis_has_the_requested_lines),
        cmocka_unit_test(a_report_ends_with_its_position),
        cmocka_unit_test(advice_depends_on_the_jumps_before_it),
        cmocka_unit_test(scores_are_kept_until_the_game_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
