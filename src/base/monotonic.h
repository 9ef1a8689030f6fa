/* A clock that never goes backwards, for measuring time. Its zero is arbitrary. */
#ifndef BASE_MONOTONIC_H
#define BASE_MONOTONIC_H

#include <stdint.h>
#include <time.h>

static inline int64_t monotonic_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static inline int64_t monotonic_ms(void) {
    return monotonic_us() / 1000;
}

#endif
