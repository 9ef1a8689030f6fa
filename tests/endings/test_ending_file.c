/*
 * Files of endings that are damaged, cut short, or those of other tables: each is refused with a
 * sentence that names it, and no damage ever changes a value.
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
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "endings/ending_build.h"
#include "endings/ending_table.h"
#include "endings/endings.h"
#include "rules/fen.h"

enum { MEN = 3, PREFIX_SIZE = 16, RANDOM_FLIPS = 300 };

static EndingTables tables;

static int build(void **state) {
    Error error = {0};
    scratch_make(state);
    EndingBuildRequest request = {
        .variant = variant_default(), .men = MEN, .threads = 1, .folder = scratch_path("endings")};
    if (!ending_build(&request, &error))
        fail_msg("%s", error.text);
    ending_tables_init(&tables, variant_default(), MEN);
    return 0;
}

static int clean(void **state) {
    ending_tables_free(&tables);
    return scratch_remove(state);
}

static const EndingTable *table_of(const char *name) {
    EndingClass class;
    bool exchanged;
    assert_true(ending_class_parse(name, variant_default(), &class, NULL));
    const EndingTable *table = ending_tables_find(&tables, &class, &exchanged);
    assert_non_null(table);
    assert_false(exchanged);
    return table;
}

/* Returns the path of the file of a class. */
static const char *path_of(const char *name) {
    char rules[ENDING_RULES_NAME_SIZE], relative[128];
    ending_rules_name(&tables.rules, rules);
    snprintf(relative, sizeof relative, "endings/%s/%s" ENDING_FILE_SUFFIX, rules, name);
    return scratch_path(relative);
}

static char *read_table(const char *name, size_t *length) {
    Error error;
    char *bytes = file_read(path_of(name), length, &error);
    if (!bytes)
        fail_msg("%s", error.text);
    return bytes;
}

/* Writes a copy of a file that is to be damaged. Returns its path. */
static const char *write_copy(const char *bytes, size_t length) {
    const char *path = scratch_path("copy.ending");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return path;
}

static void assert_sentence(const Error *error, const char *path) {
    assert_int_not_equal(error->code, ERROR_NONE);
    if (strncmp(error->text, path, strlen(path)) != 0)
        fail_msg("the error does not begin with the file: %s", error->text);
}

typedef struct TableValues {
    uint8_t *sides[COLOR_COUNT]; /* NULL: refused */
} TableValues;

/* Opens a file and reads its values. What is refused comes with a sentence. */
static TableValues read_values(const char *path, const EndingTable *table) {
    TableValues values = {{NULL}};
    Error error = {0};
    EndingFile *file = ending_file_open(path, table, &tables.rules, &error);
    if (!file)
        assert_sentence(&error, path);
    for (int side = WHITE; file && side <= BLACK; side++) {
        error_clear(&error);
        values.sides[side] = ending_file_read_side(file, (Color)side, &error);
        if (!values.sides[side])
            assert_sentence(&error, path);
    }
    ending_file_close(file);
    return values;
}

static void free_values(TableValues *values) {
    for (int side = WHITE; side <= BLACK; side++)
        free(values->sides[side]);
}

/* Reads a damaged copy. Returns whether a side was refused; the other values are right. */
static bool is_refused(const char *bytes, size_t length, const EndingTable *table,
                       const TableValues *right) {
    TableValues values = read_values(write_copy(bytes, length), table);
    bool refused = false;
    for (int side = WHITE; side <= BLACK; side++) {
        if (values.sides[side])
            assert_memory_equal(values.sides[side], right->sides[side], table->index.size);
        else
            refused = true;
    }
    free_values(&values);
    return refused;
}

typedef struct DamageTest {
    const EndingTable *table;
    char *bytes;
    size_t length, header; /* the blocks begin after the header */
    TableValues right;
} DamageTest;

static DamageTest damage_begin(const char *name) {
    DamageTest test = {.table = table_of(name)};
    test.bytes = read_table(name, &test.length);
    test.right = read_values(path_of(name), test.table);
    assert_non_null(test.right.sides[WHITE]);
    assert_non_null(test.right.sides[BLACK]);
    const uint8_t *packed = (const uint8_t *)test.bytes + PREFIX_SIZE - 4;
    test.header = PREFIX_SIZE + packed[0] + ((size_t)packed[1] << 8);
    assert_true(packed[2] == 0 && packed[3] == 0 && test.header < test.length);
    return test;
}

static void damage_end(DamageTest *test) {
    free_values(&test->right);
    free(test->bytes);
}

static bool flip_is_refused(DamageTest *test, size_t at, int bit) {
    test->bytes[at] = (char)(test->bytes[at] ^ 1 << bit);
    bool refused = is_refused(test->bytes, test->length, test->table, &test->right);
    test->bytes[at] = (char)(test->bytes[at] ^ 1 << bit);
    return refused;
}

/* A few bits of a frame of zstd mean nothing: without them, the values are the same. */
static void assert_few(size_t accepted, size_t flips) {
    assert_in_range(accepted, 0, flips / 50);
}

static void flipped_bits_of_the_header_are_refused(void **state) {
    (void)state;
    DamageTest test = damage_begin("Lz_l");
    size_t accepted = 0;
    for (size_t at = 0; at < test.header; at++) {
        for (int bit = 0; bit < 8; bit++) {
            bool refused = flip_is_refused(&test, at, bit);
            assert_true(refused || at >= PREFIX_SIZE);
            accepted += !refused;
        }
    }
    assert_few(accepted, 8 * test.header);
    damage_end(&test);
}

