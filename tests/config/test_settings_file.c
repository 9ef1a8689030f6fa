/* The configuration file: values, errors, damaged files, where it is found, and the sample. */
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

#include "config/configfile.h"
#include "config/settings.h"
#include "engine/engine.h"
#include "rules/position.h"
#include "../support/scratch.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const char file_name[] = "congo.conf";

static bool read_text(Settings *settings, const char *text, Error *error) {
    scratch_write(file_name, text);
    return settings_file_read(settings, file_name, error);
}

static void read_valid(Settings *settings, const char *text) {
    Error error = {0};
    settings_default(settings);
    if (!read_text(settings, text, &error))
        fail_msg("%s", error.text);
}

static const char everything[] =
    "# all of it\n"
    "variant = \"mine\";\n"
    "players = { white = \"ai/random\"; black = \"hi/random\";\n"
    "  white_name = \"Zoë\"; black_name = \"B\\\"o\"; };\n"
    "search : { depth = 0x10; movetime = 2000L; level = 2; threads = 0; hash = 32; };\n"
    "pace = 700; clock = \"300+5\"; /* a\ncomment */ ui = \"tui\";\n"
    "screen = { theme = \"contrast\"; glyphs = \"animals\"; colors = 256; charset = \"utf8\";\n"
    "  zoom = \"6x3\"; panels = \"none\"; mouse = false; bell = TRUE; animations = false; }\n"
    "network = { host = \"h\"; port = 1; };\n"
    "keys = { undo = \"u\"; redo = [ \"r\", \"Ctrl-R\" ]; quit = ( \"q\" ); zoom-in = [ ]; };\n"
    "variants = ( { name = \"mine\"; base = \"megapawn\"; quiet_plies = 7; },\n"
    "  { name = \"yours\"; base = \"mine\"; islands = []; } ); // the end";

static void each_setting_is_read(void **state) {
    (void)state;
    Settings settings;
    read_valid(&settings, everything);
    assert_int_equal(settings.player[WHITE].control, CONTROL_COMPUTER);
    assert_string_equal(settings.player[WHITE].advisor, "random");
    assert_int_equal(settings.player[BLACK].control, CONTROL_HUMAN);
    assert_string_equal(settings.player_name[WHITE], "Zoë");
    assert_string_equal(settings.player_name[BLACK], "B\"o");
    assert_int_equal(settings.depth, 16);
    assert_int_equal(settings.movetime_ms, 2000);
    assert_int_equal(settings.level, 2);
    assert_int_equal(settings.threads, 0);
    assert_int_equal(settings.hash_mb, 32);
    assert_int_equal(settings.clock.increment_ms, 5000);
    assert_int_equal(settings.pace_ms, 700);
    assert_int_equal(settings.ui, UI_TUI);
    assert_int_equal(settings.theme, THEME_CONTRAST);
    assert_int_equal(settings.glyphs, GLYPHS_ANIMALS);
    assert_int_equal(settings.colors, COLORS_256);
    assert_int_equal(settings.charset, CHARSET_UTF8);
    assert_int_equal(settings.zoom, ZOOM_6X3);
    assert_int_equal(settings.panels, PANELS_NONE);
    assert_false(settings.mouse);
    assert_true(settings.bell);
    assert_false(settings.animations);
    assert_string_equal(settings.host, "h");
    assert_int_equal(settings.port, 1);
    assert_string_equal(settings.config_path, file_name);
    assert_int_equal(settings.custom_variant_count, 2);
    assert_string_equal(settings.custom_variants[1].name, "yours");
    assert_int_equal(settings.custom_variants[1].quiet_plies, 7);
    assert_int_equal(settings.custom_variants[1].islands, 0);
    assert_string_equal(settings.variant.name, "mine");
    assert_int_equal(settings.variant.repetition, REPETITION_ILLEGAL);
}

static void file_is_the_source_of_what_it_sets(void **state) {
    (void)state;
    Settings settings;
    read_valid(&settings, "screen = { theme = \"dark\"; }; variant = \"congo\";");
    assert_int_equal(settings_source(&settings, "theme"), SOURCE_FILE);
    assert_int_equal(settings_source(&settings, "variant"), SOURCE_FILE);
    assert_int_equal(settings_source(&settings, "glyphs"), SOURCE_DEFAULT);
    assert_int_equal(settings_source(&settings, "host"), SOURCE_DEFAULT);
}

