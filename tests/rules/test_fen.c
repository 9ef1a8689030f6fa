#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/position.h"

#define START "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ"

/* Reads the text and compares the written form with `wanted`. */
static void reads_in(const char *variant, const char *text, const char *wanted) {
    Position position;
    Error error;
    char written[FEN_SIZE];
    if (!fen_parse(text, variant_find(variant), &position, &error))
        fail_msg("%s: %s", text, error.text);
    size_t length = fen_write(&position, written);
    assert_string_equal(written, wanted);
    assert_int_equal(length, strlen(written));
    assert_true(position_is_sound(&position));
}

static void reads(const char *text, const char *wanted) {
    reads_in("congo", text, wanted);
}

/* The text is rejected with that sentence, and the position is unchanged. */
static void rejects_in(const char *variant, const char *text, const char *sentence) {
    Position position, before;
    Error error;
    memset(&position, 0x5a, sizeof position);
    before = position;
    if (fen_parse(text, variant_find(variant), &position, &error))
        fail_msg("%s: read", text);
    assert_string_equal(error.text, sentence);
    assert_memory_equal(&position, &before, sizeof position);
    assert_false(fen_parse(text, variant_find(variant), &position, NULL));
}

static void rejects(const char *text, const char *sentence) {
    rejects_in("congo", text, sentence);
}

