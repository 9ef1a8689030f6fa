/* The variants that the network learns: the built-in ones and "elephante", the only one with
 * elephantes. */
#ifndef TOOLS_VARIANTS_H
#define TOOLS_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

#include "rules/variant.h"

/* Returns a variant in static storage, or NULL after the last one. */
const Variant *variants_get(size_t index);

/* Returns congo with a probability of 55 %, otherwise one of the others with equal probability. */
const Variant *variants_random(uint64_t *random);

#endif
