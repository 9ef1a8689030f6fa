/* The table of actions, and the changes that a configuration makes to its keys. */
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

static size_t count_words(const char *text) {
    size_t count = *text != '\0';
    for (; *text != '\0'; text++)
        count += *text == ' ';
    return count;
}

/* Every default key can be parsed and belongs to one action; an action without keys is a command.
 */
static void every_default_key_is_valid_and_unique(void **state) {
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
        if (info->keys[0] != '\0')
            assert_string_not_equal(keymap_key_name(&map, (Action)i, name), "");
        else
            assert_int_equal(keymap_key_names(&map, (Action)i, name, sizeof name)[0], ':');
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
    assert_string_equal(keymap_key_names(&map, ACTION_FLIP, text, sizeof text), ":flip");
    assert_string_equal(keymap_key_names(&map, ACTION_LEFT, text, sizeof text), "Left, h, 4");
    assert_string_equal(keymap_key_names(&map, ACTION_LEFT, text, 9), "Left, h");
    free(settings);
}

static void assert_rejected(const char *action, const char *key, const char *expected) {
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

static void invalid_bindings_are_rejected(void **state) {
    (void)state;
    assert_rejected("unddo", "x", "no action");
    assert_rejected("unddo", "", "no action");
    assert_rejected("undo", "Ctrl-1", "found \"Ctrl-1\"");
    assert_rejected("undo", "x", "already bound to redo");
}

/* The manual page is made from this: one action a line, in three columns. */
static void every_action_is_printed(void **state) {
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
        cmocka_unit_test(every_default_key_is_valid_and_unique),
        cmocka_unit_test(settings_change_keys),
        cmocka_unit_test(invalid_bindings_are_rejected),
        cmocka_unit_test(every_action_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
