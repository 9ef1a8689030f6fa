/* The search with the tables of solved endings, which the build makes. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "ending_games.h"
#include "endings/ending_moves.h"
#include "engine/probe.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "search_helper.h"

enum { SKIPPED = 77, MEN = 4, NODES = 300 };

static Endings *endings;
static const SearchLimits few_nodes = {.nodes = NODES};

static int begin(void **state) {
    (void)state;
    shared_engine = engine_of(1);
    engine_set_endings(shared_engine, endings);
    return 0;
}

/* ---- helpers ------------------------------------------------------------ */

static EndingValue value_of(const Position *position) {
    EndingValue value;
    assert_true(ending_moves_value(endings, position, &value));
    return value;
}

/* Returns a random position with this result that takes at least `plies`. */
static Position random_with(EndingResult result, int plies, uint64_t *random) {
    for (;;) {
        Position position =
            ending_random(variant_default(), 3 + (int)random_below(random, MEN - 2), random);
        EndingValue value = value_of(&position);
        if (value.result == result && value.plies >= plies)
            return position;
    }
}

/* Plays a position out: the engine with the side to move against the perfect player, or the
 * reverse. */
static EndingGame play(const Position *position, Engine *engine, bool engine_moves,
                       uint64_t *random) {
    EndingPlayer players[COLOR_COUNT] = {{NULL, few_nodes}, {NULL, few_nodes}};
    Color side = position_side(position);
    Record *record = record_create(position);
    players[engine_moves ? side : color_other(side)].engine = engine;
    EndingGame game = ending_play(endings, record, players, random);
    record_free(record);
    if (side == BLACK)
        game.points = ENDING_WON_POINTS - game.points;
    return game;
}

static void fail_at(const Position *position, const char *what) {
    char fen[FEN_SIZE];
    fail_msg("%s: %s", what, fen_write(position, fen));
}

/* Returns the report on a position with an earlier game of one position. */
static Answer answer_to(Position position, int quiet, SearchLimits limits) {
    position.quiet = quiet;
    SearchRequest request = request_for(&position);
    request.limits = limits;
    return search(shared_engine, &request);
}

/* ---- games -------------------------------------------------------------- */

static void check_wins(Engine *engine, int count) {
    uint64_t random = 1;
    for (int i = 0; i < count; i++) {
        Position position = random_with(ENDING_WIN, 1, &random);
        EndingGame game = play(&position, engine, true, &random);
        if (game.points != ENDING_WON_POINTS || game.plies != value_of(&position).plies)
            fail_at(&position, "the win takes longer than by the table");
    }
}

static void wins_in_the_plies_of_the_table(void **state) {
    (void)state;
    check_wins(shared_engine, 200);
}

static void several_threads_win_as_fast(void **state) {
    (void)state;
    Engine *engine = engine_of(3);
    engine_set_endings(engine, endings);
    check_wins(engine, 30);
    engine_free(engine);
}

static void defends_lost_endings_the_longest(void **state) {
    (void)state;
    uint64_t random = 2;
    for (int i = 0; i < 200; i++) {
        Position position = random_with(ENDING_LOSS, 2, &random);
        EndingGame game = play(&position, shared_engine, true, &random);
        if (game.points != ENDING_LOST_POINTS || game.plies != value_of(&position).plies)
            fail_at(&position, "the defence is not the longest");
    }
}

static void holds_draws(void **state) {
    (void)state;
    uint64_t random = 3;
    for (int i = 0; i < 12; i++) {
        Position position = random_with(ENDING_DRAW, 0, &random);
        EndingGame game = play(&position, shared_engine, true, &random);
        if (game.points != ENDING_DRAWN_POINTS)
            fail_at(&position, "the draw is not held");
    }
}

/* A drawn position is scored so, though its search prefers moves that set problems. */
static void announces_a_draw(void **state) {
    (void)state;
    uint64_t random = 4;
    for (int i = 0; i < 20; i++) {
        Position position = random_with(ENDING_DRAW, 0, &random);
        Answer answer = answer_to(position, 0, few_nodes);
        const SearchLine *line = &answer.info.lines[0];
        assert_int_equal(line->score, SCORE_DRAW);
        for (int k = 0; k < line->length; k++) {
            position_make(&position, line->pv[k]);
            assert_int_equal(value_of(&position).result, ENDING_DRAW);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_in_the_plies_of_the_table),
        cmocka_unit_test(several_threads_win_as_fast),
        cmocka_unit_test(defends_lost_endings_the_longest),
        cmocka_unit_test(holds_draws),
        cmocka_unit_test(announces_a_draw),
    };
    endings = ending_tables(variant_default(), MEN);
    if (!endings)
        return SKIPPED;
    int failed = cmocka_run_group_tests(tests, begin, engine_end);
    endings_close(endings);
    return failed;
}
