#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "../support/games.h"
#include "rules/fen.h"
#include "rules/notation.h"

static Position read_fen(const char *fen, const char *variant) {
    Position position;
    Error error = {0};
    if (!fen_parse(fen, variant_find(variant), &position, &error))
        fail_msg("%s: %s", fen, error.text);
    return position;
}

/* ---- squares and coordinates ---- */

static void squares(void **state) {
    (void)state;
    char text[SQUARE_TEXT_SIZE];
    for (int number = 0; number < SQUARE_COUNT; number++) {
        Square square = square_from_number(number);
        assert_int_equal(square_parse(square_write(square, text)), square);
    }
    assert_string_equal(square_write(A7, text), "a7");
    assert_string_equal(square_write(G1, text), "g1");
    assert_int_equal(square_parse("E4"), E4);
    static const char *const none[] = {"", "a", "a0", "a8", "h1", "1a", "@1", "`1", "aa"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_int_equal(square_parse(none[i]), SQUARE_NONE);
}

static const struct {
    const char *fen, *text;
    ErrorCode code;
} coordinate_cases[] = {
    {"3l3/7/7/4p2/3M3/2p4/1M1L3/w/-1", "b1d3", ERROR_ILLEGAL}, /* occupied by a piece of its own */
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "b1d3", ERROR_NONE},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "b1d3f5", ERROR_NONE},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "B1D3F5", ERROR_NONE},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "b1d3f5d3", ERROR_ILLEGAL}, /* over the same piece twice */
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "b1c1", ERROR_NONE},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "b1b1", ERROR_ILLEGAL},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "b1c1c2", ERROR_ILLEGAL},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d1d3", ERROR_ILLEGAL},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d1d2", ERROR_NONE},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d1d2d3", ERROR_ILLEGAL},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d7d6", ERROR_ILLEGAL}, /* not Black's turn */
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "a1a2", ERROR_ILLEGAL}, /* an empty square */
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d1", ERROR_SYNTAX},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d1d", ERROR_SYNTAX},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d1d2 ", ERROR_SYNTAX},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", " d1d2", ERROR_SYNTAX},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d1d2d", ERROR_SYNTAX},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "d1-d2", ERROR_SYNTAX},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "", ERROR_SYNTAX},
    /* In the middle of a capture, only the monkey on d3 moves. */
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "d3d3", ERROR_NONE},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "d3f5", ERROR_NONE},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "d3d4", ERROR_ILLEGAL},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "d3f5f5", ERROR_ILLEGAL},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "b1d3", ERROR_ILLEGAL},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "a1a2", ERROR_ILLEGAL},
    /* A jump does not wrap around the edge of the board. */
    {"3l3/7/7/p5M/7/7/3L3/w/-1", "g4a3", ERROR_ILLEGAL},
    {"3l3/7/7/7/M5p/7/3L3/w/-1", "a3g4", ERROR_ILLEGAL},
};

static void coordinates(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof coordinate_cases / sizeof coordinate_cases[0]; i++) {
        Position position = read_fen(coordinate_cases[i].fen, "congo");
        Move move = MOVE_NONE;
        Error error = {0};
        const char *text = coordinate_cases[i].text;
        bool read = coordinate_parse(&position, text, &move, &error);
        if (error.code != coordinate_cases[i].code || read != (error.code == ERROR_NONE))
            fail_msg("\"%s\": %s", text, error.text);
        assert_int_equal(read, !move_is_none(move));
    }
}

/* ---- Congo notation, written and read back ---- */

