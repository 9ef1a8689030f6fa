/* Files of games: writing, and lenient reading. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "games.h"
#include "gametext.h"
#include "rules/gamereader.h"
#include "random_game.h"

/* --- writing --- */

static void a_game_is_written_in_its_documented_form(void **state) {
    (void)state;
    Record *record = games_start("megapawn");
    games_play(record, "D3 D5 C-F2");
    record_set_tag(record, "Annotator", "C \"x\" \\");
    record_set_tag(record, "Black", "Bo");
    record_set_tag(record, "White", "Ada");
    record_set_tag(record, "Event", "");
    record_set_times(record, 1, 1234, 271200);
    record_set_times(record, 2, 0, -1);
    record_set_times(record, 3, -1, 36000050);
    record_set_comment(record, 0, "Let's go.");
    record_set_comment(record, 1, "a {b} \\c\nd");
    gametext_expect_written(
        record, "[Event \"\"]\n"
                "[White \"Ada\"]\n"
                "[Black \"Bo\"]\n"
                "[Result \"*\"]\n"
                "[Variant \"megapawn\"]\n"
                "[Annotator \"C \\\"x\\\" \\\\\"]\n"
                "\n"
                "{Let's go.} 1. D3 {[%emt 0:00:01.234] [%clk 0:04:31.2] a {b\\x7d \\\\c\\nd} "
                "1... D5\n"
                "{[%emt 0:00:00]} 2. C-F2 {[%clk 10:00:00.05]} *\n"
                "\n");
    random_game_check_round_trip(record);
    assert_true(record_declare(record, (Outcome){RESULT_BLACK, REASON_TIME}, NULL));
    random_game_check_round_trip(record);
    record_free(record);
}

static void black_may_begin(void **state) {
    (void)state;
    Record *record = games_from_fen("3l3/7/4p2/7/7/2P4/3L3/b/-1", variant_default());
    games_play(record, "E4 C3 E3");
    assert_true(record_declare(record, (Outcome){RESULT_OPEN, REASON_ABORTED}, NULL));
    gametext_expect_written(record, "[Result \"*\"]\n"
                                    "[Variant \"congo\"]\n"
                                    "[FEN \"3l3/7/4p2/7/7/2P4/3L3/b/-1\"]\n"
                                    "[Reason \"aborted\"]\n"
                                    "\n"
                                    "1... E4 2. C3 E3 *\n"
                                    "\n");
    random_game_check_round_trip(record);
    record_free(record);
}

static void a_game_may_start_in_a_capture(void **state) {
    (void)state;
    Record *record = games_from_fen("3l3/7/7/4p2/3M3/7/M2L3/w/43@31", variant_default());
    games_play(record, "M:F5 L-C7");
    gametext_expect_written(record, "[Result \"*\"]\n"
                                    "[Variant \"congo\"]\n"
                                    "[FEN \"3l3/7/7/4p2/3M3/7/M2L3/w/43@31\"]\n"
                                    "\n"
                                    "1. M:F5 L-C7 *\n"
                                    "\n");
    random_game_check_round_trip(record);
    record_go_to(record, 0);
    games_play(record, "M=D3");
    random_game_check_round_trip(record);
    record_free(record);
}

static void a_game_without_moves(void **state) {
    (void)state;
    Record *record = games_start("wits");
    gametext_expect_written(record, "[Result \"*\"]\n[Variant \"wits\"]\n\n*\n\n");
    random_game_check_round_trip(record);
    assert_true(record_declare(record, (Outcome){RESULT_WHITE, REASON_RESIGNED}, NULL));
    record_set_comment(record, 0, "nobody came");
    random_game_check_round_trip(record);
    record_free(record);
    /* A game that is over at its start. */
    record = games_from_fen("7/3L3/7/7/7/7/7/b/-1", variant_default());
    gametext_expect_written(record, "[Result \"1-0\"]\n"
                                    "[Variant \"congo\"]\n"
                                    "[FEN \"7/3L3/7/7/7/7/7/b/-1\"]\n"
                                    "\n"
                                    "1-0\n"
                                    "\n");
    random_game_check_round_trip(record);
    record_free(record);
}

static void all_plies_are_written(void **state) {
    (void)state;
    Record *record = games_start("megapawn");
    games_play(record, "D3 D5 C-F2");
    record_go_to(record, 1);
    random_game_check_round_trip(record);
    record_free(record);
}

