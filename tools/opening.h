/* Positions to begin games from: some random moves from the start of a variant, or from a board
 * made out of it that has fewer men, men elsewhere, and superpawns. */
#ifndef TOOLS_OPENING_H
#define TOOLS_OPENING_H

#include <stdint.h>

#include "rules/position.h"

/* One by chance, of any balance; the game is open and no lion can be taken. */
void opening_random(uint64_t *random, Position *position);
/* The same for one variant. */
void opening_random_of_variant(uint64_t *random, const Variant *variant, Position *position);

#endif
