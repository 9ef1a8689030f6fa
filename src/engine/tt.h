/*
 * The transposition table: results of searches by position key. Threads share it without locks: a
 * slot is two words, and the key is stored XORed with the data, so that a torn slot matches no key
 * (R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA
 * Journal 25(1), 2002).
 */
#ifndef ENGINE_TT_H
#define ENGINE_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/score.h"
#include "rules/move.h"

typedef struct TTEntry {
    Move move;   /* best or refuting move, which may be illegal; MOVE_NONE: none */
    Score score; /* wins count from the current root */
    int depth;   /* plies searched below the position, 0..255 */
    Bound bound;
} TTEntry;

typedef struct TTSlot {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;
} TTSlot;

typedef struct TranspositionTable {
    void *memory;        /* owned */
    TTSlot *slots;       /* in `memory`, aligned to a huge page */
    uint64_t buckets;    /* of 4 slots */
    unsigned generation; /* of the current search; older entries are replaced first */
} TranspositionTable;

/* Resizes and clears a table, which starts as {0}. Returns false and changes nothing if there is no
 * memory. */
bool tt_resize(TranspositionTable *table, int megabytes);
void tt_free(TranspositionTable *table);

void tt_clear(TranspositionTable *table);

/* Starts a new generation of entries. */
void tt_new_search(TranspositionTable *table);

/* Loads the cache line of a position that will be looked up soon. */
void tt_prefetch(const TranspositionTable *table, uint64_t key);

/* Looks up a position at `ply`. Returns false and leaves *entry unchanged if it is not stored. */
bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TTEntry *entry);

/* Stores a result of a position at `ply`. Keeps the old move if the entry has none. */
void tt_store(TranspositionTable *table, uint64_t key, int ply, const TTEntry *entry);

/* Returns the share of the table filled by the current search, in thousandths, from a sample. */
int tt_hashfull(const TranspositionTable *table);

#endif
