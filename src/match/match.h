/* congo-engine match: lets two engines play each other. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

/* `arguments` are those after "match". Returns the exit status. */
int match_command(int count, char *const arguments[]);

#endif
