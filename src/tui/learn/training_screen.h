/* Training of endings in the full screen: see play/puzzles/training.h. */
#ifndef TUI_LEARN_TRAINING_SCREEN_H
#define TUI_LEARN_TRAINING_SCREEN_H

#include "play/puzzles/training.h"
#include "tui/feature.h"

/* Shows the classes of endings to choose from. */
void training_screen_open(App *app);

extern const Feature training_feature;

#endif
