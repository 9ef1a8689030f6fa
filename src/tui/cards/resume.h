/* The list of unfinished games, on this computer and on servers, that can be resumed. */
#ifndef TUI_CARDS_RESUME_H
#define TUI_CARDS_RESUME_H

#include "tui/feature.h"

extern const Feature resume_feature;

#endif
