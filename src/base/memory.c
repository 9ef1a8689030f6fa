#include <config.h>

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* malloc(0) may return NULL without an error. */
static size_t at_least_one(size_t size) {
    return size ? size : 1;
}

void *memory_allocate(size_t size) {
    void *block = calloc(1, at_least_one(size));
    if (!block)
        abort();
    return block;
}

void *memory_resize(void *block, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        abort();
    block = realloc(block, at_least_one(count * size));
    if (!block)
        abort();
    return block;
}

char *memory_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(memory_resize(NULL, size, 1), text, size);
}
