#include <config.h>

#include <ctype.h>
#include <string.h>

#include "simulation.h"

enum { KIND_SIZE = 160, DELAYS_TRIED = 4 };

/* Writes what kind of fault a line reports: its words without ids and numbers. */
static void read_kind(const char *line, char kind[KIND_SIZE]) {
    size_t length = 0;
    for (const char *at = line; *at && *at != '\n' && length + 1 < KIND_SIZE;) {
        size_t word = strcspn(at, " \n");
        bool is_word = true;
        for (size_t i = 0; i < word; i++)
            is_word = is_word && (islower((unsigned char)at[i]) || ispunct((unsigned char)at[i]));
        for (size_t i = 0; i < word && is_word && length + 2 < KIND_SIZE; i++)
            kind[length++] = at[i];
        at += word;
        at += *at == ' ';
    }
    kind[length] = '\0';
}

/* Returns whether a plan breaks a promise of the same kind. */
static bool fails_alike(const SimulationPlan *plan, const char *wanted) {
    SimulationResult result;
    bool found = false;
    simulation_run(plan, NULL, &result);
    for (const char *line = result.faults.bytes; line && *line && !found;) {
        char kind[KIND_SIZE];
        read_kind(line, kind);
        found = strcmp(kind, wanted) == 0;
        line = strchr(line, '\n');
        line += line != NULL;
    }
    simulation_result_free(&result);
    return found;
}

typedef struct Shrinking {
    SimulationPlan *plan;
    char kind[KIND_SIZE];
    unsigned runs; /* left */
} Shrinking;

/* What is left out moves everything after it, so that a fault which depends on the order of events
 * may need other delays. */
static bool try_plan(Shrinking *shrinking, const SimulationPlan *smaller) {
    for (uint64_t other = 0; other < DELAYS_TRIED && shrinking->runs > 0; other++) {
        SimulationPlan plan = *smaller;
        plan.delays += other;
        shrinking->runs--;
        if (!fails_alike(&plan, shrinking->kind))
            continue;
        *shrinking->plan = plan;
        return true;
    }
    return false;
}

/* Halves what may be left out of the time. Returns whether it became shorter. */
static bool shrink_time(Shrinking *shrinking) {
    bool changed = false;
    for (int64_t step_ms = shrinking->plan->ms / 2; step_ms >= 200; step_ms /= 2) {
        SimulationPlan smaller = *shrinking->plan;
        smaller.ms -= step_ms;
        changed = (smaller.ms > 0 && try_plan(shrinking, &smaller)) || changed;
    }
    return changed;
}

/* Leaves out groups of bits, then single ones. Returns whether any could be left out. */
static bool shrink_bits(Shrinking *shrinking, bool clients) {
    bool changed = false;
    for (unsigned size = 16; size > 0; size /= 2)
        for (unsigned first = 0; first < 32; first += size) {
            SimulationPlan smaller = *shrinking->plan;
            uint32_t *bits = clients ? &smaller.clients : &smaller.faults;
            uint32_t group = (UINT32_MAX >> (32 - size)) << first;
            if (!(*bits & group))
                continue;
            *bits &= ~group;
            changed = try_plan(shrinking, &smaller) || changed;
        }
    return changed;
}

void simulation_shrink(SimulationPlan *plan, unsigned runs) {
    Shrinking shrinking = {.plan = plan, .runs = runs};
    SimulationResult result;
    simulation_run(plan, NULL, &result);
    if (result.faults.length > 0)
        read_kind(result.faults.bytes, shrinking.kind);
    simulation_result_free(&result);
    bool changed = shrinking.kind[0] != '\0';
    while (changed && shrinking.runs > 0) {
        changed = shrink_bits(&shrinking, false);
        changed = shrink_time(&shrinking) || changed;
        changed = shrink_bits(&shrinking, true) || changed;
    }
}
