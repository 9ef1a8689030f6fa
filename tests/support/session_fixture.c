#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "session_fixture.h"
#include "unfinished_game.h"

enum { HANG_SECONDS = 600 };

static void on_event(void *context, Session *session, SessionEvent event) {
    SessionFixture *fixture = context;
    fixture->event_counts[event]++;
    (void)session;
    if (event == SESSION_POSITION)
        fixture->pending_repaint = true;
}

static void on_painting(uv_prepare_t *paint) {
    SessionFixture *fixture = paint->data;
    if (fixture->pending_repaint && session_thinking_purpose(fixture->session) == THINKING_MOVE)
        fixture->ran_ahead = true;
    fixture->pending_repaint = false;
}

static void on_freed(void *context) {
    SessionFixture *fixture = context;
    fixture->freed = true;
}

void fixture_start(SessionFixture *fixture, const SessionSetup *setup) {
    Error error = {0};
    *fixture = (SessionFixture){0};
    alarm(HANG_SECONDS);
    assert_int_equal(uv_loop_init(&fixture->loop), 0);
    fixture->session = session_create(&fixture->loop, setup, on_event, fixture, &error);
    assert_string_equal(error.text, "");
    assert_non_null(fixture->session);
    uv_prepare_init(&fixture->loop, &fixture->paint);
    uv_prepare_start(&fixture->paint, on_painting);
    fixture->paint.data = fixture;
}

void fixture_stop(SessionFixture *fixture) {
    session_free(fixture->session, on_freed, fixture);
    uv_close((uv_handle_t *)&fixture->paint, NULL);
    uv_run(&fixture->loop, UV_RUN_DEFAULT);
    assert_true(fixture->freed);
    assert_false(fixture->ran_ahead);
    assert_int_equal(uv_loop_close(&fixture->loop), 0);
}

size_t fixture_ply(const SessionFixture *fixture) {
    return session_record(fixture->session)->current;
}

void fixture_run_until_event(SessionFixture *fixture, SessionEvent event) {
    for (int before = fixture->event_counts[event]; fixture->event_counts[event] == before;)
        uv_run(&fixture->loop, UV_RUN_ONCE);
}

void fixture_run_until_ply(SessionFixture *fixture, size_t ply) {
    while (fixture_ply(fixture) < ply)
        uv_run(&fixture->loop, UV_RUN_ONCE);
}

void fixture_run_until_thinking(SessionFixture *fixture, ThinkingPurpose purpose) {
    while (session_thinking_purpose(fixture->session) != purpose)
        uv_run(&fixture->loop, UV_RUN_ONCE);
}

void fixture_run_until_idle(SessionFixture *fixture) {
    while (uv_run(&fixture->loop, UV_RUN_NOWAIT) && uv_backend_timeout(&fixture->loop) == 0)
        ;
}

static void close_timer(uv_timer_t *timer) {
    uv_close((uv_handle_t *)timer, NULL);
}

void fixture_run_a_while(SessionFixture *fixture) {
    uv_timer_t timer;
    uv_timer_init(&fixture->loop, &timer);
    uv_timer_start(&timer, close_timer, 30, 0);
    while (uv_is_active((uv_handle_t *)&timer))
        uv_run(&fixture->loop, UV_RUN_ONCE);
    uv_run(&fixture->loop, UV_RUN_NOWAIT);
}

SessionSetup fixture_setup(const char *white, const char *black, const char *game) {
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
    settings->seed = 1; /* reproducible: no game is over before its test */
    bool done = session_setup_from_settings(settings, &setup, &error);
    free(settings);
    assert_string_equal(error.text, "");
    assert_true(done);
    setup.autosave = false;
    return setup;
}

void fixture_play(SessionFixture *fixture, const char *text) {
    Error error = {0};
    bool done = session_submit_text(fixture->session, text, notation_congo, &error);
    assert_string_equal(error.text, "");
    assert_true(done);
}

void fixture_expect_error(bool done, const Error *error, ErrorCode code) {
    assert_false(done);
    assert_int_equal(error->code, code);
    assert_true(error->text[0] != '\0');
}

void fixture_expect_outcome(const SessionFixture *fixture, Result result, Reason reason) {
    Outcome outcome = session_outcome(fixture->session);
    assert_int_equal(outcome.result, result);
    assert_int_equal(outcome.reason, reason);
}

SessionSetup fixture_setup_resumed(void) {
    Error error = {0};
    UnfinishedGame game;
    SessionSetup setup;
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    settings->threads = 1;
    settings->hash_mb = 1;
    assert_true(find_unfinished_game(&game, &error));
    bool done =
        session_setup_resume(settings, game.autosave, game.text, game.length, &setup, &error);
    assert_string_equal(error.text, "");
    assert_true(done);
    game.autosave = NULL;
    autosave_release_unfinished(&game);
    free(settings);
    return setup;
}

bool fixture_no_unfinished_game(void) {
    UnfinishedGame game;
    return !find_unfinished_game(&game, NULL);
}
