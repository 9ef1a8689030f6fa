/* Compiler extensions beyond C17, with standard fallbacks. No other file uses any. */
#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__)
#define ALWAYS_INLINE     inline __attribute__((always_inline))
#define NO_INLINE         __attribute__((noinline))
#define PRINTF_LIKE(a, b) __attribute__((format(printf, a, b)))
#define LIKELY(x)         __builtin_expect(!!(x), 1)
#define UNLIKELY(x)       __builtin_expect(!!(x), 0)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define ALWAYS_INLINE inline
#define NO_INLINE
#define PRINTF_LIKE(a, b)
#define LIKELY(x)         (x)
#define UNLIKELY(x)       (x)
#define PREFETCH(address) ((void)(address))
#endif

/* Returns the number of set bits. */
static inline int popcount64(uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_popcountll(bits);
#else
    int count = 0;
    for (; bits; bits &= bits - 1)
        ++count;
    return count;
#endif
}

/* Returns the index of the lowest set bit, 0..63. `bits` must not be 0. */
static inline int lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    return popcount64((bits & (~bits + 1)) - 1);
#endif
}

/* Returns the index of the highest set bit, 0..63. `bits` must not be 0. */
static inline int highest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return 63 - __builtin_clzll(bits);
#else
    int bit = 0;
    while (bits >>= 1)
        ++bit;
    return bit;
#endif
}

#endif
