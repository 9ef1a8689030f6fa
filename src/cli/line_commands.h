/* The commands of the line interface: one table, from which running, help and completion come. */
#ifndef CLI_LINE_COMMANDS_H
#define CLI_LINE_COMMANDS_H

#include <stddef.h>

#include "cli/cli_state.h"
#include "cli/completion.h"
#include "base/error.h"

enum { LINE_ARGUMENTS_MAX = 24 };

/* What stands behind a command. */
typedef struct LineArguments {
    int count; /* of words; more than LINE_ARGUMENTS_MAX: only so many are here */
    char *word[LINE_ARGUMENTS_MAX];
    const char *text; /* all of it, as typed, without blanks around it */
} LineArguments;

typedef enum LineResult {
    LINE_STATUS_OK,
    LINE_STATUS_USAGE,   /* not what the usage says */
    LINE_STATUS_ILLEGAL, /* the move cannot be made: the error says why */
    LINE_STATUS_ERROR    /* the error says why */
} LineResult;

typedef struct LineCommand {
    const char *name;
    const char *description;
    const char *usage; /* several lines are divided by '\n' */
    LineResult (*run)(Cli *cli, const LineArguments *arguments, Error *error);
    /* CompletionList for the word after those arguments; NULL: nothing is known. */
    void (*complete)(const Cli *cli, const LineArguments *before, CompletionList *completions);
} LineCommand;

const LineCommand *line_commands_get(size_t index); /* NULL past the last */
const LineCommand *line_commands_find(const char *name);

/* Runs a line of printable text: a command, or a move in any notation. */
void line_commands_run(Cli *cli, const char *line);
/* What can stand after `before`, the beginning of a line. */
void line_commands_complete(const Cli *cli, const char *before, CompletionList *completions);

/* The verdict on something that could have failed. */
LineResult line_status(bool done);
/* On a move, which only the rules can make a wrong one. */
LineResult line_status_of_move(bool done, const Error *error);
/* A whole number between the limits; false, with the number as it was, when the word is none. */
bool line_argument_number(const char *word, int least, int most, int *number);

#endif