static void flipped_bits_of_the_blocks_are_refused(void **state) {
    (void)state;
    uint64_t random = 1;
    size_t accepted = 0;
    DamageTest test = damage_begin("Lp_l");
    for (int i = 0; i < RANDOM_FLIPS; i++) {
        size_t at = test.header + random_below(&random, test.length - test.header);
        int bit = (int)random_below(&random, 8);
        accepted += !flip_is_refused(&test, at, bit);
    }
    assert_few(accepted, RANDOM_FLIPS);
    damage_end(&test);
}

static void short_and_long_files_are_refused(void **state) {
    (void)state;
    DamageTest test = damage_begin("Lg_l");
    for (size_t length = 0; length < test.length; length++)
        assert_true(is_refused(test.bytes, length, test.table, &test.right));
    assert_false(is_refused(test.bytes, test.length, test.table, &test.right));
    test.bytes = memory_resize(test.bytes, test.length + 1, 1);
    test.bytes[test.length] = '\0';
    assert_true(is_refused(test.bytes, test.length + 1, test.table, &test.right));
    damage_end(&test);
}

static void assert_refused(const char *path, const EndingTable *table, const EndingRules *rules,
                           const char *reason) {
    Error error = {0};
    EndingFile *file = ending_file_open(path, table, rules, &error);
    assert_null(file);
    assert_sentence(&error, path);
    if (!strstr(error.text, reason))
        fail_msg("expected the reason \"%s\", got: %s", reason, error.text);
}

static void files_of_other_tables_are_refused(void **state) {
    (void)state;
    DamageTest test = damage_begin("Lm_l");
    const char *path = path_of("Lm_l");
    EndingRules rules = tables.rules;
    assert_refused(path, table_of("Ls_l"), &rules,
                   "other endings than Ls_l, with other pieces; make it again with");
    rules.islands = square_bit(bitboard_first(RIVER_MASK));
    assert_refused(path, test.table, &rules, "other islands");
    rules = tables.rules;
    rules.pawns = PAWNS_MEGA;
    assert_refused(path, test.table, &rules, "other pawns");
    rules = tables.rules;
    rules.bare_lions = BARE_LIONS_PLAY;
    assert_refused(path, test.table, &rules, "another rule of bare lions");
    test.bytes[8]++;
    assert_refused(write_copy(test.bytes, test.length), test.table, &tables.rules, "version 2");
    assert_refused(write_copy("", 0), test.table, &tables.rules, "cut short");
    assert_refused(write_copy("This is a text of more bytes.", 29), test.table, &tables.rules,
                   "not a file of endings; make it again with");
    assert_refused(scratch_path("none.ending"), test.table, &tables.rules, "No such file");
    assert_refused(scratch_path("endings"), test.table, &tables.rules, "not a regular file");
    damage_end(&test);
}

/* Changes a byte of a file in place. */
static void spoil(const char *name, size_t at) {
    FILE *file = fopen(path_of(name), "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
    fputc(byte ^ 255, file);
    assert_int_equal(fclose(file), 0);
}

static Endings *open_set(Error *error) {
    const char *folder = scratch_path("endings");
    Endings *endings = endings_open(&folder, 1, variant_default(), error);
    assert_non_null(endings);
    return endings;
}

static bool is_found(const Endings *endings, const char *fen) {
    Position position;
    EndingValue value;
    assert_true(fen_parse(fen, variant_default(), &position, NULL));
    return endings_probe(endings, &position, &value);
}

static const char zebra_fen[] = "3l3/7/7/7/7/Z6/3L3/b/-1";
static const char giraffe_fen[] = "3l3/7/7/7/7/G6/3L3/b/-1";

/* The rest of a set is of use. */
static void damaged_files_are_left_out(void **state) {
    (void)state;
    Error error = {0};
    spoil("Lz_l", PREFIX_SIZE + 10);
    Endings *endings = open_set(&error);
    assert_non_null(
        strstr(error.text, "Lz_l.ending is damaged: its header is wrong; make it again"));
    assert_int_equal(endings_men(endings), MEN - 1);
    assert_false(is_found(endings, zebra_fen));
    assert_true(is_found(endings, giraffe_fen));
    assert_false(endings_fault(endings, &error));
    endings_close(endings);
    spoil("Lz_l", PREFIX_SIZE + 10);
}

/* A block is unpacked when it is needed. */
static void damaged_blocks_are_faults(void **state) {
    (void)state;
    Error error = {0};
    size_t length;
    free(read_table("Lz_l", &length));
    spoil("Lz_l", length - 6);
    Endings *endings = open_set(&error);
    assert_int_equal(error.code, ERROR_NONE);
    assert_int_equal(endings_men(endings), MEN);
    assert_false(endings_fault(endings, &error));
    assert_false(is_found(endings, zebra_fen));
    assert_true(is_found(endings, giraffe_fen));
    assert_true(endings_fault(endings, &error));
    assert_non_null(strstr(error.text, "Lz_l.ending is damaged: the checksum of a block is wrong"));
    EndingClass class = table_of("Lz_l")->class;
    assert_null(endings_load(endings, &class, BLACK, &error));
    endings_close(endings);
    spoil("Lz_l", length - 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flipped_bits_of_the_header_are_refused),
        cmocka_unit_test(flipped_bits_of_the_blocks_are_refused),
        cmocka_unit_test(short_and_long_files_are_refused),
        cmocka_unit_test(files_of_other_tables_are_refused),
        cmocka_unit_test(damaged_files_are_left_out),
        cmocka_unit_test(damaged_blocks_are_faults),
    };
    return cmocka_run_group_tests(tests, build, clean);
}
