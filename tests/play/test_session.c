#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/session.h"
#include "play/storage.h"
#include "rules/notation.h"
#include "scratch.h"
#include "table.h"

enum { HANG_SECONDS = 600, FOREVER_MS = 100000000 };

static const char *program; /* this one, to be started again as a player that is killed */

/* ---- a table to play at ------------------------------------------------------------------- */

/* Players as on the command line; quick computers, nothing on disk. */
static SessionSetup setup_for(const char *white, const char *black, const char *game) {
    Error error = {0};
    SessionSetup setup;
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    assert_true(settings_set(settings, "white", white, &error));
    assert_true(settings_set(settings, "black", black, &error));
    snprintf(settings->game, sizeof settings->game, "%s", game);
    settings->depth = 2;
    settings->movetime_ms = 0;
    settings->pace_ms = 0;
    settings->threads = 1;
    settings->hash_mb = 1;
    bool done = session_setup_from(settings, &setup, &error);
    free(settings);
    assert_string_equal(error.text, "");
    assert_true(done);
    setup.autosave = false;
    return setup;
}

static void play(Table *table, const char *text) {
    Error error = {0};
    bool done = session_submit_text(table->session, text, &error);
    assert_string_equal(error.text, "");
    assert_true(done);
}

static void refuse(bool done, const Error *error, ErrorCode code) {
    assert_false(done);
    assert_int_equal(error->code, code);
    assert_true(error->text[0] != '\0');
}

#define assert_refused(call, code)                                                                 \
    do {                                                                                           \
        Error error = {0};                                                                         \
        refuse(call, &error, code);                                                                \
    } while (0)

static void assert_outcome(const Table *table, Result result, Reason reason) {
    Outcome outcome = session_outcome(table->session);
    assert_int_equal(outcome.result, result);
    assert_int_equal(outcome.reason, reason);
}

/* ---- whole games -------------------------------------------------------------------------- */

static void play_out(const char *white, const char *black, const char *variant) {
    Table table;
    Position start;
    SessionSetup setup = setup_for(white, black, "standard");
    position_start(&start, variant_find(variant));
    record_free(setup.record);
    setup.record = record_create(&start);
    table_sit_down(&table, &setup);
    table_run_until_told(&table, SESSION_OVER);
    assert_true(session_outcome(table.session).result != RESULT_OPEN);
    assert_int_equal(table.told[SESSION_OVER], 1);
    table_run_on(&table);
    assert_int_equal(session_thinking_purpose(table.session), THINKING_NONE);
    assert_int_equal(table.told[SESSION_OVER], 1);
    table_get_up(&table);
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

/* ---- a person's turn ---------------------------------------------------------------------- */

static void a_move_is_told_and_then_answered(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "ai/random", "standard");
    table_sit_down(&table, &setup);
    assert_true(session_awaits_human(table.session));
    table_run_until_told(&table, SESSION_POSITION);
    play(&table, "b2b3");
    assert_int_equal(table.told[SESSION_POSITION], 1); /* not from inside */
    assert_int_equal(session_thinking_purpose(table.session), THINKING_NONE);
    assert_false(session_awaits_human(table.session));
    assert_refused(session_submit_text(table.session, "c2c3", &error), ERROR_STATE);
    table_run_until_told(&table, SESSION_POSITION);
    assert_int_equal(table_ply(&table), 1);
    table_run_until_ply(&table, 2);
    assert_true(session_awaits_human(table.session));
    table_get_up(&table);
}

static void what_is_not_legal_changes_nothing(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_refused(session_submit(session, move_plain(PAWN, B2, B5), &error), ERROR_ILLEGAL);
    assert_refused(session_submit_text(session, "B7", &error), ERROR_ILLEGAL);
    assert_refused(session_submit_text(session, "nonsense", &error), ERROR_SYNTAX);
    assert_refused(session_step(session, B2, B5, &error), ERROR_ILLEGAL);
    assert_refused(session_step(session, B4, B5, &error), ERROR_ILLEGAL);
    assert_refused(session_step(session, B6, B5, &error), ERROR_ILLEGAL);
    assert_refused(session_step_back(session, &error), ERROR_STATE);
    assert_refused(session_undo(session, &error), ERROR_STATE);
    assert_refused(session_redo(session, &error), ERROR_STATE);
    assert_refused(session_cut(session, 1, &error), ERROR_RANGE);
    assert_refused(session_pause(session, true, &error), ERROR_STATE);
    assert_refused(session_single_step(session, &error), ERROR_STATE);
    assert_refused(session_cancel(session, &error), ERROR_STATE);
    assert_int_equal(session_record(session)->count, 0);
    assert_false(session_can_pause(session));
    table_get_up(&table);
}

static void two_people_move_in_turn(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    table_sit_down(&table, &setup);
    play(&table, "b2b3");
    play(&table, "b6b5");
    assert_done(session_step(table.session, C2, C3, &error));
    assert_int_equal(table_ply(&table), 3);
    assert_done(session_undo(table.session, &error));
    assert_int_equal(table_ply(&table), 2);
    assert_done(session_undo(table.session, &error));
    assert_done(session_redo(table.session, &error));
    assert_done(session_redo(table.session, &error));
    assert_int_equal(table_ply(&table), 3);
    assert_done(session_cut(table.session, 1, &error));
    assert_int_equal(session_record(table.session)->count, 3);
    play(&table, "d6d5");
    assert_int_equal(session_record(table.session)->count, 2);
    assert_refused(session_redo(table.session, &error), ERROR_STATE);
    table_get_up(&table);
}

/* ---- against a computer ------------------------------------------------------------------- */

static void undo_goes_to_ones_own_turn(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "ai/random", "standard");
    table_sit_down(&table, &setup);
    play(&table, "b2b3");
    table_run_until_ply(&table, 2);
    play(&table, "d2d3");
    table_run_until_ply(&table, 4);
    assert_done(session_undo(table.session, &error));
    assert_int_equal(table_ply(&table), 2);
    assert_done(session_undo(table.session, &error));
    assert_int_equal(table_ply(&table), 0);
    assert_refused(session_undo(table.session, &error), ERROR_STATE);
    assert_done(session_redo(table.session, &error));
    assert_int_equal(table_ply(&table), 2);
    table_run_on(&table);
    assert_int_equal(table_ply(&table), 2);
    assert_int_equal(session_record(table.session)->count, 4);
    table_get_up(&table);
}

