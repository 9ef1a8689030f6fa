/* The arguments of commands: options in all their forms, and operands. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "config/options.h"
#include "config/command_options.h"

enum { ARGUMENTS_MAX = 16 };

/* Reads arguments separated by blanks and stores their values over the defaults. The operands point
 * into static memory. */
static bool parse(CommandId id, const char *line, void *values, Error *error) {
    static char text[400], program[] = "program";
    static Arguments given;
    char *arguments[ARGUMENTS_MAX] = {program};
    int count = 1;
    arguments_free(&given);
    given.command = &table_commands[id];
    assert_true(strlen(line) < sizeof text);
    strcpy(text, line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        assert_true(count < ARGUMENTS_MAX);
        arguments[count++] = word;
    }
    setting_table_store_defaults(&given.command->table, values);
    return arguments_read(&given, count, arguments, NULL, error) &&
           arguments_store(&given, values, error);
}

static void check_error(CommandId id, const char *line, const char *expected) {
    MatchSetup values; /* the largest of all */
    Error error = {0};
    assert_false(parse(id, line, &values, &error));
    assert_string_equal(error.text, expected);
}

static void letters_are_options(void **state) {
    (void)state;
    FileConvertOptions options;
    assert_true(parse(COMMAND_FILE_CONVERT, "-t coordinates -oout -f in", &options, NULL));
    assert_int_equal(options.format, CONVERT_COORDINATES);
    assert_string_equal(options.output, "out");
    assert_true(options.force);
    assert_false(options.strict);
    assert_int_equal(options.files.count, 1);
    assert_string_equal(options.files.items[0], "in");
    assert_true(parse(COMMAND_FILE_CONVERT, "-fo out - --strict", &options, NULL));
    assert_string_equal(options.output, "out");
    assert_true(options.force && options.strict);
    assert_string_equal(options.files.items[0], "-");
    check_error(COMMAND_FILE_CONVERT, "-x in", "there is no option \"-x\"; --help lists them");
    check_error(COMMAND_FILE_CONVERT, "in -o", "--output: expected FILE, found nothing");
}

static void operands_stand_anywhere(void **state) {
    (void)state;
    FileCheckOptions check;
    assert_true(parse(COMMAND_FILE_CHECK, "a --quiet b -- --strict -1", &check, NULL));
    assert_true(check.quiet);
    assert_false(check.strict);
    assert_int_equal(check.files.count, 4);
    assert_string_equal(check.files.items[2], "--strict");
    PerftOptions perft;
    assert_true(parse(COMMAND_PERFT, "--threads 3 5 FEN --divide", &perft, NULL));
    assert_int_equal(perft.threads, 3);
    assert_int_equal(perft.depth, 5);
    assert_string_equal(perft.fen, "FEN");
    assert_true(perft.divide);
    assert_string_equal(perft.variant, "congo");
    check_error(COMMAND_PERFT, "-1", "depth: expected a whole number from 0 to 50, found -1");
    check_error(COMMAND_PERFT, "", "expected a depth in plies");
    check_error(COMMAND_BENCH, "5 6", "expected one depth, found \"6\"");
}

static void surplus_operands_are_refused_by_every_command(void **state) {
    (void)state;
    for (int id = 0; id < COMMAND_COUNT; id++) {
        Error error = {0};
        void *values = memory_allocate(table_commands[id].table.size + 1);
        bool only_holds_commands = table_commands[id].table.count == 0;
        if (!only_holds_commands && !parse((CommandId)id, "1 2 3 4", values, &error) &&
            strstr(error.text, "(null)"))
            fail_msg("%s: %s", table_commands[id].name, error.text);
        free(values);
    }
    check_error(COMMAND_ENGINE, "--variant=congo bench",
                "expected an option, or a command as the first argument, found \"bench\"");
}

static void options_are_for_both_engines_or_one(void **state) {
    (void)state;
    MatchSetup setup;
    Error error = {0};
    if (!parse(COMMAND_MATCH, "a b --nodes=7 --nodes2=9 --tc1 2+0.5 --option2=x=y --name1 A",
               &setup, &error))
        fail_msg("%s", error.text);
    assert_int_equal(setup.engines[0].limits.nodes, 7);
    assert_int_equal(setup.engines[1].limits.nodes, 9);
    assert_int_equal(setup.engines[0].limits.base_ms, 2000);
    assert_int_equal(setup.engines[0].limits.increment_ms, 500);
    assert_int_equal(setup.engines[1].limits.base_ms, 0);
    assert_int_equal(setup.engines[0].option_count, 0);
    assert_string_equal(setup.engines[1].options[0], "x=y");
    assert_string_equal(setup.engines[0].name, "A");
    assert_string_equal(setup.engines[1].command, "b");
    assert_int_equal(setup.games, 100);
    assert_int_equal(setup.patience_ms, 60000);
    check_error(COMMAND_MATCH, "a b --games1=2",
                "there is no option \"--games1=2\", the closest is --games");
}

static void abbreviations_are_refused(void **state) {
    (void)state;
    check_error(COMMAND_FILE_CHECK, "--str a",
                "there is no option \"--str\", the closest is --strict");
    check_error(COMMAND_FILE_CHECK, "--strict=on a", "--strict: expected no value, found \"on\"");
    check_error(COMMAND_BENCH, "--thread=2",
                "there is no option \"--thread=2\", the closest is --threads");
}

static void help_is_known_to_every_command(void **state) {
    (void)state;
    char program[] = "program", help[] = "--help", wrong[] = "--wrong";
    char *arguments[] = {program, help, wrong, NULL};
    for (int id = 0; id < COMMAND_COUNT; id++) {
        Arguments given = {.command = &table_commands[id]};
        assert_true(arguments_read(&given, 3, arguments, NULL, NULL));
        assert_non_null(given.request);
        assert_string_equal(given.request->name, "help");
        arguments_free(&given);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_options),
        cmocka_unit_test(operands_stand_anywhere),
        cmocka_unit_test(surplus_operands_are_refused_by_every_command),
        cmocka_unit_test(options_are_for_both_engines_or_one),
        cmocka_unit_test(abbreviations_are_refused),
        cmocka_unit_test(help_is_known_to_every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