static const struct {
    const char *fen, *variant, *move, *text;
} written[] = {
    {"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", "congo", "g1f3", "Z-F3"},
    {"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", "congo", "d2d3", "P-DD3"},
    {"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", "congo", "c1c3", "E-C3"},
    {"ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE/w/-1", "megapawn", "d2d3", "D3"},
    {"ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE/w/-1", "megapawn", "c3b4", "P-CB4"},
    {"ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE/w/-1", "megapawn", "a3a4", "A4"},
    /* two elephants */
    {"3l3/2ee3/7/7/7/2E1E2/3L3/w/-1", "megapawn", "c2d2", "E-CD2"},
    {"3l3/2ee3/7/7/7/2E1E2/3L3/w/-1", "megapawn", "c2b2", "E-B2"},
    /* the origin is a file, else a rank, else a square */
    {"3l3/7/7/7/2Z3Z/7/3L3/w/-1", "congo", "c3e2", "Z-CE2"},
    {"3l3/7/2Z4/7/7/2Z4/3L3/w/-1", "congo", "c2b4", "Z-B4"},
    {"3l3/7/2Z4/7/2Z4/7/3L3/w/-1", "congo", "c3a4", "Z-3A4"},
    {"3l3/7/2Z1Z2/7/2Z1Z2/7/3L3/w/-1", "congo", "c3d5", "Z-CD5"},
    {"3l3/7/2E1E2/7/2E1E2/7/3L3/w/-1", "islands", "c3c4", "E-3C4"},
    {"3l3/7/1Z3Z1/7/1Z3Z1/7/3L3/w/-1", "congo", "b3d4", "Z-B3D4"},
    {"3l3/7/1Z3Z1/3z3/1Z3Z1/7/3L3/w/-1", "congo", "f5d4", "Z:F5D4"},
    /* pawns */
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "a3b4", "P:B4"},
    {"3l3/7/7/1p5/P1P4/7/3L3/w/-1", "islands", "c3b4", "P:CB4"},
    {"3l3/1P5/7/7/7/7/3L3/w/-1", "congo", "b6b7", "B7"},
    {"p2l3/1P5/7/7/7/7/3L3/w/-1", "congo", "b6a7", "P:A7"},
    {"3l3/1P5/7/7/7/7/3L3/w/-1", "congo", "b6b4", "B4"},
    {"3l3/1S5/7/7/7/7/3L3/w/-1", "congo", "b6c6", "S-C6"},
    {"3l3/1SP4/7/7/7/7/3L3/w/-1", "congo", "b6b7", "S-B7"},
    {"3l3/1SP4/7/7/7/7/3L3/w/-1", "congo", "c6b7", "B7"},
    {"3l3/1Q1p3/7/7/7/7/3L3/w/-1", "megapawn", "b6d6", "Q:D6"},
    /* drowning */
    {"3l3/7/7/3P3/5C1/7/3L3/w/-1", "congo", "f3e3", "C-E3,:D4"},
    {"3l3/7/7/P2P2P/5C1/7/3L3/w/-1", "congo", "f3e3", "C-E3,:A4,:D4,:G4"},
    {"3l3/7/7/P2P2P/5C1/7/3L3/w/-1", "islands", "f3e3", "C-E3,:D4"},
    {"3l3/7/7/2E4/7/7/3L3/w/-1", "congo", "c4d4", "E-D4,:D4"},
    {"3l3/7/7/2Ep3/7/7/3L3/w/-1", "congo", "c4d4", "E:D4,:D4"},
    {"3l3/7/7/2E4/7/7/3L3/w/-1", "congo", "c4c5", "E-C5"},
    {"3l3/7/7/2E4/2E4/7/3L3/w/-1", "congo", "c4c5", "E-4C5"},
    {"3l3/7/7/2E4/2E4/7/3L3/w/-1", "congo", "c3c5", "E-3C5,:C4"},
    {"7/3l3/7/Z6/7/7/3L3/w/-1", "congo", "d1d6", "L:D6,:A4#"},
    {"4l2/7/7/1pM4/1p1p3/7/4L2/w/-1", "congo", "c4a4c2e4", "M:A4:C2:E4,:E4"},
    {"4l2/7/7/1pM4/1p1p3/7/4L2/w/-1", "congo", "c4a4c2", "M:A4:C2"},
    /* monkeys */
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "congo", "b1d3", "M:D3"},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "congo", "b1d3f5", "M:D3:F5"},
    {"3l3/7/7/4p2/7/2p4/1M1L3/w/-1", "congo", "b1b2", "M-B2"},
    {"3l3/7/7/4p2/7/2p1p2/1M1L1M1/w/-1", "congo", "b1d3f5", "M:BD3:F5"},
    {"3l3/7/7/4p2/7/2p1p2/1M1L1M1/w/-1", "congo", "f1d3f5", "M:FD3:F5"},
    {"3l3/7/7/7/7/2p1M2/1M1L3/w/-1", "congo", "b1d3", "M:BD3"}, /* the other could step there */
    {"3l3/7/7/7/7/2p1M2/1M1L3/w/-1", "congo", "e2d3", "M-ED3"},
    {"3l3/7/3p3/2p1p2/2Mp3/7/3L3/w/-1", "congo", "c3c5e5e3c3", "M:C5:E5:E3:C3"},
    {"7/7/2lp3/7/2p4/1M5/3L3/w/-1", "congo", "b2d4b6", "M:D4:B6#"},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "congo", "d3d3", "M=D3"},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "congo", "d3f5", "M:F5"},
    {"3l3/7/7/4p2/3M2M/7/3L3/w/43@31", "congo", "d3f5", "M:F5"}, /* no other can move now */
    {"3l3/7/7/1pM4/1p5/7/3L3/w/9", "congo", "c4c4", "M=C4"},
    {"3l3/7/7/1pM4/1p5/7/3L3/w/23", "congo", "c4c4", "M=C4,:C4"},
};

