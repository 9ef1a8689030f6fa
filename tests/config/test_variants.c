#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "config/variantfile.h"
#include "rules/position.h"
#include "../support/scratch.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const char file_name[] = "my.conf";

static bool read_text(const char *text, Variant *variant, Error *error) {
    scratch_write(file_name, text);
    return variantfile_load(file_name, variant, error);
}

static Variant read_valid(const char *text) {
    Variant variant;
    Error error = {0};
    if (!read_text(text, &variant, &error))
        fail_msg("%s", error.text);
    return variant;
}

static void check_rejected(const char *text, const char *sentence) {
    Variant variant, before;
    Error error = {0};
    memset(&variant, 0x55, sizeof variant);
    memcpy(&before, &variant, sizeof variant);
    assert_false(read_text(text, &variant, &error));
    assert_string_equal(error.text, sentence);
    assert_int_not_equal(error.code, ERROR_NONE);
    assert_memory_equal(&variant, &before, sizeof variant);
    assert_false(variantfile_load(file_name, &variant, NULL));
}

static void built_in_names_are_known(void **state) {
    (void)state;
    const Variant *builtin;
    for (size_t i = 0; (builtin = variant_builtin(i)); i++) {
        Variant variant;
        Error error = {0};
        assert_true(variantfile_load(builtin->name, &variant, &error));
        assert_string_equal(variant.name, builtin->name);
        assert_true(variant_same_rules(&variant, builtin));
    }
    Variant variant;
    assert_false(variantfile_load("", &variant, NULL));
    assert_true(variantfile_load("MegaPawn", &variant, NULL));
    assert_string_equal(variant.name, "megapawn");
}

static const char whole[] = "variant = { name = \"my-congo\"; base = \"congo\";\n"
                            "  start = \"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ\";\n"
                            "  islands = [ \"a4\", \"g4\" ];  pawns = \"congo\";\n"
                            "  extra = \"T\";\n"
                            "  repetition = \"draw\";\n"
                            "  quiet_plies = 100;  bare_lions = \"draw-unless-capture\"; }\n";

static void whole_definition_is_read(void **state) {
    (void)state;
    Variant variant = read_valid(whole);
    assert_string_equal(variant.name, "my-congo");
    assert_string_equal(variant.start, "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ");
    assert_true(variant.islands == (square_bit(A4) | square_bit(G4)));
    assert_int_equal(variant.pawns, PAWNS_CONGO);
    assert_true(variant.elephante);
    assert_int_equal(variant.repetition, REPETITION_DRAW);
    assert_int_equal(variant.quiet_plies, 100);
    assert_int_equal(variant.bare_lions, BARE_LIONS_DRAW_UNLESS_CAPTURE);
}

static void missing_fields_come_from_the_base(void **state) {
    (void)state;
    const Variant *builtin;
    for (size_t i = 0; (builtin = variant_builtin(i)); i++) {
        char text[200];
        snprintf(text, sizeof text, "variant = { name = \"x\"; base = \"%s\"; };", builtin->name);
        Variant variant = read_valid(text);
        assert_string_equal(variant.name, "x");
        assert_true(variant_same_rules(&variant, builtin));
    }
    Variant variant = read_valid("variant = { name = \"x\"; };");
    assert_true(variant_same_rules(&variant, variant_default()));
    variant = read_valid("variant = { quiet_plies = 0; base = \"megapawn-draw\"; name = \"x\"; };");
    assert_int_equal(variant.quiet_plies, 0);
    assert_int_equal(variant.pawns, PAWNS_MEGA);
}

static void each_field_is_read(void **state) {
    (void)state;
    Variant variant = read_valid("variant = { name = \"A_1.b-c\"; pawns = \"mega\"; };");
    assert_string_equal(variant.name, "A_1.b-c");
    assert_int_equal(variant.pawns, PAWNS_MEGA);
    variant = read_valid("variant = { name = \"x\"; repetition = \"none\"; };");
    assert_int_equal(variant.repetition, REPETITION_NONE);
    variant = read_valid("variant = { name = \"x\"; repetition = \"illegal\"; };");
    assert_int_equal(variant.repetition, REPETITION_ILLEGAL);
    variant = read_valid("variant = { name = \"x\"; bare_lions = \"draw\"; };");
    assert_int_equal(variant.bare_lions, BARE_LIONS_DRAW);
    variant = read_valid("variant = { name = \"x\"; bare_lions = \"play\"; };");
    assert_int_equal(variant.bare_lions, BARE_LIONS_PLAY);
    variant = read_valid("variant = { name = \"x\"; base = \"islands\"; islands = [ ]; };");
    assert_true(variant.islands == 0);
    variant = read_valid("variant = { name = \"x\"; islands = ( \"a4\", \"b4\", \"c4\", \"d4\", "
                         "\"e4\", \"f4\", \"g4\" ); };");
    assert_true(variant.islands == RIVER_MASK);
    variant = read_valid("variant = { name = \"x\"; quiet_plies = 10000; extra = \"\"; };");
    assert_int_equal(variant.quiet_plies, 10000);
    assert_false(variant.elephante);
    variant = read_valid("variant = { name = \"x\"; extra = \"T\";\n"
                         "  start = \"3l2t/7/7/7/7/7/3L2T\"; };");
    assert_string_equal(variant.start, "3l2t/7/7/7/7/7/3L2T");
}

