/*
 * What each move of an ending leads to: in positions of all classes of three men, the values of the
 * moves agree with that of the position, and the best line takes as many plies as the table says.
 * Whether a win is certain is found out in linear time.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../support/scratch_endings.h"
#include "base/memory.h"
#include "endings/ending_table.h"
#include "endings/endings.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/movegen.h"

enum { MEN = 3, STEP = 5, LINE_MAX = ENDING_PLIES_MAX };

static Endings *endings;

static int build(void **state) {
    endings = scratch_endings_make(state, MEN);
    return 0;
}

static int clean(void **state) {
    return scratch_endings_remove(state, endings);
}

static Position position_of(const char *fen) {
    Position position;
    Error error = {0};
    if (!fen_parse(fen, variant_default(), &position, &error))
        fail_msg("%s: %s", fen, error.text);
    return position;
}

/* Returns the place of a move in the order of movegen_all. */
static size_t order_of(const MoveList *legal, Move move) {
    size_t i = 0;
    while (i < legal->count && !move_equal(legal->moves[i], move))
        i++;
    assert_true(i < legal->count);
    return i;
}

/* Checks one move against the table, and against the move before it in the list. */
static void check_move(const Position *position, const MoveList *legal, const EndingMoves *list,
                       size_t i) {
    const EndingMove *entry = &list->moves[i], *before = i > 0 ? entry - 1 : entry;
    Position after = *position;
    EndingValue value = {ENDING_LOSS, 0}; /* for a side without a lion */
    size_t order = order_of(legal, entry->move);
    position_make(&after, entry->move);
    if (position_has_both_lions(&after))
        assert_true(endings_probe(endings, &after, &value));
    assert_int_equal(entry->value.result, -value.result);
    assert_int_equal(entry->value.plies, value.result == ENDING_DRAW ? 0 : value.plies + 1);
    assert_true(ending_value_rank(before->value) >= ending_value_rank(entry->value));
    if (i > 0 && ending_value_rank(before->value) == ending_value_rank(entry->value))
        assert_true(order_of(legal, before->move) < order);
}

static void check_list(const Position *position, EndingValue value) {
    EndingMoves list;
    MoveList legal;
    movelist_init(&legal);
    movegen_all(position, &legal);
    assert_true(ending_moves_list(endings, position, &list));
    assert_int_equal(list.count, legal.count);
    for (size_t i = 0; i < list.count; i++)
        check_move(position, &legal, &list, i);
    assert_int_equal(list.value.result, value.result);
    assert_int_equal(list.value.plies, value.plies);
    movelist_free(&legal);
    ending_moves_free(&list);
    assert_null(list.moves);
}

/* Plays the best line to its end. */
static void check_line(const Position *position, EndingValue value) {
    Move line[LINE_MAX];
    Position at = *position;
    int length = ending_moves_line(endings, position, line, LINE_MAX);
    assert_int_equal(length, value.plies);
    for (int i = 0; i < length; i++) {
        assert_true(move_is_legal(&at, line[i]));
        position_make(&at, line[i]);
    }
    if (value.result != ENDING_DRAW)
        assert_false(movegen_any(&at));
}

static void check_position(const Position *position) {
    EndingValue value, again;
    if (position_outcome(position).result != RESULT_OPEN)
        return;
    assert_true(endings_probe(endings, position, &value));
    assert_true(ending_moves_value(endings, position, &again));
    assert_int_equal(again.result, value.result);
    assert_int_equal(again.plies, value.plies);
    check_list(position, value);
    check_line(position, value);
}

static void moves_agree_with_their_position(void **state) {
    static EndingClass classes[ENDING_CLASSES_MAX];
    EndingRules rules;
    Position position;
    (void)state;
    assert_true(ending_rules_of(variant_default(), &rules));
    for (int men = ENDING_MEN_MIN; men <= MEN; men++) {
        size_t count = ending_class_list(variant_default(), men, classes);
        for (size_t i = 0; i < count; i++) {
            EndingIndex index;
            ending_index_init(&index, &classes[i], &rules);
            for (uint32_t number = 0; number < index.size; number += STEP)
                if (ending_index_position(&index, number, (Color)(number % 2), variant_default(),
                                          &position) > 0)
                    check_position(&position);
        }
    }
}

