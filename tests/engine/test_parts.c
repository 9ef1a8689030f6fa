/* The parts of the search: transposition table, key history, picker, evaluation, time, levels. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "engine/evaluate.h"
#include "engine/keyhistory.h"
#include "engine/level.h"
#include "engine/picker.h"
#include "engine/see.h"
#include "engine/timeman.h"
#include "engine/tt.h"
#include "rules/notation.h"
#include "../support/search_helper.h"

static const char START[] = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1";

/* ---- transposition table ---- */

static void check_entry(const TranspositionTable *table, uint64_t key, int ply, Move move,
                        Score score, int depth, Bound bound) {
    TTEntry entry;
    assert_true(tt_probe(table, key, ply, &entry));
    assert_true(move_equal(entry.move, move));
    assert_int_equal(entry.score, score);
    assert_int_equal(entry.depth, depth);
    assert_int_equal(entry.bound, bound);
}

static void tt_stores_entries(void **state) {
    (void)state;
    TranspositionTable table = {0};
    TTEntry entry;
    Move plain = move_plain(ZEBRA, B1, C3);
    Move jumps = move_capture_start(G1);
    assert_true(tt_resize(&table, 1));
    assert_false(tt_probe(&table, 0, 0, &entry));
    assert_false(tt_probe(&table, 7, 0, &entry));

    tt_store(&table, 7, 0, &(TTEntry){plain, -123, 9, BOUND_UPPER});
    check_entry(&table, 7, 0, plain, -123, 9, BOUND_UPPER);
    tt_store(&table, 7, 0, &(TTEntry){MOVE_NONE, 45, 8, BOUND_EXACT});
    check_entry(&table, 7, 0, plain, 45, 8, BOUND_EXACT);
    assert_false(tt_probe(&table, 8, 0, &entry));

    /* Five jumps fit, six do not. */
    for (int i = 0; i < 5; i++)
        jumps = move_with_jump(jumps, 7 - i);
    tt_store(&table, 9, 0, &(TTEntry){jumps, 0, 1, BOUND_LOWER});
    check_entry(&table, 9, 0, jumps, 0, 1, BOUND_LOWER);
    tt_store(&table, 10, 0, &(TTEntry){move_with_jump(jumps, 7), 0, 1, BOUND_LOWER});
    check_entry(&table, 10, 0, MOVE_NONE, 0, 1, BOUND_LOWER);

    tt_clear(&table);
    assert_false(tt_probe(&table, 7, 0, &entry));
    tt_free(&table);
}

/* A win in 6 plies from the position is one in 9 from a root 3 plies before it. */
static void tt_counts_wins_from_the_root(void **state) {
    (void)state;
    TranspositionTable table = {0};
    assert_true(tt_resize(&table, 1));
    tt_store(&table, 1, 4, &(TTEntry){MOVE_NONE, score_win_at(10), 5, BOUND_EXACT});
    check_entry(&table, 1, 3, MOVE_NONE, score_win_at(9), 5, BOUND_EXACT);
    tt_store(&table, 2, 4, &(TTEntry){MOVE_NONE, score_loss_at(10), 5, BOUND_EXACT});
    check_entry(&table, 2, 3, MOVE_NONE, score_loss_at(9), 5, BOUND_EXACT);
    tt_free(&table);
}

