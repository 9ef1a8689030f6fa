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
#include "../support/games.h"
#include "../support/gametext.h"
#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"
#include "rules/games/gametags.h"
#include "../support/random_game.h"

/* ---- writing ---- */

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

/* ---- the example game ---- */

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

/* ---- slips ---- */

static void keep_remark(void *context, GameRemark remark, GamePlace place, const char *sentence) {
    static const char *const kinds[] = {"slip", "error", "note"};
    buffer_add_format(context, "%s %zu:%zu %s\n", kinds[remark], place.line, place.column,
                      sentence);
}

/* Reads the first game of a text and compares all remarks on it. Returns the game, or NULL. */
static Record *read_with_remarks(const char *text, bool strict, bool foreign,
                                 const char *expected) {
    GameReader reader;
    Buffer remarks = {0};
    buffer_add_string(&remarks, "");
    gamereader_init(&reader, "a", text, strlen(text));
    reader.foreign = foreign;
    reader.on_remark = keep_remark;
    reader.remark_context = &remarks;
    assert_true(gamereader_more(&reader));
    Record *record = gamereader_next(&reader, strict, NULL);
    assert_string_equal(remarks.length > 0 ? remarks.bytes : "", expected);
    buffer_free(&remarks);
    return record;
}

static void expect_remarks(const char *text, bool strict, bool good, const char *expected) {
    Record *record = read_with_remarks(text, strict, false, expected);
    assert_int_equal(record != NULL, good);
    record_free(record);
}

static void the_example_game_as_printed(void **state) {
    (void)state;
    size_t length;
    char *list = games_read_data("example-game.txt", &length);
    Buffer text = {0};
    buffer_add_string(&text, "[Variant \"megapawn\"]\n");
    buffer_add_string(&text, list);
    buffer_add_string(&text, "1-0\n");
    Record *record = read_with_remarks(
        text.bytes, false, false,
        "slip 3:9 a:3:9: \"Z-D6\" is read as Z-FD6: what follows, up to \"Z-C5\" in line 9, rules "
        "out Z-BD6\n"
        "slip 4:4 a:4:4: \"Z-D2\" is read as Z-FD2: what follows, up to \"Z-C3\" in line 11, rules "
        "out Z-BD2\n"
        "slip 14:10 a:14:10: \"E:A5\" is read as E-A5\n"
        "slip 15:5 a:15:5: \"E:E2\" is read as E-E2\n"
        "slip 15:10 a:15:10: \"E:E6\" is read as E-E6\n");
    assert_non_null(record);
    assert_int_equal(record->count, 97);
    record_free(record);
    assert_null(read_with_remarks(
        text.bytes, true, false,
        "error 3:9 a:3:9: expected Z-FD6, found Z-D6: what follows, up to \"Z-C5\" in line 9, "
        "rules "
        "out Z-BD6\n"
        "error 4:4 a:4:4: expected Z-FD2, found Z-D2: what follows, up to \"Z-C3\" in line 11, "
        "rules out Z-BD2\n"
        "error 14:10 a:14:10: expected E-A5, found E:A5\n"
        "error 15:5 a:15:5: expected E-E2, found E:E2\n"
        "error 15:10 a:15:10: expected E-E6, found E:E6\n"));
    buffer_free(&text);
    free(list);
}

#define MEGA "[Variant \"megapawn\"]\n"

static void slips_are_told_together(void **state) {
    (void)state;
    expect_remarks("1. Zf3 d6d5\n3. Z:G1 *", false, true,
                   "slip 1:4 a:1:4: \"Zf3\" is read as Z-F3\n"
                   "slip 2:1 a:2:1: the number 3. is read as 2.\n"
                   "slip 2:4 a:2:4: \"Z:G1\" is read as Z-G1\n");
    /* An error ends the game; the slips before it are reported. */
    expect_remarks("1. Zf3 Z-A1 2. Z:G1 *", false, false,
                   "slip 1:4 a:1:4: \"Zf3\" is read as Z-F3\n"
                   "error 1:8 a:1:8: no legal move fits \"Z-A1\"\n");
    expect_remarks("1. Zf3 {no end", false, false,
                   "slip 1:4 a:1:4: \"Zf3\" is read as Z-F3\n"
                   "error 1:8 a:1:8: the comment that begins here has no end, '}'\n");
    expect_remarks("1. Zf3 *", true, false, "error 1:4 a:1:4: expected Z-F3, found Zf3\n");
    expect_remarks("1. Z-F3 *", true, true, "");
}

