/* The variants of many games, each once, which positions borrow. */
#ifndef COLLECTION_VARIANT_SET_H
#define COLLECTION_VARIANT_SET_H

#include <stddef.h>

#include "rules/variant.h"

/* Starts as {0}. */
typedef struct VariantSet {
    Variant **items; /* owned */
    size_t count;
} VariantSet;

/* Returns the variant of the set with this name and these rules, which is added if it is new. It
 * stays where it is until variant_set_free. */
const Variant *variant_set_add(VariantSet *set, const Variant *variant);
/* Returns NULL if the set does not have it. */
const Variant *variant_set_find(const VariantSet *set, const Variant *variant);
void variant_set_free(VariantSet *set);

#endif
