#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games.h"
#include "rules/buffer.h"
#include "rules/fen.h"
#include "rules/gamefile.h"
#include "rules/memory.h"
#include "rules/notation.h"
#include "saved.h"

/* --- helpers --- */

static Record *read_text(const char *text, size_t length, bool strict, size_t *slips,
                         Error *error) {
    GameReader reader;
    gamereader_init(&reader, "a.congo", text, length);
    Record *record = gamereader_next(&reader, strict, error);
    if (slips)
        *slips = reader.slips;
    return record;
}

/* The only game of a text that must be right. */
static Record *read_good(const char *text) {
    Error error = {0};
    Record *record = read_text(text, strlen(text), false, NULL, &error);
    if (!record)
        fail_msg("%s\n%s", error.text, text);
    return record;
}

/* A text as a game in which nothing but the moves matters. */
static void assert_reads(const char *text, size_t plies) {
    Record *record = read_good(text);
    assert_int_equal(record->count, plies);
    assert_int_equal(record->current, plies);
    record_free(record);
}

static void assert_refused(const char *text, ErrorCode code, const char *message) {
    Error error = {0};
    Record *record = read_text(text, strlen(text), false, NULL, &error);
    assert_null(record);
    assert_string_equal(error.text, message);
    assert_int_equal(error.code, code);
}

static void assert_written(const Record *record, const char *expected) {
    char *text = saved_write(record);
    assert_string_equal(text, expected);
    free(text);
}

/* --- what a file looks like --- */

