/* The dialogs of the position editor. */
#ifndef TUI_SETUP_SETUP_DIALOGS_H
#define TUI_SETUP_SETUP_DIALOGS_H

#include "tui/setup/setup_state.h"

/* Asks for the position as text, and for its variant. */
void setup_dialogs_type(SetupScreen *screen);

/* Begins a game of two people with an analysis, after asking if a game is in progress. */
void setup_dialogs_analyse(SetupScreen *screen, const Position *position);

/* Asks whether the position may be lost. */
void setup_dialogs_confirm_leaving(SetupScreen *screen);

#endif
