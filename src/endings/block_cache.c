#include <config.h>

#include "endings/block_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <zstd.h>

#include "base/memory.h"

enum {
    WAYS = 4,   /* blocks of a set */
    LOCKS = 64, /* a set belongs to the lock of its number */
    BLOCKS_IN_MIB = 1024 * 1024 / ENDING_BLOCK_SIZE
};

typedef struct CachedBlock {
    uint64_t key;   /* of the block, plus 1; 0: none */
    uint64_t stamp; /* time of the last use */
    uint8_t *bytes; /* owned; NULL until first used */
} CachedBlock;

typedef struct CacheSet {
    CachedBlock blocks[WAYS];
} CacheSet;

/* Guards the sets with its number, modulo LOCKS. */
typedef struct CacheLock {
    pthread_mutex_t mutex;
    ZSTD_DCtx *unpacker; /* NULL until first used */
    uint64_t time;
} CacheLock;

struct BlockCache {
    CacheLock locks[LOCKS];
    uint32_t set_count; /* a multiple of LOCKS */
    CacheSet *sets;
};

BlockCache *block_cache_create(int megabytes) {
    BlockCache *cache = memory_allocate(sizeof *cache);
    uint32_t sets = (uint32_t)megabytes * BLOCKS_IN_MIB / WAYS;
    cache->set_count = (sets + LOCKS - 1) / LOCKS * LOCKS;
    cache->sets = memory_allocate(cache->set_count * sizeof *cache->sets);
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&cache->locks[i].mutex, NULL);
    return cache;
}

void block_cache_free(BlockCache *cache) {
    if (cache == NULL)
        return;
    for (uint32_t i = 0; i < cache->set_count; i++) {
        for (int j = 0; j < WAYS; j++)
            free(cache->sets[i].blocks[j].bytes);
    }
    for (int i = 0; i < LOCKS; i++) {
        ZSTD_freeDCtx(cache->locks[i].unpacker);
        pthread_mutex_destroy(&cache->locks[i].mutex);
    }
    free(cache->sets);
    free(cache);
}

/* Returns the block with a key, or else the one to replace. */
static CachedBlock *choose_block(CacheSet *set, uint64_t key) {
    CachedBlock *oldest = &set->blocks[0];
    for (int i = 0; i < WAYS; i++) {
        CachedBlock *block = &set->blocks[i];
        if (block->key == key)
            return block;
        if (block->stamp < oldest->stamp)
            oldest = block;
    }
    return oldest;
}

/* Unpacks a block of the file in the place of another. */
static bool fill(CachedBlock *block, CacheLock *lock, const EndingFile *file, uint32_t number,
                 Error *error) {
    block->key = 0;
    if (block->bytes == NULL)
        block->bytes = malloc(ENDING_BLOCK_SIZE);
    if (lock->unpacker == NULL)
        lock->unpacker = ZSTD_createDCtx();
    if (block->bytes == NULL || lock->unpacker == NULL)
        return error_set(error, ERROR_MEMORY, "no memory to read endings");
    return ending_file_read_block(file, number, lock->unpacker, block->bytes, error);
}

bool block_cache_get(BlockCache *cache, const EndingFile *file, uint32_t file_number, Color side,
                     uint32_t number, uint8_t *byte, Error *error) {
    uint32_t offset;
    const uint32_t block_number = ending_file_block(file, side, number, &offset);
    const uint64_t key = ((uint64_t)file_number << 32 | block_number) + 1;
    const uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15);
    const uint32_t set = (uint32_t)(mixed >> 32) % cache->set_count;
    CacheLock *lock = &cache->locks[set % LOCKS];
    pthread_mutex_lock(&lock->mutex);
    CachedBlock *block = choose_block(&cache->sets[set], key);
    bool found = block->key == key || fill(block, lock, file, block_number, error);
    if (found) {
        block->key = key;
        block->stamp = ++lock->time;
        *byte = block->bytes[offset];
    }
    pthread_mutex_unlock(&lock->mutex);
    return found;
}