static void a_custom_variant_is_in_its_tags(void **state) {
    (void)state;
    Variant variant = *variant_find("megapawn");
    strcpy(variant.name, "my-congo");
    strcpy(variant.start, "3l3/tt5/7/7/7/TT5/3L3");
    variant.elephante = true;
    variant.islands = square_bit(A4) | square_bit(G4);
    variant.quiet_plies = 33;
    variant.bare_lions = BARE_LIONS_DRAW;
    Position start;
    position_start(&start, &variant);
    Record *record = record_create(&start);
    games_play(record, "T-A3 T-B5");
    gametext_expect_written(record, "[Result \"*\"]\n"
                                    "[Variant \"my-congo\"]\n"
                                    "[VariantStart \"3l3/tt5/7/7/7/TT5/3L3\"]\n"
                                    "[VariantIslands \"a4 g4\"]\n"
                                    "[VariantPawns \"mega\"]\n"
                                    "[VariantExtra \"T\"]\n"
                                    "[VariantRepetition \"illegal\"]\n"
                                    "[VariantQuietPlies \"33\"]\n"
                                    "[VariantBareLions \"draw\"]\n"
                                    "\n"
                                    "1. T-A3 T-B5 *\n"
                                    "\n");
    random_game_check_round_trip(record);
    record_free(record);
    variant = *variant_default();
    strcpy(variant.name, "plain");
    position_start(&start, &variant);
    record = record_create(&start);
    char *text = random_game_write(record);
    assert_non_null(strstr(text, "[VariantIslands \"-\"]\n[VariantPawns \"congo\"]\n"
                                 "[VariantExtra \"-\"]\n[VariantRepetition \"draw\"]\n"
                                 "[VariantQuietPlies \"100\"]\n"
                                 "[VariantBareLions \"draw-unless-capture\"]\n"));
    free(text);
    random_game_check_round_trip(record);
    record_free(record);
}

static void missing_fields_are_those_of_congo(void **state) {
    (void)state;
    Record *record = gametext_read_good("[Variant \"x\"][VariantIslands \"b4\"] *");
    Variant variant = *variant_default();
    variant.islands = square_bit(B4);
    assert_true(variant_same_rules(&record->variant, &variant));
    assert_string_equal(record->variant.name, "x");
    record_free(record);
    /* A built-in variant may be defined, with its own values. */
    gametext_expect_plies("[Variant \"islands\"][VariantIslands \"a4 b4 f4 g4\"] *", 0);
}

/* --- the example game --- */

static void the_example_game(void **state) {
    (void)state;
    size_t length, deviations;
    char *text = games_read_data("example-game.congo", &length);
    Error error = {0};
    Record *record = gametext_read(text, length, true, &deviations, &error);
    if (!record)
        fail_msg("%s", error.text);
    assert_int_equal(record->count, 97);
    assert_int_equal(deviations, 0);
    assert_string_equal(record_comment(record, 97), "The lions faced each other.");
    assert_string_equal(record_comment(record, 91),
                        "Now E-F2 would repeat the position after move 44.");
    gametext_expect_written(record, text);
    record_free(record);
    free(text);
}

static void the_example_game_as_printed(void **state) {
    (void)state;
    size_t length, deviations;
    char *list = games_read_data("example-game.txt", &length);
    Buffer text = {0};
    buffer_add_string(&text, "[Variant \"megapawn\"]\n");
    buffer_add_string(&text, list);
    buffer_add_string(&text, "1-0\n");
    Error error = {0};
    assert_null(gametext_read(text.bytes, text.length, false, NULL, &error));
    assert_string_equal(error.text, "a.congo:3:9: \"Z-D6\" fits 2 moves: Z-BD6, Z-FD6");
    /* A lenient reader accepts the other three deviations. */
    memcpy(strstr(text.bytes, "2. C-F2 Z-D6"), "2. C-F2 f7d6", 12);
    memcpy(strstr(text.bytes, "3. Z-D2"), "3. f1d2", 7);
    Record *record = gametext_read(text.bytes, text.length, false, &deviations, &error);
    if (!record)
        fail_msg("%s", error.text);
    assert_int_equal(record->count, 97);
    assert_int_equal(deviations, 3);
    assert_null(gametext_read(text.bytes, text.length, true, NULL, &error));
    assert_string_equal(error.text, "a.congo:14:10: expected E-A5, found E:A5");
    record_free(record);
    buffer_free(&text);
    free(list);
}

/* --- lenient reading --- */

#define MEGA "[Variant \"megapawn\"]\n"

