/* Sharing a position or a game with others. */
#ifndef TUI_SHARE_SHARE_DIALOG_H
#define TUI_SHARE_SHARE_DIALOG_H

#include "tui/feature.h"

extern const Feature share_feature;

#endif
