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

#include "tui/action.h"

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
        char names[64], command[32];
        assert_int_equal(action_find(info->name), i);
        assert_true(info->help[0] != '\0');
        snprintf(command, sizeof command, ":%s", info->name);
        assert_int_equal(strcmp(keymap_key_names(&map, (Action)i, names, sizeof names), command) ==
                             0,
                         info->keys[0] == '\0');
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

/* A screen's own keys go before those of a game there, and only there. */
static void screens_have_keys_of_their_own(void **state) {
    Settings *settings = calloc(1, sizeof *settings);
    KeyMap map;
    char text[64];
    (void)state;
    bind(settings, "games-delete", "u", 1);
    bind(settings, "lobby-watch", "F7", 2);
    bind(settings, "setup-mirror", "F7", 3);
    bind(settings, "setup-swap", "", 4);
    assert_true(keymap_build(&map, settings, NULL));
    assert_int_equal(keymap_action(&map, 'u'), ACTION_UNDO);
    assert_int_equal(keymap_action_on(&map, GROUP_GAMES, 'u'), ACTION_GAMES_DELETE);
    assert_int_equal(keymap_action_on(&map, GROUP_SETUP, 'u'), ACTION_UNDO);
    assert_int_equal(keymap_action_on(&map, GROUP_GAMES, 'x'), ACTION_ATTACKS);
    assert_int_equal(keymap_action(&map, K_F1 + 6), ACTION_NONE);
    assert_int_equal(keymap_action_on(&map, GROUP_LOBBY, K_F1 + 6), ACTION_LOBBY_WATCH);
    assert_int_equal(keymap_action_on(&map, GROUP_SETUP, K_F1 + 6), ACTION_SETUP_MIRROR);
    assert_int_equal(keymap_action_on(&map, GROUP_SETUP, 'o'), ACTION_OPEN);
    assert_string_equal(keymap_key_names(&map, ACTION_SETUP_SWAP, text, sizeof text), "no key");
    assert_string_equal(keymap_key_names(&map, ACTION_LOBBY_WATCH, text, sizeof text), "F7");
    free(settings);
}

static void assert_rejected(const char *action, const char *key, const char *expected) {
    Settings *settings = calloc(1, sizeof *settings);
    KeyMap map;
    Error error = {0};
    bind(settings, "redo", "x", 5);
    bind(settings, "lobby-watch", "n", 6);
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
    assert_rejected("lobby-join", "n", "already bound to lobby-watch");
}

enum { KEYS_AT = 2, NAME_AT = 24, HELP_AT = 40 };

/* Returns the help of an action from the lines of the list, and its first key. The caller frees it.
 */
static char *find_help(const char *text, const char *name, char key[KEY_NAME_SIZE]) {
    Buffer help = {0};
    size_t length = 0;
    bool found = false;
    for (const char *line = text; *line != '\0'; line += length + 1) {
        length = strcspn(line, "\n");
        assert_true(length <= 80);
        if (length <= HELP_AT || line[0] != ' ') /* a title */
            continue;
        if (line[NAME_AT] != ' ') {
            found = strncmp(line + NAME_AT, name, strlen(name)) == 0 &&
                    line[NAME_AT + strlen(name)] == ' ';
            if (found)
                snprintf(key, KEY_NAME_SIZE, "%.*s", (int)strcspn(line + KEYS_AT, ", "),
                         line + KEYS_AT);
        }
        if (found)
            buffer_add_format(&help, "%s%.*s", help.length > 0 ? " " : "", (int)length - HELP_AT,
                              line + HELP_AT);
    }
    return buffer_take(&help);
}

/* The manual page is made from this: three columns within 80. */
static void every_action_is_printed(void **state) {
    static Settings settings;
    Buffer text = {0};
    KeyMap map;
    (void)state;
    bind(&settings, "undo", "F7", 1);
    assert_true(keymap_build(&map, &settings, NULL));
    keymap_print(&map, &text);
    for (int i = 0; i < ACTION_COUNT; i++) {
        char key[KEY_NAME_SIZE] = "";
        char *help = find_help(text.bytes, action_info((Action)i)->name, key);
        assert_string_equal(help, action_info((Action)i)->help);
        if (i == ACTION_UNDO)
            assert_string_equal(key, "F7");
        free(help);
    }
    buffer_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_default_key_is_valid_and_unique),
        cmocka_unit_test(settings_change_keys),
        cmocka_unit_test(screens_have_keys_of_their_own),
        cmocka_unit_test(invalid_bindings_are_rejected),
        cmocka_unit_test(every_action_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
