/* What the screen says about moves, advice and the end of a game. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/coordinate.h"
#include "rules/fen.h"
#include "../support/session_fixture.h"
#include "tui/narration.h"

/* ---- games without a session, in which nobody is "you" ---- */

static App app;
static char text[VIEW_STATUS_SIZE];

static void begin(const char *variant, const char *fen) {
    Position position;
    Error error = {0};
    record_free(app.preview);
    memset(&app, 0, sizeof app);
    if (!fen_parse(fen, variant_find(variant), &position, &error))
        fail_msg("%s", error.text);
    app.preview = record_create(&position);
}

/* Plays a move, and checks the sentence about it. */
static void play(const char *move_text, const char *expected) {
    Move move;
    assert_true(coordinate_parse(record_position(app.preview), move_text, &move, NULL));
    assert_true(record_play(app.preview, move, -1, -1, NULL));
    narration_move(&app, app.preview->current, text);
    assert_string_equal(text, expected);
}

static void a_move_is_told_with_what_it_takes(void **state) {
    (void)state;
    begin("congo", "2l4/7/7/1z5/3Z3/7/3L3/w/-1");
    narration_move(&app, 0, text);
    assert_string_equal(text, "Start of the game.");
    play("d3b4", "White's zebra took Black's zebra on b4.");
    play("c7d7", "Black's lion moved to d7.");
    play("d1d7", "White's lion took Black's lion on d7. White's zebra b4 drowned.");
}

static void what_a_move_drowns_is_told(void **state) {
    (void)state;
    begin("congo", "2l4/7/7/e1p1z2/7/1P5/3L3/b/-1");
    play("c7d7", "Black's lion moved to d7. Black's elephant a4, pawn c4 and zebra e4 drowned.");
    begin("congo", "2l4/7/7/pz1pz2/7/7/3L3/b/-1");
    play("c7c6",
         "Black's lion moved to c6. Black's pawn a4, zebra b4, pawn d4 and zebra e4 drowned.");
    begin("congo", "2l4/7/7/p2pp2/7/7/3L3/b/-1");
    play("c7c6", "Black's lion moved to c6. Black's pawns a4, d4 and e4 drowned.");
    begin("congo", "2l4/7/7/4zP1/7/7/3L3/b/-1");
    play("c7c6", "Black's lion moved to c6. Black's zebra e4 drowned.");
    begin("congo", "2l4/7/7/2e1P2/7/7/3L3/b/-1");
    play("c4e4", "Black's elephant took White's pawn on e4 and drowned.");
}

static void a_monkeys_pieces_are_counted(void **state) {
    (void)state;
    begin("congo", "2l4/7/4e2/7/2p4/1M5/3L3/w/-1");
    play("b2d4f6", "White's monkey took two pieces: pawn c3 and elephant e5.");
    begin("congo", "2l4/7/7/7/7/2p1p2/3L1M1/w/-1");
    play("f1d3b1", "White's monkey took two pieces: pawns e2 and c2.");
    begin("congo", "2l4/7/7/7/2p4/1M5/3L3/w/-1");
    play("b2d4", "White's monkey took Black's pawn on c3 and landed on d4.");
    begin("congo", "2l4/7/7/M6/1p5/7/3L3/w/-1");
    play("a4c2", "White's monkey took Black's pawn on b3 and landed on c2.");
    begin("congo", "2l4/7/7/Mp5/7/7/3L3/w/-1");
    play("a4c4", "White's monkey took Black's pawn on b4 and drowned on c4.");
}

/* Captured pieces are named if there is room, in the order of the jumps. */
static void a_long_capture_is_shortened_by_its_names(void **state) {
    (void)state;
    begin("congo", "2l4/7/2p1e2/7/2p4/1M5/3L3/w/-1");
    play("b2d4f6", "White's monkey took two pieces: pawn c3 and elephant e5.");
    app.screen.layout.zoom = 1;
    app.screen.layout.status = (Rect){.height = 1, .width = 56};
    narration_announcement(&app, text);
    assert_string_equal(text, "White's monkey took two pieces: pawn c3 and elephant e5.");
    app.screen.layout.status.width = 40;
    narration_announcement(&app, text);
    assert_string_equal(text, "White's monkey took two pieces.");
}

