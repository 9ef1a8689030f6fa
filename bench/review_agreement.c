/*
 * Reviews games of the engine at level 3 against level 6, and searches the positions around all
 * moves marked "??", and around 500 others at random, 20 times as long. A review is right about a
 * move if it is marked "??" and the long searches say that it lost at least a quarter of the
 * winning chances, or neither.
 *
 * Usage: review_agreement [games=N] [nodes=N | movetime=MS] [others=N] [threads=N] [seed=N]
 *                         [list=1]
 *
 * With nodes, the default, one game is reviewed on each thread; with a time, games are reviewed one
 * after the other on all threads, as in the game. The game's own time, movetime=300, takes two
 * hours. list=1 shows where they disagree.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "common.h"
#include "open_endings.h"
#include "review/review.h"
#include "review/review_judge.h"
#include "review/review_words.h"
#include "rules/notation.h"

enum {
    GAMES = 20,
    OTHERS = 500,
    NODES = 20000,
    THREADS = 2,
    HASH_MB = 16,
    LONGER = 20,
    WEAK_LEVEL = 3,
    STRONG_LEVEL = 6,
    OPENING_PLIES = 6,
    PLIES_MAX = 300,
    AGREEMENT_GOAL = 90 /* % */
};

static const char name[] = "review-agreement";

typedef struct ReviewedGame {
    Record *record;
    Review *review;
    double ms; /* that the review took */
} ReviewedGame;

/* A move whose mark is checked. */
typedef struct CheckedMove {
    const ReviewedGame *game;
    size_t ply;
    double lost; /* by the long searches */
} CheckedMove;

typedef struct Agreement {
    const Endings *endings;
    ReviewOptions options;
    uint64_t seed;
    Engine *engines[PARALLEL_THREADS_MAX];
    ReviewedGame *games;
    size_t game_count;
    CheckedMove *moves;
    size_t move_count;
} Agreement;

static bool is_blunder(const CheckedMove *move) {
    return move->game->review->moves[move->ply - 1].mark == REVIEW_BLUNDER;
}

/* ---- games ---- */

static SearchInfo search(Engine *engine, const Record *record, size_t ply, SearchLimits limits,
                         int level, uint64_t seed) {
    SearchInfo info;
    Error error = {0};
    const SearchRequest request = {.advisor = ADVISOR_NEGAMAX,
                                   .positions = record_position_at(record, 0),
                                   .position_count = ply + 1,
                                   .limits = limits,
                                   .level = level,
                                   .multipv = 1,
                                   .seed = seed};
    if (!engine_search(engine, &request, NULL, &info, &error))
        bench_fail(name, error.text);
    return info;
}

/* The levels take turns with the colours. */
static Record *play(Engine *engine, uint64_t seed, size_t number) {
    Position start;
    uint64_t random = seed + number / 2;
    position_start(&start, variant_default());
    Record *record = record_create(&start);
    record_play_random(record, OPENING_PLIES, &random);
    engine_new_game(engine);
    while (!record_is_over(record) && record->count < PLIES_MAX) {
        const bool white = position_side(record_position(record)) == WHITE;
        const int level = white == (number % 2 == 0) ? WEAK_LEVEL : STRONG_LEVEL;
        const SearchLimits limits = {.depth = SEARCH_DEPTH_MAX, .movetime_ms = 100};
        const SearchInfo info =
            search(engine, record, record->current, limits, level, random + number);
        if (!info.has_move || !record_play(record, info.lines[0].pv[0], -1, -1, NULL))
            break;
    }
    return record;
}

static void review_one(void *context, int worker, size_t part) {
    Agreement *agreement = context;
    ReviewedGame *game = &agreement->games[part];
    Error error = {0};
    const double started = bench_now_ms();
    game->review = review_game(game->record, agreement->engines[worker], &agreement->options, NULL,
                               NULL, NULL, &error);
    game->ms = bench_now_ms() - started;
    if (game->review == NULL)
        bench_fail(name, error.text);
}

/* ---- long searches ---- */

static Score white_score(Engine *engine, const Record *record, size_t ply, SearchLimits limits) {
    const Outcome outcome = record->outcomes[ply];
    if (outcome_is_over(outcome))
        return outcome.result == RESULT_WHITE   ? SCORE_WIN
               : outcome.result == RESULT_BLACK ? -SCORE_WIN
                                                : SCORE_DRAW;
    const SearchInfo info = search(engine, record, ply, limits, LEVEL_MAX, 0);
    const bool white = position_side(record_position_at(record, ply)) == WHITE;
    return white ? info.lines[0].score : -info.lines[0].score;
}

static void check_one(void *context, int worker, size_t part) {
    Agreement *agreement = context;
    CheckedMove *move = &agreement->moves[part];
    const Record *record = move->game->record;
    Engine *engine = agreement->engines[worker];
    const SearchLimits limits = {.nodes = LONGER * agreement->options.nodes,
                                 .movetime_ms = LONGER * agreement->options.movetime_ms};
    const Color mover = review_mover(record, move->ply);
    engine_new_game(engine);
    const Score after = white_score(engine, record, move->ply, limits);
    const Score before = white_score(engine, record, move->ply - 1, limits);
    move->lost = review_chance(before, mover) - review_chance(after, mover);
}

