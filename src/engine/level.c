#include <config.h>

#include "engine/level.h"

#include "base/number.h"
#include "base/random.h"

/* Tuned in matches: see bench/STRENGTH.md. */
static const Level levels[LEVEL_MAX] = {
    {.depth = 1, .nodes = 1000, .careless_permill = 1000, .error = 1600, .blind_permill = 700},
    {.depth = 1, .nodes = 1000, .careless_permill = 1000, .error = 2000, .blind_permill = 180},
    {.depth = 1, .nodes = 1000, .careless_permill = 1000, .error = 1150, .blind_permill = 50},
    {.depth = 2, .nodes = 2000, .careless_permill = 1000, .error = 500},
    {.depth = 3, .nodes = 3000, .careless_permill = 900, .error = 270},
    {.depth = 4, .nodes = 4000, .careless_permill = 700, .error = 120},
    {.depth = 6, .nodes = 7000, .careless_permill = 300, .error = 100},
    {.depth = 0, .nodes = 18000, .careless_permill = 180, .error = 100},
    {.depth = 0, .nodes = 130000, .careless_permill = 0, .error = 0},
    {.depth = 0, .nodes = 0, .careless_permill = 0, .error = 0},
};

enum {
    FORM_MIN = 2, /* levels whose form varies */
    FORM_MAX = 9
};

const Level *level_find(int level, uint64_t seed) {
    int form = level;
    if (level >= FORM_MIN && level <= FORM_MAX) {
        seed >>= 32;
        form += (int)random_below(&seed, 3) - 1;
        form = clamp_int(form, FORM_MIN, FORM_MAX);
    }
    return &levels[form - LEVEL_MIN];
}

static bool chance(int permill, uint64_t *random) {
    return (int)random_below(random, 1000) < permill;
}

Misjudgement level_misjudge(const Level *level, uint64_t seed, Move move) {
    if (!chance(level->careless_permill, &seed))
        return (Misjudgement){0};
    seed ^= move.bits;
    bool blind = chance(level->blind_permill, &seed);
    return (Misjudgement){(Score)random_below(&seed, (size_t)level->error + 1), blind};
}
