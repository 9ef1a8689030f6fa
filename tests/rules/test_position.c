#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/position.h"

static void read_in(const char *variant, const char *fen, Position *position) {
    Error error;
    if (!fen_parse(fen, variant_find(variant), position, &error))
        fail_msg("%s: %s", fen, error.text);
}

static void outcome_is(const char *variant, const char *fen, Result result, Reason reason) {
    Position position;
    read_in(variant, fen, &position);
    Outcome outcome = position_outcome(&position);
    if (outcome.result != result || outcome.reason != reason)
        fail_msg("%s: %s, %s", fen, result_text(outcome.result), reason_word(outcome.reason));
}

static void test_lion_taken(void **state) {
    (void)state;
    outcome_is("congo", "7/7/7/7/7/7/3L3/b/-1", RESULT_WHITE, REASON_LION);
    outcome_is("congo", "3l3/7/7/7/7/7/7/w/-1", RESULT_BLACK, REASON_LION);
    outcome_is("congo", "7/7/7/7/7/7/3l3/w/-1", RESULT_BLACK, REASON_LION);
    outcome_is("wits", "7/7/7/7/7/7/3L3/b/-1", RESULT_WHITE, REASON_LION);
}

static void test_bare_lions(void **state) {
    (void)state;
    const char *apart = "3l3/7/7/7/7/7/2L4/w/-1", *facing = "3l3/7/7/7/7/7/3L3/w/-1";
    outcome_is("congo", apart, RESULT_DRAW, REASON_BARE_LIONS);
    outcome_is("congo", facing, RESULT_OPEN, REASON_NONE);
    outcome_is("wits", apart, RESULT_DRAW, REASON_BARE_LIONS);
    outcome_is("wits", facing, RESULT_DRAW, REASON_BARE_LIONS);
    outcome_is("megapawn", apart, RESULT_OPEN, REASON_NONE);
    outcome_is("megapawn", facing, RESULT_OPEN, REASON_NONE);
}

/* Monkeys behind two full ranks can neither step nor jump. */
static void test_no_legal_move_loses(void **state) {
    (void)state;
    outcome_is("congo", "3l3/7/7/ppppppp/ppppppp/MMMMMMM/MMMLMMM/w/-1", RESULT_BLACK,
               REASON_NO_MOVES);
    outcome_is("congo", "3l3/7/7/pppp1pp/ppppppp/MMMMMMM/MMMLMMM/w/-1", RESULT_OPEN, REASON_NONE);
    outcome_is("congo", "mmmlmmm/mmmmmmm/PPPPPPP/PPPPPPP/7/7/3L3/b/-1", RESULT_WHITE,
               REASON_NO_MOVES);
    /* An open capture can always be stopped. */
    outcome_is("congo", "3l3/7/7/7/3M3/7/3L3/w/43", RESULT_OPEN, REASON_NONE);
}

static void test_quiet_plies(void **state) {
    (void)state;
    Position position;
    read_in("congo", "2el3/7/7/7/7/7/E2L3/w/-1", &position);
    position.quiet = 99;
    assert_int_equal(position_outcome(&position).result, RESULT_OPEN);
    position.quiet = 100;
    assert_int_equal(position_outcome(&position).reason, REASON_QUIET);
    assert_int_equal(position_outcome(&position).result, RESULT_DRAW);
    read_in("megapawn", "2el3/7/7/7/7/7/E2L3/w/-1", &position);
    position.quiet = 10000;
    assert_int_equal(position_outcome(&position).result, RESULT_OPEN);
}

