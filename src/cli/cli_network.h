/* Network games in the line interface: opening them, printing what happens, and waiting. */
#ifndef CLI_CLI_NETWORK_H
#define CLI_CLI_NETWORK_H

#include "cli/cli.h"
#include "play/online/seats.h"

/* Opens the game that the settings name. Blocks until the server has answered; used only before the
 * event loop runs. */
bool cli_network_open_blocking(Cli *cli, SessionSetup *setup, Error *error);

/* Starts to open the game that the settings name. Once open it replaces the current game. */
bool cli_network_open(Cli *cli, const Settings *settings, Error *error);

/* Starts to open the game of a saved seat. */
bool cli_network_resume(Cli *cli, const SavedSeat *seat, Error *error);

/* Prints that the game of a saved seat can be resumed, and how. */
void cli_network_say_resumable(Cli *cli, const SavedSeat *seat);

/* Asks the servers of the saved seats what waits for the user, and prints that when they answer. */
void cli_network_ask_waiting_games(Cli *cli);

/* Called at SESSION_NETWORK and SESSION_TALK. */
void cli_network_on_change(Cli *cli);

void cli_network_on_talk(Cli *cli);

/* Returns whether the program waits for the opponent or the server. */
bool cli_network_is_waiting(const Cli *cli);

/* Returns whether the next line can be run. A spectator at a terminal never waits. */
bool cli_network_is_ready(const Cli *cli);

/* Returns whether a person's program waits for the other side, and for nothing else: everything
 * that was typed has been done, and the server has confirmed it. */
bool cli_network_awaits_others(const Cli *cli);

/* Prints how the network game can be resumed, if it is unfinished. */
void cli_network_on_exit(Cli *cli);

/* Called before the loop waits: starts or stops the dots that show waiting. */
void cli_network_on_prepare(Cli *cli);

/* Returns the dots that a terminal shows in place of the prompt. */
const char *cli_network_dots(const Cli *cli);

/* Opens the timer of the dots. */
void cli_network_start(Cli *cli);

/* Closes the timer and cancels open requests. */
void cli_network_stop(Cli *cli);

/* ---- commands ---- */

LineCommandHandler line_network_show, line_network_say, line_network_abort, line_network_decline,
    line_network_join, line_network_watch, line_network_lobby, line_network_claim,
    line_network_rematch, line_network_mute, line_network_unmute;

#endif
