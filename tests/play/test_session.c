#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "play/player.h"
#include "play/session.h"
#include "../support/scratch.h"
#include "../support/session_fixture.h"

enum { FOREVER_MS = 100000000 };

/* ---- whole games ---- */

static void play_out(const char *white, const char *black, const char *variant) {
    SessionFixture fixture;
    Position start;
    SessionSetup setup = fixture_setup(white, black, "standard");
    setup.seed = 0; /* a different game each time */
    position_start(&start, variant_find(variant));
    record_free(setup.record);
    setup.record = record_create(&start);
    fixture_start(&fixture, &setup);
    fixture_run_until_event(&fixture, SESSION_OVER);
    assert_true(session_outcome(fixture.session).result != RESULT_OPEN);
    assert_int_equal(fixture.event_counts[SESSION_OVER], 1);
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    assert_int_equal(fixture.event_counts[SESSION_OVER], 1);
    fixture_stop(&fixture);
}

static void random_plays_every_variant_to_its_end(void **state) {
    (void)state;
    for (size_t i = 0; variant_builtin(i); i++)
        play_out("ai/random", "ai/random", variant_builtin(i)->name);
}

static void negamax_plays_to_the_end(void **state) {
    (void)state;
    play_out("ai/random", "ai/negamax", "congo");
}

/* ---- a person's turn ---- */

static void a_move_is_reported_before_the_reply(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "ai/random", "standard");
    fixture_start(&fixture, &setup);
    assert_true(session_awaits_human(fixture.session));
    fixture_run_until_event(&fixture, SESSION_POSITION);
    fixture_play(&fixture, "b2b3");
    assert_int_equal(fixture.event_counts[SESSION_POSITION], 1); /* not from within the call */
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    assert_false(session_awaits_human(fixture.session));
    assert_rejected(session_submit_text(fixture.session, "c2c3", notation_congo, &error),
                    ERROR_STATE);
    assert_rejected(session_submit_text(fixture.session, "nonsense", notation_congo, &error),
                    ERROR_SYNTAX);
    fixture_run_until_event(&fixture, SESSION_POSITION);
    assert_int_equal(fixture_ply(&fixture), 1);
    fixture_run_until_ply(&fixture, 2);
    assert_true(session_awaits_human(fixture.session));
    fixture_stop(&fixture);
}

static void an_ambiguous_move_is_named_in_the_style(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    fixture_start(&fixture, &setup);
    NotationStyle plain = {.notation = NOTATION_PLAIN};
    Error error = {0};
    assert_false(session_submit_text(fixture.session, "d3", plain, &error));
    assert_string_equal(error.text, "\"d3\" fits 3 moves: c2-d3, d2-d3, e2-d3");
    fixture_stop(&fixture);
}

static void illegal_moves_change_nothing(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    fixture_start(&fixture, &setup);
    Session *session = fixture.session;
    assert_rejected(session_submit(session, move_plain(PAWN, B2, B5), &error), ERROR_ILLEGAL);
    assert_rejected(session_submit_text(session, "B7", notation_congo, &error), ERROR_ILLEGAL);
    assert_rejected(session_submit_text(session, "nonsense", notation_congo, &error), ERROR_SYNTAX);
    assert_rejected(session_step(session, B2, B5, &error), ERROR_ILLEGAL);
    assert_rejected(session_step(session, B4, B5, &error), ERROR_ILLEGAL);
    assert_rejected(session_step(session, B6, B5, &error), ERROR_ILLEGAL);
    assert_rejected(session_undo_jump(session, &error), ERROR_STATE);
    assert_rejected(session_undo(session, &error), ERROR_STATE);
    assert_rejected(session_redo(session, &error), ERROR_STATE);
    assert_rejected(session_go_to_ply(session, 1, &error), ERROR_RANGE);
    assert_rejected(session_pause(session, true, &error), ERROR_STATE);
    assert_rejected(session_single_step(session, &error), ERROR_STATE);
    assert_rejected(session_stop_search(session, &error), ERROR_STATE);
    assert_int_equal(session_record(session)->count, 0);
    assert_false(session_can_pause(session));
    fixture_stop(&fixture);
}

