/* The event loop of the full screen: input, signals, timers, and one repaint per iteration. */
#ifndef TUI_APP_LOOP_H
#define TUI_APP_LOOP_H

#include "term/input.h"
#include "tui/app.h"

/* Opens the handles of the loop and starts to handle signals. Must be called before the terminal is
 * opened: curses installs unsafe handlers of its own for signals without one. */
void app_loop_start(App *app);
/* Starts to read the open terminal and to paint. */
bool app_loop_watch_terminal(App *app, Error *error);
/* Handles what has come from the terminal. Called before the loop runs, so that the first frame
 * follows the terminal's reply. */
void app_loop_read_input(App *app);
/* Stops reading. Must be called before the terminal is closed: its descriptor may be reused. */
void app_loop_unwatch_terminal(App *app);
/* Closes all handles, so that uv_run() returns. */
void app_loop_stop(App *app);

/* Handles input of the terminal or of the observer. */
void app_loop_on_input(App *app, const InputEvent *input);
/* Redraws the screen once a second as long as something on it depends on the time. */
void app_loop_start_tick(App *app);

#endif
