/*
 * A simulated PostgreSQL that several servers share, and their stores. What happens, and when,
 * follows from a seed: transactions take time, news come late and in any order between servers,
 * connections are lost before or after a commit, servers are taken for dead. Within that it keeps
 * every promise of store.h, except for a planted fault, and it judges the servers: each wrong use
 * of the interface, or change without a right to it, is reported.
 */
#ifndef TESTS_SERVER_SHARED_DATABASE_H
#define TESTS_SERVER_SHARED_DATABASE_H

#include "../support/memory_games.h"
#include "schedule.h"

/* What is wrong with the database, to test the simulation. */
typedef enum DatabaseFault {
    DATABASE_GOOD,
    LOSES_COMMITS,       /* a failover loses the last transaction */
    ANSWERS_EARLY,       /* a transaction that was rolled back is reported as committed */
    REPEATS_COMMITS,     /* after a lost connection a committed transaction runs again */
    IGNORES_VERSIONS,    /* changes depend on nothing */
    KEEPS_GENERATION,    /* another client with the same role has the same generation */
    LOSES_NEWS,          /* some news are not told */
    REPEATS_NEWS,        /* some news are told twice */
    SWAPS_NEWS,          /* the order of some news is wrong */
    HIDES_MISSED_NEWS,   /* nobody is told that news were missed */
    IGNORES_DEATHS,      /* servers that are dead stay members */
    KEEPS_PRESENCES,     /* the clients of a dead server stay present */
    CHARGES_OUTAGES,     /* the service time goes on while the database is away */
    LOSES_OFFERS,        /* draw offers are not stored */
    FORGETS_TIMED_GAMES, /* lists of games with clocks are empty */
    FORGETS_LEAVING,     /* a client that leaves stays present */
    LOSES_NAMES,         /* a seat is stored without its name */
    DATABASE_FAULTS
} DatabaseFault;

/* Returns the name of a fault, "loses-commits", or NULL. */
const char *database_fault_name(DatabaseFault fault);

/* A machine's monotonic clock. */
typedef struct MachineClock {
    int64_t offset_ms;
    int64_t drift_ppm;
} MachineClock;

static inline int64_t machine_clock_now(const MachineClock *clock, int64_t now_ms) {
    return now_ms + clock->offset_ms + now_ms * clock->drift_ppm / 1000000;
}

typedef struct SharedDatabase SharedDatabase;

typedef struct SharedDatabaseOptions {
    Schedule *schedule; /* borrowed */
    uint64_t seed;
    DatabaseFault fault;
    /* Called with what a server or the database did wrong. */
    void (*report)(void *context, const char *text);
    /* Called with a line about each transaction; may be NULL. */
    void (*trace)(void *context, const char *text);
    void *context;
} SharedDatabaseOptions;

SharedDatabase *shared_database_create(const SharedDatabaseOptions *options);
/* Frees the database and all stores. */
void shared_database_free(SharedDatabase *database);

/* Opens the store of a server that starts. `notify` is called when there are completions. */
Store *shared_database_open(SharedDatabase *database, const MachineClock *clock,
                            StoreNotify *notify, void *context);
/* The server has been killed. What it has sent may still be committed. */
void shared_database_kill(Store *store);
/* The server's process stands still for a time. */
void shared_database_freeze(Store *store, int64_t ms);

/* What a server loses. */
typedef enum Loss {
    LOSS_BEFORE_COMMIT, /* the connection for changes, and what was under way */
    LOSS_AFTER_COMMIT,  /* the same, but what was under way is committed */
    LOSS_OF_NEWS,       /* the connection for news and heartbeats */
    LOSS_OF_ALL         /* both */
} Loss;
/* Loses connections; new ones are refused for a time. */
void shared_database_lose(Store *store, Loss loss, int64_t ms);

/* The database restarts, or fails over to a machine whose clock differs by `jump_ms`. */
void shared_database_stop(SharedDatabase *database, int64_t ms, int64_t jump_ms);
/* Its disk is full for a time. */
void shared_database_fill(SharedDatabase *database, int64_t ms);

/* Returns whether the store knows where all players are: the disk has not been full for a while. */
bool shared_database_knows_presences(const SharedDatabase *database);

/* Ends all outages. */
void shared_database_heal(SharedDatabase *database);

/* Returns the number of a server that is a member, or 0. */
uint32_t shared_database_number(const Store *store);
const MemoryGames *shared_database_games(const SharedDatabase *database);
int64_t shared_database_service_ms(const SharedDatabase *database);
typedef struct SharedDatabaseStats {
    uint64_t transactions, changes, conflicts, news, missed, lost, recovered, burials;
} SharedDatabaseStats;
void shared_database_stats(const SharedDatabase *database, SharedDatabaseStats *stats);

#endif
