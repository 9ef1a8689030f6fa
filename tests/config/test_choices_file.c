/* The file of choices: what is written is read again, other settings come before it, and damage
 * costs only what is damaged. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "config/choices_file.h"
#include "config/settings.h"
#include "../support/scratch.h"

static const char file_name[] = "choices.conf";

static void set(Settings *settings, const char *name, const char *text) {
    Error error = {0};
    if (!settings_set(settings, name, text, &error))
        fail_msg("%s=%s: %s", name, text, error.text);
}

/* Chooses a value. */
static void choose(Settings *choices, const char *name, const char *text) {
    set(choices, name, text);
    choices_file_copy(choices, name, choices);
}

static void write_and_read(const Settings *written, Settings *read) {
    Error error = {0};
    unlink(file_name);
    assert_true(choices_file_write(file_name, written, &error));
    if (!choices_file_read(file_name, written, read, &error))
        fail_msg("%s", error.text);
}

static void every_choice_is_read_as_it_was_written(void **state) {
    (void)state;
    static const char *const chosen[][2] = {
        {"white", "ai/greedy"},  {"black", "hi/random"}, {"variant", "wits"}, {"depth", "7"},
        {"movetime", "2500"},    {"level", "3"},         {"theme", "light"},  {"glyphs", "animals"},
        {"notation", "letters"}, {"zoom", "10x5"},       {"panels", "none"},  {"bell", "on"},
        {"animations", "off"}};
    static Settings choices, read;
    size_t count = 0;
    settings_default(&choices);
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; i++)
        choose(&choices, chosen[i][0], chosen[i][1]);
    choices.random_sides = true;
    choices.player[WHITE].level = 2;
    choices.player[BLACK].level = 5;
    write_and_read(&choices, &read);
    for (size_t i = 0; i < table_congo.count; i++) {
        const Setting *row = &table_congo.rows[i];
        bool is_choice = (row->flags & SETTING_CHOICE) != 0;
        count += is_choice;
        assert_int_equal(setting_table_source(&table_congo, row, &read),
                         is_choice ? SOURCE_FILE : SOURCE_DEFAULT);
        if (is_choice && row->size > 0 && strcmp(row->name, "variant") != 0)
            assert_memory_equal(setting_value(row, &read), setting_value(row, &choices), row->size);
    }
    assert_int_equal(count, sizeof chosen / sizeof chosen[0]);
    assert_string_equal(read.variant.name, "wits");
    assert_true(read.random_sides);
    struct stat status;
    assert_int_equal(stat(file_name, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
}

static void only_what_was_chosen_is_written(void **state) {
    (void)state;
    static Settings choices;
    settings_default(&choices);
    set(&choices, "glyphs", "drawn");
    choose(&choices, "theme", "light");
    unlink(file_name);
    assert_true(choices_file_write(file_name, &choices, NULL));
    char *text = scratch_read(file_name);
    const char *end_of_comment = strchr(text, '\n') + 1;
    assert_string_equal(end_of_comment, "screen = {\n  theme = \"light\";\n};\n");
    free(text);
}

static void missing_file_has_no_choices(void **state) {
    (void)state;
    static Settings current, read;
    settings_default(&current);
    unlink(file_name);
    assert_true(choices_file_read(file_name, &current, &read, NULL));
    for (size_t i = 0; i < table_congo.count; i++)
        assert_int_equal(setting_table_source(&table_congo, &table_congo.rows[i], &read),
                         SOURCE_DEFAULT);
}

static void dropped_choice_is_the_default(void **state) {
    (void)state;
    static Settings choices, read;
    settings_default(&choices);
    choose(&choices, "depth", "9");
    choose(&choices, "level", "4");
    choices_file_drop(&choices, "depth");
    write_and_read(&choices, &read);
    assert_int_equal(settings_source(&read, "depth"), SOURCE_DEFAULT);
    assert_int_equal(read.depth, 0);
    assert_int_equal(read.level, 4);
}

/* Variants of congo.conf are known by name. Those of another file are not kept. */
static void variant_is_kept_by_its_name(void **state) {
    (void)state;
    static Settings choices, read;
    settings_default(&choices);
    choices.custom_variants[0] = *variant_find("wits");
    snprintf(choices.custom_variants[0].name, sizeof choices.custom_variants[0].name, "mine");
    choices.custom_variant_count = 1;
    choose(&choices, "variant", "mine");
    write_and_read(&choices, &read);
    assert_string_equal(read.variant.name, "mine");
    choices.custom_variant_count = 0;
    write_and_read(&choices, &read);
    assert_int_equal(settings_source(&read, "variant"), SOURCE_DEFAULT);
}

/* ---- which settings come before a choice ---- */

/* Applies all choices to settings of which one is given. */
static void apply_beside(const char *given, const char *value, SettingSource source,
                         Settings *settings) {
    static Settings choices;
    settings_default(&choices);
    choose(&choices, "theme", "light");
    choose(&choices, "white", "ai/negamax");
    choose(&choices, "black", "hi/negamax");
    choose(&choices, "variant", "wits");
    choose(&choices, "level", "3");
    choose(&choices, "depth", "5");
    choose(&choices, "movetime", "7000");
    choices.random_sides = true;
    settings_default(settings);
    if (given) {
        set(settings, given, value);
        setting_table_set_source(&table_congo, setting_table_find(&table_congo, given), settings,
                                 source);
    }
    choices_file_apply(&choices, settings);
}

static void choices_replace_defaults(void **state) {
    (void)state;
    static Settings settings;
    apply_beside(NULL, NULL, SOURCE_DEFAULT, &settings);
    assert_int_equal(settings.theme, THEME_LIGHT);
    assert_int_equal(settings_source(&settings, "theme"), SOURCE_CHOICE);
    assert_int_equal(settings.player[WHITE].control, CONTROL_COMPUTER);
    assert_int_equal(settings.player[BLACK].control, CONTROL_HUMAN);
    assert_string_equal(settings.variant.name, "wits");
    assert_int_equal(settings.level, 3);
    assert_int_equal(settings.depth, 5);
    assert_int_equal(settings.movetime_ms, 7000);
    assert_true(settings.random_sides);
    assert_int_equal(settings_source(&settings, "glyphs"), SOURCE_DEFAULT);
}

static void given_settings_come_before_choices(void **state) {
    (void)state;
    static Settings settings;
    apply_beside("theme", "dark", SOURCE_FILE, &settings);
    assert_int_equal(settings.theme, THEME_DARK);
    assert_int_equal(settings_source(&settings, "theme"), SOURCE_FILE);
    assert_int_equal(settings.level, 3);
    apply_beside("theme", "contrast", SOURCE_OPTION, &settings);
    assert_int_equal(settings.theme, THEME_CONTRAST);
}

/* An option that tells what to play puts the whole last game aside, but not the looks. */
static void given_game_puts_the_last_one_aside(void **state) {
    (void)state;
    static const char *const given[][2] = {{"white", "hi/negamax"}, {"black", "ai/negamax"},
                                           {"variant", "congo"},    {"game", "standard"},
                                           {"load", "x.congo"},     {"puzzle", "1"},
                                           {"train", "Lz_l"}};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        static Settings settings;
        apply_beside(given[i][0], given[i][1], SOURCE_OPTION, &settings);
        assert_int_equal(settings.player[WHITE].control, CONTROL_HUMAN);
        assert_int_equal(settings.player[BLACK].control, CONTROL_COMPUTER);
        assert_string_equal(settings.variant.name, "congo");
        assert_false(settings.random_sides);
        assert_int_equal(settings.level, 3);
        assert_int_equal(settings.theme, THEME_LIGHT);
    }
}

