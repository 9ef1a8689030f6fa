/* A store in memory for tests, which control its commits and failures. */
#ifndef TESTS_SERVER_MEMORY_STORE_H
#define TESTS_SERVER_MEMORY_STORE_H

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
/* Returns the number of changes that were run or failed. */
unsigned memory_store_changes(const MemoryStore *memory);

/* Runs at most `most` pending requests as one transaction, whose completions can then be taken.
 * Returns the number of requests. */
size_t memory_store_commit(MemoryStore *memory, size_t most);
size_t memory_store_waiting(const MemoryStore *memory);

/* Simulates a crash of the server: runs `survivors` of the pending requests, and discards the
 * others and all completions. */
void memory_store_crash(MemoryStore *memory, size_t survivors);

/* Return a stored game by index or id, or NULL. */
const StoreGame *memory_store_game(const MemoryStore *memory, size_t index);
StoreGame *memory_store_find(const MemoryStore *memory, uint64_t id);

#endif
