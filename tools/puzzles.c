/*
 * Makes the set of puzzles: plays weak games of the engine against itself with some random moves,
 * examines positions for a win with a unique first move, and writes the best as
 * src/play/puzzles/puzzles.txt. Files with a position at the start of each line are examined as
 * well. The same seed gives the same set.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/monotonic.h"
#include "base/random.h"
#include "rules/fen.h"
#include "rules/record.h"
#include "tools/flags.h"
#include "tools/opening.h"
#include "tools/playout.h"
#include "tools/puzzle_selection.h"

enum {
    HASH_MB = 1,
    LINE_SIZE = 1000,
    RANDOM_PERCENT = 10, /* of the moves */
    PLIES_MAX = 120,
    END_PLIES = 13,   /* last plies of a game that are examined */
    NODES_SPREAD = 4, /* a side gets from 1/4 of the nodes to all */
    PROGRESS_INTERVAL_MS = 1000
};

/* Options. */
static int64_t games = 8000;
static int64_t nodes = 400;
static int64_t seed = 1;
static int64_t wanted = 200;
static const char *output;

static const Flag flags[] = {
    {"--output", FLAG_TEXT, &output, 0, 0, "the file to write"},
    {"--wanted", FLAG_INTEGER, &wanted, 1, 1000, "puzzles of each length"},
    {"--games", FLAG_INTEGER, &games, 0, INT32_MAX, "how many games to play"},
    {"--nodes", FLAG_INTEGER, &nodes, NODES_SPREAD, 1e9, "nodes per move at most"},
    {"--seed", FLAG_INTEGER, &seed, 0, INT32_MAX, "seed of the games"},
    {NULL, FLAG_SWITCH, NULL, 0, 0, NULL},
};

typedef struct PuzzleMaker {
    Engine *engine;
    Solver *solver;
    CandidateList candidates;
    uint64_t positions;
    int64_t started_ms;
    int64_t shown_ms;
} PuzzleMaker;

/* ---- progress ---- */

static void show(PuzzleMaker *maker, int64_t game) {
    int64_t now = monotonic_ms();
    if (!isatty(STDERR_FILENO) || now - maker->shown_ms < PROGRESS_INTERVAL_MS)
        return;
    maker->shown_ms = now;
    fprintf(stderr, "\r%" PRId64 "/%" PRId64 " games, %" PRIu64 " positions, %zu candidates  ",
            game, games, maker->positions, maker->candidates.count);
}

/* ---- positions ---- */

/* The candidate outlives the game whose variant the position borrows. */
static void examine(PuzzleMaker *maker, const Position *position) {
    PuzzleCandidate candidate;
    Position own = *position;
    own.variant = variant_find("congo");
    maker->positions++;
    if (puzzle_candidate_examine(maker->solver, &own, &candidate))
        puzzle_selection_add(&maker->candidates, &candidate);
}

static bool examine_line(PuzzleMaker *maker, char *line, const char *path, int number,
                         Error *error) {
    Position position;
    line[strcspn(line, ";\n")] = '\0';
    if (line[0] == '#' || line[0] == '\0')
        return true;
    if (!fen_parse(line, variant_find("congo"), &position, error))
        return error_prefix(error, "%s:%d: ", path, number);
    examine(maker, &position);
    return true;
}

static bool examine_file(PuzzleMaker *maker, const char *path, Error *error) {
    char line[LINE_SIZE];
    bool good = true;
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(error, ERROR_IO, "%s cannot be read", path);
    for (int number = 1; good && fgets(line, sizeof line, file); number++)
        good = examine_line(maker, line, path, number, error);
    fclose(file);
    return good;
}

/* ---- games ---- */

static Move random_move(const Record *record, uint64_t *random) {
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    Move move = list.moves[random_below(random, list.count)];
    movelist_free(&list);
    return move;
}