static void given_strength_puts_the_limits_aside(void **state) {
    (void)state;
    static Settings settings;
    apply_beside("level", "8", SOURCE_OPTION, &settings);
    assert_int_equal(settings.level, 8);
    assert_int_equal(settings.depth, 0);
    assert_int_equal(settings.movetime_ms, 1000);
    apply_beside("movetime", "50", SOURCE_FILE, &settings);
    assert_int_equal(settings.level, 3);
    assert_int_equal(settings.depth, 0);
    assert_int_equal(settings.movetime_ms, 50);
}

/* ---- damage ---- */

static void check_damaged(const char *text, const char *sentence, ThemeId theme) {
    static Settings current, read;
    Error error = {0};
    settings_default(&current);
    scratch_write(file_name, text);
    assert_false(choices_file_read(file_name, &current, &read, &error));
    assert_string_equal(error.text, sentence);
    assert_int_equal(read.theme, theme);
}

static void wrong_choices_are_skipped(void **state) {
    (void)state;
    check_damaged("screen = { zoom = \"big\"; theme = \"light\"; panels = 7; };",
                  "choices.conf:1: screen.zoom: expected \"auto\", \"2x1\", \"4x2\", \"6x3\", "
                  "\"8x4\", \"10x5\", \"14x7\", \"18x9\" or \"24x12\", found \"big\"",
                  THEME_LIGHT);
    check_damaged("screen = { them = 1; theme = \"light\"; };",
                  "choices.conf:1: screen.them: not a setting, the closest is screen.theme",
                  THEME_LIGHT);
    check_damaged("sides = 1;\nscreen = { theme = \"light\"; };",
                  "choices.conf:1: sides: expected \"random\", found 1", THEME_LIGHT);
    check_damaged("levels = [ 3 ];\nscreen = { theme = \"light\"; };",
                  "choices.conf:1: levels: expected two levels from 0 to 10 as [ 3, 5 ], found an "
                  "array [ ... ]",
                  THEME_LIGHT);
    check_damaged("levels = [ 3, 11 ];",
                  "choices.conf:1: levels: expected two levels from 0 to 10 as [ 3, 5 ], found an "
                  "array [ ... ]",
                  THEME_DARK);
    check_damaged("screen = { theme = \"light\"; ",
                  "choices.conf:1: screen: the { that begins here is not closed", THEME_DARK);
}

static void unreadable_file_is_an_error(void **state) {
    (void)state;
    static Settings current, read;
    Error error = {0};
    settings_default(&current);
    unlink(file_name);
    assert_int_equal(mkdir(file_name, 0700), 0);
    assert_false(choices_file_read(file_name, &current, &read, &error));
    assert_non_null(strstr(error.text, "choices.conf: "));
    assert_false(choices_file_write(file_name, &current, &error));
    rmdir(file_name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_choice_is_read_as_it_was_written),
        cmocka_unit_test(only_what_was_chosen_is_written),
        cmocka_unit_test(missing_file_has_no_choices),
        cmocka_unit_test(dropped_choice_is_the_default),
        cmocka_unit_test(variant_is_kept_by_its_name),
        cmocka_unit_test(choices_replace_defaults),
        cmocka_unit_test(given_settings_come_before_choices),
        cmocka_unit_test(given_game_puts_the_last_one_aside),
        cmocka_unit_test(given_strength_puts_the_limits_aside),
        cmocka_unit_test(wrong_choices_are_skipped),
        cmocka_unit_test(unreadable_file_is_an_error),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
