/* The command line: takes a move in any notation, or an action by its name. */
#ifndef TUI_COMMAND_LINE_H
#define TUI_COMMAND_LINE_H

#include "tui/app.h"

/* Opens the command line with a text in it. */
void command_line_open(App *app, const char *text);

#endif