static void ambiguous_moves_are_settled(void **state) {
    (void)state;
    expect_remarks(MEGA "1. D3 D5 2. Z-D2 C-F6 3. Z-B3 C-B6 4. Z-FD2 *", false, true,
                   "slip 2:13 a:2:13: \"Z-D2\" is read as Z-BD2: what follows, up to \"Z-FD2\" in "
                   "line 2, rules out Z-FD2\n");
    /* Two readings that both go on, with what else is wrong. */
    expect_remarks(MEGA "1. D3 D5 2. Z-D2 C-F6 *", false, false,
                   "error 2:13 a:2:13: \"Z-D2\" fits 2 moves: Z-BD2, Z-FD2\n");
    /* Both stop at the same word. */
    expect_remarks(MEGA "1. D3 D5 2. Z-D2 Z-A1 *", false, false,
                   "error 2:13 a:2:13: \"Z-D2\" fits 2 moves: Z-BD2, Z-FD2\n"
                   "error 2:18 a:2:18: no legal move fits \"Z-A1\"\n");
    /* One goes further than the other. */
    expect_remarks(MEGA "1. D3 D5 2. Z-D2 C-F6 3. Z-B3 C-B6 4. Z-FD2 Z-A1 *", false, false,
                   "slip 2:13 a:2:13: \"Z-D2\" is read as Z-BD2: what follows, up to \"Z-FD2\" in "
                   "line 2, rules out Z-FD2\n"
                   "error 2:45 a:2:45: no legal move fits \"Z-A1\"\n");
}

/* Ambiguous words that fit in all orders, before one that fits in none. */
static void settling_is_bounded(void **state) {
    (void)state;
    Buffer text = {0};
    buffer_add_string(&text, "[FEN \"3l3/7/7/7/7/Z5Z/3L3/w/-1\"]\n");
    for (int i = 0; i < 60; i++)
        buffer_add_string(&text, i % 2 == 0 ? "Z-C3 L-D6 Z-B1 L-D7 " : "Z-E3 L-D6 Z-F1 L-D7 ");
    buffer_add_string(&text, "Z-Z9 *");
    Error error = {0};
    assert_null(gametext_read(text.bytes, text.length, false, NULL, &error));
    assert_int_equal(strncmp(error.text, "a.congo:", 8), 0);
    buffer_free(&text);
}

/* ---- notes and boards in a foreign text ---- */

static const char noted[] = "# A game, 1. of many\n"
                            "\n"
                            "7 EZCLCZE --###--\n"
                            "6 --#P#-- --###--\n"
                            "  ABCDEFG\n"
                            "```\n"
                            "1. D3 D5\n"
                            "2. C-F2 zfd6\n"
                            "[see](there) why E4 (or D4) is bad; it\n"
                            "* * *\n"
                            "L:D2?? is not possible yet.\n"
                            "3. Z-FD2 {a comment\non two lines} C-F6\n"
                            "7. Sept. 1982\n"
                            "E-A2\n"
                            "C-B6 ; played at once\n"
                            "The end.\n";

static void notes_are_skipped(void **state) {
    (void)state;
    GameReader reader;
    Position start;
    Buffer remarks = {0};
    position_start(&start, variant_find("megapawn"));
    gamereader_init(&reader, "a", noted, strlen(noted));
    reader.foreign = true;
    reader.start = &start;
    reader.on_remark = keep_remark;
    reader.remark_context = &remarks;
    assert_true(gamereader_more(&reader));
    Record *record = gamereader_next(&reader, false, NULL);
    assert_non_null(record);
    assert_int_equal(record->count, 8);
    assert_string_equal(record_comment(record, 5), "a comment on two lines");
    assert_string_equal(record_comment(record, 8), "played at once");
    assert_false(gamereader_more(&reader));
    assert_string_equal(remarks.bytes, "note 1:1 \nnote 3:1 \nnote 4:1 \nnote 5:3 \nnote 6:1 \n"
                                       "slip 8:9 a:8:9: \"zfd6\" is read as Z-FD6\n"
                                       "note 9:1 \nnote 10:1 \nnote 11:1 \nnote 14:1 \n"
                                       "note 17:1 \n");
    record_free(record);
    buffer_free(&remarks);
    /* Not in a text of our own. */
    assert_null(gametext_read(noted, strlen(noted), false, NULL, NULL));
}

static void a_line_of_moves_is_no_note(void **state) {
    (void)state;
    static const char *const wrong[] = {"1. D3 D5\n2. Zebra-F3 E4\n", "1. D3 D5\n7. C4 Zebra-F5\n",
                                        "1. D3\n1... Zebra-F5\n",
                                        "1. d2d3 d6d5\nZ9 Z8\n1. hello\n"};
    static const size_t moves[] = {0, 0, 0, 2};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Error error = {0};
        GameReader reader;
        gamereader_init(&reader, "a", wrong[i], strlen(wrong[i]));
        reader.foreign = true;
        Record *record = gamereader_next(&reader, false, &error);
        assert_int_equal(record ? record->count : 0, moves[i]);
        record_free(record);
    }
}

