/* The search finds wins, losses and draws by the rules of all variants. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "../support/search_helper.h"

/* ---- the end of the game ---- */

static Score score_of(const char *variant, const char *fen, int depth) {
    engine_new_game(shared_engine);
    Answer answer = search_depth(shared_engine, variant, fen, depth);
    assert_true(answer.info.has_move);
    return answer.info.lines[0].score;
}

static bool has_move(const char *variant, const char *fen) {
    return search_depth(shared_engine, variant, fen, 2).info.has_move;
}

static void captures_a_lion_at_once(void **state) {
    (void)state;
    assert_int_equal(score_of("congo", "3l3/7/7/7/7/7/3L3/w/-1", 4), SCORE_WIN - 1);
    assert_int_equal(score_of("megapawn", "3l3/7/7/7/7/7/3L3/b/-1", 4), SCORE_WIN - 1);
    assert_int_equal(score_of("congo", "3l3/7/4Z2/7/7/7/3L2z/w/-1", 1), SCORE_WIN - 1);
}

static void sees_a_loss(void **state) {
    (void)state;
    /* The position after the only move that wins in 3 plies. */
    Position position = position_of("congo", "4l2/7/5P1/7/2ZL1C1/g6/7/w/-1");
    Move move;
    assert_true(coordinate_parse(&position, "c3a2", &move, NULL));
    position_make(&position, move);
    SearchRequest request = request_for(&position);
    request.limits.depth = 4;
    Answer answer = search(shared_engine, &request);
    assert_int_equal(score_win_plies(answer.info.lines[0].score), -2);
}

static void reports_no_move_when_the_game_is_over(void **state) {
    (void)state;
    assert_false(has_move("congo", "3l3/7/7/7/7/7/7/w/-1"));
    assert_false(has_move("congo", "3l3/7/7/7/7/7/2L4/w/-1"));
    assert_false(has_move("wits", "3l3/7/7/7/7/7/3L3/w/-1"));
    assert_true(has_move("megapawn", "3l3/7/7/7/7/7/2L4/w/-1"));
}

static void knows_that_bare_lions_draw(void **state) {
    (void)state;
    /* The lion captures the last piece, for a draw by bare lions. */
    assert_int_equal(score_of("congo", "2l4/7/7/7/7/3e3/3L3/w/-1", 4), 0);
    assert_int_equal(score_of("wits", "3l3/7/7/7/7/3e3/3L3/w/-1", 4), 0);
}

static Score score_after_quiet_plies(const char *fen, int plies, int depth) {
    Position position = position_of("congo", fen);
    position.quiet = (uint16_t)plies;
    SearchRequest request = request_for(&position);
    request.limits.depth = depth;
    return search(shared_engine, &request).info.lines[0].score;
}

static void knows_that_quiet_plies_draw(void **state) {
    (void)state;
    const char *fen = "2l4/7/7/7/7/7/E3L2/w/-1";
    engine_new_game(shared_engine);
    assert_true(score_after_quiet_plies(fen, 0, 4) > 0);
    engine_new_game(shared_engine);
    assert_int_equal(score_after_quiet_plies(fen, 98, 4), 0);
}

/* Not even if the table has it from a search with fewer quiet plies. */
static void finds_no_win_that_quiet_plies_prevent(void **state) {
    (void)state;
    const char *fen = "5c1/7/3l3/7/2e2M1/7/4L2/b/-1";
    engine_new_game(shared_engine);
    assert_int_equal(score_win_plies(score_after_quiet_plies(fen, 0, 14)), 7);
    for (int depth = 2; depth <= 7; depth++)
        assert_int_equal(score_win_plies(score_after_quiet_plies(fen, 95, depth)), 0);
}

/* ---- repetition ---- */

enum { GAME_MAX = 64 };

/* Fills in the positions of a game, whose moves are in coordinate form. */
static size_t play(Position game[GAME_MAX], const char *variant, const char *fen,
                   const char *const *moves) {
    size_t count = 1;
    game[0] = position_of(variant, fen);
    for (; *moves; moves++, count++) {
        Move move;
        assert_true(coordinate_parse(&game[count - 1], *moves, &move, NULL));
        game[count] = game[count - 1];
        position_make(&game[count], move);
    }
    return count;
}

