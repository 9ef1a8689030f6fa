/* Work in the background that is no longer wanted does not take the screen. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "../support/fake_terminal.h"
#include "../support/session_fixture.h"
#include "tui/app_game.h"
#include "tui/feature.h"
#include "tui/learn/training_screen.h"
#include "tui/online/connect_dialog.h"

static App app;

/* In place of those of network_open.c: nothing answers. */
static char opened[2];
static int open_count;
static const void *cancelled;

Network *__wrap_network_open(uv_loop_t *loop, const Settings *settings,
                             const NetworkOptions *options, NetworkOpenListener *listener,
                             void *context);
void __wrap_network_cancel(Network *network);

Network *__wrap_network_open(uv_loop_t *loop, const Settings *settings,
                             const NetworkOptions *options, NetworkOpenListener *listener,
                             void *context) {
    (void)loop, (void)settings, (void)options, (void)listener, (void)context;
    return (Network *)&opened[open_count++];
}

void __wrap_network_cancel(Network *network) {
    cancelled = network;
}

static void start_game(void) {
    SessionSetup setup = fixture_setup("hi/negamax", "hi/negamax", "standard");
    assert_done(app_start_game(&app, &setup, &error));
}

static void nothing(uv_work_t *work) {
    (void)work;
}

static void set_flag(uv_work_t *work, int status) {
    *(bool *)work->data = status == 0;
}

/* Runs the loop until the only thread of the pool has done what it was given before. */
static void finish_jobs(void) {
    bool done = false;
    uv_work_t work = {.data = &done};
    assert_int_equal(uv_queue_work(&app.loop, &work, nothing, set_flag), 0);
    while (!done)
        uv_run(&app.loop, UV_RUN_ONCE);
}

static int begin(void **state) {
    (void)state;
    app = (App){0};
    fake_terminal_open("xterm-256color", "C.UTF-8", 60, 200, COLORS_AUTO);
    features_create(&app, features);
    settings_default(&app.settings);
    uv_loop_init(&app.loop);
    start_game();
    return 0;
}

static int end(void **state) {
    (void)state;
    session_free(app.session, NULL, NULL);
    layers_clear(&app.layers);
    uv_run(&app.loop, UV_RUN_DEFAULT);
    features_free(&app);
    fake_terminal_close();
    return uv_loop_close(&app.loop);
}

/* There are no solved endings here, so a search that counts says why it failed. */
static void a_search_for_a_training_ends_with_its_game(void **state) {
    (void)state;
    const FeatureCommand *train = training_feature.commands;
    assert_done(train->run(&app, "Lz_l", &error));
    finish_jobs();
    assert_string_not_equal(app.message, "");
    assert_done(train->run(&app, "Lz_l", &error));
    start_game();
    assert_string_equal(app.message, "");
    finish_jobs();
    assert_string_equal(app.message, "");
    assert_null(layers_top(&app.layers));
}

static void one_dialog_connects_at_a_time(void **state) {
    (void)state;
    const NetworkOptions options = {.servers = {.count = 1, .servers = {{.host = "localhost"}}}};
    connect_dialog_open(&app, &options);
    connect_dialog_open(&app, &options);
    assert_ptr_equal(cancelled, &opened[0]);
    layers_free_closed(&app.layers);
    assert_true(layers_key(&app.layers, K_ESCAPE));
    assert_ptr_equal(cancelled, &opened[0]); /* until the dialog is freed */
    layers_free_closed(&app.layers);
    assert_ptr_equal(cancelled, &opened[1]);
    assert_null(layers_top(&app.layers));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_search_for_a_training_ends_with_its_game, begin, end),
        cmocka_unit_test_setup_teardown(one_dialog_connects_at_a_time, begin, end),
    };
    setenv("UV_THREADPOOL_SIZE", "1", 1);
    setenv("CONGO_ENDINGS", "/nonexistent", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