static void layout_does_not_matter(void **state) {
    (void)state;
    gametext_expect_plies(MEGA "1. D3 D5 2. C-F2 *", 3);
    gametext_expect_plies("\xef\xbb\xbf" MEGA "\r\n1. D3 D5\r\n2. C-F2\r\n*\r\n", 3);
    gametext_expect_plies("[Variant\t\"megapawn\" ]\r\r1. D3\rD5 2.\rC-F2 *", 3);
    gametext_expect_plies("  [ Variant \"megapawn\"\n]1.D3 D5 2.C-F2*", 3);
    gametext_expect_plies(MEGA "1. D3 1... D5 2. C-F2 *", 3);
    gametext_expect_plies(MEGA "1. D3 1\xe2\x80\xa6 D5 2. C-F2 *", 3);
    gametext_expect_plies(MEGA "1. D3 ... D5 2. C-F2 *", 3);
    gametext_expect_plies(MEGA "1. D3 1...D5 2.C-F2 *", 3);
    gametext_expect_plies(MEGA "1. D3 1\xe2\x80\xa6"
                               "D5 2.C-F2 *",
                          3);
    gametext_expect_plies(MEGA "D3 D5 C-F2 *", 3);
    gametext_expect_plies(MEGA "1 D3 D5 2 C-F2 *", 3);
    gametext_expect_plies(MEGA "1. D3!? D5?? $1 $14 2. C-F2 ! *", 3);
    gametext_expect_plies(MEGA "1. D3$1D5{x}C-F2;y\n*", 3);
    gametext_expect_plies(MEGA "%a line\n1. D3 D5\n%another ) } \n2. C-F2 *", 3);
    gametext_expect_plies("%first\n" MEGA "1. d2d3 d6-d5 *", 2);
}

static void wrong_move_numbers_are_deviations(void **state) {
    (void)state;
    static const char *const texts[] = {MEGA "2. D3 D5 *",
                                        MEGA "1... D3 D5 *",
                                        MEGA "1. D3 2. D5 *",
                                        MEGA "... D3 D5 *",
                                        MEGA "1. D3 D5 99999999999999999999999. *",
                                        MEGA "1. D3 D5 5. C-F2 *"};
    static const size_t deviations[] = {1, 1, 1, 1, 0, 1};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t found;
        Error error = {0};
        Record *record = gametext_read(texts[i], strlen(texts[i]), false, &found, NULL);
        assert_non_null(record);
        assert_int_equal(found, deviations[i]);
        record_free(record);
        assert_null(gametext_read(texts[i], strlen(texts[i]), true, NULL, &error));
        assert_non_null(strstr(error.text, "expected "));
    }
    Error error = {0};
    assert_null(gametext_read(texts[0], strlen(texts[0]), true, NULL, &error));
    assert_string_equal(error.text, "a.congo:2:1: expected 1., found 2.");
}