static void undo_stops_a_computer_that_thinks(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    table_sit_down(&table, &setup);
    play(&table, "b2b3");
    table_run_until_thinking(&table, THINKING_MOVE);
    assert_done(session_undo(table.session, &error));
    assert_int_equal(table_ply(&table), 0);
    assert_int_equal(session_thinking_purpose(table.session), THINKING_NONE);
    table_run_on(&table);
    assert_int_equal(table_ply(&table), 0);
    play(&table, "d2d3");
    table_run_until_thinking(&table, THINKING_MOVE);
    assert_done(session_cancel(table.session, &error)); /* also if it has not begun yet */
    table_run_until_ply(&table, 2);
    assert_true(session_awaits_human(table.session));
    table_get_up(&table);
}

static void a_person_who_plays_second_has_no_first_turn(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("ai/random", "hi/random", "standard");
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 1);
    assert_refused(session_undo(table.session, &error), ERROR_STATE);
    assert_int_equal(table_ply(&table), 1);
    table_get_up(&table);
}

/* ---- two computers ------------------------------------------------------------------------ */

static void computers_are_paused_and_stepped(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("ai/random", "ai/random", "standard");
    setup.start_paused = true;
    table_sit_down(&table, &setup);
    table_run_on(&table);
    assert_int_equal(table_ply(&table), 0);
    assert_true(session_paused(table.session));
    for (size_t ply = 1; ply <= 3; ply++) {
        assert_done(session_single_step(table.session, &error));
        assert_refused(session_single_step(table.session, &error), ERROR_STATE);
        table_run_until_ply(&table, ply);
        table_run_on(&table);
        assert_int_equal(table_ply(&table), ply);
    }
    assert_done(session_undo(table.session, &error));
    table_run_on(&table);
    assert_int_equal(table_ply(&table), 2);
    assert_done(session_pause(table.session, false, &error));
    table_run_until_ply(&table, 6);
    table_get_up(&table);
}

static void pausing_stops_the_thinking(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("ai/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    table_sit_down(&table, &setup);
    table_run_until_thinking(&table, THINKING_MOVE);
    assert_refused(session_analyse(table.session, 0, 1, &error), ERROR_STATE);
    assert_refused(session_single_step(table.session, &error), ERROR_STATE);
    assert_done(session_pause(table.session, true, &error));
    assert_int_equal(session_thinking_purpose(table.session), THINKING_NONE);
    table_run_on(&table);
    assert_int_equal(table_ply(&table), 0);
    assert_done(session_single_step(table.session, &error));
    table_run_until_thinking(&table, THINKING_MOVE);
    assert_done(session_cancel(table.session, &error));
    table_run_until_ply(&table, 1);
    table_run_on(&table);
    assert_int_equal(table_ply(&table), 1);
    table_get_up(&table);
}

/* The pace here is one that no test lives to see. */
static void two_computers_keep_a_pace(void **state) {
    (void)state;
    Table table;
    Color color;
    SessionSetup setup = setup_for("ai/random", "ai/random", "standard");
    setup.pace_ms = FOREVER_MS;
    setup.clock = (ClockSetting){60000, 0};
    table_sit_down(&table, &setup);
    for (size_t ply = 1; ply <= 4; ply++) {
        table_run_until_ply(&table, ply);
        table_run_on(&table);
        assert_int_equal(table_ply(&table), ply);
        assert_int_equal(session_thinking_purpose(table.session), THINKING_NONE);
        assert_false(session_paused(table.session));
        assert_false(session_clock_runs(table.session, &color));
        /* Whoever cannot wait pauses and goes on. */
        assert_done(session_pause(table.session, true, &error));
        assert_done(session_pause(table.session, false, &error));
    }
    assert_done(session_undo(table.session, &error));
    assert_done(session_pause(table.session, false, &error));
    table_run_until_ply(&table, 4);
    assert_done(session_pause(table.session, true, &error));
    assert_done(session_single_step(table.session, &error));
    table_run_until_ply(&table, 5);
    table_get_up(&table);
}

static void a_short_pace_passes(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("ai/random", "ai/random", "standard");
    setup.pace_ms = 20;
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 4);
    table_get_up(&table);
}

static void a_person_waits_for_no_pace(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "ai/random", "standard");
    setup.pace_ms = FOREVER_MS;
    table_sit_down(&table, &setup);
    play(&table, "d2d3");
    table_run_until_ply(&table, 2);
    table_get_up(&table);
}

static void undo_pauses_two_computers(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("ai/random", "ai/random", "standard");
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 3);
    assert_done(session_undo(table.session, &error));
    assert_true(session_paused(table.session));
    size_t ply = table_ply(&table);
    table_run_on(&table);
    assert_int_equal(table_ply(&table), ply);
    table_get_up(&table);
}

static void nothing_moves_while_suspended(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("ai/random", "ai/random", "standard");
    table_sit_down(&table, &setup);
    session_suspend(table.session, true);
    table_run_on(&table);
    assert_int_equal(table_ply(&table), 0);
    session_suspend(table.session, false);
    table_run_until_ply(&table, 2);
    table_get_up(&table);
}

/* ---- a monkey's capture, step by step ----------------------------------------------------- */

/* The monkey on a1 can go c3, e3, g1, or c3, a3. */
static const char chain[] = "2l4/7/7/7/1p1p3/1p3p1/M2L3/w/-1";

static void a_capture_is_made_jump_by_jump(void **state) {
    (void)state;
    Table table;
    Square origin, landings[MOVE_JUMPS_MAX];
    SessionSetup setup = setup_for("hi/random", "hi/random", chain);
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_int_equal(session_open_jumps(session, &origin, landings), 0);
    assert_done(session_step(session, A1, C3, &error));
    assert_int_equal(session_open_jumps(session, &origin, landings), 1);
    assert_int_equal(origin, A1);
    assert_int_equal(landings[0], C3);
    assert_true(position_in_capture(session_position(session)));
    assert_int_equal(table_ply(&table), 0);
    assert_refused(session_step(session, D1, D2, &error), ERROR_ILLEGAL);
    assert_refused(session_step(session, C3, C2, &error), ERROR_ILLEGAL);
    assert_done(session_step(session, C3, E3, &error));
    assert_int_equal(session_open_jumps(session, NULL, landings), 2);
    assert_int_equal(landings[1], E3);
    assert_done(session_step(session, E3, G1, &error)); /* the last one: the turn closes */
    assert_int_equal(session_open_jumps(session, NULL, NULL), 0);
    assert_int_equal(table_ply(&table), 1);
    assert_int_equal(move_jumps(session_record(session)->plies[0].move), 3);
    assert_int_equal(move_to(session_record(session)->plies[0].move), G1);
    table_get_up(&table);
}