static void two_people_move_in_turn(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    fixture_play(&fixture, "b6b5");
    assert_done(session_step(fixture.session, C2, C3, &error));
    assert_int_equal(fixture_ply(&fixture), 3);
    assert_done(session_undo(fixture.session, &error));
    assert_int_equal(fixture_ply(&fixture), 2);
    assert_done(session_undo(fixture.session, &error));
    assert_done(session_redo(fixture.session, &error));
    assert_done(session_redo(fixture.session, &error));
    assert_int_equal(fixture_ply(&fixture), 3);
    assert_done(session_go_to_ply(fixture.session, 1, &error));
    assert_int_equal(session_record(fixture.session)->count, 3);
    fixture_play(&fixture, "d6d5");
    assert_int_equal(session_record(fixture.session)->count, 2);
    assert_rejected(session_redo(fixture.session, &error), ERROR_STATE);
    fixture_stop(&fixture);
}

/* ---- against a computer ---- */

static void undo_goes_back_to_the_human_turn(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "ai/random", "standard");
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    fixture_run_until_ply(&fixture, 2);
    fixture_play(&fixture, "d2d3");
    fixture_run_until_ply(&fixture, 4);
    assert_done(session_undo(fixture.session, &error));
    assert_int_equal(fixture_ply(&fixture), 2);
    assert_done(session_undo(fixture.session, &error));
    assert_int_equal(fixture_ply(&fixture), 0);
    assert_rejected(session_undo(fixture.session, &error), ERROR_STATE);
    assert_done(session_redo(fixture.session, &error));
    assert_int_equal(fixture_ply(&fixture), 2);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), 2);
    assert_int_equal(session_record(fixture.session)->count, 4);
    fixture_stop(&fixture);
}

static void undo_stops_a_thinking_computer(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    fixture_run_until_thinking(&fixture, THINKING_MOVE);
    assert_done(session_undo(fixture.session, &error));
    assert_int_equal(fixture_ply(&fixture), 0);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), 0);
    fixture_play(&fixture, "d2d3");
    fixture_run_until_thinking(&fixture, THINKING_MOVE);
    assert_done(session_stop_search(fixture.session, &error)); /* even before it starts */
    fixture_run_until_ply(&fixture, 2);
    assert_true(session_awaits_human(fixture.session));
    fixture_stop(&fixture);
}

static void a_person_who_plays_second_has_no_first_turn(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "hi/random", "standard");
    fixture_start(&fixture, &setup);
    fixture_run_until_ply(&fixture, 1);
    assert_rejected(session_undo(fixture.session, &error), ERROR_STATE);
    assert_int_equal(fixture_ply(&fixture), 1);
    fixture_stop(&fixture);
}

/* ---- two computers ---- */

static void computers_are_paused_and_stepped(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    setup.start_paused = true;
    fixture_start(&fixture, &setup);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), 0);
    assert_true(session_is_paused(fixture.session));
    for (size_t ply = 1; ply <= 3; ply++) {
        assert_done(session_single_step(fixture.session, &error));
        assert_rejected(session_single_step(fixture.session, &error), ERROR_STATE);
        fixture_run_until_ply(&fixture, ply);
        fixture_run_a_while(&fixture);
        assert_int_equal(fixture_ply(&fixture), ply);
    }
    assert_done(session_undo(fixture.session, &error));
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), 2);
    assert_done(session_pause(fixture.session, false, &error));
    fixture_run_until_ply(&fixture, 6);
    fixture_stop(&fixture);
}

static void pausing_stops_the_thinking(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    fixture_start(&fixture, &setup);
    fixture_run_until_thinking(&fixture, THINKING_MOVE);
    assert_rejected(session_start_analysis(fixture.session, 0, 1, &error), ERROR_STATE);
    assert_rejected(session_single_step(fixture.session, &error), ERROR_STATE);
    assert_done(session_pause(fixture.session, true, &error));
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), 0);
    assert_done(session_single_step(fixture.session, &error));
    fixture_run_until_thinking(&fixture, THINKING_MOVE);
    assert_done(session_stop_search(fixture.session, &error));
    fixture_run_until_ply(&fixture, 1);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), 1);
    fixture_stop(&fixture);
}

