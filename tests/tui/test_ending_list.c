/* Looking into the solved endings, which the build makes, on the full screen. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <locale.h>
#include <stdlib.h>

#include "../support/fake_terminal.h"
#include "../support/session_fixture.h"
#include "term/capability.h"
#include "tui/app_screen.h"
#include "tui/browse.h"
#include "tui/feature.h"
#include "tui/review/candidate_list.h"
#include "tui/review/ending_list.h"

static const char zebra[] = "3l3/7/7/7/7/2Z4/2L4/w/-1"; /* White wins in 7 moves */

static App app;
static View view;
static SessionFixture fixture;

static void fill(void) {
    while (!session_is_idle(fixture.session))
        uv_run(&fixture.loop, UV_RUN_ONCE);
    ending_list(&app)->stale = true; /* as after an event */
    app_fill_view(&app, &view);
}

static void begin_at(const char *white, const char *black, const char *game, int columns,
                     int lines) {
    static Settings settings;
    settings_default(&settings);
    SessionSetup setup = fixture_setup(white, black, game);
    strcpy(setup.endings, "auto");
    fixture_start(&fixture, &setup);
    memset(&app, 0, sizeof app);
    features_create(&app, features);
    app.settings = settings;
    app.session = fixture.session;
    app.board.followed_advice = MOVE_NONE;
    app.board.cursor = D4;
    app.board.selected = SQUARE_NONE;
    assert_true(keymap_build(&app.keymap, &settings, NULL));
    fake_terminal_open("xterm-256color", "C.UTF-8", lines, columns, COLORS_AUTO);
    fill();
}

static void begin(const char *white, const char *black, const char *game) {
    begin_at(white, black, game, 120, 40);
}

static int end(void **state) {
    (void)state;
    features_free(&app);
    fake_terminal_close();
    fixture_stop(&fixture);
    return 0;
}

static void press(Action action) {
    app.message[0] = '\0';
    action_run(&app, action);
    fill();
}

static void expect_move(size_t index, const char *notation, const char *value) {
    ViewCandidate move;
    assert_non_null(view.candidates);
    view.candidates->move_at(view.candidates->context, index, &move);
    assert_string_equal(move.notation, notation);
    assert_string_equal(move.value, value);
}

static void in_a_game_the_value_is_shown_on_request(void **state) {
    (void)state;
    begin("hi/negamax", "ai/random", zebra);
    assert_null(view.candidates);
    app.settings.panels = PANELS_FULL;
    fill();
    assert_non_null(view.candidates);
    assert_string_equal(view.candidates->summary[0], "White wins in 7 moves");
    assert_string_equal(view.candidates->summary[1], "White wins in 7");
    assert_string_equal(view.candidates->summary[2], "W#7");
    assert_int_equal(view.candidates->list.count, 0);
    app.settings.panels = PANELS_NONE;
    fill();
    assert_null(view.candidates);
    app.analysing = true;
    fill();
    assert_non_null(view.candidates);
}

static void an_earlier_position_and_a_finished_game_show_it(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", zebra);
    fixture_play(&fixture, "Z-E3");
    fill();
    assert_null(view.candidates);
    browse_to(&app, 0);
    fill();
    assert_string_equal(view.candidates->summary[0], "White wins in 7 moves");
    browse_end(&app);
    assert_done(session_resign(fixture.session, BLACK, &error));
    fill();
    assert_string_equal(view.candidates->summary[0], "White wins in 6 moves");
    browse_to(&app, 0);
    fill();
    assert_string_equal(view.candidates->summary[0], "White wins in 7 moves");
}

static void the_list_has_all_moves_and_marks_the_chosen_one(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", zebra);
    press(ACTION_ENDINGS);
    assert_int_equal(view.candidates->list.count, 8);
    expect_move(0, "c2-d4", "wins in 7");
    expect_move(7, "c1-d1", "loses in 1");
    assert_int_equal(view.selected, C2);
    assert_true(view.targets == square_bit(D4));
    assert_int_equal(view.cursor, SQUARE_NONE);
    assert_string_equal(view.status, "Zebra c2 moves to d4: White wins in 7 moves.");
    assert_memory_equal(view.about, "Zebra: ", 7);
    press(ACTION_DOWN);
    press(ACTION_NEXT);
    assert_int_equal(view.candidates->list.selected, 2);
    assert_true(view.targets == square_bit(E3));
    press(ACTION_DOWN_LEFT); /* End */
    assert_int_equal(view.candidates->list.selected, 7);
    press(ACTION_DOWN);
    assert_int_equal(view.candidates->list.selected, 7);
    assert_string_equal(view.status, "Lion c1 moves to d1: Black wins in 1 move.");
    press(ACTION_UP_LEFT); /* Home */
    press(ACTION_UP);
    assert_int_equal(view.candidates->list.selected, 0);
    press(ACTION_ESCAPE);
    assert_null(view.candidates);
    assert_int_equal(view.cursor, D4);
}