static void a_capture_is_stopped(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", chain);
    table_sit_down(&table, &setup);
    assert_done(session_step(table.session, A1, C3, &error));
    assert_done(session_step(table.session, C3, C3, &error));
    assert_int_equal(table_ply(&table), 1);
    assert_int_equal(move_jumps(session_record(table.session)->plies[0].move), 1);
    assert_int_equal(position_side(session_position(table.session)), BLACK);
    table_get_up(&table);
}

static void jumps_are_taken_back_and_made_again(void **state) {
    (void)state;
    Table table;
    Square landings[MOVE_JUMPS_MAX];
    SessionSetup setup = setup_for("hi/random", "hi/random", chain);
    table_sit_down(&table, &setup);
    Session *session = table.session;
    Position start = *session_position(session);
    assert_done(session_step(session, A1, C3, &error));
    assert_done(session_step(session, C3, E3, &error));
    assert_done(session_step_back(session, &error));
    assert_int_equal(session_open_jumps(session, NULL, landings), 1);
    assert_done(session_undo(session, &error));
    assert_int_equal(session_open_jumps(session, NULL, NULL), 0);
    assert_true(position_same(session_position(session), &start));
    assert_refused(session_undo(session, &error), ERROR_STATE);
    assert_done(session_redo(session, &error));
    assert_done(session_redo(session, &error));
    assert_refused(session_redo(session, &error), ERROR_STATE);
    assert_int_equal(session_open_jumps(session, NULL, landings), 2);
    assert_int_equal(landings[1], E3);
    assert_done(session_step_back(session, &error));
    assert_done(session_step(session, C3, A3, &error)); /* another way, which ends there */
    assert_int_equal(table_ply(&table), 1);
    assert_int_equal(move_to(session_record(session)->plies[0].move), A3);
    table_get_up(&table);
}

static void the_rest_of_a_capture_is_one_move(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", chain);
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_done(session_step(session, A1, C3, &error));
    assert_refused(session_submit(session, move_plain(LION, D1, D2), &error), ERROR_ILLEGAL);
    play(&table, "c3e3g1");
    assert_int_equal(table_ply(&table), 1);
    assert_int_equal(move_jumps(session_record(session)->plies[0].move), 3);
    assert_done(session_undo(session, &error));
    assert_done(session_step(session, A1, C3, &error));
    play(&table, "c3c3");
    assert_int_equal(move_jumps(session_record(session)->plies[0].move), 1);
    table_get_up(&table);
}

static void a_jump_over_the_lion_ends_the_game(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", "7/2pl3/2M4/7/7/7/3L3/w/-1");
    table_sit_down(&table, &setup);
    assert_done(session_step(table.session, C5, E7, &error));
    assert_outcome(&table, RESULT_WHITE, REASON_LION);
    table_run_until_told(&table, SESSION_OVER);
    assert_refused(session_analyse(table.session, 1, 1, &error), ERROR_STATE);
    assert_done(session_analyse(table.session, 0, 1, &error));
    table_get_up(&table);
}

static void a_game_may_begin_in_a_capture(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", "2l4/5p1/7/1p1p3/2M4/7/3L3/w/42");
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_done(session_step(session, C3, C3, &error));
    assert_int_equal(table_ply(&table), 1);
    assert_done(session_undo(session, &error));
    assert_done(session_step(session, C3, E5, &error));
    assert_done(session_step_back(session, &error));
    assert_done(session_step(session, C3, E5, &error));
    assert_done(session_step(session, E5, E5, &error));
    assert_int_equal(table_ply(&table), 1);
    assert_int_equal(move_from(session_record(session)->plies[0].move), C3);
    table_get_up(&table);
}

/* ---- advice and analysis ------------------------------------------------------------------ */

/* Waits for a report, and sees what it is about. */
static const Thought *expect_thought(Table *table, ThinkingPurpose purpose, size_t ply) {
    while (!session_thought(table->session))
        uv_run(&table->loop, UV_RUN_ONCE);
    const Thought *thought = session_thought(table->session);
    const Record *record = session_record(table->session);
    assert_int_equal(thought->purpose, purpose);
    assert_int_equal(thought->ply, ply);
    if (ply != record->current)
        assert_true(position_same(&thought->position, record_position_at(record, ply)));
    else
        assert_true(position_same(&thought->position, session_position(table->session)));
    return thought;
}

static void advice_comes_in_the_background(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/negamax", "ai/random", "standard");
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_true(move_is_none(session_advice(session)));
    assert_done(session_advise(session, &error));
    assert_int_equal(session_thinking_purpose(session), THINKING_ADVICE);
    table_run_until_told(&table, SESSION_ADVICE);
    assert_int_equal(session_thinking_purpose(session), THINKING_NONE);
    assert_true(move_is_legal(session_position(session), session_advice(session)));
    assert_done(session_submit(session, session_advice(session), &error));
    assert_true(move_is_none(session_advice(session)));
    assert_refused(session_advise(session, &error), ERROR_STATE);
    table_get_up(&table);
}

static void advice_can_be_cut_short(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/negamax", "hi/negamax", chain);
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_done(session_step(session, A1, C3, &error));
    assert_done(session_advise(session, &error));
    assert_done(session_cancel(session, &error));
    table_run_until_told(&table, SESSION_ADVICE);
    assert_true(move_is_legal(session_position(session), session_advice(session)));
    table_get_up(&table);
}

static void advice_that_comes_too_late_is_dropped(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/negamax", "hi/negamax", "standard");
    table_sit_down(&table, &setup);
    assert_done(session_advise(table.session, &error));
    play(&table, "b2b3");
    table_run_on(&table);
    assert_int_equal(table.told[SESSION_ADVICE], 0);
    assert_true(move_is_none(session_advice(table.session)));
    table_get_up(&table);
}