/* In a full bucket the deep entries of the current search stay. */
static void tt_keeps_deep_and_recent_entries(void **state) {
    (void)state;
    TranspositionTable table = {0};
    TTEntry entry;
    const uint64_t bucket = 5; /* the lower half of the key */
    assert_true(tt_resize(&table, 1));
    for (uint64_t i = 1; i <= 20; i++)
        tt_store(&table, i << 32 | bucket, 0,
                 &(TTEntry){MOVE_NONE, (Score)i, i == 3 ? 20 : 1, BOUND_EXACT});
    check_entry(&table, UINT64_C(3) << 32 | bucket, 0, MOVE_NONE, 3, 20, BOUND_EXACT);
    check_entry(&table, UINT64_C(20) << 32 | bucket, 0, MOVE_NONE, 20, 1, BOUND_EXACT);
    for (int search = 0; search < 4; search++) {
        tt_new_search(&table);
        for (uint64_t i = 21; i <= 24; i++)
            tt_store(&table, i << 32 | bucket, 0, &(TTEntry){MOVE_NONE, 0, 1, BOUND_EXACT});
    }
    assert_false(tt_probe(&table, UINT64_C(3) << 32 | bucket, 0, &entry));
    tt_free(&table);
}

/* ---- key history ---- */

static void keyhistory_finds_repetitions(void **state) {
    (void)state;
    /* 5 occurred twice in the game, 6 once; 7 is the root. All belong in the same slot. */
    const uint64_t slot = UINT64_C(1) << 32;
    const uint64_t game[] = {5 * slot, 6 * slot, 5 * slot, 7 * slot};
    KeyHistory key_history = {0};
    keyhistory_begin(&key_history, game, 4, 10);
    assert_true(keyhistory_has(&key_history, 6 * slot));
    assert_false(keyhistory_has(&key_history, 8 * slot));
    assert_false(keyhistory_has(&key_history, 1));

    keyhistory_push(&key_history, 6 * slot); /* a second time, but the first was in the game */
    assert_false(keyhistory_is_draw(&key_history));
    keyhistory_push(&key_history, 8 * slot);
    assert_false(keyhistory_is_draw(&key_history));
    keyhistory_push(&key_history, 6 * slot); /* a second time since the root */
    assert_true(keyhistory_is_draw(&key_history));
    keyhistory_pop(&key_history);
    keyhistory_push(&key_history, 5 * slot); /* a third time */
    assert_true(keyhistory_is_draw(&key_history));
    keyhistory_pop(&key_history);
    keyhistory_push(&key_history, 7 * slot); /* the root itself */
    assert_true(keyhistory_is_draw(&key_history));

    keyhistory_begin(&key_history, game, 1, 2);
    assert_false(keyhistory_has(&key_history, 6 * slot));
    keyhistory_free(&key_history);
}

/* ---- picker ---- */

static History history;
static SearchStack stack[CONTINUATION_PLIES + 1];
static SearchStack *const ss = &stack[CONTINUATION_PLIES];

static int history_setup(void **state) {
    (void)state;
    history_clear(&history);
    for (int i = 0; i < CONTINUATION_PLIES; i++) {
        stack[i].current_move = MOVE_NONE;
        stack[i].continuation = history_continuation(&history, BLACK, MOVE_NONE);
    }
    return 0;
}

static void begin_picking(Picker *picker, const Position *position, Move tt_move, Move killer) {
    ss->killers[0] = killer;
    ss->killers[1] = MOVE_NONE;
    picker_init(picker, position, PICK_ALL, tt_move, &history, ss);
}

static void picker_gives_every_move_once(void **state) {
    (void)state;
    static const char *const fens[] = {
        START,
        "gm1c2z/2e4/ppepl2/C6/P1P2PP/PM1LE2/1G4Z/w/-1",
        "3l1s1/2sssss/3sMs1/2sssss/3s1s1/7/3L3/w/-1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        Position position = position_of("congo", fens[i]);
        MoveList all;
        MoveList picked;
        Picker picker;
        movelist_init(&all);
        movelist_init(&picked);
        movegen_distinct(&position, &all);
        Move first = all.moves[all.count - 1];
        begin_picking(&picker, &position, first, all.moves[0]);
        for (Move move; !move_is_none(move = picker_next(&picker));)
            movelist_add(&picked, move);
        picker_free(&picker);
        assert_true(move_equal(picked.moves[0], first));
        assert_int_equal(picked.count, all.count);
        for (size_t k = 0; k < all.count && k < 300; k++)
            assert_true(movelist_has(&picked, all.moves[k]));
        movelist_free(&picked);
        movelist_free(&all);
    }
}

