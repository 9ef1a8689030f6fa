/* The dialog in which the ending to train is chosen. */
#ifndef TUI_LEARN_TRAINING_CHOOSER_H
#define TUI_LEARN_TRAINING_CHOOSER_H

#include "play/puzzles/training_request.h"
#include "tui/app.h"

/* Called with what was chosen. */
typedef void TrainingChosenHandler(App *app, const TrainingRequest *request);

/* Opens the dialog with a list of classes, which it takes over, and preset answers. `leave` is
 * called by its last button; NULL: there is none. */
void training_chooser_open(App *app, EndingClass *classes, size_t count,
                           const TrainingRequest *preset, TrainingChosenHandler *chosen,
                           void (*leave)(App *app));

#endif