/* The pace is longer than any test. */
static void two_computers_keep_a_pace(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    setup.pace_ms = FOREVER_MS;
    setup.clock = (ClockSetting){.base_ms = 60000};
    fixture_start(&fixture, &setup);
    for (size_t ply = 1; ply <= 4; ply++) {
        fixture_run_until_ply(&fixture, ply);
        int64_t left[COLOR_COUNT] = {session_clock_ms(fixture.session, WHITE),
                                     session_clock_ms(fixture.session, BLACK)};
        fixture_run_a_while(&fixture);
        assert_int_equal(fixture_ply(&fixture), ply);
        assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
        assert_false(session_is_paused(fixture.session));
        assert_int_equal(session_clock_ms(fixture.session, WHITE), left[WHITE]);
        assert_int_equal(session_clock_ms(fixture.session, BLACK), left[BLACK]);
        /* Pausing and resuming ends the wait. */
        assert_done(session_pause(fixture.session, true, &error));
        assert_done(session_pause(fixture.session, false, &error));
    }
    assert_done(session_undo(fixture.session, &error));
    assert_done(session_pause(fixture.session, false, &error));
    fixture_run_until_ply(&fixture, 4);
    assert_done(session_pause(fixture.session, true, &error));
    assert_done(session_single_step(fixture.session, &error));
    fixture_run_until_ply(&fixture, 5);
    fixture_stop(&fixture);
}

/* A computer thinks no longer than a pace that is set during the game. */
static void the_pace_changes_during_the_game(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    setup.pace_ms = 500;
    setup.start_paused = true;
    fixture_start(&fixture, &setup);
    assert_int_equal(session_pace(fixture.session), FOREVER_MS);
    session_set_pace(fixture.session, 1000);
    assert_int_equal(session_pace(fixture.session), 1000);
    session_set_pace(fixture.session, 100);
    assert_int_equal(session_pace(fixture.session), 100);
    assert_done(session_pause(fixture.session, false, &error));
    fixture_run_until_ply(&fixture, 2);
    fixture_stop(&fixture);
}

/* The time that is left of a pace which becomes short is not waited for. */
static void a_pace_that_becomes_short_ends_the_wait(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    setup.pace_ms = FOREVER_MS;
    fixture_start(&fixture, &setup);
    fixture_run_until_ply(&fixture, 1);
    session_set_pace(fixture.session, 1);
    fixture_run_until_ply(&fixture, 4);
    fixture_stop(&fixture);
}

static void a_short_pace_passes(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    setup.pace_ms = 20;
    fixture_start(&fixture, &setup);
    fixture_run_until_ply(&fixture, 4);
    fixture_stop(&fixture);
}

static void a_person_waits_for_no_pace(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "ai/random", "standard");
    setup.pace_ms = FOREVER_MS;
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "d2d3");
    fixture_run_until_ply(&fixture, 2);
    fixture_stop(&fixture);
}

static void undo_pauses_two_computers(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    fixture_start(&fixture, &setup);
    fixture_run_until_ply(&fixture, 3);
    assert_done(session_undo(fixture.session, &error));
    assert_true(session_is_paused(fixture.session));
    size_t ply = fixture_ply(&fixture);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), ply);
    fixture_stop(&fixture);
}

static void nothing_moves_while_suspended(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    fixture_start(&fixture, &setup);
    session_suspend(fixture.session, true);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), 0);
    session_suspend(fixture.session, false);
    fixture_run_until_ply(&fixture, 2);
    fixture_stop(&fixture);
}

/* ---- the end of a session ---- */

static void a_session_ends_while_it_thinks(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    setup.autosave = true;
    fixture_start(&fixture, &setup);
    fixture_run_until_thinking(&fixture, THINKING_MOVE);
    fixture_stop(&fixture);
    setup = fixture_setup("hi/negamax", "hi/negamax", "standard");
    setup.autosave = true;
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    assert_done(session_start_analysis(fixture.session, 1, 1, &error));
    fixture_stop(&fixture); /* with a write that may not have started */
    setup = fixture_setup_resumed();
    assert_int_equal(setup.record->count, 1);
    autosave_close(setup.resumed, true);
    record_free(setup.record);
}

