/*
 * The user's own games on a server: those that the keys in the state folder are for
 * (saved_seats.h), and how they stand. The server is asked over a connection of the caller's.
 */
#ifndef PLAY_ONLINE_OWN_GAMES_H
#define PLAY_ONLINE_OWN_GAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "net/connection.h"
#include "play/online/lobby_game.h"
#include "play/online/seats.h"

typedef enum OwnGameState {
    OWN_GAME_UNKNOWN,     /* the server has not answered */
    OWN_GAME_MY_MOVE,     /* it waits for the user ... */
    OWN_GAME_THEIR_MOVE,  /* ... or for the opponent */
    OWN_GAME_NO_OPPONENT, /* the other seat is free */
    OWN_GAME_OVER,
    OWN_GAME_GONE /* the server does not have it any longer */
} OwnGameState;

typedef struct OwnGame {
    const SavedSeat *saved;
    OwnGameState state;
    LobbyGame game;    /* only its id is valid if the state is unknown or the game is gone */
    Outcome outcome;   /* OWN_GAME_OVER */
    bool asks_rematch; /* OWN_GAME_OVER: the opponent offers a rematch */
    bool has_time;     /* in a game with a running clock: ... */
    int64_t time_ms;   /* ... the time left to the player who is to move, ... */
    int64_t asked_ms;  /* ... at this time of the monotonic clock */
} OwnGame;

typedef struct OwnGameList {
    const OwnGame *games; /* the most recently played first */
    size_t count;
} OwnGameList;

enum { OWN_GAMES_MAX = 200 }; /* the most recently played of a server */

typedef struct OwnGames OwnGames;

/* Reads the saved seats on servers. With `watch`, the games that go on are followed. */
OwnGames *own_games_create(Connection *connection, const ServerList *servers, bool watch);
/* NULL is allowed. Without the connection, only the list may be used. */
void own_games_free(OwnGames *own);

/* Reads the saved seats again, and asks the server about all games. Also after each
 * LINK_EVENT_ONLINE. */
void own_games_ask(OwnGames *own);

/* Handles an event of the connection. Returns whether a game may have changed. */
bool own_games_on_event(OwnGames *own, const LinkEvent *event);

/* Returns whether an answer is awaited. */
bool own_games_is_busy(const OwnGames *own);

/* Returns a list that is valid until the next call of another function. */
OwnGameList own_games_list(const OwnGames *own);

/* Returns whether the user has a seat in a game. */
bool own_games_has(const OwnGames *own, const GameId *id);

#endif
