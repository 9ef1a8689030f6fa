/* Pseudorandom numbers, reproducible from a seed (SplitMix64). */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the next number and advances *state, which may start at any value. Source: G. Steele,
 * D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

/* Returns a number below `limit`, which is at least 1 and much smaller than 2^64. */
static inline size_t random_below(uint64_t *state, size_t limit) {
    assert(limit > 0);
    return (size_t)(random_next(state) % limit);
}

#endif
