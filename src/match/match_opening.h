/* Openings of matches: random moves to a balanced position. */
#ifndef MATCH_MATCH_OPENING_H
#define MATCH_MATCH_OPENING_H

#include "config/command_options.h"
#include "engine/engine.h"
#include "rules/record.h"

/* Finds the opening of a pair of games, judged by a search on one thread. It depends only on the
 * setup and the number of the pair. Returns NULL if no try gave a balanced position. */
Record *match_opening_find(Engine *engine, const MatchSetup *setup, int pair, Error *error);

#endif
