/* The stores that the tests of their interface run against. One of each at a time. */
#ifndef TESTS_SUPPORT_TESTED_STORE_H
#define TESTS_SUPPORT_TESTED_STORE_H

#include "server/store/store.h"

enum { TESTED_STORES_MAX = 3 };

typedef struct TestedStore TestedStore;

/* Sets the stores that there are: in memory, SQLite and, where a server of it is installed,
 * PostgreSQL. Returns their number. The scratch folder exists. */
size_t tested_stores_begin(TestedStore *stores[TESTED_STORES_MAX]);
void tested_stores_end(void);

const char *tested_store_name(const TestedStore *tested);
/* Returns its path or connection string, for congod; NULL: in memory. */
const char *tested_store_database(const TestedStore *tested);
/* Returns the open store. */
Store *tested_store_of(TestedStore *tested);

/* Opens a store, which has the games that it had when it was closed. */
void tested_store_open(TestedStore *tested);
void tested_store_close(TestedStore *tested);
/* Closes it if it is open. The next one that is opened is empty. */
void tested_store_clear(TestedStore *tested);

/* Closes the store, changes a game behind its back, and opens it again. */
void tested_store_damage(TestedStore *tested, uint64_t id);

/* Lets servers that were killed count as such at once, without the seconds that it takes. */
void tested_store_forget_killed(TestedStore *tested);

/* Gives a request what a shared store asks for: the game's present version. Before a game is
 * deleted, its clients leave. Nothing has been submitted. */
void tested_store_prepare(TestedStore *tested, StoreRequest *request);
/* Waits for the next completion of a request. */
StoreCompletion tested_store_next(TestedStore *tested);
/* Prepare and submit a request, and return its completion or free it. */
StoreCompletion tested_store_run(TestedStore *tested, StoreRequest request);
StoreResult tested_store_result(TestedStore *tested, StoreRequest request);
/* Returns a stored game, owned by the caller. */
StoreGame *tested_store_load(TestedStore *tested, uint64_t id);

/* Returns all games as text, owned by the caller. */
char *tested_store_dump(TestedStore *tested);

/* Runs the requests of a workload, one after the other. */
void tested_store_run_workload(TestedStore *tested, size_t turns);

#endif
