/* Reading scripts, and the errors of invalid ones. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/options.h"
#include "script/script.h"
#include "../support/scratch.h"

static const char good[] = "# for people\n"
                           "\n"
                           "option --theme=light\n"
                           "size 80x24\n"
                           "  option\t--white-name=Ada Lovelace \r\n"
                           "file one/two.congo\n"
                           "|[White \"A\"]\n"
                           "|\n"
                           "keys Tab Down*3 ?\n"
                           "type #1\n"
                           "paste\n"
                           "| a\n"
                           "|\n"
                           "click 12,3\n"
                           "screen\n"
                           "| a\n"
                           "|b\r\n"
                           "\n"
                           "stay\n"
                           "# the end\n";

static void test_reading(void **state) {
    (void)state;
    Error error = {0};
    scratch_write("good.script", good);
    Script *script = script_read("good.script", &error);
    if (!script)
        fail_msg("%s", error.text);
    assert_int_equal(script->count, 10);
    const ScriptLine *line = script->lines;
    assert_string_equal(line[0].text, "--theme=light");
    assert_string_equal(line[0].source, "# for people\n\noption --theme=light\n");
    assert_int_equal(line[0].line, 3);
    assert_null(line[0].block);
    assert_int_equal(line[1].number[0], 80);
    assert_int_equal(line[1].number[1], 24);
    assert_string_equal(line[2].text, "--white-name=Ada Lovelace");
    assert_string_equal(line[3].block, "[White \"A\"]\n\n");
    assert_string_equal(line[4].text, "Tab Down*3 ?");
    assert_string_equal(line[5].text, "#1");
    assert_string_equal(line[6].block, " a\n\n");
    assert_int_equal(line[7].number[1], 3);
    assert_string_equal(line[8].block, " a\nb\n");
    assert_string_equal(line[9].source, "\nstay\n");
    assert_string_equal(script->rest, "# the end\n");
    assert_ptr_equal(script_find_line(script, SCRIPT_OPTION, 1), &line[2]);
    assert_null(script_find_line(script, SCRIPT_MASK, 0));
    script_free(script);
}

static void test_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *sentence;
    } bad[] = {
        {"key a\n", "x:1: a script has no command \"key\", the closest is keys"},
        {"# a\n\nkeys\n", "x:3: expected names of keys such as Tab Enter Down*3 n, found nothing"},
        {"size 80\n", "x:1: expected columns and lines such as 80x24, found \"80\""},
        {"size 80x0\n", "x:1: expected columns and lines such as 80x24, found \"80x0\""},
        {"size 80x24x\n", "x:1: expected columns and lines such as 80x24, found \"80x24x\""},
        {"size -8x24\n", "x:1: expected columns and lines such as 80x24, found \"-8x24\""},
        {"click 3\n", "x:1: expected a column and a line, from 1, such as 12,3, found \"3\""},
        {"wheel round\n", "x:1: expected up or down, found \"round\""},
        {"patience 99999999999999999999\n",
         "x:1: expected a number of seconds from 1 to 3600, found \"99999999999999999999\""},
        {"stay here\n", "x:1: expected nothing after it, found \"here\""},
        {"file ../a\n|\n", "x:1: expected a relative name without \"..\" or \"~\", found \"../a\""},
        {"file a\n", "x:1: expected lines with | below \"file\""},
        {"type a\n|b\n", "x:1: expected no lines with | below \"type\""},
        {"paste\nkeys a\n", "x:1: expected a text, or lines with | below \"paste\""},
        {"paste a\n|b\n", "x:1: expected a text, or lines with | below \"paste\", found both"},
        {"screen\n\n|b\n", "x:3: expected lines with | only below a screen or a file"},
        {"keys a\noption --theme=dark\n", "x:2: expected \"option\" only before the first action"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Error error = {0};
        scratch_write("x", bad[i].text);
        assert_null(script_read("x", &error));
        assert_string_equal(error.text, bad[i].sentence);
    }
    Error error = {0};
    assert_null(script_read("missing", &error));
    assert_string_equal(error.text, "missing: cannot be read: No such file or directory");
}

/* Parses the options of a script and one argument of the command line. */
static bool parse(const char *text, char *argument, Settings *settings, Error *error) {
    char *arguments[] = {(char[]){"congo"}, (char[]){"--script=x"}, argument};
    OptionsRequest request;
    scratch_write("x", text);
    Script *script = script_read("x", error);
    assert_non_null(script);
    size_t count;
    OptionLine *lines = script_options(script, &count);
    bool parsed =
        options_parse(argument ? 3 : 2, arguments, lines, count, settings, &request, error);
    free(lines);
    script_free(script);
    return parsed;
}

static void test_options(void **state) {
    (void)state;
    static Settings settings;
    Error error = {0};
    static const char text[] = "option --depth=3\noption --level=2\n";
    assert_true(parse(text, (char[]){"--level=4"}, &settings, &error));
    assert_int_equal(settings.depth, 3);
    assert_int_equal(settings.level, 4);
    assert_false(parse("\noption --depth=x\n", NULL, &settings, &error));
    assert_string_equal(error.text,
                        "x:2: --depth: expected a whole number from 0 to 100, found \"x\"");
    assert_false(parse("option --detph=1\n", NULL, &settings, &error));
    assert_string_equal(error.text,
                        "x:1: there is no option \"--detph=1\", the closest is --depth");
    assert_false(parse("option --script=x\n", NULL, &settings, &error));
    assert_string_equal(error.text, "x:1: expected an option of a game, found \"--script\"");
    assert_false(parse("option --help\n", NULL, &settings, &error));
    assert_string_equal(error.text, "x:1: expected an option of a game, found \"--help\"");
}

/* congo-script(5) describes every verb. */
static void test_page(void **state) {
    (void)state;
    char *page = scratch_read(scratch_source("man/congo-script.5"));
    for (int i = 0; i < SCRIPT_VERBS; i++) {
        char item[64];
        snprintf(item, sizeof item, "\n.It Ic %s", script_verb_name((ScriptVerb)i));
        const char *at = strstr(page, item);
        if (!at || (at[strlen(item)] != ' ' && at[strlen(item)] != '\n'))
            fail_msg("congo-script(5) does not have %s", script_verb_name((ScriptVerb)i));
    }
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_page),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
