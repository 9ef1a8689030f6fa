/*
 * Ten thousand kept games: opening the list with and without its index, a key of a search, and the
 * tree of openings. With the index, opening must take at most 0.3 s; so must the tree; a key of the
 * search and a step of the tree at most 10 ms each. All but opening is measured in processor time.
 *
 * Usage: many_games [GAMES [FOLDER]]   (default: 10000 in a temporary folder; a named one is the
 * state folder, and its games are kept)
 */
#include <config.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/monotonic.h"
#include "base/random.h"
#include "common.h"
#include "collection/collection.h"
#include "collection/game_statistics.h"
#include "collection/game_tree.h"
#include "play/autosave.h"
#include "rules/games/gamefile.h"

enum {
    GAMES = 10000,
    GAMES_MAX = 1000000,
    OPENING_MS = 300,
    KEY_MS = 10,
    PLIES_MAX = 160,
    OPENING_PLIES = 6,
    FILE_MODE = 0600,
    VARIANTS = 7,
    REPEATS = 20
};

/* Plays moves of which the first ones are chosen among few, so that openings repeat. */
static Record *random_game(uint64_t *seed) {
    Position start;
    position_start(&start, random_below(seed, 2) == 0
                               ? variant_default()
                               : variant_builtin(random_below(seed, VARIANTS)));
    Record *record = record_create(&start);
    while (!record_is_over(record) && record->count < PLIES_MAX) {
        MoveList list;
        movelist_init(&list);
        record_moves(record, &list);
        uint64_t choices = record->count < OPENING_PLIES && list.count > 4 ? 4 : list.count;
        record_play_legal(record, list.moves[random_below(seed, choices)], 1500, -1, NULL);
        movelist_free(&list);
    }
    if (!record_is_over(record))
        record_declare(record, (Outcome){RESULT_WHITE, REASON_RESIGNED}, NULL);
    return record;
}

static void tag_players(Record *record, uint64_t *seed) {
    bool user_is_white = random_below(seed, 2) == 0;
    char level[16];
    snprintf(level, sizeof level, "%d", 1 + (int)random_below(seed, 10));
    record_set_tag(record, "CongoWhite", user_is_white ? "hi/negamax" : "ai/negamax");
    record_set_tag(record, "CongoBlack", user_is_white ? "ai/negamax" : "hi/negamax");
    record_set_tag(record, "CongoLevel", level);
    record_set_tag(record, user_is_white ? "White" : "Black", "Ada");
}

static bool write_games(int games, Error *error) {
    char folder[FILE_PATH_SIZE], path[FILE_PATH_SIZE + 64], day[32];
    uint64_t seed = 1982;
    if (!autosave_kept_folder(folder, error))
        return false;
    for (int i = 0; i < games; i++) {
        time_t played = 1577836800 + (time_t)i * 15000;
        size_t length;
        Record *record = random_game(&seed);
        tag_players(record, &seed);
        char *text = gamefile_write(record, GAME_CONGO, &length);
        strftime(day, sizeof day, "%Y%m%d-%H%M%S", gmtime(&played));
        snprintf(path, sizeof path, "%s/%s-0" AUTOSAVE_SUFFIX, folder, day);
        FILE *file = fopen(path, "w");
        bool written = file != NULL && file_print(file, path, text, length, error);
        if (file != NULL)
            fclose(file);
        free(text);
        record_free(record);
        if (!written)
            return error->code != ERROR_NONE || error_set(error, ERROR_IO, "%s: not written", path);
    }
    return true;
}

/* Returns whether the time is within the target. */
static bool report(const char *what, double ms, double most) {
    printf("many_games: %s: %.1f ms", what, ms);
    if (most > 0)
        printf(" (asked: at most %.0f ms)", most);
    puts("");
    return most <= 0 || ms <= most;
}

static Collection *open_measured(const Settings *settings, const char *what, double most,
                                 bool *good, Error *error) {
    int64_t began = monotonic_us();
    Collection *collection = collection_open(settings, NULL, error);
    *good &= report(what, (double)(monotonic_us() - began) / 1000, most);
    return collection;
}

static bool measure_search(const Collection *collection) {
    static const char text[] = "computer level 7 lost megapawn";
    size_t *found = malloc((collection_count(collection) + 1) * sizeof *found);
    double slowest = 0;
    for (size_t length = 1; found != NULL && length < sizeof text; length++) {
        char typed[sizeof text] = "";
        memcpy(typed, text, length);
        double began = bench_cpu_ms();
        collection_search(collection, typed, found);
        double ms = bench_cpu_ms() - began;
        slowest = ms > slowest ? ms : slowest;
    }
    free(found);
    return report("slowest key of a search", slowest, KEY_MS);
}

/* Walks along the most played moves. */
static bool measure_tree(const Collection *collection) {
    Position position;
    double slowest = 0;
    double began = bench_cpu_ms();
    GameTree *tree = game_tree_create();
    game_tree_add_collection(tree, collection);
    bool good = report("building the tree", bench_cpu_ms() - began, OPENING_MS);
    position_start(&position, variant_default());
    for (int step = 0; step < REPEATS; step++) {
        GameTreeNode node;
        began = bench_cpu_ms();
        game_tree_look_up(tree, &position, &node);
        double ms = bench_cpu_ms() - began;
        slowest = ms > slowest ? ms : slowest;
        if (node.move_count > 0)
            position_make(&position, node.moves[0].move);
        game_tree_free_node(&node);
    }
    game_tree_free(tree);
    return report("slowest step in the tree", slowest, KEY_MS) && good;
}

static bool measure_statistics(const Collection *collection) {
    GameStatistics statistics;
    double began = bench_cpu_ms();
    game_statistics_count(collection, &statistics);
    game_statistics_free(&statistics);
    return report("statistics", bench_cpu_ms() - began, OPENING_MS);
}

static bool measure(int games, Error *error) {
    static Settings settings;
    bool good = true;
    settings_default(&settings);
    if (!write_games(games, error))
        return false;
    Collection *collection =
        open_measured(&settings, "opening without an index, all games read", 0, &good, error);
    collection_close(collection);
    if (collection != NULL)
        collection = open_measured(&settings, "opening with the index", OPENING_MS, &good, error);
    if (collection == NULL)
        return false;
    if (collection_count(collection) != (size_t)games)
        error_set(error, ERROR_STATE, "%zu games in the list", collection_count(collection));
    good &= measure_search(collection);
    good &= measure_tree(collection);
    good &= measure_statistics(collection);
    collection_close(collection);
    return error->code == ERROR_NONE && (good || error_set(error, ERROR_STATE, "too slow"));
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type, (void)place;
    return remove(path);
}

int main(int count, char **arguments) {
    char temporary[] = "/tmp/congo-games-XXXXXX";
    int games = count > 1 ? atoi(arguments[1]) : GAMES;
    const char *folder = count > 2 ? arguments[2] : mkdtemp(temporary);
    Error error = {0};
    if (folder == NULL || folder[0] != '/' || games < 1 || games > GAMES_MAX) {
        error_set(&error, ERROR_RANGE, "expected a number of games, and a path from the root");
    } else {
        setenv("XDG_STATE_HOME", folder, 1);
        measure(games, &error);
    }
    if (count <= 2 && folder != NULL && nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS) != 0)
        error_set(&error, ERROR_IO, "%s: cannot be removed", temporary);
    if (error.code != ERROR_NONE)
        fprintf(stderr, "many_games: %s\n", error.text);
    return error.code == ERROR_NONE ? EXIT_SUCCESS : EXIT_FAILURE;
}