static void a_game_is_written_plainly(void **state) {
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
    assert_written(record,
                   "[Event \"\"]\n"
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
    saved_round_trip(record);
    assert_true(record_declare(record, (Outcome){RESULT_BLACK, REASON_TIME}, NULL));
    saved_round_trip(record);
    record_free(record);
}

static void black_may_begin(void **state) {
    (void)state;
    Record *record = games_from_fen("3l3/7/4p2/7/7/2P4/3L3/b/-1", variant_default());
    games_play(record, "E4 C3 E3");
    assert_true(record_declare(record, (Outcome){RESULT_OPEN, REASON_ABORTED}, NULL));
    assert_written(record, "[Result \"*\"]\n"
                           "[Variant \"congo\"]\n"
                           "[FEN \"3l3/7/4p2/7/7/2P4/3L3/b/-1\"]\n"
                           "[Reason \"aborted\"]\n"
                           "\n"
                           "1... E4 2. C3 E3 *\n"
                           "\n");
    saved_round_trip(record);
    record_free(record);
}

static void a_game_may_start_in_a_capture(void **state) {
    (void)state;
    Record *record = games_from_fen("3l3/7/7/4p2/3M3/7/M2L3/w/43@31", variant_default());
    games_play(record, "M:F5 L-C7");
    assert_written(record, "[Result \"*\"]\n"
                           "[Variant \"congo\"]\n"
                           "[FEN \"3l3/7/7/4p2/3M3/7/M2L3/w/43@31\"]\n"
                           "\n"
                           "1. M:F5 L-C7 *\n"
                           "\n");
    saved_round_trip(record);
    record_go(record, 0);
    games_play(record, "M=D3");
    saved_round_trip(record);
    record_free(record);
}

static void a_game_without_moves(void **state) {
    (void)state;
    Record *record = games_start("wits");
    assert_written(record, "[Result \"*\"]\n[Variant \"wits\"]\n\n*\n\n");
    saved_round_trip(record);
    assert_true(record_declare(record, (Outcome){RESULT_WHITE, REASON_RESIGNED}, NULL));
    record_set_comment(record, 0, "nobody came");
    saved_round_trip(record);
    record_free(record);
    /* A position in which nothing is left to play. */
    record = games_from_fen("7/3L3/7/7/7/7/7/b/-1", variant_default());
    assert_written(record, "[Result \"1-0\"]\n"
                           "[Variant \"congo\"]\n"
                           "[FEN \"7/3L3/7/7/7/7/7/b/-1\"]\n"
                           "\n"
                           "1-0\n"
                           "\n");
    saved_round_trip(record);
    record_free(record);
}

static void all_plies_are_written(void **state) {
    (void)state;
    Record *record = games_start("megapawn");
    games_play(record, "D3 D5 C-F2");
    record_go(record, 1);
    saved_round_trip(record);
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
    assert_written(record, "[Result \"*\"]\n"
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
    saved_round_trip(record);
    record_free(record);
    variant = *variant_default();
    strcpy(variant.name, "plain");
    position_start(&start, &variant);
    record = record_create(&start);
    char *text = saved_write(record);
    assert_non_null(strstr(text, "[VariantIslands \"-\"]\n[VariantPawns \"congo\"]\n"
                                 "[VariantExtra \"-\"]\n[VariantRepetition \"draw\"]\n"
                                 "[VariantQuietPlies \"100\"]\n"
                                 "[VariantBareLions \"draw-unless-capture\"]\n"));
    free(text);
    saved_round_trip(record);
    record_free(record);
}

static void what_a_definition_leaves_out_is_as_in_congo(void **state) {
    (void)state;
    Record *record = read_good("[Variant \"x\"][VariantIslands \"b4\"] *");
    Variant variant = *variant_default();
    variant.islands = square_bit(B4);
    assert_true(variant_same_rules(&record->variant, &variant));
    assert_string_equal(record->variant.name, "x");
    record_free(record);
    /* A built-in variant may be defined as it is. */
    assert_reads("[Variant \"islands\"][VariantIslands \"a4 b4 f4 g4\"] *", 0);
}

/* --- the example game --- */

static void the_example_game(void **state) {
    (void)state;
    size_t length, slips;
    char *text = games_read_data("example-game.congo", &length);
    Error error = {0};
    Record *record = read_text(text, length, true, &slips, &error);
    if (!record)
        fail_msg("%s", error.text);
    assert_int_equal(record->count, 97);
    assert_int_equal(slips, 0);
    assert_string_equal(record_comment(record, 97), "The lions faced each other.");
    assert_string_equal(record_comment(record, 91),
                        "Now E-F2 would repeat the position after move 44.");
    assert_written(record, text);
    record_free(record);
    free(text);
}

static void the_example_game_as_printed(void **state) {
    (void)state;
    size_t length, slips;
    char *list = games_read_data("example-game.txt", &length);
    Buffer text = {0};
    buffer_add_string(&text, "[Variant \"megapawn\"]\n");
    buffer_add_string(&text, list);
    buffer_add_string(&text, "1-0\n");
    Error error = {0};
    assert_null(read_text(text.bytes, text.length, false, NULL, &error));
    assert_string_equal(error.text, "a.congo:3:9: \"Z-D6\" fits 2 moves: Z-BD6, Z-FD6");
    /* Asked twice, a lenient reader gets to the end, with the other three slips. */
    memcpy(strstr(text.bytes, "2. C-F2 Z-D6"), "2. C-F2 f7d6", 12);
    memcpy(strstr(text.bytes, "3. Z-D2"), "3. f1d2", 7);
    Record *record = read_text(text.bytes, text.length, false, &slips, &error);
    if (!record)
        fail_msg("%s", error.text);
    assert_int_equal(record->count, 97);
    assert_int_equal(slips, 3);
    assert_null(read_text(text.bytes, text.length, true, NULL, &error));
    assert_string_equal(error.text, "a.congo:14:10: expected E-A5, found E:A5");
    record_free(record);
    buffer_free(&text);
    free(list);
}

/* --- what is read leniently --- */

#define MEGA "[Variant \"megapawn\"]\n"

static void layout_does_not_matter(void **state) {
    (void)state;
    assert_reads(MEGA "1. D3 D5 2. C-F2 *", 3);
    assert_reads("\xef\xbb\xbf" MEGA "\r\n1. D3 D5\r\n2. C-F2\r\n*\r\n", 3);
    assert_reads("[Variant\t\"megapawn\" ]\r\r1. D3\rD5 2.\rC-F2 *", 3);
    assert_reads("  [ Variant \"megapawn\"\n]1.D3 D5 2.C-F2*", 3);
    assert_reads(MEGA "1. D3 1... D5 2. C-F2 *", 3);
    assert_reads(MEGA "1. D3 1\xe2\x80\xa6 D5 2. C-F2 *", 3);
    assert_reads(MEGA "1. D3 ... D5 2. C-F2 *", 3);
    assert_reads(MEGA "1. D3 1...D5 2.C-F2 *", 3);
    assert_reads(MEGA "1. D3 1\xe2\x80\xa6"
                      "D5 2.C-F2 *",
                 3);
    assert_reads(MEGA "D3 D5 C-F2 *", 3);
    assert_reads(MEGA "1 D3 D5 2 C-F2 *", 3);
    assert_reads(MEGA "1. D3!? D5?? $1 $14 2. C-F2 ! *", 3);
    assert_reads(MEGA "1. D3$1D5{x}C-F2;y\n*", 3);
    assert_reads(MEGA "%a line\n1. D3 D5\n%another ) } \n2. C-F2 *", 3);
    assert_reads("%first\n" MEGA "1. d2d3 d6-d5 *", 2);
}

static void wrong_numbers_are_slips(void **state) {
    (void)state;
    static const char *const texts[] = {MEGA "2. D3 D5 *",
                                        MEGA "1... D3 D5 *",
                                        MEGA "1. D3 2. D5 *",
                                        MEGA "... D3 D5 *",
                                        MEGA "1. D3 D5 99999999999999999999999. *",
                                        MEGA "1. D3 D5 5. C-F2 *"};
    static const size_t slips[] = {1, 1, 1, 1, 0, 1};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t found;
        Error error = {0};
        Record *record = read_text(texts[i], strlen(texts[i]), false, &found, NULL);
        assert_non_null(record);
        assert_int_equal(found, slips[i]);
        record_free(record);
        assert_null(read_text(texts[i], strlen(texts[i]), true, NULL, &error));
        assert_non_null(strstr(error.text, "expected "));
    }
    Error error = {0};
    assert_null(read_text(texts[0], strlen(texts[0]), true, NULL, &error));
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
        Record *record = read_good(text);
        if (cases[i].text)
            assert_string_equal(record_comment(record, 1), cases[i].text);
        else
            assert_null(record_comment(record, 1));
        assert_null(record_comment(record, 0));
        saved_round_trip(record);
        record_free(record);
    }
    Record *record = read_good("{a}" MEGA ";b\n{c} 1. {d} D3 {e} * {f} ;g");
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
        Record *record = read_good(text);
        assert_int_equal(record->plies[0].time_ms, cases[i].used);
        assert_int_equal(record->plies[0].clock_ms, cases[i].clock);
        assert_int_equal(record_comment(record, 1) != NULL, cases[i].text != NULL);
        if (cases[i].text)
            assert_string_equal(record_comment(record, 1), cases[i].text);
        saved_round_trip(record);
        record_free(record);
    }
    /* Before the first move there is no time to tell. */
    Record *record = read_good("{[%clk 0:05:00] start} 1. d2d3 *");
    assert_string_equal(record_comment(record, 0), "[%clk 0:05:00] start");
    saved_round_trip(record);
    record_free(record);
}

