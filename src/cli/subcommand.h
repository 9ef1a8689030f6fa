/* Commands that are given from the shell, "congo file check games.congo": their options, their help
 * and their exit status. */
#ifndef CLI_SUBCOMMAND_H
#define CLI_SUBCOMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"

/* The exit status. */
enum {
    SUBCOMMAND_OK = 0,
    SUBCOMMAND_INVALID = 1, /* what was read is wrong: a game, a position */
    SUBCOMMAND_ERROR = 2    /* it could not be done: wrong arguments, a file that cannot be read */
};

enum { SUBCOMMAND_OPTIONS_MAX = 8 };

typedef struct SubcommandOption {
    const char *name;  /* without its dashes; NULL ends the list */
    char letter;       /* of its short form; NUL: none */
    const char *value; /* stands for the value in the help; NULL: it takes none */
    const char *help;
} SubcommandOption;

typedef struct SubcommandArguments {
    const char *option_values[SUBCOMMAND_OPTIONS_MAX]; /* by option: its value, "" where it takes
                                                        * none; NULL: not given */
    const char **operands;
    size_t count;
} SubcommandArguments;

typedef struct Subcommand Subcommand;

struct Subcommand {
    const char *name;             /* "file check" */
    const char *operands;         /* what stands for them in the help */
    const char *help;             /* a line or more, each with its end */
    const char *missing_operands; /* what a message says of operands that are missing */
    SubcommandOption options[SUBCOMMAND_OPTIONS_MAX];
    /* The status; with SUBCOMMAND_INVALID and SUBCOMMAND_ERROR *error is what is still to be said.
     */
    int (*run)(const SubcommandArguments *arguments, Error *error);
};

/* Reads the arguments after the command's name, runs it, tells what went wrong on standard error.
 */
int subcommand_run(const Subcommand *command, int count, char *const arguments[]);

/* The part of the help about one command. */
void subcommand_help(const Subcommand *command, Buffer *text);

/* Frees the text after it has been written to standard output as a whole. */
bool subcommand_print(Buffer *text, Error *error);

#endif