static void check_first(const char *fen, const char *expected) {
    Position position = position_of("congo", fen);
    Picker picker;
    char text[COORDINATE_SIZE];
    begin_picking(&picker, &position, MOVE_NONE, MOVE_NONE);
    coordinate_write(picker_next(&picker), text);
    assert_string_equal(text, expected);
    picker_free(&picker);
}

static void picker_starts_with_the_best_capture(void **state) {
    (void)state;
    check_first("3l3/2p1m2/3P3/7/7/7/3L3/w/-1", "d5e6");   /* a monkey, not a pawn */
    check_first("3l3/4m2/3PC2/7/7/7/3L3/w/-1", "d5e6");    /* by the pawn */
    check_first("2l4/7/7/1Z5/7/7/3L3/w/-1", "b4a6");       /* from the river */
    check_first("3l3/7/7/3M3/2p1p2/5g1/3L3/w/-1", "d4b2"); /* and takes a pawn */
}

static void history_prefers_moves_that_worked(void **state) {
    (void)state;
    Position position = position_of("congo", START);
    Move good, bad;
    assert_true(coordinate_parse(&position, "g2g3", &good, NULL));
    assert_true(coordinate_parse(&position, "a2a3", &bad, NULL));
    for (int i = 0; i < 1000; i++) { /* far beyond the bounds */
        history_update_quiet(&history, WHITE, good, ss, history_bonus(20));
        history_update_quiet(&history, WHITE, bad, ss, -history_bonus(20));
    }
    Picker picker;
    begin_picking(&picker, &position, MOVE_NONE, MOVE_NONE);
    assert_true(move_equal(picker_next(&picker), good));
    Move last = MOVE_NONE;
    for (Move move; !move_is_none(move = picker_next(&picker));)
        last = move;
    assert_true(move_equal(last, bad));
    picker_free(&picker);
}

/* ---- static exchange evaluation ---- */

/* Checks that the exchange gains the value of the pieces `won` less that of `lost`. */
static void check_exchange(const char *fen, const char *text, const char *won, const char *lost) {
    Position position = position_of("congo", fen);
    Score value = 0;
    Move move;
    for (; *won; won++)
        value += evaluate_piece(&position, piece_type_from_letter(*won, PAWNS_CONGO));
    for (; *lost; lost++)
        value -= evaluate_piece(&position, piece_type_from_letter(*lost, PAWNS_CONGO));
    assert_true(coordinate_parse(&position, text, &move, NULL));
    if (!see_ge(&position, move, value) || see_ge(&position, move, value + 1))
        fail_msg("%s: %s is not worth %d", fen, text, value);
}

static void see_counts_exchanges(void **state) {
    (void)state;
    check_exchange("3l3/p6/7/7/7/Z6/3L3/w/-1", "a2b4", "", "");
    check_exchange("3l3/7/p6/7/7/Z6/3L3/w/-1", "a2b4", "", "Z");
    check_exchange("3l3/7/1p5/7/Z6/7/3L3/w/-1", "a3b5", "P", "");
    check_exchange("3l3/2p4/1p5/7/Z6/7/3L3/w/-1", "a3b5", "P", "Z");
    check_exchange("3l3/2p4/1e5/7/Z6/7/3L3/w/-1", "a3b5", "E", "Z");
    /* A second attacker recaptures, but the defender need not have captured. */
    check_exchange("1e1l3/7/1p5/7/Z6/7/3L3/w/-1", "a3b5", "P", "Z");
    check_exchange("1e1l3/7/1p5/7/Z1Z4/7/3L3/w/-1", "a3b5", "P", "");
    /* A lion captures only undefended pieces. */
    check_exchange("3l3/7/3p3/7/2Z4/7/3L3/w/-1", "c3d5", "P", "");
    check_exchange("7/3l3/3p3/7/2Z4/7/2L4/w/-1", "c3d5", "P", "Z");
    check_exchange("7/3l3/3p3/7/2Z1Z2/7/2L4/w/-1", "c3d5", "P", "");
    /* A monkey that captures does not stay on the square. */
    check_exchange("3l3/2m4/1p5/7/Z6/7/3L3/w/-1", "a3b5", "P", "Z");
    check_exchange("3l3/2m4/1p5/C6/Z6/7/3L3/w/-1", "a3b5", "P", "");
    check_exchange("3l3/1m5/1p5/7/Z1C4/7/3L3/w/-1", "a3b5", "P", "Z");
    /* The elephant recaptures before the giraffe. */
    check_exchange("4l2/7/1g1e3/7/3p3/2P2Z1/2L4/w/-1", "f2d3", "PE", "ZP");
}

