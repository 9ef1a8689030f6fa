/*
 * A script that is being played: presses its keys one after the other, waits for what it waits for,
 * and compares its screens. At its end, and at the first thing that is not as expected, the program
 * is left; while it lasts, the keyboard does nothing.
 */
#ifndef TUI_REPLAY_H
#define TUI_REPLAY_H

#include "config/script.h"
#include "tui/app_state.h"

typedef struct Replay Replay;

/* NULL with an error that names file and line when something in the script makes no sense. The
 * script is borrowed. */
Replay *replay_create(const Script *script, Error *error);
void replay_free(Replay *replay);

/* The screen's size of the script's beginning; false with an error when the terminal is smaller. */
bool replay_limit_size(const Replay *replay, Error *error);

/* From the program's beginning on; app->replay is set. */
void replay_start(App *app);
/* Whether keys come from the script. */
bool replay_is_active(const App *app);

/* After the program was left: whether all was as expected. If not, *error says so, and what is to
 * be seen beside it is printed by replay_report. */
bool replay_finish(Replay *replay, Error *error);
void replay_report(const Replay *replay);

#endif
