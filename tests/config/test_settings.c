/* The table of settings: values, ranges and messages. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "config/settings.h"
#include "engine/engine.h"
#include "rules/position.h"
#include "../support/scratch.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static void defaults_are_those_of_the_manual(void **state) {
    (void)state;
    Settings settings;
    memset(&settings, 0x55, sizeof settings);
    settings_default(&settings);
    assert_int_equal(settings.player[WHITE].control, CONTROL_HUMAN);
    assert_string_equal(settings.player[WHITE].advisor, "negamax");
    assert_int_equal(settings.player[BLACK].control, CONTROL_COMPUTER);
    assert_string_equal(settings.player[BLACK].advisor, "negamax");
    assert_string_equal(settings.player_name[WHITE], "");
    assert_string_equal(settings.variant.name, "congo");
    assert_true(variant_same_rules(&settings.variant, variant_default()));
    assert_string_equal(settings.game, "standard");
    assert_string_equal(settings.load_path, "");
    assert_int_equal(settings.ui, UI_AUTO);
    assert_int_equal(settings.depth, 0);
    assert_int_equal(settings.movetime_ms, 1000);
    assert_false(settings.ponder);
    assert_int_equal(settings.lines, 3);
    assert_int_equal(settings.clock.base_ms, 0);
    assert_int_equal(settings.theme, THEME_DARK);
    assert_int_equal(settings.glyphs, GLYPHS_AUTO);
    assert_true(settings.mouse);
    assert_false(settings.bell);
    assert_true(settings.animations);
    assert_false(settings.plain);
    assert_string_equal(settings.host, "localhost");
    assert_int_equal(settings.port, 0);
    assert_int_equal(settings.key_count, 0);
    assert_int_equal(settings.custom_variant_count, 0);
    assert_string_equal(settings.config_path, "");
}

static void table_is_complete(void **state) {
    (void)state;
    for (size_t count = 0; count < table_congo.count; count++) {
        const Setting *setting = &table_congo.rows[count];
        Buffer form = {0}, value = {0};
        setting_write_form(setting, false, &form);
        setting_write_value(setting, &value);
        assert_true(setting->name && *setting->name);
        assert_true(value.length > 0 || setting->implied_value);
        assert_true(form.length > 0 && setting->help && *setting->help);
        for (size_t i = 0; i < count; i++) {
            assert_string_not_equal(setting->name, table_congo.rows[i].name);
            if (setting->path && table_congo.rows[i].path)
                assert_string_not_equal(setting->path, table_congo.rows[i].path);
        }
        buffer_free(&form);
        buffer_free(&value);
    }
    assert_true(table_congo.count >= 25);
}

static void set(Settings *settings, const char *name, const char *text) {
    Error error = {0};
    if (!settings_set(settings, name, text, &error))
        fail_msg("%s=%s: %s", name, text, error.text);
}

/* Checks that a value is refused with a message, and that no setting changes. */
static void check_rejected(const char *name, const char *text, const char *sentence) {
    Settings settings, before;
    Error error = {0};
    settings_default(&settings);
    memcpy(&before, &settings, sizeof settings);
    assert_false(settings_set(&settings, name, text, &error));
    assert_string_equal(error.text, sentence);
    assert_int_not_equal(error.code, ERROR_NONE);
    assert_memory_equal(&settings, &before, sizeof settings);
    assert_false(settings_set(&settings, name, text, NULL));
}

