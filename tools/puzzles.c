/*
 * Makes the set of puzzles: plays games of the engine against itself with few nodes and now and
 * then a move by chance, looks at every position for a win that begins with one certain move, and
 * writes the best of what it finds as src/play/puzzle_set.c. Files of positions, one at the
 * beginning of each line, are looked at as well. The same seed gives the same set.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/random.h"
#include "engine/timeman.h"
#include "rules/buffer.h"
#include "rules/fen.h"
#include "rules/memory.h"
#include "rules/record.h"
#include "tools/flags.h"
#include "tools/opening.h"
#include "tools/playout.h"
#include "tools/riddles.h"

enum {
    HASH_MB = 1,
    STATUS_USAGE = 2,
    LINE_SIZE = 1000,
    CHANCE_PERCENT = 10, /* of the moves are made by chance */
    PLIES_MAX = 120,
    END_PLIES = 13,   /* of a game that are looked at */
    NODES_SPREAD = 4, /* a side has from one part in so many of the nodes to all */
    PROGRESS_EVERY_MS = 1000
};

/* What was asked for. */
static int64_t games = 8000;
static int64_t nodes = 400;
static int64_t seed = 1;
static int64_t wanted = 200;
static const char *output;

static const Flag flags[] = {
    {"--output", FLAG_TEXT, &output, 0, 0, "the file to write"},
    {"--wanted", FLAG_WHOLE, &wanted, 1, 1000, "puzzles of each length"},
    {"--games", FLAG_WHOLE, &games, 0, INT32_MAX, "how many games to play"},
    {"--nodes", FLAG_WHOLE, &nodes, NODES_SPREAD, 1e9, "nodes a move at most"},
    {"--seed", FLAG_WHOLE, &seed, 0, INT32_MAX, "other games for another number"},
    {NULL, FLAG_SWITCH, NULL, 0, 0, NULL},
};

typedef struct Workshop {
    Engine *engine;
    Solver *solver;
    Riddles riddles;
    uint64_t positions;
    int64_t started_ms;
    int64_t shown_ms;
} Workshop;

/* ---- progress --------------------------------------------------------------------------- */

static void show(Workshop *shop, int64_t game) {
    int64_t now = timeman_now_ms();
    if (!isatty(STDERR_FILENO) || now - shop->shown_ms < PROGRESS_EVERY_MS)
        return;
    shop->shown_ms = now;
    fprintf(stderr, "\r%" PRId64 "/%" PRId64 " games, %" PRIu64 " positions, %zu riddles  ", game,
            games, shop->positions, shop->riddles.count);
}

/* ---- positions -------------------------------------------------------------------------- */

/* The riddle outlives the game, whose variant the position borrows. */
static void look_at(Workshop *shop, const Position *position) {
    Riddle riddle;
    Position own = *position;
    own.variant = variant_find("congo");
    shop->positions++;
    if (riddle_examine(shop->solver, &own, &riddle))
        riddles_add(&shop->riddles, &riddle);
}

static bool look_at_line(Workshop *shop, char *line, const char *path, int number, Error *error) {
    Position position;
    line[strcspn(line, ";\n")] = '\0';
    if (line[0] == '#' || line[0] == '\0')
        return true;
    if (!fen_parse(line, variant_find("congo"), &position, error))
        return error_prefix(error, "%s:%d: ", path, number);
    look_at(shop, &position);
    return true;
}

static bool look_at_file(Workshop *shop, const char *path, Error *error) {
    char line[LINE_SIZE];
    bool good = true;
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, ERROR_IO, "%s cannot be read", path);
    for (int number = 1; good && fgets(line, sizeof line, file); number++)
        good = look_at_line(shop, line, path, number, error);
    fclose(file);
    return good;
}

/* ---- games ------------------------------------------------------------------------------ */

static bool choose_by_chance(const Record *record, uint64_t *random, Move *move) {
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    if (list.count > 0)
        *move = list.moves[random_below(random, list.count)];
    movelist_free(&list);
    return true;
}

