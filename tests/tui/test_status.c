/* The sentences of the status line, for positions without a session. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "tui/selection.h"
#include "tui/feature.h"
#include "tui/status.h"

static App app;

/* Shows a position with the cursor and the selection ("" for none) on the given squares. */
static void close_app(void) {
    if (app.preview != NULL)
        features_free(&app);
    record_free(app.preview);
}

static void show(const char *variant, const char *fen, const char *cursor, const char *selected) {
    static const Settings defaults;
    Position position;
    Error error = {0};
    close_app();
    memset(&app, 0, sizeof app);
    features_create(&app, features);
    if (!fen_parse(fen, variant_find(variant), &position, &error))
        fail_msg("%s", error.text);
    app.preview = record_create(&position);
    app.board.followed_advice = MOVE_NONE;
    selection_sync(&app); /* a new position clears the selection */
    app.board.cursor = square_parse(cursor);
    app.board.selected = *selected != '\0' ? square_parse(selected) : SQUARE_NONE;
    assert_true(keymap_build(&app.keymap, &defaults, NULL));
}

static void check_status(const char *expected) {
    char text[VIEW_STATUS_SIZE];
    selection_sync(&app);
    status_line(&app, &(View){0}, text);
    assert_string_equal(text, expected);
}

static void play(const char *text) {
    Move move;
    assert_true(coordinate_parse(record_position(app.preview), text, &move, NULL));
    assert_true(record_play(app.preview, move, -1, -1, NULL));
}

