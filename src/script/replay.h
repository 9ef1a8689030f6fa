/*
 * Plays a script: presses its keys, waits for its texts and compares its screens. The program ends
 * with the script, or at the first line that fails.
 */
#ifndef SCRIPT_REPLAY_H
#define SCRIPT_REPLAY_H

#include "script/script.h"
#include "script/script_run.h"
#include "tui/app.h"

typedef struct Replay Replay;

/* Checks the keys and masks of a script, which is borrowed. Returns NULL on failure, with an error
 * that names file and line. */
Replay *replay_create(const Script *script, Error *error);
/* `replay` may be NULL. */
void replay_free(Replay *replay);

/* Limits the screen to the first size of the script. Returns false with an error if the terminal is
 * smaller. */
bool replay_limit_size(const Replay *replay, Error *error);

/* Plays the script from the next iteration of the loop on. Copies each finished line to the
 * recorder, which may be NULL, with the current screen in place of the expected one. */
void replay_start(Replay *replay, App *app, Recorder *recorder);
/* Closes the timer. Must be called before the loop ends. */
void replay_stop(Replay *replay);
/* Returns whether input comes from the script, and not from the keyboard. */
bool replay_is_active(const Replay *replay);

/* Returns whether the whole script was played and every line passed; if not, sets the error. Must
 * be called after the program has ended. */
bool replay_finish(const Replay *replay, Error *error);
/* Prints the screens that belong to the error, if any, on standard error. */
void replay_report(const Replay *replay);

#endif
