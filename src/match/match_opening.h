/* Openings of games between engines: random moves to a position that is good for neither side. */
#ifndef MATCH_MATCH_OPENING_H
#define MATCH_MATCH_OPENING_H

#include "engine/engine.h"
#include "match/match_options.h"
#include "rules/record.h"

/* What judges an opening, one for each thread. */
Engine *match_opening_create_judge(Error *error);

/* The opening of a pair of games, from the start of the variant: always the same for one seed, pair
 * and way to judge. NULL when none was found in many. */
Record *match_opening_find(Engine *judge, const MatchSetup *setup, const Variant *variant, int pair,
                           Error *error);

#endif
