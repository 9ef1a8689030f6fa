/* Sessions: monkey captures, step by step. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "play/session.h"
#include "../support/session_fixture.h"

/* The monkey on a1 can go c3, e3, g1, or c3, a3. */
static const char chain[] = "2l4/7/7/7/1p1p3/1p3p1/M2L3/w/-1";

static void a_capture_is_made_jump_by_jump(void **state) {
    (void)state;
    SessionFixture fixture;
    Square origin, landings[MOVE_JUMPS_MAX];
    SessionSetup setup = fixture_setup("hi/random", "hi/random", chain);
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_int_equal(session_open_jumps(session, &origin, landings), 0);
    assert_done(session_step(session, A1, C3, &error));
    assert_int_equal(session_open_jumps(session, &origin, landings), 1);
    assert_int_equal(origin, A1);
    assert_int_equal(landings[0], C3);
    assert_true(position_in_capture(session_position(session)));
    assert_int_equal(fixture_ply(&fixture), 0);
    assert_rejected(session_step(session, D1, D2, &error), ERROR_ILLEGAL);
    assert_rejected(session_step(session, C3, C2, &error), ERROR_ILLEGAL);
    assert_done(session_step(session, C3, E3, &error));
    assert_int_equal(session_open_jumps(session, NULL, landings), 2);
    assert_int_equal(landings[1], E3);
    assert_done(session_step(session, E3, G1, &error)); /* the last jump ends the turn */
    assert_int_equal(session_open_jumps(session, NULL, NULL), 0);
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_int_equal(move_jumps(session_record(session)->plies[0].move), 3);
    assert_int_equal(move_to(session_record(session)->plies[0].move), G1);
    fixture_stop(&fixture);
}

static void a_capture_is_stopped(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", chain);
    fixture_start(&fixture, &setup);
    assert_done(session_step(fixture.session, A1, C3, &error));
    assert_done(session_step(fixture.session, C3, C3, &error));
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_int_equal(move_jumps(session_record(fixture.session)->plies[0].move), 1);
    assert_int_equal(position_side(session_position(fixture.session)), BLACK);
    fixture_stop(&fixture);
}

static void a_whole_capture_is_given_as_squares(void **state) {
    (void)state;
    static const Square path[] = {A1, C3, E3, E3}, wrong[] = {A1, C3, G7};
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", chain);
    fixture_start(&fixture, &setup);
    assert_rejected(session_submit_path(fixture.session, wrong, 3, &error), ERROR_ILLEGAL);
    assert_done(session_submit_path(fixture.session, path, 4, &error));
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_int_equal(move_jumps(session_record(fixture.session)->plies[0].move), 2);
    fixture_stop(&fixture);
}

static void printed_steps_leave_a_capture_open(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", chain);
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_done(session_submit_text(session, "(a1,c3)", notation_congo, &error));
    assert_int_equal(session_open_jumps(session, NULL, NULL), 1);
    assert_rejected(session_submit_text(session, "(d1,d2)", notation_congo, &error), ERROR_ILLEGAL);
    assert_done(session_submit_text(session, "transition (c3,e3)", notation_congo, &error));
    assert_int_equal(session_open_jumps(session, NULL, NULL), 2);
    assert_done(session_submit_text(session, "(e3,g1)", notation_congo, &error));
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_done(session_undo(session, &error));
    assert_done(
        session_submit_text(session, "transitions (a1,c3) -> (c3,e3)", notation_congo, &error));
    assert_int_equal(session_open_jumps(session, NULL, NULL), 2);
    assert_done(session_submit_text(session, " ( e3 , e3 ) ", notation_congo, &error));
    assert_int_equal(move_jumps(session_record(session)->plies[0].move), 2);
    assert_done(session_undo(session, &error));
    /* Steps that cannot all be made are not begun. */
    assert_rejected(
        session_submit_text(session, "(a1,c3) -> (c3,e3) -> (e3,g3)", notation_congo, &error),
        ERROR_ILLEGAL);
    assert_int_equal(session_open_jumps(session, NULL, NULL), 0);
    assert_done(
        session_submit_text(session, "(a1,c3) -> (c3,e3) -> (e3,g1)", notation_congo, &error));
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_rejected(session_submit_text(session, "(a1,c3) -> (c3,e3)", notation_congo, &error),
                    ERROR_ILLEGAL);
    fixture_stop(&fixture);
}

