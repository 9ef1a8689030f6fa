/* Marks, glyphs, variations and scores in files of games. */
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
#include "../support/random_game.h"
#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"
#include "rules/comment.h"

#define MEGA "[Variant \"megapawn\"]\n"

/* ---- glyphs ---- */

static void glyphs_are_read(void **state) {
    (void)state;
    static const struct {
        const char *raw; /* after the first move */
        unsigned char glyphs[RECORD_GLYPHS_MAX];
    } cases[] = {
        {"", {0}},
        {"!", {1}},
        {"?", {2}},
        {"!!", {3}},
        {"??", {4}},
        {"!?", {5}},
        {"?!", {6}},
        {" ?!", {6}},
        {"???", {4}},
        {"!?!", {5}},
        {"#!", {1}},
        {"!#?", {5}},
        {"$4", {4}},
        {" $14 $255", {14, 255}},
        {"?$14 $2 $14 ! {so} $9", {2, 14, 1, 9}},
        {"$0 $256 $99999999999999999999 $7", {7}},
        {"$7$8$9$10$11$12$13$14$15", {7, 8, 9, 10, 11, 12, 13, 14}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, MEGA "$3 ! 1. D3%s D5 *", cases[i].raw);
        Record *record = gametext_read_good(text);
        assert_memory_equal(record->plies[0].glyphs, cases[i].glyphs, RECORD_GLYPHS_MAX);
        assert_int_equal(record->plies[1].glyphs[0], 0);
        random_game_check_round_trip(record);
        record_free(record);
    }
}

/* A mark is no slip, in either notation. */
static void a_strict_reader_accepts_marks(void **state) {
    (void)state;
    static const char text[] = MEGA "1. D3!? D5 $4 2. b1d2?? *";
    size_t deviations;
    Error error = {0};
    Record *record = gametext_read(text, strlen(text), true, &deviations, &error);
    assert_non_null(record);
    assert_int_equal(record_mark(record, 1), 5);
    assert_int_equal(record_mark(record, 2), 4);
    assert_int_equal(record_mark(record, 3), 4);
    assert_int_equal(deviations, 0);
    record_free(record);
}

/* ---- variations ---- */

