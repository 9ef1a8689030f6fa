/* Crowds around one game, in processes of their own at the lowest priority, because they stand for
 * other machines: its watchers, those that follow the lists, and clients that never read. */
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "net/identity.h"

enum { CROWD_PLIES = 40 };

/* What a crowd does. */
typedef enum CrowdKind {
    CROWD_WATCHERS,    /* watch the game and read */
    CROWD_SUBSCRIBERS, /* follow the lists of games and read */
    CROWD_NON_READING  /* watch the game, follow the lists, ask for long replies and never read */
} CrowdKind;

/* Shared memory, updated by the process. */
typedef struct CrowdCounters {
    uint32_t ready;                /* clients that are connected and have asked */
    uint64_t bytes, lines;         /* received */
    uint32_t seen[CROWD_PLIES];    /* watchers that have the move */
    int64_t first_us[CROWD_PLIES]; /* when the first of them had it, on the monotonic clock */
    int64_t last_us[CROWD_PLIES];  /* the last */
} CrowdCounters;

typedef struct Crowd {
    pid_t process;
    volatile CrowdCounters *counters;
} Crowd;

/* Starts a crowd of `count` clients of 127.0.0.1:port around a game, and waits until all have
 * asked. The caller ends it with crowd_stop(). */
Crowd crowd_start(CrowdKind kind, int port, unsigned count, const char *game);
void crowd_stop(Crowd *crowd);

/* A game of two seats, played by the caller. */
typedef struct CrowdGame {
    int sockets[2]; /* of White and Black */
    char id[GAME_ID_LENGTH + 1];
    unsigned ply;
} CrowdGame;

/* Creates the game, with a player at each port. It has CROWD_PLIES moves that do not end it. */
void crowd_game_start(CrowdGame *game, int white_port, int black_port);
/* Plays the next move. Returns the microseconds until it was acknowledged. */
int64_t crowd_game_move(CrowdGame *game);
void crowd_game_stop(CrowdGame *game);

/* Starts a process in which a spectator talks in the game, and ends it with daemon_kill(). */
pid_t crowd_start_talker(int port, const char *game, unsigned lines_per_s);

#endif