/* Words count in any case. */
static void words_are_read_in_any_case(void **state) {
    (void)state;
    Settings settings;
    read_valid(&settings, "variant = \"MINE\"; players = { white = \"AI/Negamax\"; };\n"
                          "screen = { theme = \"Dark\"; glyphs = \"LETTERS\"; bell = \"YES\";\n"
                          "  mouse = \"off\"; animations = FALSE; zoom = \"Auto\"; };\n"
                          "clock = \"None\"; variants = ( { name = \"mine\"; base = \"WITS\";\n"
                          "  pawns = \"Congo\"; repetition = \"None\"; } );");
    assert_string_equal(settings.variant.name, "mine");
    assert_int_equal(settings.variant.repetition, REPETITION_NONE);
    assert_int_equal(settings.player[WHITE].control, CONTROL_COMPUTER);
    assert_string_equal(settings.player[WHITE].advisor, "negamax");
    assert_int_equal(settings.theme, THEME_DARK);
    assert_int_equal(settings.glyphs, GLYPHS_LETTERS);
    assert_true(settings.bell);
    assert_false(settings.mouse);
    assert_false(settings.animations);
}

static void zoom_is_a_size(void **state) {
    (void)state;
    static const struct {
        const char *text;
        Zoom zoom;
    } cases[] = {{"\"8x4\"", ZOOM_8X4}, {"\"24x12\"", ZOOM_24X12}, {"\"auto\"", ZOOM_AUTO}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[64];
        Settings settings;
        snprintf(text, sizeof text, "screen = { zoom = %s; };", cases[i].text);
        read_valid(&settings, text);
        assert_int_equal(settings.zoom, cases[i].zoom);
    }
}

static void keys_know_their_lines(void **state) {
    (void)state;
    static const KeyBinding expected[] = {{"undo", "u", 12},
                                          {"redo", "r", 12},
                                          {"redo", "Ctrl-R", 12},
                                          {"quit", "q", 12},
                                          {"zoom-in", "", 12}};
    Settings settings;
    read_valid(&settings, everything);
    assert_int_equal(settings.key_count, LENGTH(expected));
    for (size_t i = 0; i < LENGTH(expected); i++) {
        assert_string_equal(settings.keys[i].action, expected[i].action);
        assert_string_equal(settings.keys[i].key, expected[i].key);
        assert_int_equal(settings.keys[i].line, expected[i].line - 1);
    }
    Error error = {0};
    error_set(&error, ERROR_SYNTAX, "expected a key");
    assert_false(settings_file_report_key(&settings, &settings.keys[0], &error));
    assert_string_equal(error.text, "congo.conf:11: keys.undo: expected a key");
}

static void second_file_replaces_keys_and_variants(void **state) {
    (void)state;
    Settings settings;
    Error error = {0};
    read_valid(&settings, everything);
    assert_true(read_text(&settings, "zoom = 1;", NULL) == false);
    assert_true(read_text(&settings, "screen = { zoom = \"2x1\"; };", &error));
    assert_int_equal(settings.key_count, 5);
    assert_int_equal(settings.custom_variant_count, 2);
    assert_int_equal(settings.depth, 16);
    assert_true(read_text(&settings, "keys = { help = \"h\"; }; variants = ( );", &error));
    assert_int_equal(settings.key_count, 1);
    assert_int_equal(settings.custom_variant_count, 0);
}

static void unusual_syntax_is_read(void **state) {
    (void)state;
    Settings settings;
    read_valid(&settings, "");
    read_valid(&settings, "\xEF\xBB\xBF# a mark before, a comment without an end of line");
    read_valid(&settings, "search = { depth = 3 level = 4 }\r\n\r\nclock = \"3\" \"00\"\r\n");
    assert_int_equal(settings.depth, 3);
    assert_int_equal(settings.level, 4);
    assert_int_equal(settings.clock.base_ms, 300000);
    read_valid(&settings, "search = { depth = 0X1FLL/* */, level = +4# \n hash/**/:12LL// \n }");
    assert_int_equal(settings.depth, 31);
    assert_int_equal(settings.level, 4);
    assert_int_equal(settings.hash_mb, 12);
    read_valid(&settings, "keys = { undo = [ \"u\", \"x\", ]; redo = ( \"r\" /* */ \"\"\n, ) };");
    assert_int_equal(settings.key_count, 3);
    assert_string_equal(settings.keys[2].key, "r");
    read_valid(&settings, "players = { white_name = \"\\X5a\\q\\x4\\\\x00\\\"\"; };");
    assert_string_equal(settings.player_name[WHITE], "Z\\q\\x4\\x00\"");
    read_valid(&settings, "players = { white_name = \"\\x41 /* # // \\\\\"; };");
    assert_string_equal(settings.player_name[WHITE], "A /* # // \\");
}

