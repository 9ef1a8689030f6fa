/* congo-engine bench: the speed of the search, from the shell. */
#ifndef UCI_BENCH_COMMAND_H
#define UCI_BENCH_COMMAND_H

/* Runs it; the arguments are those after the command's name. Returns the exit status. */
int bench_command(int count, char *const arguments[]);

#endif
