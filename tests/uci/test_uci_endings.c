/* The solved endings in the engine protocol: the option, what a search reports, damaged files. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/client.h"
#include "endings/ending_build.h"
#include "endings/ending_class.h"
#include "../support/scratch.h"

#define WON "3l3/7/7/7/7/7/C1L4/w/-1" /* lion and crocodile */

static Client client;

static int begin(void **state) {
    EndingBuildRequest request = {.variant = variant_default(), .men = 3, .threads = 1};
    Error error = {0};
    if (scratch_make(state) != 0)
        return -1;
    request.folder = scratch_path("endings");
    if (!ending_build(&request, &error))
        fail_msg("%s", error.text);
    client_start(&client);
    return 0;
}

static int end(void **state) {
    client_end(&client, NULL);
    return scratch_remove(state);
}

/* Returns the path of the table of a class. */
static const char *table_path(const char *class_name) {
    char name[ENDING_RULES_NAME_SIZE], file[200];
    EndingRules rules;
    assert_true(ending_rules_of(variant_default(), &rules));
    snprintf(file, sizeof file, "endings/%s/%s.ending", ending_rules_name(&rules, name),
             class_name);
    return scratch_path(file);
}

static void use_endings(const char *folder) {
    client_say(&client, "setoption name EndingsPath value %s", folder);
}

/* Searches the won position. Returns the number of positions found in the endings. */
static long search_won(void) {
    char last[2000] = "";
    const char *line;
    client_say(&client, "position fen " WON);
    client_say(&client, "go depth 1");
    while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0)
        if (strncmp(line, "info depth ", 11) == 0)
            snprintf(last, sizeof last, "%s", line);
    const char *hits = strstr(last, " tbhits ");
    assert_non_null(hits);
    assert_int_equal(strstr(last, " score mate ") != NULL, atol(hits + 8) > 0);
    return atol(hits + 8);
}

static void the_folder_is_an_option(void **state) {
    (void)state;
    use_endings("none");
    assert_int_equal(search_won(), 0);
    use_endings(scratch_path("endings"));
    assert_true(search_won() > 0);
    use_endings("");
    assert_int_equal(search_won(), 0);
    use_endings(scratch_path("endings"));
    assert_true(search_won() > 0);
    use_endings("<empty>");
    assert_int_equal(search_won(), 0);
}

static void a_wrong_folder_changes_nothing(void **state) {
    (void)state;
    use_endings(scratch_path("endings"));
    use_endings(scratch_path("nowhere"));
    const char *line = client_expect(&client, "info string ");
    assert_non_null(strstr(line, "EndingsPath: "));
    assert_non_null(strstr(line, "nowhere: cannot be read"));
    assert_true(search_won() > 0);
}

static void each_variant_has_its_own(void **state) {
    (void)state;
    use_endings(scratch_path("endings"));
    client_say(&client, "setoption name UCI_Variant value islands");
    assert_int_equal(search_won(), 0);
    client_say(&client, "setoption name UCI_Variant value megapawn");
    assert_int_equal(search_won(), 0);
    client_say(&client, "setoption name UCI_Variant value congo");
    assert_true(search_won() > 0);
    client_expect_silence(&client);
}

static void weak_levels_and_other_advisors_do_without(void **state) {
    (void)state;
    use_endings(scratch_path("endings"));
    client_say(&client, "setoption name Level value 9");
    client_say(&client, "position fen " WON);
    client_say(&client, "go depth 1");
    assert_non_null(strstr(client_expect(&client, "info depth 1 "), " tbhits 0 "));
    client_expect(&client, "bestmove ");
    client_say(&client, "setoption name Level value 10");
    client_say(&client, "setoption name Advisor value greedy");
    client_say(&client, "go");
    assert_non_null(strstr(client_expect(&client, "info depth "), " tbhits 0 "));
    client_expect(&client, "bestmove ");
}

/* A table that is cut short is found when the endings are opened, and named once. */
static void a_damaged_table_is_named(void **state) {
    (void)state;
    const char *path = table_path("Lz_l");
    assert_int_equal(truncate(path, 100), 0);
    use_endings(scratch_path("endings"));
    client_say(&client, "isready");
    assert_non_null(strstr(client_expect(&client, "info string "), "Lz_l.ending"));
    client_expect_next(&client, "readyok");
    client_expect_silence(&client);
    assert_int_equal(search_won(), 0); /* not all tables of three pieces are left */
}