/* Checks that a file is refused with a message, and that no setting changes. */
static void check_rejected(const char *text, const char *sentence) {
    Settings settings, before;
    Error error = {0};
    settings_default(&settings);
    memcpy(&before, &settings, sizeof settings);
    assert_false(read_text(&settings, text, &error));
    assert_string_equal(error.text, sentence);
    assert_int_not_equal(error.code, ERROR_NONE);
    assert_memory_equal(&settings, &before, sizeof settings);
    assert_false(settings_file_read(&settings, file_name, NULL));
}

static void wrong_values_name_file_line_and_setting(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"\n\nsearch = {\n depth = \"x\"; };", "congo.conf:4: search.depth: expected a whole "
                                               "number from 0 to 100 without quotes, found \"x\""},
        {"search = { depth = \"5\"; };", "congo.conf:1: search.depth: expected a whole number from "
                                         "0 to 100 without quotes, found \"5\""},
        {"search = { depth = 101; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found 101"},
        {"search = { depth = 5.0; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found a fraction"},
        {"search = { depth = true; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found true"},
        {"search = { depth = [ 5 ]; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found an array [ ... "
         "]"},
        /* In 32 bits these are 5, 5 and 16. */
        {"search = { level = 1;\ndepth = 4294967301; };",
         "congo.conf:2: search.depth: expected a whole number from 0 to 100, found 4294967301"},
        {"search = { depth = -4294967291; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found -4294967291"},
        {"search = { depth = 0x100000010; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found 4294967312"},
        {"search = { movetime = 5000000000; };",
         "congo.conf:1: search.movetime: expected a whole number from 0 to 86400000, found "
         "5000000000"},
        {"search = { depth = 18446744073709551621; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found "
         "9223372036854775807"},
        {"search = { depth = 4294967301L; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found 4294967301"},
        {"search = { depth = 99999999999999999999LL; };",
         "congo.conf:1: search.depth: expected a whole number from 0 to 100, found "
         "9223372036854775807"},
        {"screen = { bell = 1; };", "congo.conf:1: screen.bell: expected true or false, found 1"},
        {"screen = { bell = \"perhaps\"; };",
         "congo.conf:1: screen.bell: expected true or false, found \"perhaps\""},
        {"screen = {\n  glyphs = \"pink\"; };",
         "congo.conf:2: screen.glyphs: expected \"auto\", "
         "\"letters\", \"animals\", \"drawn\", \"quadrants\", \"sextants\" or \"octants\", found "
         "\"pink\""},
        {"screen = { colors = 16; };", "congo.conf:1: screen.colors: expected \"auto\", \"mono\", "
                                       "\"8\", \"256\" or \"rgb\", found 16"},
        {"clock = 300;", "congo.conf:1: clock: 300 needs double quotes: \"300\""},
        {"screen = { zoom = 4; };",
         "congo.conf:1: screen.zoom: expected \"auto\", \"2x1\", \"4x2\", \"6x3\", \"8x4\", "
         "\"10x5\", \"14x7\", \"18x9\" or \"24x12\", found 4"},
        {"ui = \"gui\";", "congo.conf:1: ui: expected \"auto\", \"tui\" or \"cli\", found \"gui\""},
        {"network = { port = 65536; };",
         "congo.conf:1: network.port: expected a whole number from 0 to 65535, found 65536"},
        {"players = { white = { mind = \"hi\"; }; };",
         "congo.conf:1: players.white: expected \"hi/random\", \"hi/greedy\", "
         "\"hi/negamax\", \"ai/random\", \"ai/greedy\" or \"ai/negamax\", found a group { ... }"},
        {"players = \"hi\";",
         "congo.conf:1: players: expected a group { name = value; }, found \"hi\""},
        {"variant = \"mine.conf\";",
         "congo.conf:1: variant: mine.conf: cannot be read: No such file or directory"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_rejected(rows[i][0], rows[i][1]);
    char sentence[SCRATCH_SENTENCE_SIZE];
    check_rejected("variant = \"mine\";\nvariants = ( { name = \"other\"; } );",
                   scratch_unknown_variant("congo.conf:1: variant: ", "mine", sentence));
}

