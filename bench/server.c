/*
 * Measures how many clients and moves congod serves over TCP, with the load on the same machine.
 * bench/SERVER.md has the results.
 *
 * Usage: server [OPTION=NUMBER...]
 *   games=5000 rate=10000 seconds=60   games of two clients each, moves a second, duration
 *   hostile=0                          hostile clients in a second run
 *   highest=1                          then finds the highest sustained rate
 * Environment: CONGOD, the program (src/congod); CONGOD_CONF, its configuration.
 */
#include <config.h>

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "daemon.h"
#include "hostile.h"
#include "load.h"

enum {
    LIMIT_P99_MS = 75,
    LIMIT_BYTES = 8192, /* of memory a client */
    STEP_SECONDS = 10,
    WARM_MS = 3000,
    START_MS = 30000
};

typedef struct Options {
    long games, rate, seconds, hostile, highest;
} Options;

static pid_t server;
static int port; /* that the server listens on */

static void die(const char *what) {
    fprintf(stderr, "server: %s\n", what);
    exit(1);
}

static void wait_ms(long ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static void parse(int count, char **arguments, Options *options) {
    const struct {
        const char *name;
        long *value;
    } known[] = {{"games=", &options->games},
                 {"rate=", &options->rate},
                 {"seconds=", &options->seconds},
                 {"hostile=", &options->hostile},
                 {"highest=", &options->highest}};
    for (int i = 1; i < count; i++) {
        bool found = false;
        for (size_t j = 0; j < sizeof known / sizeof *known; j++)
            if (strncmp(arguments[i], known[j].name, strlen(known[j].name)) == 0) {
                *known[j].value = atol(arguments[i] + strlen(known[j].name));
                found = true;
            }
        if (!found)
            die("expected games=N rate=N seconds=N hostile=N highest=0|1");
    }
}

/* Returns a value of /proc/PID/status in KiB, or 0. */
static long memory_kib(pid_t process, const char *name) {
    char path[64], line[256];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            kib = atol(line + strlen(name));
    if (file)
        fclose(file);
    return kib;
}

static void print_stats(const char *what, const LoadStats *stats) {
    printf("%-28s %9.0f moves/s  p50 %6.1f ms  p99 %6.1f ms  max %7.1f ms  "
           "at the other player p50 %6.1f p99 %6.1f ms\n",
           what, (double)stats->moves / stats->seconds, stats->p50_ms, stats->p99_ms, stats->max_ms,
           stats->seen_p50_ms, stats->seen_p99_ms);
    fflush(stdout);
}

/* Returns the processor time of a process in seconds. */
static double processor_s(pid_t process) {
    char path[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    FILE *file = fopen(path, "r");
    const char *rest = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (rest)
        sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    if (file)
        fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static LoadStats measure(Load *load, const char *what, long rate, long seconds) {
    LoadStats stats;
    double server_s = processor_s(server), load_s = processor_s(getpid());
    load_set_rate(load, (double)rate);
    if (!load_run(load, seconds * 1000, UINT32_MAX))
        die("the server is gone");
    server_s = processor_s(server) - server_s;
    load_s = processor_s(getpid()) - load_s;
    load_stats(load, &stats);
    print_stats(what, &stats);
    printf("%-28s %9.1f us a move in the server, %.1f us in the load\n", "  processor time",
           server_s * 1e6 / (double)stats.moves, load_s * 1e6 / (double)stats.moves);
    fflush(stdout);
    return stats;
}

/* Waits until all clients are connected and seated, and warms up. */
static void seat_clients(Load *load, const Options *options) {
    long waited = 0;
    load_set_rate(load, -1);
    while (!load_connect(load)) {
        if ((waited += 10) > START_MS)
            die("nobody can connect; see congod.log");
        wait_ms(10);
    }
    for (; !load_is_seated(load); waited += 10) {
        if (waited > START_MS)
            die("not all clients could take their seats");
        load_run(load, 10, UINT32_MAX);
    }
    load_set_rate(load, (double)options->rate);
    load_run(load, WARM_MS, UINT32_MAX);
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
    double processor = processor_s(hostile->process);
    LoadStats stats = measure(load, what, options->rate, seconds);
    HostileCounters after = *hostile->counters;
    printf("%-28s %9.0f acts, %.0f connections and %.0f KiB a second, %.2f of a processor\n",
           "  the hostile", (double)(after.actions - before.actions) / stats.seconds,
           (double)(after.connections - before.connections) / stats.seconds,
           (double)(after.bytes - before.bytes) / 1024 / stats.seconds,
           (processor_s(hostile->process) - processor) / stats.seconds);
    fflush(stdout);
    return stats;
}

/* Honest clients are also measured alone before and after, because the machine's load varies. */
static void measure_attack(Load *load, const Options *options, const LoadStats *before) {
    Hostile hostile = hostile_start(port, (unsigned)options->hostile);
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

static void print_memory(long idle_kib, const Options *options) {
    long peak = memory_kib(server, "VmHWM:");
    long clients = 2 * options->games + options->hostile;
    printf("%-28s %9ld KiB; %ld bytes a client above the %ld KiB of an idle server (aim: under "
           "%d)\n",
           "peak memory of the server", peak, (peak - idle_kib) * 1024 / clients, idle_kib,
           LIMIT_BYTES);
}

static void enter_folder(char *folder, const char *config) {
    char text[4096];
    FILE *from = fopen(config, "r");
    if (!from || !mkdtemp(folder) || chdir(folder) != 0)
        die("cannot make a folder with congod.conf");
    FILE *to = fopen("congod.conf", "w");
    size_t length = fread(text, 1, sizeof text, from);
    if (!to || fwrite(text, 1, length, to) != length || fclose(to) != 0)
        die("cannot write congod.conf");
    fclose(from);
}

static void leave_folder(const char *folder) {
    static const char *const names[] = {"games.db", "games.db-wal", "congod.conf", "congod.log"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(names[i]);
    if (chdir("..") == 0)
        rmdir(folder);
}

/* Raises the limit of descriptors. */
static void raise_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Returns the port that the server's log names, or 0. */
static int logged_port(void) {
    static const char words[] = "listening on 127.0.0.1:";
    char line[512];
    int found = 0;
    FILE *log = fopen("congod.log", "r");
    while (log && found == 0 && fgets(line, sizeof line, log)) {
        const char *place = strstr(line, words);
        if (place && strchr(line, '\n'))
            found = atoi(place + strlen(words));
    }
    if (log)
        fclose(log);
    return found;
}

/* Waits until the server accepts clients. */
static void wait_for_server(void) {
    while ((port = logged_port()) == 0) {
        if (daemon_has_ended(server))
            die("congod has ended; see congod.log");
        wait_ms(10);
    }
    Load *load = load_create(&(LoadSetup){.port = port, .games = 1});
    while (!load_connect(load)) {
        if (daemon_has_ended(server))
            die("congod has ended; see congod.log");
        wait_ms(10);
    }
    load_free(load);
}

static bool run(const Options *options) {
    wait_for_server();
    long idle_kib = memory_kib(server, "VmRSS:");
    Load *load =
        load_create(&(LoadSetup){.port = port, .games = (unsigned)options->games, .seed = 1});
    seat_clients(load, options);
    char what[80];
    snprintf(what, sizeof what, "%ld clients, %ld games", 2 * options->games, options->games);
    LoadStats stats = measure(load, what, options->rate, options->seconds);
    if (options->hostile > 0)
        measure_attack(load, options, &stats);
    print_memory(idle_kib, options);
    if (options->highest)
        find_highest(load, options->rate);
    load_stats(load, &stats);
    if (stats.unexpected > 0)
        printf("%lu answers that nobody expected, the first: %s\n", (unsigned long)stats.unexpected,
               load_first_unexpected(load));
    load_free(load);
    return stats.unexpected == 0;
}

int main(int count, char **arguments) {
    Options options = {.games = 5000, .rate = 10000, .seconds = 60};
    char folder[] = "bench-server-XXXXXX", program[4096];
    const char *congod = getenv("CONGOD"), *config = getenv("CONGOD_CONF");
    parse(count, arguments, &options);
    if (!realpath(congod ? congod : "src/congod", program))
        die("there is no src/congod; CONGOD names another");
    raise_limit();
    enter_folder(folder, config ? config : "../bench/congod.conf");
    server = daemon_start(program, "congod.conf", "congod.log");
    bool good = run(&options);
    good = daemon_stop(server) && good;
    good = daemon_run(program, "congod.conf", "--check", "congod.log") && good;
    printf("%-28s %9s\n", "stopped and checked", good ? "well" : "NOT WELL");
    if (good)
        leave_folder(folder);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
