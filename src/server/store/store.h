/*
 * The store: the durable part of the games. The interface has two implementations in the programs,
 * SQLite for one server (store_sqlite.h) and PostgreSQL, which several servers share
 * (store_postgres.h), and two in tests: a store in memory with simulated delays and failures
 * (tests/support/memory_store.h), and a simulated shared one (tests/server/shared_database.h).
 *
 * The store is asynchronous. A request is submitted, and its completion, which is a part of it, is
 * taken later. When the store becomes free, it runs all waiting requests in one transaction with
 * one durable commit. Then their completions appear, in the order of the requests. A request sees
 * the effects of all earlier ones. STORE_BACKUP and STORE_CHECK run between transactions and may
 * complete after later requests.
 *
 * The requests of a transaction succeed or fail independently, with two exceptions. STORE_FULL is
 * the result of every change of the transaction: no change was made, but queries are answered.
 * If a request meets a damaged page, the queries of its transaction run after all of its changes.
 * STORE_FAILED is the result of every request: whether the changes were made is unknown.
 *
 * The store does not know the rules. It only checks that histories are well-formed: an id is used
 * once, plies are contiguous, a seat is taken once, a game ends once. The core submits at most one
 * change of a game at a time.
 *
 * In a shared store, other servers change games too. A game has a version, the number of its
 * changes; a change names the version that its server knows and is a CONFLICT if that is not the
 * stored one. What other servers have stored comes as completions without a request: STORE_NEWS and
 * the kinds after it. Those of one server come in the order of its commits, each once; those of
 * different servers in any order, which their versions show. A lost connection to the database is
 * no failure: requests wait until it is back, and each has one true result.
 */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "base/buffer.h"
#include "base/compiler.h"
#include "net/identity.h"
#include "net/line.h"
#include "net/protocol.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/outcome.h"
#include "rules/variant.h"

enum { STORE_PATH_SIZE = 4096 };

/* Times, which begin in 1970 or with the service, and spans of time are at most this, so that those
 * of a whole game can be added: 2286. */
#define STORE_TIME_MAX_MS INT64_C(9999999999999)

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
    bool per_move;          /* each turn begins with `base_ms`; the increment is 0 */
    uint32_t claim_minutes; /* absence after which the other side may claim the game; 0: never */
    bool hidden;            /* private: in no list */
    bool kept;              /* a free seat is for whoever has the key of ... */
    KeyHash invite;         /* ... this hash, if `kept` */
    uint64_t rematch_of; /* the game that this one is the rematch of, unique in the store; or 0 */
    bool has_creator;
    KeyHash creator; /* if `has_creator`: of the key it was created with, unique in the store */
    StoreSeat seat[COLOR_COUNT];
} StoreHeader;

typedef struct StoreMove {
    uint32_t ms;                /* time used */
    int64_t at_ms;              /* service time (STORE_CLOCK) when it arrived; -1: unknown */
    char path[COORDINATE_SIZE]; /* as coordinate_write() writes it */
} StoreMove;

/* The last draw offer. An open offer lapses with the other side's move; this is not stored. */
typedef enum StoreOffer {
    STORE_OFFER_NONE,
    STORE_OFFER_OPEN,
    STORE_OFFER_DECLINED,
    STORE_OFFER_WITHDRAWN /* of a rematch: by the side that had offered */
} StoreOffer;

typedef struct StoreDraw {
    StoreOffer state;
    Color by;             /* the side that offered */
    uint32_t ply;         /* the next ply when it was offered */
    uint32_t decline_ply; /* the next ply when it was declined; else 0 */
} StoreDraw;

/* The last offer of a rematch. Its game, once there, is the one whose `rematch_of` is this. */
typedef struct StoreRematch {
    StoreOffer state;
    Color by; /* the side that offered */
} StoreRematch;

/* How a game ended, whether by its last move or otherwise. */
typedef struct StoreEnd {
    Outcome outcome; /* REASON_NONE: the game is not over */
    Color by;        /* the side that moved, resigned, accepted, aborted or lost on time */
    uint32_t ply;    /* plies of the game */
    uint32_t ms;     /* time used of a turn without a move */
} StoreEnd;

