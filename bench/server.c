/*
 * Measures how many clients and moves congod, or several that share a database, serves over TCP,
 * with the load on the same machine. The clients of a game are on different servers.
 * bench/SERVER.md has the results.
 *
 * Usage: server [OPTION=NUMBER...]
 *   games=5000 rate=10000 seconds=60   games of two clients each, moves a second, duration
 *   hostile=0                          hostile clients in a second run
 *   highest=1                          then finds the highest sustained rate
 *   leaving=0                          players a second that leave and come back
 *   servers=1                          congods; more need CONGOD_DATABASE
 *   postmaster=0                       the process of PostgreSQL, whose processor time is measured
 * Environment: CONGOD, the program (src/congod); CONGOD_CONF, its configuration; CONGOD_DATABASE,
 * another database, such as a connection string of PostgreSQL.
 */
#include <config.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../tests/support/daemon.h"
#include "hostile.h"
#include "../tests/support/load.h"
#include "server_run.h"

enum {
    LIMIT_P99_MS = 75,
    LIMIT_BYTES = 8192, /* of memory a client */
    STEP_SECONDS = 10,
    WARM_MS = 3000,
    START_MS = 30000
};

typedef struct Options {
    long games, rate, seconds, leaving, hostile, highest, servers, postmaster;
} Options;

static ServerRun server;
static pid_t postmaster; /* 0: not known */

static void parse(char **arguments, Options *options) {
    const RunOption known[] = {
        {"games=", &options->games},     {"rate=", &options->rate},
        {"seconds=", &options->seconds}, {"leaving=", &options->leaving},
        {"hostile=", &options->hostile}, {"highest=", &options->highest},
        {"servers=", &options->servers}, {"postmaster=", &options->postmaster}};
    server_run_parse(arguments, known, sizeof known / sizeof *known,
                     "expected games=N rate=N seconds=N leaving=N hostile=N highest=0|1 "
                     "servers=N postmaster=PID");
}

static void print_stats(const char *what, const LoadStats *stats) {
    printf("%-28s %9.0f moves/s  p50 %6.1f ms  p99 %6.1f ms  p99.9 %6.1f ms  max %7.1f ms  "
           "at the other player p50 %6.1f p99 %6.1f max %7.1f ms\n",
           what, (double)stats->moves / stats->seconds, stats->p50_ms, stats->p99_ms,
           stats->p999_ms, stats->max_ms, stats->seen_p50_ms, stats->seen_p99_ms,
           stats->seen_max_ms);
    printf("%-28s %9" PRIu64 " taken  p99.9 %6.1f ms  max %7.1f ms\n", "  seats", stats->entered,
           stats->enter_p999_ms, stats->enter_max_ms);
    fflush(stdout);
}

/* Processor times in seconds. */
typedef struct Processors {
    double servers, postgres, load;
} Processors;

static Processors read_processors(void) {
    return (Processors){.servers = server_run_processor_s(&server),
                        .postgres = postmaster > 0 ? postgres_processor_s(postmaster) : 0,
                        .load = process_processor_s(getpid())};
}

static void print_processors(const Processors *before, const Processors *after, uint64_t moves) {
    double us = 1e6 / (double)moves;
    printf("%-28s %9.1f us a move in the server, ", "  processor time",
           (after->servers - before->servers) * us);
    if (postmaster > 0)
        printf("%.1f us in PostgreSQL, ", (after->postgres - before->postgres) * us);
    printf("%.1f us in the load\n", (after->load - before->load) * us);
    fflush(stdout);
}

static void print_memory_now(void) {
    printf("%-28s", "  memory of each server");
    for (unsigned i = 0; i < server.count; i++)
        printf(" %9ld KiB", process_memory_kib(server.processes[i], "VmRSS:"));
    printf("\n");
    fflush(stdout);
}

static LoadStats measure(Load *load, const char *what, long rate, long seconds) {
    LoadStats stats;
    Processors before = read_processors();
    load_set_rate(load, (double)rate);
    print_memory_now();
    for (int half = 0; half < 2; half++) {
        if (!load_run(load, seconds * 500, UINT32_MAX))
            server_run_die("the server is gone");
        print_memory_now();
    }
    Processors after = read_processors();
    load_stats(load, &stats);
    print_stats(what, &stats);
    print_processors(&before, &after, stats.moves);
    return stats;
}

/* Waits until all clients are connected and seated, and nothing is in flight. */
static void seat_clients(Load *load) {
    long waited = 0;
    load_set_rate(load, -1);
    while (!load_connect(load)) {
        if ((waited += 10) > START_MS)
            server_run_die("nobody can connect; see congod.log");
        server_run_wait_ms(10);
    }
    for (; !load_is_seated(load) || load_is_waiting(load); waited += 10) {
        if (waited > START_MS)
            server_run_die("not all clients could take their seats");
        load_run(load, 10, UINT32_MAX);
    }
}

