/* The advisors that need no search. The other one is think.h. */
#ifndef ENGINE_ADVISOR_H
#define ENGINE_ADVISOR_H

#include "engine/search.h"

/* The choice of an advisor other than negamax, of the moves at the root of a search that has begun;
 * there is at least one. The same for the same seed, position and order of moves. */
const RootMove *advisor_choose(AdvisorKind kind, const Search *search, uint64_t seed);

#endif
