/* The position editor in the full screen: a layer that shows its own board. The game waits. */
#ifndef TUI_SETUP_SETUP_SCREEN_H
#define TUI_SETUP_SETUP_SCREEN_H

#include "tui/feature.h"

extern const Feature setup_feature;

#endif
