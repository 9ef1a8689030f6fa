/* Random positions of solved endings: they are what was asked for, and each one comes up. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/scratch_endings.h"
#include "base/memory.h"
#include "base/random.h"
#include "endings/endings.h"
#include "endings/ending_table.h"
#include "rules/fen.h"

enum { MEN = 3, SEEDS = 200, POSITIONS_MAX = 10000 };

static Endings *endings;

static int build(void **state) {
    endings = scratch_endings_make(state, MEN);
    return 0;
}

static int clean(void **state) {
    return scratch_endings_remove(state, endings);
}

static EndingQuery query_of(const char *class, Color side, EndingResult result) {
    EndingQuery query = {.variant = variant_default(),
                         .side = side,
                         .result = result,
                         .plies_max = ENDING_PLIES_MAX};
    assert_true(ending_class_parse(class, variant_default(), &query.class, NULL));
    return query;
}

static Position found(const EndingQuery *query, uint64_t seed) {
    Position position;
    Error error = {0};
    if (!ending_find(endings, query, &seed, &position, &error))
        fail_msg("%s", error.text);
    return position;
}

/* ---- what was asked for ---- */

static void check_position(const EndingQuery *query, const Position *position) {
    EndingValue value;
    EndingClass class = ending_class_of(position);
    assert_true(position_is_sound(position));
    assert_true(ending_class_same(&class, &query->class));
    assert_int_equal(position_side(position), query->side);
    assert_int_equal(position_outcome(position).result, RESULT_OPEN);
    assert_true(endings_probe(endings, position, &value));
    assert_int_equal(value.result, query->result);
    if (value.result != ENDING_DRAW)
        assert_in_range(value.plies, query->plies_min, query->plies_max);
}

static void check_query(const char *class, Color side, EndingResult result, int least, int most) {
    EndingQuery query = query_of(class, side, result);
    bool left = false, right = false;
    query.plies_min = least;
    query.plies_max = most;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        Position position = found(&query, seed), again = found(&query, seed);
        check_position(&query, &position);
        assert_true(position_same(&position, &again));
        Bitboard piece = position_occupied(&position) & ~position.by_type[LION];
        left |= piece != 0 && square_file(bitboard_first(piece)) < BOARD_FILES / 2;
        right |= piece != 0 && square_file(bitboard_first(piece)) > BOARD_FILES / 2;
    }
    if (query.class.counts[WHITE] != query.class.counts[BLACK])
        assert_true(left && right); /* both wings */
}

static void positions_are_what_was_asked_for(void **state) {
    (void)state;
    check_query("Lp_l", WHITE, ENDING_WIN, 1, 21);
    check_query("Lp_l", WHITE, ENDING_WIN, 15, 21);
    check_query("L_lp", BLACK, ENDING_WIN, 9, 11);
    check_query("Lp_l", BLACK, ENDING_LOSS, 4, 20);
    check_query("L_lp", WHITE, ENDING_LOSS, 4, 20);
    check_query("Lp_l", BLACK, ENDING_DRAW, 0, 0);
    check_query("L_lz", BLACK, ENDING_DRAW, 0, 0);
}

/* ---- each one comes up ---- */

typedef struct PositionCount {
    uint64_t key;
    int found;
} PositionCount;

