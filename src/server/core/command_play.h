/* The commands of players (MOVE, RESIGN, DRAW, ABORT) and flag falls. */
#ifndef SERVER_CORE_COMMAND_PLAY_H
#define SERVER_CORE_COMMAND_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "server/core/command.h"
#include "server/core/pending.h"

CommandHandler command_move, command_resign, command_draw, command_abort;
CompletionHandler command_move_done, command_end_done, command_draw_done;

/* Ends the game if the side to move has used up its time at `at_ms`, on the monotonic clock.
 * Returns whether that end was submitted to the store. */
bool command_flag_fall(Core *core, CachedGame *game, int64_t at_ms);

#endif