static void a_promotion_is_told(void **state) {
    (void)state;
    begin("congo", "3l2z/5P1/7/7/7/7/2L4/w/-1");
    play("f6g7", "White's pawn took Black's zebra on g7 and became a superpawn (S).");
    begin("megapawn", "2l4/5P1/7/7/7/7/3L3/w/-1");
    play("f6f7", "White's pawn moved to f7 and became a megapawn (Q).");
}

static void check_advice(const char *fen, const char *move_text, const char *expected) {
    Move move;
    begin("congo", fen);
    assert_true(coordinate_parse(record_position(app.preview), move_text, &move, NULL));
    narration_advice(record_position(app.preview), move, text);
    assert_string_equal(text, expected);
}

static void advice_is_told_as_a_move(void **state) {
    (void)state;
    check_advice("2l4/7/7/1z5/3Z3/7/3L3/w/-1", "d3b4", "zebra d3 takes the zebra on b4");
    check_advice("2l4/7/7/1z5/3Z3/7/3L3/w/-1", "d3f4", "zebra d3 moves to f4");
    check_advice("3l3/7/7/1z5/7/7/3L3/w/-1", "d1d7", "lion d1 takes the lion on d7 and wins");
    check_advice("2l4/7/4e2/7/2p4/1M5/3L3/w/-1", "b2d4",
                 "monkey b2 jumps to d4 and takes the pawn c3");
    check_advice("2l4/7/4e2/7/2p4/1M5/3L3/w/-1", "b2d4f6",
                 "monkey b2 jumps to d4, then to f6 and takes two pieces");
    check_advice("2l4/7/4e2/3M3/7/7/3L3/w/36", "d4d4", "monkey d4 stops there");
    check_advice("2l4/7/7/E6/7/7/3L3/w/-1", "a4b4", "elephant a4 moves to b4, where it drowns");
    check_advice("2l4/7/7/3P1P1/7/7/3L3/w/-1", "d1d2",
                 "lion d1 moves to d2; pawns d4 and f4 drown");
    check_advice("2l4/7/7/Mp1P3/7/7/3L3/w/-1", "a4c4",
                 "monkey a4 jumps to c4 and takes the pawn b4, then drowns; pawn d4 drowns");
    check_advice("3l3/7/7/Z6/7/7/3L3/w/-1", "d1d7", "lion d1 takes the lion on d7 and wins");
}

static void a_draw_is_announced_when_it_is_near(void **state) {
    char notice[OUTCOME_NOTICE_SIZE];
    Position position;
    (void)state;
    position_start(&position, variant_find("congo"));
    position.quiet = 59;
    outcome_write_notice(&position, notice);
    assert_string_equal(notice, "");
    position.quiet = 72;
    outcome_write_notice(&position, notice);
    assert_string_equal(notice, "Draw in 14 moves each unless something is captured or drowns, or "
                                "a pawn moves");
    position.quiet = 99;
    outcome_write_notice(&position, notice);
    assert_string_equal(notice, "Draw after this move unless something is captured or drowns, or a "
                                "pawn moves");
    position_start(&position, variant_find("megapawn"));
    position.quiet = 99;
    outcome_write_notice(&position, notice);
    assert_string_equal(notice, "");
}

/* ---- games with a session ---- */

static SessionFixture fixture;

static void begin_session(const char *white, const char *black, const char *fen) {
    SessionSetup setup = fixture_setup(white, black, fen);
    fixture_start(&fixture, &setup);
    fixture_run_until_idle(&fixture);
    record_free(app.preview);
    memset(&app, 0, sizeof app);
    app.session = fixture.session;
}

static void submit(const char *move) {
    assert_done(session_submit_text(fixture.session, move, notation_congo, &error));
    fixture_run_until_idle(&fixture);
}

static void check_move(size_t ply, const char *expected) {
    narration_move(&app, ply, text);
    assert_string_equal(text, expected);
}

static void check_outcome(const char *expected) {
    narration_outcome(&app, text);
    assert_string_equal(text, expected);
}