static bool is_sustained(const LoadStats *stats, long rate) {
    return stats->p99_ms < LIMIT_P99_MS &&
           (double)stats->moves > 0.98 * (double)rate * stats->seconds;
}

/* Raises the rate by a fifth until it is not sustained. */
static void find_highest(Load *load, long rate) {
    long sustained = 0;
    for (;; rate += rate / 5) {
        char what[80];
        snprintf(what, sizeof what, "  %ld a second", rate);
        LoadStats stats = measure(load, what, rate, STEP_SECONDS);
        if (!is_sustained(&stats, rate))
            break;
        sustained = rate;
    }
    printf("%-28s %9ld moves/s\n", "highest rate held", sustained);
}

/* Measures beside hostile clients and prints their activity. */
static LoadStats measure_with_hostile(Load *load, const char *what, const Hostile *hostile,
                                      const Options *options, long seconds) {
    HostileCounters before = *hostile->counters;
    double processor = process_processor_s(hostile->process);
    LoadStats stats = measure(load, what, options->rate, seconds);
    HostileCounters after = *hostile->counters;
    printf("%-28s %9.0f acts, %.0f connections and %.0f KiB a second, %.2f of a processor\n",
           "  the hostile", (double)(after.actions - before.actions) / stats.seconds,
           (double)(after.connections - before.connections) / stats.seconds,
           (double)(after.bytes - before.bytes) / 1024 / stats.seconds,
           (process_processor_s(hostile->process) - processor) / stats.seconds);
    fflush(stdout);
    return stats;
}

/* Honest clients are also measured alone before and after, because the machine's load varies. */
static void measure_attack(Load *load, const Options *options, const LoadStats *before) {
    Hostile hostile = hostile_start(server.servers[0].port, (unsigned)options->hostile);
    char what[80];
    measure_with_hostile(load, "hostile clients come", &hostile, options, STEP_SECONDS);
    snprintf(what, sizeof what, "beside %ld hostile clients", options->hostile);
    LoadStats beside = measure_with_hostile(load, what, &hostile, options, options->seconds);
    daemon_kill(hostile.process);
    load_set_rate(load, (double)options->rate);
    load_run(load, WARM_MS, UINT32_MAX);
    LoadStats after = measure(load, "when they have gone", options->rate, options->seconds);
    printf("%-28s %9.2f times that without, before and after (aim: 2 at most)\n",
           "p99 with hostile clients", beside.p99_ms * 2 / (before->p99_ms + after.p99_ms));
}

static void print_memory(const Options *options) {
    long peak = server_run_memory_kib(&server, "VmHWM:");
    long clients = 2 * options->games + options->hostile;
    static const char *const faults[] = {"store_repeats_total", "store_conflicts_total",
                                         "clients_slow_total", "clients_timed_out_total"};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        printf("%-28s", faults[i]);
        for (unsigned j = 0; j < server.count; j++)
            printf(" %9.0f", server_run_metric(&server, j, faults[i]));
        printf("\n");
    }
    printf("%-28s %9ld KiB; %ld bytes a client above the %ld KiB of an idle server (aim: under "
           "%d)\n",
           "peak memory of the server", peak, (peak - server.idle_kib) * 1024 / clients,
           server.idle_kib, LIMIT_BYTES);
}

/* Returns the number of moves acknowledged, or 0 if an answer was unexpected. */
static uint64_t run(const Options *options) {
    LoadSetup setup = {.server_count = server.count,
                       .games = (unsigned)options->games,
                       .leaving = (double)options->leaving,
                       .seed = 1};
    memcpy(setup.servers, server.servers, sizeof setup.servers);
    Load *load = load_create(&setup);
    seat_clients(load);
    load_set_rate(load, (double)options->rate);
    load_run(load, WARM_MS, UINT32_MAX);
    char what[80];
    snprintf(what, sizeof what, "%ld clients, %ld games", 2 * options->games, options->games);
    LoadStats stats = measure(load, what, options->rate, options->seconds);
    if (options->hostile > 0)
        measure_attack(load, options, &stats);
    print_memory(options);
    if (options->highest)
        find_highest(load, options->rate);
    seat_clients(load);
    load_stats(load, &stats);
    if (stats.unexpected > 0)
        printf("%lu answers that nobody expected, the first: %s\n", (unsigned long)stats.unexpected,
               load_first_unexpected(load));
    load_free(load);
    return stats.unexpected == 0 ? stats.all_moves : 0;
}

int main(int count, char **arguments) {
    (void)count;
    Options options = {.games = 5000, .rate = 10000, .seconds = 60, .servers = 1};
    parse(arguments, &options);
    postmaster = (pid_t)options.postmaster;
    server_run_start(&server, options.servers);
    uint64_t moves = run(&options);
    return server_run_stop(&server, moves) && moves > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
