/* Allocation of small blocks. These functions never return NULL: they abort() if memory runs out.
 * Large blocks, such as a hash table, are allocated with malloc, whose failure is reported as
 * ERROR_MEMORY. Every block is released with free(). */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Returns `size` bytes, zeroed. */
void *memory_allocate(size_t size);

/* Resizes a block, which may be NULL, to `count` elements of `size` bytes. New bytes are not set.
 */
void *memory_resize(void *block, size_t count, size_t size);

/* Returns a copy of a string. */
char *memory_strdup(const char *text);

#endif