static void notation_is_written_and_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        Position position = read_fen(written[i].fen, written[i].variant);
        Move move, back;
        Error error = {0};
        if (!coordinate_parse(&position, written[i].move, &move, &error))
            fail_msg("%s: %s", written[i].fen, error.text);
        char text[NOTATION_SIZE];
        size_t length = notation_write(&position, move, notation_congo, text);
        assert_string_equal(text, written[i].text);
        assert_int_equal(length, strlen(text));
        unsigned deviations = 99;
        if (!notation_parse(&position, text, &back, &deviations, &error))
            fail_msg("%s: %s", written[i].fen, error.text);
        assert_true(move_equal(move, back));
        assert_int_equal(deviations, 0);
    }
}

/* ---- lenient reading ---- */

static const struct {
    const char *fen, *variant, *text;
    const char *move; /* coordinates; NULL: rejected */
    ErrorCode code;
    unsigned deviations;
} readings[] = {
#define CONGO_START "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"
    {CONGO_START, "congo", "Z-F3", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "z-f3", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "Z-F3!?", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "  Z-F3 \n", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "g1f3", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "g1f3!", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "G1F3", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "(g1,f3)", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "( g1 , f3 )", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "g1-f3", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "d2-d3", "d2d3", ERROR_NONE, 0},
    {CONGO_START, "congo", "d2-d3+", "d2d3", ERROR_NONE, 0},
    {CONGO_START, "congo", "d2d3+", "d2d3", ERROR_NONE, 0},
    {CONGO_START, "congo", "d2-d3!+?", "d2d3", ERROR_NONE, 0},
    {CONGO_START, "congo", "Z-F3+", "g1f3", ERROR_NONE, DEVIATION_LION_MARK},
    {CONGO_START, "congo", "Z-F3+!", "g1f3", ERROR_NONE, DEVIATION_LION_MARK},
    {CONGO_START, "congo", "+", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "ZF3", "g1f3", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CONGO_START, "congo", "Z:F3", "g1f3", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CONGO_START, "congo", "ZxF3", "g1f3", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CONGO_START, "congo", "g1xf3", "g1f3", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CONGO_START, "congo", "g1-f3x", "g1f3", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CONGO_START, "congo", "Z-GF3", "g1f3", ERROR_NONE, DEVIATION_ORIGIN},
    {CONGO_START, "congo", "Z-1F3", "g1f3", ERROR_NONE, DEVIATION_ORIGIN},
    {CONGO_START, "congo", "Z-G1F3", "g1f3", ERROR_NONE, DEVIATION_ORIGIN},
    {CONGO_START, "congo", "ZG1-F3", "g1f3", ERROR_NONE, DEVIATION_ORIGIN},
    {CONGO_START, "congo", "Z-F3#", "g1f3", ERROR_NONE, DEVIATION_LION_MARK},
    {CONGO_START, "congo", "Z-F3,:D4", "g1f3", ERROR_NONE, DEVIATION_DROWNED},
    {CONGO_START, "congo", "P-DD3", "d2d3", ERROR_NONE, 0},
    {CONGO_START, "congo", "DD3", "d2d3", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CONGO_START, "congo", "D3", NULL, ERROR_AMBIGUOUS, 0},
    {CONGO_START, "congo", "P-D3", NULL, ERROR_AMBIGUOUS, 0},
    {CONGO_START, "congo", "Z-F4", NULL, ERROR_ILLEGAL, 0},
    {CONGO_START, "congo", "Z-AF3", NULL, ERROR_ILLEGAL, 0},
    {CONGO_START, "congo", "d2d4", NULL, ERROR_ILLEGAL, 0},
    {CONGO_START, "congo", "M:D3", NULL, ERROR_ILLEGAL, 0},
    {CONGO_START, "congo", "M=B1", NULL, ERROR_ILLEGAL, 0},
    {CONGO_START, "congo", "T-A3", NULL, ERROR_ILLEGAL, 0},
    {CONGO_START, "congo", "Q-A3", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "MP-A3", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", " ", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "!?", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "#", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z-", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z-F", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z-F8", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z--F3", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z-F3,", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z-F3,:", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z-F3,:D4:E4", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "Z-F3 Z-F5", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "(g1,f3", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "(g1 f3)", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "(g1,f3,)", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "(g1,f3) ", "g1f3", ERROR_NONE, 0},
    {CONGO_START, "congo", "(g1,f3)x", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "()", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "(", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "D-D3", NULL, ERROR_SYNTAX, 0},
    {CONGO_START, "congo", "\xc3\xa9", NULL, ERROR_SYNTAX, 0},
    /* a letter that is a piece and a file */
    {"3l3/7/7/7/2C1P2/7/3L3/w/-1", "congo", "CD4", "c3d4", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {"3l3/7/7/7/2P1C2/7/3L3/w/-1", "congo", "CD4", NULL, ERROR_AMBIGUOUS, 0},
    {"3l3/7/7/7/2P1C2/7/3L3/w/-1", "congo", "C-D4", "e3d4", ERROR_NONE, 0},
    {"3l3/7/7/7/2P1C2/7/3L3/w/-1", "congo", "P-D4", "c3d4", ERROR_NONE, 0},
    {"3l3/7/7/7/2P1C2/7/3L3/w/-1", "congo", "d4", "c3d4", ERROR_NONE, 0},
    {"3l3/7/7/7/2P1C2/7/3L3/w/-1", "congo", "c3d4", "c3d4", ERROR_NONE, 0},
    /* captures */
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "B4", "a3b4", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "P-B4", "a3b4", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "PxB4", "a3b4", ERROR_NONE, 0},
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "a3xb4", "a3b4", ERROR_NONE, 0},
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "a3-b4x", "a3b4", ERROR_NONE, 0},
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "a3:b4", "a3b4", ERROR_NONE, 0},
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "a3-b4", "a3b4", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {"3l3/7/7/1p5/P6/7/3L3/w/-1", "islands", "P=B4", "a3b4", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {"3l3/7/7/1p5/P1P4/7/3L3/w/-1", "islands", "P:B4", NULL, ERROR_AMBIGUOUS, 0},
    {"3l3/1Q1p3/7/7/7/7/3L3/w/-1", "megapawn", "MP:D6", "b6d6", ERROR_NONE, 0},
    {"3l3/1Q1p3/7/7/7/7/3L3/w/-1", "megapawn", "mpd6", "b6d6", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {"3l3/1Q1p3/7/7/7/7/3L3/w/-1", "megapawn", "S:D6", NULL, ERROR_SYNTAX, 0},
/* monkeys */
#define CHAIN "3l3/7/7/4p2/7/2p4/1M1L3/w/-1"
    {CHAIN, "congo", "M:D3:F5", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "b1-d3-f5x", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "b1xd3xf5", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "(b1,d3,f5)", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "(b1,d3) -> (d3,f5)", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "(b1,d3)->( d3 , f5 ) -> (f5,f5)", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "(b1,d3) (d3,f5)", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "transition (b1,d3)", "b1d3", ERROR_NONE, 0},
    {CHAIN, "congo", " Transitions (b1,d3) -> (d3,f5) -> (f5,f5)", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "transition (b1,d3)\n\n transition (d3,f5)", "b1d3f5", ERROR_NONE, 0},
    {CHAIN, "congo", "transition b1d3", NULL, ERROR_SYNTAX, 0},
    {CHAIN, "congo", "transition", NULL, ERROR_SYNTAX, 0},
    {CHAIN, "congo", "(b1,d3) (e3,f5)", NULL, ERROR_SYNTAX, 0},
    {CHAIN, "congo", "(b1,d3) -> (c3,f5)", NULL, ERROR_SYNTAX, 0},
    {CHAIN, "congo", "(b1,d3) -> ", NULL, ERROR_SYNTAX, 0},
    {CHAIN, "congo", "(b1,d3) -> (d3", NULL, ERROR_SYNTAX, 0},
    {CHAIN, "congo", "(b1,d3) -> (d3,d3) -> (d3,f5)", NULL, ERROR_ILLEGAL, 0},
    {CHAIN, "congo", "M-D3-F5", "b1d3f5", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CHAIN, "congo", "M:D3F5", "b1d3f5", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CHAIN, "congo", "MD3F5", "b1d3f5", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {CHAIN, "congo", "M:BD3:F5", "b1d3f5", ERROR_NONE, DEVIATION_ORIGIN},
    {CHAIN, "congo", "M:B1D3:F5", "b1d3f5", ERROR_NONE, DEVIATION_ORIGIN},
    {CHAIN, "congo", "M:F5", NULL, ERROR_ILLEGAL, 0}, /* the landing between is missing */
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "congo", "M=D3", "d3d3", ERROR_NONE, 0},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "congo", "M-D3", "d3d3", ERROR_NONE, DEVIATION_CAPTURE_MARK},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "congo", "(d3,d3)", "d3d3", ERROR_NONE, 0},
    {"3l3/7/7/4p2/3M3/7/M2L3/w/43@31", "congo", "L-D2", NULL, ERROR_ILLEGAL, 0},
