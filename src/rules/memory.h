/* Memory for small things. A program that cannot get a few bytes cannot go on, so these never
 * return NULL: without memory they call abort(). Large blocks, such as a hash table, are asked for
 * with malloc, and a failure there is told as ERROR_MEMORY. All is released with free(). */
#ifndef RULES_MEMORY_H
#define RULES_MEMORY_H

#include <stddef.h>

/* `size` bytes, all 0. */
void *memory_allocate(size_t size);

/* The block, moved if need be, with room for `count` things of `size` bytes; new bytes are not set.
 * `block` may be NULL. */
void *memory_resize(void *block, size_t count, size_t size);

/* A copy of the text. */
char *memory_strdup(const char *text);

#endif
