#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "table.h"

enum { HANG_SECONDS = 600 };

static void on_event(void *context, Session *session, SessionEvent event) {
    Table *table = context;
    table->told[event]++;
    (void)session;
    if (event == SESSION_POSITION)
        table->unpainted = true;
}

static void on_painting(uv_prepare_t *painter) {
    Table *table = painter->data;
    if (table->unpainted && session_thinking_purpose(table->session) == THINKING_MOVE)
        table->ran_ahead = true;
    table->unpainted = false;
}

static void on_freed(void *context) {
    Table *table = context;
    table->freed = true;
}

void table_sit_down(Table *table, const SessionSetup *setup) {
    Error error = {0};
    *table = (Table){0};
    alarm(HANG_SECONDS);
    assert_int_equal(uv_loop_init(&table->loop), 0);
    table->session = session_create(&table->loop, setup, on_event, table, &error);
    assert_string_equal(error.text, "");
    assert_non_null(table->session);
    uv_prepare_init(&table->loop, &table->painter);
    uv_prepare_start(&table->painter, on_painting);
    table->painter.data = table;
}

void table_get_up(Table *table) {
    session_free(table->session, on_freed, table);
    uv_close((uv_handle_t *)&table->painter, NULL);
    uv_run(&table->loop, UV_RUN_DEFAULT);
    assert_true(table->freed);
    assert_false(table->ran_ahead);
    assert_int_equal(uv_loop_close(&table->loop), 0);
}

size_t table_ply(const Table *table) {
    return session_record(table->session)->current;
}

void table_run_until_told(Table *table, SessionEvent event) {
    for (int before = table->told[event]; table->told[event] == before;)
        uv_run(&table->loop, UV_RUN_ONCE);
}

void table_run_until_ply(Table *table, size_t ply) {
    while (table_ply(table) < ply)
        uv_run(&table->loop, UV_RUN_ONCE);
}

void table_run_until_thinking(Table *table, ThinkingPurpose purpose) {
    while (session_thinking_purpose(table->session) != purpose)
        uv_run(&table->loop, UV_RUN_ONCE);
}

void table_run_dry(Table *table) {
    while (uv_run(&table->loop, UV_RUN_NOWAIT) && uv_backend_timeout(&table->loop) == 0)
        ;
}

static void close_timer(uv_timer_t *timer) {
    uv_close((uv_handle_t *)timer, NULL);
}

void table_run_on(Table *table) {
    uv_timer_t timer;
    uv_timer_init(&table->loop, &timer);
    uv_timer_start(&timer, close_timer, 30, 0);
    while (uv_is_active((uv_handle_t *)&timer))
        uv_run(&table->loop, UV_RUN_ONCE);
    uv_run(&table->loop, UV_RUN_NOWAIT);
}

SessionSetup table_setup(const char *white, const char *black, const char *game) {
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
    settings->seed = 1; /* the same chance in every run: no game is over before its test is */
    bool done = session_setup_from(settings, &setup, &error);
    free(settings);
    assert_string_equal(error.text, "");
    assert_true(done);
    setup.autosave = false;
    return setup;
}

void table_play(Table *table, const char *text) {
    Error error = {0};
    bool done = session_submit_text(table->session, text, &error);
    assert_string_equal(error.text, "");
    assert_true(done);
}

void table_expect_refusal(bool done, const Error *error, ErrorCode code) {
    assert_false(done);
    assert_int_equal(error->code, code);
    assert_true(error->text[0] != '\0');
}

void table_expect_outcome(const Table *table, Result result, Reason reason) {
    Outcome outcome = session_outcome(table->session);
    assert_int_equal(outcome.result, result);
    assert_int_equal(outcome.reason, reason);
}

SessionSetup table_take_up(void) {
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

bool table_nothing_left(void) {
    Autosave *autosave;
    char *text;
    size_t length;
    return !autosave_resume(&autosave, &text, &length, NULL);
}