/* Chooses all blunders and as many others, at random. */
static void choose_moves(Agreement *agreement, size_t others) {
    size_t count = 0, blunders = 0;
    uint64_t random = agreement->seed;
    for (size_t i = 0; i < agreement->game_count; i++)
        count += agreement->games[i].record->count;
    agreement->moves = memory_allocate((count + 1) * sizeof *agreement->moves);
    count = 0;
    for (size_t i = 0; i < agreement->game_count; i++)
        for (size_t ply = 1; ply <= agreement->games[i].record->count; ply++)
            agreement->moves[count++] = (CheckedMove){&agreement->games[i], ply, 0};
    for (size_t i = 0; i < count; i++) {
        if (!is_blunder(&agreement->moves[i]))
            continue;
        const CheckedMove blunder = agreement->moves[i];
        agreement->moves[i] = agreement->moves[blunders];
        agreement->moves[blunders++] = blunder;
    }
    const size_t rest = count - blunders;
    others = others < rest ? others : rest;
    for (size_t i = 0; i < others; i++) {
        CheckedMove *first = &agreement->moves[blunders + i];
        CheckedMove *chosen = first + random_below(&random, rest - i);
        const CheckedMove kept = *first;
        *first = *chosen;
        *chosen = kept;
    }
    agreement->move_count = blunders + others;
}

/* ---- the report ---- */

static void list_move(const CheckedMove *move) {
    char number[RECORD_NUMBER_SIZE], text[NOTATION_SIZE];
    const Record *record = move->game->record;
    const ReviewMove *review = &move->game->review->moves[move->ply - 1];
    record_write_number(record, move->ply - 1, number);
    notation_write(record_position_at(record, move->ply - 1), record->plies[move->ply - 1].move,
                   notation_congo, text);
    printf("  %s %s%s: the review says %.0f %% (%d, %d), long searches %.0f %%\n", number, text,
           review_words_sign(review->mark), 100 * review->lost, review->before, review->after,
           100 * move->lost);
}

static bool report(const Agreement *agreement, bool list) {
    size_t agreed[2] = {0, 0}, count[2] = {0, 0};
    for (size_t i = 0; i < agreement->move_count; i++) {
        const CheckedMove *move = &agreement->moves[i];
        const bool marked = is_blunder(move);
        const bool right = marked == (review_mark(move->lost) == REVIEW_BLUNDER);
        count[marked]++;
        agreed[marked] += right;
        if (!right && list)
            list_move(move);
    }
    const size_t all = count[0] + count[1], right = agreed[0] + agreed[1];
    const double share = all > 0 ? 100.0 * (double)right / (double)all : 0;
    const bool pass = share >= AGREEMENT_GOAL;
    printf("marked \"??\": %zu of %zu agree; others: %zu of %zu agree\n", agreed[1], count[1],
           agreed[0], count[0]);
    printf("agreement %.1f %%, at least %d %%: %s\n", share, AGREEMENT_GOAL,
           pass ? "pass" : "fail");
    return pass;
}

static void report_time(const Agreement *agreement) {
    double sum = 0, most = 0;
    size_t plies = 0, marks[REVIEW_MARK_COUNT] = {0};
    for (size_t i = 0; i < agreement->game_count; i++) {
        const ReviewedGame *game = &agreement->games[i];
        sum += game->ms;
        most = game->ms > most ? game->ms : most;
        plies += game->record->count;
        for (int color = 0; color < COLOR_COUNT; color++)
            for (int mark = 0; mark < REVIEW_MARK_COUNT; mark++)
                marks[mark] += game->review->sides[color].marks[mark];
    }
    const double games = (double)agreement->game_count;
    printf("%zu games of %.0f plies: %.1f s each, %.1f s at most; %zu ??, %zu ?, %zu ?!, %zu !\n",
           agreement->game_count, (double)plies / games, sum / games / 1000, most / 1000,
           marks[REVIEW_BLUNDER], marks[REVIEW_MISTAKE], marks[REVIEW_INACCURACY],
           marks[REVIEW_ONLY]);
    fflush(stdout);
}

int main(int argc, char **argv) {
    static Agreement agreement;
    const int threads = (int)bench_option(argc, argv, "threads", THREADS);
    if (threads < 1 || threads > PARALLEL_THREADS_MAX)
        bench_fail(name, "threads: expected 1 to 256");
    Endings *endings = bench_open_endings(name);
    agreement.seed = (uint64_t)bench_option(argc, argv, "seed", 1);
    agreement.options.movetime_ms = bench_option(argc, argv, "movetime", 0);
    if (agreement.options.movetime_ms == 0)
        agreement.options.nodes = (uint64_t)bench_option(argc, argv, "nodes", NODES);
    agreement.game_count = (size_t)bench_option(argc, argv, "games", GAMES);
    agreement.games = memory_allocate((agreement.game_count + 1) * sizeof *agreement.games);
    const int workers = agreement.options.nodes > 0 ? threads : 1;
    for (int i = 0; i < workers; i++) {
        agreement.engines[i] = bench_engine(name, HASH_MB, threads / workers);
        engine_set_endings(agreement.engines[i], endings);
    }
    for (size_t i = 0; i < agreement.game_count; i++)
        agreement.games[i].record = play(agreement.engines[0], agreement.seed, i);
    parallel_for(workers, agreement.game_count, review_one, &agreement);
    report_time(&agreement);
    choose_moves(&agreement, (size_t)bench_option(argc, argv, "others", OTHERS));
    parallel_for(workers, agreement.move_count, check_one, &agreement);
    const bool pass = report(&agreement, bench_option(argc, argv, "list", 0) != 0);
    for (int i = 0; i < workers; i++)
        engine_free(agreement.engines[i]);
    for (size_t i = 0; i < agreement.game_count; i++) {
        review_free(agreement.games[i].review);
        record_free(agreement.games[i].record);
    }
    free(agreement.games);
    free(agreement.moves);
    endings_close(endings);
    return pass ? EXIT_SUCCESS : EXIT_FAILURE;
}
