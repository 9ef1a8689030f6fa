/* Line commands that move, think and end the game. */
#ifndef CLI_LINE_PLAY_H
#define CLI_LINE_PLAY_H

#include "cli/line_commands.h"

LineResult line_play_move(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_notation(Cli *cli, const char *text, Error *error);
LineResult line_play_undo(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_redo(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_resign(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_draw(Cli *cli, const LineArguments *arguments, Error *error);
void line_play_complete_move(const Cli *cli, const LineArguments *before,
                             CompletionList *completions);
LineResult line_play_advise(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_analyse(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_level(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_pause(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_play_resume(Cli *cli, const LineArguments *arguments, Error *error);

#endif
