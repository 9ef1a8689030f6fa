/* The blocks of files of endings that were unpacked last. Any number of threads may use a cache. */
#ifndef ENDINGS_BLOCK_CACHE_H
#define ENDINGS_BLOCK_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "endings/ending_file.h"

typedef struct BlockCache BlockCache;

/* Creates a cache of at most `megabytes` MiB, which it takes as blocks come. */
BlockCache *block_cache_create(int megabytes);
void block_cache_free(BlockCache *cache); /* NULL is allowed */

/* Gets a value of a file, which the cache knows by its number. Unpacks the block if need be; fails
 * if it is damaged or memory runs out. */
bool block_cache_get(BlockCache *cache, const EndingFile *file, uint32_t file_number, Color side,
                     uint32_t number, uint8_t *byte, Error *error);

#endif
