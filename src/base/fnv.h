/* The 64-bit hash FNV-1a. Bytes that differ in one place never have the same hash. It guards
 * against accidents, not against forgers. Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake,
 * "The FNV Non-Cryptographic Hash Algorithm". */
#ifndef BASE_FNV_H
#define BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_START UINT64_C(0xcbf29ce484222325) /* the offset basis */

/* Return the hash of what `hash` covers, followed by bytes, or by a number's eight bytes. */
static inline uint64_t fnv_bytes(uint64_t hash, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static inline uint64_t fnv_number(uint64_t hash, uint64_t number) {
    for (int i = 0; i < 8; i++, number >>= 8)
        hash = (hash ^ (number & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
