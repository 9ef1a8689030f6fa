/* Line commands that set up a position: see rules/position_editor.h. The game waits meanwhile. */
#ifndef CLI_LINE_SETUP_H
#define CLI_LINE_SETUP_H

#include "cli/cli.h"

LineCommandHandler line_setup, line_setup_put, line_setup_remove, line_setup_turn;
LineCommandCompleter line_setup_complete, line_setup_complete_put;

/* Returns what a command runs while a position is set up: the same as in a game, or, for fen, show,
 * undo and redo, the same for the position; NULL if it is not possible meanwhile. */
LineCommandHandler *line_setup_handler(LineCommandHandler *in_game);

/* Says that a position is set up, and how that ends. Returns false, as error_set does. */
bool line_setup_reject(Error *error);

#endif
