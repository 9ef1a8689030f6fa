/* The search with the tables of solved endings, which the build makes. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "../support/ending_games.h"
#include "endings/endings.h"
#include "engine/probe.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "../support/search_helper.h"

enum { SKIPPED = 77, MEN = 4, NODES = 300 };

static Endings *endings;
static const SearchLimits few_nodes = {.nodes = NODES};

static int begin(void **state) {
    (void)state;
    shared_engine = engine_of(1);
    engine_set_endings(shared_engine, endings);
    return 0;
}

/* ---- helpers ---- */

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
    fen_write(position, fen);
    fail_msg("%s: %s", what, fen);
}

/* Returns the report on a position with an earlier game of one position. */
static Answer answer_to(Position position, int quiet, SearchLimits limits) {
    position.quiet = quiet;
    SearchRequest request = request_for(&position);
    request.limits = limits;
    return search(shared_engine, &request);
}

/* ---- games ---- */

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

/* ---- what is announced ---- */

/* A forced win is shown to the capture of the lion, or to the last legal move. */
static void shows_the_whole_line(void **state) {
    (void)state;
    uint64_t random = 5;
    for (int i = 0; i < 50; i++) {
        Position position = random_with(i % 2 ? ENDING_WIN : ENDING_LOSS, 1, &random);
        EndingValue value = value_of(&position);
        Answer answer = answer_to(position, 0, few_nodes);
        const SearchLine *line = &answer.info.lines[0];
        assert_int_equal(score_win_plies(line->score), (int)value.result * value.plies);
        assert_int_equal(line->length, value.plies);
        for (int k = 0; k < line->length; k++) {
            assert_true(move_is_legal(&position, line->pv[k]));
            position_make(&position, line->pv[k]);
        }
        assert_true(outcome_is_over(position_outcome(&position)));
    }
}

/* Nothing but a drowning can start the count of quiet plies again: one side has only its lion. */
static bool only_quiet_moves(const Position *position) {
    return popcount64(position_occupied(position)) == 3 && position->by_type[PAWN] == 0;
}

static void announces_a_win_only_before_the_limit_of_quiet_plies(void **state) {
    (void)state;
    const int limit = variant_default()->quiet_plies;
    uint64_t random = 6;
    for (int i = 0; i < 40; i++) {
        Position position;
        do {
            position = random_with(i % 2 ? ENDING_WIN : ENDING_LOSS, 3, &random);
        } while (!only_quiet_moves(&position));
        EndingValue value = value_of(&position);
        Answer last = answer_to(position, limit - value.plies, few_nodes);
        Answer late = answer_to(position, limit - value.plies + 1, few_nodes);
        if (score_win_plies(last.info.lines[0].score) != (int)value.result * value.plies)
            fail_at(&position, "the win in time is not announced");
        if (score_is_decided(late.info.lines[0].score))
            fail_at(&position, "the win that comes too late is announced");
    }
}

static void makes_a_pawn_move_when_the_limit_is_near(void **state) {
    (void)state;
    const int limit = variant_default()->quiet_plies;
    uint64_t random = 7;
    for (int i = 0; i < 30;) {
        Position position = random_with(ENDING_WIN, 9, &random);
        const Color side = position_side(&position);
        if (position_pieces(&position, side, PAWN) == 0)
            continue;
        i++;
        position.quiet = limit - 7;
        for (int plies = 0; !outcome_is_over(position_outcome(&position)); plies++) {
            EndingMoves list;
            SearchRequest request = request_for(&position);
            request.limits.nodes = 3000;
            assert_true(ending_moves_list(endings, &position, &list));
            Move move = position_side(&position) == side
                            ? search(shared_engine, &request).info.lines[0].pv[0]
                            : list.moves[0].move;
            ending_moves_free(&list);
            position_make(&position, move);
        }
        if (position_outcome(&position).result == RESULT_DRAW)
            fail_at(&position, "the win is lost to the limit of quiet plies");
    }
}

/* ---- repetition ---- */

/* Makes a random quiet move after which the game goes on and the result is still a win for a side.
 * Returns false if the random one is another. */
