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

#include "config/options.h"
#include "config/settings.h"
#include "../support/scratch.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

enum { LINE_ARGUMENTS_MAX = 40 };

/* Parses a command line whose arguments are separated by '|'. */
static bool parse(const char *line, Settings *settings, OptionsRequest *request, Error *error) {
    char text[4000];
    char program[] = "congo";
    char *arguments[LINE_ARGUMENTS_MAX] = {program};
    int count = 1;
    assert_true(strlen(line) < sizeof text);
    strcpy(text, line);
    for (char *at = text; *line && at;) {
        assert_true(count < LINE_ARGUMENTS_MAX);
        arguments[count++] = at;
        at = strchr(at, '|');
        if (at)
            *at++ = '\0';
    }
    return options_parse(count, arguments, NULL, 0, settings, request, error);
}

static void parse_valid(const char *line, Settings *settings) {
    OptionsRequest request = OPTIONS_VERSION;
    Error error = {0};
    if (!parse(line, settings, &request, &error))
        fail_msg("%s: %s", line, error.text);
    assert_int_equal(request, OPTIONS_PLAY);
}

static void check_rejected(const char *line, const char *sentence) {
    Settings settings, before;
    OptionsRequest request;
    Error error = {0};
    memset(&settings, 0x55, sizeof settings);
    memcpy(&before, &settings, sizeof settings);
    assert_false(parse(line, &settings, &request, &error));
    assert_string_equal(error.text, sentence);
    assert_int_not_equal(error.code, ERROR_NONE);
    assert_memory_equal(&settings, &before, sizeof settings);
}

/* Hides the configuration files of the machine. */
static int enter(void **state) {
    if (scratch_enter(state) != 0 || mkdir("empty", 0700) != 0)
        return -1;
    setenv("XDG_CONFIG_HOME", scratch_path("empty"), 1);
    setenv("XDG_CONFIG_DIRS", scratch_path("empty"), 1);
    return 0;
}

static void no_options_give_the_defaults(void **state) {
    (void)state;
    Settings settings;
    parse_valid("--config=none", &settings);
    assert_int_equal(settings.player[WHITE].control, CONTROL_HUMAN);
    assert_int_equal(settings.player[BLACK].control, CONTROL_COMPUTER);
    assert_string_equal(settings.variant.name, "congo");
    assert_string_equal(settings.game, "standard");
}

static void both_forms_of_options_are_read(void **state) {
    (void)state;
    Settings settings;
    parse_valid("--place=local|--game=standard|--white=ai/random|--black=hi/negamax", &settings);
    assert_int_equal(settings.player[WHITE].control, CONTROL_COMPUTER);
    assert_int_equal(settings.player[BLACK].control, CONTROL_HUMAN);
    parse_valid("--black|hi/negamax|--white|ai/random|--game|standard|--place|local", &settings);
    assert_int_equal(settings.player[WHITE].control, CONTROL_COMPUTER);
    assert_string_equal(settings.player[WHITE].advisor, "random");
    assert_int_equal(settings.player[BLACK].control, CONTROL_HUMAN);
}

/* Each row of the table is an option in both forms, and takes its default. */
static void every_setting_is_an_option(void **state) {
    (void)state;
    for (size_t i = 0; i < table_congo.count; i++) {
        const Setting *setting = &table_congo.rows[i];
        Buffer value = {0};
        if (setting->size == 0 || strcmp(setting->name, "tour") == 0)
            continue;
        setting_write_default(setting, &value);
        if (!value.bytes)
            buffer_add_string(&value, strcmp(setting->name, "puzzle") == 0        ? "next"
                                      : strcmp(setting->name, "fingerprint") == 0 ? ""
                                                                                  : "file");
        Settings settings;
        char line[300];
        snprintf(line, sizeof line, "--%s=%s", setting->name, value.bytes);
        parse_valid(line, &settings);
        snprintf(line, sizeof line, "--%s|%s", setting->name, value.bytes);
        parse_valid(line, &settings);
        buffer_free(&value);
    }
}

static void last_value_wins(void **state) {
    (void)state;
    Settings settings;
    parse_valid("--depth=3|--level=2|--depth=5", &settings);
    assert_int_equal(settings.depth, 5);
    check_rejected("--depth=x|--depth=5",
                   "--depth: expected a whole number from 0 to 100, found \"x\"");
}

