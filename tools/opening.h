/* Random openings: some random moves from the start of a variant, or from a board derived from it
 * with fewer pieces, moved pieces and superpawns. */
#ifndef TOOLS_OPENING_H
#define TOOLS_OPENING_H

#include <stdint.h>

#include "rules/position.h"

/* Generates an opening of a random variant, balanced or not, in which the game is not over and no
 * lion can be captured. */
void opening_random(uint64_t *random, Position *position);
/* Generates such an opening of one variant. */
void opening_random_of_variant(uint64_t *random, const Variant *variant, Position *position);

#endif
