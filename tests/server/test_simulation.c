/* Simulated clusters keep their promises, whatever fails; and the simulation finds planted faults,
 * repeats its runs and shrinks them. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "simulation.h"

enum {
    SEEDS = 100,
    PLANT_SEEDS = 150 /* within which a planted fault is found */
};

/* ---- promises ---- */

static void promises_are_kept(void **state) {
    (void)state;
    SimulationResult sum = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        SimulationPlan plan = simulation_plan(seed);
        SimulationResult result;
        simulation_run(&plan, NULL, &result);
        if (result.faults.length > 0)
            fail_msg("seed %lu:\n%s", (unsigned long)seed, result.faults.bytes);
        sum.games += result.games;
        sum.moves += result.moves;
        sum.duplicates += result.duplicates;
        sum.stale += result.stale;
        sum.replaced += result.replaced;
        sum.rematches += result.rematches;
        sum.ends_on_time += result.ends_on_time;
        sum.claims += result.claims;
        sum.kills += result.kills;
        sum.database.conflicts += result.database.conflicts;
        sum.database.burials += result.database.burials;
        sum.database.missed += result.database.missed;
        sum.database.recovered += result.database.recovered;
        simulation_result_free(&result);
    }
    assert_true(sum.games > SEEDS * 5 && sum.moves > SEEDS * 100);
    assert_true(sum.duplicates > 0 && sum.stale > 0 && sum.replaced > 0 && sum.rematches > 0);
    assert_true(sum.ends_on_time > 0 && sum.claims > 0 && sum.kills > 0);
    assert_true(sum.database.conflicts > 0 && sum.database.burials > 0);
    assert_true(sum.database.missed > 0 && sum.database.recovered > 0);
}

/* ---- the simulation is tested ---- */

/* Returns the first seed that finds what is planted, or 0. */
static uint64_t find_plant(DatabaseFault database_fault, ServerFault server_fault,
                           SimulationPlan *plan) {
    for (uint64_t seed = 1; seed <= PLANT_SEEDS; seed++) {
        SimulationResult result;
        *plan = simulation_plan(seed);
        plan->database_fault = database_fault;
        plan->server_fault = server_fault;
        simulation_run(plan, NULL, &result);
        bool found = result.faults.length > 0;
        simulation_result_free(&result);
        if (found)
            return seed;
    }
    return 0;
}

static void planted_faults_are_found(void **state) {
    (void)state;
    SimulationPlan plan;
    for (int fault = DATABASE_GOOD + 1; fault < DATABASE_FAULTS; fault++)
        if (find_plant((DatabaseFault)fault, SERVER_GOOD, &plan) == 0)
            fail_msg("%s is not found", database_fault_name((DatabaseFault)fault));
    for (int fault = SERVER_GOOD + 1; fault < SERVER_FAULTS; fault++)
        if (find_plant(DATABASE_GOOD, (ServerFault)fault, &plan) == 0)
            fail_msg("%s is not found", server_fault_name((ServerFault)fault));
}

static char *trace_of(const SimulationPlan *plan) {
    char *text = NULL;
    size_t size = 0;
    FILE *trace = open_memstream(&text, &size);
    SimulationResult result;
    assert_non_null(trace);
    simulation_run(plan, trace, &result);
    simulation_result_free(&result);
    fclose(trace);
    return text;
}

static void a_run_is_repeated_exactly(void **state) {
    (void)state;
    SimulationPlan plan = simulation_plan(7), other = simulation_plan(8);
    char *first = trace_of(&plan), *second = trace_of(&plan), *third = trace_of(&other);
    assert_string_equal(first, second);
    assert_string_not_equal(first, third);
    free(first);
    free(second);
    free(third);
}

static unsigned count_bits(uint32_t bits) {
    unsigned count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* What fails becomes small enough to be read, and fails still. */
static void a_failure_is_shrunk(void **state) {
    (void)state;
    SimulationPlan plan, smallest;
    SimulationResult result;
    assert_true(find_plant(LOSES_OFFERS, SERVER_GOOD, &plan) > 0);
    smallest = plan;
    simulation_shrink(&smallest, 200);
    simulation_run(&smallest, NULL, &result);
    assert_non_null(strstr(result.faults.bytes, "as the state of a draw offer"));
    simulation_result_free(&result);
    assert_true(smallest.ms < plan.ms / 2);
    assert_true(count_bits(smallest.clients) <= 6);
    assert_int_equal(smallest.faults, 0);
    Buffer text = {0};
    simulation_describe(&plan, &text);
    assert_non_null(strstr(text.bytes, "fault 1, after "));
    buffer_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promises_are_kept),
        cmocka_unit_test(planted_faults_are_found),
        cmocka_unit_test(a_run_is_repeated_exactly),
        cmocka_unit_test(a_failure_is_shrunk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