static void puzzle_needs_no_value(void **state) {
    (void)state;
    Settings settings;
    parse_valid("--depth=3", &settings);
    assert_int_equal(settings.puzzle, 0);
    parse_valid("--puzzle", &settings);
    assert_int_equal(settings.puzzle, PUZZLE_NEXT);
    parse_valid("--puzzle|--depth=3", &settings);
    assert_int_equal(settings.puzzle, PUZZLE_NEXT);
    assert_int_equal(settings.depth, 3);
    parse_valid("--puzzle=next", &settings);
    assert_int_equal(settings.puzzle, PUZZLE_NEXT);
    parse_valid("--puzzle=17", &settings);
    assert_int_equal(settings.puzzle, 17);
    parse_valid("--puzzle|17", &settings);
    assert_int_equal(settings.puzzle, 17);
    check_rejected("--puzzle=0", "--puzzle: expected the number of a puzzle, or \"next\", found 0");
    check_rejected("--puzzle=last",
                   "--puzzle: expected the number of a puzzle, or \"next\", found \"last\"");
    check_rejected("--puzzle|--variant=wits", "--variant cannot be combined with --puzzle");
    check_rejected("--load=a.congo|--puzzle", "--load cannot be combined with --puzzle");
}

static void training_needs_no_value(void **state) {
    (void)state;
    Settings settings;
    parse_valid("--depth=3", &settings);
    assert_string_equal(settings.train, "");
    parse_valid("--train|--variant=wits", &settings);
    assert_string_equal(settings.train, "any");
    parse_valid("--train=Lz_l draw", &settings);
    assert_string_equal(settings.train, "Lz_l draw");
}

static void order_does_not_matter(void **state) {
    (void)state;
    static const char *const lines[] = {
        "--variant=megapawn|--game=3l3/3p3/7/7/7/Q6/3L3/w/-1|--config=order.conf",
        "--game=3l3/3p3/7/7/7/Q6/3L3/w/-1|--variant=megapawn|--config=order.conf",
        "--config=order.conf|--game=3l3/3p3/7/7/7/Q6/3L3/w/-1|--variant=megapawn",
    };
    scratch_write("order.conf", "variant = \"wits\"; search = { depth = 4; };");
    for (size_t i = 0; i < LENGTH(lines); i++) {
        Settings settings;
        parse_valid(lines[i], &settings);
        assert_string_equal(settings.variant.name, "megapawn");
        assert_string_equal(settings.game, "3l3/3p3/7/7/7/Q6/3L3/w/-1");
        assert_int_equal(settings.depth, 4);
    }
    check_rejected("--game=3l3/3p3/7/7/7/Q6/3L3/w/-1|--config=order.conf",
                   "--game: rank 2: 'Q' is not a piece of wits; its letters are L Z E G C M P S");
}

static void file_is_read_before_the_options(void **state) {
    (void)state;
    Settings settings;
    scratch_write("a.conf", "search = { depth = 4; level = 3; };\n"
                            "variants = ( { name = \"mine\"; quiet_plies = 9; } );");
    parse_valid("--depth=6|--config=a.conf|--variant=mine", &settings);
    assert_int_equal(settings.depth, 6);
    assert_int_equal(settings.level, 3);
    assert_int_equal(settings.port, 0);
    assert_string_equal(settings.variant.name, "mine");
    assert_int_equal(settings.variant.quiet_plies, 9);
    assert_string_equal(settings.config_path, "a.conf");
    scratch_write("b.conf", "search = { depth = 7; };");
    parse_valid("--config|a.conf|--config|b.conf", &settings);
    assert_int_equal(settings.depth, 7);
    assert_int_equal(settings.level, 10);
    scratch_write("bad.conf", "\nsearch = { depth = 500; };");
    check_rejected("--config=bad.conf|--depth=3",
                   "bad.conf:2: search.depth: expected a whole number from 0 to 100, found 500");
    check_rejected("--config=missing.conf",
                   "missing.conf: cannot be read: No such file or directory");
    char sentence[SCRATCH_SENTENCE_SIZE];
    check_rejected("--config=none|--variant=mine",
                   scratch_unknown_variant("--variant: ", "mine", sentence));
}

static void file_is_found(void **state) {
    (void)state;
    Settings settings;
    assert_int_equal(mkdir("home", 0700), 0);
    assert_int_equal(mkdir("home/congo", 0700), 0);
    setenv("XDG_CONFIG_HOME", scratch_path("home"), 1);
    scratch_write("home/congo/congo.conf", "search = { depth = 8; }; variant = \"my.conf\";");
    scratch_write("home/congo/my.conf", "variant = { name = \"by-the-file\"; };");
    parse_valid("", &settings);
    assert_int_equal(settings.depth, 8);
    assert_string_equal(settings.config_path, scratch_path("home/congo/congo.conf"));
    assert_string_equal(settings.variant.name, "by-the-file");
    parse_valid("--config=none", &settings);
    assert_int_equal(settings.depth, 0);
    scratch_write("home/congo/congo.conf", "search = {");
    OptionsRequest request;
    assert_false(parse("", &settings, &request, NULL));
    /* --help works with a broken file. */
    assert_true(parse("--help", &settings, &request, NULL));
    setenv("XDG_CONFIG_HOME", scratch_path("empty"), 1);
}

