/* The commands of players (MOVE, RESIGN, DRAW, ABORT, CLAIM) and flag falls. */
#ifndef SERVER_CORE_COMMAND_PLAY_H
#define SERVER_CORE_COMMAND_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "server/core/command.h"
#include "server/core/pending.h"

CommandHandler command_move, command_resign, command_draw, command_abort, command_claim;
CompletionHandler command_move_done, command_end_done, command_draw_done;

/* Sets the color of the client's seat. Returns false after rejecting the command if it has none. */
bool command_play_seat(const Command *command, Color *color);

/* Ends the game if the side to move has used up its time. Returns whether that end was submitted to
 * the store. Only core_tick() calls this: a move that has arrived before counts. */
bool command_flag_fall(Core *core, CachedGame *game);

#endif