static void the_square_under_the_cursor_is_described(void **state) {
    static const char fen[] = "2l4/7/7/1z5/3Z3/7/3L3/w/-1";
    static const struct {
        const char *cursor;
        const char *sentence;
    } cases[] = {
        {"d3", "Zebra d3: 8 moves, one captures b4."},
        {"b4", "Black's zebra b4."},
        {"d1", "Lion d1: 5 moves."},
        {"a2", "a2, empty."},
        {"a4", "a4, in the river."},
        {"c2", "c2, in White's castle."},
        {"e7", "e7, in Black's castle."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        show("congo", fen, cases[i].cursor, "");
        check_status(cases[i].sentence);
    }
    show("islands", fen, "a4", "");
    check_status("a4, an island in the river.");
}

static void the_selection_says_what_enter_does(void **state) {
    static const char fen[] = "2l4/7/7/1z1P3/3Z3/7/3L3/w/-1";
    (void)state;
    show("congo", fen, "g7", "d3");
    check_status(
        "Zebra d3 selected: 8 moves, one captures b4.  ! Pawn d4 may drown: leave the river.");
    show("congo", fen, "b4", "d3");
    check_status("Enter takes the zebra on b4. Pawn d4 will drown.");
    show("congo", fen, "f4", "d3");
    check_status("Enter moves the zebra to f4. Pawn d4 will drown.");
    show("congo", fen, "d5", "d4");
    check_status("Enter moves the pawn to d5.");
    show("congo", "2l4/7/7/1z2M2/3Z3/5p1/3L3/w/-1", "a1", "");
    check_status("a1, empty.  ! Monkey e4 may drown: leave the river.");
}

static void a_capture_in_the_river_says_that_it_drowns(void **state) {
    (void)state;
    show("congo", "2l4/7/7/1zE2P1/7/7/3L3/w/-1", "b4", "c4");
    check_status("Enter takes the zebra on b4, where it drowns. Pawn f4 will drown.");
    show("congo", "2l4/7/7/1zE2P1/7/7/3L3/w/-1", "d4", "c4");
    check_status("Enter moves the elephant to d4, where it drowns. Pawn f4 will drown.");
}

static void a_move_that_opens_the_lions_line_is_announced(void **state) {
    (void)state;
    show("congo", "3l3/7/7/7/3Z3/7/3L3/w/-1", "b4", "d3");
    check_status(
        "Enter moves the zebra to b4.  ! Then Black can take the lion: the lions face each other.");
    show("congo", "3l3/7/7/7/3Z3/7/2L4/w/-1", "d1", "c1");
    check_status("Enter moves the lion to d1.");
    show("congo", "3l3/7/7/7/7/7/2PL3/w/-1", "c2", "c1");
    check_status("Enter moves the pawn to c2.  ! Then Black can take the lion: the lions still "
                 "face each other.");
    show("congo", "3l3/7/7/7/7/7/2PL3/w/-1", "d7", "d1");
    check_status("Enter takes the lion on d7.");
}

static void pawns_of_both_families_are_called_pawns(void **state) {
    (void)state;
    show("megapawn", "2l4/7/7/7/3P3/7/3L3/w/-1", "d3", "");
    check_status("Pawn d3: 3 moves.");
    show("megapawn", "2l4/7/7/7/3Q3/7/3L3/w/-1", "d3", "");
    check_status("Megapawn d3: 23 moves.");
}

static void check_word(const char *fen, const char *cursor, const char *selected,
                       const char *expected) {
    show("congo", fen, cursor, selected);
    selection_sync(&app);
    assert_string_equal(selection_enter_word(&app), expected);
}

static void a_word_says_what_enter_does_now(void **state) {
    static const char fen[] = "2l4/7/7/1z5/3Z3/2pM3/3L3/w/-1";
    (void)state;
    check_word(fen, "d3", "", "select");
    check_word(fen, "a1", "", "select");
    check_word(fen, "b4", "", "look");
    check_word(fen, "b4", "d3", "move");
    check_word(fen, "d3", "d3", "cancel");
    check_word(fen, "e1", "d2", "move");
    check_word(fen, "b2", "d2", "jump");
    check_word("2l4/7/1pp1p2/3M3/7/7/3L3/w/36", "b6", "d4", "jump");
    check_word("2l4/7/1pp1p2/3M3/7/7/3L3/w/36", "d4", "d4", "stop");
}

static void warnings_are_shown(void **state) {
    (void)state;
    show("congo", "3l3/7/7/P1C2Z1/7/7/3L3/w/-1", "g7", "");
    check_status("g7, empty.  ! Lions face each other: White can win.  ! "
                 "Pawn a4 and zebra f4 may drown: leave the river.");
    show("islands", "2l4/7/7/P1C2Z1/7/7/3L3/w/-1", "g7", "");
    check_status("g7, empty.");
}

static void a_capture_says_what_can_still_be_taken(void **state) {
    static const char fen[] = "2l4/7/1pp1p2/3M3/7/7/3L3/w/36";
    (void)state;
    show("congo", fen, "d4", "d4");
    check_status("Monkey d4 can jump on to b6 or f6. Enter stops here and ends the turn.");
    show("congo", fen, "b6", "d4");
    check_status("Enter jumps over the pawn on c5 to b6.");
    show("congo", fen, "c5", "d4"); /* the piece itself */
    check_status("Enter jumps over the pawn on c5 to b6.");
    show("congo", fen, "a1", "d4");
    check_status("Monkey d4 can jump on to b6 or f6.");
}

/* A monkey that starts its capture in the river drowns only if it also ends there. */
static void a_capture_from_the_river_warns_in_the_river(void **state) {
    (void)state;
    show("congo", "3l3/7/7/7/3p3/4eM1/3L3/w/26", "a1", "f2");
    check_status("Monkey f2 can jump on to d2.");
    show("congo", "2l4/7/4p2/3M3/7/7/3L3/w/26", "a1", "d4");
    check_status("Monkey d4 can jump on to f6.  ! Monkey d4 may drown: leave the river.");
    show("islands", "2l4/7/2p4/1M5/7/7/3L3/w/24", "a1", "b4");
    check_status("Monkey b4 can jump on to d6.");
}

/* The end of a capture is told before it is made. */
static void a_jump_says_what_drowns(void **state) {
    (void)state;
    show("congo", "2l4/7/7/Mp1P3/7/7/4L2/w/-1", "c4", "a4");
    check_status(
        "Enter jumps over the pawn on b4 to c4, where the monkey drowns. Pawn d4 will drown.");
    show("congo", "2l4/7/3p3/Mp5/7/7/4L2/w/-1", "b4", "a4");
    check_status("Enter jumps over the pawn on b4 to c4; the monkey drowns if it stops there.");
    show("congo", "2l4/7/7/7/p6/M6/4L2/w/-1", "a4", "a2");
    check_status("Enter jumps over the pawn on a3 to a4.");
    show("islands", "2l4/7/7/2pM3/7/7/4L2/w/-1", "b4", "d4");
    check_status("Enter jumps over the pawn on c4 to b4.");
    show("congo", "7/7/2l4/M2P3/1p5/7/4L2/w/-1", "c2", "a4");
    check_status("Enter jumps over the pawn on b3 to c2. Pawn d4 will drown.");
    show("congo", "3l3/7/7/7/3p3/2M4/3L3/w/-1", "d3", "c2");
    check_status(
        "Enter jumps over the pawn on d3 to e4.  ! Then Black can take the lion: the lions "
        "face each other.");
    show("congo", "7/3l3/2M4/7/7/7/4L2/w/-1", "d6", "c5");
    check_status("Enter jumps over the lion on d6 to e7 and wins.");
}

static void a_monkeys_captures_name_where_it_lands(void **state) {
    (void)state;
    show("congo", "2l4/7/7/7/1p5/M6/4L2/w/-1", "a2", "");
    check_status("Monkey a2: 5 moves, one jumps over b3 to c4.");
    show("congo", "2l4/7/7/7/pp5/M6/4L2/w/-1", "a2", "");
    check_status("Monkey a2: 5 moves, two jump over pieces to a4 and c4.");
}

/* The variant megapawn forbids moves back to an earlier position. */
static void repetition_is_not_counted_as_a_move(void **state) {
    (void)state;
    show("megapawn", "2l4/7/7/7/7/7/Z2L3/w/-1", "a1", "");
    play("a1b3");
    play("c7c6");
    play("b3a1");
    app.board.cursor = C6;
    check_status("Lion c6: 4 moves.");
}

static void a_message_comes_first(void **state) {
    (void)state;
    show("congo", "2l4/7/7/P6/7/7/3L3/w/-1", "d1", "");
    strcpy(app.message, "Saved.");
    check_status("Saved.");
}

static void an_earlier_position_is_numbered(void **state) {
    (void)state;
    show("congo", "2l4/7/7/7/7/7/Z2L3/w/-1", "g7", "");
    play("a1b3");
    app.board.browsing = true;
    app.board.ply = 0;
    check_status("Start of the game. g7, empty.");
    app.board.ply = 1;
    check_status("White's zebra moved to b3 (move 1 of 1). g7, empty.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_square_under_the_cursor_is_described),
        cmocka_unit_test(the_selection_says_what_enter_does),
        cmocka_unit_test(a_capture_in_the_river_says_that_it_drowns),
        cmocka_unit_test(a_move_that_opens_the_lions_line_is_announced),
        cmocka_unit_test(pawns_of_both_families_are_called_pawns),
        cmocka_unit_test(a_word_says_what_enter_does_now),
        cmocka_unit_test(warnings_are_shown),
        cmocka_unit_test(a_capture_says_what_can_still_be_taken),
        cmocka_unit_test(a_capture_from_the_river_warns_in_the_river),
        cmocka_unit_test(a_jump_says_what_drowns),
        cmocka_unit_test(a_monkeys_captures_name_where_it_lands),
        cmocka_unit_test(repetition_is_not_counted_as_a_move),
        cmocka_unit_test(a_message_comes_first),
        cmocka_unit_test(an_earlier_position_is_numbered),
    };
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    close_app();
    return result;
}