/* Two notations of a start position give the same variant. */
static void starts_are_normalised(void **state) {
    (void)state;
    Variant variant = read_valid("variant = { name = \"x\"; start = "
                                 "\" gmelecz/ppppppp/1111111/61/7/PPPPPPP/GMELECZ\"; };");
    assert_string_equal(variant.start, variant_default()->start);
    assert_true(variant_same_rules(&variant, variant_default()));
}

static void wrong_fields_name_file_line_and_setting(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"variant = {\n name = 5; };",
         "my.conf:2: variant.name: expected a name of at most 47 letters, digits, '-', '_' and "
         "'.', found 5"},
        {"variant = { name = \"012345678901234567890123456789012345678901234567\"; };",
         "my.conf:1: variant.name: expected a name of at most 47 letters, digits, '-', '_' and "
         "'.', found \"012345678901234567890123456789012345678901234567\""},
        {"variant = { name = \"x\";\n base = \"chess\"; };",
         "my.conf:2: variant.base: expected the name of a variant, built in or defined before this "
         "one, found \"chess\""},
        {"variant = { name = \"x\";\n start = [ \"7\" ]; };",
         "my.conf:2: variant.start: expected seven ranks such as "
         "\"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ\", found an array [ ... ]"},
        {"variant = { name = \"x\"; islands = \"a4\"; };",
         "my.conf:1: variant.islands: expected squares of rank 4 such as [ \"a4\", \"g4\" ], each "
         "once, found \"a4\""},
        {"variant = { name = \"x\"; islands = [\n\"a4\",\n\"a4\" ]; };",
         "my.conf:3: variant.islands: expected squares of rank 4 such as [ \"a4\", \"g4\" ], each "
         "once, found \"a4\""},
        {"variant = { name = \"x\"; islands = [ \"a3\" ]; };",
         "my.conf:1: variant.islands: expected squares of rank 4 such as [ \"a4\", \"g4\" ], each "
         "once, found \"a3\""},
        {"variant = { name = \"x\"; islands = [ \"h4\" ]; };",
         "my.conf:1: variant.islands: expected squares of rank 4 such as [ \"a4\", \"g4\" ], each "
         "once, found \"h4\""},
        {"variant = { name = \"x\"; islands = [ 24 ]; };",
         "my.conf:1: variant.islands: expected squares of rank 4 such as [ \"a4\", \"g4\" ], each "
         "once, found 24"},
        {"variant = { name = \"x\"; pawns = \"super\"; };",
         "my.conf:1: variant.pawns: expected \"congo\" or \"mega\", found \"super\""},
        {"variant = { name = \"x\"; extra = \"TX\"; };",
         "my.conf:1: variant.extra: expected \"T\" or \"\", found \"TX\""},
        {"variant = { name = \"x\"; repetition = \"win\"; };",
         "my.conf:1: variant.repetition: expected \"draw\", \"illegal\" or \"none\", found "
         "\"win\""},
        {"variant = { name = \"x\"; quiet_plies = -1; };",
         "my.conf:1: variant.quiet_plies: expected a whole number from 0 to 10000, found -1"},
        {"variant = { name = \"x\"; quiet_plies = 4294967396; };",
         "my.conf:1: variant.quiet_plies: expected a whole number from 0 to 10000, found "
         "4294967396"},
        {"variant = { name = \"x\"; quiet_plies = 1.5; };",
         "my.conf:1: variant.quiet_plies: expected a whole number from 0 to 10000, found a "
         "fraction"},
        {"variant = { name = \"x\"; bare_lions = true; };",
         "my.conf:1: variant.bare_lions: expected \"draw\", \"draw-unless-capture\" or \"play\", "
         "found true"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_rejected(rows[i][0], rows[i][1]);
}

static void wrong_files_are_refused(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"", "my.conf: expected variant = { name = ...; }, found none"},
        {"varient = { name = \"x\"; };", "my.conf: expected variant = { name = ...; }, found none"},
        {"variant = { name = \"x\"; };\nclock = \"none\";",
         "my.conf:2: clock: expected nothing but variant = { ... }"},
        {"\nvariant = \"congo\";",
         "my.conf:2: variant: expected a variant as a group { name = ...; }, found \"congo\""},
        {"\nvariant = { base = \"congo\"; };",
         "my.conf:2: variant: a variant needs a name, as in name = \"mine\";"},
        {"variant = { name = \"x\";\n iland = [ ]; };",
         "my.conf:2: variant.iland: not a setting of a variant, the closest is islands"},
        {"variant = { name = \"x\";\n pawns = \"mega\";\n pawns = \"mega\"; };",
         "my.conf:3: variant.pawns stands here for the second time; the first is in line 2"},
        {"variant = { name = \"x\"\n\n",
         "my.conf:1: variant: the { that begins here is not closed"},
        {"\nvariant = {\n name = \"megapawn\"; };",
         "my.conf:3: variant.name: there is a built-in variant \"megapawn\"; choose another name"},
        {"variant = { name = \"congo\"; };",
         "my.conf:1: variant.name: there is a built-in variant \"congo\"; choose another name"},
        {"variant = { name = \"Congo\"; };",
         "my.conf:1: variant.name: there is a built-in variant \"congo\"; choose another name"},
        {"variant = { name = \"x.conf\"; };",
         "my.conf:1: variant.name: this looks like the name of a file; choose one without .conf or "
         ".cfg at its end"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_rejected(rows[i][0], rows[i][1]);
}

