/* The commands of the line interface: one table for running, help and completion. */
#ifndef CLI_LINE_COMMANDS_H
#define CLI_LINE_COMMANDS_H

#include <stddef.h>

#include "cli/cli.h"

/* Runs a line of printable text: a command, or a move in any notation. */
void line_commands_run(Cli *cli, const char *line);

/* The state of a network game that a line requires while the opponent is to move. */
typedef enum LineNeed {
    LINE_NEEDS_NOTHING,
    LINE_NEEDS_TURN, /* a move, or something else for the user's turn */
    LINE_EXITS       /* ends the program */
} LineNeed;

/* Returns what a line of `length` bytes needs before it can be run. */
LineNeed line_commands_need(const char *line, size_t length);

/* Completes a word. `before` is the line up to that word. */
void line_commands_complete(const Cli *cli, const char *before, CompletionList *completions);

#endif
