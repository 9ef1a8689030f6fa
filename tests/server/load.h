/*
 * Clients of a server over real sockets, all in one thread: games between two players each, who
 * play legal moves by chance, and watchers. They come back to a server that was killed and go on
 * where they were, with the keys and the one move in flight. For tests with a history, and for
 * measuring.
 */
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
    History *history; /* borrowed; NULL: none is kept */
} LoadSetup;

typedef struct Load Load;

typedef struct LoadStats {
    uint64_t moves;      /* acknowledged */
    uint64_t due;        /* that should have been made in the time */
    uint64_t games;      /* acknowledged */
    uint64_t unexpected; /* answers that nobody expected */
    double seconds;
    double p50_ms, p99_ms, max_ms;   /* from when a move was due to its acknowledgement */
    double seen_p50_ms, seen_p99_ms; /* to when the other player has it */
} LoadStats;

Load *load_create(const LoadSetup *setup);
void load_free(Load *load);

/* Connects all; false when the server does not take them. */
bool load_connect(Load *load);
/* Whether all have taken their places. */
bool load_is_seated(const Load *load);
/* So many moves a second in all games together, evenly; 0: each as soon as the one before is
 * acknowledged; negative: no more are begun. The figures start anew. */
void load_set_rate(Load *load, double rate);
/* Goes on for so long, or until that many more moves were acknowledged, or all connections are
 * lost: then it is false. */
bool load_run(Load *load, int64_t ms, uint64_t moves);
/* Whether a move or a game waits for its acknowledgement. */
bool load_is_waiting(const Load *load);
/* The server has been killed: takes what it had sent still, and closes all. */
void load_drop(Load *load);

void load_stats(Load *load, LoadStats *stats);
/* The first answer that nobody expected; "". */
const char *load_first_unexpected(const Load *load);

/* Asks the server for all games there were, with a connection of its own, and tells the history
 * what is there. */
bool load_record_stored(Load *load);

#endif
