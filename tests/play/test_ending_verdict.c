/* What the solved endings, which the build makes, say about positions of games. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "endings/endings.h"
#include "play/ending_verdict.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/notation.h"

/* White to move wins in 7 moves, which are 13 plies. */
static const char zebra[] = "3l3/7/7/7/7/2Z4/2L4/w/-1";
enum { ZEBRA_PLIES = 13 };

static Endings *endings;

static Position read_fen(const char *fen) {
    Position position;
    Error error = {0};
    fen_parse(fen, variant_default(), &position, &error);
    assert_string_equal(error.text, "");
    return position;
}

static EndingChoices list_of(const Position *positions, size_t count) {
    EndingChoices list;
    assert_true(ending_choices_list(endings, positions, count, &list));
    return list;
}

static EndingVerdict verdict_of(const Position *positions, size_t count) {
    EndingVerdict verdict;
    assert_true(ending_verdict(endings, positions, count, &verdict));
    return verdict;
}

static Move move_of(const Position *position, const char *text) {
    Move move;
    assert_true(notation_parse(position, text, &move, NULL, NULL));
    return move;
}

static Move coordinate_of(const Position *position, const char *text) {
    Move move;
    assert_true(coordinate_parse(position, text, &move, NULL));
    return move;
}

/* Sets the position after one of the list. */
static void play_move(Position *positions, size_t index, const char *text) {
    positions[index + 1] = positions[index];
    position_make(&positions[index + 1], coordinate_of(&positions[index], text));
}

static const EndingChoice *choice_of(const EndingChoices *list, Move move) {
    for (size_t i = 0; i < list->count; i++)
        if (move_equal(list->choices[i].move, move))
            return &list->choices[i];
    fail_msg("the move is not listed");
    return NULL;
}

/* Expects the texts of a verdict. */
static void expect_texts(const EndingVerdict *verdict, const char *text, const char *shortest,
                         const char *doubt, const char *sentence) {
    char found[ENDING_SENTENCE_SIZE];
    assert_string_equal(ending_verdict_write(verdict, ENDING_LONG, found), text);
    assert_string_equal(ending_verdict_write(verdict, ENDING_SHORTEST, found), shortest);
    assert_string_equal(ending_verdict_write_doubt(verdict, found), doubt);
    assert_string_equal(ending_verdict_sentence(verdict, found), sentence);
}

static void all_moves_are_listed_the_best_first(void **state) {
    (void)state;
    static const char *const expected[] = {"wins in 7", "wins in 7", "wins in 7",  "wins in 9",
                                           "wins in 9", "wins in 9", "loses in 1", "loses in 1"};
    Position position = read_fen(zebra);
    EndingChoices list = list_of(&position, 1);
    char text[ENDING_TEXT_SIZE];
    assert_int_equal(list.count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < list.count; i++)
        assert_string_equal(ending_choice_write(&list.choices[i], WHITE, text), expected[i]);
    assert_int_equal(list.choices[0].verdict.plies, ZEBRA_PLIES);
    expect_texts(&list.choices[0].verdict, "White wins in 7 moves", "W#7", "",
                 "White wins in 7 moves.");
    expect_texts(&list.choices[7].verdict, "Black wins in 1 move", "B#1", "",
                 "Black wins in 1 move.");
    ending_choices_free(&list);
}

static void a_draw_is_a_draw(void **state) {
    (void)state;
    Position position = read_fen("4l2/c6/7/7/7/6C/2L4/w/-1");
    EndingVerdict verdict = verdict_of(&position, 1);
    expect_texts(&verdict, "Draw", "Draw", "", "Draw.");
}

static void a_win_may_come_too_late_for_the_quiet_limit(void **state) {
    (void)state;
    Position position = read_fen(zebra);
    int limit = position.variant->quiet_plies;
    assert_true(limit > ZEBRA_PLIES);
    position.quiet = limit - ZEBRA_PLIES;
    EndingVerdict verdict = verdict_of(&position, 1);
    assert_int_equal(verdict.doubt, ENDING_DOUBT_NONE);
    position.quiet++;
    verdict = verdict_of(&position, 1);
    assert_int_equal(verdict.result, RESULT_WHITE);
    assert_int_equal(verdict.quiet_left, ZEBRA_PLIES - 1);
    expect_texts(&verdict, "White may win in 7 moves", "W#7?",
                 "It is a draw after 6 moves unless something is captured or drowns, or a pawn "
                 "moves.",
                 "White wins in 7 moves, but it is a draw after 6 unless something is captured or "
                 "drowns, or a pawn moves.");
    EndingChoices list = list_of(&position, 1);
    char text[ENDING_TEXT_SIZE];
    assert_string_equal(ending_choice_write(&list.choices[0], WHITE, text), "may win in 7");
    ending_choices_free(&list);
}

static void a_move_that_reaches_the_quiet_limit_draws(void **state) {
    (void)state;
    Position position = read_fen(zebra);
    position.quiet = position.variant->quiet_plies - 1;
    EndingVerdict verdict = verdict_of(&position, 1);
    expect_texts(&verdict, "Draw", "Draw", "", "Draw.");
}

