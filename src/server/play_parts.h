/* The commands of players, for the files that carry them out: play.c moves, ending.c what ends a
 * game otherwise. */
#ifndef SERVER_PLAY_PARTS_H
#define SERVER_PLAY_PARTS_H

#include "server/parts.h"

/* A command of a player about a game. */
typedef struct Play {
    Core *core;
    Client *client;
    const Request *request;
    Game *game;
    GameState *state;
    Color color; /* whose it is */
    uint32_t ply;
} Play;

/* The command of a client who has a seat; false when it has to wait or was refused: *step tells. */
bool play_begin(Play *play, Core *core, Client *client, const Request *request, Game *game,
                Step *step);
/* For all but moves: whether the game goes on, and the ply is its next; else it is refused. */
bool play_is_timely(const Play *play);
/* "!END" to everybody. */
void play_tell_end(Core *core, const Game *game);

#endif