/* ---- lenient reading ---- */

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
    static const size_t deviations[] = {1, 1, 1, 1, 1, 1};
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
        {"{[%csl Gd4] x}", "[%csl Gd4] x"},
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
                    "and no Reason or Termination tag says why it ended");
    assert_false(gamereader_more(&reader));
    static const char *const none[] = {"", " \n\t\r\n", "\xef\xbb\xbf", "% only this"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        gamereader_init(&reader, "c.congo", none[i], strlen(none[i]));
        assert_false(gamereader_more(&reader));
    }
}

/* ---- results ---- */

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

/* What the texts of PGN readers and people say of the end, without the tags of this program. */
static void ordinary_results_are_accepted(void **state) {
    (void)state;
    static const struct {
        const char *text, *slip;
        Outcome outcome;
    } cases[] = {
        {"1. d2d3 1-0",
         "1:9: the result is 1-0, but the moves leave the game open (*), and no Reason or "
         "Termination tag says why it ended; read as 1-0: Black resigned; White won.",
         {RESULT_WHITE, REASON_RESIGNED}},
        {"[Termination \"rain\"]\n1. d2d3 1/2-1/2",
         "2:9: the result is 1/2-1/2, but the moves leave the game open (*), and no Reason or "
         "Termination tag says why it ended; read as 1/2-1/2: A draw by agreement.",
         {RESULT_DRAW, REASON_AGREED}},
        {"[Result \"0-1\"]\n1. d2d3 *",
         "2:9: the result after the moves is *, but the Result tag says \"0-1\"; read as 0-1: "
         "White "
         "resigned; Black won.",
         {RESULT_BLACK, REASON_RESIGNED}},
        {"[Result \"*\"]\n1. d2d3 0-1",
         "2:9: the result after the moves is 0-1, but the Result tag says \"*\"; read as 0-1: "
         "White "
         "resigned; Black won.",
         {RESULT_BLACK, REASON_RESIGNED}},
        {"[Result \"1-0\"]\n[Reason \"time\"]\n0-1",
         "3:1: the result after the moves is 0-1, but the Result tag says \"1-0\"; read as 0-1: "
         "White ran out of time; Black won.",
         {RESULT_BLACK, REASON_TIME}},
        {FACING "L:D7# 0-1",
         "2:7: the result is 0-1, but the moves say 1-0: White captured the lion and won.",
         {RESULT_WHITE, REASON_LION}},
        {FACING "L:D7#\n",
         "3:1: there is no result after the moves; read as 1-0: White captured the lion and won.",
         {RESULT_WHITE, REASON_LION}},
        {FACING "[Reason \"resigned\"] L:D7# 1-0",
         "2:1: the Reason tag says resigned, but: White captured the lion and won.",
         {RESULT_WHITE, REASON_LION}},
        {"[Reason \"lion\"] 1-0",
         "1:1: the Reason tag says lion, which does not go with the result 1-0 after these moves; "
         "read as 1-0: Black resigned; White won.",
         {RESULT_WHITE, REASON_RESIGNED}},
        {"[Reason \"resigned\"]\n1. d2d3 *",
         "1:1: the Reason tag says resigned, which does not go with the result * after these "
         "moves; read as *",
         {RESULT_OPEN, REASON_NONE}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char slip[300];
        snprintf(slip, sizeof slip, "a.congo:%s", cases[i].slip);
        Record *record = gametext_expect_read(cases[i].text, slip);
        Outcome outcome = record_outcome(record);
        assert_int_equal(outcome.result, cases[i].outcome.result);
        assert_int_equal(outcome.reason, cases[i].outcome.reason);
        random_game_check_round_trip(record);
        record_free(record);
    }
    gametext_expect_error(
        "[Reason \"bored\"] 1-0", ERROR_SYNTAX,
        "a.congo:1:1: the Reason tag: expected resigned, agreed, time or aborted, found "
        "\"bored\"");
}

/* Tags of PGN that say nothing new are not kept. */
static void the_tags_of_pgn(void **state) {
    (void)state;
    Record *record = games_from_fen("3l3/7/4p2/7/7/2P4/3L3/b/-1", variant_default());
    games_play(record, "E4 C3 E3");
    record_set_tag(record, "White", "Ada \"the lion\"");
    record_set_tag(record, "Opening", "none");
    assert_true(record_declare(record, (Outcome){RESULT_WHITE, REASON_TIME}, NULL));
    size_t length;
    char *text = gamefile_write(record, GAME_PGN, &length);
    assert_string_equal(text, "[Event \"?\"]\n"
                              "[Site \"?\"]\n"
                              "[Date \"????.??.??\"]\n"
                              "[Round \"?\"]\n"
                              "[White \"Ada \\\"the lion\\\"\"]\n"
                              "[Black \"?\"]\n"
                              "[Result \"1-0\"]\n"
                              "[Variant \"congo\"]\n"
                              "[SetUp \"1\"]\n"
                              "[FEN \"3l3/7/4p2/7/7/2P4/3L3/b/-1\"]\n"
                              "[Reason \"time\"]\n"
                              "[Opening \"none\"]\n"
                              "[Termination \"time forfeit\"]\n"
                              "\n"
                              "1... e5e4 2. c2c3 e4e3 1-0\n"
                              "\n");
    Record *back = gametext_read_good(text);
    assert_true(record_equal(record, back));
    assert_int_equal(back->tag_count, 2);
    record_free(back);
    record_free(record);
    free(text);
}

static void termination_says_how_a_game_ended(void **state) {
    (void)state;
    static const struct {
        const char *value, *result;
        Reason reason;
    } ends[] = {
        {"Normal", "1-0", REASON_RESIGNED},
        {"normal", "1/2-1/2", REASON_AGREED},
        {"time forfeit", "0-1", REASON_TIME},
        {"Time forfeit", "1-0", REASON_TIME},
        {"abandoned", "*", REASON_ABORTED},
        {"abandoned", "1-0", REASON_RESIGNED},
        {"adjudication", "0-1", REASON_RESIGNED},
        {"adjudication", "1/2-1/2", REASON_AGREED},
        {"emergency", "*", REASON_ABORTED},
        {"rules infraction", "1-0", REASON_RESIGNED},
        {"death", "1/2-1/2", REASON_AGREED},
        {"unterminated", "*", REASON_NONE},
        {"rain", "*", REASON_NONE},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "[Termination \"%s\"]\n1. d2d3 %s\n", ends[i].value,
                 ends[i].result);
        Record *record = gametext_read_good(text);
        assert_int_equal(record->declared.reason, ends[i].reason);
        const char *kept = record_tag(record, "Termination");
        assert_string_equal(kept ? kept : gametags_termination(record_outcome(record)),
                            ends[i].value);
        random_game_check_round_trip(record);
        record_free(record);
    }
    gametext_expect_slip("[Termination \"time forfeit\"]\n1. d2d3 1/2-1/2",
                         "a.congo:1:1: the Termination tag says time forfeit, which does not go "
                         "with the result 1/2-1/2; read as 1/2-1/2: A draw by agreement.");
    gametext_expect_slip("[Termination \"unterminated\"]\n1. d2d3 1-0",
                         "a.congo:1:1: the Termination tag says unterminated, which does not go "
                         "with the result 1-0; read as 1-0: Black resigned; White won.");
    gametext_expect_slip("[Termination \"normal\"]\n1. d2d3 *",
                         "a.congo:1:1: the Termination tag says normal, which does not go with "
                         "the result *; read as *");
    gametext_expect_slip(FACING "[Termination \"time forfeit\"]\nL:D7# 1-0",
                         "a.congo:2:1: the Termination tag says time forfeit, but: White captured "
                         "the lion and won.");
    gametext_expect_slip("[Termination \"time forfeit\"]\n[Reason \"resigned\"]\n1-0",
                         "a.congo:1:1: the Termination tag says time forfeit, but: Black "
                         "resigned; White won.");
    gametext_expect_plies(FACING "[Termination \"normal\"]\nL:D7# 1-0", 1);
    gametext_expect_plies("[Termination \"adjudication\"]\n[Reason \"time\"]\n1. d2d3 1-0", 1);
}

