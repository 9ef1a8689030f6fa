/*
 * The store: the durable part of the games. The interface has two implementations: SQLite on its
 * own thread (store_sqlite.h), and a store in memory with simulated delays and failures for tests
 * (tests/server/memory_store.h).
 *
 * The store is asynchronous. A request is submitted with an id; its completion has the same id and
 * is taken later. When the store becomes free, it runs all waiting requests in one transaction with
 * one durable commit. Then their completions appear, in the order of the requests. A request sees
 * the effects of all earlier ones. STORE_BACKUP and STORE_CHECK run between transactions and may
 * complete after later requests.
 *
 * The requests of a transaction succeed or fail independently, with two exceptions. STORE_FULL is
 * the result of every change of the transaction: no change was made, but queries are answered.
 * STORE_FAILED is the result of every request: whether the changes were made is unknown.
 *
 * The store does not know the rules. It only checks that histories are well-formed: an id is used
 * once, plies are contiguous, a seat is taken once, a game ends once. The core submits at most one
 * change of a game at a time.
 */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/field.h"
#include "net/identity.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/outcome.h"
#include "rules/variant.h"

enum { STORE_PATH_SIZE = 4096 };

/* ---- stored games ---- */

typedef struct StoreSeat {
    bool taken;
    KeyHash hash;
    char name[NAME_MAX_BYTES + 1]; /* "" if not given */
} StoreSeat;

/* A game without its moves, draw offer and end. */
typedef struct StoreHeader {
    uint64_t id;        /* 50 bits; see net/identity.h */
    int64_t created_ms; /* Unix time */
    char variant[VARIANT_NAME_SIZE];
    char start[FEN_SIZE]; /* as fen_write() writes it */
    int64_t base_ms;      /* initial time of each side; 0: no clocks */
    int64_t increment_ms;
    bool hidden; /* private: in no list */
    bool has_creator;
    KeyHash creator; /* if `has_creator`: of the key it was created with, unique in the store */
    StoreSeat seat[COLOR_COUNT];
} StoreHeader;

typedef struct StoreMove {
    uint32_t ms;                /* time used */
    char path[COORDINATE_SIZE]; /* as coordinate_write() writes it */
} StoreMove;

/* The last draw offer. An open offer lapses with the other side's move; this is not stored. */
typedef enum StoreOffer { STORE_OFFER_NONE, STORE_OFFER_OPEN, STORE_OFFER_DECLINED } StoreOffer;
typedef struct StoreDraw {
    StoreOffer state;
    Color by;             /* the side that offered */
    uint32_t ply;         /* the next ply when it was offered */
    uint32_t decline_ply; /* the next ply when it was declined; else 0 */
} StoreDraw;

/* How a game ended, whether by its last move or otherwise. */
typedef struct StoreEnd {
    Outcome outcome; /* REASON_NONE: the game is not over */
    Color by;        /* the side that moved, resigned, accepted, aborted or lost on time */
    uint32_t ply;    /* plies of the game */
    uint32_t ms;     /* time used of a turn without a move */
} StoreEnd;

typedef struct StoreGame {
    StoreHeader header;
    StoreDraw draw;
    StoreEnd end;
    size_t count;
    StoreMove *moves; /* `count` plies from 0; owned */
} StoreGame;

/* ---- requests ---- */

typedef enum StoreKind {
    /* Changes. */
    STORE_CREATE, /* `create`. CONFLICT: the id is in use. DUPLICATE: the creator's key has created
                     a game, whose id the completion has */
    STORE_SEAT,   /* `seat`: takes a seat, or renames its player. CONFLICT: the seat is taken with
                     another hash */
    STORE_MOVE, /* `move` and the end of the game, atomically. CONFLICT: the ply is not the next, or
                   the game is over */
    STORE_DRAW, /* `draw`: replaces the last offer. CONFLICT: the game is over */
    STORE_END,  /* `end`. CONFLICT: the game is over, or has not `end.ply` plies */
    STORE_DELETE, /* CONFLICT: the game has moves */
    STORE_PROBE,  /* writes and commits, to find out whether a full disk has room again */
    /* Queries. */
    STORE_LOAD,           /* DAMAGED: the game cannot be read */
    STORE_LIST_TIMED,     /* `list`: games with clocks that are not over, by ascending id */
    STORE_LIST_UNSTARTED, /* `list`: games without moves created before `before_ms`, likewise */
    STORE_TOTALS,
    /* Jobs: they take minutes, in pieces between the transactions. */
    STORE_BACKUP, /* replaces `path` with a copy of the file as of one moment of the job. REFUSED:
                     the copy failed */
    STORE_CHECK   /* loads and replays every game (game_replay.h) */
} StoreKind;