static void each_setting_is_set(void **state) {
    (void)state;
    Settings settings;
    settings_default(&settings);
    set(&settings, "place", "local");
    set(&settings, "game", "7/3l3/7/7/7/7/3L3/w/-1");
    assert_string_equal(settings.game, "7/3l3/7/7/7/7/3L3/w/-1");
    set(&settings, "white", "ai/random");
    assert_int_equal(settings.player[WHITE].control, CONTROL_COMPUTER);
    assert_string_equal(settings.player[WHITE].advisor, "random");
    set(&settings, "black", "hi/negamax");
    assert_int_equal(settings.player[BLACK].control, CONTROL_HUMAN);
    assert_string_equal(settings.player[BLACK].advisor, "negamax");
    set(&settings, "white-name", "Ada Löwe");
    assert_string_equal(settings.player_name[WHITE], "Ada Löwe");
    set(&settings, "black-name", "");
    assert_string_equal(settings.player_name[BLACK], "");
    set(&settings, "variant", "megapawn");
    assert_string_equal(settings.variant.name, "megapawn");
    set(&settings, "ui", "tui");
    assert_int_equal(settings.ui, UI_TUI);
    set(&settings, "depth", "7");
    assert_int_equal(settings.depth, 7);
    set(&settings, "movetime", "2500");
    assert_int_equal(settings.movetime_ms, 2500);
    set(&settings, "level", "3");
    assert_int_equal(settings.level, 3);
    set(&settings, "threads", "+4");
    assert_int_equal(settings.threads, 4);
    set(&settings, "hash", "0128");
    assert_int_equal(settings.hash_mb, 128);
    set(&settings, "theme", "light");
    assert_int_equal(settings.theme, THEME_LIGHT);
    set(&settings, "glyphs", "drawn");
    assert_int_equal(settings.glyphs, GLYPHS_DRAWN);
    set(&settings, "colors", "8");
    assert_int_equal(settings.colors, COLORS_8);
    set(&settings, "charset", "ascii");
    assert_int_equal(settings.charset, CHARSET_ASCII);
    set(&settings, "zoom", "8x4");
    assert_int_equal(settings.zoom, ZOOM_8X4);
    set(&settings, "panels", "full");
    assert_int_equal(settings.panels, PANELS_FULL);
    set(&settings, "keep-games", "none");
    assert_int_equal(settings.keep_games, KEEP_NONE);
    set(&settings, "keep-games", "30");
    assert_int_equal(settings.keep_games, KEEP_DAYS + 30);
    assert_false(settings_set(&settings, "keep-games", "0", NULL));
    set(&settings, "keep-games", "always");
    assert_int_equal(settings.keep_games, KEEP_ALWAYS);
    set(&settings, "mouse", "off");
    assert_false(settings.mouse);
    set(&settings, "bell", "on");
    assert_true(settings.bell);
    set(&settings, "animations", "false");
    assert_false(settings.animations);
    set(&settings, "host", "congo.example");
    assert_string_equal(settings.host, "congo.example");
    set(&settings, "port", "1024");
    assert_int_equal(settings.port, 1024);
}

static void clock_is_in_seconds_or_in_days_a_move(void **state) {
    (void)state;
    Settings settings;
    settings_default(&settings);
    set(&settings, "clock", "300+5");
    assert_int_equal(settings.clock.base_ms, 300000);
    assert_int_equal(settings.clock.increment_ms, 5000);
    set(&settings, "clock", "86400+3600");
    assert_int_equal(settings.clock.base_ms, 86400000);
    set(&settings, "clock", "60");
    assert_int_equal(settings.clock.base_ms, 60000);
    assert_int_equal(settings.clock.increment_ms, 0);
    assert_false(settings.clock.per_move);
    set(&settings, "clock", "3d");
    assert_int_equal(settings.clock.base_ms, 3 * 86400000);
    assert_int_equal(settings.clock.increment_ms, 0);
    assert_true(settings.clock.per_move);
    set(&settings, "clock", "30D");
    assert_int_equal(settings.clock.base_ms, INT64_C(30) * 86400000);
    set(&settings, "clock", "none");
    assert_int_equal(settings.clock.base_ms, 0);
    assert_false(settings.clock.per_move);
    static const char *const wrong[] = {
        "0",    "0+5", "300+", "+5", "300+3601", "86401", "-3",  "5:00", "300+5+", "3e2", "none ",
        " 300", "",    "5s",   "0d", "31d",      "d",     "-1d", "3d+5", "3dd",    "3 d"};
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_false(settings_set(&settings, "clock", wrong[i], NULL));
}

static void load_takes_a_number(void **state) {
    (void)state;
    Settings settings;
    settings_default(&settings);
    set(&settings, "load", "games/a.congo");
    assert_string_equal(settings.load_path, "games/a.congo");
    assert_int_equal(settings.load_number, 0);
    set(&settings, "load", "a#b#12");
    assert_string_equal(settings.load_path, "a#b");
    assert_int_equal(settings.load_number, 12);
    set(&settings, "load", "c#.congo");
    assert_string_equal(settings.load_path, "c#.congo");
    assert_int_equal(settings.load_number, 0);
    static const char *const wrong[] = {"", "#1", "a#", "a#0", "a#99999999999999999999"};
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_false(settings_set(&settings, "load", wrong[i], NULL));
}

