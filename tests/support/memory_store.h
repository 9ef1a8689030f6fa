/* A store in memory for tests, which control its commits and failures. */
#ifndef TESTS_SUPPORT_MEMORY_STORE_H
#define TESTS_SUPPORT_MEMORY_STORE_H

#include "server/store/store.h"

/* The result of the next transactions. */
typedef enum MemoryFailure {
    MEMORY_GOOD,
    MEMORY_FULL,  /* the disk is full: changes fail, queries succeed */
    MEMORY_FAILED /* all requests fail from now on */
} MemoryFailure;

typedef struct MemoryStore MemoryStore;

MemoryStore *memory_store_create(void);
/* Frees the store and its games. store_close() only drops pending requests. */
void memory_store_free(MemoryStore *memory);
Store *memory_store_interface(MemoryStore *memory);

void memory_store_set_failure(MemoryStore *memory, MemoryFailure failure);
/* Makes the transaction of the n-th change from now on fail, once. */
void memory_store_fail_change(MemoryStore *memory, unsigned n, MemoryFailure failure);
/* Damages a game: its requests are answered with STORE_DAMAGED. 0: heals it. */
void memory_store_damage(MemoryStore *memory, uint64_t id);
/* Returns the number of changes that were run or failed. */
unsigned memory_store_changes(const MemoryStore *memory);

/* Runs at most `most` pending requests as one transaction, whose completions can then be taken.
 * Returns the number of requests. */
size_t memory_store_commit(MemoryStore *memory, size_t most);
size_t memory_store_waiting(const MemoryStore *memory);
bool memory_store_has_completions(const MemoryStore *memory);

/* Simulates a crash of the server: runs `survivors` of the pending requests, and discards the
 * others and all completions. */
void memory_store_crash(MemoryStore *memory, size_t survivors);

/* ---- a store that is shared with another server, whose changes the test makes ---- */

enum { MEMORY_SERVER = 1, MEMORY_OTHER_SERVER = 2 }; /* numbers of this server and the other */

/* Makes it a shared store with both servers. Called before it is used. */
void memory_store_share(MemoryStore *memory);
/* Changes the members, one of which is this server. */
void memory_store_set_members(MemoryStore *memory, uint64_t own, const uint64_t *ids, size_t count);
/* Sets the service time, at which clients leave. */
void memory_store_set_time(MemoryStore *memory, int64_t service_ms);
/* Runs a change or a TELL of the other server at once, on the stored version of its game, and adds
 * the news. */
StoreResult memory_store_change_elsewhere(MemoryStore *memory, const StoreRequest *request);
/* Gives this server a new number and ends the presence of its clients, as after a restart. */
void memory_store_register_again(MemoryStore *memory);
/* Ends the presence of a server's clients, and adds the news. */
void memory_store_bury(MemoryStore *memory, uint32_t server);
/* Holds later news back, until they are released or missed. */
void memory_store_hold_news(MemoryStore *memory);
void memory_store_release_news(MemoryStore *memory);
/* Releases them in the opposite order, as if they were of different servers. */
void memory_store_reverse_news(MemoryStore *memory);
void memory_store_miss_news(MemoryStore *memory);

/* Return a stored game by index or id, or NULL. */
const StoreGame *memory_store_game(const MemoryStore *memory, size_t index);
StoreGame *memory_store_find(const MemoryStore *memory, uint64_t id);

#endif
