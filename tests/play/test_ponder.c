/* Pondering. The linker puts the two functions below between the session and the engine, to count
 * the searches. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "play/session.h"
#include "rules/movegen.h"
#include "../support/session_fixture.h"

enum { FOREVER_MS = 100000000 };

/* ---- calls of the engine ---- */

static struct {
    int starts;
    int hits;
    SearchLimits limits; /* of the last search */
    Position position;
} engine_calls;

bool __real_engine_start(Engine *engine, const SearchRequest *request, SearchReport *report,
                         void *context, Error *error);
bool __wrap_engine_start(Engine *engine, const SearchRequest *request, SearchReport *report,
                         void *context, Error *error);
void __real_engine_ponder_hit(Engine *engine);
void __wrap_engine_ponder_hit(Engine *engine);

bool __wrap_engine_start(Engine *engine, const SearchRequest *request, SearchReport *report,
                         void *context, Error *error) {
    engine_calls.starts++;
    engine_calls.limits = request->limits;
    engine_calls.position = request->positions[request->position_count - 1];
    return __real_engine_start(engine, request, report, context, error);
}

void __wrap_engine_ponder_hit(Engine *engine) {
    engine_calls.hits++;
    __real_engine_ponder_hit(engine);
}

/* ---- the session ---- */

/* White is a person, Black a computer with enough time to find an expected reply. */
static SessionSetup make_setup(bool ponder) {
    Error error = {0};
    SessionSetup setup;
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    assert_false(settings->ponder);
    assert_true(!ponder || settings_set(settings, "ponder", "on", &error));
    settings->movetime_ms = 0;
    settings->depth = 5;
    settings->threads = 1;
    settings->hash_mb = 1;
    settings->seed = 1;
    assert_true(session_setup_from_settings(settings, &setup, &error));
    free(settings);
    setup.autosave = false;
    return setup;
}

static void start_session(SessionFixture *fixture, const SessionSetup *setup) {
    engine_calls.starts = engine_calls.hits = 0;
    fixture_start(fixture, setup);
}

/* Lets the computer move, which then expects a reply. */
static void run_computer_move(SessionFixture *fixture) {
    size_t ply = fixture_ply(fixture);
    fixture_run_until_ply(fixture, ply + 1);
    const SearchSnapshot *latest = session_search_snapshot(fixture->session);
    assert_non_null(latest);
    assert_int_equal(latest->purpose, THINKING_MOVE);
    assert_int_equal(latest->ply, ply);
}

/* Plays the first two moves. White is to move again. */
static void play_first_moves(SessionFixture *fixture, bool ponder) {
    SessionSetup setup = make_setup(ponder);
    start_session(fixture, &setup);
    assert_done(session_submit_text(fixture->session, "b2b3", notation_congo, &error));
    run_computer_move(fixture);
    if (ponder)
        fixture_run_until_thinking(fixture, THINKING_PONDER);
}

/* Returns White's expected move from the report on the computer's move. */
static Move expected_move(const SessionFixture *fixture) {
    const SearchSnapshot *latest = session_search_snapshot(fixture->session);
    assert_non_null(latest);
    assert_true(latest->info.lines[0].length > 1);
    return latest->info.lines[0].pv[1];
}

static Move other_move(const SessionFixture *fixture, Move move) {
    const Position *position = session_position(fixture->session);
    Move quiet[] = {move_plain(PAWN, D2, D3), move_plain(PAWN, F2, F3)};
    for (int i = 0; i < 2; i++)
        if (move_is_legal(position, quiet[i]) && !move_equal(quiet[i], move))
            return quiet[i];
    fail_msg("neither pawn can move");
    return MOVE_NONE;
}

/* ---- the tests ---- */

static void pondering_is_off_by_default(void **state) {
    (void)state;
    SessionFixture fixture;
    play_first_moves(&fixture, false);
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    assert_int_equal(engine_calls.starts, 1);
    fixture_stop(&fixture);
}

static void the_expected_move_continues_the_search(void **state) {
    (void)state;
    SessionFixture fixture;
    play_first_moves(&fixture, true);
    assert_int_equal(engine_calls.starts, 2);
    assert_true(engine_calls.limits.ponder);
    assert_done(session_submit(fixture.session, expected_move(&fixture), &error));
    assert_true(position_same(&engine_calls.position, session_position(fixture.session)));
    run_computer_move(&fixture);
    assert_int_equal(engine_calls.hits, 1);
    fixture_run_until_thinking(&fixture, THINKING_PONDER);
    assert_int_equal(engine_calls.starts, 3); /* for the next ply */
    assert_int_equal(fixture_ply(&fixture), 4);
    fixture_stop(&fixture);
}

