/* The advisors, each a way to answer a request on a search thread. */
#ifndef ENGINE_ADVISOR_H
#define ENGINE_ADVISOR_H

#include "engine/search.h"

/* A move at random of those at the root of a searcher that has begun; there is at least one. */
const RootMove *advisor_choose_random(const Searcher *searcher, uint64_t seed);

#endif
