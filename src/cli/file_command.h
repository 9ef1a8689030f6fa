/* congo file: checks, converts and merges files of games. */
#ifndef CLI_FILE_COMMAND_H
#define CLI_FILE_COMMAND_H

#include "cli/subcommand.h"

/* `arguments` are those after "file". Returns the exit status. */
int file_command(int count, char *const arguments[]);

/* The commands of the table in file_command.c. */
extern const Subcommand file_check, file_convert, file_merge;

#endif