static void unknown_settings_name_the_closest(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"search = {\n dept = 5; };",
         "congo.conf:2: search.dept: not a setting, the closest is search.depth"},
        {"depth = 5;",
         "congo.conf:1: depth: this belongs in its group: search = { depth = ...; };"},
        {"serch = { depth = 5; };", "congo.conf:1: serch: not a setting, the closest is search"},
        {"network = { prot = 5; };",
         "congo.conf:1: network.prot: not a setting, the closest is network.port"},
        {"key = { };", "congo.conf:1: key: not a setting, the closest is keys"},
        {"variantes = ( );", "congo.conf:1: variantes: not a setting, the closest is variants"},
        {"Screen = { };", "congo.conf:1: Screen: not a setting, the closest is screen"},
        {"screen = { players = { white = \"hi/random\"; }; };",
         "congo.conf:1: screen.players: not a setting, the closest is players"},
        {"game = \"standard\";",
         "congo.conf:1: game: this is an option, --game, not a setting of the file"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_rejected(rows[i][0], rows[i][1]);
}

static void wrong_keys_and_variants_are_refused(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"keys = 1;", "congo.conf:1: keys: expected a group { action = \"key\"; }, found 1"},
        {"keys = {\n undo = 5; };", "congo.conf:2: keys.undo: expected a key in quotes, such as "
                                    "\"u\" or \"Ctrl-L\", or several as [ \"u\", \"x\" ], found 5"},
        {"keys = { undo = ( \"u\",\n { } ); };",
         "congo.conf:2: keys.undo: expected a key in quotes, such as \"u\" or \"Ctrl-L\", or "
         "several as [ \"u\", \"x\" ], found a group { ... }"},
        {"keys = { undo = \"\"; };",
         "congo.conf:1: keys.undo: expected a key in quotes, such as \"u\" or \"Ctrl-L\", or "
         "several as [ \"u\", \"x\" ], found \"\""},
        {"keys = { undo = \"01234567890123456789012345678901\"; };",
         "congo.conf:1: keys.undo: expected a key in quotes, such as \"u\" or \"Ctrl-L\", or "
         "several as [ \"u\", \"x\" ], found \"01234567890123456789012345678901\""},
        {"keys = { a1234567890123456789012345678901 = \"x\"; };",
         "congo.conf:1: keys.a1234567890123456789012345678901: expected an action's name of at "
         "most 31 bytes"},
        {"variants = { };",
         "congo.conf:1: variants: expected a list of at most 16 variants ( { name = ...; }, ... ), "
         "found a group { ... }"},
        {"variants = ( 1 );",
         "congo.conf:1: variants: expected a variant as a group { name = ...; }, found 1"},
        {"variants = (\n { name = \"a\"; }, {\n name = \"a\"; } );",
         "congo.conf:3: variants.name: there is a variant \"a\" already; choose another name"},
        {"variants = ( { name = \"a\"; base = \"b\"; }, { name = \"b\"; } );",
         "congo.conf:1: variants.base: expected the name of a variant, built in or defined before "
         "this one, found \"b\""},
        /* The start position is the base's, so the error is at the group. */
        {"variants = ( { name = \"t\"; extra = \"T\"; start = \"3l2t/7/7/7/7/7/3L3\"; },\n"
         "{ name = \"u\"; base = \"t\"; extra = \"\"; } );",
         "congo.conf:2: variants: start: rank 7: 't' is not a piece of u; its letters are L Z E G "
         "C M P S"},
        {"variants = ( { name = \"a\"; islands = [\n \"a4\", \"a3\" ]; } );",
         "congo.conf:2: variants.islands: expected squares of rank 4 such as [ \"a4\", \"g4\" ], "
         "each once, found \"a3\""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_rejected(rows[i][0], rows[i][1]);
}