static Answer search_game(const Position *game, size_t count, int depth) {
    SearchRequest request = request_for(game);
    request.position_count = count;
    request.limits.depth = depth;
    engine_new_game(shared_engine);
    return search(shared_engine, &request);
}

static void seeks_a_draw_by_repetition(void **state) {
    (void)state;
    static const char *const moves[] = {"d1d2", "d7c7", "d2d1", "c7d7",
                                        "d1d2", "d7c7", "d2d1", NULL};
    Position game[GAME_MAX];
    size_t count = play(game, "congo", "3l3/7/2p4/7/M6/7/E2L3/w/-1", moves);
    Answer without = search_game(&game[count - 1], 1, 3);
    assert_true(without.info.lines[0].score < -300);
    Answer with = search_game(game, count, 3);
    assert_int_equal(with.info.lines[0].score, 0);
    assert_string_equal(answer_move(&with), "c7d7");
}

/* Makes a game of the positions after each legal move, except `spared`, and of the position itself:
 * repetition then forbids all other moves. */
static size_t forbid_all_but(Position game[GAME_MAX], const Position *position, Move spared) {
    MoveList list;
    size_t count = 0;
    movelist_init(&list);
    movegen_all(position, &list);
    assert_true(list.count < GAME_MAX - 1);
    for (size_t i = 0; i < list.count; i++) {
        if (move_equal(list.moves[i], spared))
            continue;
        game[count] = *position;
        position_make(&game[count++], list.moves[i]);
    }
    movelist_free(&list);
    game[count++] = *position;
    return count;
}

static void never_repeats_where_that_is_illegal(void **state) {
    (void)state;
    Position game[GAME_MAX];
    Position position = position_of("megapawn", "2l4/7/7/3c3/7/7/E2L3/w/-1");
    MoveList list;
    movelist_init(&list);
    movegen_all(&position, &list);
    for (size_t i = 0; i < list.count; i++) {
        size_t count = forbid_all_but(game, &position, list.moves[i]);
        Answer answer = search_game(game, count, 3);
        assert_true(move_equal(answer.info.lines[0].pv[0], list.moves[i]));
    }
    movelist_free(&list);
    size_t count = forbid_all_but(game, &position, MOVE_NONE);
    assert_false(search_game(game, count, 3).info.has_move);
}

static void wins_when_every_reply_would_repeat(void **state) {
    (void)state;
    Position game[GAME_MAX];
    Position position = position_of("megapawn", "2l4/7/7/3c3/7/7/E2L3/w/-1");
    Position after = position;
    Move move;
    assert_true(coordinate_parse(&position, "a1a2", &move, NULL));
    position_make(&after, move);
    size_t count = forbid_all_but(game, &after, MOVE_NONE);
    game[count - 1] = position;
    Answer answer = search_game(game, count, 12);
    assert_string_equal(answer_move(&answer), "a1a2");
    assert_int_equal(answer.info.lines[0].score, SCORE_WIN - 1);
}

/* The time before the first look at the clock must not grow with the square of the game's length.
 */
static void begins_at_once_after_a_long_game(void **state) {
    (void)state;
    const size_t count = 60000;
    Position *game = memory_resize(NULL, count, sizeof *game);
    uint64_t random = 1;
    for (size_t i = 0; i < count; i++) {
        game[i] = position_of("congo", "2l4/7/7/3c3/7/7/E2L3/w/-1");
        if (i + 1 < count)
            game[i].key = random_next(&random);
    }
    SearchRequest request = request_for(game);
    request.position_count = count;
    request.limits.nodes = 1;
    const clock_t begin = clock();
    search(shared_engine, &request);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 0.5);
    free(game);
}

/* ---- monkeys ---- */

static void continues_an_open_capture(void **state) {
    (void)state;
    /* The monkey came from c2 to e4 and can jump over the lion. */
    Answer answer = search_depth(shared_engine, "congo", "7/7/3l3/4M2/7/7/3L3/w/37", 3);
    assert_string_equal(answer_move(&answer), "e4c6");
    assert_int_equal(answer.info.lines[0].score, SCORE_WIN - 1);
}

