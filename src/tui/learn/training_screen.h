/* Training of endings in the full screen: see play/puzzles/training.h. */
#ifndef TUI_LEARN_TRAINING_SCREEN_H
#define TUI_LEARN_TRAINING_SCREEN_H

#include "play/puzzles/training.h"
#include "tui/app.h"

/* Looking for an ending to train, in a thread, because large tables are read for it. */

/* Forgets the search, if one runs. */
void training_finder_stop(App *app);

/* Shows the ending of a setup from training_setup, which is taken over. */
bool training_screen_show(App *app, SessionSetup *setup, Error *error);

/* Finds and shows an ending that a text describes; see training_request_parse. */
bool training_screen_find(App *app, const char *text, Error *error);

/* Shows the classes of endings to choose from. */
void training_screen_open(App *app);

#endif
