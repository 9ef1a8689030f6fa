#include <config.h>

#include "engine/advisor.h"

#include <string.h>

#include "engine/random.h"

static const char *const names[] = {[ADVISOR_RANDOM] = "random", [ADVISOR_NEGAMAX] = "negamax"};

const char *advisor_name(AdvisorKind kind) {
    return names[kind];
}

bool advisor_find(const char *name, AdvisorKind *kind) {
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            *kind = (AdvisorKind)i;
            return true;
        }
    }
    return false;
}

const RootMove *advisor_choose_random(const Search *search, uint64_t seed) {
    return &search->moves[random_below(&seed, search->move_count)];
}
