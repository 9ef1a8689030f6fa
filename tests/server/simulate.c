/* Simulates clusters and checks that they keep their promises. Usage:
 *
 *     simulate [seed=N] [seeds=N] [games=N]          runs seeds, from N on, until N games are
 * played simulate seed=N [ms=N] [clients=N,N] [faults=N,N] [plant=NAME] [trace=1]      repeats a
 * run
 *
 * A run that fails is shrunk, and printed with the command that repeats it. shrink=0: it is not. */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "simulation.h"

typedef struct SimulateOptions {
    SimulationPlan plan;
    uint64_t seeds, games;
    bool is_one, shrinks, traces;
} SimulateOptions;

static uint32_t read_bits(const char *text, const char *argument) {
    uint32_t bits = 0;
    while (*text) {
        char *end;
        unsigned long bit = strtoul(text, &end, 10);
        if (end == text || bit > 31 || (*end && *end != ',')) {
            fprintf(stderr, "%s: expected numbers below 32 with commas between\n", argument);
            exit(2);
        }
        bits |= UINT32_C(1) << bit;
        text = *end ? end + 1 : end;
    }
    return bits;
}

static void read_plant(SimulationPlan *plan, const char *name) {
    for (int fault = 0; database_fault_name((DatabaseFault)fault); fault++)
        if (strcmp(database_fault_name((DatabaseFault)fault), name) == 0) {
            plan->database_fault = (DatabaseFault)fault;
            return;
        }
    for (int fault = 0; server_fault_name((ServerFault)fault); fault++)
        if (strcmp(server_fault_name((ServerFault)fault), name) == 0) {
            plan->server_fault = (ServerFault)fault;
            return;
        }
    fprintf(stderr, "plant: there is no fault %s\n", name);
    exit(2);
}

/* Returns whether an argument NAME=VALUE has this name. */
static bool is_named(const char *argument, const char *name) {
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 && argument[length] == '=';
}

/* Reads what a run depends on. Returns false for other arguments. */
static bool read_plan(SimulationPlan *plan, const char *argument, const char *value) {
    if (is_named(argument, "ms"))
        plan->ms = strtoll(value, NULL, 10);
    else if (is_named(argument, "delays"))
        plan->delays = strtoull(value, NULL, 10);
    else if (is_named(argument, "clients"))
        plan->clients = read_bits(value, argument);
    else if (is_named(argument, "faults"))
        plan->faults = read_bits(value, argument);
    else
        return false;
    return true;
}

/* The seed was read before. */
static void read_argument(SimulateOptions *options, const char *argument) {
    const char *equals = strchr(argument, '='), *value = equals ? equals + 1 : "";
    uint64_t number = strtoull(value, NULL, 10);
    if (is_named(argument, "seeds"))
        options->seeds = number;
    else if (is_named(argument, "games"))
        options->games = number;
    else if (is_named(argument, "shrink"))
        options->shrinks = number != 0;
    else if (is_named(argument, "trace"))
        options->traces = options->is_one = number != 0;
    else if (is_named(argument, "plant"))
        read_plant(&options->plan, value);
    else if (read_plan(&options->plan, argument, value))
        options->is_one = true;
    else if (!is_named(argument, "seed")) {
        fprintf(stderr, "%s: unknown argument; tests/server/simulate.c describes them\n", argument);
        exit(2);
    }
}

static SimulateOptions read_arguments(int count, char *arguments[]) {
    SimulateOptions options = {.shrinks = true};
    uint64_t seed = 1;
    for (int i = 1; i < count; i++)
        if (strncmp(arguments[i], "seed=", 5) == 0) {
            seed = strtoull(arguments[i] + 5, NULL, 10);
            options.is_one = true;
        }
    options.plan = simulation_plan(seed);
    for (int i = 1; i < count; i++)
        read_argument(&options, arguments[i]);
    if (options.seeds > 0 || options.games > 0)
        options.is_one = false;
    if (options.seeds == 0)
        options.seeds = options.is_one || options.games == 0 ? 1 : UINT64_MAX;
    return options;
}

static void print_bits(const char *name, uint32_t bits) {
    const char *between = "";
    printf(" %s=", name);
    for (unsigned bit = 0; bit < 32; bit++)
        if (bits >> bit & 1) {
            printf("%s%u", between, bit);
            between = ",";
        }
}

