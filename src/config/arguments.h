/* The arguments of a command: options --NAME=VALUE, --NAME VALUE and -LETTER VALUE, and operands.
 * Not thread-safe, because getopt_long keeps its state in globals. */
#ifndef CONFIG_ARGUMENTS_H
#define CONFIG_ARGUMENTS_H

#include "config/table.h"

/* A line of a script with an option. Borrows its strings. */
typedef struct OptionLine {
    char *text; /* such as "--theme=dark" */
    const char *file;
    int line; /* from 1 */
} OptionLine;

typedef struct GivenOption {
    const Setting *setting;
    const char *value;
    int engine;             /* 1 or 2; 0 for both */
    const OptionLine *line; /* of a script; NULL for the command line */
} GivenOption;

/* Initialize as {.command = ...}. Borrows the strings of the arguments. */
typedef struct Arguments {
    const ShellCommand *command;
    GivenOption *options; /* in their order */
    size_t count;
    const char **operands;
    size_t operand_count;
    const Setting *request; /* an option such as --help; later arguments are not read, unless it
                             * is a request of settings */
} Arguments;

/* Returns the request that an argument makes of every command (--help, -h, -?; --version, -V), or
 * NULL. */
const Setting *arguments_find_request(const char *argument);

/* Reads options and operands without checking their values. `arguments` begins with the program's
 * name. `line` is NULL for a command line. The caller frees the arguments, on failure too. */
bool arguments_read(Arguments *given, int count, char *const arguments[], const OptionLine *line,
                    Error *error);
void arguments_free(Arguments *given);

/* Returns the value of the last option of a name, or NULL if it is absent. */
const char *arguments_value(const Arguments *given, const char *name);

/* Stores all options and operands. The error begins with the file and line, if any, and the option.
 */
bool arguments_store(const Arguments *given, void *values, Error *error);

/* Appends the help of a command. */
void arguments_help(const ShellCommand *command, Buffer *text);

#endif
