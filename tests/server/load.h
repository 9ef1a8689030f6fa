/* Clients of a server over real sockets, all in one thread: pairs of players that play random legal
 * moves, and watchers. After the server was killed they reconnect and continue with their keys and
 * the move in flight. For tests with a history and for benchmarks. */
#ifndef TESTS_SERVER_LOAD_H
#define TESTS_SERVER_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "history.h"

typedef struct LoadSetup {
    const char *socket; /* a Unix socket; NULL: 127.0.0.1 */
    int port;
    unsigned games;
    unsigned watchers; /* of each game */
    unsigned seed;
    History *history; /* borrowed; may be NULL */
} LoadSetup;

typedef struct Load Load;

typedef struct LoadStats {
    uint64_t moves;      /* acknowledged */
    uint64_t due;        /* moves due in the time */
    uint64_t games;      /* acknowledged */
    uint64_t unexpected; /* unexpected replies */
    double seconds;
    double p50_ms, p99_ms, max_ms;   /* from the time a move was due to its acknowledgement */
    double seen_p50_ms, seen_p99_ms; /* to its arrival at the other player */
} LoadStats;

Load *load_create(const LoadSetup *setup);
void load_free(Load *load);

/* Connects all clients. Returns false if the server does not accept them. */
bool load_connect(Load *load);
/* Returns whether all clients have their seats. */
bool load_is_seated(const Load *load);
/* Sets the total moves a second, evenly spread, and resets the statistics. 0: each move follows the
 * acknowledgement of the last one. Negative: no more moves. */
void load_set_rate(Load *load, double rate);
/* Runs for a time, or until `moves` more moves were acknowledged. Returns false if all connections
 * are lost. */
bool load_run(Load *load, int64_t ms, uint64_t moves);
/* Returns whether a move or a new game is not acknowledged yet. */
bool load_is_waiting(const Load *load);
/* After the server was killed, reads the rest of its output and closes all connections. */
void load_drop(Load *load);

void load_stats(Load *load, LoadStats *stats);
/* Returns the first unexpected reply, or "". */
const char *load_first_unexpected(const Load *load);

/* Records all games of the server in the history, over a separate connection. Returns false on
 * failure. */
bool load_record_stored(Load *load);

#endif