static void print_command(const SimulationPlan *plan) {
    SimulationPlan whole = simulation_plan(plan->seed);
    printf("repeat: tests/server/simulate seed=%llu", (unsigned long long)plan->seed);
    if (plan->ms != whole.ms)
        printf(" ms=%lld", (long long)plan->ms);
    if (plan->delays != 0)
        printf(" delays=%llu", (unsigned long long)plan->delays);
    if (plan->clients != whole.clients)
        print_bits("clients", plan->clients);
    if (plan->faults != whole.faults)
        print_bits("faults", plan->faults);
    if (plan->database_fault != DATABASE_GOOD)
        printf(" plant=%s", database_fault_name(plan->database_fault));
    if (plan->server_fault != SERVER_GOOD)
        printf(" plant=%s", server_fault_name(plan->server_fault));
    printf("\n");
}

static void print_plan(const SimulationPlan *plan) {
    Buffer text = {0};
    simulation_describe(plan, &text);
    fputs(text.bytes ? text.bytes : "", stdout);
    buffer_free(&text);
    print_command(plan);
}

static void report(const SimulateOptions *options, const SimulationPlan *plan,
                   const SimulationResult *result) {
    printf("seed %llu breaks promises:\n%s", (unsigned long long)plan->seed, result->faults.bytes);
    print_plan(plan);
    if (!options->shrinks || options->traces)
        return;
    SimulationPlan smallest = *plan;
    simulation_shrink(&smallest, 400);
    SimulationResult again;
    simulation_run(&smallest, NULL, &again);
    printf("the smallest run that does so:\n%s", again.faults.bytes ? again.faults.bytes : "");
    print_plan(&smallest);
    simulation_result_free(&again);
}

static void add(SimulationResult *sum, const SimulationResult *result) {
    sum->games += result->games;
    sum->moves += result->moves;
    sum->duplicates += result->duplicates;
    sum->stale += result->stale;
    sum->replaced += result->replaced;
    sum->rematches += result->rematches;
    sum->ends_on_time += result->ends_on_time;
    sum->claims += result->claims;
    sum->talk += result->talk;
    sum->reconnections += result->reconnections;
    sum->kills += result->kills;
    sum->simulated_ms += result->simulated_ms;
    sum->database.transactions += result->database.transactions;
    sum->database.conflicts += result->database.conflicts;
    sum->database.news += result->database.news;
    sum->database.missed += result->database.missed;
    sum->database.lost += result->database.lost;
    sum->database.recovered += result->database.recovered;
    sum->database.burials += result->database.burials;
}

static void print_sum(const SimulationResult *sum, uint64_t runs, uint64_t failed) {
    double seconds = (double)clock() / CLOCKS_PER_SEC;
#define COUNT(value) (unsigned long long)(sum->value)
    printf(
        "%llu runs, %llu failed; %llu games (%llu rematches), %llu moves, %.1f hours simulated\n",
        (unsigned long long)runs, (unsigned long long)failed, COUNT(games), COUNT(rematches),
        COUNT(moves), (double)sum->simulated_ms / 3600000);
    printf(
        "%llu repeated moves, %llu stale ones, %llu replaced, %llu flags, %llu claims, %llu lines "
        "of talk heard, %llu reconnections\n",
        COUNT(duplicates), COUNT(stale), COUNT(replaced), COUNT(ends_on_time), COUNT(claims),
        COUNT(talk), COUNT(reconnections));
    printf("%llu servers killed, %llu buried; %llu transactions, %llu lost, %llu conflicts; %llu "
           "news, missed %llu times\n",
           COUNT(kills), COUNT(database.burials), COUNT(database.transactions),
           COUNT(database.lost), COUNT(database.conflicts), COUNT(database.news),
           COUNT(database.missed));
    printf("%.1f s of processor time: %.0f games an hour\n", seconds,
           (double)sum->games * 3600 / seconds);
#undef COUNT
}

int main(int count, char *arguments[]) {
    SimulateOptions options = read_arguments(count, arguments);
    SimulationResult sum = {0};
    uint64_t runs = 0, failed = 0;
    while (runs < options.seeds && (options.games == 0 || sum.games < options.games)) {
        SimulationPlan plan = options.plan;
        if (!options.is_one) {
            plan = simulation_plan(options.plan.seed + runs);
            plan.database_fault = options.plan.database_fault;
            plan.server_fault = options.plan.server_fault;
        }
        SimulationResult result;
        simulation_run(&plan, options.traces ? stdout : NULL, &result);
        runs++;
        if (result.faults.length > 0) {
            failed++;
            report(&options, &plan, &result);
        }
        add(&sum, &result);
        simulation_result_free(&result);
    }
    print_sum(&sum, runs, failed);
    return failed > 0;
}
