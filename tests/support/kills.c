#include <config.h>

#include "kills.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/monotonic.h"
#include "claimed_games.h"
#include "cluster.h"
#include "daemon.h"

enum {
    GAMES = 6,
    WATCHERS = 2,
    TIMEOUT_MS = 60000,
    POLL_MS = 50,
    PAUSE_MS = 12000,
    CALM_RATE = 50,    /* moves a second while claims are waited for */
    HANG_SECONDS = 600 /* from one accident to the next */
};

typedef struct Run {
    const KillsSetup *setup;
    Cluster cluster;
    History *history;
    Load *load;
    LoadStats sum;
    unsigned claims, acknowledged_claims; /* `claims` counts the kills among them */
    unsigned chance;
} Run;

long kills_wanted(const char *variable, long usual) {
    const char *wanted = getenv(variable);
    return wanted ? atol(wanted) : usual;
}

static void begin_run(Run *run, const KillsSetup *setup, unsigned games, unsigned watchers,
                      unsigned seed) {
    alarm(HANG_SECONDS); /* a hang is a failure */
    *run = (Run){.setup = setup, .history = history_create(), .chance = 12345};
    cluster_init(&run->cluster, setup->servers, setup->database);
    LoadSetup load = {.server_count = setup->servers,
                      .games = games,
                      .watchers = watchers,
                      .seed = seed,
                      .varied = true,
                      .history = run->history};
    memcpy(load.servers, run->cluster.addresses, sizeof load.servers);
    run->load = load_create(&load);
}

static void end_run(Run *run) {
    load_free(run->load);
    history_free(run->history);
}

static unsigned chance(Run *run, unsigned below) {
    run->chance = run->chance * 1103515245U + 12345U;
    return (run->chance >> 16) % below;
}

/* Runs until nothing is in flight. */
static void wait_until_idle(Load *load) {
    load_set_rate(load, -1);
    while (!load_is_seated(load) || load_is_waiting(load))
        assert_true(load_run(load, 10, UINT32_MAX));
}

static void add_stats(Run *run) {
    LoadStats stats, *sum = &run->sum;
    assert_string_equal(load_first_unexpected(run->load), "");
    load_stats(run->load, &stats);
    sum->moves += stats.moves;
    sum->games += stats.games;
    sum->rematches += stats.rematches;
    sum->kept_seats += stats.kept_seats;
    sum->refused += stats.refused;
    sum->replaced += stats.replaced;
}

static void kill_server(Run *run) {
    cluster_kill(&run->cluster, chance(run, run->setup->servers), run->load);
    if (run->setup->servers == 1 || chance(run, 2) == 0)
        return;
    cluster_connect(&run->cluster, run->load); /* the others go on for a while */
    load_run(run->load, TIMEOUT_MS, 1 + chance(run, 60));
}

/* The load goes on, slowly, for the minute after which games can be claimed. */
static void wait_for_claims(Run *run, ClaimedGames *claimed) {
    int64_t wait_ms;
    add_stats(run);
    load_set_rate(run->load, CALM_RATE);
    while ((wait_ms = claimed_games_wait_ms(claimed)) > 0)
        assert_true(load_run(run->load, wait_ms, UINT32_MAX));
    add_stats(run);
    load_set_rate(run->load, 0);
}

static void kill_among_claims(Run *run) {
    unsigned server = chance(run, run->setup->servers);
    ClaimedGames *claimed =
        claimed_games_begin(run->cluster.addresses[server].socket, run->claims++, run->history);
    for (size_t i = 0; i < CLAIMED_GAMES; i++)
        load_add_game(run->load, claimed_games_id(claimed, i));
    wait_for_claims(run, claimed);
    claimed_games_claim(claimed, 1 + chance(run, CLAIMED_GAMES - 2));
    cluster_kill(&run->cluster, 0, run->load);
    claimed_games_hear(claimed);
    cluster_start_all(&run->cluster, run->load);
    claimed_games_claim_again(claimed);
    run->acknowledged_claims += claimed_games_acknowledged(claimed);
    claimed_games_free(claimed);
}

/* Players have taken their seats again elsewhere when the server goes on; it must let nobody move
 * who has still a connection to it. */
static void pause_server(Run *run) {
    unsigned server = chance(run, run->setup->servers);
    int64_t until = monotonic_us() + PAUSE_MS * INT64_C(1000);
    cluster_pause(&run->cluster, server, run->load);
    cluster_connect(&run->cluster, run->load);
    while (monotonic_us() < until)
        assert_true(load_run(run->load, POLL_MS, UINT32_MAX));
    cluster_resume(&run->cluster, server, run->load);
    while (load_has_formers(run->load))
        assert_true(load_run(run->load, POLL_MS, UINT32_MAX));
}