static void the_folder_of_endings_is_relative_to_the_file(void **state) {
    (void)state;
    static const struct {
        const char *line, *file, *endings;
    } rows[] = {
        {"--config=sub/a.conf", "", "auto"},
        {"--config=sub/a.conf", "endings = \"tables\";", "sub/tables"},
        {"--config=sub/a.conf", "endings = \"/tables\";", "/tables"},
        {"--config=sub/a.conf", "endings = \"None\";", "None"},
        {"--config=sub/a.conf|--endings=tables", "endings = \"none\";", "tables"},
    };
    assert_int_equal(mkdir("sub", 0700), 0);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Settings settings;
        scratch_write("sub/a.conf", rows[i].file);
        parse_valid(rows[i].line, &settings);
        assert_string_equal(settings.endings, rows[i].endings);
    }
    check_rejected("--config=none|--endings=",
                   "--endings: expected \"auto\", \"none\" or a folder, found \"\"");
    scratch_write("sub/a.conf", "endings = \"\";");
    check_rejected("--config=sub/a.conf",
                   "sub/a.conf:1: endings: expected \"auto\", \"none\" or a folder, found \"\"");
}

static void requests_are_reported(void **state) {
    (void)state;
    static const struct {
        const char *line;
        OptionsRequest request;
    } rows[] = {
        {"--help", OPTIONS_HELP},
        {"--version", OPTIONS_VERSION},
        {"-h", OPTIONS_HELP},
        {"-?", OPTIONS_HELP},
        {"-V", OPTIONS_VERSION},
        {"--depth=3|--help|--nonsense", OPTIONS_HELP},
        {"--help-keys|--help", OPTIONS_HELP},
        {"--depth=x|--version", OPTIONS_VERSION},
        {"--config=missing|--help", OPTIONS_HELP},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Settings settings, before;
        OptionsRequest request;
        memset(&settings, 0x55, sizeof settings);
        memcpy(&before, &settings, sizeof settings);
        assert_true(parse(rows[i].line, &settings, &request, NULL));
        assert_int_equal(request, rows[i].request);
        assert_memory_equal(&settings, &before, sizeof settings);
    }
}

/* The list of keys shows what the other options and the file say. */
static void keys_are_listed_with_the_settings(void **state) {
    (void)state;
    scratch_write("keys.conf", "keys = { undo = \"F7\"; };");
    for (int i = 0; i < 2; i++) {
        Settings settings;
        OptionsRequest request;
        assert_true(parse(i ? "--help-keys|--config=keys.conf" : "--config=keys.conf|--help-keys",
                          &settings, &request, NULL));
        assert_int_equal(request, OPTIONS_HELP_KEYS);
        assert_int_equal(settings.key_count, 1);
        assert_string_equal(settings.keys[0].key, "F7");
    }
}

/* Words count in any case; what they set does not depend on it. */
static void words_are_read_in_any_case(void **state) {
    (void)state;
    Settings settings;
    parse_valid("--variant=ISLANDS|--theme=Light|--white=AI/Negamax|--mouse=NO|--bell=TRUE|"
                "--clock=NONE|--game=Standard|--zoom=AUTO|--place=Local",
                &settings);
    assert_string_equal(settings.variant.name, "islands");
    assert_int_equal(settings.theme, THEME_LIGHT);
    assert_int_equal(settings.player[WHITE].control, CONTROL_COMPUTER);
    assert_string_equal(settings.player[WHITE].advisor, "negamax");
    assert_false(settings.mouse);
    assert_true(settings.bell);
    assert_string_equal(settings.game, "standard");
    parse_valid("--puzzle=NEXT|--watch=no", &settings);
    assert_int_equal(settings.puzzle, PUZZLE_NEXT);
}