static void test_all_forms_read_and_one_written(void **state) {
    (void)state;
    static const char *const forms[] = {
        START "/w/-1", START " w -1", START "/w -1",      START " w/-1",    START "/w",
        START " w",    START " w 17", "  " START " w 0 ", START "\tw\t3\n", START "   w   -1  ",
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        reads(forms[i], START "/w/-1");
    reads(START "/b/-1", START "/b/-1");
    reads("gmelecz/ppppppp/1111111/16/25/PPPPPPP/GMELECZ/w/-1", START "/w/-1");
    reads_in("megapawn", "3l3/7/7/7/7/7/Q2L2q b -1", "3l3/7/7/7/7/7/Q2L2q/b/-1");
}

static void test_finished_positions_are_read(void **state) {
    (void)state;
    reads("7/7/7/7/7/7/3L3/w/-1", "7/7/7/7/7/7/3L3/w/-1");
    reads("3L3/7/7/7/7/7/7/b/-1", "3L3/7/7/7/7/7/7/b/-1");
    reads("3l3/7/7/7/7/7/3L3/b/-1", "3l3/7/7/7/7/7/3L3/b/-1");
}

static void test_open_captures(void **state) {
    (void)state;
    /* One monkey: its start is enough. */
    reads("3l3/7/7/2p1p2/3M3/7/3L3/w/43", "3l3/7/7/2p1p2/3M3/7/3L3/w/43");
    reads("3l3/7/7/2p1p2/3M3/7/3L3 w 43@31", "3l3/7/7/2p1p2/3M3/7/3L3/w/43");
    reads("3l3/7/7/2p1p2/3M3/7/3L3 w 43", "3l3/7/7/2p1p2/3M3/7/3L3/w/-1"); /* a move number */
    /* Two monkeys, of which one fits the parity of the start. */
    reads("3l3/7/7/2p1p2/2MM3/7/3L3/w/43", "3l3/7/7/2p1p2/2MM3/7/3L3/w/43@31");
    reads("3l3/7/7/2p1p2/3M1M1/7/3L3/w/43@33", "3l3/7/7/2p1p2/3M1M1/7/3L3/w/43@33");
    /* A monkey that stands on the start is the one that captures. */
    reads("3l3/7/7/2p1p2/3M1M1/7/3L3/w/31", "3l3/7/7/2p1p2/3M1M1/7/3L3/w/31@31");
    reads("3l3/7/7/2m4/7/7/3L3/b/23", "3l3/7/7/2m4/7/7/3L3/b/23");
}

static void test_ranks_rejected(void **state) {
    (void)state;
    rejects("", "ranks: expected 7 separated by '/', found 0");
    rejects("gmelecz/ppppppp w -1", "ranks: expected 7 separated by '/', found 2");
    rejects("gmelecz/ppppppp/7/7/7/7/PPPPPPP/GMELECZ/w/-1",
            "ranks: expected 7, found more: \"GMELECZ\"");
    rejects("gmelecz/pppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
            "rank 6: expected 7 squares, found 6 in \"pppppp\"");
    rejects("gmelecz/ppppppp/7/7/7/PPPPPPPP/GMELECZ/w/-1",
            "rank 2: expected 7 squares, found more in \"PPPPPPPP\"");
    rejects("gmelecz/ppppppp/7/7/71/PPPPPPP/GMELECZ/w/-1",
            "rank 3: expected 7 squares, found more in \"71\"");
    rejects("gmelecz//7/7/7/PPPPPPP/GMELECZ/w/-1", "rank 6: expected 7 squares, found 0 in \"\"");
    rejects("gmelecz/ppppppp/8/7/7/PPPPPPP/GMELECZ/w/-1",
            "rank 5: '8' is not a piece of congo; its letters are L Z E G C M P S");
    rejects("gmelecz/ppppppp/q6/7/7/PPPPPPP/GMELECZ/w/-1",
            "rank 5: 'q' is not a piece of congo; its letters are L Z E G C M P S");
    rejects_in("megapawn", "3l3/7/7/S6/7/7/3L3/w/-1",
               "rank 4: 'S' is not a piece of megapawn; its letters are L Z E G C M P Q");
    rejects("3l3/7/7/T6/7/7/3L3/w/-1",
            "rank 4: 'T' is not a piece of congo; its letters are L Z E G C M P S");
    rejects("3l3/7/7/\x1b[2J/7/7/3L3/w/-1",
            "rank 4: '?' is not a piece of congo; its letters are L Z E G C M P S");
}

static void test_pieces_rejected(void **state) {
    (void)state;
    rejects("7/7/7/7/7/7/7/w/-1", "ranks: both lions are missing");
    rejects("3l3/7/7/7/7/7/2LL3/w/-1", "rank 1: a second lion for White");
    rejects("3l3/7/7/7/7/7/L6/w/-1", "rank 1: the lion of White is outside its castle c1-e3");
    rejects("3L3/7/7/7/7/7/3l3/w/-1", "rank 7: the lion of White is outside its castle c1-e3");
    rejects("7/7/7/3l3/7/7/7/w/-1", "rank 4: the lion of Black is outside its castle c5-e7");
    rejects("P2l3/7/7/7/7/7/3L3/w/-1",
            "rank 7: a pawn of White cannot stand on its promotion rank");
    rejects("3l3/7/7/7/7/7/p2L3/w/-1",
            "rank 1: a pawn of Black cannot stand on its promotion rank");
    rejects("3l3/7/7/2P4/PPPPPPP/PPPPPPP/3LPP1/w/-1",
            "ranks: White has 18 pieces, but at most 16 are allowed");
}

static void test_side_rejected(void **state) {
    (void)state;
    rejects(START, "side: expected w or b after the ranks, found nothing");
    rejects(START "/", "side: expected w or b after the ranks, found nothing");
    rejects(START "/x/-1", "side: expected w or b, found \"x\"");
    rejects(START "/W/-1", "side: expected w or b, found \"W\"");
    rejects(START "//-1", "side: expected w or b, found \"\"");
    rejects(START "/white/-1", "side: expected w or b, found \"white\"");
}

static void test_jump_rejected(void **state) {
    (void)state;
    rejects(START "/w/", "jump: expected -1, a square number or start@current, found \"\"");
    rejects(START "/w/x", "jump: expected -1, a square number or start@current, found \"x\"");
    rejects(START "/w/-2", "jump: expected -1, a square number or start@current, found \"-2\"");
    rejects(START "/w/49", "jump: expected -1 or square numbers from 0 to 48, found \"49\"");
    rejects(START "/w/1@49", "jump: expected -1 or square numbers from 0 to 48, found \"1@49\"");
    rejects(START "/w/99999999999999999999",
            "jump: expected -1, a square number or start@current, found \"99999999999999999999\"");
    rejects(START "/w/1@", "jump: expected -1, a square number or start@current, found \"1@\"");
    rejects(START "/w/28", "jump: no monkey of White can be in the middle of the capture \"28\"");
    rejects("3l3/7/7/7/7/7/3L3/w/28",
            "jump: no monkey of White can be in the middle of the capture \"28\"");
    rejects("3l3/7/7/7/1M5/7/3L3/b/29",
            "jump: no monkey of Black can be in the middle of the capture \"29\"");
    rejects("3l3/7/7/2p1p2/3M1M1/7/3L3/w/43",
            "jump: several monkeys of White could have begun on square 43; write start@current, "
            "such as 43@31");
    rejects(START "/w/-1/x", "after the jump: expected nothing more, found \"x\"");
    rejects(START " w -1 x", "after the jump: expected nothing more, found \"x\"");
    rejects(START " w 1 2", "after the jump: expected nothing more, found \"2\"");
    rejects(START " w x", "jump: expected -1, a square number or start@current, found \"x\"");
}

/* Any bytes are read, or rejected with a sentence. */
static void test_damaged_text(void **state) {
    (void)state;
    static const char whole[] = "3l3/7/7/2p1p2/3M1M1/7/3L3/w/43@33";
    char text[sizeof whole];
    Position position;
    for (size_t i = 0; i + 1 < sizeof whole; i++) {
        for (int byte = 0; byte < 256; byte++) {
            Error error = {ERROR_NONE, ""};
            memcpy(text, whole, sizeof whole);
            text[i] = (char)byte;
            if (fen_parse(text, variant_default(), &position, &error))
                assert_true(position_is_sound(&position));
            else
                assert_true(error.code != ERROR_NONE && strlen(error.text) > 10);
        }
    }
}

static void test_a_very_long_text(void **state) {
    (void)state;
    static char text[1000001];
    Position position;
    Error error;
    memset(text, 'p', sizeof text - 1);
    assert_false(fen_parse(text, variant_default(), &position, &error));
    memset(text, '/', sizeof text - 1);
    assert_false(fen_parse(text, variant_default(), &position, &error));
    memset(text, ' ', sizeof text - 1);
    assert_false(fen_parse(text, variant_default(), &position, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_forms_read_and_one_written),
        cmocka_unit_test(test_finished_positions_are_read),
        cmocka_unit_test(test_open_captures),
        cmocka_unit_test(test_ranks_rejected),
        cmocka_unit_test(test_pieces_rejected),
        cmocka_unit_test(test_side_rejected),
        cmocka_unit_test(test_jump_rejected),
        cmocka_unit_test(test_damaged_text),
        cmocka_unit_test(test_a_very_long_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