static void analysis_runs_until_it_is_stopped(void **state) {
    (void)state;
    Table table;
    Score score;
    SessionSetup setup = setup_for("hi/negamax", "ai/random", "standard");
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_null(session_thought(session));
    assert_false(session_score_at(session, 0, &score));
    play(&table, "b2b3");
    table_run_until_ply(&table, 2);
    assert_done(session_analyse(session, 1, 1, &error));
    expect_thought(&table, THINKING_ANALYSIS, 1);
    assert_true(session_score_at(session, 1, &score));
    assert_int_equal(session_thinking_purpose(session), THINKING_ANALYSIS);
    assert_true(session_analyse_stop(session));
    assert_false(session_analyse_stop(session));
    assert_refused(session_analyse(session, 3, 1, &error), ERROR_RANGE);
    assert_done(session_analyse(session, 2, 1, &error));
    play(&table, "d2d3"); /* the computer needs the engine now */
    table_run_until_ply(&table, 4);
    assert_int_equal(session_thinking_purpose(session), THINKING_NONE);
    table_get_up(&table);
}

static void an_analysis_has_the_lines_asked_for(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/negamax", "hi/negamax", "standard");
    table_sit_down(&table, &setup);
    Session *session = table.session;
    for (int lines = MULTIPV_MAX; lines > 0; lines -= 3) {
        assert_done(session_analyse(session, 0, lines, &error));
        const Thought *thought = expect_thought(&table, THINKING_ANALYSIS, 0);
        assert_int_equal(thought->info.line_count, lines);
        for (int i = 1; i < lines; i++)
            assert_true(thought->info.lines[i - 1].score >= thought->info.lines[i].score);
    }
    play(&table, "b2b3");
    assert_done(session_analyse(session, 1, 1, &error));
    assert_int_equal(expect_thought(&table, THINKING_ANALYSIS, 1)->info.line_count, 1);
    table_get_up(&table);
}

static void what_was_thought_goes_with_its_position(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/negamax", "ai/negamax", "standard");
    table_sit_down(&table, &setup);
    Session *session = table.session;
    play(&table, "b2b3");
    table_run_until_ply(&table, 2);
    expect_thought(&table, THINKING_MOVE, 1); /* the reason for the last move */
    play(&table, "d2d3");
    assert_null(session_thought(session));
    table_run_until_ply(&table, 4);
    expect_thought(&table, THINKING_MOVE, 3);
    assert_done(session_undo(session, &error));
    assert_null(session_thought(session));
    assert_done(session_redo(session, &error));
    assert_null(session_thought(session));
    assert_done(session_advise(session, &error));
    table_run_until_told(&table, SESSION_ADVICE);
    expect_thought(&table, THINKING_ADVICE, 4);
    assert_done(session_undo(session, &error));
    assert_null(session_thought(session));
    assert_done(session_analyse(session, 4, 2, &error));
    expect_thought(&table, THINKING_ANALYSIS, 4);
    assert_done(session_analyse(session, 1, 2, &error));
    expect_thought(&table, THINKING_ANALYSIS, 1);
    assert_done(session_cut(session, 2, &error)); /* the analysis of what is still there goes on */
    expect_thought(&table, THINKING_ANALYSIS, 1);
    assert_true(session_analyse_stop(session));
    assert_null(session_thought(session));
    table_get_up(&table);
}

static void advice_goes_with_the_jumps_before_it(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/negamax", "hi/negamax", chain);
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_done(session_step(session, A1, C3, &error));
    assert_done(session_advise(session, &error));
    table_run_until_told(&table, SESSION_ADVICE);
    expect_thought(&table, THINKING_ADVICE, 0);
    assert_done(session_step_back(session, &error));
    assert_null(session_thought(session));
    assert_done(session_analyse(session, 0, 2, &error));
    expect_thought(&table, THINKING_ANALYSIS, 0);
    assert_done(session_step(session, A1, C3, &error));
    assert_done(session_analyse(session, 0, 2, &error));
    expect_thought(&table, THINKING_ANALYSIS, 0); /* in the middle of the capture */
    table_get_up(&table);
}

static void scores_are_kept_until_the_game_goes_another_way(void **state) {
    (void)state;
    Table table;
    Score score;
    SessionSetup setup = setup_for("ai/negamax", "ai/negamax", "standard");
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 5);
    assert_done(session_pause(table.session, true, &error));
    for (size_t ply = 0; ply <= 5; ply++)
        assert_true(session_score_at(table.session, ply, &score));
    assert_done(session_cut(table.session, 2, &error));
    assert_true(session_score_at(table.session, 5, &score));
    assert_done(session_single_step(table.session, &error));
    table_run_until_ply(&table, 3);
    assert_true(session_score_at(table.session, 3, &score));
    assert_false(session_score_at(table.session, 4, &score));
    table_get_up(&table);
}

/* ---- the end by word, and by the clock ---------------------------------------------------- */

static void resigning_loses_and_can_be_taken_back(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "ai/random", "standard");
    table_sit_down(&table, &setup);
    assert_refused(session_resign(table.session, BLACK, &error), ERROR_STATE);
    assert_done(session_resign(table.session, WHITE, &error));
    assert_outcome(&table, RESULT_BLACK, REASON_RESIGNED);
    table_run_until_told(&table, SESSION_OVER);
    assert_refused(session_submit_text(table.session, "b2b3", &error), ERROR_STATE);
    assert_refused(session_resign(table.session, WHITE, &error), ERROR_STATE);
    assert_refused(session_advise(table.session, &error), ERROR_STATE);
    assert_done(session_undo(table.session, &error));
    assert_outcome(&table, RESULT_OPEN, REASON_NONE);
    play(&table, "b2b3");
    table_run_until_ply(&table, 2);
    table_get_up(&table);
}

static void people_agree_to_a_draw(void **state) {
    (void)state;
    Table table;
    Color by;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_false(session_draw_offered(session, &by));
    assert_done(session_draw(session, BLACK, &error));
    assert_true(session_draw_offered(session, &by));
    assert_int_equal(by, BLACK);
    assert_refused(session_draw(session, BLACK, &error), ERROR_STATE);
    play(&table, "b2b3"); /* says no */
    assert_false(session_draw_offered(session, &by));
    assert_done(session_draw(session, BLACK, &error));
    play(&table, "b6b5"); /* one's own move leaves the offer standing */
    assert_true(session_draw_offered(session, &by));
    assert_done(session_draw(session, WHITE, &error));
    assert_outcome(&table, RESULT_DRAW, REASON_AGREED);
    table_get_up(&table);
}

