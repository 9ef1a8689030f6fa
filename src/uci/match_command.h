/* congo-engine match: two engines play each other. */
#ifndef UCI_MATCH_COMMAND_H
#define UCI_MATCH_COMMAND_H

/* The arguments are those after "match". Returns the exit status. */
int match_command(int count, char *const arguments[]);

#endif
