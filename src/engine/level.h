/*
 * The levels 1..10. A weak level searches less and has careless turns, in which every root move is
 * overrated by a random amount. A move therefore never costs more than the level's error by the
 * search's own evaluation, good moves stay likelier than bad ones, and decided scores are never
 * misjudged. Only the lowest three levels sometimes ignore the opponent's replies.
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
    Score error;          /* largest overrating of a move in such a turn */
    int blind_permill;    /* share of moves whose replies are then ignored */
} Level;

/* Returns the parameters of a level, LEVEL_MIN..LEVEL_MAX, in the game identified by the upper half
 * of the seed (see SearchRequest). Static storage. */
const Level *level_find(int level, uint64_t seed);

/* Returns the level's error at a root move. The seed identifies the position and the turn. */
Misjudgement level_misjudge(const Level *level, uint64_t seed, Move move);

#endif