/* Fails unless a server tells, soon, what clients know. News of what others have just stored, and
 * of the players of servers that were killed, come a little later. */
static void check_server(Run *run, unsigned server) {
    int64_t until = monotonic_us() + TIMEOUT_MS * INT64_C(1000);
    Buffer faults = {0};
    for (;;) {
        buffer_free(&faults);
        faults = (Buffer){0};
        assert_true(load_record_stored(run->load, server));
        if (history_check(run->history, &faults))
            break;
        if (monotonic_us() > until) {
            daemon_print_log();
            fail_msg("server %u: promises were broken:\n%s", server, faults.bytes);
        }
        assert_true(load_run(run->load, POLL_MS, UINT32_MAX));
    }
    buffer_free(&faults);
}

static void print_sum(const Run *run) {
    const KillsSetup *setup = run->setup;
    const LoadStats *sum = &run->sum;
    print_message("%ld kills, of which %ld among claims, and %ld pauses of %u servers, %ld kills "
                  "of the database, %lu acknowledged moves, %u acknowledged claims, %lu new games, "
                  "%lu rematches, %lu kept seats, %lu strangers refused, %lu seats taken over\n",
                  setup->server_kills + setup->claim_kills, setup->claim_kills,
                  setup->server_pauses, setup->servers, setup->database_kills,
                  (unsigned long)sum->moves, run->acknowledged_claims, (unsigned long)sum->games,
                  (unsigned long)sum->rematches, (unsigned long)sum->kept_seats,
                  (unsigned long)sum->refused, (unsigned long)sum->replaced);
}

static void check_all(Run *run) {
    cluster_start_all(&run->cluster, run->load);
    wait_until_idle(run->load);
    for (unsigned server = 0; server < run->setup->servers; server++)
        check_server(run, server);
    assert_true(cluster_stop(&run->cluster));
    if (!cluster_run("--check")) {
        daemon_print_log();
        fail_msg("congod --check has found faults");
    }
    Buffer faults = {0};
    history_stored_count(run->history, cluster_checked_games());
    if (!history_check(run->history, &faults))
        fail_msg("promises were broken:\n%s", faults.bytes);
    buffer_free(&faults);
}

/* Runs on until everything has happened that a few kills may have left out. */
static void run_until_varied(Run *run, uint64_t rematches) {
    const LoadStats *sum = &run->sum;
    while (sum->rematches <= rematches || sum->kept_seats == 0 || sum->refused == 0 ||
           sum->replaced == 0) {
        cluster_start_all(&run->cluster, run->load);
        load_set_rate(run->load, 0);
        assert_true(load_run(run->load, TIMEOUT_MS, 20));
        add_stats(run);
    }
}

/* What happens to the servers, in a random order. */
typedef enum Accident {
    SERVER_KILL,
    CLAIM_KILL,
    SERVER_PAUSE,
    DATABASE_KILL,
    ACCIDENT_COUNT
} Accident;

static long count_accidents(const long left[ACCIDENT_COUNT]) {
    long count = 0;
    for (int i = 0; i < ACCIDENT_COUNT; i++)
        count += left[i];
    return count;
}

static Accident choose_accident(Run *run, long left[ACCIDENT_COUNT]) {
    long place = chance(run, (unsigned)count_accidents(left));
    Accident accident = SERVER_KILL;
    for (; place >= left[accident]; accident++)
        place -= left[accident];
    left[accident]--;
    return accident;
}

static void run_accident(Run *run, Accident accident) {
    switch (accident) {
    case CLAIM_KILL:
        kill_among_claims(run);
        break;
    case SERVER_PAUSE:
        pause_server(run);
        break;
    case DATABASE_KILL:
        run->setup->kill_database(run->load);
        break;
    default:
        kill_server(run);
    }
}