/* What a client can be in a game: a player, or its creator without a seat. One client at a time. */
typedef enum Role { ROLE_WHITE, ROLE_BLACK, ROLE_CREATOR, ROLE_COUNT, ROLE_NONE } Role;

/* In a shared store: where the client with a role is. */
typedef struct StorePresence {
    uint32_t server;     /* the number of the server that it is connected to; 0: it is away */
    uint64_t generation; /* grows by 1 when a client takes the role */
    int64_t left_ms;     /* service time when a client last left it; 0: unknown */
} StorePresence;

typedef struct StoreGame {
    StoreHeader header;
    StoreDraw draw;
    StoreEnd end;
    StoreRematch rematch;
    uint64_t rematch_game; /* the game that is the rematch of this one, or 0 */
    uint64_t version;      /* of a shared store; else 0 */
    StorePresence presence[ROLE_COUNT];
    uint32_t first; /* the ply of the first of ... */
    size_t count;
    StoreMove *moves;    /* ... `count` moves; owned */
    uint64_t moves_hash; /* checksum of all moves; of a shared store 0 */
} StoreGame;

/* A line of talk in a game. */
typedef struct StoreTalk {
    Seat seat; /* the speaker's, or SEAT_NONE */
    char name[NAME_MAX_BYTES + 1];
    char text[LINE_CLIENT_MAX + 1];
} StoreTalk;

/* ---- requests ---- */

typedef enum StoreKind {
    /* Changes. */
    STORE_CREATE, /* `create`. CONFLICT: the id is in use. DUPLICATE: the creator's key has created
                     a game, or `rematch_of` has a rematch, whose id the completion has. MISSING:
                     there is no game `rematch_of` */
    STORE_SEAT,   /* `seat`: takes a seat, or renames its player. CONFLICT: the seat is taken with
                     another hash */
    STORE_MOVE, /* `move` and the end of the game, atomically. CONFLICT: the ply is not the next, or
                   the game is over */
    STORE_DRAW, /* `draw`: replaces the last offer. CONFLICT: the game is over */
    STORE_END,  /* `end`. CONFLICT: the game is over, or has not `end.ply` plies */
    STORE_REMATCH, /* `rematch`: replaces the last offer. CONFLICT: the game is not over, or has a
                      rematch */
    STORE_ARRIVE,  /* of a shared store: a client takes `role`, whose generation grows by 1 */
    STORE_LEAVE,  /* of a shared store: the client that has taken `role` with `leave.generation` has
                     left. Depends on no version. Changes nothing if another has taken it since */
    STORE_HIDE,   /* `hidden`: makes a game private, or lists it again. Depends on no version */
    STORE_DELETE, /* CONFLICT: the game has moves and is not over, or in a shared store somebody is
                     present. Depends on no version */
    STORE_CLOCK,  /* `service_ms`: the service time, which the totals return after a restart. It is
                     the time that servers of this store have run, without stalls. Never goes back;
                     but that of a shared store, which runs by itself, is set only for games that
                     come from another store, while no other server has it */
    STORE_PROBE,  /* writes and commits, to find out whether a full disk has room again */
    STORE_TELL,   /* of a shared store: `tell`, talk in a game, to the other servers */
    STORE_PUT,    /* `put`: adds a game with its moves, as it was loaded from another store, without
                     presences. CONFLICT: the id is in use, or its creator's key has created another
                     game */
    /* Queries. */
    STORE_LOAD,       /* `load`. DAMAGED: the game cannot be read. Of the others: the completion has
                         what could be read */
    STORE_LIST_GAMES, /* `list`: all games, damaged ones too, by ascending id. If pages are damaged,
                         those that are found without them, and `text` says why */
    STORE_LIST_TIMED, /* `list`: games with clocks that are not over, by ascending id */
    STORE_LIST_UNSTARTED, /* `list`: games without moves created before `before_ms`, likewise */
    STORE_LIST_FINISHED,  /* `list`: of the next `limit` games, those that are over and were created
                             before `before_ms`, likewise */
    STORE_LIST_PRESENT, /* of a shared store, `list`: games that are neither private nor over, with
                           a client in a role, likewise */
    STORE_TOTALS,
    /* Jobs: they take minutes, in pieces between the transactions. */
    STORE_BACKUP, /* `backup`: replaces a file, if it is an earlier backup, with a copy of the
                     database as of one moment of the job. REJECTED: the copy failed */
    STORE_CHECK,  /* loads and replays every game (game_replay.h) */
    /* Completions without a request. */
    STORE_NEWS,    /* `news`: what another server has changed or told */
    STORE_MEMBERS, /* `ids`: the numbers of the servers that share the store, ascending; `id`: this
                      one's, which is a new one if the others had taken it for dead. Comes first,
                      and after each change */
    STORE_MISSED,  /* news were missed: every game may have changed */
    STORE_TIME     /* `time`; for the owner of the core (server/base/service_clock.h) */
} StoreKind;

