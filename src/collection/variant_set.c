#include <config.h>

#include "collection/variant_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const Variant *variant_set_find(const VariantSet *set, const Variant *variant) {
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->items[i]->name, variant->name) == 0 &&
            variant_same_rules(set->items[i], variant))
            return set->items[i];
    return NULL;
}

const Variant *variant_set_add(VariantSet *set, const Variant *variant) {
    const Variant *found = variant_set_find(set, variant);
    if (found != NULL)
        return found;
    Variant *copy = memory_allocate(sizeof *copy);
    *copy = *variant;
    set->items = memory_resize(set->items, set->count + 1, sizeof(*set->items));
    set->items[set->count++] = copy;
    return copy;
}

void variant_set_free(VariantSet *set) {
    for (size_t i = 0; i < set->count; i++)
        free(set->items[i]);
    free(set->items);
    *set = (VariantSet){0};
}