static bool choose_move(PuzzleMaker *maker, const Record *record, uint64_t limit, uint64_t *random,
                        Move *move) {
    SearchInfo info;
    if (random_below(random, 100) < RANDOM_PERCENT) {
        *move = random_move(record, random);
        return true;
    }
    if (!playout_search(maker->engine, record->positions, record->current + 1, limit, &info))
        return false;
    *move = info.lines[0].pv[0];
    return true;
}

/* Examines the winner's last turns. Other positions seldom have a win, and that takes long to
 * prove. */
static void examine_end(PuzzleMaker *maker, const Record *record) {
    if (record_outcome(record).reason != REASON_LION)
        return;
    for (size_t back = 3; back <= END_PLIES && back <= record->current; back += 2)
        examine(maker, record_position_at(record, record->current - back));
}

static void play_game(PuzzleMaker *maker, int64_t number) {
    uint64_t random = (uint64_t)number;
    random = random_next(&random) ^ (uint64_t)seed;
    Position opening;
    opening_random_of_variant(&random, variant_find("congo"), &opening);
    Record *record = record_create(&opening);
    uint64_t limit[COLOR_COUNT];
    for (int color = 0; color < COLOR_COUNT; color++)
        limit[color] = (uint64_t)nodes * (1 + random_below(&random, NODES_SPREAD)) / NODES_SPREAD;
    engine_new_game(maker->engine);
    Move move = {0};
    while (!record_is_over(record) && record->current < PLIES_MAX) {
        const Position *position = record_position(record);
        if (!choose_move(maker, record, limit[position_side(position)], &random, &move) ||
            !record_play(record, move, -1, -1, NULL))
            break;
    }
    examine_end(maker, record);
    record_free(record);
}

/* ---- the program ---- */

static bool maker_open(PuzzleMaker *maker, Error *error) {
    maker->started_ms = monotonic_ms();
    maker->engine = engine_create(HASH_MB, 1, error);
    maker->solver = maker->engine ? solver_create(error) : NULL;
    return maker->solver != NULL;
}

static void maker_close(PuzzleMaker *maker) {
    engine_free(maker->engine);
    solver_free(maker->solver);
    puzzle_selection_free(&maker->candidates);
}

static bool write_set(const PuzzleMaker *maker, Error *error) {
    FILE *file = fopen(output, "w");
    if (!file)
        return error_set(error, ERROR_IO, "%s cannot be written", output);
    puzzle_selection_write(&maker->candidates, file);
    bool failed = ferror(file) != 0;
    failed |= fclose(file) != 0;
    return !failed || error_set(error, ERROR_IO, "%s cannot be written", output);
}

static bool make_set(PuzzleMaker *maker, const char **files, int file_count, Error *error) {
    if (!maker_open(maker, error))
        return false;
    for (int i = 0; i < file_count; i++)
        if (!examine_file(maker, files[i], error))
            return false;
    for (int64_t game = 0; game < games; game++) {
        play_game(maker, game);
        show(maker, game + 1);
    }
    size_t found = maker->candidates.count;
    if (found == 0)
        return error_set(error, ERROR_STATE, "no puzzle was found: expected more games");
    puzzle_selection_choose(&maker->candidates, (int)wanted);
    puzzle_selection_report(&maker->candidates);
    printf("of %zu candidates in %" PRIu64 " positions of %" PRId64 " games, in %.0f s\n", found,
           maker->positions, games, (double)(monotonic_ms() - maker->started_ms) / 1000);
    return write_set(maker, error);
}

static bool check(int file_count, Error *error) {
    (void)file_count;
    return output || error_set(error, ERROR_SYNTAX, "expected --output and a file");
}

static bool run(const char **files, int file_count, Error *error) {
    PuzzleMaker maker = {0};
    const bool good = make_set(&maker, files, file_count, error);
    maker_close(&maker);
    return good;
}

int main(int count, char *arguments[]) {
    const Tool tool = {"puzzles --output FILE [OPTION...] [FILE OF POSITIONS...]", flags, check,
                       run};
    return tool_main(&tool, count, arguments);
}