/* Errors of the rules about a start position or a name begin with the place. */
static void rule_errors_name_the_line(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"variant = {\n name = \"a b\"; };", "my.conf:2: variant.name: "},
        {"variant = { name = \"x\";\n start = \"3l3/7/7/7/7/7\"; };", "my.conf:2: variant.start: "},
        {"variant = { name = \"x\";\n start = \"3l3/7/7/7/7/7/2TL3\"; };",
         "my.conf:2: variant.start: rank 1: 'T' is not a piece of x"},
        {"variant = { name = \"x\";\n start = \"3l3/7/7/7/7/7/2QL3\"; };",
         "my.conf:2: variant.start: rank 1: 'Q' is not a piece of x"},
        {"variant = { name = \"x\";\n start = \"7/7/7/7/7/7/7\"; };", "my.conf:2: variant.start: "},
        {"variant = { name = \"x\";\n start = \"3l3/7/7/7/7/7/2L4\"; };",
         "my.conf:2: variant.start: "},
        {"variant = { name = \"x\";\n start = \"3l3/7/7/7/7/EEEEEEE/EEELEEE/b\"; };",
         "my.conf:2: variant.start: "},
        {"variant = { name = \"x\";\n start = \"ppplppp/ppppppp/ppp4/7/7/7/3L3\"; };",
         "my.conf:2: variant.start: "},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Variant variant;
        Error error = {0};
        assert_false(read_text(rows[i][0], &variant, &error));
        assert_memory_equal(error.text, rows[i][1], strlen(rows[i][1]));
    }
}

static void paths_are_distinguished_from_names(void **state) {
    (void)state;
    static const char *const paths[] = {"my.cfg", "./mine", "sub/mine"};
    Variant variant;
    assert_int_equal(mkdir("sub", 0700), 0);
    scratch_write("my.cfg", whole);
    scratch_write("mine", whole);
    scratch_write("sub/mine", whole);
    for (size_t i = 0; i < LENGTH(paths); i++)
        assert_true(variantfile_load(paths[i], &variant, NULL));
    assert_false(variantfile_load("mine", &variant, NULL));
    assert_false(variantfile_load(".conf", &variant, NULL));
}

static void sample_can_be_played(void **state) {
    (void)state;
    Variant variant;
    Error error = {0};
    if (!variantfile_load(scratch_source("etc/variants/elephante.conf"), &variant, &error))
        fail_msg("%s", error.text);
    assert_string_equal(variant.name, "elephante");
    assert_true(variant.elephante);
    Position position;
    position_start(&position, &variant);
    assert_int_equal(position_outcome(&position).result, RESULT_OPEN);
    assert_int_equal(popcount64(position.by_type[ELEPHANTE]), 4);
}

/* Checks that a damaged file gives a valid variant or an error. */
static void read_damaged(const char *bytes, size_t length) {
    Variant variant, before;
    Error error = {0};
    memset(&variant, 0x55, sizeof variant);
    memcpy(&before, &variant, sizeof variant);
    scratch_write_bytes(file_name, bytes, length);
    if (variantfile_load(file_name, &variant, &error)) {
        assert_true(variant_check(&variant, NULL, NULL));
    } else {
        assert_memory_equal(error.text, "my.conf:", 8);
        assert_memory_equal(&variant, &before, sizeof variant);
    }
}

static void damaged_files_are_harmless(void **state) {
    (void)state;
    static const char others[] = {'\0', '\n', '"', '{', '}', '[', ')', '9', '/', 'p', 'T', ' '};
    char text[sizeof whole];
    for (size_t i = 0; i < sizeof whole; i++) {
        read_damaged(whole, i);
        memcpy(text, whole, sizeof text);
        for (size_t j = 0; j < LENGTH(others); j++) {
            text[i] = others[j];
            read_damaged(text, sizeof text - 1);
        }
        text[i] = (char)(whole[i] ^ 0x80);
        read_damaged(text, sizeof text - 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_names_are_known),
        cmocka_unit_test(whole_definition_is_read),
        cmocka_unit_test(missing_fields_come_from_the_base),
        cmocka_unit_test(each_field_is_read),
        cmocka_unit_test(starts_are_normalised),
        cmocka_unit_test(wrong_fields_name_file_line_and_setting),
        cmocka_unit_test(wrong_files_are_refused),
        cmocka_unit_test(rule_errors_name_the_line),
        cmocka_unit_test(paths_are_distinguished_from_names),
        cmocka_unit_test(sample_can_be_played),
        cmocka_unit_test(damaged_files_are_harmless),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
