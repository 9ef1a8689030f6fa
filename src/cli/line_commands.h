/* The commands of the line interface: one table for running, help and completion. */
#ifndef CLI_LINE_COMMANDS_H
#define CLI_LINE_COMMANDS_H

#include <stddef.h>

#include "base/error.h"
#include "cli/cli_state.h"
#include "cli/completion.h"

enum { LINE_ARGUMENTS_MAX = 24 };

/* The words after a command. */
typedef struct LineArguments {
    int count;                      /* may exceed LINE_ARGUMENTS_MAX */
    char *word[LINE_ARGUMENTS_MAX]; /* the first words */
    const char *text;               /* the words as typed, without blanks around them */
} LineArguments;

typedef enum LineResult {
    LINE_RESULT_OK,
    LINE_RESULT_USAGE,   /* the arguments do not match the usage */
    LINE_RESULT_ILLEGAL, /* the error says why the move is illegal */
    LINE_RESULT_ERROR
} LineResult;

typedef LineResult LineCommandHandler(Cli *cli, const LineArguments *arguments, Error *error);
/* Adds the words that can follow the arguments before the cursor. */
typedef void LineCommandCompleter(const Cli *cli, const LineArguments *before,
                                  CompletionList *completions);

typedef struct LineCommand {
    const char *name;
    const char *description;
    const char *usage; /* one or more lines, separated by '\n' */
    int arguments_min, arguments_max;
    LineCommandHandler *run;
    LineCommandCompleter *complete; /* may be NULL */
} LineCommand;

/* Returns NULL past the last command. */
const LineCommand *line_commands_get(size_t index);
/* Returns NULL if there is no such command. */
const LineCommand *line_commands_find(const char *name);

/* Runs a line of printable text: a command, or a move in any notation. */
void line_commands_run(Cli *cli, const char *line);
/* Completes a word. `before` is the line up to that word. */
void line_commands_complete(const Cli *cli, const char *before, CompletionList *completions);

/* Converts the result of a call that may have set an error. */
LineResult line_commands_result(bool done);
/* Converts the result of playing a move, which may be illegal. */
LineResult line_commands_move_result(bool done, const Error *error);

#endif