static void tags_are_read(void **state) {
    (void)state;
    Record *record = read_good("[White \"Ada \\\"L\\\" \\\\ \\x\"]\n"
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
    saved_round_trip(record);
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
        Record *record = read_good(cases[i].text);
        Outcome outcome = record_outcome(record);
        assert_int_equal(outcome.result, cases[i].result);
        assert_int_equal(outcome.reason, cases[i].reason);
        saved_round_trip(record);
        record_free(record);
    }
}

#define FACING "[FEN \"3l3/7/7/7/7/7/3L3/w/-1\"]\n"

static void wrong_results_are_refused(void **state) {
    (void)state;
    assert_refused("[Result \"1-0\"]\n[Reason \"time\"]\n0-1", ERROR_STATE,
                   "a.congo:3:1: the result after the moves is 0-1, but the Result tag says "
                   "\"1-0\"");
    assert_refused(FACING "L:D7# 0-1", ERROR_STATE,
                   "a.congo:2:7: the result is 0-1, but the moves say 1-0: White captured the lion "
                   "and won.");
    assert_refused(FACING "L:D7# *", ERROR_STATE,
                   "a.congo:2:7: the result is *, but the moves say 1-0: White captured the lion "
                   "and won.");
    assert_refused(FACING "[Reason \"resigned\"] L:D7# 1-0", ERROR_STATE,
                   "a.congo:2:1: the Reason tag says resigned, but: White captured the lion and "
                   "won.");
    assert_refused("[Reason \"lion\"] 1-0", ERROR_STATE,
                   "a.congo:1:1: the Reason tag says lion, which does not go with the result 1-0 "
                   "after these moves");
    assert_refused("[Reason \"agreed\"] 1-0", ERROR_STATE,
                   "a.congo:1:1: the Reason tag says agreed, which does not go with the result 1-0 "
                   "after these moves");
    assert_refused("[Reason \"bored\"] 1-0", ERROR_SYNTAX,
                   "a.congo:1:1: the Reason tag: expected resigned, agreed, time or aborted, found "
                   "\"bored\"");
    assert_refused("1-0", ERROR_STATE,
                   "a.congo:1:1: the result is 1-0, but the moves leave the game open (*), and no "
                   "Reason tag says why it ended");
}

