/* Files of games: errors and their places, and arbitrary input. */
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
#include "base/memory.h"
#include "../support/games.h"
#include "../support/gametext.h"
#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"
#include "../support/random_game.h"

#define MEGA "[Variant \"megapawn\"]\n"

#define FACING "[FEN \"3l3/7/7/7/7/7/3L3/w/-1\"]\n"

/* ---- errors and their places ---- */

/* A suffix after a move is read to its end, however long it is. */
static void long_words_are_rejected(void **state) {
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

static void broken_moves_are_rejected(void **state) {
    (void)state;
    gametext_expect_error(MEGA "1. D3 D5\n2. Z-D4 *", ERROR_ILLEGAL,
                          "a.congo:3:4: no legal move fits \"Z-D4\"");
    gametext_expect_error(MEGA "1. D3 D5\n2.Z-D2 *", ERROR_AMBIGUOUS,
                          "a.congo:3:3: \"Z-D2\" fits 2 moves: Z-BD2, Z-FD2");
    gametext_expect_error(
        MEGA "1. D3 hello *", ERROR_SYNTAX,
        "a.congo:2:7: \"hello\" is not a move; expected one such as d2-d3, Z-F3, M:D3:F5 or "
        "a2a3");
    gametext_expect_error(
        MEGA "E-A2 E-A6 E-A1 E-A7 *", ERROR_ILLEGAL,
        "a.congo:2:16: E-A7 would repeat an earlier position, which megapawn forbids");
    gametext_expect_error(FACING "L:D7# L-D6 1-0", ERROR_STATE,
                          "a.congo:2:7: the game is over: White captured the lion and won.");
    gametext_expect_error(MEGA "1. D3 }", ERROR_SYNTAX,
                          "a.congo:2:7: expected a move, a comment or the result, found '}'");
    gametext_expect_error(MEGA "1. D3 D5\r\n{a\r\nb} {no end", ERROR_SYNTAX,
                          "a.congo:4:4: the comment that begins here has no end, '}'");
    gametext_expect_error(MEGA "1. D3 $ D5 *", ERROR_SYNTAX,
                          "a.congo:2:7: expected a number after '$'");
    gametext_expect_slip(MEGA "1. D3",
                         "a.congo:2:6: there is no result after the moves; read as *");
    gametext_expect_slip(MEGA "[Result \"0-1\"]\n1. D3\n\n[Result \"1-0\"]\n",
                         "a.congo:5:1: there is no result after the moves; read as 0-1: White "
                         "resigned; Black won.");
    gametext_expect_error(
        "{nothing}", ERROR_SYNTAX,
        "a.congo:1:10: the text ends before the result of the game, such as 1-0 or *");
    gametext_expect_error(
        "", ERROR_SYNTAX,
        "a.congo:1:1: the text ends before the result of the game, such as 1-0 or *");
    gametext_expect_slip(MEGA "1. D3\n\n" MEGA "*",
                         "a.congo:4:1: there is no result after the moves; read as *");
    gametext_expect_error(
        "\xef\xbb\xbfhello", ERROR_SYNTAX,
        "a.congo:1:1: \"hello\" is not a move; expected one such as d2-d3, Z-F3, M:D3:F5 or "
        "a2a3");
}

static void broken_variations_are_rejected(void **state) {
    (void)state;
    gametext_expect_error(MEGA "1. D3 (1. D2", ERROR_SYNTAX,
                          "a.congo:2:7: the variation that begins here has no end, ')'");
    gametext_expect_error(MEGA "1. D3 (1. D2\n(1. C3) *\n\n[Event \"next\"]\n\n*", ERROR_SYNTAX,
                          "a.congo:2:7: the variation that begins here has no end, ')'");
    gametext_expect_error(MEGA "1. D3 (1. D2\n{no end) *", ERROR_SYNTAX,
                          "a.congo:3:1: the comment that begins here has no end, '}'");
    gametext_expect_error(MEGA "1. D3 (1. D2\r\n  1... ]) *", ERROR_SYNTAX,
                          "a.congo:3:8: in a variation: expected a move, a comment or ')'");
    gametext_expect_error(MEGA "1. D3 (1. D2)) *", ERROR_SYNTAX,
                          "a.congo:2:14: a ')' without a '(' before it");
    gametext_expect_error(MEGA "(1. D2) 1. D3 *", ERROR_SYNTAX,
                          "a.congo:2:1: a variation before the first move; it belongs behind the "
                          "move that it replaces");
}

static void broken_tags_are_rejected(void **state) {
    (void)state;
    gametext_expect_error(
        "[White \"Ada]\n*", ERROR_SYNTAX,
        "a.congo:1:8: the value that begins here has no closing quote in its line");
    gametext_expect_error(
        "[White \"Ada\\\"", ERROR_SYNTAX,
        "a.congo:1:8: the value that begins here has no closing quote in its line");
    gametext_expect_error("[White Ada]", ERROR_SYNTAX,
                          "a.congo:1:8: expected the tag's value in quotes");
    gametext_expect_error("[White \"Ada\"", ERROR_SYNTAX,
                          "a.congo:1:13: expected ']' after the tag's value");
    gametext_expect_error("[ \"Ada\"]", ERROR_SYNTAX,
                          "a.congo:1:3: expected a tag's name of 1 to 60 letters, digits and '_'");
    gametext_expect_error("[White \"Ada\"]\n[White \"Bo\"]\n*", ERROR_SYNTAX,
                          "a.congo:2:1: the tag White is given twice");
    gametext_expect_error("[FEN \"7/7\"] *", ERROR_SYNTAX,
                          "a.congo:1:1: the FEN tag: ranks: expected 7 separated by '/', found 2");
}

static void broken_variants_are_rejected(void **state) {
    (void)state;
    gametext_expect_error(
        "[Variant \"chess\"]\n*", ERROR_SYNTAX,
        "a.congo:1:1: there is no variant \"chess\", and the tags do not define it");
    gametext_expect_error("[VariantIslands \"a4\"]\n*", ERROR_SYNTAX,
                          "a.congo:1:1: VariantIslands without a Variant tag that names it");
    gametext_expect_error("[Variant \"x\"]\n[VariantColour \"red\"]\n*", ERROR_SYNTAX,
                          "a.congo:2:1: VariantColour is not a tag that defines a variant");
    gametext_expect_error(
        "[Variant \"congo\"]\n[VariantQuietPlies \"50\"]\n*", ERROR_STATE,
        "a.congo:1:1: the variant congo is built in and cannot be defined otherwise");
    gametext_expect_error(
        "[Variant \"a b\"]\n[VariantQuietPlies \"50\"]\n*", ERROR_SYNTAX,
        "a.congo:1:1: the variant a b: name: expected letters, digits, '-', '_' and "
        "'.', found \"a b\"");
    gametext_expect_error("[Variant \"x2345678901234567890123456789012345678901234567890\"]\n*",
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
        assert_null(gametext_read(text, strlen(text), false, NULL, &error));
        if (strncmp(error.text, "a.congo:", 8) != 0)
            fail_msg("%s: %s", text, error.text);
    }
}

static void bytes_that_are_not_text(void **state) {
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
        assert_null(gametext_read(text, length, false, NULL, &error));
        assert_int_equal(strncmp(error.text, "a.congo:", 8), 0);
    }
}