static void see_knows_the_river(void **state) {
    (void)state;
    /* The elephant drowns if another piece moves, or if it moves along the river. */
    check_exchange("3l3/7/1p5/5E1/Z6/7/3L3/w/-1", "a3b5", "P", "E");
    check_exchange("3l3/7/7/3E1p1/7/7/3L3/w/-1", "d4f4", "P", "E");
    check_exchange("3l3/7/7/3E3/7/7/3L3/w/-1", "d4d3", "", "");
    /* An elephant that drowns does not recapture. */
    check_exchange("3l3/2p4/1p5/1E5/Z6/7/3L3/w/-1", "a3b5", "P", "EZ");
    /* A capture that ends in the river is safe for now. */
    check_exchange("3l3/7/7/1p5/7/Z6/3L3/w/-1", "a2b4", "P", "");
}

/* ---- evaluation ---- */

/* Returns the position with the colours swapped. */
static Position mirror(const Position *position) {
    Position mirrored = *position;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++) {
        mirrored.by_type[type] = 0;
        for (int row = 0; row < BOARD_RANKS; row++)
            mirrored.by_type[type] |= (position->by_type[type] >> 8 * row & 0x7f) << 8 * (6 - row);
    }
    for (int color = 0; color < COLOR_COUNT; color++) {
        mirrored.by_color[color] = 0;
        for (int row = 0; row < BOARD_RANKS; row++)
            mirrored.by_color[color] |= (position->by_color[!color] >> 8 * row & 0x7f)
                                        << 8 * (6 - row);
    }
    mirrored.side ^= 1;
    mirrored.key = position_compute_key(&mirrored);
    return mirrored;
}

static void evaluation_is_symmetric(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (size_t index = 0; variant_builtin(index); index++) {
        Position position;
        position_start(&position, variant_builtin(index));
        for (int ply = 0; ply < 2000; ply++) {
            MoveList list;
            movelist_init(&list);
            movegen_all(&position, &list);
            if (list.count == 0)
                position_start(&position, variant_builtin(index));
            else
                position_make(&position, list.moves[random_below(&seed, list.count)]);
            movelist_free(&list);
            Position mirrored = mirror(&position);
            Score score = engine_evaluate(&position);
            assert_int_equal(score, engine_evaluate(&mirrored));
            assert_in_range(score + SCORE_WIN, 0, 2 * SCORE_WIN);
        }
    }
}

/* A position has the same key in all variants, but not the same evaluation. */
static void evaluation_cache_is_exact(void **state) {
    (void)state;
    static EvaluationCache cache;
    uint64_t seed = 2;
    Position position;
    position_start(&position, variant_default());
    for (int ply = 0; ply < 3000; ply++) {
        MoveList list;
        movelist_init(&list);
        movegen_all(&position, &list);
        if (list.count == 0 || position_can_capture_lion(&position))
            position_start(&position, variant_default());
        else
            position_make(&position, list.moves[random_below(&seed, list.count)]);
        movelist_free(&list);
        if (position_can_capture_lion(&position))
            continue;
        for (size_t index = 0; variant_builtin(index); index++) {
            Position other = position;
            other.variant = variant_builtin(index);
            Accumulator accumulator;
            Score score;
            if (!evaluation_cache_find(&cache, &other, &score)) {
                accumulator_refresh(&accumulator, &other);
                evaluation_cache_add(&cache, &accumulator, &other);
                assert_true(evaluation_cache_find(&cache, &other, &score));
            }
            assert_int_equal(score, evaluate_position(&other));
        }
    }
}

