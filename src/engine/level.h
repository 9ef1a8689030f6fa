/*
 * The levels 1..10. A weaker one looks at less, and has careless turns: in these it takes each move
 * to be somewhat better than it is, the one more, the other less, and plays what it holds to be the
 * best. So a move costs no more than the level allows by the search's own account, good moves stay
 * more likely than bad ones, and no level lets a lion go that it can take, or walks into a loss
 * that it has seen. Only the lowest three at times forget to look at what the opponent can answer.
 *
 * Like a person, a level has its days: in one game of three it plays as the level above does in
 * most of its games, in another one as the level below. Levels 1 and 10 are always themselves, 2
 * is no worse than itself and 9 no better.
 *
 * All this depends on nothing but the position and a seed.
 */
#ifndef ENGINE_LEVEL_H
#define ENGINE_LEVEL_H

#include <stdint.h>

#include "engine/search.h"

typedef struct Level {
    int depth;            /* plies; 0: no limit */
    uint64_t nodes;       /* 0: no limit */
    int careless_permill; /* how many turns of a thousand are careless */
    Score error;          /* by how much a move may then be overrated */
    int blind;            /* to how many moves of a thousand it then looks at no answer */
} Level;

/* How a level plays in a game: `level` is LEVEL_MIN..LEVEL_MAX, and the upper half of the seed, as
 * that of requests, stands for the game. Static storage. */
const Level *level_find(int level, uint64_t seed);

/* How the level gets a move of a position misjudgement. The seed stands for the position and the
 * turn. */
Misjudgement level_misjudge(const Level *level, uint64_t seed, Move move);

#endif
