/* Network games in the line interface: opening them, printing what happens, and waiting. */
#ifndef CLI_CLI_NETWORK_H
#define CLI_CLI_NETWORK_H

#include "cli/cli_state.h"
#include "play/saved_seats.h"

/* Opens the game that the settings name. Blocks: for the start of the program. */
bool cli_network_open_blocking(Cli *cli, SessionSetup *setup, Error *error);
/* Starts to open the game that the settings name, which replaces the current game once it is open.
 */
bool cli_network_open(Cli *cli, const Settings *settings, Error *error);
/* Does the same for a saved seat of a game, or for the most recent one if `id` is NULL. */
bool cli_network_resume(Cli *cli, const GameId *id, Error *error);
/* Prints which network games can be resumed. */
void cli_network_list_resumable(Cli *cli);

/* Asks the server for its games, to be printed when they have arrived. */
bool cli_network_list_lobby(Cli *cli, Error *error);

/* Called when the game on the board has begun. */
void cli_network_on_start(Cli *cli);
/* Events of the session. */
void cli_network_on_change(Cli *cli);
void cli_network_on_talk(Cli *cli);

/* Returns whether the program waits for the opponent or the server. */
bool cli_network_is_waiting(const Cli *cli);
/* Returns whether the next line can be run. A spectator at a terminal never waits. */
bool cli_network_is_ready(const Cli *cli);
/* Called before the loop waits: starts or stops the dots that show waiting. */
void cli_network_on_prepare(Cli *cli);
/* Ends a line of dots, or of an unused prompt, before something else is printed. */
void cli_network_end_line(Cli *cli);
/* Returns the dots that a terminal shows in place of the prompt. */
const char *cli_network_dots(const Cli *cli);

void cli_network_start(Cli *cli);
void cli_network_stop(Cli *cli);

#endif
