/* Minimum, maximum and clamping of numbers. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdint.h>

static inline int min_int(int a, int b) {
    return a < b ? a : b;
}

static inline int max_int(int a, int b) {
    return a > b ? a : b;
}

static inline int clamp_int(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

static inline int64_t min_i64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t max_i64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

#endif
