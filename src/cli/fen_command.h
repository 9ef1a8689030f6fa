/* congo fen: shows a position and what is wrong or special about it. */
#ifndef CLI_FEN_COMMAND_H
#define CLI_FEN_COMMAND_H

/* `arguments` are those after "fen". Returns the exit status. */
int fen_command(int count, char *const arguments[]);

#endif
