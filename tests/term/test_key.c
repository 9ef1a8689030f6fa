/* The names of keys, and keys as text. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/key.h"

static void names_are_read_and_written(void **state) {
    static const struct {
        const char *name;
        Key key;
    } known[] = {
        {"u", 'u'},         {"U", 'U'},
        {"?", '?'},         {"\xc3\xa9", 0xe9},
        {"Ctrl-L", 12},     {"Tab", '\t'},
        {"Esc", 27},        {"Space", ' '},
        {"Enter", '\n'},    {"PageDown", K_PAGE_DOWN},
        {"KP7", K_PAD_7},   {"F1", K_F1},
        {"F12", K_F1 + 11}, {"Shift-Tab", K_SHIFT_TAB},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Key key = K_NONE;
        char name[KEY_NAME_SIZE];
        assert_true(key_parse(known[i].name, &key));
        assert_int_equal(key, known[i].key);
        assert_string_equal(key_write_name(key, name), known[i].name);
    }
}

static void case_counts_for_characters_only(void **state) {
    Key key;
    (void)state;
    assert_true(key_parse("pagedown", &key));
    assert_int_equal(key, K_PAGE_DOWN);
    assert_true(key_parse("ctrl-l", &key));
    assert_int_equal(key, 12);
    assert_true(key_parse("F", &key));
    assert_int_equal(key, 'F');
}

static void other_names_are_refused(void **state) {
    static const char *const wrong[] = {"",
                                        "uu",
                                        "F0",
                                        "F13",
                                        "F1x",
                                        "F 5",
                                        "F+5",
                                        "F05",
                                        "F-0",
                                        "F100",
                                        "Ctrl-",
                                        "Ctrl-1",
                                        "Ctrl-AB",
                                        "Meta",
                                        " ",
                                        "\xc3",
                                        "\xc3\xa9x",
                                        "\n",
                                        "\xff\xfe",
                                        "Page",
                                        "\xe0\x80\xaf",
                                        "\xed\xa0\x80",
                                        "\xc2\x85",
                                        "\xf4\x90\x80\x80"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Key key = 'k';
        assert_false(key_parse(wrong[i], &key));
        assert_int_equal(key, 'k');
    }
}

static void characters_become_utf8(void **state) {
    char text[KEY_TEXT_SIZE];
    (void)state;
    assert_int_equal(key_to_utf8(0x1f981, text), 4);
    assert_string_equal(text, "\xf0\x9f\xa6\x81");
    assert_int_equal(key_to_utf8(0x20ac, text), 3);
    assert_int_equal(key_to_utf8(K_UP, text), 0);
    assert_int_equal(key_to_utf8(K_ESCAPE, text), 0);
    assert_string_equal(text, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_and_written),
        cmocka_unit_test(case_counts_for_characters_only),
        cmocka_unit_test(other_names_are_refused),
        cmocka_unit_test(characters_become_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
