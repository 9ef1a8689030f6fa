/* The variants that weights are fitted for: the built-in ones, and one with elephantes, which none
 * of those has. */
#ifndef TOOLS_VARIANTS_H
#define TOOLS_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

#include "rules/variant.h"

/* Returns a variant, or NULL after the last one. Static storage. */
const Variant *variants_get(size_t index);

/* Returns NULL if no variant has that name. */
const Variant *variants_find(const char *name);

/* Returns congo in more than half of the cases, else one of the others with equal chance. */
const Variant *variants_random(uint64_t *random);

#endif
