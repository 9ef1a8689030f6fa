#include <config.h>

#include "tools/variants.h"

#include "base/random.h"

/* Must match etc/variants. */
static const Variant elephante = {
    .name = "elephante",
    .start = "tzclczt/3p3/p1p1p1p/7/P1P1P1P/3P3/TZCLCZT",
    .islands = UINT64_C(1) << A4 | UINT64_C(1) << B4 | UINT64_C(1) << F4 | UINT64_C(1) << G4,
    .pawns = PAWNS_MEGA,
    .elephante = true,
    .repetition = REPETITION_DRAW,
    .quiet_plies = 100,
    .bare_lions = BARE_LIONS_DRAW_UNLESS_CAPTURE,
};

enum { DEFAULT_PERCENT = 55, ELEPHANTE_NUMBER = 7 };

static size_t builtin_count(void) {
    size_t count = 0;
    while (variant_builtin(count))
        count++;
    return count;
}

const Variant *variants_get(size_t number) {
    if (number == ELEPHANTE_NUMBER)
        return &elephante;
    return variant_builtin(number < ELEPHANTE_NUMBER ? number : number - 1);
}

const Variant *variants_random(uint64_t *random) {
    if (random_below(random, 100) < DEFAULT_PERCENT)
        return variant_default();
    return variants_get(1 + random_below(random, builtin_count()));
}