/* A game from that position of at least so many plies, by chance, that goes on with White's turn.
 */
static Record *long_game(const char *fen, size_t plies) {
    SessionSetup setup = setup_for("hi/random", "hi/random", fen);
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
    SessionSetup setup = setup_for("hi/random", "ai/negamax", "standard");
    record_free(setup.record);
    setup.record = long_game(fen, plies);
    table_sit_down(&table, &setup);
    if (analysed) {
        assert_done(session_analyse(table.session, table_ply(&table), 1, &error));
        table_run_until_told(&table, SESSION_THINKING);
    }
    assert_done(session_draw(table.session, WHITE, &error));
    assert_false(session_draw_offered(table.session, &by));
    assert_outcome(&table, accepts ? RESULT_DRAW : RESULT_OPEN,
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
    Color side;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = 40};
    table_sit_down(&table, &setup);
    Session *session = table.session;
    table_run_on(&table);
    table_run_on(&table); /* longer than the clock, but the first turns are free */
    assert_false(session_clock_runs(session, &side));
    play(&table, "b2b3");
    assert_int_equal(session_clock_ms(session, WHITE), 40);
    play(&table, "b6b5");
    assert_true(session_clock_runs(session, &side));
    assert_int_equal(side, WHITE);
    table_run_until_told(&table, SESSION_OVER);
    assert_outcome(&table, RESULT_BLACK, REASON_TIME);
    assert_int_equal(session_clock_ms(session, WHITE), 0);
    assert_int_equal(session_clock_ms(session, BLACK), 40);
    assert_true(table.told[SESSION_CLOCK] > 0);
    assert_refused(session_submit_text(session, "c2c3", &error), ERROR_STATE);
    assert_done(session_undo(session, &error));
    assert_outcome(&table, RESULT_OPEN, REASON_NONE);
    table_run_until_told(&table, SESSION_OVER);
    table_get_up(&table);
}

static void a_move_after_the_fall_comes_too_late(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = 20};
    table_sit_down(&table, &setup);
    play(&table, "b2b3");
    play(&table, "b6b5");
    usleep(40000); /* the loop does not turn, so no tick has seen the fall */
    assert_refused(session_submit_text(table.session, "c2c3", &error), ERROR_STATE);
    assert_outcome(&table, RESULT_BLACK, REASON_TIME);
    table_get_up(&table);
}

static void a_move_made_in_time_counts_when_it_is_seen(void **state) {
    (void)state;
    enum { CLOCK_MS = 2000 };
    Table table;
    SessionSetup setup = setup_for("ai/negamax", "ai/negamax", "standard");
    setup.clock = (ClockSetting){.base_ms = CLOCK_MS};
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 2); /* the turns that are free */
    table_run_until_thinking(&table, THINKING_MOVE);
    usleep((CLOCK_MS + 100) * 1000); /* the move lies in the mail, and the clock has run out */
    table_run_until_ply(&table, 3);
    assert_outcome(&table, RESULT_OPEN, REASON_NONE);
    assert_true(session_record(table.session)->plies[2].clock_ms > 0);
    table_get_up(&table);
}

static void clocks_stand_with_the_game_and_go_back_with_it(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS, .increment_ms = FOREVER_MS};
    table_sit_down(&table, &setup);
    Session *session = table.session;
    assert_true(session_has_clock(session));
    play(&table, "b2b3");
    play(&table, "b6b5");
    play(&table, "d2d3");
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
    SessionSetup setup = setup_for("ai/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){0};
    setup.clock = (ClockSetting){.base_ms = 5000};
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 4); /* nothing but the clock limits these searches */
    assert_outcome(&table, RESULT_OPEN, REASON_NONE);
    assert_true(session_record(table.session)->plies[3].clock_ms < 5000);
    table_get_up(&table);
}

/* ---- files -------------------------------------------------------------------------------- */

static void a_game_is_saved_up_to_where_it_stands(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS};
    table_sit_down(&table, &setup);
    play(&table, "b2b3");
    play(&table, "b6b5");
    play(&table, "d2d3");
    assert_done(session_undo(table.session, &error));
    const char *path = scratch_path("game");
    assert_done(session_save(table.session, path, false, &error));
    assert_refused(session_save(table.session, path, false, &error), ERROR_STATE);
    Record *record = storage_load_game(path, 1, NULL);
    assert_non_null(record);
    assert_int_equal(record->count, 2);
    assert_string_equal(record_tag(record, "White"), "hi/random");
    assert_non_null(record_tag(record, "Date"));
    record_free(record);
    assert_done(session_redo(table.session, &error));
    assert_done(session_save(table.session, path, true, &error));
    record = storage_load_game(path, 1, NULL);
    assert_true(record_equal(record, session_record(table.session)));
    record_free(record);
    table_get_up(&table);
}

static void a_game_is_set_up_from_settings(void **state) {
    (void)state;
    Error error = {0};
    SessionSetup setup;
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    snprintf(settings->game, sizeof settings->game, "2l4/7/7/7/7/7/7/w/-1");
    assert_false(session_setup_from(settings, &setup, &error)); /* finished */
    assert_int_equal(error.code, ERROR_STATE);
    snprintf(settings->game, sizeof settings->game, "2l4/7/7/7/7/7/w/-1");
    assert_false(session_setup_from(settings, &setup, &error));
    snprintf(settings->load_path, sizeof settings->load_path, "%s", scratch_path("game"));
    assert_false(session_setup_from(settings, &setup, &error));
    assert_int_equal(error.code, ERROR_IO);
    scratch_write("game", "[White "
                          "\"1234567890123456789012345678901234567890123456789012345678901\xc3\xa9"
                          "\xc3\xa9\"]\n1. P-BB3 *\n");
    assert_true(session_setup_from(settings, &setup, &error));
    assert_int_equal(strlen(setup.player[WHITE].name), PLAYER_NAME_SIZE - 1);
    record_free(setup.record);
    scratch_write("game", "[White "
                          "\"23456789012345678901234567890123456789012345678901234567890123\xc3\xa9"
                          "\xc3\xa9\"]\n1. P-BB3 *\n");
    assert_true(session_setup_from(settings, &setup, &error));
    assert_int_equal(strlen(setup.player[WHITE].name), PLAYER_NAME_SIZE - 2); /* no half */
    record_free(setup.record);
    scratch_write("game", "[White \"Ada\"]\n[Black \"ai/random\"]\n\n1. P-BB3 P-BB5 *\n");
    assert_true(session_setup_from(settings, &setup, &error));
    assert_int_equal(setup.record->count, 2);
    assert_string_equal(setup.player[WHITE].name, "Ada");
    assert_string_equal(setup.player[BLACK].name, "ai/negamax");
    record_free(setup.record);
    free(settings);
}

