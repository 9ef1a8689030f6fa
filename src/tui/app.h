/* The full-screen program. */
#ifndef TUI_APP_H
#define TUI_APP_H

#include "config/script.h"
#include "config/settings.h"

/* Scripts: what is played, and what is written. */
typedef struct AppOptions {
    const Script *script; /* to play, its stage entered; NULL: none */
    const char *record;   /* the file to write; NULL: none */
    int count;            /* the command line, which a recording begins with */
    char *const *arguments;
} AppOptions;

/*
 * Plays by the settings until the user leaves; owns the event loop, the terminal and the session.
 * Returns the program's exit status. What is wrong with the settings, or with the terminal, is told
 * in one sentence on standard error before anything is drawn. A HUP, INT or TERM ends the program
 * by that signal, the game saved and the terminal as it was. A script that did not go as it should
 * is a failure, and is told of on standard error.
 */
int app_run(const Settings *settings, const AppOptions *script);

#endif