static Score evaluate(const char *fen) {
    Position position = position_of("congo", fen);
    return engine_evaluate(&position);
}

static void evaluation_knows_the_basics(void **state) {
    (void)state;
    assert_true(evaluate("2l4/7/7/7/7/Z6/3L3/w/-1") > 200);
    assert_true(evaluate("2l4/7/7/7/7/Z6/3L3/b/-1") < -200);
    assert_int_equal(evaluate("3l3/7/7/7/7/7/3L3/w/-1"), SCORE_WIN - 1);
    assert_int_equal(evaluate("3l3/7/7/7/7/7/7/w/-1"), -SCORE_WIN);
    assert_int_equal(evaluate("3l3/7/7/7/7/7/7/b/-1"), SCORE_WIN);
    /* Of two zebras in the river one drowns; on an island none does. */
    const char *two = "2l4/7/7/Z5Z/7/7/3L3/w/-1";
    Position islands = position_of("islands", two);
    assert_true(evaluate(two) < engine_evaluate(&islands));
    /* The search sees by how much. */
    const char *more = "2l3g/p5p/7/Z5Z/7/P5P/G2L3/w/-1";
    Engine *engine = engine_of(1);
    Answer river = search_depth(engine, "congo", more, 2);
    Answer dry = search_depth(engine, "islands", more, 2);
    engine_free(engine);
    assert_true(river.info.lines[0].score < dry.info.lines[0].score - 250);
    /* An advanced pawn. */
    assert_true(evaluate("2l4/P6/7/7/7/7/3L3/w/-1") > evaluate("2l4/7/7/7/7/P6/3L3/w/-1"));
}

/* No material is a win by the tables of endings. */
static void evaluation_is_never_a_win(void **state) {
    (void)state;
    static const char fen[] = "2l4/7/7/7/QQQQQQQ/QQQQQQ1/2L2QQ/b/-1";
    Position position = position_of("megapawn", fen);
    assert_true(engine_evaluate(&position) < -2500);
    assert_true(engine_evaluate(&position) > -SCORE_UNCERTAIN_WIN_LEAST);
    Engine *engine = engine_of(1);
    Answer answer = search_depth(engine, "megapawn", fen, 1);
    engine_free(engine);
    assert_true(answer.info.lines[0].score > -SCORE_UNCERTAIN_WIN_LEAST);
}

/* ---- time ---- */

static void timeman_never_oversteps(void **state) {
    (void)state;
    for (int64_t clock = 1; clock < 1000000; clock = clock * 3 / 2 + 1) {
        for (int64_t increment = 0; increment <= 10000; increment += 2500) {
            for (int moves = 0; moves <= 40; moves += 1 + moves) {
                SearchLimits limits = {.clock_ms = {0, clock},
                                       .increment_ms = {0, increment},
                                       .moves_to_go = moves,
                                       .move_overhead_ms = MOVE_OVERHEAD_MS};
                TimePlan plan = timeman_plan(&limits, BLACK);
                assert_true(plan.hard_limit_ms >= 0 && plan.hard_limit_ms < clock);
                assert_true(plan.soft_limit_ms <= plan.hard_limit_ms);
                assert_true(timeman_plan(&limits, WHITE).hard_limit_ms == INT64_MAX);
            }
        }
    }
}