/* A game that goes on after it was read does not keep how it had ended. */
static void a_termination_that_is_no_longer_right(void **state) {
    (void)state;
    Record *record = gametext_read_good("[Termination \"time forfeit\"]\n1. d2d3 1-0");
    record_truncate(record);
    games_play(record, "d6d5");
    gametext_expect_written(record, "[Result \"*\"]\n[Variant \"congo\"]\n\n1. P-DD3 P-DD5 *\n\n");
    record_free(record);
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
        cmocka_unit_test(slips_are_told_together),
        cmocka_unit_test(ambiguous_moves_are_settled),
        cmocka_unit_test(settling_is_bounded),
        cmocka_unit_test(notes_are_skipped),
        cmocka_unit_test(a_line_of_moves_is_no_note),
        cmocka_unit_test(layout_does_not_matter),
        cmocka_unit_test(wrong_move_numbers_are_deviations),
        cmocka_unit_test(comments_are_read),
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(tags_are_read),
        cmocka_unit_test(several_games),
        cmocka_unit_test(declared_results),
        cmocka_unit_test(ordinary_results_are_accepted),
        cmocka_unit_test(the_tags_of_pgn),
        cmocka_unit_test(termination_says_how_a_game_ended),
        cmocka_unit_test(a_termination_that_is_no_longer_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
