/* The full-screen program from start to end, and its event loop: input, signals, timers, and one
 * repaint per iteration. */
#ifndef TUI_APP_LOOP_H
#define TUI_APP_LOOP_H

#include "term/input.h"
#include "tui/app.h"

/*
 * Runs the full screen until the user quits; owns the event loop, the terminal and the session.
 * Returns false with an error, and the terminal restored, if the settings, the terminal or the
 * first game cannot be used. HUP, INT and TERM end the process by that signal, with the game saved
 * and the terminal restored. `list` is `features` of feature.h; `observer` may be NULL.
 */
bool app_run(const Settings *settings, const struct Feature *const *list,
             const InputObserver *observer, Error *error);
/* Ends the program; app_run() returns. */
void app_quit(App *app);

/* Starts the game that the settings name, or shows what a feature has instead. */
void app_start_first_game(App *app);
/* Starts a game of the last kind, unless a feature shows something else. */
void app_start_new_game(App *app);

/* Handles input of the terminal or of the observer. */
void app_loop_on_input(App *app, const InputEvent *input);
/* Redraws the screen once a second as long as something on it depends on the time. */
void app_loop_start_tick(App *app);

#endif
