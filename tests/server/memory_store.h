/* A store in memory, for tests: nothing happens until the test says so, and everything can fail. */
#ifndef TESTS_SERVER_MEMORY_STORE_H
#define TESTS_SERVER_MEMORY_STORE_H

#include "server/store/store.h"

/* What the next transactions come to. */
typedef enum MemoryFailure {
    MEMORY_GOOD,
    MEMORY_FULL,  /* no room: no change of a transaction succeeds; questions are answered */
    MEMORY_FAILED /* nothing succeeds any more */
} MemoryFailure;

typedef struct MemoryStore MemoryStore;

MemoryStore *memory_store_create(void);
/* store_close only forgets what is on its way; this frees what is kept too. */
void memory_store_free(MemoryStore *memory);
Store *memory_store_interface(MemoryStore *memory);

void memory_store_set_failure(MemoryStore *memory, MemoryFailure fate);
/* The n-th change from now on, 1 the next, meets the fate, with all of its transaction; once. */
void memory_store_fail_change(MemoryStore *memory, unsigned n, MemoryFailure fate);
/* How many changes were carried out or failed. */
unsigned memory_store_changes(const MemoryStore *memory);

/* Carries out up to `most` of the waiting requests as one transaction; their completions can then
 * be taken. Returns how many. */
size_t memory_store_commit(MemoryStore *memory, size_t most);
size_t memory_store_waiting(const MemoryStore *memory);

/* The server dies: `survivors` of the waiting requests are carried out, the rest and all
 * completions are lost. */
void memory_store_crash(MemoryStore *memory, size_t survivors);

/* What is kept; NULL past the last. */
const StoreGame *memory_store_game(const MemoryStore *memory, size_t index);
const StoreGame *memory_store_find(const MemoryStore *memory, uint64_t id);
/* A stored game damaged by the test. */
StoreGame *memory_store_corrupt(MemoryStore *memory, uint64_t id);

#endif
