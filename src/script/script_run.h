/* A run of the full screen that plays a script, records a script, or both. */
#ifndef SCRIPT_SCRIPT_RUN_H
#define SCRIPT_SCRIPT_RUN_H

#include "config/settings.h"
#include "script/script.h"

typedef struct ScriptRunOptions {
    const Script *script; /* to play, its sandbox entered; NULL: none */
    const char *record;   /* file to write; NULL: none */
    int count;            /* the command line, for the head of a recording */
    char *const *arguments;
} ScriptRunOptions;

/*
 * Runs app_run() with a script or a recorder attached and prints errors on standard error. Returns
 * the exit status: failure if the program, the script or the recording failed.
 */
int script_run(const Settings *settings, const ScriptRunOptions *options);

#endif
