/* Clients of one server, or of several that share a store, over real sockets, all in one thread:
 * pairs of players that play random legal moves, and watchers. The clients of a game begin on
 * different servers. After their server was killed they reconnect to it or to another, and continue
 * with their keys and the lines in flight. For tests with a history and for benchmarks. */
#ifndef TESTS_SUPPORT_LOAD_H
#define TESTS_SUPPORT_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "history.h"

enum { LOAD_SERVERS_MAX = 8 };

typedef struct LoadServer {
    const char *socket; /* a Unix socket; NULL: 127.0.0.1 */
    int port;
} LoadServer;

typedef struct LoadSetup {
    LoadServer servers[LOAD_SERVERS_MAX];
    unsigned server_count; /* 0: one */
    unsigned games;
    unsigned watchers; /* of each game */
    unsigned seed;
    /* Players also resign, agree and abort, offer and answer rematches, which the others follow,
     * keep seats for each other from strangers, claim too early, repeat what was answered, and take
     * their seats again on another connection while the former one tries to move. Needs watchers,
     * the first of whom is the stranger. */
    bool varied;
    /* Players a second that leave while moves are due, and come back after some seconds, to any
     * server. No move is due in their games meanwhile. */
    double leaving;
    History *history; /* borrowed; may be NULL */
} LoadSetup;

typedef struct Load Load;

typedef struct LoadStats {
    uint64_t moves;     /* acknowledged */
    uint64_t all_moves; /* acknowledged since the load was created */
    uint64_t games;     /* acknowledged, without rematches */
    uint64_t rematches;
    uint64_t kept_seats; /* taken by whom they were kept for */
    uint64_t refused;    /* strangers who asked for them */
    uint64_t replaced;   /* connections that were told so, and whose next move was refused */
    uint64_t unexpected; /* unexpected replies */
    double seconds;
    /* From the time a move was due to its acknowledgement. */
    double p50_ms, p99_ms, p999_ms, max_ms;
    double seen_p50_ms, seen_p99_ms, seen_max_ms; /* to its arrival at the other player */
    uint64_t entered;                   /* seats taken, in new games or on another connection */
    double enter_p999_ms, enter_max_ms; /* until a player had the seat */
} LoadStats;

Load *load_create(const LoadSetup *setup);
void load_free(Load *load);

/* Connects all clients that are not connected, each to its server or another. Returns false if no
 * server accepts one. */
bool load_connect(Load *load);
/* Returns whether all clients have their seats. */
bool load_is_seated(const Load *load);
/* Sets the total moves a second, evenly spread, and resets the statistics. 0: each move follows the
 * acknowledgement of the last one. Negative: no more moves. */
void load_set_rate(Load *load, double rate);
/* Runs for a time, or until `moves` more moves were acknowledged. Returns false if all connections
 * are lost. */
bool load_run(Load *load, int64_t ms, uint64_t moves);
/* Returns whether a line that changes a game is not acknowledged yet. */
bool load_is_waiting(const Load *load);
/* After a server was killed, reads the rest of its output and closes its connections. */
void load_drop(Load *load, unsigned server);

/* After a server was stopped, which answers no more, its clients go to others; connections of
 * players stay open as former ones. load_return is called when the server goes on. */
void load_leave(Load *load, unsigned server);
void load_return(Load *load);
/* Returns whether a former connection has not been told so, or its move not refused. */
bool load_has_formers(const Load *load);

void load_stats(Load *load, LoadStats *stats);
/* Returns the first unexpected reply, or "". */
const char *load_first_unexpected(const Load *load);

/* Adds a game to the history, if there is one, and to those that are recorded as stored. */
void load_add_game(Load *load, const char *id);
/* Records all games, as a server tells them, in the history, instead of what was recorded before,
 * and who is connected. Uses a separate connection. Returns false on failure. */
bool load_record_stored(Load *load, unsigned server);

#endif
