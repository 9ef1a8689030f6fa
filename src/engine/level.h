/*
 * The levels 1..10: how much a search may look at, and how often the move played is not the best
 * one. A weaker move is never nonsense: it is among the best few, costs no more than the level
 * allows by the search's own account, and neither gives a win away nor walks into a loss it has
 * seen.
 */
#ifndef ENGINE_LEVEL_H
#define ENGINE_LEVEL_H

#include <stdint.h>

#include "engine/engine.h"

typedef struct Level {
    int depth;      /* plies; 0: no limit */
    uint64_t nodes; /* 0: no limit */
    int lines;      /* best moves to choose from; 1: always the best */
    int permill;    /* how often a weaker one is wanted */
    Score cost;     /* what it may cost */
} Level;

/* `level` is LEVEL_MIN..LEVEL_MAX. Static storage. */
const Level *level_find(int level);

/* The index of the line to play. The lines are the best first, at least 1. Always the same for the
 * same lines and seed. */
int level_choose(const Level *level, const SearchLine *lines, int count, uint64_t seed);

#endif
