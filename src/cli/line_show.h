/* Line commands that show the game, the board and the help, and the one that exits. */
#ifndef CLI_LINE_SHOW_H
#define CLI_LINE_SHOW_H

#include "cli/line_commands.h"

LineResult line_show(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_moves(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_help(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_exit(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_rank(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_file(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_piece(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_last(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_attackers(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_show_drowning(Cli *cli, const LineArguments *arguments, Error *error);
void line_show_complete_piece(const Cli *cli, const LineArguments *before,
                              CompletionList *completions);
void line_show_complete(const Cli *cli, const LineArguments *before, CompletionList *completions);
void line_show_complete_help(const Cli *cli, const LineArguments *before,
                             CompletionList *completions);

#endif
