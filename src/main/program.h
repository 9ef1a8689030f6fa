/* Functions that the programs share: running a command and printing a text. */
#ifndef MAIN_PROGRAM_H
#define MAIN_PROGRAM_H

#include "config/command_options.h"
#include "config/settings.h"

typedef struct ProgramCommand {
    CommandId id;
    CommandRunner *run;
    int (*show_help)(
        void); /* returns the exit status; NULL: prints the command's usage and options */
} ProgramCommand;

/* Runs a command with its arguments, the first of them its name, or shows its help. Reports an
 * error on standard error. Returns the exit status. */
int program_run(const ProgramCommand *command, int count, char *const arguments[]);

/* Runs one of the commands of a group, such as those of "congo file", or shows the help of all of
 * them. `arguments` begins with the group's last word. Returns the exit status. */
int program_run_group(CommandId group, const ProgramCommand commands[], size_t command_count,
                      int count, char *const arguments[]);

/* Prints the version of the program that a command such as "congo fen" belongs to, and where bugs
 * are reported. Returns the exit status. */
int program_show_version(const char *command);

/* Prints the help of a program, with where bugs are reported at its end, and frees it. Returns the
 * exit status. */
int program_print_help(const char *program, Buffer *text);

/* Reports an error on standard error, or ends the program by SIGPIPE if nobody reads its output any
 * more. Returns `status`. */
int program_fail(const char *name, const Error *error, int status);

/* Writes a text to standard output and frees it. Reports a failure under the name of the program.
 * Returns the exit status. */
int program_print(const char *name, Buffer *text);

#endif