/* ---- what is left over -------------------------------------------------------------------- */

/* A setup to go on with the game left over, which must be there. */
static SessionSetup take_up(void) {
    Error error = {0};
    Autosave *autosave;
    SessionSetup setup;
    char *text;
    size_t length;
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    settings->threads = 1;
    settings->hash_mb = 1;
    assert_true(autosave_resume(&autosave, &text, &length, &error));
    bool done = session_setup_resume(settings, autosave, text, length, &setup, &error);
    assert_string_equal(error.text, "");
    assert_true(done);
    free(text);
    free(settings);
    return setup;
}

static bool nothing_left(void) {
    Autosave *autosave;
    char *text;
    size_t length;
    return !autosave_resume(&autosave, &text, &length, NULL);
}

static void an_open_game_is_left_and_gone_on_with(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/negamax", "hi/random", chain);
    setup.autosave = true;
    setup.level = 4;
    setup.limits = (SearchLimits){.depth = 3, .movetime_ms = 1234};
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS, .increment_ms = 7000};
    snprintf(setup.player[WHITE].name, sizeof setup.player[WHITE].name, "Ada \"the\" \\ Fox");
    table_sit_down(&table, &setup);
    play(&table, "D1-D2");
    play(&table, "C7-C6");
    play(&table, "D2-D1");
    assert_done(session_undo(table.session, &error));
    assert_done(session_step(table.session, A1, C3, &error));
    int64_t left = session_clock_ms(table.session, WHITE);
    assert_true(nothing_left());
    assert_true(session_is_worth_resuming(session_record(table.session)));
    Record *before = record_clone(session_record(table.session));
    table_get_up(&table);

    setup = take_up();
    assert_true(record_equal(setup.record, before));
    record_free(before);
    assert_int_equal(setup.record->current, 2);
    assert_int_equal(setup.level, 4);
    assert_int_equal(setup.limits.depth, 3);
    assert_int_equal(setup.limits.movetime_ms, 1234);
    assert_int_equal(setup.clock.increment_ms, 7000);
    assert_int_equal(setup.player[WHITE].kind, PLAYER_HUMAN);
    assert_int_equal(setup.player[WHITE].advisor, ADVISOR_NEGAMAX);
    assert_string_equal(setup.player[WHITE].name, "Ada \"the\" \\ Fox");
    assert_int_equal(setup.player[BLACK].advisor, ADVISOR_RANDOM);
    table_sit_down(&table, &setup);
    assert_int_equal(session_open_jumps(table.session, NULL, NULL), 1);
    assert_true(session_clock_ms(table.session, WHITE) <= left);
    assert_done(session_step(table.session, C3, C3, &error));
    assert_int_equal(table_ply(&table), 3);
    assert_done(session_resign(table.session, BLACK, &error));
    table_get_up(&table);
    assert_true(nothing_left()); /* it came to its end */
    assert_int_equal(scratch_count("state/congo"), 0);
}

/* The plies in the file of the one game in the state folder. */
static size_t saved_plies(void) {
    char path[SCRATCH_PATH_SIZE] = "";
    DIR *directory = opendir(scratch_path("state/congo"));
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (strstr(entry->d_name, ".congo") && !strstr(entry->d_name, ".new"))
            snprintf(path, sizeof path, "%s/%.200s", scratch_path("state/congo"), entry->d_name);
    if (directory)
        closedir(directory);
    Record *record = storage_load_game(path, 0, NULL); /* NULL while the file is new and empty */
    size_t plies = record ? record->count : 0;
    record_free(record);
    return plies;
}

static void every_turn_comes_to_the_disk_by_itself(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("ai/random", "ai/random", "standard");
    setup.autosave = true;
    table_sit_down(&table, &setup);
    table_run_until_ply(&table, 10); /* faster than any disk */
    assert_done(session_pause(table.session, true, &error));
    size_t played = table_ply(&table);
    while (saved_plies() < played)
        table_run_on(&table);
    assert_int_equal(saved_plies(), played);
    table_get_up(&table);
    setup = take_up();
    assert_true(setup.start_paused);
    assert_int_equal(setup.player[WHITE].kind, PLAYER_COMPUTER);
    table_sit_down(&table, &setup);
    table_run_on(&table);
    assert_int_equal(table_ply(&table), played);
    assert_true(session_paused(table.session));
    table_get_up(&table);
}

static void a_game_without_a_move_leaves_nothing(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    setup.autosave = true;
    table_sit_down(&table, &setup);
    assert_done(session_autosave(table.session, &error));
    table_run_on(&table);
    table_get_up(&table);
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void two_games_have_two_files(void **state) {
    (void)state;
    Table one, two;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    setup.autosave = true;
    table_sit_down(&one, &setup);
    setup = setup_for("hi/random", "hi/random", "standard");
    setup.autosave = true;
    table_sit_down(&two, &setup);
    play(&one, "b2b3");
    play(&two, "d2d3");
    assert_done(session_autosave(one.session, &error));
    assert_done(session_autosave(two.session, &error));
    assert_int_equal(scratch_count("state/congo"), 2);
    table_get_up(&one);
    table_get_up(&two);
    assert_int_equal(scratch_count("state/congo"), 2);
}

static void a_disk_that_fails_does_not_stop_the_game(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "ai/random", "standard");
    setup.autosave = true;
    scratch_write("state", "in the way");
    table_sit_down(&table, &setup);
    play(&table, "b2b3");
    table_run_until_told(&table, SESSION_TROUBLE);
    assert_non_null(strstr(session_trouble(table.session), "state"));
    table_run_until_ply(&table, 2);
    table_run_on(&table);
    assert_int_equal(table.told[SESSION_TROUBLE], 1); /* once is enough */
    assert_refused(session_autosave(table.session, &error), ERROR_IO);
    table_get_up(&table);
}