static void timeman_uses_all_of_movetime(void **state) {
    (void)state;
    TimePlan plan = timeman_plan(&(SearchLimits){.movetime_ms = 700}, WHITE);
    assert_int_equal(plan.hard_limit_ms, 700);
    assert_true(plan.soft_limit_ms == INT64_MAX);
}

/* ---- levels ---- */

/* The first and the last level never vary. */
static void levels_vary_in_form(void **state) {
    (void)state;
    const Level *first = level_find(LEVEL_MIN, 0);
    const Level *full = level_find(LEVEL_MAX, 0);
    for (uint64_t game = 0; game < 100; game++) {
        assert_ptr_equal(level_find(LEVEL_MIN, game << 32), first);
        assert_ptr_equal(level_find(LEVEL_MAX, game << 32), full);
        for (int level = LEVEL_MIN + 1; level < LEVEL_MAX; level++) {
            const Level *found = level_find(level, game << 32);
            assert_true(found > first && found < full);
            assert_ptr_equal(level_find(level, game << 32 | 12345), found);
        }
    }
    /* A middle level has three forms, about equally often. */
    int usual = 0;
    const Level *least = level_find(5, 0);
    const Level *most = least;
    for (uint64_t game = 0; game < 3000; game++) {
        const Level *found = level_find(5, game << 32);
        least = found < least ? found : least;
        most = found > most ? found : most;
    }
    assert_int_equal(most - least, 2);
    for (uint64_t game = 0; game < 3000; game++)
        usual += level_find(5, game << 32) == least + 1;
    assert_in_range(usual, 900, 1100);
}

/* The share of careless turns and the errors stay within the level's bounds. */
static void levels_misjudge_within_bounds(void **state) {
    (void)state;
    const Move move = move_plain(ZEBRA, B1, C3);
    int most_blind = 1000;
    for (int number = LEVEL_MIN; number <= LEVEL_MAX; number++) {
        const Level *level = level_find(number, 0);
        int careless = 0;
        int blind = 0;
        for (uint64_t seed = 0; seed < 100000; seed++) {
            Misjudgement error = level_misjudge(level, seed, move);
            Misjudgement repeated = level_misjudge(level, seed, move);
            assert_true(error.error == repeated.error && error.blind == repeated.blind);
            assert_true(error.error >= 0 && error.error <= level->error);
            careless += error.error > 0;
            blind += error.blind;
        }
        assert_in_range(careless, level->careless_permill * 90, level->careless_permill * 110);
        assert_in_range(blind, level->blind_permill * 90, level->blind_permill * 110);
        assert_true(level->blind_permill <= most_blind);
        most_blind = level->blind_permill;
    }
    assert_int_equal(most_blind, 0);
    Misjudgement full = level_misjudge(level_find(LEVEL_MAX, 0), 1, move);
    assert_true(full.error == 0 && !full.blind);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tt_stores_entries),
        cmocka_unit_test(tt_counts_wins_from_the_root),
        cmocka_unit_test(tt_keeps_deep_and_recent_entries),
        cmocka_unit_test(keyhistory_finds_repetitions),
        cmocka_unit_test_setup(picker_gives_every_move_once, history_setup),
        cmocka_unit_test_setup(picker_starts_with_the_best_capture, history_setup),
        cmocka_unit_test_setup(history_prefers_moves_that_worked, history_setup),
        cmocka_unit_test(see_counts_exchanges),
        cmocka_unit_test(see_knows_the_river),
        cmocka_unit_test(evaluation_is_symmetric),
        cmocka_unit_test(evaluation_cache_is_exact),
        cmocka_unit_test(evaluation_knows_the_basics),
        cmocka_unit_test(evaluation_is_never_a_win),
        cmocka_unit_test(timeman_never_oversteps),
        cmocka_unit_test(timeman_uses_all_of_movetime),
        cmocka_unit_test(levels_vary_in_form),
        cmocka_unit_test(levels_misjudge_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