static void change_byte(const char *path, long from_end) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -from_end, SEEK_END), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, -from_end, SEEK_END), 0);
    assert_int_equal(fputc(byte ^ 0x55, file), byte ^ 0x55);
    assert_int_equal(fclose(file), 0);
}

/* The positions after the moves have Black to move, whose part is the file's end. */
static void damage_found_by_a_search_is_named_once(void **state) {
    (void)state;
    change_byte(table_path("Lc_l"), 20);
    use_endings(scratch_path("endings"));
    client_expect_silence(&client);
    client_say(&client, "position fen " WON);
    for (int i = 0; i < 2; i++) {
        int sentences = 0;
        const char *line;
        client_say(&client, "go depth 1");
        while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0)
            sentences += strncmp(line, "info string ", 12) == 0 && strstr(line, "Lc_l.ending");
        assert_int_equal(sentences, i == 0 ? 1 : 0);
    }
}

/* ---- the command endings ---- */

static void set_position(const char *fen) {
    client_say(&client, "position fen %s", fen);
}

/* Expects an answer of these lines. */
static void expect_answer(const char *const lines[]) {
    client_say(&client, "endings");
    for (int i = 0; lines[i]; i++)
        assert_string_equal(client_line(&client), lines[i]);
    client_expect_silence(&client);
}

/* Expects a sentence instead of values. */
static void expect_reason(const char *words) {
    client_say(&client, "endings");
    const char *line = client_line(&client);
    if (!line || strncmp(line, "info string endings: ", 21) != 0 || !strstr(line, words))
        fail_msg("expected a sentence with \"%s\", found \"%s\"", words, line ? line : "nothing");
}

static void endings_lists_the_moves(void **state) {
    (void)state;
    use_endings(scratch_path("endings"));
    set_position("3l3/7/7/7/7/2Z4/2L4/w/-1");
    expect_answer(
        (const char *const[]){"ending win plies 13 moves 8", "ending move c2d4 win plies 13",
                              "ending move c2a3 win plies 13", "ending move c2e3 win plies 13",
                              "ending move c2b4 win plies 17", "ending move c2a1 win plies 17",
                              "ending move c2e1 win plies 17", "ending move c1d2 loss plies 2",
                              "ending move c1d1 loss plies 2", NULL});
    set_position("7/7/3l3/3M3/7/7/3L3/w/36"); /* amid a capture */
    expect_answer((const char *const[]){"ending win plies 1 moves 2",
                                        "ending move d4d6 win plies 1",
                                        "ending move d4d4 win plies 9", NULL});
    client_say(&client, "position fen 3l3/7/7/7/7/2Z4/2L4/w/-1 moves c2e3");
    client_say(&client, "endings");
    client_expect_next(&client, "ending loss plies 12 moves 5");
}

static void endings_says_why_there_is_no_value(void **state) {
    (void)state;
    use_endings(scratch_path("endings"));
    expect_reason("at most 5 pieces are solved, the lions included, and here are 28");
    set_position("3l3/7/2p4/7/7/2Z4/2L4/w/-1");
    expect_reason("of 4 pieces are not solved yet; "
                  "\"congo-engine endings build --men=4 --output=FOLDER\" solves");
    set_position("3l3/7/7/7/7/2Z4/7/w/-1");
    expect_reason("the game is over");
    use_endings("none");
    set_position(WON);
    expect_reason("turned off");
    client_say(&client, "setoption name UCI_Variant value megapawn");
    set_position(WON);
    expect_reason("forbids repetition");
    client_say(&client, "go infinite");
    client_say(&client, "endings");
    client_expect(&client, "info string endings: a search is running");
    client_say(&client, "stop");
    client_expect(&client, "bestmove ");
    client_say(&client, "setoption name UCI_Variant value congo");
    change_byte(table_path("Lc_l"), 20);
    use_endings(scratch_path("endings"));
    set_position(WON);
    expect_reason("Lc_l.ending");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_folder_is_an_option, begin, end),
        cmocka_unit_test_setup_teardown(a_wrong_folder_changes_nothing, begin, end),
        cmocka_unit_test_setup_teardown(each_variant_has_its_own, begin, end),
        cmocka_unit_test_setup_teardown(weak_levels_and_other_advisors_do_without, begin, end),
        cmocka_unit_test_setup_teardown(a_damaged_table_is_named, begin, end),
        cmocka_unit_test_setup_teardown(damage_found_by_a_search_is_named_once, begin, end),
        cmocka_unit_test_setup_teardown(endings_lists_the_moves, begin, end),
        cmocka_unit_test_setup_teardown(endings_says_why_there_is_no_value, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
