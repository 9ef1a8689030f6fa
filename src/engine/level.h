/*
 * The levels 1..10. A weak level searches less and has careless turns, in which every root move is
 * overrated by a random amount. So no move costs more than the level's error by the search's own
 * account, good moves stay more likely than bad ones, and a decided score is never misjudged. Only
 * the lowest three levels sometimes ignore the opponent's answers.
 *
 * The form of levels 2 to 9 varies by game: in a third of the games they play like the level above,
 * in another third like the level below, within 2 to 9.
 *
 * All this depends on the position and a seed only.
 */
#ifndef ENGINE_LEVEL_H
#define ENGINE_LEVEL_H

#include <stdint.h>

#include "engine/search.h"

typedef struct Level {
    int depth;            /* plies; 0: no limit */
    uint64_t nodes;       /* 0: no limit */
    int careless_permill; /* share of careless turns */
    Score error;          /* by which a move may be overrated in such a turn */
    int blind_permill;    /* share of moves whose answers are then ignored */
} Level;

/* Returns the form of a level, LEVEL_MIN..LEVEL_MAX, in the game that the upper half of the seed
 * stands for (see SearchRequest). Static storage. */
const Level *level_find(int level, uint64_t seed);

/* Returns the level's error at a root move. The seed stands for the position and the turn. */
Misjudgement level_misjudge(const Level *level, uint64_t seed, Move move);

#endif
