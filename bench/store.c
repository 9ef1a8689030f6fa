/*
 * Measures how many moves a store commits a second, without a server: each game has its next move
 * as soon as the last one is stored. Several stores share a database of PostgreSQL and hear of each
 * other's moves. bench/SERVER.md has the results.
 *
 * Usage: store DATABASE [OPTION=NUMBER...]
 *   games=100 stores=1 seconds=5   games of each store, stores, duration
 * DATABASE is the path of a new file, or the connection string of an empty database.
 */
#include <config.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "server/store/store_open.h"
#include "../tests/support/workload.h"

enum { STORES_MAX = 16 };

typedef struct Player {
    Store *store;
    uint64_t first;     /* the id of its first game */
    uint32_t *plies;    /* of its games; owned */
    uint64_t *versions; /* likewise */
    uint64_t moves, news;
    StoreStats before;
} Player;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool notified;

static long games = 100, store_count = 1, seconds = 5;

static bool read_option(const char *argument) {
    static const struct {
        const char *name;
        long *value;
    } options[] = {{"games=", &games}, {"stores=", &store_count}, {"seconds=", &seconds}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        size_t length = strlen(options[i].name);
        if (strncmp(argument, options[i].name, length) == 0 &&
            (*options[i].value = strtol(argument + length, NULL, 10)) > 0)
            return true;
    }
    return false;
}

static void fail(const char *why) {
    fprintf(stderr, "store: %s\n", why);
    exit(EXIT_FAILURE);
}

static void notify(void *context) {
    (void)context;
    pthread_mutex_lock(&lock);
    notified = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void wait_for_stores(void) {
    pthread_mutex_lock(&lock);
    while (!notified)
        pthread_cond_wait(&changed, &lock);
    notified = false;
    pthread_mutex_unlock(&lock);
}

static void move(Player *player, long game) {
    uint32_t ply = player->plies[game];
    StoreRequest request =
        request_move(player->first + (uint64_t)game, ply, ply % 2 ? "a6a5" : "a2a3");
    request.version = player->versions[game];
    request.move.move.at_ms = 1000;
    store_submit_copy(player->store, &request);
}

/* Takes what has come, without waiting. A game whose change is stored has its next move. */
static void take_all(Player *player) {
    StoreCompletion completion;
    while (store_take(player->store, &completion)) {
        player->news += completion.kind == STORE_NEWS;
        if (completion.kind <= STORE_MOVE) {
            long game = (long)(completion.id - player->first);
            if (completion.result != STORE_OK)
                fail("a change was not stored");
            player->moves += completion.kind == STORE_MOVE;
            player->plies[game] += completion.kind == STORE_MOVE;
            player->versions[game] = completion.version;
            move(player, game);
        }
        store_completion_free(&completion);
    }
}

static void play(Player *players, long run_ms) {
    for (int64_t end_ms = monotonic_ms() + run_ms; monotonic_ms() < end_ms;) {
        wait_for_stores();
        for (long i = 0; i < store_count; i++)
            take_all(&players[i]);
    }
}

static void begin(Player *player, const char *database, long number) {
    Error error = {0};
    StoreOptions options = {.database = database, .notify = notify};
    player->store = store_open(&options, &error);
    if (!player->store)
        fail(error.text);
    player->first = 1 + (uint64_t)number * 0x9e3779b97;
    player->plies = memory_allocate((size_t)games * sizeof *player->plies);
    player->versions = memory_allocate((size_t)games * sizeof *player->versions);
    for (long i = 0; i < games; i++) {
        StoreRequest create = request_create(player->first + (uint64_t)i, 0);
        create.role = ROLE_NONE;
        create.create.has_creator = false;
        store_submit_copy(player->store, &create);
    }
}

static void end(Player *player) {
    store_close(player->store);
    free(player->plies);
    free(player->versions);
}

static void print(Player *players, double ms) {
    StoreStats sum = {0};
    uint64_t moves = 0, news = 0;
    for (long i = 0; i < store_count; i++) {
        StoreStats now;
        store_stats(players[i].store, &now);
        moves += players[i].moves;
        news += players[i].news;
        sum.commits += now.commits - players[i].before.commits;
        sum.changes += now.changes - players[i].before.changes;
        sum.commit_us += now.commit_us - players[i].before.commit_us;
    }
    double commits = sum.commits ? (double)sum.commits : 1;
    printf("%.0f moves/s in %.0f commits/s of %.1f moves and %.2f ms; %.0f news/s\n",
           (double)moves * 1000 / ms, (double)sum.commits * 1000 / ms,
           (double)sum.changes / commits, (double)sum.commit_us / commits / 1000,
           (double)news * 1000 / ms);
}

int main(int count, char *arguments[]) {
    static Player players[STORES_MAX];
    for (int i = 2; i < count; i++)
        if (!read_option(arguments[i]))
            fail("expected games=N, stores=N or seconds=N");
    if (count < 2 || store_count > STORES_MAX)
        fail("expected a database, and at most 16 stores");
    for (long i = 0; i < store_count; i++)
        begin(&players[i], arguments[1], i);
    play(players, 1000);
    for (long i = 0; i < store_count; i++) {
        players[i].moves = players[i].news = 0;
        store_stats(players[i].store, &players[i].before);
    }
    int64_t began_us = monotonic_us();
    play(players, seconds * 1000);
    print(players, (double)(monotonic_us() - began_us) / 1000);
    for (long i = 0; i < store_count; i++)
        end(&players[i]);
    return EXIT_SUCCESS;
}
