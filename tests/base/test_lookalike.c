#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "base/lookalike.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static void names_that_look_alike(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"Ada", "ada"},
        {"Ada", "\xD0\x90"
                "d\xD0\xB0"}, /* Cyrillic */
        {"Ada", "A\xE2\x80\x8B"
                "da"}, /* U+200B */
        {"Ada", "A\xC2\xAD"
                "da"}, /* U+00AD */
        {"Ada", "Ad\xCD\x8F"
                "a"},                   /* U+034F */
        {"Ada", "Ada\xE3\x85\xA4"},     /* U+3164 */
        {"Ada", "Ada\xF3\xA0\x81\xA1"}, /* the tag of a */
        {"Ada", "A da"},
        {"Ada", "\xEF\xBC\xA1\xEF\xBD\x84\xEF\xBD\x81"},             /* fullwidth */
        {"Ada", "\xF0\x9D\x90\x80\xF0\x9D\x90\x9D\xF0\x9D\x90\x9A"}, /* bold */
        {"Ada", "\xC3\x80"
                "d\xC3\xA1"}, /* with accents */
        {"Ada", "A\xCC\x80"
                "da\xCC\x81"}, /* with accents of their own */
        {"Ivan", "l\xCE\xBD"
                 "an"},                               /* nu */
        {"NINA", "\xCE\x9D\xCE\x99\xCE\x9D\xCE\x91"}, /* Greek capitals */
        {"\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD", "\xD0\x98\xD0\x92\xD0\x90\xD0\x9D"}, /* Cyrillic */
        {"WDR", "\xE1\x8E\xB3\xE1\x8E\xA0\xE1\x8E\xA1"},                          /* Cherokee */
        {"oh", "\xD6\x85\xD5\xB0"},                                               /* Armenian */
        {"Bob", "B0b"},
        {"Bill", "B1|I"},
        {"Emma", "Ernrna"},
        {"office", "o\xEF\xAC\x83"
                   "ce"}, /* a ligature */
    };
    for (size_t i = 0; i < LENGTH(pairs); i++)
        if (!lookalike_equal(pairs[i][0], pairs[i][1]) ||
            !lookalike_equal(pairs[i][1], pairs[i][0]))
            fail_msg("\"%s\" and \"%s\"", pairs[i][0], pairs[i][1]);
}

static void names_that_differ(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"Ada", "Adam"},
        {"Ada", ""},
        {"Bo", "Do"},
        {"Anna", "Hanna"},
        {"Hun", "Hur"},
        {"\xE9\xBE\x8D", "\xE9\xBE\x9C"},
        {"Max 2", "Max 3"},
        {"Ada", "\xFF"
                "da"},
    };
    for (size_t i = 0; i < LENGTH(pairs); i++)
        if (lookalike_equal(pairs[i][0], pairs[i][1]) || lookalike_equal(pairs[i][1], pairs[i][0]))
            fail_msg("\"%s\" and \"%s\"", pairs[i][0], pairs[i][1]);
}

static void nothing_invisible_is_left(void **state) {
    (void)state;
    char name[] = "\xE2\x80\x8B"
                  "A\xC2\xAD\xCD\x8F"
                  "d\xE3\x85\xA4\xF3\xA0\x81\xA1\xC2\xA0"
                  "a\xEF\xB8\x8F";
    assert_int_equal(lookalike_clean(name), 4);
    assert_string_equal(name, "Ad a");
    char plain[] = "Zo\xC3\xAB _ 7";
    assert_int_equal(lookalike_clean(plain), strlen("Zo\xC3\xAB _ 7"));
    assert_string_equal(plain, "Zo\xC3\xAB _ 7");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_look_alike),
        cmocka_unit_test(names_that_differ),
        cmocka_unit_test(nothing_invisible_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