static void jumps_are_undone_and_redone(void **state) {
    (void)state;
    SessionFixture fixture;
    Square landings[MOVE_JUMPS_MAX];
    SessionSetup setup = fixture_setup("hi/random", "hi/random", chain);
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    Position start = *session_position(session);
    assert_done(session_step(session, A1, C3, &error));
    assert_done(session_step(session, C3, E3, &error));
    assert_done(session_undo_jump(session, &error));
    assert_int_equal(session_open_jumps(session, NULL, landings), 1);
    assert_done(session_undo(session, &error));
    assert_int_equal(session_open_jumps(session, NULL, NULL), 0);
    assert_true(position_same(session_position(session), &start));
    assert_rejected(session_undo(session, &error), ERROR_STATE);
    assert_done(session_redo(session, &error));
    assert_done(session_redo(session, &error));
    assert_rejected(session_redo(session, &error), ERROR_STATE);
    assert_int_equal(session_open_jumps(session, NULL, landings), 2);
    assert_int_equal(landings[1], E3);
    assert_done(session_undo_jump(session, &error));
    assert_done(session_step(session, C3, A3, &error)); /* a different jump, which ends the turn */
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_int_equal(move_to(session_record(session)->plies[0].move), A3);
    fixture_stop(&fixture);
}

static void the_rest_of_a_capture_is_one_move(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", chain);
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_done(session_step(session, A1, C3, &error));
    assert_rejected(session_submit(session, move_plain(LION, D1, D2), &error), ERROR_ILLEGAL);
    fixture_play(&fixture, "c3e3g1");
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_int_equal(move_jumps(session_record(session)->plies[0].move), 3);
    assert_done(session_undo(session, &error));
    assert_done(session_step(session, A1, C3, &error));
    fixture_play(&fixture, "c3c3");
    assert_int_equal(move_jumps(session_record(session)->plies[0].move), 1);
    fixture_stop(&fixture);
}

static void a_jump_over_the_lion_ends_the_game(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "7/2pl3/2M4/7/7/7/3L3/w/-1");
    fixture_start(&fixture, &setup);
    assert_done(session_step(fixture.session, C5, E7, &error));
    fixture_expect_outcome(&fixture, RESULT_WHITE, REASON_LION);
    fixture_run_until_event(&fixture, SESSION_OVER);
    assert_rejected(session_start_analysis(fixture.session, 1, 1, &error), ERROR_STATE);
    assert_done(session_start_analysis(fixture.session, 0, 1, &error));
    fixture_stop(&fixture);
}

static void a_game_may_begin_in_a_capture(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "2l4/5p1/7/1p1p3/2M4/7/3L3/w/42");
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_done(session_step(session, C3, C3, &error));
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_done(session_undo(session, &error));
    assert_done(session_step(session, C3, E5, &error));
    assert_done(session_undo_jump(session, &error));
    assert_done(session_step(session, C3, E5, &error));
    assert_done(session_step(session, E5, E5, &error));
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_int_equal(move_from(session_record(session)->plies[0].move), C3);
    fixture_stop(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_capture_is_made_jump_by_jump),
        cmocka_unit_test(a_capture_is_stopped),
        cmocka_unit_test(a_whole_capture_is_given_as_squares),
        cmocka_unit_test(printed_steps_leave_a_capture_open),
        cmocka_unit_test(jumps_are_undone_and_redone),
        cmocka_unit_test(the_rest_of_a_capture_is_one_move),
        cmocka_unit_test(a_jump_over_the_lion_ends_the_game),
        cmocka_unit_test(a_game_may_begin_in_a_capture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