/* --- what is refused, and where --- */

/* However much stands after a move, what comes last is read. */
static void long_words_are_refused(void **state) {
    (void)state;
    for (size_t length = 5; length < 400; length++) {
        char text[500];
        Error error = {0};
        int begun = snprintf(text, sizeof text, "1. Z-F3");
        memset(text + begun, '!', length);
        snprintf(text + begun + length, sizeof text - (size_t)begun - length, "x *\n");
        GameReader reader;
        gamereader_init(&reader, "game", text, strlen(text));
        assert_null(gamereader_next(&reader, false, &error));
        assert_int_equal(error.code, ERROR_SYNTAX);
    }
}

static void broken_moves_are_refused(void **state) {
    (void)state;
    assert_refused(MEGA "1. D3 D5\n2. Z-D4 *", ERROR_ILLEGAL,
                   "a.congo:3:4: no legal move fits \"Z-D4\"");
    assert_refused(MEGA "1. D3 D5\n2.Z-D2 *", ERROR_AMBIGUOUS,
                   "a.congo:3:3: \"Z-D2\" fits 2 moves: Z-BD2, Z-FD2");
    assert_refused(
        MEGA "1. D3 hello *", ERROR_SYNTAX,
        "a.congo:2:7: \"hello\" is not a move; expected one such as D3, Z-F3, M:D3:F5 or "
        "a2a3");
    assert_refused(MEGA "E-A2 E-A6 E-A1 E-A7 *", ERROR_ILLEGAL,
                   "a.congo:2:16: E-A7 would repeat an earlier position, which megapawn forbids");
    assert_refused(FACING "L:D7# L-D6 1-0", ERROR_STATE,
                   "a.congo:2:7: the game is over: White captured the lion and won.");
    assert_refused(MEGA "1. D3 (1. D2)\n", ERROR_UNSUPPORTED,
                   "a.congo:2:7: a variation, which is not supported; expected a move or the "
                   "result");
    assert_refused(MEGA "1. D3 )", ERROR_SYNTAX,
                   "a.congo:2:7: expected a move, a comment or the result, found ')'");
    assert_refused(MEGA "1. D3 }", ERROR_SYNTAX,
                   "a.congo:2:7: expected a move, a comment or the result, found '}'");
    assert_refused(MEGA "1. D3 D5\r\n{a\r\nb} {no end", ERROR_SYNTAX,
                   "a.congo:4:4: the comment that begins here has no end, '}'");
    assert_refused(MEGA "1. D3 $ D5 *", ERROR_SYNTAX, "a.congo:2:7: expected a number after '$'");
    assert_refused(MEGA "1. D3", ERROR_SYNTAX,
                   "a.congo:2:6: the text ends before the result of the game, such as 1-0 or *");
    assert_refused("", ERROR_SYNTAX,
                   "a.congo:1:1: the text ends before the result of the game, such as 1-0 or *");
    assert_refused(MEGA "1. D3\n\n" MEGA "*", ERROR_SYNTAX,
                   "a.congo:4:1: expected the result of the game before the next tags");
    assert_refused(
        "\xef\xbb\xbfhello", ERROR_SYNTAX,
        "a.congo:1:1: \"hello\" is not a move; expected one such as D3, Z-F3, M:D3:F5 or "
        "a2a3");
}

