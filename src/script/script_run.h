/* A run of the full-screen program that plays a script, records one, or both. */
#ifndef SCRIPT_SCRIPT_RUN_H
#define SCRIPT_SCRIPT_RUN_H

#include "config/settings.h"
#include "script/script.h"
#include "term/input.h"
#include "tui/app.h"

typedef struct ScriptRunOptions {
    const Script *script; /* to play, after sandbox_enter(); or NULL */
    const char *record;   /* file to write, or NULL */
    int count;            /* of `arguments`: the command line, for the head of a recording */
    char *const *arguments;
} ScriptRunOptions;

/*
 * Runs app_run() with a script or a recorder attached and prints errors on standard error. Returns
 * the exit status: failure if the program, the script or the recording failed.
 */
int script_run(const Settings *settings, const ScriptRunOptions *options);

/* ---- recording ---- */

/*
 * Records a run as a script. Every line is flushed at once, so that a crash loses nothing. While a
 * script is played, its lines are copied instead, with the current screens in place of the old
 * ones.
 */

typedef struct Recorder Recorder;

/* Copies a line of a script unchanged, and writes its block (NULL: none). */
void recorder_copy_line(Recorder *recorder, const char *source, const char *block);

#endif