/* ---- random and damaged games ---- */

static void random_games_are_read_back(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < 300; i++) {
        Variant variant = i % 8 < 7 ? *variant_builtin((size_t)i % 8) : random_game_variant(&seed);
        Record *record = random_game_create(&variant, 150, &seed);
        random_game_check_round_trip(record);
        record_free(record);
    }
}

/* Reads any text: the result is a game that can be written, or an error with a place. */
static void read_anything(const char *text, size_t length) {
    GameReader reader;
    gamereader_init(&reader, "any", text, length);
    while (gamereader_more(&reader)) {
        Error error = {0};
        Record *record = gamereader_next(&reader, false, &error);
        if (record)
            random_game_check_round_trip(record);
        else
            assert_int_equal(strncmp(error.text, "any:", 4), 0);
        record_free(record);
    }
}

static void every_truncation_is_reported(void **state) {
    (void)state;
    size_t length;
    char *text = games_read_data("example-game.congo", &length);
    for (size_t i = 0; i < length; i++) {
        char *cut = memcpy(memory_allocate(i), text, i); /* reading beyond it is detected */
        Error error = {0};
        size_t deviations;
        Record *strict = gametext_read(cut, i, true, NULL, &error);
        Record *record = gametext_read(cut, i, false, &deviations, NULL);
        if (i < length - 2) { /* the last two bytes end the line and the paragraph */
            assert_null(strict);
            assert_int_equal(strncmp(error.text, "a.congo:", 8), 0);
            assert_true(record == NULL || deviations > 0);
        }
        record_free(strict);
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
        games_play_random(record, random_below(&seed, 40), &seed);
        random_game_decorate(record, &seed);
        size_t length;
        char *text = gamefile_write(record, GAME_CONGO, &length);
        for (size_t change = random_below(&seed, 6); change > 0; change--) {
            size_t at = random_below(&seed, length);
            if (random_below(&seed, 3) == 0) {
                memmove(text + at, text + at + 1, length - at);
                length--;
            } else {
                text[at] = bytes[random_below(&seed, sizeof bytes)];
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
        for (size_t n = random_below(&seed, 30); n > 0; n--)
            buffer_add_string(&text, pieces[random_below(&seed, sizeof pieces / sizeof pieces[0])]);
        read_anything(text.length ? text.bytes : "", text.length);
        buffer_free(&text);
    }
}

/* Half a megabyte of one element is read or rejected in linear time. */
static void huge_files(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "[",   "a",         "{",   "{a}", ";a\n", "%\n",       "\\",
        "$1 ", "!",         "1. ", "1",   ".",    "{[%clk 1}", "{[%clk 0:00:01] a\\n}",
        " ",   "[A \"b\"]", "* ",  "D3 ", "1.",   "1.*"};
    enum { HUGE_LENGTH = 1 << 19 };
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        Buffer text = {0};
        while (text.length < HUGE_LENGTH)
            buffer_add_string(&text, pieces[i]);
        GameReader reader;
        gamereader_init(&reader, "huge", text.bytes, text.length);
        while (gamereader_more(&reader))
            record_free(gamereader_next(&reader, false, NULL));
        gamereader_init(&reader, "huge", text.bytes, text.length);
        for (bool more = gamereader_more(&reader); more;)
            more = gamereader_skip(&reader, NULL) ? gamereader_more(&reader)
                                                  : gamereader_recover(&reader);
        buffer_free(&text);
    }
    Buffer text = {0};
    for (int i = 0; i < 300; i++)
        buffer_add_format(&text, "[T%d \"x\"]\n", i);
    buffer_add_string(&text, "*");
    Error error = {0};
    assert_null(gametext_read(text.bytes, text.length, false, NULL, &error));
    assert_non_null(strstr(error.text, ": a game has at most 200 tags"));
    buffer_free(&text);
}

static void a_long_comment_and_a_long_game(void **state) {
    (void)state;
    uint64_t seed = 3;
    Record *record = games_start("congo");
    games_play(record, "d2d3");
    char *text = random_game_text(&seed, 1 << 20);
    record_set_comment(record, 1, text);
    record_set_comment(record, 0, text);
    random_game_check_round_trip(record);
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
    random_game_check_round_trip(record);
    record_free(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_words_are_rejected),
        cmocka_unit_test(broken_moves_are_rejected),
        cmocka_unit_test(broken_variations_are_rejected),
        cmocka_unit_test(broken_tags_are_rejected),
        cmocka_unit_test(broken_variants_are_rejected),
        cmocka_unit_test(bytes_that_are_not_text),
        cmocka_unit_test(random_games_are_read_back),
        cmocka_unit_test(every_truncation_is_reported),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(huge_files),
        cmocka_unit_test(a_long_comment_and_a_long_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
