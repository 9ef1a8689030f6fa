/* The advisor that needs no search. The other one is think.h. */
#ifndef ENGINE_ADVISOR_H
#define ENGINE_ADVISOR_H

#include "engine/search.h"

/* A move at random of those at the root of a search that has begun; there is at least one. */
const RootMove *advisor_choose_random(const Search *search, uint64_t seed);

#endif
