/* The full-screen program. */
#ifndef TUI_APP_H
#define TUI_APP_H

#include "config/settings.h"

/*
 * Plays by the settings until the user leaves; owns the event loop, the terminal and the session.
 * Returns the program's exit status. What is wrong with the settings, or with the terminal, is told
 * in one sentence on standard error before anything is drawn. A HUP, INT or TERM ends the program
 * by that signal, the game saved and the terminal as it was.
 */
int app_run(const Settings *settings);

#endif
