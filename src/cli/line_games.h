/* The commands games and tree: all games on this machine, and what was played in them. */
#ifndef CLI_LINE_GAMES_H
#define CLI_LINE_GAMES_H

#include "cli/cli.h"

LineCommandHandler line_games, line_games_tree;

/* Frees the list, with what was deleted from it. */
void line_games_close(Cli *cli);

#endif