static void the_one_human_is_addressed(void **state) {
    (void)state;
    begin_session("hi/negamax", "ai/greedy", "2l4/7/7/3P3/1Z1z3/7/2PL3/w/-1");
    submit("c1c2");
    check_move(1, "Your pawn moved to c2. Your pawn d4 drowned.");
    fixture_stop(&fixture);
    app.session = NULL;
}

static void the_reply_repeats_what_has_drowned(void **state) {
    (void)state;
    begin_session("hi/negamax", "ai/greedy", "2l4/7/7/3P3/4Z2/2z4/4L2/w/-1");
    submit("e3f5");
    fixture_run_until_ply(&fixture, 2);
    check_move(2, "Black's zebra took your lion on e1.");
    narration_announcement(&app, text);
    assert_string_equal(text, "Your pawn d4 drowned. Black's zebra took your lion on e1.");
    check_outcome("You lose: Black's zebra took your lion on e1.");
    assert_string_equal(narration_result(&app), "You lose");
    fixture_stop(&fixture);
    app.session = NULL;
}

/* A monkey that drowns at the end of its own capture is told of when the computer has replied. */
static void the_reply_names_the_drowned_monkey(void **state) {
    (void)state;
    begin_session("hi/negamax", "ai/greedy", "2l3p/7/7/Mp1P3/7/7/4L2/w/-1");
    submit("a4c4");
    check_move(1, "Your monkey took Black's pawn on b4 and drowned on c4. Your pawn d4 drowned.");
    fixture_run_until_ply(&fixture, 2);
    narration_announcement(&app, text);
    assert_memory_equal(text, "Your monkey c4 and pawn d4 drowned. Black's ", 44);
    fixture_stop(&fixture);
    app.session = NULL;
}

/* If there is little room, the move gives way to the pieces that drowned. */
static void what_drowned_comes_before_the_move(void **state) {
    (void)state;
    begin_session("hi/negamax", "hi/negamax", "3l3/7/7/2P4/7/P6/3L3/w/-1");
    submit("a2a3");
    app.screen.layout.zoom = 1;
    app.screen.layout.status = (Rect){.height = 1, .width = 77};
    narration_announcement(&app, text);
    assert_string_equal(text, "White's pawn c4 drowned.  ! Lions face each other: Black can win.");
    fixture_stop(&fixture);
    app.session = NULL;
}

/* The dangers after a move of the computer. */
static void check_danger(const char *fen, const char *move, const char *expected) {
    begin_session("hi/negamax", "hi/negamax", fen);
    submit(move);
    narration_announcement(&app, text);
    const char *warning = strstr(text, "  ! ");
    assert_string_equal(warning != NULL ? warning : "", expected);
    fixture_stop(&fixture);
    app.session = NULL;
}

static void danger_to_a_lion_is_told(void **state) {
    (void)state;
    check_danger("2l4/7/7/7/7/7/Z2L3/w/-1", "a1b3", "");
    check_danger("2l4/7/7/7/2Z4/7/3L3/w/-1", "c3b5", "  ! Black's lion is attacked.");
    check_danger("2l4/7/7/7/2Z4/7/3L3/w/-1", "c3e4", "");
    check_danger("2l4/7/Z6/7/7/1z5/4L2/w/-1", "e1d1", "  ! Black can take the lion.");
    check_danger("3l3/7/7/7/7/1z5/4L2/w/-1", "e1d1", "  ! Lions face each other: Black can win.");
    check_danger("2l4/7/7/3p3/7/Z6/3L3/w/-1", "a2b4", "  ! Pawn d4 may drown: leave the river.");
    check_danger("2l4/7/7/3p3/2Z4/7/3L3/w/-1", "c3b5",
                 "  ! Black's lion is attacked.  ! Pawn d4 may drown: leave the river.");
}

static void check_score(Score white_score, const char *expected, const char *short_one) {
    char score[VIEW_SCORE_SIZE];
    narration_score(&app, white_score, false, score);
    assert_string_equal(score, expected);
    narration_score(&app, white_score, true, score);
    assert_string_equal(score, short_one);
}

