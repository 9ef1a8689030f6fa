/* The game of the line interface: starting, resuming, and printing what happens in it. */
#ifndef CLI_CLI_GAME_H
#define CLI_CLI_GAME_H

#include "cli/cli_state.h"

/* Starts a game and prints it. On failure the previous game continues. */
bool cli_game_start(Cli *cli, SessionSetup *setup, Error *error);
/* Does the same from settings. A network game starts when the server has answered. */
bool cli_game_start_from_settings(Cli *cli, const Settings *settings, Error *error);
/* Returns a copy of the settings with nothing in them that selects a game: no file, puzzle or key,
 * and not as a spectator. The caller frees it. */
Settings *cli_game_new_settings(const Cli *cli);

void cli_game_show(Cli *cli);
/* Prints the last move, or the jumps of a capture in progress. Returns false if there is neither.
 */
bool cli_game_show_last_move(Cli *cli);
/* Stops a running analysis and prints its result. */
void cli_game_stop_analysis(Cli *cli);
/* Finds the side of the human to move, or else of the only human. Returns false without a human. */
bool cli_game_find_human(const Cli *cli, Color *color);

/* Prints which unfinished games can be resumed. */
void cli_game_offer_resume(Cli *cli);
/* Resumes the most recent one. */
bool cli_game_resume_unfinished(Cli *cli, Error *error);

#endif
