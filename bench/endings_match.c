/*
 * Random endings of the largest two numbers of men that are solved, played by the engine with the
 * tables against itself without them, with either colour, and against the perfect player, who
 * plays by the tables. With them the engine must never lose half a point that the tables say it
 * has, and win as fast as they say.
 *
 * Usage: endings_match [positions=N] [movetime=MS | nodes=N] [threads=N] [seed=N]
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/random.h"
#include "common.h"
#include "open_endings.h"
#include "../tests/support/ending_games.h"
#include "rules/fen.h"

enum { POSITIONS = 2000, MOVETIME_MS = 50, THREADS = 2, HASH_MB = 16 };

typedef struct MatchCounts {
    uint64_t games[ENDING_WON_POINTS + 1]; /* against itself, by the half points made */
    uint64_t lost;                         /* half points that the tables said it had */
    uint64_t lost_without;                 /* likewise, by the engine without the tables */
    uint64_t wins, late;                   /* certain wins against the perfect player, and later
                                            * than by the tables */
    uint64_t losses, early;                /* certain losses likewise, and sooner */
} MatchCounts;

/* A thread's. */
typedef struct MatchWorker {
    Engine *with, *without;
    MatchCounts counts;
} MatchWorker;

typedef struct EndingsMatch {
    Endings *endings;
    int men; /* the most that are solved */
    SearchLimits limits;
    uint64_t seed;
    MatchWorker workers[PARALLEL_THREADS_MAX];
} EndingsMatch;

/* ---- games ---- */

static void report_game(const Position *start, const char *what) {
    char fen[FEN_SIZE];
    fen_write(start, fen);
    printf("%s: %s\n", what, fen);
    fflush(stdout);
}

/* Plays a position with the tables on one side. NULL: against the perfect player. Returns the game
 * from that side's view. */
static EndingGame play(const EndingsMatch *match, MatchWorker *worker, Engine *opponent,
                       const Position *start, Color color, uint64_t *random) {
    EndingPlayer players[COLOR_COUNT];
    players[color] = (EndingPlayer){worker->with, match->limits};
    players[color_other(color)] = (EndingPlayer){opponent, match->limits};
    engine_new_game(worker->with);
    engine_new_game(worker->without);
    Record *record = record_create(start);
    EndingGame game = ending_play(match->endings, record, players, random);
    record_free(record);
    if (color == BLACK)
        game.points = ENDING_WON_POINTS - game.points;
    return game;
}

/* Counts the half points that a side did not make although it was sure of them. */
static void count_lost(const Position *start, int sure, int points, const char *what,
                       uint64_t *lost) {
    if (points >= sure)
        return;
    *lost += (uint64_t)(sure - points);
    if (what)
        report_game(start, what);
}

static void play_itself(const EndingsMatch *match, MatchWorker *worker, const Position *start,
                        Color color, uint64_t *random) {
    EndingGame game = play(match, worker, worker->without, start, color, random);
    worker->counts.games[game.points]++;
    count_lost(start, game.sure[color], game.points, "points lost", &worker->counts.lost);
    count_lost(start, game.sure[color_other(color)], ENDING_WON_POINTS - game.points, NULL,
               &worker->counts.lost_without);
}

/* A win or loss that comes before the limit of quiet plies takes the plies of the tables. */
static void play_perfect(const EndingsMatch *match, MatchWorker *worker, const Position *start,
                         Color color, uint64_t *random) {
    EndingGame game = play(match, worker, NULL, start, color, random);
    MatchCounts *counts = &worker->counts;
    EndingValue value;
    endings_probe(match->endings, start, &value);
    count_lost(start, game.sure[color], game.points, "points lost to the perfect player",
               &counts->lost);
    if (value.result == ENDING_DRAW || value.plies > start->variant->quiet_plies)
        return;
    const bool wins = (value.result == ENDING_WIN) == (position_side(start) == color);
    const bool wrong = game.plies != value.plies;
    *(wins ? &counts->wins : &counts->losses) += 1;
    *(wins ? &counts->late : &counts->early) += wrong;
    if (wrong)
        report_game(start, wins ? "a late win" : "an early loss");
}