static void comments_are_read(void **state) {
    (void)state;
    static const struct {
        const char *raw, *text;
    } cases[] = {
        {"{abc}", "abc"},
        {"{ abc }", "abc"},
        {"{}", NULL},
        {"{ \n }", NULL},
        {"{a  b}", "a  b"},
        {"{a\nb}", "a b"},
        {"{a \r\n\t b}", "a b"},
        {"{a\\\nb}", "ab"},
        {"{a\\\r\nb}", "ab"},
        {"{a\\\r b}", "a b"},
        {"{a\\nb}", "a\nb"},
        {"{\\x20a\\x09}", " a\t"},
        {"{\\x7d\\x7D{}", "}}{"},
        {"{a\\b \\x4 \\x00 \\xzz \\}", "a\\b \\x4 \\x00 \\xzz \\"},
        {"{\\\\n}", "\\n"},
        {"{one}{two}", "one\ntwo"},
        {"{one} ; two \n {three}", "one\ntwo\nthree"},
        {";one\\n", "one\\n"},
        {";\n{a};", "a"},
        {"{%a\n%b}", "%a %b"},
        {"{caf\xe9}", "caf\xc3\xa9"},
        {"{a\x1b[2Jb}", "a [2Jb"},
        {"{[%eval 0.3] x}", "[%eval 0.3] x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, MEGA "1. D3 %s\nD5 *", cases[i].raw);
        Record *record = gametext_read_good(text);
        if (cases[i].text)
            assert_string_equal(record_comment(record, 1), cases[i].text);
        else
            assert_null(record_comment(record, 1));
        assert_null(record_comment(record, 0));
        random_game_check_round_trip(record);
        record_free(record);
    }
    Record *record = gametext_read_good("{a}" MEGA ";b\n{c} 1. {d} D3 {e} * {f} ;g");
    assert_string_equal(record_comment(record, 0), "a\nb\nc\nd");
    assert_string_equal(record_comment(record, 1), "e\nf\ng");
    record_free(record);
}

static void times_are_read(void **state) {
    (void)state;
    static const struct {
        const char *raw;
        int64_t used, clock;
        const char *text;
    } cases[] = {
        {"[%emt 0:00:01.234] [%clk 0:04:31.2] x", 1234, 271200, "x"},
        {"[%clk 1:00:00][%emt 5]", 5000, 3600000, NULL},
        {"x [%clk 2:03] y", -1, 123000, "x y"},
        {"x [%clk\n0:00:00.0009]", -1, 0, "x"},
        {"[%emt 0:00:01] [%emt 0:00:02]", 2000, -1, NULL},
        {"[%clk ]", -1, -1, "[%clk ]"},
        {"[%clk 1:2:3:4]", -1, -1, "[%clk 1:2:3:4]"},
        {"[%clk 0:00:01", -1, -1, "[%clk 0:00:01"},
        {"[%clk -1]", -1, -1, "[%clk -1]"},
        {"[%clk 1x]", -1, -1, "[%clk 1x]"},
        {"[%clk1]", -1, -1, "[%clk1]"},
        {"[%emt 99999999999999999999]", -1, -1, "[%emt 99999999999999999999]"},
        {"[%emt 9223372036854775807]", -1, -1, "[%emt 9223372036854775807]"},
        {"[%emt 2562047788015:12:55.807]", INT64_MAX, -1, NULL},
        {"[%emt 2562047788015:12:55.808]", -1, -1, "[%emt 2562047788015:12:55.808]"},
        {"\\x5b%clk 0:00:01]", -1, -1, "[%clk 0:00:01]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, MEGA "1. D3 {%s} *", cases[i].raw);
        Record *record = gametext_read_good(text);
        assert_int_equal(record->plies[0].time_ms, cases[i].used);
        assert_int_equal(record->plies[0].clock_ms, cases[i].clock);
        assert_int_equal(record_comment(record, 1) != NULL, cases[i].text != NULL);
        if (cases[i].text)
            assert_string_equal(record_comment(record, 1), cases[i].text);
        random_game_check_round_trip(record);
        record_free(record);
    }
    /* Before the first move there is no time used. */
    Record *record = gametext_read_good("{[%clk 0:05:00] start} 1. d2d3 *");
    assert_string_equal(record_comment(record, 0), "[%clk 0:05:00] start");
    random_game_check_round_trip(record);
    record_free(record);
}

static void tags_are_read(void **state) {
    (void)state;
    Record *record = gametext_read_good("[White \"Ada \\\"L\\\" \\\\ \\x\"]\n"
                                        "[Black \"M\xfcller\"]\n"
                                        "[Event \"\"]\n"
                                        "[result \"no matter\"]\n"
                                        "[A_1 \"one\ttwo\"]\n"
                                        "*\n");
    assert_string_equal(record_tag(record, "White"), "Ada \"L\" \\ \\x");
    assert_string_equal(record_tag(record, "Black"), "M\xc3\xbcller");
    assert_string_equal(record_tag(record, "Event"), "");
    assert_string_equal(record_tag(record, "result"), "no matter");
    assert_string_equal(record_tag(record, "A_1"), "one two");
    assert_null(record_tag(record, "Result"));
    random_game_check_round_trip(record);
    record_free(record);
}

static void several_games(void **state) {
    (void)state;
    static const char text[] = "%top\n\n" MEGA "1. D3 * {about\nthe first}\n\n[White \"Ada\"]\n*\n"
                               "d2d3 * d2d3 d6d5 1/2-1/2\n\n%end\n";
    GameReader reader;
    Error error = {0};
    gamereader_init(&reader, "b.congo", text, strlen(text));
    static const size_t plies[] = {1, 0, 1};
    for (size_t i = 0; i < 3; i++) {
        assert_true(gamereader_more(&reader));
        Record *record = gamereader_next(&reader, true, &error);
        assert_non_null(record);
        assert_int_equal(record->count, plies[i]);
        assert_int_equal(reader.game, i + 1);
        if (i == 0)
            assert_string_equal(record_comment(record, 1), "about the first");
        record_free(record);
    }
    assert_true(gamereader_more(&reader));
    assert_null(gamereader_next(&reader, true, &error));
    assert_string_equal(
        error.text, "b.congo:9:18: the result is 1/2-1/2, but the moves leave the game open (*), "
                    "and no Reason tag says why it ended");
    assert_false(gamereader_more(&reader));
    static const char *const none[] = {"", " \n\t\r\n", "\xef\xbb\xbf", "% only this"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        gamereader_init(&reader, "c.congo", none[i], strlen(none[i]));
        assert_false(gamereader_more(&reader));
    }
}

/* --- results --- */

static void declared_results(void **state) {
    (void)state;
    static const struct {
        const char *text;
        Result result;
        Reason reason;
    } cases[] = {
        {"[Result \"1-0\"][Reason \"resigned\"] 1-0", RESULT_WHITE, REASON_RESIGNED},
        {"[Result \"0-1\"][Reason \"time\"] 0-1", RESULT_BLACK, REASON_TIME},
        {"[Reason \"agreed\"] 1/2-1/2", RESULT_DRAW, REASON_AGREED},
        {"[Reason \"aborted\"] *", RESULT_OPEN, REASON_ABORTED},
        {"[Reason \"\"] *", RESULT_OPEN, REASON_NONE},
        {"[FEN \"3l3/7/7/7/7/7/3L3/w/-1\"][Reason \"lion\"] L:D7# 1-0", RESULT_WHITE, REASON_LION},
        {"[FEN \"4l2/7/7/7/7/2p4/3L3/w/-1\"] L:C2 1/2-1/2", RESULT_DRAW, REASON_BARE_LIONS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Record *record = gametext_read_good(cases[i].text);
        Outcome outcome = record_outcome(record);
        assert_int_equal(outcome.result, cases[i].result);
        assert_int_equal(outcome.reason, cases[i].reason);
        random_game_check_round_trip(record);
        record_free(record);
    }
}

#define FACING "[FEN \"3l3/7/7/7/7/7/3L3/w/-1\"]\n"

static void wrong_results_are_rejected(void **state) {
    (void)state;
    gametext_expect_error("[Result \"1-0\"]\n[Reason \"time\"]\n0-1", ERROR_STATE,
                          "a.congo:3:1: the result after the moves is 0-1, but the Result tag says "
                          "\"1-0\"");
    gametext_expect_error(
        FACING "L:D7# 0-1", ERROR_STATE,
        "a.congo:2:7: the result is 0-1, but the moves say 1-0: White captured the lion "
        "and won.");
    gametext_expect_error(
        FACING "L:D7# *", ERROR_STATE,
        "a.congo:2:7: the result is *, but the moves say 1-0: White captured the lion "
        "and won.");
    gametext_expect_error(
        FACING "[Reason \"resigned\"] L:D7# 1-0", ERROR_STATE,
        "a.congo:2:1: the Reason tag says resigned, but: White captured the lion and "
        "won.");
    gametext_expect_error(
        "[Reason \"lion\"] 1-0", ERROR_STATE,
        "a.congo:1:1: the Reason tag says lion, which does not go with the result 1-0 "
        "after these moves");
    gametext_expect_error(
        "[Reason \"agreed\"] 1-0", ERROR_STATE,
        "a.congo:1:1: the Reason tag says agreed, which does not go with the result 1-0 "
        "after these moves");
    gametext_expect_error(
        "[Reason \"bored\"] 1-0", ERROR_SYNTAX,
        "a.congo:1:1: the Reason tag: expected resigned, agreed, time or aborted, found "
        "\"bored\"");
    gametext_expect_error(
        "1-0", ERROR_STATE,
        "a.congo:1:1: the result is 1-0, but the moves leave the game open (*), and no "
        "Reason tag says why it ended");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_written_in_its_documented_form),
        cmocka_unit_test(black_may_begin),
        cmocka_unit_test(a_game_may_start_in_a_capture),
        cmocka_unit_test(a_game_without_moves),
        cmocka_unit_test(all_plies_are_written),
        cmocka_unit_test(a_custom_variant_is_in_its_tags),
        cmocka_unit_test(missing_fields_are_those_of_congo),
        cmocka_unit_test(the_example_game),
        cmocka_unit_test(the_example_game_as_printed),
        cmocka_unit_test(layout_does_not_matter),
        cmocka_unit_test(wrong_move_numbers_are_deviations),
        cmocka_unit_test(comments_are_read),
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(tags_are_read),
        cmocka_unit_test(several_games),
        cmocka_unit_test(declared_results),
        cmocka_unit_test(wrong_results_are_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