/* Captures, drownings and moves of P reset the count; S and all others do not. */
static void test_quiet_count(void **state) {
    (void)state;
    static const struct {
        const char *variant, *fen;
        PieceType kind;
        Square from, to;
        int quiet;
    } cases[] = {
        {"congo", "3l3/7/7/7/7/P6/Z1EL3/w/-1", ZEBRA, A1, B3, 8},
        {"congo", "3l3/7/7/7/7/P6/Z1EL3/w/-1", PAWN, A2, A3, 0},
        {"congo", "3l3/7/7/7/7/S6/Z1EL3/w/-1", SUPERPAWN, A2, A3, 8},
        {"congo", "3l3/P6/7/7/7/7/Z1EL3/w/-1", PAWN, A6, A7, 0},
        {"congo", "3l3/7/7/7/1p5/7/Z1EL3/w/-1", ZEBRA, A1, B3, 0},
        {"congo", "3l3/7/7/5E1/7/7/Z1EL3/w/-1", ZEBRA, A1, B3, 0},
        {"congo", "3l3/7/7/5C1/7/7/Z1EL3/w/-1", ZEBRA, A1, B3, 8},
        {"islands", "3l3/7/7/5E1/7/7/Z1EL3/w/-1", ZEBRA, A1, B3, 8},
        {"megapawn", "3l3/7/7/7/7/Q6/Z1EL3/w/-1", SUPERPAWN, A2, A3, 8},
        {"megapawn", "3l3/7/7/7/7/P6/Z1EL3/w/-1", PAWN, A2, B3, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position position;
        read_in(cases[i].variant, cases[i].fen, &position);
        position.quiet = 7;
        Move move = move_plain(cases[i].kind, cases[i].from, cases[i].to);
        assert_true(move_is_legal(&position, move));
        position_make(&position, move);
        assert_int_equal(position.quiet, cases[i].quiet);
    }
}

static void after_move_is(const char *variant, const char *fen, Move move, const char *wanted) {
    Position position;
    char text[FEN_SIZE];
    read_in(variant, fen, &position);
    assert_true(move_is_legal(&position, move));
    position_make(&position, move);
    fen_write(&position, text);
    assert_string_equal(text, wanted);
}

static void test_drowning(void **state) {
    (void)state;
    /* A piece left in the river drowns even if the move captures the lion. */
    after_move_is("congo", "7/3l3/7/Z6/7/7/3L3/w/-1", move_plain(LION, D1, D6),
                  "7/3L3/7/7/7/7/7/b/-1");
    /* From river to river. */
    after_move_is("congo", "3l3/7/7/E6/7/7/2L4/w/-1", move_plain(ELEPHANT, A4, C4),
                  "3l3/7/7/7/7/7/2L4/b/-1");
    /* It may capture there. */
    after_move_is("congo", "3l3/7/7/E1p4/7/7/2L4/w/-1", move_plain(ELEPHANT, A4, C4),
                  "3l3/7/7/7/7/7/2L4/b/-1");
    /* A piece that enters the deep river from an island does not drown yet, as from land. */
    after_move_is("islands", "3l3/7/7/E6/7/7/2L4/w/-1", move_plain(ELEPHANT, A4, C4),
                  "3l3/7/7/2E4/7/7/2L4/b/-1");
    after_move_is("islands", "3l3/7/7/2E4/7/7/2L4/w/-1", move_plain(ELEPHANT, C4, A4),
                  "3l3/7/7/E6/7/7/2L4/b/-1");
    /* Several pieces drown at once, only the mover's, never crocodiles. */
    after_move_is("congo", "3l3/7/7/EGCzZc1/7/7/2L4/w/-1", move_plain(LION, C1, C2),
                  "3l3/7/7/2Cz1c1/7/2L4/7/b/-1");
}

/* A monkey that begins and ends its turn in the river drowns; its captures stand. */
static void test_a_monkey_drowns_after_its_captures(void **state) {
    (void)state;
    Position position;
    char text[FEN_SIZE];
    Move move = move_capture_start(C4);
    read_in("congo", "3l3/7/7/2M4/1p1p3/7/3L3/w/-1", &position);
    move = move_with_jump(move, 5); /* c4 over b3 to a2 */
    position_make(&position, move);
    fen_write(&position, text);
    assert_string_equal(text, "3l3/7/7/7/3p3/M6/3L3/b/-1");

    read_in("congo", "3l3/7/1p1p3/2M4/1p1p3/7/3L3/w/-1", &position);
    position_make_jump(&position, C4, A6);
    fen_write(&position, text);
    assert_string_equal(text, "3l3/M6/3p3/7/1p1p3/7/3L3/w/23");
    assert_true(position_endangered(&position) == square_bit(A6));
}

static void test_endangered(void **state) {
    (void)state;
    Position position;
    read_in("congo", "3l3/7/7/EC1z1Z1/7/7/3L3/w/-1", &position);
    assert_true(position_endangered(&position) == (square_bit(A4) | square_bit(F4)));
    read_in("islands", "3l3/7/7/EC1z1Z1/7/7/3L3/w/-1", &position);
    assert_true(position_endangered(&position) == 0);
}

static void test_a_monkey_that_has_left_the_river_does_not_drown(void **state) {
    (void)state;
    Position position;
    read_in("congo", "3l3/3p3/7/M2Z3/1p5/7/3L3/w/-1", &position);
    assert_true(position_drowning(&position) == (square_bit(A4) | square_bit(D4)));
    position_make_jump(&position, A4, C2);
    assert_true(position_endangered(&position) == (square_bit(C2) | square_bit(D4)));
    assert_true(position_drowning(&position) == square_bit(D4));
}

static void test_a_null_move_drowns(void **state) {
    (void)state;
    Position position;
    char text[FEN_SIZE];
    read_in("congo", "3l3/7/7/EC1z1Z1/7/7/3L3/w/-1", &position);
    position_make_null(&position);
    fen_write(&position, text);
    assert_string_equal(text, "3l3/7/7/1C1z3/7/7/3L3/b/-1");
    assert_true(position.key == position_compute_key(&position));
    assert_int_equal(position.quiet, 0);
}

static void test_the_lions_line(void **state) {
    (void)state;
    Position position;
    Bitboard line;
    read_in("congo", "3l3/7/7/7/7/7/3L3/w/-1", &position);
    assert_true(position_lions_face(&position, &line));
    assert_true(line == (square_bit(D6) | square_bit(D5) | square_bit(D4) | square_bit(D3) |
                         square_bit(D2)));
    assert_true(position_can_capture_lion(&position));
    read_in("congo", "7/7/4l2/7/2L4/7/7/b/-1", &position);
    assert_true(position_lions_face(&position, &line));
    assert_true(line == square_bit(D4));
    read_in("congo", "7/7/4l2/3C3/2L4/7/7/b/-1", &position);
    assert_false(position_lions_face(&position, &line));
    /* Other diagonals and ranks do not join the castles. */
    read_in("congo", "7/4l2/7/7/2L4/7/7/b/-1", &position);
    assert_false(position_lions_face(&position, NULL));
}

static void test_a_chain_that_reaches_the_lion(void **state) {
    (void)state;
    Position position;
    read_in("congo", "3l3/3p3/7/5p1/7/7/2L3M/w/-1", &position);
    assert_false(position_can_capture_lion(&position));
    read_in("congo", "7/3l3/7/3p3/7/3p3/2LM3/w/-1", &position);
    assert_true(position_can_capture_lion(&position));
}

static void test_builtin_variants_are_sound(void **state) {
    (void)state;
    size_t count = 0;
    for (; variant_builtin(count); count++) {
        Error error;
        Position position;
        const Variant *variant = variant_builtin(count);
        if (!variant_check(variant, NULL, &error))
            fail_msg("%s: %s", variant->name, error.text);
        position_start(&position, variant);
        assert_true(position_is_sound(&position));
        assert_ptr_equal(variant_find(variant->name), variant);
    }
    assert_true(count > 0);
    assert_null(variant_find("chess"));
    assert_true(variant_same_rules(variant_find("congo"), variant_default()));
    assert_false(variant_same_rules(variant_find("congo"), variant_find("wits")));
}

static void variant_rejected(Variant variant, const char *wrong_field, const char *sentence) {
    Error error;
    const char *field;
    assert_false(variant_check(&variant, &field, &error));
    assert_string_equal(field, wrong_field);
    assert_string_equal(error.text, sentence);
}

static void test_wrong_variants_are_rejected(void **state) {
    (void)state;
    Variant variant = *variant_default();
    strcpy(variant.name, "my congo");
    variant_rejected(variant, "name",
                     "expected letters, digits, '-', '_' and '.', found \"my congo\"");
    variant = *variant_default();
    variant.islands = square_bit(A3);
    variant_rejected(variant, "islands", "only squares of rank 4 can be islands");
    variant = *variant_default();
    variant.quiet_plies = -1;
    variant_rejected(variant, "quiet_plies", "expected a number from 0 to 10000, found -1");
    variant = *variant_default();
    strcpy(variant.start, "7/7/7/7/7/7/7");
    variant_rejected(variant, "start", "ranks: both lions are missing");
    strcpy(variant.start, "3l3/7/7/7/7/7/2L4");
    variant_rejected(variant, "start",
                     "the game would be over at once: A draw, as only the two lions are left.");
}

/* Debug builds rely on position_is_sound. */
static void test_unsound_positions_are_detected(void **state) {
    (void)state;
    Position good, bad;
    position_start(&good, variant_default());
    assert_true(position_is_sound(&good));
    bad = good;
    bad.key ^= 1;
    assert_false(position_is_sound(&bad));
    bad = good;
    bad.by_type[ZEBRA] |= square_bit(A4);
    assert_false(position_is_sound(&bad));
    bad = good;
    bad.by_type[ZEBRA] |= bad.by_type[PAWN];
    assert_false(position_is_sound(&bad));
    bad = good;
    bad.jump_at = A4;
    assert_false(position_is_sound(&bad));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lion_taken),
        cmocka_unit_test(test_bare_lions),
        cmocka_unit_test(test_no_legal_move_loses),
        cmocka_unit_test(test_quiet_plies),
        cmocka_unit_test(test_quiet_count),
        cmocka_unit_test(test_drowning),
        cmocka_unit_test(test_a_monkey_drowns_after_its_captures),
        cmocka_unit_test(test_endangered),
        cmocka_unit_test(test_a_monkey_that_has_left_the_river_does_not_drown),
        cmocka_unit_test(test_a_null_move_drowns),
        cmocka_unit_test(test_the_lions_line),
        cmocka_unit_test(test_a_chain_that_reaches_the_lion),
        cmocka_unit_test(test_builtin_variants_are_sound),
        cmocka_unit_test(test_wrong_variants_are_rejected),
        cmocka_unit_test(test_unsound_positions_are_detected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
