/* The variants that the network learns: the built-in ones and "elephante", the only one with
 * elephantes. */
#ifndef TOOLS_VARIANTS_H
#define TOOLS_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

#include "rules/variant.h"

/* Returns the variant with a number, which files of samples have, in static storage; NULL after the
 * last one. A variant that is built in behind the others changes no number. */
const Variant *variants_get(size_t number);

/* Returns congo with a probability of 55 %, otherwise one of the others with equal probability. */
const Variant *variants_random(uint64_t *random);

#endif
