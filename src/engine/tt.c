#include <config.h>

#include "engine/tt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/number.h"
#include "base/parallel.h"

enum {
    BUCKET_SLOTS = 4,
    BUCKET_BYTES = 64, /* a cache line */
    PAGE_BYTES = 2 << 20,
    GENERATIONS = 64,
    AGE_WEIGHT = 8,   /* plies of depth that weigh as much as a generation of age */
    DEPTH_LEAD = 3,   /* an entry deeper by more is not replaced by a new one of its position */
    JUMPS_STORED = 5, /* longest monkey's capture that fits in 32 bits */
    SAMPLE_BUCKETS = 250,
    PART_SLOTS = (1 << 20) / sizeof(TTSlot) /* that a thread clears at once */
};

static_assert(sizeof(TTSlot) * BUCKET_SLOTS == BUCKET_BYTES, "a bucket is a cache line");

/* Bits of a slot's data: 0-31 move, 32-47 score, 48-55 depth, 56-57 bound, 58-63 generation. */

static uint64_t data_pack(const TTEntry *entry, Score score, unsigned generation) {
    return (entry->move.bits & UINT32_MAX) | (uint64_t)(uint16_t)score << 32 |
           (uint64_t)(uint8_t)entry->depth << 48 | (uint64_t)entry->bound << 56 |
           (uint64_t)generation << 58;
}

static Move data_move(uint64_t data) {
    uint64_t bits = data & UINT32_MAX;
    return bits == UINT32_MAX ? MOVE_NONE : (Move){bits};
}

static int data_depth(uint64_t data) {
    return (int)(data >> 48 & 255);
}

static Bound data_bound(uint64_t data) {
    return (Bound)(data >> 56 & 3);
}

static unsigned data_generation(uint64_t data) {
    return (unsigned)(data >> 58);
}

/* Wins are stored as distances from the position, which may be reached from other roots. */
static Score score_to_tt(Score score, int ply) {
    if (!score_is_decided(score))
        return score;
    return score > 0 ? score + ply : score - ply;
}

static Score score_from_tt(Score score, int ply) {
    if (!score_is_decided(score))
        return score;
    return score > 0 ? score - ply : score + ply;
}

/* Huge pages save TLB misses. The system hands out pages of zeros as they are first used, so that a
 * table that nothing is searched with costs nothing. */
static bool tt_allocate(TranspositionTable *table, size_t bytes) {
    char *memory = calloc(1, bytes + PAGE_BYTES);
    if (memory == NULL)
        return false;
    char *slots = memory + (PAGE_BYTES - (uintptr_t)memory % PAGE_BYTES) % PAGE_BYTES;
#ifdef MADV_HUGEPAGE
    madvise(slots, bytes / PAGE_BYTES * PAGE_BYTES, MADV_HUGEPAGE);
#endif
    free(table->memory);
    table->memory = memory;
    table->slots = (TTSlot *)(void *)slots;
    return true;
}

bool tt_resize(TranspositionTable *table, int megabytes) {
    size_t bytes = (size_t)megabytes << 20;
    if (!tt_allocate(table, bytes))
        return false;
    table->buckets = bytes / BUCKET_BYTES;
    table->generation = 0;
    return true;
}

void tt_free(TranspositionTable *table) {
    free(table->memory);
    *table = (TranspositionTable){0};
}

static void clear_part(void *context, int worker, size_t part) {
    const TranspositionTable *table = context;
    (void)worker;
    memset(&table->slots[part * PART_SLOTS], 0, PART_SLOTS * sizeof *table->slots);
}

void tt_clear(TranspositionTable *table) {
    parallel_for(parallel_processors(), table->buckets * BUCKET_SLOTS / PART_SLOTS, clear_part,
                 table);
    table->generation = 0;
}

void tt_new_search(TranspositionTable *table) {
    table->generation = (table->generation + 1) % GENERATIONS;
}

static TTSlot *tt_bucket(const TranspositionTable *table, uint64_t key) {
    uint64_t bucket = (key & UINT32_MAX) * table->buckets >> 32;
    return &table->slots[bucket * BUCKET_SLOTS];
}

void tt_prefetch(const TranspositionTable *table, uint64_t key) {
    PREFETCH(tt_bucket(table, key));
}

/* Reads a slot's data. Returns whether it belongs to the key. */
static bool slot_read(TTSlot *slot, uint64_t key, uint64_t *data) {
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
    *data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    return (check ^ *data) == key && data_bound(*data) != BOUND_NONE;
}

bool tt_probe(const TranspositionTable *table, uint64_t key, int ply, TTEntry *entry) {
    TTSlot *bucket = tt_bucket(table, key);
    for (int i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t data;
        if (!slot_read(&bucket[i], key, &data))
            continue;
        *entry = (TTEntry){
            .move = data_move(data),
            .score = score_from_tt((int16_t)(data >> 32 & UINT16_MAX), ply),
            .depth = data_depth(data),
            .bound = data_bound(data),
        };
        return true;
    }
    return false;
}

/* Returns the value of keeping a slot: by depth and age, lowest if it is empty. */
static int slot_value(const TranspositionTable *table, uint64_t data) {
    unsigned age = (GENERATIONS + table->generation - data_generation(data)) % GENERATIONS;
    return data_bound(data) == BOUND_NONE ? -GENERATIONS * AGE_WEIGHT
                                          : data_depth(data) - (int)age * AGE_WEIGHT;
}

/* Returns the slot of the key, or else the one of the lowest value, and its data. */
static TTSlot *tt_find_slot(const TranspositionTable *table, uint64_t key, uint64_t *data,
                            bool *same) {
    TTSlot *bucket = tt_bucket(table, key);
    TTSlot *chosen = NULL;
    int least = 0;
    for (int i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t found;
        *same = slot_read(&bucket[i], key, &found);
        int value = slot_value(table, found);
        if (*same || chosen == NULL || value < least) {
            chosen = &bucket[i];
            *data = found;
            least = value;
        }
        if (*same)
            break;
    }
    return chosen;
}

/* Returns whether the old entry of the position is kept instead of the new one. */
static bool slot_is_kept(const TranspositionTable *table, uint64_t old, const TTEntry *entry) {
    return entry->bound != BOUND_EXACT && data_generation(old) == table->generation &&
           data_depth(old) > entry->depth + DEPTH_LEAD;
}

void tt_store(TranspositionTable *table, uint64_t key, int ply, const TTEntry *entry) {
    uint64_t old;
    bool same;
    TTSlot *slot = tt_find_slot(table, key, &old, &same);
    if (same && slot_is_kept(table, old, entry))
        return;
    TTEntry kept = *entry;
    if (move_jumps(kept.move) > JUMPS_STORED)
        kept.move = MOVE_NONE;
    if (same && move_is_none(kept.move))
        kept.move = data_move(old);
    uint64_t data = data_pack(&kept, score_to_tt(kept.score, ply), table->generation);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

int tt_hashfull(const TranspositionTable *table) {
    int used = 0;
    for (int i = 0; i < SAMPLE_BUCKETS * BUCKET_SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&table->slots[i].data, memory_order_relaxed);
        used += data_bound(data) != BOUND_NONE && data_generation(data) == table->generation;
    }
    return used * 1000 / (SAMPLE_BUCKETS * BUCKET_SLOTS);
}