/* Shows what is expected after the moves of a line. */
static void check_line(const char *moves, int first, const char *expected) {
    static SearchSnapshot thought;
    char line[VIEW_MOVES_SIZE];
    Position position = *session_position(fixture.session);
    memset(&thought, 0, sizeof thought);
    thought.position = position;
    for (char one[8]; sscanf(moves, "%7s", one) == 1;
         moves += strlen(one) + (moves[strlen(one)] == ' ')) {
        Move move;
        assert_true(coordinate_parse(&position, one, &move, NULL));
        thought.info.lines[0].pv[thought.info.lines[0].length++] = move;
        position_make(&position, move);
    }
    narration_line(&app, &thought, first, line);
    assert_string_equal(line, expected);
}

static void what_advice_expects_is_told_in_words(void **state) {
    (void)state;
    begin_session("hi/negamax", "ai/greedy", "2l4/7/1z5/7/3Z3/4p2/Z2L3/w/-1");
    check_score(0, "about even", "about even");
    check_score(-29, "about even", "about even");
    check_score(30, "You are a bit ahead", "You are ahead");
    check_score(-119, "Black is a bit ahead", "Black is ahead");
    check_score(200, "You are ahead", "You are ahead");
    check_score(-400, "Black is far ahead", "Black is ahead");
    check_score(SCORE_WIN - 5, "You win in 3 moves", "You win in 3");
    check_score(-(SCORE_WIN - 2), "Black wins in 1 move", "Black wins in 1");
    check_line("d3b4 c7c6 b4c6", 1, "Black: lion to c6. You: zebra takes c6.");
    check_line("d3b4 c7c6 a1b3", 0, "You: zebra to b4. Black: lion to c6. You: zebra to b3.");
    check_line("d3b4", 1, "You: zebra to b4.");
    fixture_stop(&fixture);
    begin_session("hi/negamax", "hi/negamax", "2l4/7/4e2/7/2p4/1M5/3L3/w/-1");
    check_score(-29, "about even", "about even");
    check_score(150, "White is ahead", "White is ahead");
    check_line("b2d4f6 c7c6", 0, "White: monkey takes c3 and e5. Black: lion to c6.");
    fixture_stop(&fixture);
    app.session = NULL;
}

static void the_end_is_told_to_the_winner(void **state) {
    (void)state;
    begin_session("hi/negamax", "ai/greedy", "3l3/7/7/7/7/7/3L3/w/-1");
    submit("d1d7");
    check_outcome("You win: your lion took the other lion on d7.");
    fixture_stop(&fixture);
    begin_session("hi/negamax", "hi/negamax", "3l3/7/7/7/3p3/7/3L3/w/-1");
    submit("d1e1");
    assert_done(session_resign(fixture.session, BLACK, &error));
    check_outcome("White wins: Black resigned.");
    fixture_stop(&fixture);
    begin_session("ai/negamax", "hi/negamax", "3l3/7/7/7/3p3/7/4L2/b/-1");
    assert_done(session_resign(fixture.session, BLACK, &error));
    check_outcome("You lose: you resigned.");
    fixture_stop(&fixture);
    app.session = NULL;
}

static void a_draw_has_its_reason(void **state) {
    (void)state;
    begin_session("hi/negamax", "hi/negamax", "2l4/7/7/7/3p3/3L3/7/w/-1");
    submit("d2d3");
    check_outcome("Draw: only the two lions are left.");
    fixture_stop(&fixture);
    app.session = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_told_with_what_it_takes),
        cmocka_unit_test(what_a_move_drowns_is_told),
        cmocka_unit_test(a_monkeys_pieces_are_counted),
        cmocka_unit_test(a_long_capture_is_shortened_by_its_names),
        cmocka_unit_test(a_promotion_is_told),
        cmocka_unit_test(advice_is_told_as_a_move),
        cmocka_unit_test(a_draw_is_announced_when_it_is_near),
        cmocka_unit_test(the_one_human_is_addressed),
        cmocka_unit_test(the_reply_repeats_what_has_drowned),
        cmocka_unit_test(the_reply_names_the_drowned_monkey),
        cmocka_unit_test(what_drowned_comes_before_the_move),
        cmocka_unit_test(danger_to_a_lion_is_told),
        cmocka_unit_test(what_advice_expects_is_told_in_words),
        cmocka_unit_test(the_end_is_told_to_the_winner),
        cmocka_unit_test(a_draw_has_its_reason),
    };
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    record_free(app.preview);
    return result;
}