/* A mark decides between two moves; a missing mark does not. */
#define TWO_MONKEYS "3l3/7/7/7/7/2p1M2/1M1L3/w/-1"
    {TWO_MONKEYS, "congo", "M:D3", "b1d3", ERROR_NONE, DEVIATION_ORIGIN},
    {TWO_MONKEYS, "congo", "M-D3", "e2d3", ERROR_NONE, DEVIATION_ORIGIN},
    {TWO_MONKEYS, "congo", "MD3", NULL, ERROR_AMBIGUOUS, 0},
/* drowning */
#define RIVER "3l3/7/7/P2P2P/5C1/7/3L3/w/-1"
    {RIVER, "congo", "C-E3", "f3e3", ERROR_NONE, DEVIATION_DROWNED},
    {RIVER, "congo", "C-E3,:A4,:D4,:G4", "f3e3", ERROR_NONE, 0},
    {RIVER, "congo", "C-E3,A4,D4,G4", "f3e3", ERROR_NONE, 0},
    {RIVER, "congo", "C-E3,:D4,:A4,:G4", "f3e3", ERROR_NONE, DEVIATION_DROWNED},
    {RIVER, "congo", "C-E3,:A4,:A4,:D4,:G4", "f3e3", ERROR_NONE, DEVIATION_DROWNED},
    {RIVER, "congo", "C-E3,:A4", "f3e3", ERROR_NONE, DEVIATION_DROWNED},
    {RIVER, "congo", "f3-e3", "f3e3", ERROR_NONE, 0},
    {RIVER, "congo", "f3-e3,:A4", "f3e3", ERROR_NONE, DEVIATION_DROWNED},
    {"3l3/7/7/2E4/2E4/7/3L3/w/-1", "congo", "E-C5", NULL, ERROR_AMBIGUOUS, 0},
    {"3l3/7/7/2E4/2E4/7/3L3/w/-1", "congo", "E-C5,:C4", "c3c5", ERROR_NONE, DEVIATION_ORIGIN},
    /* the lion */
    {"3l3/7/7/7/7/7/3L3/w/-1", "congo", "L:D7#", "d1d7", ERROR_NONE, 0},
    {"3l3/7/7/7/7/7/3L3/w/-1", "congo", "L:D7#!!", "d1d7", ERROR_NONE, 0},
    {"3l3/7/7/7/7/7/3L3/w/-1", "congo", "L:D7!#", "d1d7", ERROR_NONE, 0},
    {"3l3/7/7/7/7/7/3L3/w/-1", "congo", "L:D7", "d1d7", ERROR_NONE, DEVIATION_LION_MARK},
    {"3l3/7/7/7/7/7/3L3/w/-1", "congo", "d1xd7", "d1d7", ERROR_NONE, 0},
    {"3l3/7/7/7/7/7/3L3/w/-1", "congo", "d1d7#", "d1d7", ERROR_NONE, 0},
    {"7/3L3/7/7/7/7/7/b/-1", "congo", "L-D7", NULL, ERROR_ILLEGAL, 0}, /* no legal move */
};