static void the_list_plays_a_move_and_follows(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", zebra);
    press(ACTION_ENDINGS);
    press(ACTION_DOWN);
    press(ACTION_DOWN);
    press(ACTION_SELECT);
    assert_int_equal(fixture_ply(&fixture), 1);
    assert_int_equal(view.candidates->list.selected, 0);
    expect_move(0, "d7-d6", "loses in 6");
    press(ACTION_LEFT);
    assert_true(view.browsing);
    expect_move(0, "c2-d4", "wins in 7");
    press(ACTION_RIGHT);
    assert_false(view.browsing);
    expect_move(0, "d7-d6", "loses in 6");
}

static void the_list_says_why_a_position_has_no_moves(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", "2l4/7/7/7/7/ppp4/M2L3/w/-1");
    press(ACTION_ENDINGS);
    assert_null(view.candidates);
    assert_string_equal(app.message, "Only the endings of at most 5 pieces are solved, the lions "
                                     "included, and here are 6.");
}

static void the_list_stays_open_where_the_game_ends(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", "3l3/7/7/7/7/7/2ZL3/w/-1");
    press(ACTION_ENDINGS);
    assert_string_equal(view.status, "Lion d1 takes the lion on d7 and wins.");
    press(ACTION_SELECT);
    assert_true(outcome_is_over(view.outcome));
    assert_int_equal(view.candidates->list.count, 0);
    assert_string_equal(view.candidates->remark,
                        "The game ends here: there is no move to look up.");
    press(ACTION_LEFT);
    expect_move(0, "d1×d7#", "wins in 1");
}

static void another_game_begins_without_the_list(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", zebra);
    press(ACTION_ENDINGS);
    assert_true((candidate_list(&app)->source != NULL));
    fake_terminal_close();
    fixture_stop(&fixture);
    SessionSetup setup = fixture_setup("hi/negamax", "ai/random", zebra);
    strcpy(setup.endings, "auto");
    fixture_start(&fixture, &setup);
    app.session = fixture.session;
    ending_list(&app)->at.session = (const Session *)&app; /* some other session */
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_AUTO);
    fill();
    assert_false((candidate_list(&app)->source != NULL));
    assert_null(view.candidates);
}

static void where_there_is_no_panel_the_status_line_tells(void **state) {
    (void)state;
    begin_at("hi/negamax", "hi/negamax", zebra, 60, 10);
    fixture_play(&fixture, "Z-E3");
    browse_to(&app, 0);
    fill();
    assert_int_equal(app.screen.layout.candidates.height, 0);
    assert_non_null(strstr(view.status, " Best play: White wins in 7 moves."));
    press(ACTION_ENDINGS);
    assert_string_equal(view.status, "1 of 8: Zebra c2 moves to d4: White wins in 7 moves.");
}

static void click(Hit hit) {
    assert_true(candidate_feature.on_mouse(&app, &hit, 0));
}

static void a_click_chooses_a_move_and_a_second_one_plays_it(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", zebra);
    press(ACTION_ENDINGS);
    Rect moves = app.screen.panels.candidates.moves.area;
    assert_int_equal(moves.height, 8);
    Hit hit = painter_hit(&app.screen, moves.y + 3, moves.x);
    assert_int_equal(hit.type, HIT_CANDIDATE);
    click((Hit){.type = HIT_CANDIDATE, .candidate = hit.candidate});
    fill();
    assert_int_equal(view.candidates->list.selected, 3);
    click((Hit){.type = HIT_SQUARE, .square = C1});
    fill();
    assert_int_equal(view.candidates->list.selected, 6);
    click((Hit){.type = HIT_SQUARE, .square = E3});
    fill();
    assert_int_equal(view.candidates->list.selected, 2);
    click((Hit){.type = HIT_CANDIDATE, .candidate = 2});
    assert_int_equal(fixture_ply(&fixture), 1);
}

int main(void) {
    setenv("TERM", "xterm-256color", 1);
    if (!capability_probe(NULL) || setlocale(LC_CTYPE, "C.UTF-8") == NULL ||
        getenv("CONGO_ENDINGS") == NULL)
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(in_a_game_the_value_is_shown_on_request, end),
        cmocka_unit_test_teardown(an_earlier_position_and_a_finished_game_show_it, end),
        cmocka_unit_test_teardown(the_list_has_all_moves_and_marks_the_chosen_one, end),
        cmocka_unit_test_teardown(the_list_plays_a_move_and_follows, end),
        cmocka_unit_test_teardown(the_list_says_why_a_position_has_no_moves, end),
        cmocka_unit_test_teardown(the_list_stays_open_where_the_game_ends, end),
        cmocka_unit_test_teardown(another_game_begins_without_the_list, end),
        cmocka_unit_test_teardown(where_there_is_no_panel_the_status_line_tells, end),
        cmocka_unit_test_teardown(a_click_chooses_a_move_and_a_second_one_plays_it, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