static void a_failed_session_keeps_nothing(void **state) {
    (void)state;
    Error error = {0};
    uv_loop_t loop;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.hash_mb = HASH_MB_MAX + 1;
    setup.resumed = autosave_create(&error);
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_null(session_create(&loop, &setup, NULL, NULL, &error));
    assert_true(error.text[0] != '\0');
    assert_int_equal(uv_loop_close(&loop), 0);
    assert_true(fixture_no_unfinished_game()); /* the file is unlocked and still empty */
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void the_setup_is_reused_for_a_new_game(void **state) {
    (void)state;
    SessionFixture fixture;
    Position start;
    SessionSetup setup = fixture_setup("hi/negamax", "ai/random", "standard");
    fixture_start(&fixture, &setup);
    session_get_setup(fixture.session, &setup);
    assert_null(setup.record);
    assert_int_equal(setup.player[BLACK].kind, PLAYER_COMPUTER);
    fixture_stop(&fixture);
    position_start(&start, variant_find("islands"));
    setup.record = record_create(&start);
    setup.player[BLACK].name[0] = '\0';
    fixture_start(&fixture, &setup);
    assert_string_equal(session_record(fixture.session)->variant.name, "islands");
    assert_string_equal(session_player(fixture.session, BLACK)->name, "ai/random");
    fixture_stop(&fixture);
}

static void check_name(const char *name, bool is_named, const char *shown) {
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "ai/random", "standard");
    strcpy(setup.player[WHITE].name, name);
    fixture_start(&fixture, &setup);
    const SessionPlayer *white = session_player(fixture.session, WHITE);
    assert_int_equal(white->is_named, is_named);
    assert_string_equal(white->name, shown);
    session_get_setup(fixture.session, &setup);
    assert_string_equal(setup.player[WHITE].name, name);
    fixture_stop(&fixture);
}

static void a_name_is_distinguished_from_a_label(void **state) {
    (void)state;
    check_name("AC/DC", true, "AC/DC");
    check_name("net", true, "net");
    check_name("", false, "hi/negamax");
}

static void a_label_exists_for_every_kind_of_player(void **state) {
    static const char *const labels[] = {"hi/random", "ai/random", "defender", "net"};
    char text[PLAYER_NAME_SIZE];
    (void)state;
    for (int kind = PLAYER_HUMAN; kind <= PLAYER_REMOTE; kind++) {
        SessionPlayer player = {.kind = (PlayerKind)kind, .advisor = ADVISOR_RANDOM};
        player_kind_label(&player, text);
        assert_string_equal(text, labels[kind]);
    }
}

static void a_finished_game_can_be_browsed(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "ai/random", "standard");
    assert_true(record_declare(setup.record, (Outcome){RESULT_WHITE, REASON_RESIGNED}, NULL));
    fixture_start(&fixture, &setup);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture.event_counts[SESSION_OVER], 0);
    assert_false(session_awaits_human(fixture.session));
    assert_done(session_start_analysis(fixture.session, 0, 1, &error));
    fixture_run_until_event(&fixture, SESSION_THINKING);
    fixture_stop(&fixture);
}

#define in_scratch(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_plays_every_variant_to_its_end),
        cmocka_unit_test(negamax_plays_to_the_end),
        cmocka_unit_test(a_move_is_reported_before_the_reply),
        cmocka_unit_test(an_ambiguous_move_is_named_in_the_style),
        cmocka_unit_test(illegal_moves_change_nothing),
        cmocka_unit_test(two_people_move_in_turn),
        cmocka_unit_test(undo_goes_back_to_the_human_turn),
        cmocka_unit_test(undo_stops_a_thinking_computer),
        cmocka_unit_test(a_person_who_plays_second_has_no_first_turn),
        cmocka_unit_test(computers_are_paused_and_stepped),
        cmocka_unit_test(pausing_stops_the_thinking),
        cmocka_unit_test(two_computers_keep_a_pace),
        cmocka_unit_test(a_short_pace_passes),
        cmocka_unit_test(the_pace_changes_during_the_game),
        cmocka_unit_test(a_pace_that_becomes_short_ends_the_wait),
        cmocka_unit_test(a_person_waits_for_no_pace),
        cmocka_unit_test(undo_pauses_two_computers),
        cmocka_unit_test(nothing_moves_while_suspended),
        in_scratch(a_session_ends_while_it_thinks),
        in_scratch(a_failed_session_keeps_nothing),
        cmocka_unit_test(the_setup_is_reused_for_a_new_game),
        cmocka_unit_test(a_name_is_distinguished_from_a_label),
        cmocka_unit_test(a_label_exists_for_every_kind_of_player),
        cmocka_unit_test(a_finished_game_can_be_browsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
