/*
 * Lion and one piece against the bare lion: the engine plays random won positions of every piece
 * against its own defence and against the perfect one. NODES are per move.
 *
 * Usage: endings [POSITIONS [NODES [SEED]]]
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "../tests/support/lone_lion.h"
#include "rules/fen.h"

enum { POSITIONS = 100, NODES = 20000, HASH_MB = 4 };

typedef struct EndingsBench {
    LoneTable *table;
    Engine *attack;
    Engine *defence;
    int positions;
    uint64_t nodes;
    uint64_t seed;
} EndingsBench;

/* Plays the positions against one defence. Returns how many were not won. */
static int play(const EndingsBench *bench, PieceType type, bool exact) {
    uint64_t state = bench->seed * PIECE_TYPE_COUNT + (uint64_t)type;
    int failures = 0;
    int longest = 0;
    int sum = 0;
    for (int i = 0; i < bench->positions; i++) {
        char fen[FEN_SIZE];
        Position position = lone_choose(bench->table, type, &state);
        engine_new_game(bench->attack);
        engine_new_game(bench->defence);
        int moves = lone_play(bench->table, &position, bench->attack, exact ? NULL : bench->defence,
                              bench->nodes);
        fen_write(&position, fen);
        if (moves == 0)
            printf("not won against the %s defence: %s\n", exact ? "exact" : "engine's", fen);
        failures += moves == 0;
        longest = moves > longest ? moves : longest;
        sum += moves;
    }
    int won = bench->positions - failures;
    printf(" %4d of %d, mean %4.1f, longest %2d", won, bench->positions,
           (double)sum / (won > 0 ? won : 1), longest);
    return failures;
}

static int play_type(const EndingsBench *bench, PieceType type) {
    LoneCount count = lone_count(bench->table, type);
    printf("%-10s exact: %5.1f %% won, mean %4.1f plies, longest %2d; engine:",
           piece_type_name(type, PAWNS_CONGO), 100.0 * count.won / count.positions, count.mean,
           count.longest);
    fflush(stdout);
    int failures = play(bench, type, false);
    printf("; exact defence:");
    failures += play(bench, type, true);
    putchar('\n');
    fflush(stdout);
    return failures;
}

int main(int argc, char **argv) {
    EndingsBench bench = {
        .positions = argc > 1 ? atoi(argv[1]) : POSITIONS,
        .nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : NODES,
        .seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1,
        .table = lone_table_create(),
        .attack = bench_engine("endings", HASH_MB, 1),
        .defence = bench_engine("endings", HASH_MB, 1),
    };
    int failures = 0;
    printf("lion and piece against lion, %" PRIu64 " nodes a move, own moves to the win:\n",
           bench.nodes);
    for (PieceType type = ZEBRA; type <= SUPERPAWN; type++)
        failures += play_type(&bench, type);
    engine_free(bench.attack);
    engine_free(bench.defence);
    free(bench.table);
    printf("all won within %d moves: %s\n", LONE_MOVES_MAX, failures ? "fail" : "pass");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
