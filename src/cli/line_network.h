/* Line commands for network games. */
#ifndef CLI_LINE_NETWORK_H
#define CLI_LINE_NETWORK_H

#include "cli/line_commands.h"

LineResult line_network_show(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_say(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_abort(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_decline(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_join(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_watch(Cli *cli, const LineArguments *arguments, Error *error);
LineResult line_network_lobby(Cli *cli, const LineArguments *arguments, Error *error);
void line_network_complete_join(const Cli *cli, const LineArguments *before,
                                CompletionList *completions);

#endif
