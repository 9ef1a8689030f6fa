/*
 * The transposition table: what earlier searches found out about positions, by key. Threads share
 * it without locks: an entry is two words, and the key's word is mixed with the other, so that a
 * torn entry fits no key (R. Hyatt and T. Mann, "A lock-less transposition table implementation
 * for parallel search", ICGA Journal 25(1), 2002).
 */
#ifndef ENGINE_TT_H
#define ENGINE_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/score.h"
#include "rules/move.h"

/* What the true score may be, seen from the stored one. */
typedef enum Bound {
    BOUND_NONE,
    BOUND_UPPER, /* at most */
    BOUND_LOWER, /* at least */
    BOUND_EXACT
} Bound;

/* What is known about a position. */
typedef struct TTEntry {
    Move move;   /* the best one found; MOVE_NONE: none. Not checked to be legal */
    Score score; /* counted from the root of the search that asks */
    int depth;   /* plies searched below the position, 0..255 */
    Bound bound;
} TTEntry;

typedef struct TTSlot {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;
} TTSlot;

typedef struct TranspositionTable {
    void *memory;        /* owned; the slots lie in it */
    TTSlot *slots;       /* where a large page begins */
    uint64_t buckets;    /* of 4 slots */
    unsigned generation; /* of the search that runs; entries of older ones give way */
} TranspositionTable;

/* Changes the size, and forgets all. False, and the table as it was, without memory. The table must
 * be all 0 or one that was sized before. */
bool tt_resize(TranspositionTable *table, int megabytes);
void tt_free(TranspositionTable *table);

/* Forgets all. */
void tt_clear(TranspositionTable *table);

/* A new search begins. */
void tt_new_search(TranspositionTable *table);

/* A position will soon be looked up. */
void tt_prefetch(const TranspositionTable *table, uint64_t key);

/* Looks a position up that is `ply` plies from the root. */
bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TTEntry *entry);

/* Remembers what was found. A move that was known before is kept if the entry has none. */
void tt_store(TranspositionTable *table, uint64_t key, int ply, const TTEntry *entry);

/* How much of the table the running search has filled, in thousandths, by a sample. */
int tt_hashfull(const TranspositionTable *table);

#endif