static void play_position(void *context, int index, size_t part) {
    EndingsMatch *match = context;
    MatchWorker *worker = &match->workers[index];
    uint64_t random = match->seed + (uint64_t)part * UINT64_C(0x9e3779b97f4a7c15);
    const int men = match->men - (int)(part % 2);
    Position start = ending_random(variant_default(), men, &random);
    for (int color = 0; color < COLOR_COUNT; color++) {
        play_itself(match, worker, &start, (Color)color, &random);
        play_perfect(match, worker, &start, (Color)color, &random);
    }
}

/* ---- the match ---- */

static void add_counts(MatchCounts *sum, const MatchCounts *counts) {
    for (int i = 0; i <= ENDING_WON_POINTS; i++)
        sum->games[i] += counts->games[i];
    sum->lost += counts->lost;
    sum->lost_without += counts->lost_without;
    sum->wins += counts->wins;
    sum->late += counts->late;
    sum->losses += counts->losses;
    sum->early += counts->early;
}

/* Prints the counts. Returns whether the tables were followed. */
static bool report(const MatchCounts *counts) {
    const uint64_t won = counts->games[ENDING_WON_POINTS],
                   drawn = counts->games[ENDING_DRAWN_POINTS],
                   lost = counts->games[ENDING_LOST_POINTS];
    const bool pass = counts->lost == 0 && counts->late == 0 && counts->early == 0;
    printf("with the tables against without: %" PRIu64 " won, %" PRIu64 " drawn, %" PRIu64
           " lost: %.1f points of %" PRIu64 "\n",
           won, drawn, lost, (double)won + (double)drawn / 2, won + drawn + lost);
    printf("half points lost that the tables said it had: %" PRIu64 ", without them %" PRIu64 "\n",
           counts->lost, counts->lost_without);
    printf("against the perfect player: %" PRIu64 " wins, %" PRIu64
           " of them later than by the tables; %" PRIu64 " losses, %" PRIu64 " sooner\n",
           counts->wins, counts->late, counts->losses, counts->early);
    printf("no point is lost, no win late, no loss early: %s\n", pass ? "pass" : "fail");
    return pass;
}

static Engine *create_engine(const Endings *endings) {
    Engine *engine = bench_engine("endings-match", HASH_MB, 1);
    engine_set_endings(engine, endings);
    return engine;
}

static bool run(EndingsMatch *match, int threads, size_t positions) {
    MatchCounts sum = {.lost = 0};
    for (int i = 0; i < threads; i++) {
        match->workers[i].with = create_engine(match->endings);
        match->workers[i].without = create_engine(NULL);
    }
    parallel_for(threads, positions, play_position, match);
    for (int i = 0; i < threads; i++) {
        add_counts(&sum, &match->workers[i].counts);
        engine_free(match->workers[i].with);
        engine_free(match->workers[i].without);
    }
    return report(&sum);
}

static int64_t option(int argc, char **argv, const char *name, int64_t value) {
    const size_t length = strlen(name);
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=')
            value = strtoll(argv[i] + length + 1, NULL, 10);
    return value;
}

int main(int argc, char **argv) {
    static EndingsMatch match;
    const int64_t positions = option(argc, argv, "positions", POSITIONS);
    const int64_t nodes = option(argc, argv, "nodes", 0);
    const int64_t movetime_ms = option(argc, argv, "movetime", MOVETIME_MS);
    const int threads = (int)option(argc, argv, "threads", THREADS);
    if (threads < 1 || threads > PARALLEL_THREADS_MAX)
        bench_fail("endings-match", "threads: expected 1 to 256");
    match.endings = bench_open_endings("endings-match");
    match.men = endings_men(match.endings);
    match.seed = (uint64_t)option(argc, argv, "seed", 1);
    match.limits.nodes = (uint64_t)nodes;
    match.limits.movetime_ms = nodes > 0 ? 0 : movetime_ms;
    printf("%" PRId64 " random endings of %d and %d men, %" PRId64 " %s a move\n", positions,
           match.men - 1, match.men, nodes > 0 ? nodes : movetime_ms, nodes > 0 ? "nodes" : "ms");
    fflush(stdout);
    bool pass = run(&match, threads, (size_t)positions);
    endings_close(match.endings);
    return pass ? EXIT_SUCCESS : EXIT_FAILURE;
}