/* Every number takes both ends of its range, and nothing beyond. */
static void numbers_are_checked_against_their_range(void **state) {
    (void)state;
    int numbers = 0;
    for (size_t i = 0; i < table_congo.count; i++) {
        const Setting *setting = &table_congo.rows[i];
        if (setting->kind != SETTING_NUMBER || setting->size == 0)
            continue;
        Settings settings;
        int64_t min = setting->min, max = setting->max;
        char text[64], sentence[200];
        settings_default(&settings);
        set(&settings, setting->name, (snprintf(text, sizeof text, "%" PRId64, min), text));
        set(&settings, setting->name, (snprintf(text, sizeof text, "%" PRId64, max), text));
        for (int side = 0; side < 2; side++) {
            snprintf(text, sizeof text, "%" PRId64, side ? max + 1 : min - 1);
            snprintf(sentence, sizeof sentence,
                     "expected a whole number from %" PRId64 " to %" PRId64 ", found %s", min, max,
                     text);
            check_rejected(setting->name, text, sentence);
        }
        numbers++;
    }
    assert_true(numbers >= 9);
}

static void ranges_are_those_of_the_engine(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int max;
    } rows[] = {{"depth", SEARCH_DEPTH_MAX},
                {"level", LEVEL_MAX},
                {"hash", HASH_MB_MAX},
                {"threads", ENGINE_THREADS_MAX},
                {"lines", MULTIPV_MAX}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Settings settings;
        char text[32];
        settings_default(&settings);
        set(&settings, rows[i].name, (snprintf(text, sizeof text, "%d", rows[i].max), text));
        snprintf(text, sizeof text, "%d", rows[i].max + 1);
        assert_false(settings_set(&settings, rows[i].name, text, NULL));
    }
}

/* Every word quoted in a form is accepted, and refused with another letter after it. */
static void words_of_the_forms_are_accepted(void **state) {
    (void)state;
    int words = 0;
    for (size_t i = 0; i < table_congo.count; i++) {
        const Setting *setting = &table_congo.rows[i];
        Buffer form = {0};
        setting_write_form(setting, false, &form);
        bool takes_more = strcmp(setting->name, "game") == 0 || setting->flags & SETTING_FOLDER;
        const char *at = form.bytes[0] == '"' && !takes_more ? form.bytes : "";
        while ((at = strchr(at, '"'))) {
            Settings settings;
            char word[64];
            size_t length = strcspn(at + 1, "\"");
            snprintf(word, sizeof word, "%.*s", (int)length, at + 1);
            settings_default(&settings);
            set(&settings, setting->name, word);
            strcat(word, "x");
            assert_false(settings_set(&settings, setting->name, word, NULL));
            at += length + 2;
            words++;
        }
        buffer_free(&form);
    }
    assert_true(words > 25);
}

static void every_theme_has_a_name(void **state) {
    (void)state;
    Settings settings;
    settings_default(&settings);
    assert_int_equal(settings.theme, 0);
    for (int i = 0; i < THEME_COUNT; i++) {
        set(&settings, "theme", theme_names[i]);
        assert_int_equal(settings.theme, i);
    }
    assert_null(theme_names[THEME_COUNT]);
}

