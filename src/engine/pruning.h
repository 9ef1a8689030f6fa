/* How much less deep late moves are searched. */
#ifndef ENGINE_PRUNING_H
#define ENGINE_PRUNING_H

#include <stdint.h>

enum { REDUCTION_GRAIN = 1024 }; /* parts of a ply */

/* 256 times the natural logarithm of 0 (as 1) to 63, in whole numbers, so that every compiler
 * counts the same. */
extern const uint16_t reduction_log[64];

/* For the move number `tried` + 1 of a node to be searched `depth` plies, in parts of a ply. */
static inline int reduction_base(int depth, int tried) {
    int depth_log = reduction_log[depth < 63 ? depth : 63];
    int tried_log = reduction_log[tried < 63 ? tried : 63];
    return 700 + depth_log * tried_log / 150;
}

#endif
