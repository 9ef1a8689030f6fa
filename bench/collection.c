/*
 * Opening a large collection of games: listing them and loading the last one, beside replaying all
 * of them once. Opening once did that twice. It must take a third of one replay at most.
 *
 * Usage: collection [MIB [FILE]]   (default: 60 MiB in a temporary file; a named one is kept)
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/random.h"
#include "play/storage.h"
#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"
#include "rules/movegen.h"

enum { MEBIBYTES = 60, MEBIBYTES_MAX = 64, PLIES_MAX = 200, FILE_MODE = 0600 };

static void add_game(Buffer *text, size_t number, uint64_t *seed) {
    Position start;
    char name[32];
    position_start(&start, variant_builtin(random_below(seed, 7)));
    Record *record = record_create(&start);
    snprintf(name, sizeof name, "Player %zu", number);
    record_set_tag(record, "White", name);
    record_set_tag(record, "Black", "Somebody else");
    while (!record_is_over(record) && record->count < PLIES_MAX) {
        MoveList list;
        movelist_init(&list);
        record_moves(record, &list);
        record_play_legal(record, list.moves[random_below(seed, list.count)], -1, -1, NULL);
        movelist_free(&list);
    }
    size_t length;
    char *game = gamefile_write(record, GAME_CONGO, &length);
    buffer_add(text, game, length);
    free(game);
    record_free(record);
}

/* Writes a collection of about that size. Returns the number of games, or 0 with an error. */
static size_t write_collection(const char *path, size_t size, Error *error) {
    Buffer text = {0};
    uint64_t seed = 1982;
    size_t games = 0;
    while (text.length < size)
        add_game(&text, ++games, &seed);
    bool written = file_write_atomic(path, text.bytes, text.length, FILE_MODE, true, error);
    buffer_free(&text);
    return written ? games : 0;
}

/* Plays all moves of all games. Returns the number of games. */
static size_t replay(const char *path, Error *error) {
    size_t length, games = 0;
    char *text = file_read(path, &length, error);
    GameReader reader;
    gamereader_init(&reader, path, text, text ? length : 0);
    while (text && gamereader_more(&reader)) {
        Record *record = gamereader_next(&reader, false, error);
        games += record != NULL;
        record_free(record);
    }
    free(text);
    return games;
}

/* Lists the games and loads the last one. Returns their number. */
static size_t open_last(const char *path, Error *error) {
    GameList list;
    if (!storage_list_games(path, NULL, &list, error))
        return 0;
    size_t games = list.count;
    Record *record = storage_load_game(path, (int)games, NULL, error);
    storage_free_games(&list);
    record_free(record);
    return record ? games : 0;
}

/* Milliseconds of processor time: other programs on the machine disturb it little. */
static long milliseconds_since(clock_t began) {
    return (long)((double)(clock() - began) * 1000 / CLOCKS_PER_SEC);
}

static bool measure(const char *path, size_t size, Error *error) {
    size_t games = write_collection(path, size, error);
    if (games == 0)
        return false;
    clock_t began = clock();
    size_t replayed = replay(path, error);
    long replaying = milliseconds_since(began);
    began = clock();
    size_t opened = open_last(path, error);
    long opening = milliseconds_since(began);
    if (error->code != ERROR_NONE)
        return false;
    if (replayed != games || opened != games)
        return error_set(error, ERROR_STATE, "%zu games: %zu replayed, %zu opened", games, replayed,
                         opened);
    printf("collection: %zu MiB, %zu games: opened in %ld ms, replayed in %ld ms: 1/%.1f of that "
           "(asked: at most 1/3)\n",
           size >> 20, games, opening, replaying, (double)replaying / (double)(opening + 1));
    return 3 * opening <= replaying ||
           error_set(error, ERROR_STATE, "opening takes more than a third of replaying");
}

int main(int count, char **arguments) {
    char temporary[] = "/tmp/congo-collection-XXXXXX";
    const char *path = count > 2 ? arguments[2] : temporary;
    int mebibytes = count > 1 ? atoi(arguments[1]) : MEBIBYTES;
    Error error = {0};
    int file = count > 2 ? -1 : mkstemp(temporary);
    if (file >= 0)
        close(file);
    if (mebibytes < 1 || mebibytes > MEBIBYTES_MAX || (count <= 2 && file < 0))
        error_set(&error, ERROR_RANGE, "expected a size of 1 to %d MiB, and room in /tmp",
                  MEBIBYTES_MAX);
    else
        measure(path, (size_t)mebibytes << 20, &error);
    if (file >= 0)
        unlink(temporary);
    if (error.code != ERROR_NONE)
        fprintf(stderr, "collection: %s\n", error.text);
    return error.code == ERROR_NONE ? EXIT_SUCCESS : EXIT_FAILURE;
}