void kills_run(const KillsSetup *setup) {
    long left[ACCIDENT_COUNT] = {[SERVER_KILL] = setup->server_kills,
                                 [CLAIM_KILL] = setup->claim_kills,
                                 [SERVER_PAUSE] = setup->server_pauses,
                                 [DATABASE_KILL] = setup->database_kills};
    long kills = count_accidents(left);
    Run run;
    begin_run(&run, setup, GAMES, WATCHERS, 0);
    for (long i = 0; i < kills; i++) {
        alarm(HANG_SECONDS);
        cluster_start_all(&run.cluster, run.load);
        load_set_rate(run.load, 0);
        load_run(run.load, TIMEOUT_MS, 1 + chance(&run, 60));
        run_accident(&run, choose_accident(&run, left));
        add_stats(&run);
    }
    assert_true(run.sum.moves > (uint64_t)kills * 10);
    assert_true(run.acknowledged_claims >= (unsigned)setup->claim_kills);
    run_until_varied(&run, (uint64_t)kills / 10);
    check_all(&run);
    print_sum(&run);
    end_run(&run);
}

void kills_end_presence(const KillsSetup *setup) {
    Run run;
    begin_run(&run, setup, GAMES, WATCHERS, 7);
    cluster_start_all(&run.cluster, run.load);
    load_set_rate(run.load, 0);
    assert_true(load_run(run.load, TIMEOUT_MS, 50));
    wait_until_idle(run.load);
    int64_t killed_us = monotonic_us();
    cluster_kill(&run.cluster, 0, run.load);
    for (unsigned server = 1; server < setup->servers; server++)
        check_server(&run, server);
    print_message("the players of a killed server are away after %.1f s (aim: 10 s)\n",
                  (double)(monotonic_us() - killed_us) / 1e6);
    assert_true(cluster_stop(&run.cluster));
    end_run(&run);
}

/* ---- the test is tested ---- */

/* Damage to the database between two servers, and a part of the sentence that reports it. */
static const struct {
    const char *sql, *expected;
    bool by_checksum; /* is found only where rows have checksums */
} plants[] = {
    {"DELETE FROM move WHERE (game, ply) IN (SELECT game, max(ply) FROM move GROUP BY game)",
     "is missing", false},
    {"UPDATE move SET path = 'a1a2' WHERE ply = 0", "is missing", false},
    {"DELETE FROM game WHERE rematch_of != 0", "an acknowledged game is missing", false},
    {"UPDATE game SET rematch_game = 0", "is missing", false},
    {"UPDATE game SET white_name = 'eve'", "is missing", false},
    {"UPDATE game SET white_hash = black_hash, black_hash = white_hash", "is missing", true},
    {"UPDATE game SET reason = 'time' WHERE reason != 'time'", "is missing", false},
};

/* Runs the load until there are moves, ends and a rematch, and nothing is in flight. */
static void run_until_rematch(Load *load) {
    LoadStats stats = {0};
    load_set_rate(load, 0);
    while (stats.rematches == 0) {
        assert_true(load_run(load, TIMEOUT_MS, 20));
        load_stats(load, &stats);
    }
    assert_true(load_run(load, TIMEOUT_MS, 5));
    wait_until_idle(load);
}

static void check_plant(const KillsSetup *setup, size_t plant) {
    Run run;
    begin_run(&run, setup, 2, 1, 9 + (unsigned)plant);
    cluster_start_all(&run.cluster, run.load);
    run_until_rematch(run.load);
    cluster_kill_all(&run.cluster, run.load);
    setup->change_database(plants[plant].sql);

    cluster_start(&run.cluster, 0);
    while (!load_record_stored(run.load, 0))
        load_run(run.load, 1, UINT32_MAX);
    Buffer faults = {0};
    if (history_check(run.history, &faults) || !strstr(faults.bytes, plants[plant].expected))
        fail_msg("%s: %s", plants[plant].sql, faults.bytes ? faults.bytes : "nothing was found");
    assert_true(cluster_stop(&run.cluster));
    end_run(&run);
    buffer_free(&faults);
}

void kills_find_plants(const KillsSetup *setup) {
    for (size_t plant = 0; plant < sizeof plants / sizeof *plants; plant++)
        if (setup->has_checksums || !plants[plant].by_checksum)
            check_plant(setup, plant);
}

void kills_find_unexpected(const KillsSetup *setup, const char *expected) {
    static unsigned seed = 100; /* which determines the keys, and a key creates one game */
    Run run;
    begin_run(&run, setup, 2, 1, seed++);
    cluster_start_all(&run.cluster, run.load);
    load_set_rate(run.load, 0);
    while (load_first_unexpected(run.load)[0] == '\0')
        assert_true(load_run(run.load, POLL_MS, 20));
    if (!strstr(load_first_unexpected(run.load), expected))
        fail_msg("expected \"%s\", found \"%s\"", expected, load_first_unexpected(run.load));
    assert_true(cluster_stop(&run.cluster));
    end_run(&run);
}
