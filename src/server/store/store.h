/*
 * The store: what of the games outlives the server. One interface with two implementations: SQLite
 * on a thread of its own (store_sqlite.h), and one in memory with simulated delays and failures,
 * for tests (tests/server/memory_store.h).
 *
 * It is asynchronous. A request is submitted with a ticket, and its completion, with the same
 * ticket, is taken later. What waits when the store becomes free is written in one transaction and
 * committed once, durably; only then do its completions appear. They come in the order of the
 * requests, and a request sees the effect of all before it; only STORE_BACKUP and STORE_CHECK,
 * which go on between the transactions of others, complete when they are done.
 *
 * Requests of one transaction succeed or fail each for itself (STORE_CONFLICT and the like), but
 * STORE_FULL is the result of all changes of the transaction, of which nothing is there (questions
 * are answered), and STORE_FAILED that of all its requests: nobody knows what is there.
 *
 * The store keeps games, it does not know the rules: it checks what makes a history (a game is
 * there once, plies are contiguous, a seat is taken once, a game ends once) and leaves the rest to
 * the core, which submits at most one change of a game at a time.
 */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/position.h"
#include "rules/variant.h"

enum {
    STORE_HASH_SIZE = 32, /* SHA-256 of a seat's key */
    STORE_NAME_SIZE = 64, /* a player's name, UTF-8, with its final NUL */
    STORE_PATH_SIZE = 4096
};

/* ---- what is kept of a game ---- */

typedef struct StoreSeat {
    bool taken;
    unsigned char hash[STORE_HASH_SIZE];
    char name[STORE_NAME_SIZE]; /* "": none */
} StoreSeat;

/* What a game is from its creation on, and who has sat down. */
typedef struct StoreHeader {
    uint64_t id;        /* 50 bits; net/identity.h has its text */
    int64_t created_ms; /* Unix time */
    char variant[VARIANT_NAME_SIZE];
    char start[FEN_SIZE]; /* as fen_write has it */
    int64_t base_ms;      /* a side's clock; 0: no clocks */
    int64_t increment_ms;
    bool hidden;      /* private: in no list */
    bool has_creator; /* whether `maker` is set */
    unsigned char
        creator[STORE_HASH_SIZE]; /* of the key it was created with; unique in the store */
    StoreSeat seat[COLOR_COUNT];
} StoreHeader;

/* One turn. */
typedef struct StoreMove {
    uint32_t ms;                /* time the mover used */
    char path[COORDINATE_SIZE]; /* as coordinate_write has it */
} StoreMove;

/* The last offer of a draw. That the other side's move has let it lapse is not written. */
typedef enum StoreOffer { STORE_OFFER_NONE, STORE_OFFER_OPEN, STORE_OFFER_DECLINED } StoreOffer;
typedef struct StoreDraw {
    StoreOffer state;
    Color by;             /* who offered */
    uint32_t ply;         /* the next ply when it was offered */
    uint32_t decline_ply; /* the next ply when it was declined; else 0 */
} StoreDraw;

/* How a game ended, also where its last move says so. */
typedef struct StoreEnd {
    Outcome outcome; /* reason REASON_NONE: it goes on */
    Color by;        /* whose move, resignation, acceptance, abort or flag it was */
    uint32_t ply;    /* plies completed when it ended */
    uint32_t ms;     /* time the side to move had used of its turn; 0 when a move ended the game */
} StoreEnd;

/* A whole game, as it is loaded. */
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
    STORE_CREATE, /* `create`: CONFLICT when the id is in use, DUPLICATE when the maker's key made
                     a game before, whose id the completion has */
    STORE_SEAT,   /* `seat`: sits down; or, with the same hash, gets another name. CONFLICT when the
                     seat is taken with another hash, MISSING without the game */
    STORE_MOVE,   /* `move`: CONFLICT when the ply is not the next or the game is over, MISSING
                     without the game; with `end` set also the end, both or none */
    STORE_DRAW,   /* `draw`: the last offer is now this one; CONFLICT when the game is over */
    STORE_END,    /* `end`: CONFLICT when the game is over, or has not `end.ply` plies */
    STORE_DELETE, /* the game `id`: CONFLICT when it has moves, MISSING when it is not there */
    STORE_PROBE,  /* writes something and commits: whether a full disk has room again */
    /* Questions. */
    STORE_LOAD,           /* the game `id`: MISSING, or DAMAGED when it cannot be read back */
    STORE_LIST_TIMED,     /* `list`: ids of the games with clocks that are not over, ascending */
    STORE_LIST_UNSTARTED, /* `list`: ids of the games without a move created before `before_ms`,
                           * ascending
                           */
    STORE_TOTALS,         /* how much there is */
    /* Work of minutes, in pieces between the others. */
    STORE_BACKUP, /* `path`: a copy of the file as it is at some moment of the work; it is written
                     beside it, synced and renamed. REFUSED with a sentence when that fails */
    STORE_CHECK   /* every game is loaded and replayed (see replay.h) */
} StoreKind;