/* Returns whether requests of this kind change the store. */
static inline bool store_is_change(StoreKind kind) {
    return kind <= STORE_PUT;
}

typedef struct StoreRequest StoreRequest;

typedef enum StoreResult {
    STORE_OK,
    STORE_DUPLICATE, /* the change was made before */
    STORE_CONFLICT,  /* the change contradicts what is stored */
    STORE_MISSING,   /* there is no such game */
    STORE_DAMAGED,   /* the stored game is invalid; `text` says why. The result of a query or a
                        change of this game; the store and all other games remain usable */
    STORE_REJECTED,  /* a job could not be done; `text` says why */
    STORE_FULL,      /* the disk is full; the store remains usable */
    STORE_FAILED     /* a sync or another operation failed; `text` says why. All later requests fail
                        too: the server has to stop */
} StoreResult;

typedef struct StoreTotals {
    uint64_t games;
    int64_t service_ms; /* of TOTALS: of the last STORE_CLOCK, or 0 */
    uint64_t moves;     /* of a CHECK */
    uint64_t damaged;   /* of a CHECK: damaged games and faults of the file */
} StoreTotals;

/* A change, or a line of talk, that another server has stored. */
typedef enum StoreNewsKind {
    NEWS_CHANGE, /* of any kind */
    NEWS_MOVE,   /* `move` */
    NEWS_DELETE, /* the game is gone */
    NEWS_TALK    /* `talk` */
} StoreNewsKind;

typedef struct StoreNews {
    StoreNewsKind kind;
    uint64_t id;      /* the game */
    uint64_t version; /* after the change */
    bool listed;      /* the game is neither private nor over, and a client has a role */
    union {
        struct {
            uint32_t ply;
            StoreMove move;
            StoreEnd end; /* REASON_NONE: the game is not over */
        } move;
        StoreTalk talk;
    };
} StoreNews;

/* A reading of the service time. */
typedef struct StoreTime {
    int64_t asked_ms, answered_ms; /* monotonic_us() / 1000 before and after it was read */
    int64_t service_ms;
} StoreTime;

typedef struct StoreCompletion {
    STAILQ_ENTRY(StoreCompletion) entry; /* of the store: requests that wait, or completions */
    StoreRequest *request;               /* NULL if there is none, or it was a copy */
    StoreKind kind;
    StoreResult result;
    uint64_t id;         /* the request's game; the game that a CREATE has created or found; the
                            last game that a list has read, or 0 if there are no more */
    uint64_t version;    /* of a change in a shared store: the game's after it */
    uint64_t generation; /* of CREATE, SEAT and ARRIVE in a shared store: of the role, after it */
    StoreGame *game;     /* of a LOAD; owned */
    uint64_t *ids;       /* of a list and MEMBERS; owned */
    size_t id_count;
    StoreNews *news; /* owned; NULL: none */
    StoreTime time;
    StoreTotals totals; /* of TOTALS and CHECK */
    /* A sentence for DAMAGED, REJECTED, FAILED and a LIST_GAMES that met damage. For a CHECK a line
     * "ID: what" for each damaged game and "the file: what" for each fault of the file. Else NULL.
     */
    char *text; /* owned */
} StoreCompletion;

