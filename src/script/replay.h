/*
 * Playing a script: presses its keys one after the other, waits for what it waits for and compares
 * its screens. The program ends with the script, or with the first line that fails.
 */
#ifndef SCRIPT_REPLAY_H
#define SCRIPT_REPLAY_H

#include "script/recorder.h"
#include "script/script.h"
#include "tui/app.h"

typedef struct Replay Replay;

/* Checks the keys and masks of a script, which is borrowed. Returns NULL on failure, with an error
 * that names file and line. */
Replay *replay_create(const Script *script, Error *error);
/* `replay` may be NULL. */
void replay_free(Replay *replay);

/* Limits the screen to the first size of the script. Fails if the terminal is smaller. */
bool replay_limit_size(const Replay *replay, Error *error);

/* Plays the script from the next round of the loop on. With a recorder (NULL: none), copies each
 * finished line to it, with the screen as it is now. */
void replay_start(Replay *replay, App *app, Recorder *recorder);
/* Closes the timer; to be called before the loop runs out. */
void replay_stop(Replay *replay);
/* Returns whether the keys come from the script, and not from the keyboard. */
bool replay_is_active(const Replay *replay);

/* Returns whether the whole script was played and each line held. To be called after the program
 * has ended. */
bool replay_finish(const Replay *replay, Error *error);
/* Prints the screens that belong to the error, if there are any, on standard error. */
void replay_report(const Replay *replay);

#endif