static void stops_an_open_capture(void **state) {
    (void)state;
    /* Capturing the zebra would drown the monkey: the capture began in the river and ends there. */
    Answer answer = search_depth(shared_engine, "congo", "2l4/p6/7/7/4z2/5M1/EEL4/w/26", 3);
    assert_string_equal(answer_move(&answer), "f2f2");
}

static void handles_thousands_of_captures(void **state) {
    (void)state;
    static const char *const fens[] = {
        "3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1", /* 3,906 paths */
        "3l1s1/2sssss/3sMs1/2sssss/3s1s1/7/3L3/w/-1",            /* 130,949 */
    };
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        Position position = position_of("congo", fens[i]);
        SearchRequest request = request_for(&position);
        request.limits.nodes = 20000;
        engine_new_game(shared_engine);
        Answer answer = search(shared_engine, &request);
        assert_true(move_is_legal(&position, answer.info.lines[0].pv[0]));
        assert_true(answer.info.nodes <= 20000);
    }
}

/* ---- reports ---- */

static const struct {
    const char *variant;
    const char *fen;
} positions[] = {
    {"congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"},
    {"congo", "gm1c2z/2e4/ppepl2/C6/P1P2PP/PM1LE2/1G4Z/w/-1"},
    {"islands", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/b/-1"},
    {"crowded", "ezclcze/g2p2g/p1pmp1p/7/P1PMP1P/G2P2G/EZCLCZE/w/-1"},
    {"megapawn", "ezc1c1e/e2p3/P1plz2/C6/E1P2p1/3P1CE/1Z1L1Z1/w/-1"},
};
enum { POSITION_COUNT = sizeof positions / sizeof positions[0] };

static void reports_legal_lines_best_first(void **state) {
    (void)state;
    for (int i = 0; i < POSITION_COUNT; i++) {
        Position position = position_of(positions[i].variant, positions[i].fen);
        SearchRequest request = request_for(&position);
        request.limits.depth = 4;
        request.multipv = 4;
        Answer answer = search(shared_engine, &request);
        assert_int_equal(answer.info.line_count, 4);
        assert_int_equal(answer.info.depth, 4);
        for (int k = 0; k < 4; k++) {
            const SearchLine *line = &answer.info.lines[k];
            Position at = position;
            assert_true(line->length >= 1);
            for (int ply = 0; ply < line->length; ply++) {
                assert_true(move_is_legal(&at, line->pv[ply]));
                position_make(&at, line->pv[ply]);
            }
            for (int other = 0; other < k; other++) {
                assert_true(answer.info.lines[other].score >= line->score);
                assert_false(move_equal(answer.info.lines[other].pv[0], line->pv[0]));
            }
        }
    }
}

/* Nothing of earlier searches is left in a new game. */
static void is_the_same_every_time(void **state) {
    (void)state;
    for (int i = 0; i < POSITION_COUNT; i++) {
        Engine *fresh = engine_of(1);
        Answer first = search_depth(fresh, positions[i].variant, positions[i].fen, 6);
        engine_free(fresh);
        engine_new_game(shared_engine);
        Answer second = search_depth(shared_engine, positions[i].variant, positions[i].fen, 6);
        assert_true(first.info.nodes == second.info.nodes);
        assert_int_equal(first.info.lines[0].score, second.info.lines[0].score);
        assert_true(move_equal(first.info.lines[0].pv[0], second.info.lines[0].pv[0]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captures_a_lion_at_once),
        cmocka_unit_test(sees_a_loss),
        cmocka_unit_test(reports_no_move_when_the_game_is_over),
        cmocka_unit_test(knows_that_bare_lions_draw),
        cmocka_unit_test(knows_that_quiet_plies_draw),
        cmocka_unit_test(finds_no_win_that_quiet_plies_prevent),
        cmocka_unit_test(seeks_a_draw_by_repetition),
        cmocka_unit_test(never_repeats_where_that_is_illegal),
        cmocka_unit_test(wins_when_every_reply_would_repeat),
        cmocka_unit_test(begins_at_once_after_a_long_game),
        cmocka_unit_test(continues_an_open_capture),
        cmocka_unit_test(stops_an_open_capture),
        cmocka_unit_test(handles_thousands_of_captures),
        cmocka_unit_test(reports_legal_lines_best_first),
        cmocka_unit_test(is_the_same_every_time),
    };
    return cmocka_run_group_tests(tests, engine_begin, engine_end);
}