typedef struct StoreRequest {
    StoreKind kind;
    uint64_t request_id; /* the caller's */
    uint64_t id;         /* the game of SEAT, MOVE, DRAW, END, DELETE and LOAD; else unused */
    union {
        StoreHeader create;
        struct {
            Color color;
            KeyHash hash;
            char name[NAME_MAX_BYTES + 1];
        } seat;
        struct {
            uint32_t ply;
            StoreMove move;
            StoreEnd end; /* REASON_NONE: the game is not over */
        } move;
        StoreDraw draw;
        StoreEnd end;
        struct {
            uint64_t after; /* ids above this */
            int64_t before_ms;
            size_t limit; /* at most this many */
        } list;
        const char *path; /* copied by the store */
    };
} StoreRequest;

typedef enum StoreResult {
    STORE_OK,
    STORE_DUPLICATE, /* the change was made before */
    STORE_CONFLICT,  /* the change contradicts what is stored */
    STORE_MISSING,   /* there is no such game */
    STORE_DAMAGED,   /* the stored game is invalid; `text` says why */
    STORE_REJECTED,  /* a job could not be done; `text` says why */
    STORE_FULL,      /* the disk is full; the store remains usable */
    STORE_FAILED     /* a sync or another operation failed; `text` says why. All later requests fail
                        too: the server has to stop */
} StoreResult;

typedef struct StoreTotals {
    uint64_t games;
    uint64_t moves;   /* of a CHECK */
    uint64_t damaged; /* of a CHECK: damaged games and faults of the file */
} StoreTotals;

typedef struct StoreCompletion {
    StoreKind kind;
    StoreResult result;
    uint64_t request_id;
    uint64_t id;     /* the request's game, or the game that a CREATE has created or found */
    StoreGame *game; /* of a LOAD; owned */
    uint64_t *ids;   /* of a list; owned */
    size_t id_count;
    StoreTotals totals; /* of TOTALS and CHECK */
    /* A sentence for DAMAGED, REFUSED and FAILED. For a CHECK a line "ID: what" for each damaged
     * game and "the file: what" for each fault of the file. Else NULL. */
    char *text; /* owned */
} StoreCompletion;

/* Frees a game, which may be NULL. */
void store_game_free(StoreGame *game);

/* Frees what a completion owns. */
void store_completion_free(StoreCompletion *completion);

/* ---- the interface ---- */

/* Counters since the store was opened. */
typedef struct StoreStats {
    uint64_t commits;
    uint64_t changes;   /* committed */
    uint64_t commit_us; /* time spent in commits */
    uint64_t commit_us_max;
    uint64_t batch_max; /* most changes in one commit */
} StoreStats;

typedef struct Store Store;

typedef struct StoreMethods {
    void (*submit)(Store *store, const StoreRequest *request);
    bool (*take)(Store *store, StoreCompletion *completion);
    void (*stats)(Store *store, StoreStats *stats);
    void (*close)(Store *store);
} StoreMethods;

/* The first member of each implementation. */
struct Store {
    const StoreMethods *methods;
};

/* Called on the store's thread when there are completions to take. It only wakes the loop. */
typedef void StoreNotify(void *context);

/* Submits a copy of a request, without waiting. The queue has no limit: the core has at most one
 * request pending for each client and game. */
static inline void store_submit(Store *store, const StoreRequest *request) {
    store->methods->submit(store, request);
}

/* Takes the next completion without waiting. Returns false if there is none. */
static inline bool store_take(Store *store, StoreCompletion *completion) {
    return store->methods->take(store, completion);
}

/* Reads the counters. Any thread may call it. */
static inline void store_stats(Store *store, StoreStats *stats) {
    store->methods->stats(store, stats);
}

/* Finishes the submitted requests except jobs, discards the completions that were not taken, and
 * closes the file. */
static inline void store_close(Store *store) {
    store->methods->close(store);
}

#endif
