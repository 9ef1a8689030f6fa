/* Running libuv loops in tests, so that a test that fails ends. */
#ifndef TESTS_SUPPORT_LOOP_HELPER_H
#define TESTS_SUPPORT_LOOP_HELPER_H

#include <stdbool.h>
#include <uv.h>

/* Runs the loop until the condition holds. Returns false if it does not hold after two minutes. */
bool loop_run_until(uv_loop_t *loop, bool (*is_so)(void *context), void *context);

/* Runs the loop, whose handles are being closed, until none is left, and closes it. A test that
 * failed may have left anything: after two minutes prints the handles that are still open, and
 * returns an error. */
int loop_finish(uv_loop_t *loop);

#endif
