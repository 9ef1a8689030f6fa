/* A store in memory, for tests: it answers when the test says so, and can fail. */
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
/* Makes the n-th change from now on fail with its transaction, once. */
void memory_store_fail_change(MemoryStore *memory, unsigned n, MemoryFailure failure);
/* Returns the number of changes that were run or failed. */
unsigned memory_store_changes(const MemoryStore *memory);

/* Runs up to `most` pending requests as one transaction, whose completions can then be taken.
 * Returns how many. */
size_t memory_store_commit(MemoryStore *memory, size_t most);
size_t memory_store_waiting(const MemoryStore *memory);

/* Simulates the death of the server: `survivors` of the pending requests are run, the others and
 * all completions are lost. */
void memory_store_crash(MemoryStore *memory, size_t survivors);

/* Returns a stored game, or NULL. */
const StoreGame *memory_store_game(const MemoryStore *memory, size_t index);
const StoreGame *memory_store_find(const MemoryStore *memory, uint64_t id);
/* Returns a stored game to be damaged by the test. */
StoreGame *memory_store_corrupt(MemoryStore *memory, uint64_t id);

#endif
