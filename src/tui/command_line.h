/* The command line at the bottom of the screen: moves in any notation, and commands. */
#ifndef TUI_COMMAND_LINE_H
#define TUI_COMMAND_LINE_H

#include "tui/feature.h"

extern const Feature command_line_feature;

/* Opens the command line with a text already typed. */
void command_line_open(App *app, const char *text);

#endif
