/* Numbers and strings in a compact binary form, for the index. */
#ifndef COLLECTION_PACKING_H
#define COLLECTION_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* Append: seven bits a byte, the lowest first; a string with its length before it. */
void packing_add_number(Buffer *bytes, uint64_t number);
void packing_add_string(Buffer *bytes, const char *text, size_t length);

typedef struct Unpacking {
    const char *bytes; /* borrowed */
    size_t length, offset;
    bool failed; /* the bytes ended too early, or a number was out of its range */
} Unpacking;

/* Reads a number up to `most`. Returns 0 after a failure. */
uint64_t unpacking_number(Unpacking *from, uint64_t most);
/* Reads a string, without a NUL at its end. Returns its bytes and sets the length, 0 after a
 * failure. */
const char *unpacking_bytes(Unpacking *from, size_t *length);
/* Reads a string into a buffer of that size. */
void unpacking_text(Unpacking *from, char *text, size_t size);
/* Reads a string; the caller frees it. An empty one is NULL. */
char *unpacking_string(Unpacking *from);

/* Returns the 64-bit FNV-1a hash of the bytes. */
uint64_t packing_hash(const char *bytes, size_t length);

#endif