static void wrong_values_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *name, *text, *sentence;
    } rows[] = {
        {"depth", "x", "expected a whole number from 0 to 100, found \"x\""},
        {"depth", "", "expected a whole number from 0 to 100, found \"\""},
        {"depth", "5 ", "expected a whole number from 0 to 100, found \"5 \""},
        {"depth", " 5", "expected a whole number from 0 to 100, found \" 5\""},
        {"depth", "0x5", "expected a whole number from 0 to 100, found \"0x5\""},
        {"depth", "4294967297", "expected a whole number from 0 to 100, found 4294967297"},
        {"depth", "18446744073709551617",
         "expected a whole number from 0 to 100, found \"18446744073709551617\""},
        {"movetime", "1e3", "expected a whole number from 0 to 86400000, found \"1e3\""},
        {"white", "hi",
         "expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", \"ai/random\", "
         "\"ai/greedy\" or \"ai/negamax\", found \"hi\""},
        {"black", "net",
         "expected \"hi/random\", \"hi/greedy\", \"hi/negamax\", \"ai/random\", "
         "\"ai/greedy\" or \"ai/negamax\", found \"net\""},
        {"white-name", "a\tb",
         "expected a text of at most 63 bytes without control characters, found \"a?b\""},
        {"white-name", "\xC3(",
         "expected a text of at most 63 bytes without control characters, found \"?(\""},
        {"white-name", "0123456789012345678901234567890123456789012345678901234567890123x",
         "expected a text of at most 63 bytes without control characters, found "
         "\"0123456789012345678901234567890123456789012345678901234567...\""},
        {"glyphs", "emoji",
         "expected \"auto\", \"letters\", \"animals\", \"drawn\", \"quadrants\", \"sextants\" or "
         "\"octants\", "
         "found \"emoji\""},
        {"colors", "16", "expected \"auto\", \"mono\", \"8\", \"256\" or \"rgb\", found 16"},
        {"charset", "UTF-8", "expected \"auto\", \"ascii\" or \"utf8\", found \"UTF-8\""},
        {"bell", "1", "expected \"on\" or \"off\", found 1"},
        {"place", "here", "expected \"local\" or \"network\", found \"here\""},
        {"name", "0123456789012345678901234567890123456789012345678",
         "expected a text of at most 48 bytes without control characters, found "
         "\"0123456789012345678901234567890123456789012345678\""},
        {"watch", "perhaps", "expected \"on\" or \"off\", found \"perhaps\""},
        {"ui", "gui", "expected \"auto\", \"tui\" or \"cli\", found \"gui\""},
        {"host", "", "expected host, host:port or the path of a socket, found \"\""},
        {"host", "a b", "expected host, host:port or the path of a socket, found \"a b\""},
        {"port", "70000", "expected a whole number from 0 to 65535, found 70000"},
        {"game", "",
         "expected \"standard\", a position as Congo FEN, or the id of a network game, found "
         "\"\""},
        {"load", "a#0",
         "expected a game file, or FILE#N with the number of a game in it from 1, found "
         "\"a#0\""},
        {"variant", "./missing", "./missing: cannot be read: No such file or directory"},
        {"dept", "5", "there is no setting \"dept\", the closest is depth"},
        {"white_name", "x", "there is no setting \"white_name\", the closest is white-name"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_rejected(rows[i].name, rows[i].text, rows[i].sentence);
    char sentence[SCRATCH_SENTENCE_SIZE];
    check_rejected("variant", "kongo", scratch_unknown_variant("", "kongo", sentence));
}

static bool check_game(const char *variant, const char *game, Error *error) {
    Settings settings;
    settings_default(&settings);
    set(&settings, "variant", variant);
    set(&settings, "game", game);
    error_clear(error);
    return settings_check_game(&settings, error);
}

static void game_is_checked_against_the_variant(void **state) {
    (void)state;
    static const char superpawn[] = "3l3/3p3/7/7/7/S6/3L3/w/-1";
    static const char bare[] = "3l3/7/7/7/7/7/2L4/w/-1";
    Error error = {0};
    assert_true(check_game("congo", "standard", &error));
    assert_true(check_game("congo", superpawn, &error));
    assert_false(check_game("megapawn", superpawn, &error));
    assert_non_null(strstr(error.text, "rank 2: 'S' "));
    assert_true(check_game("megapawn", bare, &error));
    assert_false(check_game("congo", bare, &error));
    char sentence[300];
    snprintf(sentence, sizeof sentence, "the game is over in this position: %s",
             outcome_sentence((Outcome){RESULT_DRAW, REASON_BARE_LIONS}));
    assert_string_equal(error.text, sentence);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_manual),
        cmocka_unit_test(table_is_complete),
        cmocka_unit_test(each_setting_is_set),
        cmocka_unit_test(clock_is_in_seconds_or_in_days_a_move),
        cmocka_unit_test(load_takes_a_number),
        cmocka_unit_test(numbers_are_checked_against_their_range),
        cmocka_unit_test(ranges_are_those_of_the_engine),
        cmocka_unit_test(words_of_the_forms_are_accepted),
        cmocka_unit_test(every_theme_has_a_name),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(game_is_checked_against_the_variant),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