static void another_move_needs_another_search(void **state) {
    (void)state;
    SessionFixture fixture;
    play_first_moves(&fixture, true);
    assert_done(
        session_submit(fixture.session, other_move(&fixture, expected_move(&fixture)), &error));
    run_computer_move(&fixture);
    assert_int_equal(engine_calls.hits, 0);
    assert_int_equal(fixture_ply(&fixture), 4);
    fixture_stop(&fixture);
}

static void pondering_is_not_reported(void **state) {
    (void)state;
    SessionFixture fixture;
    Score score;
    play_first_moves(&fixture, true);
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_PONDER);
    assert_int_equal(session_search_snapshot(fixture.session)->ply, 1); /* of the computer's move */
    assert_false(session_score_at(fixture.session, 3, &score));
    assert_false(session_stop_search(fixture.session, NULL));
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_PONDER);
    fixture_stop(&fixture);
}

static void advice_and_analysis_end_pondering(void **state) {
    (void)state;
    SessionFixture fixture;
    play_first_moves(&fixture, true);
    assert_done(session_start_advice(fixture.session, &error));
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_ADVICE);
    assert_done(session_stop_search(fixture.session, &error));
    while (fixture.event_counts[SESSION_ADVICE] == 0)
        uv_run(&fixture.loop, UV_RUN_ONCE);
    fixture_run_until_thinking(&fixture, THINKING_PONDER);
    assert_int_equal(session_search_snapshot(fixture.session)->purpose, THINKING_ADVICE);
    assert_done(session_start_analysis(fixture.session, 0, 2, &error));
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_ANALYSIS);
    assert_true(session_stop_analysis(fixture.session));
    fixture_run_until_thinking(&fixture, THINKING_PONDER);
    fixture_stop(&fixture);
}

static void undo_ends_pondering_and_redo_restarts_it(void **state) {
    (void)state;
    SessionFixture fixture;
    play_first_moves(&fixture, true);
    Move expected = expected_move(&fixture);
    assert_done(session_undo(fixture.session, &error));
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    assert_done(session_redo(fixture.session, &error));
    while (engine_calls.starts < 3) /* the previous search must end first */
        uv_run(&fixture.loop, UV_RUN_ONCE);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_PONDER);
    assert_done(session_submit(fixture.session, expected, &error));
    run_computer_move(&fixture);
    assert_int_equal(engine_calls.hits, 1);
    fixture_stop(&fixture);
}

static void pondering_ends_with_the_game(void **state) {
    (void)state;
    SessionFixture fixture;
    play_first_moves(&fixture, true);
    assert_done(session_resign(fixture.session, WHITE, &error));
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    assert_done(session_undo(fixture.session, &error)); /* the resignation */
    fixture_run_until_thinking(&fixture, THINKING_PONDER);
    fixture_stop(&fixture);
}

static void pondering_stops_with_the_program(void **state) {
    (void)state;
    SessionFixture fixture;
    play_first_moves(&fixture, true);
    session_suspend(fixture.session, true);
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    session_suspend(fixture.session, false);
    fixture_run_until_thinking(&fixture, THINKING_PONDER);
    fixture_stop(&fixture);
}

/* A pondering search at its depth limit waits for the move and then replies at once. */
static void a_weak_level_waits_for_the_move(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = make_setup(true);
    setup.player[BLACK].level = 7;
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS};
    start_session(&fixture, &setup);
    assert_done(session_submit_text(fixture.session, "b2b3", notation_congo, &error));
    fixture_run_until_thinking(&fixture, THINKING_PONDER);
    assert_true(engine_calls.limits.clock_ms[BLACK] > 0);
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_PONDER);
    assert_int_equal(fixture_ply(&fixture), 2);
    assert_done(session_submit(fixture.session, expected_move(&fixture), &error));
    fixture_run_until_ply(&fixture, 4);
    assert_int_equal(engine_calls.hits, 1);
    fixture_stop(&fixture);
}

static void random_players_do_not_ponder(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = make_setup(true);
    setup.player[BLACK].advisor = ADVISOR_RANDOM;
    start_session(&fixture, &setup);
    assert_done(session_submit_text(fixture.session, "b2b3", notation_congo, &error));
    fixture_run_until_ply(&fixture, 2);
    fixture_run_a_while(&fixture);
    assert_int_equal(session_thinking_purpose(fixture.session), THINKING_NONE);
    assert_int_equal(engine_calls.starts, 1);
    fixture_stop(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pondering_is_off_by_default),
        cmocka_unit_test(the_expected_move_continues_the_search),
        cmocka_unit_test(another_move_needs_another_search),
        cmocka_unit_test(pondering_is_not_reported),
        cmocka_unit_test(advice_and_analysis_end_pondering),
        cmocka_unit_test(undo_ends_pondering_and_redo_restarts_it),
        cmocka_unit_test(pondering_ends_with_the_game),
        cmocka_unit_test(pondering_stops_with_the_program),
        cmocka_unit_test(a_weak_level_waits_for_the_move),
        cmocka_unit_test(random_players_do_not_ponder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
