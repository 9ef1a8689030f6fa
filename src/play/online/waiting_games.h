/*
 * What waits for the user when a program starts: asks the servers of all saved seats, in the
 * background and for a short time only, in how many games it is the user's move.
 */
#ifndef PLAY_ONLINE_WAITING_GAMES_H
#define PLAY_ONLINE_WAITING_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "play/online/seats.h"

typedef struct WaitingGames WaitingGames;

enum {
    WAITING_SERVERS_MAX = 8, /* those that were played on most recently */
    WAITING_LIMIT_MS = 10000 /* servers that have not answered by then are left out */
};

/* A server, or several with the same games. */
typedef struct WaitingServer {
    ServerList servers;
    char name[SERVER_ADDRESS_SIZE]; /* of the one that is asked: "localhost:7153" */
    bool answered;                  /* about all games */
    size_t my_move;                 /* number of games in which it is the user's move */
    size_t games;                   /* number of unfinished games */
    GameId id;                      /* of the most recently played of `my_move` */
} WaitingServer;

/* Called from the loop when a server has answered. It must not call waiting_games_free. */
typedef void WaitingGamesListener(void *context, const WaitingServer *server);

/* Returns NULL, and asks no server, if no seat is saved. */
WaitingGames *waiting_games_ask(uv_loop_t *loop, WaitingGamesListener *listener, void *context);
/* Stops asking. NULL is allowed. The loop must run on until the handles are closed. */
void waiting_games_free(WaitingGames *waiting);

/* Returns a server by its number, or NULL past the last. */
const WaitingServer *waiting_games_server(const WaitingGames *waiting, size_t number);
/* Returns how the user's games on a server stand, as far as it has answered. */
OwnGameList waiting_games_list(const WaitingGames *waiting, size_t number);
/* Returns whether no further server will answer. */
bool waiting_games_is_done(const WaitingGames *waiting);

/* Writes a sentence such as "It is your move in 2 games on localhost:7153.", or "" if there is no
 * such game. */
enum { WAITING_SENTENCE_SIZE = SERVER_ADDRESS_SIZE + 64 };
void waiting_games_sentence(const WaitingServer *server, char text[WAITING_SENTENCE_SIZE]);

#endif
