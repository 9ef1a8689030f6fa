/* congo-engine perft: counts move sequences. */
#ifndef UCI_PERFT_COMMAND_H
#define UCI_PERFT_COMMAND_H

/* Prints the counts, or an error on standard error. `arguments` are those after the command's name.
 * Returns the exit status. */
int perft_command(int count, char *const arguments[]);

#endif