/* A request, which is borrowed from its submission until its completion is taken. */
struct StoreRequest {
    StoreCompletion completion; /* the store's meanwhile */
    bool is_copy;               /* of store_submit_copy() */
    StoreKind kind;
    uint64_t id;      /* the game of a change, a LOAD and a TELL; else unused */
    uint64_t version; /* in a shared store: that of the game before a change, and of a CREATE with
                         `rematch_of`, that of the earlier game; else unused */
    Role role; /* of SEAT, ARRIVE and LEAVE, and of CREATE: the role of the client, or ROLE_NONE
                */
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
            StoreEnd end;         /* REASON_NONE: the game is not over */
            uint64_t hash_before; /* checksum of the moves before it; 0: unknown */
            uint64_t hash;        /* and with it, unless `hash_before` is unknown */
        } move;
        StoreDraw draw;
        StoreEnd end;
        StoreRematch rematch;
        struct {
            uint64_t generation;
        } leave;
        bool hidden;
        StoreTalk tell;
        const StoreGame *put; /* borrowed until its completion */
        struct {
            uint32_t first; /* leaves out the moves before this ply */
        } load;
        int64_t service_ms;
        struct {
            uint64_t after; /* ids above this */
            int64_t before_ms;
            size_t limit; /* at most this many, at least 1 */
        } list;
        struct {
            const char *path; /* borrowed until its completion */
            bool replaces;    /* any regular file, not only an earlier backup */
        } backup;
    };
};

/* The checksums of a game's moves: where they begin, and after one more move. */
uint64_t move_hash_start(uint64_t id);
uint64_t move_hash_next(uint64_t hash, uint32_t ply, const StoreMove *move);

/* Frees a game, which may be NULL. */
void store_game_free(StoreGame *game);

/* Begins the completion of a request. */
void store_completion_begin(StoreRequest *request);

/* Sets the result STORE_DAMAGED with a text that says what is damaged. */
void store_completion_set_damaged(StoreCompletion *completion, const char *format, ...)
    PRINTF_LIKE(2, 3);

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
    uint64_t repeats;   /* of a shared store: transactions that deadlocks and the like have ended */
} StoreStats;

typedef struct Store Store;

typedef struct StoreMethods {
    void (*submit)(Store *store, StoreRequest *request);
    bool (*take)(Store *store, StoreCompletion *completion);
    void (*stats)(Store *store, StoreStats *stats);
    void (*close)(Store *store);
} StoreMethods;

/* The first member of each implementation. */
struct Store {
    const StoreMethods *methods;
    bool is_shared; /* other servers may change its games */
};

/* Called on the store's thread when there are completions to take. It only wakes the loop. */
typedef void StoreNotify(void *context);

/* Called with a sentence for the operator, on any thread. */
typedef void StoreReport(const char *sentence);

/* How a store is opened (store_open.h). */
typedef struct StoreOptions {
    const char *database; /* the path of a file of SQLite, or a connection string of libpq */
    bool is_read_only;    /* requests change nothing: no file and no table is made */
    bool is_forced;       /* opens a file whose log is damaged (store_sqlite.h) */
    StoreNotify *notify;  /* called on the store's threads */
    void *context;        /* of `notify` */
    StoreReport *report;  /* may be NULL */
} StoreOptions;

/* Submits a request, without waiting. The queue has no limit: the core has at most one request
 * pending for each client and game. */
static inline void store_submit(Store *store, StoreRequest *request) {
    store->methods->submit(store, request);
}

/* Submits a copy of a request, which is freed when its completion is taken. */
void store_submit_copy(Store *store, const StoreRequest *request);

/* Takes the next completion without waiting. Returns false if there is none. */
bool store_take(Store *store, StoreCompletion *completion);

/* Reads the counters. Any thread may call it. */
static inline void store_stats(Store *store, StoreStats *stats) {
    store->methods->stats(store, stats);
}

/* Finishes the submitted requests except jobs, discards the completions that were not taken, and
 * closes the file. */
static inline void store_close(Store *store) {
    store->methods->close(store);
}

/* ---- words for values in tables; the parsers return false for an unknown word ---- */

const char *store_words_color(Color color);

const char *store_words_offer(StoreOffer offer);

bool store_words_parse_color(const char *word, Color *color);

bool store_words_parse_offer(const char *word, StoreOffer *offer);

bool store_words_parse_outcome(const char *result, const char *reason, Outcome *outcome);

/* ---- the report of a STORE_CHECK ---- */

/* Starts as {0}. */
typedef struct StoreCheckReport {
    StoreTotals totals;
    Buffer text; /* a line for each fault, up to a limit */
} StoreCheckReport;