static void broken_syntax_names_the_line(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"ui = \"tui\";\nclock =\nscreen = { };",
         "congo.conf:3: clock: there is no value after the ="},
        {"search = { depth = 3;\n", "congo.conf:1: search: the { that begins here is not closed"},
        {"}", "congo.conf:1: this } closes nothing: there is no { before it"},
        {"ui = \"tui\";\nui = \"tui\";",
         "congo.conf:2: ui stands here for the second time; the first is in line 1"},
        {"search = { depth = 1;\n hash = 2;\n depth = 3; };",
         "congo.conf:3: search.depth stands here for the second time; the first is in line 1"},
        {"variants = ( { name = \"a\"; }, { name = \"b\"; name = \"c\"; } );",
         "congo.conf:1: variants.name stands here for the second time; the first is in line 1"},
        {"search = { };\nui = \"tui\"; search = { };",
         "congo.conf:2: search stands here for the second time; the first is in line 1"},
        {"ui = \"tui;\nclock = \"none\";",
         "congo.conf:1: the text that begins here has no closing quote on its line"},
        {"ui = \"tui", "congo.conf:1: the text that begins here has no closing quote on its line"},
        {"ui = \"tui\\x00\";", "congo.conf:1: a text cannot contain the byte \\x00"},
        {"ui = \"tui\";\n/* clock = \"none\";",
         "congo.conf:2: the comment that begins here has no end: */ is missing"},
        {"ui = \"tui\";\n@include \"other.conf\"", "congo.conf:2: a file cannot include another"},
        {"ui = \"tui\\\"",
         "congo.conf:1: the text that begins here has no closing quote on its line"},
        {"search = { depth = 3; ];", "congo.conf:1: search: the { that begins here is not closed"},
        {"search =\n{ depth = ( 3\n};",
         "congo.conf:2: search.depth: the ( that begins here is not closed"},
        {"a = ((((\n(((((1)))))))));", "congo.conf:1: a: not a setting"},
        {"keys = { undo = [ 1,\n \"u\"\n ]; };",
         "congo.conf:2: the values of an array [ ... ] are all numbers, or all texts"},
        {"keys = { undo = [ \"u\", 1 ]; };",
         "congo.conf:1: the values of an array [ ... ] are all numbers, or all texts"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_rejected(rows[i][0], rows[i][1]);
}

static void too_many_are_refused(void **state) {
    (void)state;
    static char text[20000];
    size_t used = (size_t)sprintf(text, "keys = { undo = [");
    for (int i = 0; i <= KEY_BINDINGS_MAX; i++)
        used += (size_t)sprintf(text + used, "%s \"x\"", i ? "," : "");
    strcpy(text + used, " ]; };");
    check_rejected(text, "congo.conf:1: keys.undo: expected at most 128 keys, found more");
    for (int depth = 32; depth <= 33; depth++) {
        sprintf(text, "a = %.*s%.*s;", depth, "(((((((((((((((((((((((((((((((((", depth,
                ")))))))))))))))))))))))))))))))))");
        check_rejected(text, depth == 32
                                 ? "congo.conf:1: a: not a setting"
                                 : "congo.conf:1: expected at most 32 brackets inside each other");
    }
    used = (size_t)sprintf(text, "variants = (");
    for (int i = 0; i <= CUSTOM_VARIANTS_MAX; i++)
        used += (size_t)sprintf(text + used, "%s { name = \"v%d\"; }", i ? "," : "", i);
    strcpy(text + used, " );");
    check_rejected(text,
                   "congo.conf:1: variants: expected a list of at most 16 variants ( { name = "
                   "...; }, ... ), found a list ( ... )");
}

static void check_unreadable(const char *path, const char *sentence) {
    Settings settings, before;
    Error error = {0};
    settings_default(&settings);
    memcpy(&before, &settings, sizeof settings);
    assert_false(settings_file_read(&settings, path, &error));
    assert_string_equal(error.text, sentence);
    assert_int_equal(error.code, strstr(sentence, "zero byte") ? ERROR_SYNTAX : ERROR_IO);
    assert_memory_equal(&settings, &before, sizeof settings);
}

static void unreadable_files_are_refused(void **state) {
    (void)state;
    static char large[64 * 1024 + 1];
    memset(large, '\n', sizeof large);
    scratch_write_bytes("large.conf", large, sizeof large);
    check_unreadable("large.conf", "large.conf: expected at most 65536 bytes, found more");
    scratch_write_bytes("large.conf", large, sizeof large - 1);
    Settings settings;
    settings_default(&settings);
    assert_true(settings_file_read(&settings, "large.conf", NULL));
    scratch_write_bytes("zero.conf", "ui = \"tui\";\n\0\n", 14);
    check_unreadable("zero.conf", "zero.conf:2: expected text, found a zero byte");
    check_unreadable("none.conf", "none.conf: cannot be read: No such file or directory");
    check_unreadable(".", ".: expected a file, found a folder");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    check_unreadable("pipe", "pipe: expected a file, found something else");
    check_unreadable("", ": cannot be read: No such file or directory");
    if (geteuid() != 0) {
        scratch_write("secret.conf", "");
        assert_int_equal(chmod("secret.conf", 0), 0);
        check_unreadable("secret.conf", "secret.conf: cannot be read: Permission denied");
    }
}

