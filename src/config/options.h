/* The arguments of every command, and the command line of the game. */
#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "config/settings.h"

/* ---- the arguments of a command ----
 * They are options, --NAME=VALUE, --NAME VALUE and -LETTER VALUE, and operands. Reading them is not
 * thread-safe, because getopt_long keeps its state in globals. */

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

/* Stores all options and operands. The error begins with the file and line, if any, and the option.
 */
bool arguments_store(const Arguments *given, void *values, Error *error);

/* Appends the help of a command. */
void arguments_help(const ShellCommand *command, Buffer *text);

/* ---- the command line of the game ---- */

/* The action that the command line requests. */
typedef enum OptionsRequest {
    OPTIONS_PLAY,
    OPTIONS_HELP,
    OPTIONS_HELP_KEYS,
    OPTIONS_VERSION
} OptionsRequest;

/*
 * Fills the settings from the defaults, the configuration file, the options of a script and the
 * command line, in this order: later values replace earlier ones. The file is that of --config, or
 * without --script the one that settings_file_find finds. `arguments` begins with the program's
 * name. `lines` may be NULL if `line_count` is 0.
 *
 * Reads no file and leaves *settings alone if the request is OPTIONS_HELP or OPTIONS_VERSION.
 * Leaves *settings alone on failure too; the error names the option, or the file, line and setting.
 */
bool options_parse(int count, char *const arguments[], const OptionLine *lines, size_t line_count,
                   Settings *settings, OptionsRequest *request, Error *error);

/* Returns the last value of an option, or NULL, before options_parse checks the command line. For
 * --script and --record. */
const char *options_peek(int count, char *const arguments[], const char *name);

#endif
