/* The advisors, and the choice of those that do not search. */
#ifndef ENGINE_ADVISOR_H
#define ENGINE_ADVISOR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Search Search;
typedef struct RootMove RootMove;

/* ADVISOR_NEGAMAX searches, ADVISOR_GREEDY captures the most valuable pieces that one move can,
 * ADVISOR_RANDOM plays any legal move. */
typedef enum AdvisorKind { ADVISOR_RANDOM, ADVISOR_NEGAMAX, ADVISOR_GREEDY } AdvisorKind;

/* Returns "random", "negamax" or "greedy", or NULL for the number after the last kind. */
const char *advisor_name(AdvisorKind kind);

/* Returns false if no advisor has that name. */
bool advisor_find(const char *name, AdvisorKind *kind);

/* Returns the choice of the random or the greedy advisor among the root moves, at least one, of a
 * search that has begun. It depends only on the seed, the position and the order of the moves. */
const RootMove *advisor_choose(AdvisorKind kind, const Search *search, uint64_t seed);

#endif