static void long_paths_are_shortened_in_messages(void **state) {
    (void)state;
    char path[5000];
    Settings settings;
    Error error = {0};
    memset(path, 'a', sizeof path);
    path[sizeof path - 1] = '\0';
    settings_default(&settings);
    assert_false(settings_file_read(&settings, path, &error));
    assert_non_null(strstr(error.text, "aaa: expected a path of at most 4095 bytes"));
    path[200] = '\0';
    assert_false(settings_file_read(&settings, path, &error));
    assert_memory_equal(error.text, "...aaa", 6);
    assert_non_null(strstr(error.text, "aaa: cannot be read: No such file or directory"));
}

/* ---- the sample ---- */

/* Writes the beginning of a setting's line in the sample. */
static void sample_line(const char *path, char text[64]) {
    const char *dot = strrchr(path, '.');
    snprintf(text, 64, "\n%s# %s = ", dot ? "  " : "", dot ? dot + 1 : path);
}

static void sample_sets_nothing(void **state) {
    (void)state;
    static Settings settings;
    Error error = {0};
    settings_default(&settings);
    if (!settings_file_read(&settings, scratch_source("etc/congo.conf"), &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < table_congo.count; i++)
        assert_int_equal(setting_table_source(&table_congo, &table_congo.rows[i], &settings),
                         SOURCE_DEFAULT);
}

/* Writes the sample with its settings in force to a file. */
static void uncomment_sample(const char *path) {
    char *sample = scratch_read(scratch_source("etc/congo.conf"));
    for (size_t i = 0; i < table_congo.count; i++) {
        char line[64];
        if (!table_congo.rows[i].path)
            continue;
        sample_line(table_congo.rows[i].path, line);
        for (char *at = sample; (at = strstr(at, line)) != NULL; at++)
            *strchr(at, '#') = ' ';
    }
    scratch_write(path, sample);
    free(sample);
}

static void sample_has_every_setting(void **state) {
    (void)state;
    char *sample = scratch_read(scratch_source("etc/congo.conf"));
    for (size_t i = 0; i < table_congo.count; i++) {
        const char *path = table_congo.rows[i].path;
        char line[64];
        if (!path)
            continue;
        sample_line(path, line);
        if (!strstr(sample, line))
            fail_msg("etc/congo.conf has no %s", path);
    }
    assert_non_null(strstr(sample, "\nkeys = {"));
    assert_non_null(strstr(sample, "\nvariants = ("));
    free(sample);
}

static void set(Settings *settings, const char *name, const char *text) {
    Error error = {0};
    if (!settings_set(settings, name, text, &error))
        fail_msg("%s=%s: %s", name, text, error.text);
}

static void sample_has_the_defaults(void **state) {
    (void)state;
    Settings defaults, settings;
    Error error = {0};
    settings_default(&defaults);
    memcpy(&settings, &defaults, sizeof settings);
    /* Values that the sample must replace. */
    set(&settings, "white", "ai/random");
    set(&settings, "black", "hi/random");
    set(&settings, "white-name", "x");
    set(&settings, "black-name", "x");
    set(&settings, "variant", "wits");
    set(&settings, "clock", "1+1");
    static const char *const changed[][2] = {
        {"depth", "9"},     {"movetime", "9"},     {"level", "9"},     {"threads", "9"},
        {"hash", "9"},      {"ui", "tui"},         {"theme", "light"}, {"glyphs", "drawn"},
        {"colors", "8"},    {"charset", "utf8"},   {"zoom", "2x1"},    {"mouse", "off"},
        {"bell", "on"},     {"animations", "off"}, {"host", "x"},      {"port", "9"},
        {"pace", "9"},      {"ponder", "on"},      {"lines", "8"},     {"plain", "on"},
        {"panels", "full"}, {"tls", "on"}};
    for (size_t i = 0; i < LENGTH(changed); i++)
        set(&settings, changed[i][0], changed[i][1]);
    uncomment_sample("sample.conf");
    if (!settings_file_read(&settings, "sample.conf", &error))
        fail_msg("%s", error.text);
    for (int color = 0; color < COLOR_COUNT; color++) {
        assert_int_equal(settings.player[color].control, defaults.player[color].control);
        assert_string_equal(settings.player[color].advisor, defaults.player[color].advisor);
        assert_string_equal(settings.player_name[color], defaults.player_name[color]);
    }
    assert_string_equal(settings.variant.name, defaults.variant.name);
    assert_int_equal(settings.clock.base_ms, defaults.clock.base_ms);
    assert_int_equal(settings.clock.increment_ms, defaults.clock.increment_ms);
    assert_int_equal(settings.pace_ms, defaults.pace_ms);
    assert_int_equal(settings.depth, defaults.depth);
    assert_int_equal(settings.movetime_ms, defaults.movetime_ms);
    assert_int_equal(settings.level, defaults.level);
    assert_int_equal(settings.threads, defaults.threads);
    assert_int_equal(settings.hash_mb, defaults.hash_mb);
    assert_int_equal(settings.ponder, defaults.ponder);
    assert_int_equal(settings.lines, defaults.lines);
    assert_int_equal(settings.ui, defaults.ui);
    assert_int_equal(settings.theme, defaults.theme);
    assert_int_equal(settings.glyphs, defaults.glyphs);
    assert_int_equal(settings.colors, defaults.colors);
    assert_int_equal(settings.charset, defaults.charset);
    assert_int_equal(settings.zoom, defaults.zoom);
    assert_int_equal(settings.panels, defaults.panels);
    assert_int_equal(settings.mouse, defaults.mouse);
    assert_int_equal(settings.bell, defaults.bell);
    assert_int_equal(settings.animations, defaults.animations);
    assert_int_equal(settings.plain, defaults.plain);
    assert_string_equal(settings.host, defaults.host);
    assert_int_equal(settings.port, defaults.port);
    assert_int_equal(settings.key_count, 0);
    assert_int_equal(settings.custom_variant_count, 0);
}

/* The examples in the sample's comments are valid. */
static void sample_examples_are_read(void **state) {
    (void)state;
    char *sample = scratch_read(scratch_source("etc/congo.conf"));
    for (char *at = sample; (at = strstr(at, "\n#   ")); at += 5)
        memcpy(at + 1, "    ", 4);
    char *text = calloc(1, 100000);
    const char *keys = strstr(sample, "    undo = ");
    const char *list = strstr(sample, "    { name = ");
    sprintf(text, "keys = { %.*s };\nvariants = ( %.*s );", (int)(strstr(keys, "\nkeys") - keys),
            keys, (int)(strstr(list, "; }") + 3 - list), list);
    Settings settings;
    read_valid(&settings, text);
    assert_int_equal(settings.key_count, 3);
    assert_string_equal(settings.custom_variants[0].name, "one-island");
    assert_true(settings.custom_variants[0].islands == square_bit(D4));
    free(text);
    free(sample);
}

/* ---- damaged files ---- */

/* Checks that an error is one line and begins with the file's name. */
static void check_sentence(const Error *error) {
    assert_int_not_equal(error->code, ERROR_NONE);
    assert_memory_equal(error->text, "congo.conf:", 11);
    for (const char *at = error->text; *at; at++)
        assert_true((unsigned char)*at >= ' ' && *at != 0x7F);
}

/* Checks that a damaged file is read completely, within all ranges, or changes nothing. */
static void read_damaged(const char *bytes, size_t length) {
    static Settings before, settings;
    Error error = {0};
    settings_default(&before);
    settings_default(&settings);
    scratch_write_bytes(file_name, bytes, length);
    if (settings_file_read(&settings, file_name, &error)) {
        assert_true(settings.depth >= 0 && settings.depth <= 100);
        assert_true(settings.level >= 1 && settings.level <= 10);
        assert_true(settings.port >= 0 && settings.port <= 65535);
        assert_true(settings.zoom < ZOOM_COUNT);
        assert_true(variant_check(&settings.variant, NULL, NULL));
        for (int i = 0; i < settings.custom_variant_count; i++)
            assert_true(variant_check(&settings.custom_variants[i], NULL, NULL));
    } else {
        check_sentence(&error);
        assert_memory_equal(&settings, &before, sizeof settings);
    }
}

static void truncated_files_are_harmless(void **state) {
    (void)state;
    for (size_t length = 0; length < sizeof everything; length++)
        read_damaged(everything, length);
}

static void changed_bytes_are_harmless(void **state) {
    (void)state;
    static const char others[] = {'\0', '\n', '"', '{', '}', '(', ']', '9', '#', '/', '\\', '@'};
    char text[sizeof everything];
    memcpy(text, everything, sizeof text);
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        for (size_t j = 0; j < LENGTH(others); j++) {
            text[i] = others[j];
            read_damaged(text, sizeof text - 1);
        }
        text[i] = (char)(everything[i] ^ 0x80);
        read_damaged(text, sizeof text - 1);
        text[i] = everything[i];
    }
}