static bool shuffle(Record *record, Color winner, uint64_t *random) {
    MoveList list;
    movelist_init(&list);
    record_moves(record, &list);
    Move move = list.moves[random_below(random, list.count)];
    movelist_free(&list);
    Position after = *record_position(record);
    position_make(&after, move);
    if (after.quiet == 0 || !position_has_both_lions(&after))
        return false;
    EndingValue value = value_of(&after);
    return value.result == (position_side(&after) == winner ? ENDING_WIN : ENDING_LOSS) &&
           record_play(record, move, -1, -1, NULL);
}

/* Returns a game without a result in which a position that is won by the side to move came up
 * twice, and after it one that is further from the win; or NULL. */
static Record *wander(uint64_t *random) {
    Position start = random_with(ENDING_WIN, 5, random);
    const Color winner = position_side(&start);
    Record *record = record_create(&start);
    int nearest = INT_MAX;
    while (record->current < 60 && !record_is_over(record) && shuffle(record, winner, random)) {
        int plies = value_of(record_position(record)).plies;
        if (record_occurrences(record, record->current) == 2)
            nearest = plies < nearest ? plies : nearest;
        if (plies > nearest && position_side(record_position(record)) == winner &&
            !record_is_over(record))
            return record;
    }
    record_free(record);
    return NULL;
}

/* An announced win comes in time although some positions must not come up again. */
static void wins_without_a_third_repetition(void **state) {
    (void)state;
    const EndingPlayer perfect = {NULL, few_nodes}, player = {shared_engine, {.nodes = 3000}};
    uint64_t random = 8;
    for (int i = 0; i < 20;) {
        Record *record = wander(&random);
        if (!record)
            continue;
        i++;
        const Color winner = position_side(record_position(record));
        SearchInfo info = ending_search(shared_engine, record, player.limits);
        int announced = score_win_plies(info.lines[0].score);
        EndingPlayer players[COLOR_COUNT] = {perfect, perfect};
        players[winner] = player;
        EndingGame game = ending_play(endings, record, players, &random);
        if (game.points != (winner == WHITE ? ENDING_WON_POINTS : ENDING_LOST_POINTS) ||
            announced < 0 || (announced > 0 && game.plies > announced))
            fail_at(record_position_at(record, 0), "the win is late or repeated away");
        record_free(record);
    }
}

/* In a game in which the position two plies on came up twice, a win through it is not certain. */
static void a_win_through_a_repeated_position_is_not_certain(void **state) {
    (void)state;
    uint64_t random = 9;
    for (int i = 0; i < 50;) {
        Position root = random_with(ENDING_WIN, 5, &random);
        root.quiet = 10;
        Move line[2];
        assert_int_equal(ending_moves_line(endings, &root, line, 2), 2);
        Position next = root;
        position_make(&next, line[0]);
        position_make(&next, line[1]);
        if (popcount64(position_occupied(&next)) != popcount64(position_occupied(&root)))
            continue; /* it cannot have come before the root */
        i++;
        Position positions[] = {next, next, root};
        ProbeScope scope;
        Probe probe;
        probe_scope_init(&scope, endings, positions, 3);
        assert_true(probe_position(&scope, &root, &probe));
        assert_false(probe.certain);
        assert_true(probe_position(&scope, &next, &probe) && probe.certain);
        probe_scope_init(&scope, endings, positions + 1, 2);
        assert_true(probe_position(&scope, &root, &probe) && probe.certain);
        Position far[] = {root, root, next};
        probe_scope_init(&scope, endings, far, 3);
        assert_true(probe_position(&scope, &next, &probe) && probe.certain);
    }
}

/* ---- requests ---- */

/* Returns a random position without a monkey, whose distinct moves are all its moves. */
static Position random_plain(EndingResult result, uint64_t *random) {
    Position position;
    do {
        position = random_with(result, 0, random);
    } while (position.by_type[MONKEY]);
    return position;
}

static void several_lines_have_the_values_of_the_table(void **state) {
    (void)state;
    uint64_t random = 10;
    for (int i = 0; i < 60; i++) {
        Position position = random_plain((EndingResult)(i % 3 - 1), &random);
        EndingMoves list;
        SearchRequest request = request_for(&position);
        request.multipv = 4;
        request.limits.depth = 2;
        Answer answer = search(shared_engine, &request);
        assert_true(ending_moves_list(endings, &position, &list) || list.count == 0);
        for (int k = 0; k < answer.info.line_count; k++) {
            const EndingValue value = list.moves[k].value;
            assert_int_equal(score_win_plies(answer.info.lines[k].score),
                             (int)value.result * value.plies);
        }
        ending_moves_free(&list);
    }
}

