#include <config.h>

#include "loop_helper.h"

#include <stdio.h>

enum { LIMIT_MS = 120000 };

/* Static, because an assertion that fails in a condition leaves it running. */
static struct {
    uv_timer_t timer;
    bool running;
    bool passed;
} limit;

static void on_limit(uv_timer_t *timer) {
    limit.passed = true;
    uv_stop(timer->loop);
}

static void limit_stop(uv_loop_t *loop) {
    if (!limit.running)
        return;
    limit.running = false;
    uv_close((uv_handle_t *)&limit.timer, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
}

static void limit_start(uv_loop_t *loop) {
    limit_stop(loop);
    limit.running = true;
    limit.passed = false;
    uv_timer_init(loop, &limit.timer);
    uv_timer_start(&limit.timer, on_limit, LIMIT_MS, 0);
}

bool loop_run_until(uv_loop_t *loop, bool (*is_so)(void *context), void *context) {
    bool reached;
    limit_start(loop);
    while (!(reached = is_so(context)) && !limit.passed)
        uv_run(loop, UV_RUN_ONCE);
    limit_stop(loop);
    return reached;
}

static void print_open(uv_handle_t *handle, void *context) {
    (void)context;
    if (!uv_is_closing(handle))
        fprintf(stderr, "a handle is still open: %s\n",
                uv_handle_type_name(uv_handle_get_type(handle)));
}

int loop_finish(uv_loop_t *loop) {
    limit_start(loop);
    uv_unref((uv_handle_t *)&limit.timer);
    uv_run(loop, UV_RUN_DEFAULT);
    limit_stop(loop);
    uv_walk(loop, print_open, NULL);
    return uv_loop_close(loop);
}
