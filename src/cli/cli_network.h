/* Network games in the line interface: opening them, what is told of them, and waiting for the
 * other side. */
#ifndef CLI_CLI_NETWORK_H
#define CLI_CLI_NETWORK_H

#include "cli/cli_state.h"
#include "play/saved_seats.h"

/* Opens the game that the settings name, and returns when that is done: for the program's
 * beginning. */
bool cli_network_open_blocking(Cli *cli, SessionSetup *setup, Error *error);
/* Begins to open the game that settings name, which becomes the game when it is open. */
bool cli_network_open(Cli *cli, const Settings *settings, Error *error);
/* The same for a seat that was kept: of that game, or, with NULL, the newest. */
bool cli_network_resume(Cli *cli, const GameId *id, Error *error);
/* Tells of the network games that can be resumed. */
void cli_network_list_resumable(Cli *cli);

/* Lists the server's games, when they have been read. */
bool cli_network_list_lobby(Cli *cli, Error *error);

/* The game on the board has begun: what is known of it counts as told. */
void cli_network_on_start(Cli *cli);
/* Events of the session. */
void cli_network_on_change(Cli *cli);
void cli_network_on_talk(Cli *cli);

/* Whether the other side, or the server, is being waited for. */
bool cli_network_is_waiting(const Cli *cli);
/* Whether the game rests, so that the next line may be run. At a terminal, who only watches need
 * not wait for the players. */
bool cli_network_is_ready(const Cli *cli);
/* Before the loop waits: dots come and go. */
void cli_network_on_prepare(Cli *cli);
/* Something is to be printed: it is not to stand behind dots, or behind a prompt that waits. */
void cli_network_end_line(Cli *cli);
/* Those that stand in the place of the prompt. */
const char *cli_network_dots(const Cli *cli);

void cli_network_start(Cli *cli);
void cli_network_stop(Cli *cli);

#endif
