/* The variants that weights are made for: those built in, and one with elephantes, which no variant
 * built in has. */
#ifndef TOOLS_VARIANTS_H
#define TOOLS_VARIANTS_H

#include <stddef.h>
#include <stdint.h>

#include "rules/variant.h"

/* All of them, NULL past the last. Static storage. */
const Variant *variants_get(size_t index);

/* NULL when there is none of that name. */
const Variant *variants_find(const char *name);

/* One by chance: congo in more than half of the cases, the others alike. */
const Variant *variants_random(uint64_t *random);

#endif
