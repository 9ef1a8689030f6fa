/* congo-engine perft: counts move sequences, to check and to measure the rules. */
#ifndef UCI_PERFT_COMMAND_H
#define UCI_PERFT_COMMAND_H

/* Runs the command; `arguments` are those after its name. Prints the counts, or one sentence on
 * standard error. Returns the exit status: 0, 1 when it cannot be done, 2 when the arguments are
 * wrong. */
int perft_command(int count, char *const arguments[]);

#endif