static void broken_tags_are_refused(void **state) {
    (void)state;
    assert_refused("[White \"Ada]\n*", ERROR_SYNTAX,
                   "a.congo:1:8: the value that begins here has no closing quote in its line");
    assert_refused("[White \"Ada\\\"", ERROR_SYNTAX,
                   "a.congo:1:8: the value that begins here has no closing quote in its line");
    assert_refused("[White Ada]", ERROR_SYNTAX, "a.congo:1:8: expected the tag's value in quotes");
    assert_refused("[White \"Ada\"", ERROR_SYNTAX,
                   "a.congo:1:13: expected ']' after the tag's value");
    assert_refused("[ \"Ada\"]", ERROR_SYNTAX,
                   "a.congo:1:3: expected a tag's name of 1 to 60 letters, digits and '_'");
    assert_refused("[White \"Ada\"]\n[White \"Bo\"]\n*", ERROR_SYNTAX,
                   "a.congo:2:1: the tag White is given twice");
    assert_refused("[FEN \"7/7\"] *", ERROR_SYNTAX,
                   "a.congo:1:1: the FEN tag: ranks: expected 7 separated by '/', found 2");
}

static void broken_variants_are_refused(void **state) {
    (void)state;
    assert_refused("[Variant \"chess\"]\n*", ERROR_SYNTAX,
                   "a.congo:1:1: there is no variant \"chess\", and the tags do not define it");
    assert_refused("[VariantIslands \"a4\"]\n*", ERROR_SYNTAX,
                   "a.congo:1:1: VariantIslands without a Variant tag that names it");
    assert_refused("[Variant \"x\"]\n[VariantColour \"red\"]\n*", ERROR_SYNTAX,
                   "a.congo:2:1: VariantColour is not a tag that defines a variant");
    assert_refused("[Variant \"congo\"]\n[VariantQuietPlies \"50\"]\n*", ERROR_STATE,
                   "a.congo:1:1: the variant congo is built in and cannot be defined otherwise");
    assert_refused("[Variant \"a b\"]\n[VariantQuietPlies \"50\"]\n*", ERROR_SYNTAX,
                   "a.congo:1:1: the variant a b: name: expected letters, digits, '-', '_' and "
                   "'.', found \"a b\"");
    assert_refused("[Variant \"x2345678901234567890123456789012345678901234567890\"]\n*",
                   ERROR_RANGE, "a.congo:1:1: a variant's name has at most 47 letters");
    static const char *const wrong[][2] = {
        {"VariantStart", "7/7"},
        {"VariantStart", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"},
        {"VariantStart", "1111111/1111111/1111111/1111111/1111111/1111111/1111111/1111111"},
        {"VariantIslands", "a3"},
        {"VariantIslands", "a4 a4"},
        {"VariantIslands", "a4,b4"},
        {"VariantIslands", "a4 "},
        {"VariantPawns", "chess"},
        {"VariantExtra", "TT"},
        {"VariantRepetition", ""},
        {"VariantQuietPlies", "10001"},
        {"VariantQuietPlies", "-1"},
        {"VariantQuietPlies", "99999999999999999999"},
        {"VariantQuietPlies", "5x"},
        {"VariantBareLions", "win"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[200];
        Error error = {0};
        snprintf(text, sizeof text, "[Variant \"x\"]\n[%s \"%s\"]\n*", wrong[i][0], wrong[i][1]);
        assert_null(read_text(text, strlen(text), false, NULL, &error));
        if (strncmp(error.text, "a.congo:", 8) != 0)
            fail_msg("%s: %s", text, error.text);
    }
}

static void bytes_that_are_no_text(void **state) {
    (void)state;
    static const char *const texts[] = {MEGA "1. D3 \\0 *",
                                        MEGA "1. D\\03 *",
                                        "[White \"A\\0\"] *",
                                        MEGA "{a\\0b} *",
                                        "\\0",
                                        "[\\0"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char text[80];
        strcpy(text, texts[i]);
        char *mark = strstr(text, "\\0");
        size_t length = strlen(text) - 1;
        memmove(mark, mark + 1, strlen(mark));
        *mark = '\0';
        Error error = {0};
        assert_null(read_text(text, length, false, NULL, &error));
        assert_int_equal(strncmp(error.text, "a.congo:", 8), 0);
    }
}

/* --- any game --- */

static void random_games_are_read_back(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < 300; i++) {
        Variant variant = i % 8 < 7 ? *variant_builtin((size_t)i % 8) : saved_variant(&seed);
        Record *record = saved_random(&variant, 150, &seed);
        saved_round_trip(record);
        record_free(record);
    }
}

/* A game or a sentence with a place; and a game that is read can be written. */
static void read_anything(const char *text, size_t length) {
    GameReader reader;
    gamereader_init(&reader, "any", text, length);
    while (gamereader_more(&reader)) {
        Error error = {0};
        Record *record = gamereader_next(&reader, false, &error);
        if (record)
            saved_round_trip(record);
        else
            assert_int_equal(strncmp(error.text, "any:", 4), 0);
        record_free(record);
    }
}

static void every_cut_is_a_sentence(void **state) {
    (void)state;
    size_t length;
    char *text = games_read_data("example-game.congo", &length);
    for (size_t i = 0; i < length; i++) {
        char *cut = memcpy(memory_allocate(i), text, i); /* so that reading on is noticed */
        Error error = {0};
        Record *record = read_text(cut, i, false, NULL, &error);
        if (i < length - 2) { /* the last two bytes end the line and the paragraph */
            assert_null(record);
            assert_int_equal(strncmp(error.text, "a.congo:", 8), 0);
        }
        record_free(record);
        free(cut);
    }
    free(text);
}

static void damaged_files(void **state) {
    (void)state;
    uint64_t seed = 23;
    static const char bytes[] = "[]{}()\"\\;%$.*-:#!?<>\n\r \t1aDLM\0\xff\x80\xe2";
    for (int i = 0; i < 1500; i++) {
        Record *record = games_start("crowded");
        games_play_random(record, games_below(&seed, 40), &seed);
        saved_decorate(record, &seed);
        size_t length;
        char *text = gamefile_write(record, &length);
        for (size_t change = games_below(&seed, 6); change > 0; change--) {
            size_t at = games_below(&seed, length);
            if (games_below(&seed, 3) == 0) {
                memmove(text + at, text + at + 1, length - at);
                length--;
            } else {
                text[at] = bytes[games_below(&seed, sizeof bytes)];
            }
        }
        read_anything(text, length);
        record_free(record);
        free(text);
    }
}

static void random_bytes(void **state) {
    (void)state;
    uint64_t seed = 77;
    static const char *const pieces[] = {
        "[Event \"x\"]", "[Variant \"", "\"]",  "{",      "}", "1.", "...", "D3",     "D5", "*",
        "1-0",           "\n",          " ",    "\r",     ";", "%",  "$3",  "[%clk ", "]",  "\\",
        "\xe2\x80",      "(",           "C-F2", "[FEN \""};
    for (int i = 0; i < 10000; i++) {
        Buffer text = {0};
        for (size_t n = games_below(&seed, 30); n > 0; n--)
            buffer_add_string(&text, pieces[games_below(&seed, sizeof pieces / sizeof pieces[0])]);
        read_anything(text.length ? text.bytes : "", text.length);
        buffer_free(&text);
    }
}

/* Half a megabyte of one thing: refused or read, in time that grows with the length only. */
static void huge_files(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "[",   "a",         "{",   "{a}", ";a\n", "%\n",       "\\",
        "$1 ", "!",         "1. ", "1",   ".",    "{[%clk 1}", "{[%clk 0:00:01] a\\n}",
        " ",   "[A \"b\"]", "* ",  "D3 "};
    enum { HUGE_LENGTH = 1 << 19 };
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        Buffer text = {0};
        while (text.length < HUGE_LENGTH)
            buffer_add_string(&text, pieces[i]);
        GameReader reader;
        gamereader_init(&reader, "huge", text.bytes, text.length);
        while (gamereader_more(&reader))
            record_free(gamereader_next(&reader, false, NULL));
        buffer_free(&text);
    }
    Buffer text = {0};
    for (int i = 0; i < 300; i++)
        buffer_add_format(&text, "[T%d \"x\"]\n", i);
    buffer_add_string(&text, "*");
    Error error = {0};
    assert_null(read_text(text.bytes, text.length, false, NULL, &error));
    assert_non_null(strstr(error.text, ": a game has at most 200 tags"));
    buffer_free(&text);
}

