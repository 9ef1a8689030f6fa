/* The game of the line interface: starting, resuming, and printing what happens in it; and lines
 * that are moves. */
#ifndef CLI_CLI_GAME_H
#define CLI_CLI_GAME_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/cli.h"
#include "play/session.h"

/* ---- a line that is no command but a move, as the program prints it ---- */

/*
 * Makes the move that a line names, in any of these forms:
 *   - those of session_submit_text, with or without a full stop at the end;
 *   - squares and the words between them, "g1 f3", "zebra from g1 to f3", "monkey from b1 jumps to
 *     d3, taking the pawn c2, and stops there", as --plain tells moves, its prefixes included, and
 *     "lion d1 takes the pawn c2", as it lists steps;
 *   - moves with their number, "12. Z-F3" or "12. Z-F3 Z-F5", all of which are made or none;
 *   - a line of "endings moves", "2. Z-F3: wins in 12" or "2, zebra from g1 to f3. Wins in 12."
 *
 * Steps leave a monkey's capture open if it can go on. Fails with ERROR_SYNTAX for any other line,
 * and with ERROR_ILLEGAL if it begins with a piece, as no command does. If several moves
 * fit, the error names them in the style.
 */
bool move_line_play(Session *session, const char *line, NotationStyle style, Error *error);

/* ---- the game ---- */

/* Starts a game and prints it. On failure the previous game continues. */
bool cli_game_start(Cli *cli, SessionSetup *setup, Error *error);

/* Puts the suspended game on the board in place of an exercise, and prints it. */
void cli_game_return(Cli *cli);

/* Returns a copy of the settings without the file, puzzle, seat key or spectator mode of the
 * previous game. The caller frees it. */
Settings *cli_game_new_settings(const Cli *cli);

/* Prints the board and the players. */
void cli_game_show(Cli *cli);

/* Prints the last move, or the jumps of a capture in progress. Returns false if there is neither.
 */
bool cli_game_show_last_move(Cli *cli);

/* Prints the moves that are new, or the board after undo. */
void cli_game_show_changes(Cli *cli);

/* Stops a running analysis and prints its result. */
void cli_game_stop_analysis(Cli *cli);

/* Sets *color to the side of the human to move, or else of the only human. Returns false if no
 * human plays. */
bool cli_game_find_human(const Cli *cli, Color *color);

#endif