static void missing_bytes_are_harmless(void **state) {
    (void)state;
    char text[sizeof everything];
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        memcpy(text, everything, i);
        memcpy(text + i, everything + i + 1, sizeof text - i - 1);
        read_damaged(text, sizeof text - 2);
    }
}

/* ---- where the file is ---- */

static void check_found(const char *expected) {
    char path[SETTING_PATH_SIZE];
    assert_true(settings_file_find(path));
    assert_string_equal(path, scratch_path(expected));
}

static void file_is_found_in_order(void **state) {
    (void)state;
    char path[SETTING_PATH_SIZE], list[9000];
    static const char *const folders[] = {"x",  "x/congo",  "h",  "h/.config", "h/.config/congo",
                                          "d1", "d1/congo", "d2", "d2/congo"};
    for (size_t i = 0; i < LENGTH(folders); i++)
        assert_int_equal(mkdir(folders[i], 0700), 0);
    scratch_write("x/congo/congo.conf", "");
    scratch_write("h/.config/congo/congo.conf", "");
    scratch_write("d1/congo/congo.conf", "");
    scratch_write("d2/congo/congo.conf", "");
    snprintf(list, sizeof list, "relative:%s", scratch_path("d1"));
    snprintf(list + strlen(list), sizeof list - strlen(list), "::%s", scratch_path("d2"));
    setenv("XDG_CONFIG_HOME", scratch_path("x"), 1);
    setenv("HOME", scratch_path("h"), 1);
    setenv("XDG_CONFIG_DIRS", list, 1);
    check_found("x/congo/congo.conf");
    unlink("x/congo/congo.conf");
    check_found("d1/congo/congo.conf"); /* the user's folder is elsewhere, not in ~/.config */
    setenv("XDG_CONFIG_HOME", "relative", 1);
    check_found("h/.config/congo/congo.conf");
    unsetenv("XDG_CONFIG_HOME");
    check_found("h/.config/congo/congo.conf");
    unlink("h/.config/congo/congo.conf");
    check_found("d1/congo/congo.conf");
    unlink("d1/congo/congo.conf");
    check_found("d2/congo/congo.conf");
    unsetenv("HOME");
    check_found("d2/congo/congo.conf");
    unlink("d2/congo/congo.conf");
    if (access(SYSCONFDIR "/congo/congo.conf", F_OK) != 0)
        assert_false(settings_file_find(path));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_setting_is_read),
        cmocka_unit_test(file_is_the_source_of_what_it_sets),
        cmocka_unit_test(words_are_read_in_any_case),
        cmocka_unit_test(zoom_is_a_size),
        cmocka_unit_test(keys_know_their_lines),
        cmocka_unit_test(second_file_replaces_keys_and_variants),
        cmocka_unit_test(unusual_syntax_is_read),
        cmocka_unit_test(wrong_values_name_file_line_and_setting),
        cmocka_unit_test(unknown_settings_name_the_closest),
        cmocka_unit_test(wrong_keys_and_variants_are_refused),
        cmocka_unit_test(broken_syntax_names_the_line),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(unreadable_files_are_refused),
        cmocka_unit_test(long_paths_are_shortened_in_messages),
        cmocka_unit_test(sample_has_every_setting),
        cmocka_unit_test(sample_sets_nothing),
        cmocka_unit_test(sample_has_the_defaults),
        cmocka_unit_test(sample_examples_are_read),
        cmocka_unit_test(truncated_files_are_harmless),
        cmocka_unit_test(changed_bytes_are_harmless),
        cmocka_unit_test(missing_bytes_are_harmless),
        cmocka_unit_test(file_is_found_in_order),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