typedef struct StoreRequest {
    StoreKind kind;
    uint64_t request_id; /* the caller's; comes back */
    uint64_t id;         /* the game of SEAT, MOVE, DRAW, END, DELETE and LOAD */
    union {
        StoreHeader create;
        struct {
            Color color;
            unsigned char hash[STORE_HASH_SIZE];
            char name[STORE_NAME_SIZE];
        } seat;
        struct {
            uint32_t ply;
            StoreMove move;
            StoreEnd end; /* reason REASON_NONE: the game goes on */
        } move;
        StoreDraw draw;
        StoreEnd end;
        struct {
            uint64_t after; /* ids greater than this; 0: from the first */
            int64_t before_ms;
            size_t limit; /* at most this many */
        } list;
        const char *path; /* copied by the store */
    };
} StoreRequest;

typedef enum StoreResult {
    STORE_OK,
    STORE_DUPLICATE, /* it is there already, and that is as good */
    STORE_CONFLICT,  /* it contradicts what is there; nothing was changed */
    STORE_MISSING,   /* no such game */
    STORE_DAMAGED,   /* what is there of the game makes no sense; `text` says why */
    STORE_REFUSED,   /* a backup or a check could not be done; `text` says why */
    STORE_FULL,      /* no room; nothing of the transaction is there; the store can be used on */
    STORE_FAILED     /* a failed sync or I/O error: the server has to stop. All that comes after it
                        fails too; `text` says why */
} StoreResult;

/* Counts of STORE_TOTALS and STORE_CHECK. */
typedef struct StoreTotals {
    uint64_t games;
    uint64_t moves;   /* STORE_CHECK only */
    uint64_t damaged; /* STORE_CHECK only: games that are wrong, and faults of the file */
    uint64_t bytes;   /* size of the file */
} StoreTotals;

typedef struct StoreCompletion {
    StoreKind kind;
    StoreResult result;
    uint64_t request_id;
    uint64_t id;     /* the request's game; of a CREATE the game created, or created before */
    StoreGame *game; /* LOAD with STORE_OK: the caller's, who frees it with store_game_free */
    uint64_t *ids;   /* CLOCKED, UNMOVED: the caller's; free() */
    size_t id_count;
    StoreTotals totals; /* TOTALS, CHECK */
    char *text; /* DAMAGED, REFUSED, FAILED: a sentence; CHECK: a line for each damaged game, "ID:
                   what is wrong", or fault of the file, "the file: ..."; else NULL. The caller's;
                   free() */
} StoreCompletion;

void store_game_free(StoreGame *game);                   /* NULL is allowed */
void store_completion_free(StoreCompletion *completion); /* what it owns */

/* ---- the interface ---- */

/* For statistics; counted since the store was opened. */
typedef struct StoreStats {
    uint64_t commits;
    uint64_t changes;   /* requests that were committed */
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

/* Called on the store's thread when there are completions to take; it only wakes the loop. */
typedef void StoreNotify(void *context);

/* Hands over a request, which is copied. Never waits for the disk, and is never refused: the core
 * has at most one request for each client and game on its way. Called on the core's thread. */
static inline void store_submit(Store *store, const StoreRequest *request) {
    store->methods->submit(store, request);
}

/* Takes the next completion, if there is one; never waits. Called on the core's thread. */
static inline bool store_take(Store *store, StoreCompletion *completion) {
    return store->methods->take(store, completion);
}

/* A snapshot of the statistics; from any thread. */
static inline void store_stats(Store *store, StoreStats *stats) {
    store->methods->stats(store, stats);
}

/* Finishes what was submitted (a backup or a check is broken off), forgets the completions that
 * were not taken, and closes the file. */
static inline void store_close(Store *store) {
    store->methods->close(store);
}

#endif