static void reading_is_lenient(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        Position position = read_fen(readings[i].fen, readings[i].variant);
        Move move = MOVE_NONE, expected = MOVE_NONE;
        unsigned deviations = 0;
        Error error = {0};
        const char *text = readings[i].text;
        bool read = notation_parse(&position, text, &move, &deviations, &error);
        if (readings[i].move)
            assert_true(coordinate_parse(&position, readings[i].move, &expected, NULL));
        if (error.code != readings[i].code || read != (readings[i].move != NULL) ||
            !move_equal(move, expected) || deviations != readings[i].deviations)
            fail_msg("\"%s\" in %s: code %d, deviations %u, \"%s\"", text, readings[i].fen,
                     (int)error.code, deviations, error.text);
    }
}

static void messages_say_what_fits(void **state) {
    (void)state;
    Position position = read_fen(CONGO_START, "congo");
    Move move;
    Error error = {0};
    assert_false(notation_parse(&position, " d3 ", &move, NULL, &error));
    assert_string_equal(error.text, "\"d3\" fits 3 moves: P-CD3, P-DD3, P-ED3");
    assert_false(notation_parse(&position, "Z-E5", &move, NULL, &error));
    assert_string_equal(error.text, "no legal move fits \"Z-E5\"");
    assert_false(notation_parse(&position, "hello", &move, NULL, &error));
    assert_string_equal(
        error.text, "\"hello\" is not a move; expected one such as d2-d3, Z-F3, M:D3:F5 or a2a3");
    assert_false(notation_parse(&position, "E-", &move, NULL, &error));
    assert_string_equal(error.text,
                        "\"E-\": expected the square that the elephant goes to, such as E-D3");
    assert_false(notation_parse(&position, "d2-", &move, NULL, &error));
    assert_string_equal(error.text, "\"d2-\": expected a second square, to go to, such as d2d3");
    assert_false(notation_parse(&position, "Z-F9", &move, NULL, &error));
    assert_string_equal(error.text, "\"Z-F9\": there is no square f9; squares are a1 to g7");
    assert_false(notation_parse(&position, "d2d8", &move, NULL, &error));
    assert_string_equal(error.text, "\"d2d8\": there is no square d8; squares are a1 to g7");
    assert_false(notation_parse(&position, "elephant", &move, NULL, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    assert_false(notation_parse(&position, "a2a3\x1b[2J\x07", &move, NULL, &error));
    assert_non_null(strstr(error.text, "\"a2a3?[2J?\""));
    /* Ten megapawns around one square. */
    position = read_fen("3l3/7/1QQQ3/1Q1Q3/1QQQ3/QQ5/3L3/w/-1", "megapawn");
    assert_false(notation_parse(&position, "Q-C4", &move, NULL, &error));
    assert_int_equal(error.code, ERROR_AMBIGUOUS);
    assert_non_null(strstr(error.text, "\"Q-C4\" fits 10 moves: Q-B5C4"));
    assert_non_null(strstr(error.text, " and 2 more"));
}

static void hostile_texts_are_rejected(void **state) {
    (void)state;
    Position position = read_fen(CHAIN, "congo");
    enum { LONG = 1 << 20 };
    char *text = memory_allocate(LONG + 1);
    static const char *const pieces[] = {"a",    "M:D3:F5:D3", "b1d3f5", "!", "#", "(", "(b1,",
                                         ",:D4", " ",          "\xff",   "-", "x", "1"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        size_t piece = strlen(pieces[i]);
        for (size_t length = 0; length + piece <= LONG; length += piece)
            memcpy(text + length, pieces[i], piece + 1);
        Move move;
        Error error = {0};
        assert_false(notation_parse(&position, text, &move, NULL, &error));
        assert_int_equal(error.code, ERROR_SYNTAX);
        assert_false(coordinate_parse(&position, text, &move, &error));
    }
    memset(text, ' ', LONG);
    memcpy(text + LONG / 2, "M:D3", 4);
    Move move;
    assert_true(notation_parse(&position, text, &move, NULL, NULL));
    free(text);
}

/* ---- every move of many positions ---- */

/* Returns whether another piece of its type could land on the same squares, found by listing all
 * moves. */
static bool has_rival(const MoveList *list, Move move) {
    Square landings[MOVE_JUMPS_MAX], others[MOVE_JUMPS_MAX];
    int count = move_landings(move, landings);
    for (size_t i = 0; i < list->count; i++) {
        Move other = list->moves[i];
        if (move_piece(other) == move_piece(move) && move_from(other) != move_from(move) &&
            move_landings(other, others) == count &&
            memcmp(landings, others, (size_t)count * sizeof landings[0]) == 0)
            return true;
    }
    return false;
}

/* Returns the length of the origin, the letters and digits between the piece and the first target.
 */
static bool names_origin(const char *text, Square target) {
    char square[SQUARE_TEXT_SIZE];
    square_write(target, square);
    square[0] = (char)(square[0] - 'a' + 'A');
    const char *at = text + strcspn(text, "-:=,");
    at = *at && *at != ',' ? at + 1 : text;
    return strncmp(at, square, 2) != 0 || (at[2] >= '1' && at[2] <= '7') ||
           (at[2] >= 'A' && at[2] <= 'G');
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

static void assert_all_distinct(char (*texts)[NOTATION_SIZE], size_t count) {
    qsort(texts, count, sizeof texts[0], compare_texts);
    for (size_t i = 1; i < count; i++)
        assert_string_not_equal(texts[i - 1], texts[i]);
}

static void round_trip(const Position *position, Move move, const char *text) {
    char coordinates[COORDINATE_SIZE];
    Move back = MOVE_NONE;
    unsigned deviations = 99;
    Error error = {0};
    size_t length = coordinate_write(move, coordinates);
    assert_int_equal(length, strlen(coordinates));
    if (!coordinate_parse(position, coordinates, &back, &error) || !move_equal(move, back))
        fail_msg("%s: %s", coordinates, error.text);
    if (!notation_parse(position, text, &back, &deviations, &error) || !move_equal(move, back) ||
        deviations)
        fail_msg("%s: %s", text, error.text);
    assert_true(notation_parse(position, coordinates, &back, &deviations, &error));
    assert_true(move_equal(move, back) && deviations == 0);
}

/* Writes and reads a move in the notations that are not those of files. */
static void other_round_trips(const Position *position, Move move) {
    for (int style = 0; style < 8; style++) {
        NotationStyle notation = {style & 1 ? NOTATION_LETTERS : NOTATION_PLAIN, (style & 2) != 0,
                                  (style & 4) != 0};
        char text[NOTATION_SIZE];
        Move back = MOVE_NONE;
        Error error = {0};
        size_t length = notation_write(position, move, notation, text);
        assert_int_equal(length, strlen(text));
        if (!notation_parse(position, text, &back, NULL, &error) || !move_equal(move, back))
            fail_msg("%s: %s", text, error.text);
    }
}

/* Writes and reads the legal moves, up to a limit. */
static void check_moves(const Position *position, size_t limit, bool origins) {
    MoveList list;
    movelist_init(&list);
    bool whole = movegen_some(position, limit, &list);
    char(*texts)[NOTATION_SIZE] = memory_allocate((list.count + 1) * sizeof texts[0]);
    for (size_t i = 0; i < list.count; i++) {
        Move move = list.moves[i];
        size_t length = notation_write(position, move, notation_congo, texts[i]);
        assert_int_equal(length, strlen(texts[i]));
        round_trip(position, move, texts[i]);
        other_round_trips(position, move);
        Square landings[MOVE_JUMPS_MAX];
        move_landings(move, landings);
        if (whole && origins)
            assert_int_equal(names_origin(texts[i], landings[0]), has_rival(&list, move));
    }
    assert_all_distinct(texts, list.count);
    free(texts);
    movelist_free(&list);
}

/* Checks the positions in the middle of a monkey's capture. */
static void check_capture(const Position *before, Move move) {
    Square landings[MOVE_JUMPS_MAX];
    int jumps = move_jumps(move);
    if (jumps == 0)
        return;
    move_landings(move, landings);
    Position position = *before;
    Square at = move_from(move);
    for (int i = 0; i < jumps; at = landings[i++]) {
        Square over = (Square)(((int)at + (int)landings[i]) / 2);
        if (position_piece_at(&position, over) == LION)
            return; /* a captured lion ends the game */
        position_make_jump(&position, at, landings[i]);
        check_moves(&position, 300, true);
    }
}

static void moves_of_random_games(void **state) {
    (void)state;
    uint64_t seed = 2024;
    const Variant *variant;
    for (size_t v = 0; (variant = variant_builtin(v)) != NULL; v++) {
        for (int game = 0; game < 40; game++) {
            Record *record = games_start(variant->name);
            games_play_random(record, 120, &seed);
            for (size_t ply = 0; ply < record->count; ply++) {
                check_moves(record_position_at(record, ply), 300, true);
                check_capture(record_position_at(record, ply), record->plies[ply].move);
            }
            record_free(record);
        }
    }
}

/* Sparse boards with few types have the most rivals, promotions, chains and drowned pieces. */
static void moves_of_random_positions(void **state) {
    (void)state;
    uint64_t seed = 99;
    static const char letters[] = "ZEGCMPS";
    for (int i = 0; i < 1500; i++) {
        Position position = read_fen("3l3/7/7/7/7/7/3L3/w/-1", "congo");
        position.side = (uint8_t)random_below(&seed, 2);
        PieceType own = piece_type_from_letter(letters[random_below(&seed, 7)], PAWNS_CONGO);
        for (int piece = 0; piece < 24; piece++) {
            Square square = square_at((int)random_below(&seed, 7), 2 + (int)random_below(&seed, 5));
            Color color = piece % 2 ? BLACK : WHITE;
            if (position_occupied(&position) & square_bit(square))
                continue;
            position.by_type[color == position.side ? own : ZEBRA] |= square_bit(square);
            position.by_color[color] |= square_bit(square);
        }
        position.key = position_compute_key(&position);
        assert_true(position_is_sound(&position));
        check_moves(&position, 2000, true);
    }
}

static void positions_with_very_many_paths(void **state) {
    (void)state;
    Position position = read_fen("3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1", "congo");
    assert_int_equal(movegen_count(&position), 3906);
    check_moves(&position, SIZE_MAX, false);
    /* One monkey with 76,309 moves, alone and beside another. */
    position = read_fen("3l3/7/1z1z3/zzzzz2/1z1z3/zzzzz2/Mz1L3/w/-1", "congo");
    check_moves(&position, 5000, false);
    position = read_fen("3l3/7/1z1z3/zzzzz2/1z1z3/zzzzz2/MzML3/w/-1", "congo");
    check_moves(&position, 5000, false);
    Move move;
    Error error = {0};
    assert_false(notation_parse(&position, "M:C3", &move, NULL, &error));
    assert_string_equal(error.text, "\"M:C3\" fits 2 moves: M:AC3, M:CC3");
}

/* Damaged texts are rejected or read as a legal move. */
static void damaged_texts(void **state) {
    (void)state;
    uint64_t seed = 31;
    Record *record = games_start("crowded");
    static const char letters[] = "abcdefg1234567LZEGCMPSQTx-:=,#!?() \t\xc3";
    for (int i = 0; i < 40000; i++) {
        if (i % 20 == 0)
            games_play_random(record, 1, &seed);
        if (record_is_over(record))
            record_go_to(record, 0);
        const Position *position = record_position(record);
        char text[NOTATION_SIZE] = "";
        Move move = games_random_move(record, &seed);
        size_t length = notation_write(position, move, notation_congo, text);
        for (size_t change = random_below(&seed, 3); change > 0; change--)
            text[random_below(&seed, length + 1)] = letters[random_below(&seed, sizeof letters)];
        text[NOTATION_SIZE - 1] = '\0';
        Error error = {0};
        bool read = notation_parse(position, text, &move, NULL, &error);
        assert_int_equal(read, error.code == ERROR_NONE);
        if (read)
            assert_true(move_is_legal(position, move));
        else
            assert_int_not_equal(strlen(error.text), 0);
    }
    record_free(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares),
        cmocka_unit_test(coordinates),
        cmocka_unit_test(notation_is_written_and_read),
        cmocka_unit_test(reading_is_lenient),
        cmocka_unit_test(messages_say_what_fits),
        cmocka_unit_test(hostile_texts_are_rejected),
        cmocka_unit_test(moves_of_random_games),
        cmocka_unit_test(moves_of_random_positions),
        cmocka_unit_test(positions_with_very_many_paths),
        cmocka_unit_test(damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
