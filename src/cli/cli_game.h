/* The game of the line interface: starting, resuming, and showing what happens in it. */
#ifndef CLI_CLI_GAME_H
#define CLI_CLI_GAME_H

#include "cli/cli_state.h"

/* Begins a game and shows it; on failure the one before goes on. */
bool cli_game_start(Cli *cli, SessionSetup *setup, Error *error);
/* The same, as settings describe it; a network game when its server has answered. */
bool cli_game_start_from_settings(Cli *cli, const Settings *settings, Error *error);
void cli_game_show(Cli *cli);
/* Tells the last move again, or the jumps of the turn that is open; false when there is none. */
bool cli_game_show_last_move(Cli *cli);
void cli_say(Cli *cli, const char *format, ...) PRINTF_LIKE(2, 3);
void cli_say_error(Cli *cli, const Error *error);
/* Ends an analysis that runs, and tells what it has found. */
void cli_game_stop_analysis(Cli *cli);
/* For the person to move, or the one person there is. */
bool cli_game_find_human(const Cli *cli, Color *color);

/* Says that there is a game to go on with, if there is. */
void cli_game_offer_resume(Cli *cli);
/* Goes on with it. */
bool cli_game_resume_unfinished(Cli *cli, Error *error);

#endif