/* Lists the positions of a canonical class by their numbers, mirror images too. */
static size_t list_positions(const EndingQuery *query, PositionCount *list) {
    EndingIndex index;
    EndingRules rules;
    size_t count = 0;
    assert_true(ending_rules_of(query->variant, &rules));
    ending_index_init(&index, &query->class, &rules);
    for (uint32_t number = 0; number < index.size; number++) {
        Position position;
        EndingValue value;
        int placements =
            ending_index_position(&index, number, query->side, query->variant, &position);
        if (placements == 0 || position_outcome(&position).result != RESULT_OPEN ||
            !endings_probe(endings, &position, &value) || value.result != query->result)
            continue;
        assert_true(count < POSITIONS_MAX);
        list[count++] = (PositionCount){position.key, 0};
        if (placements == 2) { /* counted with its mirror image below */
            Position mirror = position;
            for (int type = 0; type < PIECE_TYPE_COUNT; type++)
                mirror.by_type[type] = 0;
            mirror.by_color[WHITE] = mirror.by_color[BLACK] = 0;
            for (Bitboard set = position_occupied(&position); set;) {
                Square from = bitboard_pop(&set);
                Bitboard to =
                    square_bit(square_at(BOARD_FILES - 1 - square_file(from), square_rank(from)));
                mirror.by_type[position_piece_at(&position, from)] |= to;
                mirror.by_color[position_color_at(&position, from)] |= to;
            }
            list[count++] = (PositionCount){position_compute_key(&mirror), 0};
        }
    }
    return count;
}

/* In many draws every position comes up about as often as the others. */
static void every_position_comes_up(void **state) {
    (void)state;
    enum { EACH = 60, LEAST = 20, MOST = 140 };
    PositionCount *list = memory_resize(NULL, POSITIONS_MAX, sizeof *list);
    EndingQuery query = query_of("Lz_l", WHITE, ENDING_DRAW);
    size_t count = list_positions(&query, list);
    uint64_t random = 1;
    assert_in_range(count, 10, 100);
    for (size_t i = 0; i < count * EACH; i++) {
        Position position;
        size_t at = 0;
        assert_true(ending_find(endings, &query, &random, &position, NULL));
        while (at < count && list[at].key != position.key)
            at++;
        assert_true(at < count);
        list[at].found++;
    }
    for (size_t i = 0; i < count; i++)
        assert_in_range(list[i].found, LEAST, MOST);
    free(list);
}

/* ---- what cannot be found ---- */

static bool accept_one(void *context, const Position *position) {
    return position->key == *(const uint64_t *)context;
}

static bool accept_none(void *context, const Position *position) {
    (void)position;
    ++*(int *)context;
    return false;
}

/* A single position of a class is found, and none is said to be none. */
static void rare_positions_are_found(void **state) {
    (void)state;
    EndingQuery query = query_of("Lc_l", WHITE, ENDING_WIN);
    uint64_t key = found(&query, 5).key, seed = 7;
    Position position;
    Error error = {0};
    int asked = 0;
    query.accept = accept_one;
    query.context = &key;
    assert_int_equal(found(&query, 77).key, key);
    query.accept = accept_none;
    query.context = &asked;
    assert_false(ending_find(endings, &query, &seed, &position, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_true(asked > 0);
}

static void what_is_not_there_is_refused(void **state) {
    (void)state;
    EndingQuery query = query_of("Lp_l", WHITE, ENDING_DRAW);
    Position position;
    uint64_t seed = 1;
    Error error = {0};
    assert_false(ending_find(endings, &query, &seed, &position, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    query = query_of("L_l", WHITE, ENDING_DRAW); /* the game is over */
    error_clear(&error);
    assert_false(ending_find(endings, &query, &seed, &position, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    query = query_of("Lp_l", WHITE, ENDING_WIN);
    query.plies_min = 23;
    error_clear(&error);
    assert_false(ending_find(endings, &query, &seed, &position, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    query = query_of("Lp_lz", WHITE, ENDING_WIN); /* four men */
    error_clear(&error);
    assert_false(ending_find(endings, &query, &seed, &position, &error));
    assert_true(error.code != ERROR_NONE && error.code != ERROR_RANGE);
    query.variant = variant_find("megapawn");
    error_clear(&error);
    assert_false(ending_find(endings, &query, &seed, &position, &error));
    assert_string_equal(
        error.text,
        "the variant megapawn has no solved endings: it forbids repetition, so the value of a "
        "position depends on the moves before it");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_what_was_asked_for),
        cmocka_unit_test(every_position_comes_up),
        cmocka_unit_test(rare_positions_are_found),
        cmocka_unit_test(what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, build, clean);
}
