/*
 * A simulation of a whole cluster: three servers (cores) on a simulated database, a network,
 * clocks, and clients who play, watch and talk. Everything follows from a plan, so that a run can
 * be repeated. At the end, and all the time, the promises of congo-protocol(7) are checked.
 */
#ifndef TESTS_SERVER_SIMULATION_H
#define TESTS_SERVER_SIMULATION_H

#include <stdio.h>

#include "base/buffer.h"
#include "shared_database.h"

enum {
    SIMULATION_SERVERS = 3,
    SIMULATION_TABLES = 4,
    SIMULATION_SEATS = 6, /* clients of a table: two players, one of them twice, and spectators */
    SIMULATION_CLIENTS = SIMULATION_TABLES * SIMULATION_SEATS + 1, /* and one in the lobby */
    SIMULATION_FAULTS = 24
};

/* What is wrong with a server, to test the simulation. */
typedef enum ServerFault {
    SERVER_GOOD,
    FORGETS_NEWS,     /* some news never reach the core */
    DELIVERS_TWICE,   /* some news reach it twice */
    KEEPS_OLD_SEATS,  /* it has no news of seats that were taken elsewhere */
    RUNS_ON,          /* its clock runs while the database is away */
    LOSES_LINES,      /* some lines of its output are lost */
    REPEATS_LINES,    /* some of its events are sent twice */
    ANSWERS_UNSTORED, /* what the store has refused is a success */
    SERVER_FAULTS
} ServerFault;

/* Returns the name of a fault, "forgets-news", or NULL. */
const char *server_fault_name(ServerFault fault);

/* Everything that a run depends on. */
typedef struct SimulationPlan {
    uint64_t seed;
    uint64_t delays;  /* other delays of the database than those of the seed; 0: those */
    int64_t ms;       /* how long clients begin something new */
    uint32_t clients; /* a bit for each client that takes part */
    uint32_t faults;  /* a bit for each of the seed's faults that happens */
    DatabaseFault database_fault;
    ServerFault server_fault;
} SimulationPlan;

/* Returns the whole plan of a seed. */
SimulationPlan simulation_plan(uint64_t seed);

/* Describes the faults of a plan, a line each. */
void simulation_describe(const SimulationPlan *plan, Buffer *text);

typedef struct SimulationResult {
    Buffer faults; /* a line for each broken promise; "" if there is none; owned */
    uint64_t games, moves, duplicates, stale, replaced, rematches, ends_on_time, claims, talk;
    uint64_t reconnections, kills;
    int64_t simulated_ms;
    SharedDatabaseStats database;
} SimulationResult;

/* Runs a plan. `trace` gets a line for everything that happens; may be NULL. */
void simulation_run(const SimulationPlan *plan, FILE *trace, SimulationResult *result);
void simulation_result_free(SimulationResult *result);

/* Finds the smallest plan that breaks a promise in the same way as this plan, which is replaced.
 * Runs at most `runs` plans. */
void simulation_shrink(SimulationPlan *plan, unsigned runs);

#endif