static void wrong_lines_are_refused(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"--dpeth=3", "there is no option \"--dpeth=3\", the closest is --depth"},
        {"--dep=3", "there is no option \"--dep=3\", the closest is --depth"},
        {"--white_name=x", "there is no option \"--white_name=x\", the closest is --white-name"},
        {"--=3", "there is no option \"--=3\"; --help lists them"},
        {"--nonsense|--help", "there is no option \"--nonsense\"; --help lists them"},
        {"--abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz=3",
         "there is no option \"--abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz=3\"; "
         "--help lists them"},
        {"-x", "there is no option \"-x\"; --help lists them"},
        {"game.congo", "expected an option such as --level=3 or --load=FILE, found \"game.congo\""},
        {"--", "expected an option such as --level=3 or --load=FILE, found \"--\""},
        {"--depth=3|", "expected an option such as --level=3 or --load=FILE, found \"\""},
        {"--depth", "--depth: expected a whole number from 0 to 100, found nothing"},
        {"--depth|--level=3", "--depth: expected a whole number from 0 to 100, found nothing"},
        {"--depth=", "--depth: expected a whole number from 0 to 100, found \"\""},
        {"--depth|-1", "--depth: expected a whole number from 0 to 100, found -1"},
        {"--config", "--config: expected a file or \"none\", found nothing"},
        {"--config=", "--config: expected a file or \"none\", found \"\""},
        {"--help=me", "--help: expected no value, found \"me\""},
        {"--version=", "--version: expected no value, found \"\""},
        {"--level=11", "--level: expected a whole number from 1 to 10, found 11"},
        {"--variant=missing.conf",
         "--variant: missing.conf: cannot be read: No such file or directory"},
        {"--glyphs=\x1b[31m", "--glyphs: expected \"auto\", \"letters\", \"animals\", \"drawn\", "
                              "\"quadrants\", \"sextants\" or \"octants\", found \"?[31m\""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_rejected(rows[i][0], rows[i][1]);
}

static void load_is_read(void **state) {
    (void)state;
    Settings settings;
    parse_valid("--load=a.congo#2|--white=hi/random", &settings);
    assert_string_equal(settings.load_path, "a.congo");
    assert_int_equal(settings.load_number, 2);
}

/* A damaged line is read completely or changes nothing. */
static void damaged_lines_are_harmless(void **state) {
    (void)state;
    static const char line[] = "--white=hi/random|--clock|300+5|--game=3l3/3p3/7/7/7/S6/3L3/w/-1|"
                               "--load-|--hash=64";
    char text[sizeof line];
    for (size_t i = 0; i + 1 < sizeof line; i++) {
        for (int byte = 1; byte < 256; byte++) {
            Settings settings, before;
            OptionsRequest request;
            Error error = {0};
            memset(&settings, 0x55, sizeof settings);
            memcpy(&before, &settings, sizeof settings);
            memcpy(text, line, sizeof text);
            text[i] = (char)byte;
            if (parse(text, &settings, &request, &error))
                continue;
            assert_true(error.code != ERROR_NONE && error.text[0]);
            assert_memory_equal(&settings, &before, sizeof settings);
        }
    }
}

static void help_shows_every_option(void **state) {
    (void)state;
    Buffer text = {0};
    arguments_help(&table_commands[COMMAND_CONGO], &text);
    const char *help = text.bytes;
    for (size_t i = 0; i < table_congo.count; i++) {
        const Setting *setting = &table_congo.rows[i];
        Buffer start = {0};
        buffer_add_format(&start, "\n  --%s", setting->name);
        if (setting_takes_value(setting))
            buffer_add_string(&start, "=");
        setting_write_value(setting, &start);
        if (setting->letter)
            buffer_add_format(&start, ", -%c", setting->letter);
        buffer_add_string(&start, " ");
        assert_non_null(strstr(help, start.bytes));
        assert_non_null(strstr(help, setting->help));
        buffer_free(&start);
    }
    static const char *const others[] = {"\n  --config=FILE ", "\n  --help, -h ",
                                         "\n  --help-keys ", "\n  --version, -V "};
    for (size_t i = 0; i < LENGTH(others); i++)
        assert_non_null(strstr(help, others[i]));
    for (const char *at = help; *at;) {
        size_t length = strcspn(at, "\n");
        assert_true(length <= 80);
        at += length;
        assert_int_equal(*at, '\n');
        at++;
    }
    buffer_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_options_give_the_defaults),
        cmocka_unit_test(both_forms_of_options_are_read),
        cmocka_unit_test(every_setting_is_an_option),
        cmocka_unit_test(last_value_wins),
        cmocka_unit_test(puzzle_needs_no_value),
        cmocka_unit_test(training_needs_no_value),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(file_is_read_before_the_options),
        cmocka_unit_test(file_is_found),
        cmocka_unit_test(the_folder_of_endings_is_relative_to_the_file),
        cmocka_unit_test(requests_are_reported),
        cmocka_unit_test(keys_are_listed_with_the_settings),
        cmocka_unit_test(words_are_read_in_any_case),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(load_is_read),
        cmocka_unit_test(damaged_lines_are_harmless),
        cmocka_unit_test(help_shows_every_option),
    };
    return cmocka_run_group_tests(tests, enter, scratch_leave);
}
