/*
 * Measures what crowds cost the players of other games: thousands that watch one game, talk in it,
 * follow the lists, or never read. bench/SERVER.md has the results.
 *
 * Usage: crowds [OPTION=NUMBER...]
 *   games=250 rate=500 seconds=15   other games, their moves a second, duration of each part
 *   watchers=9900                   of one game
 *   talk=18                         lines a second that one of them says
 *   subscribers=3000                of the lists
 *   unread=3000                     clients that never read
 *   servers=1                       congods, among which players and watchers are spread; more need
 *                                   CONGOD_DATABASE
 *   postmaster=0                    the process of PostgreSQL, whose processor time is measured
 * Environment: CONGOD, the program (src/congod); CONGOD_CONF, its configuration; CONGOD_DATABASE,
 * another database, such as a connection string of PostgreSQL.
 */
#include <config.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "crowd.h"
#include "../tests/support/daemon.h"
#include "../tests/support/load.h"
#include "server_run.h"

enum { START_MS = 30000, WARM_MS = 2000, LIMIT_MOVER_MS = 10, LIMIT_UNREAD_MIB = 64 };

typedef struct CrowdOptions {
    long games, rate, seconds, watchers, talk, subscribers, unread, servers, postmaster;
} CrowdOptions;

typedef struct Bench {
    CrowdOptions options;
    ServerRun server;
    Load *load;
    CrowdGame game;
    bool failed;
} Bench;

static void parse(char **arguments, CrowdOptions *options) {
    const RunOption known[] = {{"games=", &options->games},
                               {"rate=", &options->rate},
                               {"seconds=", &options->seconds},
                               {"watchers=", &options->watchers},
                               {"talk=", &options->talk},
                               {"subscribers=", &options->subscribers},
                               {"unread=", &options->unread},
                               {"servers=", &options->servers},
                               {"postmaster=", &options->postmaster}};
    server_run_parse(arguments, known, sizeof known / sizeof *known,
                     "expected games=N rate=N seconds=N watchers=N talk=N subscribers=N unread=N "
                     "servers=N postmaster=PID");
}

static void run_load(Bench *bench, long ms) {
    if (!load_run(bench->load, ms, UINT32_MAX))
        server_run_die("the server is gone");
}

static void seat_players(Bench *bench) {
    long waited = 0;
    LoadSetup setup = {
        .server_count = bench->server.count, .games = (unsigned)bench->options.games, .seed = 1};
    memcpy(setup.servers, bench->server.servers, sizeof setup.servers);
    bench->load = load_create(&setup);
    load_set_rate(bench->load, -1);
    if (!load_connect(bench->load))
        server_run_die("the players cannot connect");
    for (; !load_is_seated(bench->load); waited += 10) {
        if (waited > START_MS)
            server_run_die("not all players could take their seats");
        run_load(bench, 10);
    }
}