/* Adds a fault of a game or of "the file". */
void check_report_add(StoreCheckReport *report, const char *name, const char *what);

/* Adds a game: the completion of a LOAD. Replays it, and adds its fault if it has one. */
void check_report_add_game(StoreCheckReport *report, const StoreCompletion *loaded);

/* Moves the report into the completion of the check. */
void check_report_take(StoreCheckReport *report, StoreCompletion *completion);

void check_report_free(StoreCheckReport *report);

/* ---- waiting for completions, for programs without a loop ---- */

typedef struct StoreWaiter {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool notified; /* since the store had no completion */
} StoreWaiter;

/* The waiter has to outlive the store that notifies it. */
void store_waiter_begin(StoreWaiter *waiter);

void store_waiter_end(StoreWaiter *waiter);

/* A StoreNotify, whose context is the waiter. */
void store_waiter_notify(void *waiter);

/* Takes the next completion, and waits for it. Returns false if there is none after `timeout_ms`;
 * negative: never. */
bool store_waiter_take(StoreWaiter *waiter, Store *store, int64_t timeout_ms,
                       StoreCompletion *completion);

/* ---- the queues of stores in a database ----
 * The queues between the owner of a store and the store's threads, with the counters: what stores
 * in a database have in common. They are lists of the completions in the requests. Requests go in
 * and completions come out on the owner's thread; one thread of the store takes all waiting
 * requests at a time, any may publish completions. */

typedef STAILQ_HEAD(StoreCompletionList, StoreCompletion) StoreCompletionList;

/* Requests in order; borrowed. */
typedef struct StoreRequestList {
    StoreRequest **items; /* owned */
    size_t count, capacity;
} StoreRequestList;

/* Removes the first requests. */
void store_request_list_drop(StoreRequestList *list, size_t count);

/* Frees the list, and the requests in it that are copies. */
void store_request_list_free(StoreRequestList *list);

/* The first member of a store that uses it. */
typedef struct StoreQueue {
    Store store; /* first */
    StoreNotify *notify;
    StoreReport *report; /* may be NULL */
    void *context;       /* of `notify` */

    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    StoreCompletionList waiting; /* of the requests that nobody has taken */
    StoreCompletionList done;    /* those without a request are owned */
    StoreStats stats;
    bool alerted, closing;

    unsigned damage_reports; /* of the thread that takes the requests */
} StoreQueue;

void store_queue_init(StoreQueue *queue, const StoreMethods *methods, StoreNotify *notify,
                      void *context, StoreReport *report);

/* Frees what the queue owns, after the threads have ended. */
void store_queue_free(StoreQueue *queue);

/* ---- the owner's thread: methods of the store ---- */

void store_queue_submit(Store *store, StoreRequest *request);

bool store_queue_take(Store *store, StoreCompletion *completion);

void store_queue_stats(Store *store, StoreStats *stats);

/* Lets store_queue_wait() return false when all requests are taken. */
void store_queue_close(StoreQueue *queue);

/* ---- the store's threads ---- */

/* Adds all waiting requests to two lists: jobs, and the others. Waits for one if both lists are
 * empty, or for store_queue_alert(), at most `timeout_ms`; negative: any time. Returns false if the
 * store is closing and the list of other requests is empty. */
bool store_queue_wait(StoreQueue *queue, StoreRequestList *requests, StoreRequestList *jobs,
                      int timeout_ms);

/* Lets store_queue_wait() return. */
void store_queue_alert(StoreQueue *queue);

/* Publish the completions of requests, or a completion without a request, of which the queue makes
 * a copy. */
void store_queue_publish(StoreQueue *queue, StoreRequest *const *requests, size_t count);

void store_queue_publish_news(StoreQueue *queue, const StoreCompletion *completion);

/* Counts a commit of changes; 0 is no commit. */
void store_queue_count_commit(StoreQueue *queue, size_t changes, uint64_t us);
void store_queue_count_repeat(StoreQueue *queue);

/* Reports a sentence to the operator, and the damaged games among completions. Clients can ask for
 * a damaged game again and again, so not all damage is reported. */
void store_queue_report(StoreQueue *queue, const char *sentence);

void store_queue_report_damage(StoreQueue *queue, StoreRequest *const *requests, size_t count);

#endif
