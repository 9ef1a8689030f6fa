/* A game as a server lists it. */
#ifndef PLAY_ONLINE_LOBBY_GAME_H
#define PLAY_ONLINE_LOBBY_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "net/protocol.h"

typedef struct LobbyGame {
    GameId id;
    char variant[VARIANT_NAME_SIZE];
    bool taken[COLOR_COUNT];                      /* the seat has a player ... */
    char player[COLOR_COUNT][NAME_MAX_BYTES + 1]; /* ... with this name, or "" */
    uint32_t ply;
    GameClock clock;        /* 0 seconds: no clock */
    bool per_move;          /* each turn begins with the seconds of the clock */
    uint32_t claim_minutes; /* a player away for this long in their turn can lose; 0: never */
} LobbyGame;

/* Returns the game of a =LIST, !LIST or =GAME. */
LobbyGame lobby_game_from_fields(const Fields *fields);

#endif
