/* The engine's ranges, for its own checks and for the table of settings. */
#ifndef ENGINE_LIMITS_H
#define ENGINE_LIMITS_H

enum {
    SEARCH_DEPTH_MAX = 100, /* plies */
    LEVEL_MIN = 1,
    LEVEL_MAX = 10, /* full strength */
    MULTIPV_MAX = 8,
    HASH_MB_MIN = 1,
    HASH_MB_MAX = 16384,
    ENGINE_THREADS_MAX = 256
};

#endif
