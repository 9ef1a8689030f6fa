/* Line commands for whole games, files and puzzles. */
#ifndef CLI_LINE_GAME_H
#define CLI_LINE_GAME_H

#include "cli/line_commands.h"

LineCommandHandler line_game_new, line_game_variant, line_game_load, line_game_save, line_game_fen,
    line_game_puzzle, line_game_next, line_game_train, line_game_hint;
LineCommandCompleter line_game_complete_new, line_game_complete_variant, line_game_complete_file,
    line_game_complete_puzzle;

/* Starts a game from a position, with the players of the next game. */
bool line_game_start_position(Cli *cli, const Position *position, Error *error);

#endif