static bool choose_move(Workshop *shop, const Record *record, uint64_t limit, uint64_t *random,
                        Move *move) {
    SearchInfo info;
    if (random_below(random, 100) < CHANCE_PERCENT)
        return choose_by_chance(record, random, move);
    if (!playout_search(shop->engine, record->positions, record->current + 1, limit, &info))
        return false;
    *move = info.lines[0].pv[0];
    return true;
}

/* Wins are found before the end of a game, for the one who won it; the others are seldom worth the
 * time to prove that there is none. */
static void look_at_end(Workshop *shop, const Record *record) {
    if (record_outcome(record).reason != REASON_LION)
        return;
    for (size_t back = 3; back <= END_PLIES && back <= record->current; back += 2)
        look_at(shop, record_position_at(record, record->current - back));
}

static void play_game(Workshop *shop, int64_t number) {
    uint64_t random = (uint64_t)number;
    random = random_next(&random) ^ (uint64_t)seed;
    Position opening;
    opening_draw_of(&random, variant_find("congo"), &opening);
    Record *record = record_create(&opening);
    uint64_t limit[COLOR_COUNT];
    for (int color = 0; color < COLOR_COUNT; color++)
        limit[color] = (uint64_t)nodes * (1 + random_below(&random, NODES_SPREAD)) / NODES_SPREAD;
    engine_new_game(shop->engine);
    Move move = {0};
    while (!record_is_over(record) && record->current < PLIES_MAX) {
        const Position *position = record_position(record);
        if (!choose_move(shop, record, limit[position_side(position)], &random, &move) ||
            !record_play(record, move, -1, -1, NULL))
            break;
    }
    look_at_end(shop, record);
    record_free(record);
}

/* ---- the program ------------------------------------------------------------------------ */

static bool shop_open(Workshop *shop, Error *error) {
    shop->started_ms = timeman_now_ms();
    shop->engine = engine_create(HASH_MB, 1, error);
    shop->solver = shop->engine ? solver_create(error) : NULL;
    return shop->solver != NULL;
}

static void shop_close(Workshop *shop) {
    engine_free(shop->engine);
    solver_free(shop->solver);
    riddles_free(&shop->riddles);
}

static bool write_set(const Workshop *shop, Error *error) {
    FILE *file = fopen(output, "w");
    if (!file)
        return error_set(error, ERROR_IO, "%s cannot be written", output);
    riddles_write(&shop->riddles, file);
    bool failed = ferror(file) != 0;
    failed |= fclose(file) != 0;
    return !failed || error_set(error, ERROR_IO, "%s cannot be written", output);
}

static bool make_set(Workshop *shop, const char **files, int file_count, Error *error) {
    if (!shop_open(shop, error))
        return false;
    for (int i = 0; i < file_count; i++)
        if (!look_at_file(shop, files[i], error))
            return false;
    for (int64_t game = 0; game < games; game++) {
        play_game(shop, game);
        show(shop, game + 1);
    }
    size_t found = shop->riddles.count;
    if (found == 0)
        return error_set(error, ERROR_STATE, "no puzzle was found: expected more games");
    riddles_choose(&shop->riddles, (int)wanted);
    riddles_report(&shop->riddles);
    printf("of %zu riddles in %" PRIu64 " positions of %" PRId64 " games, in %.0f s\n", found,
           shop->positions, games, (double)(timeman_now_ms() - shop->started_ms) / 1000);
    return write_set(shop, error);
}

int main(int count, char *arguments[]) {
    Error error = {0};
    Workshop shop = {0};
    const char **files = memory_allocate((size_t)count * sizeof *files);
    int file_count;
    bool help;
    bool read = flags_read(flags, count, arguments, files, &file_count, &help, &error);
    if (read && !help && !output)
        read = error_set(&error, ERROR_SYNTAX, "expected --output and a file");
    bool good = read;
    if (read && help) {
        puts("Usage: puzzles --output FILE [OPTION...] [FILE OF POSITIONS...]\n");
        flags_print(flags);
    } else if (read) {
        good = make_set(&shop, files, file_count, &error);
        shop_close(&shop);
    }
    free(files);
    if (!good)
        fprintf(stderr, "puzzles: %s\n", error.text);
    return good ? EXIT_SUCCESS : read ? EXIT_FAILURE : STATUS_USAGE;
}
