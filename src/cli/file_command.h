/* congo file: checks, converts and merges files of games. */
#ifndef CLI_FILE_COMMAND_H
#define CLI_FILE_COMMAND_H

/* `arguments` are those after "file". Returns the exit status. */
int file_command(int count, char *const arguments[]);

#endif
