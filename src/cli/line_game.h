/* Line commands for whole games, files and puzzles. */
#ifndef CLI_LINE_GAME_H
#define CLI_LINE_GAME_H

#include "cli/line_commands.h"

LineResult line_game_new(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_variant(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_load(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_save(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_fen(Cli *cli, const LineArguments *arguments, Error *error);
void line_game_complete_new(const Cli *cli, const LineArguments *before,
                            CompletionList *completions);
void line_game_complete_variant(const Cli *cli, const LineArguments *before,
                                CompletionList *completions);
void line_game_complete_file(const Cli *cli, const LineArguments *before,
                             CompletionList *completions);
LineResult line_game_puzzle(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_next_puzzle(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_game_hint(Cli *cli, const LineArguments *arguments, Error *error);
void line_game_complete_puzzle(const Cli *cli, const LineArguments *before,
                               CompletionList *completions);

#endif