static void a_long_comment_and_a_long_game(void **state) {
    (void)state;
    uint64_t seed = 3;
    Record *record = games_start("congo");
    games_play(record, "d2d3");
    char *text = saved_text(&seed, 1 << 20);
    record_set_comment(record, 1, text);
    record_set_comment(record, 0, text);
    saved_round_trip(record);
    free(text);
    record_free(record);
    Variant variant = *variant_default();
    strcpy(variant.name, "endless");
    variant.repetition = REPETITION_NONE;
    variant.quiet_plies = 0;
    Position start;
    position_start(&start, &variant);
    record = record_create(&start);
    while (record->count < 12000)
        games_play(record, "Z-F3 Z-F5 Z-G1 Z-G7");
    saved_round_trip(record);
    record_free(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_written_plainly),
        cmocka_unit_test(black_may_begin),
        cmocka_unit_test(a_game_may_start_in_a_capture),
        cmocka_unit_test(a_game_without_moves),
        cmocka_unit_test(all_plies_are_written),
        cmocka_unit_test(a_custom_variant_is_in_its_tags),
        cmocka_unit_test(what_a_definition_leaves_out_is_as_in_congo),
        cmocka_unit_test(the_example_game),
        cmocka_unit_test(the_example_game_as_printed),
        cmocka_unit_test(layout_does_not_matter),
        cmocka_unit_test(wrong_numbers_are_slips),
        cmocka_unit_test(comments_are_read),
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(tags_are_read),
        cmocka_unit_test(several_games),
        cmocka_unit_test(declared_results),
        cmocka_unit_test(wrong_results_are_refused),
        cmocka_unit_test(long_words_are_refused),
        cmocka_unit_test(broken_moves_are_refused),
        cmocka_unit_test(broken_tags_are_refused),
        cmocka_unit_test(broken_variants_are_refused),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(random_games_are_read_back),
        cmocka_unit_test(every_cut_is_a_sentence),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(huge_files),
        cmocka_unit_test(a_long_comment_and_a_long_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