static void variations_are_kept_as_text(void **state) {
    (void)state;
    static const struct {
        const char *raw; /* after the first move */
        const char *variations;
        const char *comment;
    } cases[] = {
        {"(1. C3)", "(1. C3)", NULL},
        {" {a} (1. C3 (1. E3 nonsense) $1 {b}) {c} ( 1.B3\nC5! )",
         "(1. C3 (1. E3 nonsense) $1 {b}) (1.B3 C5!)", "a\nc"},
        {" ({[%eval 0.3,4] \\x7d} 1. C3 1-0) D5 *", "({[%eval 0.3,4] \\x7d} 1. C3 1-0)", NULL},
        {" (1. C3 ; a } and a )\n)", "(1. C3 {a \\x7d and a )})", NULL},
        {"\n% not ( this\n(1. C3\n% nor ) this\n)", "(1. C3)", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        snprintf(text, sizeof text, MEGA "1. D3%s\n1... D5 2. C-F2 *\n", cases[i].raw);
        Record *record = gametext_read_good(text);
        assert_string_equal(record->plies[0].variations, cases[i].variations);
        assert_null(record->plies[1].variations);
        if (cases[i].comment)
            assert_string_equal(record_comment(record, 1), cases[i].comment);
        random_game_check_round_trip(record);
        record_free(record);
    }
}

/* A word that fits several moves is settled by the words behind a variation, too. */
static void variations_do_not_disturb_the_moves(void **state) {
    (void)state;
    Record *record = gametext_read_good(
        MEGA "1. D3 D5 2. Z-D2 (2. C4 Z-D6) C-F6 3. Z-B3 C-B6 (3... C5)\n4. Z-FD2 *");
    assert_int_equal(record->count, 7);
    assert_string_equal(record->plies[2].variations, "(2. C4 Z-D6)");
    record_free(record);
}

/* A skipped game has as many moves as a game that is read. */
static void skipping_does_not_count_variations(void **state) {
    (void)state;
    static const char text[] =
        MEGA "1. D3 (1. C3 C5 2. E3 {1-0}) D5 (1... *) 1-0 {end}\n\n" MEGA "*";
    GameReader reader;
    GameSummary summary;
    gamereader_init(&reader, "a", text, strlen(text));
    assert_true(gamereader_skip(&reader, &summary));
    assert_int_equal(summary.plies, 2);
    assert_int_equal(summary.result, RESULT_WHITE);
    gamereader_free_summary(&summary);
    assert_true(gamereader_more(&reader));
    assert_true(gamereader_skip(&reader, NULL));
    assert_false(gamereader_more(&reader));
}

static Record *read_foreign(const char *text, Error *error) {
    GameReader reader;
    Position start;
    position_start(&start, variant_find("megapawn"));
    gamereader_init(&reader, "a", text, strlen(text));
    reader.foreign = true;
    reader.start = &start;
    return gamereader_next(&reader, false, error);
}

/* In a foreign text, parentheses hold variations, steps of a move, or prose. */
static void foreign_parentheses(void **state) {
    (void)state;
    Error error = {0};
    Record *record = read_foreign("A game (annotated)\n"
                                  "(by somebody)\n"
                                  "1. D3 (1. C3 is worse\n"
                                  "than it looks 1... C5)\n"
                                  "(d6,d5) (1... E5)\n"
                                  "(see there)\n"
                                  "2. C-F2\n"
                                  "(2... C4) 2... C-F6\n",
                                  &error);
    if (!record)
        fail_msg("%s", error.text);
    assert_int_equal(record->count, 4);
    assert_string_equal(record->plies[0].variations, "(1. C3 is worse than it looks 1... C5)");
    assert_string_equal(record->plies[1].variations, "(1... E5)");
    assert_string_equal(record->plies[2].variations, "(2... C4)");
    record_free(record);
    assert_null(read_foreign("1. D3 (1. C3\n1... D5\n", &error));
    assert_string_equal(error.text, "a:1:7: the variation that begins here has no end, ')'");
    assert_null(read_foreign("1. D3 (a joke) D5\n", &error));
    assert_string_equal(error.text, "a:1:7: expected a move, a comment or the result, found '('");
}

/* ---- scores ---- */

static void scores_are_read(void **state) {
    (void)state;
    static const struct {
        const char *raw;
        RecordScore score;
        const char *text;
    } cases[] = {
        {"[%eval 0.34,12]", {true, 12, 0, 34}, NULL},
        {"[%eval -1.5] x", {true, 0, 0, -150}, "x"},
        {"[%eval 0]", {true, 0, 0, 0}, NULL},
        {"[%eval -0.00]", {true, 0, 0, 0}, NULL},
        {"[%eval +3.005]", {true, 0, 0, 301}, NULL},
        {"[%eval 3.0049999]", {true, 0, 0, 300}, NULL},
        {"[%eval #4]", {true, 0, 4, 0}, NULL},
        {"[%eval #-4,12]", {true, 12, -4, 0}, NULL},
        {"a [%eval\n1.0,1] b", {true, 1, 0, 100}, "a b"},
        {"[%eval 1.0] [%eval 2.0]", {true, 0, 0, 200}, NULL},
        {"[%eval 100000.00,10000]", {true, 10000, 0, 10000000}, NULL},
        {"[%eval 100000.01]", {0}, "[%eval 100000.01]"},
        {"[%eval 0.3,10001]", {0}, "[%eval 0.3,10001]"},
        {"[%eval #0]", {0}, "[%eval #0]"},
        {"[%eval #100001]", {0}, "[%eval #100001]"},
        {"[%eval #1.5]", {0}, "[%eval #1.5]"},
        {"[%eval .5]", {0}, "[%eval .5]"},
        {"[%eval 5.]", {0}, "[%eval 5.]"},
        {"[%eval --1]", {0}, "[%eval --1]"},
        {"[%eval 1,]", {0}, "[%eval 1,]"},
        {"[%eval 1,-2]", {0}, "[%eval 1,-2]"},
        {"[%eval 1 ]", {0}, "[%eval 1 ]"},
        {"[%eval 1", {0}, "[%eval 1"},
        {"[%eval]", {0}, "[%eval]"},
        {"[%eval ]", {0}, "[%eval ]"},
        {"[%evaluate 1]", {0}, "[%evaluate 1]"},
        {"[%eval 99999999999999999999]", {0}, "[%eval 99999999999999999999]"},
        {"\\x5b%eval 0.3]", {0}, "[%eval 0.3]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t ply = 0; ply <= 1; ply++) {
            char text[200];
            snprintf(text, sizeof text, MEGA "%s%s%s%s *", ply == 0 ? "{" : "1. D3 {", cases[i].raw,
                     "}", ply == 0 ? " 1. D3" : "");
            Record *record = gametext_read_good(text);
            RecordScore score = record->scores[ply];
            assert_int_equal(score.known, cases[i].score.known);
            assert_int_equal(score.depth, cases[i].score.depth);
            assert_int_equal(score.win_moves, cases[i].score.win_moves);
            assert_int_equal(score.hundredths, cases[i].score.hundredths);
            assert_false(record->scores[1 - ply].known);
            assert_int_equal(record_comment(record, ply) != NULL, cases[i].text != NULL);
            if (cases[i].text)
                assert_string_equal(record_comment(record, ply), cases[i].text);
            random_game_check_round_trip(record);
            record_free(record);
        }
    }
}

/* ---- writing ---- */

static void notes_are_written_in_their_documented_form(void **state) {
    (void)state;
    Record *record =
        gametext_read_good(MEGA "{[%eval 0.2,12] [%clk 1:00]} 1. D3 $4 $14 ({x}(1. C3)) (1. E3)\n"
                                "{[%clk 0:05:00] [%eval -0.34,12] so [%emt 0:00:01]} D5 $14 $6 2. "
                                "C-F2! C-F6 {[%eval #4]} *");
    gametext_expect_written(
        record, "[Result \"*\"]\n"
                "[Variant \"megapawn\"]\n"
                "\n"
                "{[%eval 0.20,12] \\x5b%clk 1:00]} 1. D3?? $14 {[%eval -0.34,12] "
                "[%emt 0:00:01]\n"
                "[%clk 0:05:00] so} ({x} (1. C3)) (1. E3) 1... D5 $14 $6 2. C-F2! C-F6\n"
                "{[%eval #4]} *\n"
                "\n");
    record_free(record);
}

/* The notation of variations is that of their author. */
static void coordinates_leave_variations_as_they_are(void **state) {
    (void)state;
    Record *record = gametext_read_good(MEGA "1. D3! (1. C3 d6d5) *");
    size_t length;
    char *text = gamefile_write(record, GAME_COORDINATES, &length);
    assert_string_equal(strstr(text, "1. "), "1. d2d3! (1. C3 d6d5) *\n\n");
    free(text);
    record_free(record);
}

/* Checks what a format makes of the variations of a first move. */
static void expect_translated(GameFormat format, const char *variations, const char *expected) {
    Record *record = games_start("megapawn");
    games_play(record, "D3 D5");
    assert_true(record_set_variations(record, 2, variations));
    gamefile_translate_variations(record, format);
    assert_string_equal(record->plies[1].variations, expected);
    record_free(record);
}

static void moves_of_variations_are_translated(void **state) {
    (void)state;
    static const char coordinates[] = "(1... e5e4!? 2.e3e4 $14 {D4: c3} (2. a1a2 a7a6 (2... Zx "
                                      "E-G6) (2... g7g6!)) 2... d6d5) (g5g4) (G9 D5)";
    static const char congo[] = "(1... E4!? 2.P:EE4 $14 {D4: c3} (2. E-A2 E-A6,:E4 (2... Zx "
                                "E-G6) (2... E-G6,:E4!)) 2... D5) (G4) (G9 D5)";
    expect_translated(GAME_PGN, congo, coordinates);
    expect_translated(GAME_CONGO, coordinates, congo);
    expect_translated(GAME_PGN, "(e4 P:EE4+)", "(e5e4 e3e4)");
    expect_translated(GAME_CONGO, "(e4 P:EE4+ d6d5)", "(e4 P:EE4+ D5)");
    expect_translated(GAME_COORDINATES, congo, congo);
    /* Too deep. */
    Buffer deep = {0};
    for (int i = 0; i < 40; i++)
        buffer_add_string(&deep, i > 0 ? " (1... E4" : "(1... E4");
    for (int i = 0; i < 40; i++)
        buffer_add_string(&deep, ")");
    Record *record = games_start("megapawn");
    games_play(record, "D3 D5");
    assert_true(record_set_variations(record, 2, deep.bytes));
    gamefile_translate_variations(record, GAME_PGN);
    assert_memory_equal(record->plies[1].variations, "(1... e5e4 (1... e5e4 ", 22);
    assert_non_null(strstr(record->plies[1].variations, "(1... E4)))"));
    record_free(record);
    buffer_free(&deep);
}

/* Puts a word of any length between two texts. */
static void wrap_around(const char *before, const char *after, size_t length) {
    Buffer text = {0};
    buffer_add_string(&text, before);
    while (length-- > 0)
        buffer_add_string(&text, "x");
    buffer_add_string(&text, after);
    Record *record = games_start("megapawn");
    games_play(record, "D3");
    assert_true(record_set_variations(record, 1, text.bytes));
    random_game_check_round_trip(record);
    record_free(record);
    buffer_free(&text);
}

static void long_variations_are_wrapped(void **state) {
    (void)state;
    static const char deep[] =
        "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((";
    for (size_t length = 1; length < 200; length++) {
        wrap_around("(1. C3 {", "})", length);
        wrap_around("(1. C3 {", "\\\\\\n\\x7dyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy} C5)",
                    length);
        wrap_around("({", "} (1. C3))", length);
        wrap_around("({a  b", "  c})", length);
        if (length > VARIATION_WORD_MAX)
            continue;
        Buffer before = {0}, after = {0};
        buffer_add_string(&before, deep);
        for (size_t i = 0; i < strlen(deep); i++)
            buffer_add_string(&after, ")");
        wrap_around(before.bytes, after.bytes, length);
        buffer_free(&before);
        buffer_free(&after);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glyphs_are_read),
        cmocka_unit_test(a_strict_reader_accepts_marks),
        cmocka_unit_test(variations_are_kept_as_text),
        cmocka_unit_test(variations_do_not_disturb_the_moves),
        cmocka_unit_test(skipping_does_not_count_variations),
        cmocka_unit_test(foreign_parentheses),
        cmocka_unit_test(scores_are_read),
        cmocka_unit_test(notes_are_written_in_their_documented_form),
        cmocka_unit_test(coordinates_leave_variations_as_they_are),
        cmocka_unit_test(moves_of_variations_are_translated),
        cmocka_unit_test(long_variations_are_wrapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
