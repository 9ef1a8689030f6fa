/*
 * The verifier of endings: it accepts the tables that the solver makes, and finds a single wrong
 * value wherever it is planted, of whatever kind; its sentence says where, what and what instead.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/scratch.h"
#include "base/random.h"
#include "endings/ending_build.h"
#include "endings/ending_table.h"

enum { MEN = 3, PLANTINGS = 30, SAMPLE = 5000 };

static EndingTables tables;

static void make(const char *folder, const Variant *variant) {
    Error error = {0};
    EndingBuildRequest request = {
        .variant = variant, .men = MEN, .threads = 2, .folder = scratch_path(folder)};
    if (!ending_build(&request, &error))
        fail_msg("%s", error.text);
}

static int build(void **state) {
    scratch_make(state);
    make("endings", variant_default());
    ending_tables_init(&tables, variant_default(), MEN);
    return 0;
}

static int clean(void **state) {
    ending_tables_free(&tables);
    return scratch_remove(state);
}

static Endings *open_set(const char *folder_name, const Variant *variant) {
    Error error = {0};
    const char *folder = scratch_path(folder_name);
    Endings *endings = endings_open(&folder, 1, variant, &error);
    assert_non_null(endings);
    assert_int_equal(error.code, ERROR_NONE);
    return endings;
}

static bool verify(const Variant *variant, int men, uint64_t sample, EndingVerifyResult *result,
                   Error *error) {
    Endings *endings = open_set("endings", variant);
    EndingVerifyRequest request = {.endings = endings,
                                   .variant = variant,
                                   .men = men,
                                   .sample = sample,
                                   .seed = 1,
                                   .threads = 2};
    error_clear(error);
    bool right = ending_verify(&request, result, error);
    endings_close(endings);
    return right;
}

static void tables_of_the_solver_are_right(void **state) {
    (void)state;
    static const char *const names[] = {"congo", "wits", "islands", "megapawn-draw"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const Variant *variant = variant_find(names[i]);
        EndingVerifyResult result;
        Error error;
        make("endings", variant);
        for (int men = ENDING_MEN_MIN; men <= MEN; men++) {
            if (!verify(variant, men, 0, &result, &error))
                fail_msg("%s: %s", names[i], error.text);
            assert_false(result.wrong);
            assert_true(result.verified > 81);
        }
    }
}

static void samples_have_the_wanted_size(void **state) {
    (void)state;
    EndingVerifyResult result;
    Error error;
    assert_true(verify(variant_default(), MEN, SAMPLE, &result, &error));
    assert_int_equal(result.verified, SAMPLE);
}

/* The bytes of this sample are more than a size_t counts. */
static void a_sample_beyond_memory_is_an_error(void **state) {
    (void)state;
    EndingVerifyResult result;
    Error error;
    assert_false(
        verify(variant_default(), MEN, UINT64_MAX / sizeof(uint64_t) + 2, &result, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
    assert_int_equal(result.verified, 0);
}

/* The whole table of a class, in memory. */
static EndingTable load(const EndingTable *table, const Endings *endings) {
    EndingTable copy = *table;
    Error error;
    for (int side = WHITE; side <= BLACK; side++) {
        copy.values[side] = endings_load(endings, &copy.class, (Color)side, &error);
        assert_non_null(copy.values[side]);
    }
    return copy;
}

static void save(const EndingTable *table) {
    char rules[ENDING_RULES_NAME_SIZE], name[ENDING_CLASS_NAME_SIZE], relative[128];
    Error error;
    snprintf(relative, sizeof relative, "endings/%s/%s" ENDING_FILE_SUFFIX,
             ending_rules_name(&tables.rules, rules),
             ending_class_name(&table->class, tables.rules.pawns, name));
    if (!ending_file_write(scratch_path(relative), table, &tables.rules, &error))
        fail_msg("%s", error.text);
}

/* Returns a wrong value: of another result, or of another length. */
static uint8_t wrong_byte(uint8_t right, uint64_t *random) {
    uint8_t wrong = (uint8_t)(right + 2);
    if (right == ENDING_BYTE_DRAW || random_below(random, 2))
        wrong = (uint8_t)random_below(random, 40);
    return wrong == right ? (uint8_t)(right + 1) : wrong;
}

/* Chooses a position of a table. */
static uint32_t choose(const EndingTable *table, Color side, uint64_t *random, Position *position) {
    uint32_t number;
    do {
        number = (uint32_t)random_below(random, table->index.size);
    } while (ending_index_position(&table->index, number, side, variant_default(), position) == 0);
    return number;
}

static void assert_reported(const Error *error, const EndingVerifyResult *result) {
    char fen[FEN_SIZE];
    fen_write(&result->position, fen);
    assert_int_equal(error->code, ERROR_ILLEGAL);
    assert_ptr_equal(strstr(error->text, fen), error->text);
    assert_non_null(strstr(error->text, " in the table, but its moves make it "));
}

/* Other positions may have become wrong too: those whose moves lead to the planted one. */
static void planted_values_are_found(void **state) {
    (void)state;
    uint64_t random = 14;
    int found_at_place = 0;
    for (int i = 0; i < PLANTINGS; i++) {
        const EndingTable *table = &tables.tables[random_below(&random, (size_t)tables.count)];
        Color side = random_below(&random, 2) ? WHITE : BLACK;
        Endings *endings = open_set("endings", variant_default());
        EndingTable copy = load(table, endings);
        endings_close(endings);
        Position position;
        EndingVerifyResult result;
        Error error;
        uint32_t number = choose(table, side, &random, &position);
        uint8_t right = copy.values[side][number], wrong = wrong_byte(right, &random);
        copy.values[side][number] = wrong;
        save(&copy);
        if (verify(variant_default(), ending_class_men(&table->class), 0, &result, &error))
            fail_msg("planting %d is not found", i);
        assert_true(result.wrong);
        assert_reported(&error, &result);
        if (position_same(&position, &result.position)) {
            EndingValue stored = ending_value(wrong), expected = ending_value(right);
            assert_memory_equal(&result.stored, &stored, sizeof stored);
            assert_memory_equal(&result.expected, &expected, sizeof expected);
            found_at_place++;
        }
        copy.values[side][number] = right;
        save(&copy);
        free(copy.values[WHITE]);
        free(copy.values[BLACK]);
    }
    assert_true(found_at_place > 0);
    tables_of_the_solver_are_right(state);
}

static void missing_tables_are_named(void **state) {
    (void)state;
    EndingVerifyResult result;
    Error error;
    assert_false(verify(variant_default(), MEN + 1, SAMPLE, &result, &error));
    assert_false(result.wrong);
    assert_non_null(strstr(error.text, " is missing"));
}

static void cancelling_ends_it(void **state) {
    (void)state;
    Endings *endings = open_set("endings", variant_default());
    atomic_bool cancelled;
    atomic_init(&cancelled, true);
    EndingVerifyRequest request = {.endings = endings,
                                   .variant = variant_default(),
                                   .men = MEN,
                                   .sample = 1000 * SAMPLE,
                                   .threads = 2,
                                   .cancelled = &cancelled};
    Error error = {0};
    assert_false(ending_verify(&request, NULL, &error));
    assert_int_equal(error.code, ERROR_STATE);
    endings_close(endings);
}

/* ---- statistics ---- */

enum { LINES_MAX = 16 };

typedef struct Lines {
    char text[LINES_MAX][ENDING_STATS_SIZE];
    int count;
} Lines;

static void add_line(void *context, const EndingStats *stats) {
    Lines *lines = context;
    EndingValue value;
    Endings *endings = open_set("endings", variant_default());
    assert_true(lines->count < LINES_MAX);
    ending_stats_write(stats, lines->text[lines->count++]);
    assert_int_equal(position_side(&stats->example), stats->side);
    assert_true(endings_probe(endings, &stats->example, &value));
    assert_int_equal(value.plies, stats->longest);
    endings_close(endings);
}

static bool begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* An independent solver counted these; tests/endings/independent.sh compares the rest. */
static void statistics_are_those_of_the_positions(void **state) {
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        Lines lines = {.count = 0};
        Error error = {0};
        Endings *endings = open_set("endings", variant_default());
        assert_true(
            ending_stats_count(endings, variant_default(), 2, threads, add_line, &lines, &error));
        assert_int_equal(lines.count, 2);
        assert_true(begins(lines.text[0], "L_l w n=81 win=29 draw=52 loss=0 max=1 "));
        assert_true(begins(lines.text[1], "L_l b n=81 win=29 draw=52 loss=0 max=1 "));
        lines.count = 0;
        assert_true(
            ending_stats_count(endings, variant_default(), 3, threads, add_line, &lines, &error));
        assert_int_equal(lines.count, 14);
        assert_true(begins(lines.text[12], "Lp_l w n=3267 win=3267 draw=0 loss=0 max=21 "));
        assert_true(begins(lines.text[13], "Lp_l b n=3267 win=1086 draw=102 loss=2079 max=22 "));
        assert_false(
            ending_stats_count(endings, variant_default(), 4, threads, add_line, &lines, &error));
        assert_int_not_equal(error.code, ERROR_NONE);
        endings_close(endings);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_the_solver_are_right),
        cmocka_unit_test(samples_have_the_wanted_size),
        cmocka_unit_test(a_sample_beyond_memory_is_an_error),
        cmocka_unit_test(planted_values_are_found),
        cmocka_unit_test(missing_tables_are_named),
        cmocka_unit_test(cancelling_ends_it),
        cmocka_unit_test(statistics_are_those_of_the_positions),
    };
    return cmocka_run_group_tests(tests, build, clean);
}
