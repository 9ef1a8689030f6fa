/* Commands that are given from the shell, "congo file check games.congo": their options, their help
 * and their exit status. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/buffer.h"
#include "rules/error.h"

/* The exit status. */
enum {
    COMMAND_DONE = 0,
    COMMAND_WRONG = 1,  /* what was read is wrong: a game, a position */
    COMMAND_TROUBLE = 2 /* it could not be done: wrong arguments, a file that cannot be read */
};

enum { COMMAND_OPTIONS_MAX = 8 };

typedef struct CommandOption {
    const char *name;  /* without its dashes; NULL ends the list */
    char letter;       /* of its short form; NUL: none */
    const char *value; /* stands for the value in the help; NULL: it takes none */
    const char *help;
} CommandOption;

typedef struct CommandArguments {
    const char *given[COMMAND_OPTIONS_MAX]; /* by option: its value, "" where it takes none; NULL:
                                             * not given */
    const char **operands;
    size_t count;
} CommandArguments;

typedef struct Command Command;

struct Command {
    const char *name;     /* "file check" */
    const char *operands; /* what stands for them in the help */
    const char *help;     /* a line or more, each with its end */
    const char *needed;   /* what a message says of operands that are missing */
    CommandOption options[COMMAND_OPTIONS_MAX];
    /* The status; with COMMAND_WRONG and COMMAND_TROUBLE *error is what is still to be said. */
    int (*run)(const CommandArguments *arguments, Error *error);
};

/* Reads the arguments after the command's name, runs it, tells what went wrong on standard error.
 */
int command_run(const Command *command, int count, char *const arguments[]);

/* The part of the help about one command. */
void command_help(const Command *command, Buffer *text);

/* Frees the text after it has been written to standard output as a whole. */
bool command_print(Buffer *text, Error *error);

#endif