static void searches_only_the_given_moves(void **state) {
    (void)state;
    uint64_t random = 11;
    for (int i = 0; i < 30; i++) {
        Position position = random_plain(ENDING_WIN, &random);
        EndingMoves list;
        assert_true(ending_moves_list(endings, &position, &list));
        const EndingMove *last = &list.moves[list.count - 1];
        SearchRequest request = request_for(&position);
        request.limits = few_nodes;
        request.moves = &last->move;
        request.move_count = 1;
        Answer answer = search(shared_engine, &request);
        assert_true(move_equal(answer.info.lines[0].pv[0], last->move));
        assert_int_equal(score_win_plies(answer.info.lines[0].score),
                         (int)last->value.result * last->value.plies);
        ending_moves_free(&list);
    }
}

/* A win in a number of moves is found, or ruled out, without a search of all moves. */
static void finds_a_win_in_a_number_of_moves(void **state) {
    (void)state;
    uint64_t random = 12;
    for (int i = 0; i < 30; i++) {
        Position position = random_with((EndingResult)(i % 3 - 1), 0, &random);
        EndingValue value = value_of(&position);
        int moves = value.result == ENDING_WIN ? (value.plies + 1) / 2 : 10;
        Answer answer = answer_to(position, 0, (SearchLimits){.mate = moves});
        assert_int_equal(score_win_plies(answer.info.lines[0].score),
                         (int)value.result * value.plies);
    }
}

/* The side to move has taken a piece with its monkey and may take on. */
static void plays_in_the_middle_of_a_capture(void **state) {
    (void)state;
    uint64_t random = 13;
    for (int i = 0; i < 60;) {
        Position position = random_with(ENDING_WIN, 1, &random);
        MoveList list;
        movelist_init(&list);
        movegen_captures(&position, &list);
        Move move = MOVE_NONE;
        for (size_t k = 0; k < list.count; k++)
            if (move_jumps(list.moves[k]) > 0)
                move = list.moves[k];
        movelist_free(&list);
        if (move_is_none(move) || position_can_capture_lion(&position))
            continue;
        i++;
        position_make_jumps(&position, move, 1);
        assert_true(position_in_capture(&position));
        EndingValue value = value_of(&position);
        Answer answer = answer_to(position, 0, few_nodes);
        assert_int_equal(score_win_plies(answer.info.lines[0].score),
                         (int)value.result * value.plies);
        assert_true(move_is_legal(&position, answer.info.lines[0].pv[0]));
    }
}

/* Tables of other rules are not used. */
static void other_rules_are_played_without(void **state) {
    (void)state;
    uint64_t random = 14;
    static const char *const names[] = {"islands", "megapawn", "wits"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        Position position = random_with(ENDING_WIN, 3, &random);
        position.variant = variant_find(names[i]);
        Answer answer = answer_to(position, 0, few_nodes);
        assert_int_equal(answer.info.tbhits, 0);
        position.variant = variant_default();
        answer = answer_to(position, 0, few_nodes);
        assert_true(answer.info.tbhits > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_in_the_plies_of_the_table),
        cmocka_unit_test(several_threads_win_as_fast),
        cmocka_unit_test(defends_lost_endings_the_longest),
        cmocka_unit_test(holds_draws),
        cmocka_unit_test(announces_a_draw),
        cmocka_unit_test(shows_the_whole_line),
        cmocka_unit_test(announces_a_win_only_before_the_limit_of_quiet_plies),
        cmocka_unit_test(makes_a_pawn_move_when_the_limit_is_near),
        cmocka_unit_test(wins_without_a_third_repetition),
        cmocka_unit_test(a_win_through_a_repeated_position_is_not_certain),
        cmocka_unit_test(several_lines_have_the_values_of_the_table),
        cmocka_unit_test(searches_only_the_given_moves),
        cmocka_unit_test(finds_a_win_in_a_number_of_moves),
        cmocka_unit_test(plays_in_the_middle_of_a_capture),
        cmocka_unit_test(other_rules_are_played_without),
    };
    endings = ending_tables(variant_default(), MEN);
    if (!endings)
        return SKIPPED;
    int failed = cmocka_run_group_tests(tests, begin, engine_end);
    endings_close(endings);
    return failed;
}
