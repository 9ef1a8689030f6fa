/* The command line at the bottom of the screen: moves in any notation, and commands. */
#ifndef TUI_COMMAND_LINE_H
#define TUI_COMMAND_LINE_H

#include "tui/app.h"

/* Opens the command line with a text already typed. */
void command_line_open(App *app, const char *text);

/* Opens it empty, with the list of all commands, which narrows while one types. */
void command_line_open_list(App *app);

#endif
