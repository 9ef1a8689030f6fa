/* The commands of players, for the files that carry them out: play.c moves, ending.c what ends a
 * game otherwise. */
#ifndef SERVER_CORE_COMMAND_PLAY_H
#define SERVER_CORE_COMMAND_PLAY_H

#include "server/core/core_parts.h"

/* A command of a player about a game. */
typedef struct PlayerCommand {
    Core *core;
    Client *client;
    const Request *request;
    CachedGame *game;
    GameState *state;
    Color color; /* whose it is */
    uint32_t ply;
} PlayerCommand;

/* The command of a client who has a seat; false when it has to wait or was refused: *step tells. */
bool player_command_begin(PlayerCommand *command, Core *core, Client *client,
                          const Request *request, CachedGame *game, HandlerStatus *status);
/* For all but moves: whether the game goes on, and the ply is its next; else it is refused. */
bool player_command_check_ply(const PlayerCommand *command);
/* "!END" to everybody. */
void notify_game_end(Core *core, const CachedGame *game);

#endif
