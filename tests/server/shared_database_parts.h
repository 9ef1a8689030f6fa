/* The parts of the simulated database: shared_database.c has members, heartbeats and news,
 * shared_store.c the transactions of a server. */
#ifndef TESTS_SERVER_SHARED_DATABASE_PARTS_H
#define TESTS_SERVER_SHARED_DATABASE_PARTS_H

#include "base/compiler.h"
#include "shared_database.h"

enum { AFTER_FULL_MS = 45000 /* within which servers store who is present */ };

typedef struct Event {
    int64_t committed_ms; /* simulated time */
    bool is_for_all;      /* also for the server that has committed it */
    StoreNews news;
} Event;

typedef struct SharedStore SharedStore;

/* The events of a number of a server. */
typedef struct Origin {
    uint32_t number;
    bool is_member;
    int64_t beat_ms; /* service time */
    SharedStore *store;
    Event *events; /* owned */
    size_t count, capacity;
} Origin;

/* What a server has been told of an origin. */
typedef struct Feed {
    Task task;
    SharedStore *store;
    Origin *origin;
    size_t position; /* in its events */
} Feed;

typedef enum BatchState {
    BATCH_NONE,
    BATCH_SENT,     /* on its way to the database */
    BATCH_ANSWERED, /* the answer is on its way */
    BATCH_UNKNOWN   /* the connection was lost */
} BatchState;

typedef enum Beat { BEAT_WAITS, BEAT_ASKS, BEAT_ANSWERED } Beat;

struct SharedStore {
    Store store;
    SharedDatabase *database;
    SharedStore *next;
    const MachineClock *clock; /* borrowed */
    StoreNotify *notify;
    void *context;
    Origin *origin; /* NULL: not registered yet */
    bool is_dead;   /* killed or closed */
    int64_t frozen_until;
    int64_t writer_refused_until, listener_refused_until;
    StoreRequest *waiting; /* owned */
    size_t waiting_count, waiting_capacity;
    StoreRequest *batch;      /* owned */
    StoreCompletion *answers; /* owned: of the batch */
    bool *answered;           /* owned: of the batch: the answer is final */
    size_t batch_count;
    BatchState state;
    bool writer_lost; /* since the batch was sent */
    bool loses_next;  /* the connection is lost with the next batch */
    Loss next_loss;
    int64_t next_loss_ms;
    Task writer;
    Beat beat;
    bool listener_lost; /* since the heartbeat was sent */
    StoreTime reading;
    Task heartbeat, members;
    Feed **feeds; /* owned */
    size_t feed_count;
    StoreCompletion *done; /* owned */
    size_t done_count, done_taken, done_capacity;
    StoreStats stats;
};

struct SharedDatabase {
    Schedule *schedule;
    uint64_t random;
    SharedDatabaseOptions options;
    MemoryGames games;
    Origin **origins; /* owned */
    size_t origin_count;
    SharedStore *stores; /* owned */
    int64_t down_until, full_until;
    int64_t events_kept_ms;
    int64_t clock_jump_ms, clock_error_ms;
    int64_t last_beat_ms;  /* of the database's clock; of any server */
    int64_t service_ms;    /* at that time */
    uint64_t last_move_id; /* for LOSES_COMMITS */
    size_t last_move_count;
    SharedDatabaseStats stats;
};

/* ---- shared_database.c ---- */

static inline int64_t shared_now(const SharedDatabase *database) {
    return database->schedule->now_ms;
}

/* Returns whether a planted fault strikes now. */
bool shared_is_planted(SharedDatabase *database, DatabaseFault fault);
void shared_trace(const SharedDatabase *database, const char *format, ...) PRINTF_LIKE(2, 3);
bool shared_is_down(const SharedDatabase *database);
/* Returns how long a transaction, or its answer, is under way. */
int64_t shared_transaction_delay(SharedDatabase *database);
/* Returns whether a step of the server's process has to wait, and sets its task then. */
bool shared_waits(SharedStore *store, Task *task);
void shared_complete(SharedStore *store, const StoreCompletion *completion);

/* Add an event of a transaction, which is told later. */
void shared_add_event(SharedDatabase *database, Origin *origin, const StoreNews *news,
                      bool is_for_all);
void shared_add_change(SharedDatabase *database, Origin *origin, const StoreGame *game,
                       bool is_for_all);
/* Lets the servers have the news of an origin. */
void shared_announce(SharedDatabase *database, const Origin *origin);

/* Makes the store's server a member, with a new number. */
void shared_register(SharedStore *store);
/* Ends the presences of a server that is no longer a member. `by` commits it. */
void shared_end_presences(SharedDatabase *database, uint32_t number, Origin *by, bool is_for_all);
/* Tasks of a store. */
void shared_on_members(void *owner);
void shared_on_heartbeat(void *owner);

/* ---- shared_store.c ---- */

void shared_store_free(SharedStore *store);

#endif