static void broken_tags_are_refused(void **state) {
    (void)state;
    static const char *const tags[] = {
        "CongoWhite \"me\"",
        "CongoBlack \"hi/\"",
        "CongoLevel \"11\"",
        "CongoLevel \"\"",
        "CongoDepth \"-1\"",
        "CongoMoveTime \"1 2\"",
        "CongoClock \"5\"",
        "CongoClockLeft \"1 2 3\"",
        "CongoPaused \"maybe\"",
        "CongoPly \"3\"",
        "CongoCapture \"b6b5\"",
        "CongoCapture \"a1c3\"",
        "CongoLevel \"99999999999999999999\"",
    };
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    Autosave *autosave = autosave_create(NULL);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        Error error = {0};
        SessionSetup setup;
        char text[256];
        int length = snprintf(text, sizeof text, "[%s]\n\n1. P-BB3 P-BB5 *\n", tags[i]);
        assert_false(
            session_setup_resume(settings, autosave, text, (size_t)length, &setup, &error));
        assert_non_null(strstr(error.text, "Congo"));
    }
    autosave_close(autosave, true);
    free(settings);
}

/* ---- killed ------------------------------------------------------------------------------- */

typedef struct Child {
    pid_t id;
    FILE *said;
} Child;

/* Starts this program again as a player; what it says comes line by line. */
static Child start_child(const char *role) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t id = fork();
    assert_true(id >= 0);
    if (id == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(program, program, role, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    assert_non_null(said);
    return (Child){id, said};
}

static void kill_child(Child *child) {
    int status;
    assert_int_equal(kill(child->id, SIGKILL), 0);
    assert_int_equal(waitpid(child->id, &status, 0), child->id);
    assert_true(WIFSIGNALED(status));
    fclose(child->said);
}

/* Waits until a game of the state folder, not one that is being written, holds the text. */
static void wait_for_saved(const char *wanted) {
    for (bool found = false; !found; usleep(1000)) {
        DIR *directory = opendir(scratch_path("state/congo"));
        if (!directory)
            continue;
        for (struct dirent *entry; (entry = readdir(directory));) {
            char name[SCRATCH_PATH_SIZE / 2];
            size_t length;
            if (!strstr(entry->d_name, ".congo") || strstr(entry->d_name, ".new"))
                continue;
            snprintf(name, sizeof name, "state/congo/%.300s", entry->d_name);
            char *text = storage_read(scratch_path(name), &length, NULL);
            found = found || (text && strstr(text, wanted));
            free(text);
        }
        closedir(directory);
    }
}

static void say_moves(void *context, Session *session, SessionEvent event) {
    size_t *said = context;
    char text[COORDINATE_SIZE];
    const Record *record = session_record(session);
    for (; event == SESSION_POSITION && *said < record->current; ++*said) {
        coordinate_write(record->plies[*said].move, text);
        printf("%s\n", text);
    }
    fflush(stdout);
}

/* The child that plays against itself, as fast as it can, and says every move. */
static int child_watch(void) {
    uv_loop_t loop;
    size_t said = 0;
    SessionSetup setup = setup_for("ai/random", "ai/random", "standard");
    setup.autosave = true;
    uv_loop_init(&loop);
    session_create(&loop, &setup, say_moves, &said, NULL);
    return uv_run(&loop, UV_RUN_DEFAULT);
}

static void ignore_event(void *context, Session *session, SessionEvent event) {
    (void)context;
    (void)session;
    (void)event;
}

/* The child that makes moves as a person does, and leaves a capture open. */
static int child_capture(void) {
    uv_loop_t loop;
    SessionSetup setup = setup_for("hi/random", "hi/random", chain);
    setup.autosave = true;
    uv_loop_init(&loop);
    Session *session = session_create(&loop, &setup, ignore_event, NULL, NULL);
    session_submit_text(session, "D1-D2", NULL);
    session_submit_text(session, "C7-C6", NULL);
    session_step(session, A1, C3, NULL);
    session_step(session, C3, E3, NULL);
    return uv_run(&loop, UV_RUN_DEFAULT);
}

static void a_killed_game_of_people_goes_on_where_it_was(void **state) {
    (void)state;
    Table table;
    Child child = start_child("capture");
    wait_for_saved("a1c3e3");
    assert_true(nothing_left()); /* it is being played */
    kill_child(&child);
    SessionSetup setup = take_up();
    assert_int_equal(setup.record->count, 2);
    table_sit_down(&table, &setup);
    assert_int_equal(session_open_jumps(table.session, NULL, NULL), 2);
    assert_done(session_step_back(table.session, &error));
    assert_done(session_step(table.session, C3, A3, &error));
    assert_int_equal(table_ply(&table), 3);
    table_get_up(&table);
}

static void what_is_left_is_what_was_played(void **state) {
    (void)state;
    for (int round = 0; round < 5; round++) {
        char line[COORDINATE_SIZE + 2], text[COORDINATE_SIZE + 2];
        Child child = start_child("watch");
        wait_for_saved("1. ");
        kill(child.id, SIGKILL);
        int status;
        assert_int_equal(waitpid(child.id, &status, 0), child.id);
        SessionSetup setup = take_up();
        assert_true(setup.record->count > 0);
        for (size_t i = 0; i < setup.record->count && fgets(line, sizeof line, child.said); i++) {
            size_t length = coordinate_write(setup.record->plies[i].move, text);
            snprintf(text + length, sizeof text - length, "\n");
            assert_string_equal(line, text);
        }
        fclose(child.said);
        autosave_close(setup.resumed, true);
        record_free(setup.record);
    }
}

/* ---- the end of a session ----------------------------------------------------------------- */

static void a_session_ends_while_it_thinks(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("ai/negamax", "ai/negamax", "standard");
    setup.limits = (SearchLimits){.movetime_ms = FOREVER_MS};
    setup.autosave = true;
    table_sit_down(&table, &setup);
    table_run_until_thinking(&table, THINKING_MOVE);
    table_get_up(&table);
    setup = setup_for("hi/negamax", "hi/negamax", "standard");
    setup.autosave = true;
    table_sit_down(&table, &setup);
    play(&table, "b2b3");
    assert_done(session_analyse(table.session, 1, 1, &error));
    table_get_up(&table); /* with a writing that may not have begun */
    setup = take_up();
    assert_int_equal(setup.record->count, 1);
    autosave_close(setup.resumed, true);
    record_free(setup.record);
}

static void a_session_that_cannot_be_made_keeps_nothing(void **state) {
    (void)state;
    Error error = {0};
    uv_loop_t loop;
    SessionSetup setup = setup_for("hi/random", "hi/random", "standard");
    setup.hash_mb = HASH_MB_MAX + 1;
    setup.resumed = autosave_create(&error);
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_null(session_create(&loop, &setup, NULL, NULL, &error));
    assert_true(error.text[0] != '\0');
    assert_int_equal(uv_loop_close(&loop), 0);
    assert_true(nothing_left()); /* the file is free again, and as empty as it was */
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void the_setup_serves_for_a_new_game(void **state) {
    (void)state;
    Table table;
    Position start;
    SessionSetup setup = setup_for("hi/negamax", "ai/random", "standard");
    table_sit_down(&table, &setup);
    session_get_setup(table.session, &setup);
    assert_null(setup.record);
    assert_int_equal(setup.player[BLACK].kind, PLAYER_COMPUTER);
    table_get_up(&table);
    position_start(&start, variant_find("islands"));
    setup.record = record_create(&start);
    setup.player[BLACK].name[0] = '\0';
    table_sit_down(&table, &setup);
    assert_string_equal(session_record(table.session)->variant.name, "islands");
    assert_string_equal(session_player(table.session, BLACK)->name, "ai/random");
    table_get_up(&table);
}

static void a_finished_game_can_be_looked_at(void **state) {
    (void)state;
    Table table;
    SessionSetup setup = setup_for("hi/random", "ai/random", "standard");
    assert_true(record_declare(setup.record, (Outcome){RESULT_WHITE, REASON_RESIGNED}, NULL));
    table_sit_down(&table, &setup);
    table_run_on(&table);
    assert_int_equal(table.told[SESSION_OVER], 0);
    assert_false(session_awaits_human(table.session));
    assert_done(session_analyse(table.session, 0, 1, &error));
    table_run_until_told(&table, SESSION_THINKING);
    table_get_up(&table);
}

#define in_scratch(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_plays_every_variant_to_its_end),
        cmocka_unit_test(negamax_plays_to_the_end),
        cmocka_unit_test(a_move_is_told_and_then_answered),
        cmocka_unit_test(what_is_not_legal_changes_nothing),
        cmocka_unit_test(two_people_move_in_turn),
        cmocka_unit_test(undo_goes_to_ones_own_turn),
        cmocka_unit_test(undo_stops_a_computer_that_thinks),
        cmocka_unit_test(a_person_who_plays_second_has_no_first_turn),
        cmocka_unit_test(computers_are_paused_and_stepped),
        cmocka_unit_test(pausing_stops_the_thinking),
        cmocka_unit_test(two_computers_keep_a_pace),
        cmocka_unit_test(a_short_pace_passes),
        cmocka_unit_test(a_person_waits_for_no_pace),
        cmocka_unit_test(undo_pauses_two_computers),
        cmocka_unit_test(nothing_moves_while_suspended),
        cmocka_unit_test(a_capture_is_made_jump_by_jump),
        cmocka_unit_test(a_capture_is_stopped),
        cmocka_unit_test(jumps_are_taken_back_and_made_again),
        cmocka_unit_test(the_rest_of_a_capture_is_one_move),
        cmocka_unit_test(a_jump_over_the_lion_ends_the_game),
        cmocka_unit_test(a_game_may_begin_in_a_capture),
        cmocka_unit_test(advice_comes_in_the_background),
        cmocka_unit_test(advice_can_be_cut_short),
        cmocka_unit_test(advice_that_comes_too_late_is_dropped),
        cmocka_unit_test(analysis_runs_until_it_is_stopped),
        cmocka_unit_test(an_analysis_has_the_lines_asked_for),
        cmocka_unit_test(what_was_thought_goes_with_its_position),
        cmocka_unit_test(advice_goes_with_the_jumps_before_it),
        cmocka_unit_test(scores_are_kept_until_the_game_goes_another_way),
        cmocka_unit_test(resigning_loses_and_can_be_taken_back),
        cmocka_unit_test(people_agree_to_a_draw),
        cmocka_unit_test(a_computer_that_is_behind_accepts_a_draw),
        cmocka_unit_test(the_flag_falls),
        cmocka_unit_test(a_move_after_the_fall_comes_too_late),
        cmocka_unit_test(a_move_made_in_time_counts_when_it_is_seen),
        cmocka_unit_test(clocks_stand_with_the_game_and_go_back_with_it),
        cmocka_unit_test(a_computer_minds_its_clock),
        in_scratch(a_game_is_saved_up_to_where_it_stands),
        in_scratch(a_game_is_set_up_from_settings),
        in_scratch(an_open_game_is_left_and_gone_on_with),
        in_scratch(every_turn_comes_to_the_disk_by_itself),
        in_scratch(a_game_without_a_move_leaves_nothing),
        in_scratch(two_games_have_two_files),
        in_scratch(a_disk_that_fails_does_not_stop_the_game),
        in_scratch(broken_tags_are_refused),
        in_scratch(a_killed_game_of_people_goes_on_where_it_was),
        in_scratch(what_is_left_is_what_was_played),
        in_scratch(a_session_ends_while_it_thinks),
        in_scratch(a_session_that_cannot_be_made_keeps_nothing),
        cmocka_unit_test(the_setup_serves_for_a_new_game),
        cmocka_unit_test(a_finished_game_can_be_looked_at),
    };
    alarm(HANG_SECONDS); /* what waits for ever is a failure, not a hang */
    program = arguments[0];
    if (count == 2 && strcmp(arguments[1], "watch") == 0)
        return child_watch();
    if (count == 2 && strcmp(arguments[1], "capture") == 0)
        return child_capture();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