/* A position on the way to the win has come up twice. */
static void a_win_may_be_undone_by_repetition(void **state) {
    (void)state;
    Position way = read_fen(zebra), last = way;
    position_make(&way, move_of(&way, "Z-E3"));
    position_make(&way, move_of(&way, "L-D6"));
    assert_int_equal(verdict_of(&way, 1).plies, ZEBRA_PLIES - 2);
    Position game[] = {way, way, last};
    for (int i = 0; i < 3; i++)
        game[i].quiet = i;
    EndingVerdict verdict = verdict_of(game, 3);
    expect_texts(&verdict, "White may win in 7 moves", "W#7?",
                 "It is a draw if a position comes up for the third time.",
                 "White wins in 7 moves unless a position comes up for the third time.");
    /* Once is no repetition, and what lies behind does not matter. */
    assert_int_equal(verdict_of(game + 1, 2).doubt, ENDING_DOUBT_NONE);
    Position behind[] = {last, last, way};
    for (int i = 0; i < 3; i++)
        behind[i].quiet = i;
    assert_int_equal(verdict_of(behind, 3).doubt, ENDING_DOUBT_NONE);
}

static void a_move_to_a_position_for_the_third_time_draws(void **state) {
    (void)state;
    Position last = read_fen(zebra), after = last;
    Move move = move_of(&last, "Z-E3");
    position_make(&after, move);
    Position game[] = {after, after, last};
    for (int i = 0; i < 3; i++)
        game[i].quiet = i;
    EndingChoices list = list_of(game, 3);
    assert_int_equal(choice_of(&list, move)->verdict.result, RESULT_DRAW);
    assert_int_equal(list.choices[0].verdict.result, RESULT_WHITE);
    ending_choices_free(&list);
}

/* The loser repeats if that saves the game. */
static void the_loser_takes_the_draw(void **state) {
    (void)state;
    Position last = read_fen(zebra);
    position_make(&last, move_of(&last, "Z-E3"));
    Position after = last;
    position_make(&after, move_of(&last, "L-D6"));
    assert_int_equal(verdict_of(&last, 1).result, RESULT_WHITE);
    Position game[] = {after, after, last};
    for (int i = 0; i < 3; i++)
        game[i].quiet = i;
    assert_int_equal(verdict_of(game, 3).result, RESULT_DRAW);
}

static void an_open_capture_is_valued(void **state) {
    (void)state;
    Position position = read_fen("2l4/7/7/7/7/1p5/M3L2/w/-1");
    EndingChoices whole = list_of(&position, 1);
    EndingVerdict expected = choice_of(&whole, move_of(&position, "M:C3"))->verdict;
    position_make_jump(&position, A1, C3);
    EndingChoices list = list_of(&position, 1);
    assert_int_equal(list.count, 1);
    assert_true(move_is_stop(list.choices[0].move));
    assert_memory_equal(&list.choices[0].verdict, &expected, sizeof expected);
    ending_choices_free(&list);
    ending_choices_free(&whole);
}

static void without_a_table_nothing_is_said(void **state) {
    (void)state;
    EndingVerdict verdict;
    Position position = read_fen(zebra);
    assert_false(ending_verdict(NULL, &position, 1, &verdict));
    position = read_fen("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1");
    assert_false(ending_verdict(endings, &position, 1, &verdict));
    position = read_fen("3l3/7/7/7/7/7/2L4/w/-1");
    assert_false(ending_verdict(endings, &position, 1, &verdict)); /* drawn already */
}

/* A pawn that has crossed the river steps forward and back, so that positions come up again though
 * the quiet plies are counted from its moves. */
static void a_pawn_that_steps_back_repeats_positions(void **state) {
    (void)state;
    static const char *const moves[] = {"a5a6", "c7c6", "a6a5", "c6c7"};
    enum { LAST = 7 };
    Position positions[LAST + 1] = {read_fen("2l4/7/P6/7/7/7/3L3/w/-1")};
    for (int i = 0; i < LAST; i++)
        play_move(positions, (size_t)i, moves[i % 4]);
    EndingChoices list = list_of(positions, LAST + 1);
    Move back = coordinate_of(&positions[LAST], moves[LAST % 4]);
    assert_int_equal(choice_of(&list, back)->verdict.result, RESULT_DRAW);
    ending_choices_free(&list);

    /* The start, which came up twice, wins in 7 plies; this in 15. */
    play_move(positions, 4, "d1e1");
    play_move(positions, 5, "c7d7");
    EndingVerdict verdict = verdict_of(positions, LAST);
    assert_int_equal(verdict.plies, 15);
    assert_int_equal(verdict.doubt, ENDING_DOUBT_REPETITION);
}

int main(void) {
    const char *folder = getenv("CONGO_ENDINGS");
    Error error = {0};
    endings = endings_open(&folder, 1, variant_default(), &error);
    if (endings_men(endings) < 4)
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_moves_are_listed_the_best_first),
        cmocka_unit_test(a_draw_is_a_draw),
        cmocka_unit_test(a_win_may_come_too_late_for_the_quiet_limit),
        cmocka_unit_test(a_move_that_reaches_the_quiet_limit_draws),
        cmocka_unit_test(a_win_may_be_undone_by_repetition),
        cmocka_unit_test(a_move_to_a_position_for_the_third_time_draws),
        cmocka_unit_test(a_pawn_that_steps_back_repeats_positions),
        cmocka_unit_test(the_loser_takes_the_draw),
        cmocka_unit_test(an_open_capture_is_valued),
        cmocka_unit_test(without_a_table_nothing_is_said),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    endings_close(endings);
    return failed;
}