/* Checks the best move of a position, and what the last one leads to. */
static void check_ends(const char *fen, size_t count, const char *best, const char *last,
                       EndingValue last_value) {
    Position position = position_of(fen);
    EndingMoves list;
    EndingValue value;
    char text[COORDINATE_SIZE];
    assert_true(ending_moves_list(endings, &position, &list));
    assert_int_equal(list.count, count);
    coordinate_write(list.moves[0].move, text);
    assert_string_equal(text, best);
    coordinate_write(list.moves[count - 1].move, text);
    assert_string_equal(text, last);
    assert_int_equal(list.moves[count - 1].value.result, last_value.result);
    assert_int_equal(list.moves[count - 1].value.plies, last_value.plies);
    assert_true(ending_moves_value(endings, &position, &value));
    assert_int_equal(value.result, list.value.result);
    assert_int_equal(value.plies, list.value.plies);
    ending_moves_free(&list);
}

/* Returns the value of stopping, after which the other side is to move. */
static EndingValue after_stop(const char *fen) {
    Position position = position_of(fen);
    EndingValue value;
    assert_true(endings_probe(endings, &position, &value));
    return ending_value_before(value);
}

static void an_open_capture_is_valued(void **state) {
    (void)state;
    check_ends("7/7/3l3/3M3/7/7/3L3/w/36", 2, "d4d6", "d4d4",
               after_stop("7/7/3l3/3M3/7/7/3L3/b/-1"));
    check_ends("3l3/7/7/3m3/3L3/7/7/b/8", 2, "d4d2", "d4d4",
               after_stop("3l3/7/7/3m3/3L3/7/7/w/-1"));
    check_ends("7/3l3/7/7/3M3/7/2L4/w/43", 1, "d3d3", "d3d3",
               after_stop("7/3l3/7/7/3M3/7/2L4/b/-1"));
}

/* The lions face each other: only the capture wins. */
static void bare_lions_follow_the_rule_of_the_variant(void **state) {
    Position position = position_of("3l3/7/7/7/7/7/3L3/w/-1");
    EndingMoves list;
    (void)state;
    assert_true(ending_moves_list(endings, &position, &list));
    assert_int_equal(list.value.result, ENDING_WIN);
    assert_int_equal(list.value.plies, 1);
    for (size_t i = 1; i < list.count; i++)
        assert_true(list.moves[i].value.result <= ENDING_DRAW);
    ending_moves_free(&list);
}

static void positions_without_tables_have_no_value(void **state) {
    static const char *const fens[] = {
        "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", "3l3/7/7/3p3/7/2P4/2L4/w/-1",
        "7/3l3/7/4p2/3M3/7/2L4/w/43", /* without the stop it would have one */
    };
    (void)state;
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        Position position = position_of(fens[i]);
        EndingMoves list;
        EndingValue value;
        Move line[LINE_MAX];
        assert_false(ending_moves_list(endings, &position, &list));
        assert_null(list.moves);
        assert_false(ending_moves_value(endings, &position, &value));
        assert_int_equal(ending_moves_line(endings, &position, line, LINE_MAX), 0);
    }
}

static void a_line_is_cut_to_its_room(void **state) {
    Position position = position_of("3l3/7/7/7/7/2Z4/2L4/w/-1");
    Move line[LINE_MAX], beginning[2] = {MOVE_NONE, MOVE_NONE};
    (void)state;
    assert_true(ending_moves_line(endings, &position, line, LINE_MAX) > 2);
    assert_int_equal(ending_moves_line(endings, &position, beginning, 1), 1);
    assert_true(move_equal(beginning[0], line[0]));
    assert_true(move_is_none(beginning[1]));
}

/* A long game costs no more than its length: 400,000 different positions of one class take a
 * second, where comparing each with all others takes longer than a test may run. */
static void certainty_is_linear_in_the_game(void **state) {
    enum { PLIES = 400000 };
    (void)state;
    const Variant *variant = variant_default();
    Position *positions = memory_resize(NULL, PLIES, sizeof *positions);
    EndingRules rules;
    EndingClass class;
    EndingIndex index;
    EndingCertainty certainty;
    Error error = {0};
    assert_true(ending_rules_of(variant, &rules));
    assert_true(ending_class_parse("Lzg_le", variant, &class, &error));
    ending_class_canonicalize(&class, rules.pawns);
    ending_index_init(&index, &class, &rules);
    size_t count = 0;
    for (uint32_t number = 0; count < PLIES; number++)
        if (ending_index_position(&index, number, WHITE, variant, &positions[count]) > 0)
            count++;
    ending_certainty_init(&certainty, endings, positions, count);
    assert_true(certainty.plies[WHITE] > ENDING_PLIES_MAX);
    free(positions);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_agree_with_their_position),
        cmocka_unit_test(an_open_capture_is_valued),
        cmocka_unit_test(bare_lions_follow_the_rule_of_the_variant),
        cmocka_unit_test(positions_without_tables_have_no_value),
        cmocka_unit_test(a_line_is_cut_to_its_room),
        cmocka_unit_test(certainty_is_linear_in_the_game),
    };
    return cmocka_run_group_tests(tests, build, clean);
}
