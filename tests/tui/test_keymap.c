/* Keys' names, the table of actions, and the configuration's changes to it. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/keymap.h"

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

static size_t count_words(const char *text) {
    size_t count = *text != '\0';
    for (; *text != '\0'; text++)
        count += *text == ' ';
    return count;
}

/* No default key is named twice, none cannot be read, and every action can be reached. */
static void the_table_is_sound(void **state) {
    static Settings settings;
    KeyMap map;
    size_t named = 0;
    (void)state;
    assert_true(keymap_build(&map, &settings, NULL));
    for (int i = 0; i < ACTION_COUNT; i++) {
        const ActionInfo *info = action_info((Action)i);
        char name[KEY_NAME_SIZE];
        assert_int_equal(action_find(info->name), i);
        assert_true(info->help[0] != '\0');
        assert_string_not_equal(keymap_key_name(&map, (Action)i, name), "");
        named += count_words(info->keys);
    }
    assert_int_equal(map.count, named);
}

static void bind(Settings *settings, const char *action, const char *key, int line) {
    KeyBinding *binding = &settings->keys[settings->key_count++];
    snprintf(binding->action, sizeof binding->action, "%s", action);
    snprintf(binding->key, sizeof binding->key, "%s", key);
    binding->line = line;
}

static void settings_change_keys(void **state) {
    Settings *settings = calloc(1, sizeof *settings);
    KeyMap map;
    char text[64];
    (void)state;
    bind(settings, "undo", "Backspace", 1);
    bind(settings, "undo", "f", 2);
    bind(settings, "theme", "", 3);
    assert_true(keymap_build(&map, settings, NULL));
    assert_int_equal(keymap_action(&map, K_BACKSPACE), ACTION_UNDO);
    assert_int_equal(keymap_action(&map, 'f'), ACTION_UNDO);
    assert_int_equal(keymap_action(&map, 'u'), ACTION_NONE);
    assert_int_equal(keymap_action(&map, 't'), ACTION_NONE);
    assert_string_equal(keymap_key_names(&map, ACTION_UNDO, text, sizeof text), "Backspace, f");
    assert_string_equal(keymap_key_names(&map, ACTION_FLIP, text, sizeof text), "");
    assert_string_equal(keymap_key_names(&map, ACTION_LEFT, text, sizeof text), "Left, h, 4");
    assert_string_equal(keymap_key_names(&map, ACTION_LEFT, text, 9), "Left, h");
    free(settings);
}

static void check_refused(const char *action, const char *key, const char *expected) {
    Settings *settings = calloc(1, sizeof *settings);
    KeyMap map;
    Error error = {0};
    bind(settings, "redo", "x", 6);
    bind(settings, action, key, 7);
    assert_false(keymap_build(&map, settings, &error));
    assert_non_null(strstr(error.text, ":7: "));
    assert_non_null(strstr(error.text, expected));
    free(settings);
}

static void wrong_bindings_are_told(void **state) {
    (void)state;
    check_refused("unddo", "x", "no action");
    check_refused("unddo", "", "no action");
    check_refused("undo", "Ctrl-1", "found \"Ctrl-1\"");
    check_refused("undo", "x", "already bound to redo");
}

/* What the manual page is made from: every action on a line of three columns. */
static void the_printed_table_is_whole(void **state) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    (void)state;
    assert_non_null(file);
    keymap_print(file);
    fclose(file);
    for (int i = 0; i < ACTION_COUNT; i++) {
        char line[256];
        snprintf(line, sizeof line, "  %-10s  %s\n", action_info((Action)i)->name,
                 action_info((Action)i)->help);
        assert_non_null(strstr(text, line));
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_and_written),
        cmocka_unit_test(case_counts_for_characters_only),
        cmocka_unit_test(other_names_are_refused),
        cmocka_unit_test(characters_become_utf8),
        cmocka_unit_test(the_table_is_sound),
        cmocka_unit_test(settings_change_keys),
        cmocka_unit_test(wrong_bindings_are_told),
        cmocka_unit_test(the_printed_table_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