static int compare_times(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* Moves of the watched game. */
typedef struct MoverTimes {
    int64_t us[CROWD_PLIES];
    int count;
    int64_t sent_us[CROWD_PLIES];
} MoverTimes;

/* Runs the other games. With `times`, moves are played in the watched game, evenly. */
static LoadStats measure(Bench *bench, const char *what, MoverTimes *times) {
    long parts = times ? CROWD_PLIES : 1;
    LoadStats stats;
    pid_t postmaster = (pid_t)bench->options.postmaster;
    load_set_rate(bench->load, (double)bench->options.rate);
    run_load(bench, WARM_MS);
    load_set_rate(bench->load, (double)bench->options.rate);
    double servers_s = server_run_processor_s(&bench->server);
    double postgres_s = postmaster > 0 ? postgres_processor_s(postmaster) : 0;
    for (long part = 0; part < parts; part++) {
        if (times) {
            times->sent_us[bench->game.ply] = monotonic_us();
            times->us[times->count++] = crowd_game_move(&bench->game);
        }
        run_load(bench, bench->options.seconds * 1000 / parts);
    }
    load_stats(bench->load, &stats);
    printf("%-34s %7.0f moves/s  p50 %6.1f ms  p99 %6.1f ms  max %7.1f ms\n", what,
           (double)stats.moves / stats.seconds, stats.p50_ms, stats.p99_ms, stats.max_ms);
    printf("%-34s %7.2f of the servers", "  processors",
           (server_run_processor_s(&bench->server) - servers_s) / stats.seconds);
    if (postmaster > 0)
        printf(", %.2f of PostgreSQL",
               (postgres_processor_s(postmaster) - postgres_s) / stats.seconds);
    printf("\n");
    fflush(stdout);
    return stats;
}

/* The watchers of a game, spread over the servers. */
typedef struct Crowds {
    unsigned count;
    Crowd of_server[LOAD_SERVERS_MAX];
} Crowds;

static Crowds start_watchers(const Bench *bench) {
    Crowds crowds = {.count = bench->server.count};
    for (unsigned i = 0; i < crowds.count; i++)
        crowds.of_server[i] =
            crowd_start(CROWD_WATCHERS, bench->server.servers[i].port,
                        (unsigned)(bench->options.watchers / (long)crowds.count), bench->game.id);
    return crowds;
}

static void stop_watchers(Crowds *crowds) {
    for (unsigned i = 0; i < crowds->count; i++)
        crowd_stop(&crowds->of_server[i]);
}

static uint64_t bytes_sent(const Crowds *crowds) {
    uint64_t bytes = 0;
    for (unsigned i = 0; i < crowds->count; i++)
        bytes += crowds->of_server[i].counters->bytes;
    return bytes;
}

/* Prints when the first watchers of a server had the moves, which is the time that news take. */
static void print_first(const MoverTimes *times, const Crowd *crowd, unsigned server) {
    int64_t us[CROWD_PLIES];
    int count = 0;
    for (int ply = 0; ply < times->count; ply++)
        if (crowd->counters->seen[ply] > 0)
            us[count++] = crowd->counters->first_us[ply] - times->sent_us[ply];
    if (count == 0)
        return;
    qsort(us, (size_t)count, sizeof *us, compare_times);
    const int64_t median_us = us[count / 2], longest_us = us[count - 1];
    printf(
        "  the first watcher of server %-4u  p50 %6.1f ms  max %6.1f ms after the move was sent\n",
        server + 1, (double)median_us / 1000, (double)longest_us / 1000);
}

static void print_mover(Bench *bench, MoverTimes *times, const Crowds *crowds) {
    int64_t slowest = 0;
    uint32_t missing = 0;
    for (unsigned i = 0; i < crowds->count; i++) {
        const Crowd *crowd = &crowds->of_server[i];
        for (int ply = 0; ply < times->count; ply++) {
            int64_t lag = crowd->counters->last_us[ply] - times->sent_us[ply];
            slowest = lag > slowest ? lag : slowest;
            missing += (uint32_t)(bench->options.watchers / (long)crowds->count) -
                       crowd->counters->seen[ply];
        }
        print_first(times, crowd, i);
    }
    qsort(times->us, (size_t)times->count, sizeof *times->us, compare_times);
    int middle = times->count / 2;
    double median = (double)times->us[middle] / 1000;
    double worst = (double)times->us[times->count - 1] / 1000;
    printf("%-34s p50 %6.1f ms  max %6.1f ms (aim: p50 under %d with the commit); the last watcher "
           "after %.0f ms at most; %lu events not seen yet\n",
           "  the mover is acknowledged", median, worst, LIMIT_MOVER_MS, (double)slowest / 1000,
           (unsigned long)missing);
    bench->failed = bench->failed || median > LIMIT_MOVER_MS;
    fflush(stdout);
}

static void compare(Bench *bench, const LoadStats *beside, const LoadStats *before,
                    const LoadStats *after) {
    double times = beside->p99_ms * 2 / (before->p99_ms + after->p99_ms);
    printf("%-34s %7.2f times that without, before and after (aim: 2 at most)\n",
           "  p99 of other games", times);
    bench->failed = bench->failed || times > 2;
    fflush(stdout);
}

static void measure_watchers(Bench *bench) {
    char what[80];
    MoverTimes times = {{0}, 0, {0}};
    LoadStats before = measure(bench, "other games alone", NULL);
    Crowds crowds = start_watchers(bench);
    snprintf(what, sizeof what, "beside %ld watchers of a game", bench->options.watchers);
    LoadStats beside = measure(bench, what, &times);
    run_load(bench, WARM_MS);
    print_mover(bench, &times, &crowds);
    LoadStats between = measure(bench, "watchers of a game that rests", NULL);
    compare(bench, &beside, &before, &between);
    pid_t talker = crowd_start_talker(bench->server.servers[0].port, bench->game.id,
                                      (unsigned)bench->options.talk);
    uint64_t bytes = bytes_sent(&crowds);
    snprintf(what, sizeof what, "one says %ld lines a second", bench->options.talk);
    beside = measure(bench, what, NULL);
    printf("%-34s %7.1f MB\n", "  sent to the watchers",
           (double)(bytes_sent(&crowds) - bytes) / 1e6);
    daemon_kill(talker);
    LoadStats after = measure(bench, "nobody talks", NULL);
    compare(bench, &beside, &between, &after);
    stop_watchers(&crowds);
    run_load(bench, WARM_MS);
}

static void measure_subscribers(Bench *bench) {
    char what[80];
    LoadStats before = measure(bench, "other games alone", NULL);
    Crowd crowd = crowd_start(CROWD_SUBSCRIBERS, bench->server.servers[0].port,
                              (unsigned)bench->options.subscribers, bench->game.id);
    run_load(bench, WARM_MS);
    uint64_t lines = crowd.counters->lines;
    snprintf(what, sizeof what, "beside %ld subscribers of the lists", bench->options.subscribers);
    LoadStats beside = measure(bench, what, NULL);
    printf("%-34s %7.0f a second\n", "  lines to the subscribers",
           (double)(crowd.counters->lines - lines) / (double)(bench->options.seconds));
    crowd_stop(&crowd);
    run_load(bench, WARM_MS);
    LoadStats after = measure(bench, "other games alone", NULL);
    compare(bench, &beside, &before, &after);
}

/* All kinds of output for clients that never read. */
static void measure_unread(Bench *bench) {
    char what[80];
    run_load(bench, WARM_MS);
    long before = server_run_memory_kib(&bench->server, "VmRSS:");
    Crowd crowd = crowd_start(CROWD_NON_READING, bench->server.servers[0].port,
                              (unsigned)bench->options.unread, bench->game.id);
    pid_t talker = crowd_start_talker(bench->server.servers[0].port, bench->game.id,
                                      (unsigned)bench->options.talk);
    snprintf(what, sizeof what, "beside %ld that never read", bench->options.unread);
    measure(bench, what, NULL);
    long peak = server_run_memory_kib(&bench->server, "VmHWM:");
    long after = server_run_memory_kib(&bench->server, "VmRSS:");
    double mib = (double)((after > peak ? after : peak) - before) / 1024;
    printf("%-34s %7.1f MiB, %.1f KiB a client (aim: under %d MiB)\n", "  memory for them", mib,
           mib * 1024 / (double)bench->options.unread, LIMIT_UNREAD_MIB);
    bench->failed = bench->failed || mib > LIMIT_UNREAD_MIB;
    daemon_kill(talker);
    crowd_stop(&crowd);
}

/* The memory is measured first, because the peak is that of all parts. */
int main(int count, char **arguments) {
    (void)count;
    static Bench bench = {.options = {.games = 250,
                                      .rate = 500,
                                      .seconds = 15,
                                      .watchers = 9900,
                                      .talk = 18,
                                      .subscribers = 3000,
                                      .unread = 3000,
                                      .servers = 1}};
    parse(arguments, &bench.options);
    server_run_start(&bench.server, bench.options.servers);
    seat_players(&bench);
    crowd_game_start(&bench.game, bench.server.servers[0].port,
                     bench.server.servers[bench.server.count - 1].port);
    if (bench.options.unread > 0)
        measure_unread(&bench);
    if (bench.options.watchers > 0)
        measure_watchers(&bench);
    if (bench.options.subscribers > 0)
        measure_subscribers(&bench);
    crowd_game_stop(&bench.game);
    load_free(bench.load);
    bool good = server_run_stop(&bench.server, 0);
    return good && !bench.failed ? EXIT_SUCCESS : EXIT_FAILURE;
}
