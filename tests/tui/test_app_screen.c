/* What the screen shows of a game: names, scores, the piece under the cursor. */
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
#include "term/draw.h"
#include "tui/app_screen.h"
#include "tui/feature.h"

static App app;
static View view;
static SessionFixture fixture;

static void begin(const char *white, const char *black, const char *game) {
    static const Settings defaults;
    SessionSetup setup = fixture_setup(white, black, game);
    fixture_start(&fixture, &setup);
    fixture_run_until_idle(&fixture);
    memset(&app, 0, sizeof app);
    features_create(&app, features);
    app.session = fixture.session;
    app.board.followed_advice = MOVE_NONE;
    app.board.cursor = D4;
    app.board.selected = SQUARE_NONE;
    assert_true(keymap_build(&app.keymap, &defaults, NULL));
    fake_terminal_open("xterm-256color", "C.UTF-8", 60, 200, COLORS_AUTO);
}

static void fill(void) {
    while (!session_is_idle(fixture.session)) /* waits for the solved endings, too */
        uv_run(&fixture.loop, UV_RUN_ONCE);
    app_fill_view(&app, &view);
}

static int end(void **state) {
    (void)state;
    features_free(&app);
    fake_terminal_close();
    fixture_stop(&fixture);
    return 0;
}

static void between_two_people_there_is_no_score(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", "3l3/7/7/7/7/7/3L3/w/-1");
    fill();
    assert_false(view.scored);
    fixture_play(&fixture, "d1d7");
    fill();
    assert_true(outcome_is_over(view.outcome));
    assert_false(view.scored);
    app.board.browsing = true;
    app.board.ply = 0;
    fill();
    assert_false(view.scored);
}

static void the_view_names_the_players(void **state) {
    (void)state;
    begin("hi/negamax", "ai/random", "standard");
    fill();
    assert_string_equal(view.player[WHITE].name, "You");
    assert_true(view.player[WHITE].is_you);
    assert_string_equal(view.player[BLACK].name, "Computer, plays anything");
    assert_string_equal(view.player[BLACK].short_name, "Computer");
    assert_false(view.player[BLACK].is_you);
}

static void the_piece_under_the_cursor_is_explained(void **state) {
    (void)state;
    begin("hi/negamax", "hi/negamax", "standard");
    app.board.cursor = B1;
    fill();
    assert_memory_equal(view.about, "Monkey: ", 8);
    app.board.cursor = D4;
    fill();
    assert_memory_equal(view.about, "The river: ", 11);
    app.board.cursor = D3;
    fill();
    assert_memory_equal(view.about, "A castle: ", 10);
    app.board.cursor = A3;
    fill();
    assert_string_equal(view.about, "");
}

/* Checks the texts about all squares, beside at least six moves. */
static void check_explanations(const char *game) {
    begin("hi/negamax", "hi/negamax", game);
    fake_terminal_close();
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_AUTO);
    for (int square = 0; square < SQUARE_COUNT; square++) {
        app.board.cursor = (Square)square;
        fill();
        Rect about = layout_untitled(app.screen.layout.about);
        assert_true(about.height > 0 && app.screen.layout.moves.height >= 7);
        assert_in_range(draw_wrapped_height(view.about, about.width), 0, about.height);
    }
    end(NULL);
}

static void explanations_fit_the_usual_terminal(void **state) {
    (void)state;
    check_explanations("standard");
    check_explanations("gmelecz/pppsppp/7/7/7/PPPSPPP/GMELECZ/w/-1");
}

static void a_piece_of_the_opponent_can_be_looked_at(void **state) {
    (void)state;
    begin("hi/negamax", "ai/random", "standard");
    app.board.cursor = D7;
    fill();
    assert_string_equal(view.status, "Black's lion d7. Enter shows where it could go.");
    app.board.cursor = D1;
    fill();
    assert_string_equal(view.status, "Lion d1 cannot move.");
}

int main(void) {
    setenv("TERM", "xterm-256color", 1);
    if (!capability_probe(NULL) || setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(between_two_people_there_is_no_score, end),
        cmocka_unit_test_teardown(the_view_names_the_players, end),
        cmocka_unit_test_teardown(the_piece_under_the_cursor_is_explained, end),
        cmocka_unit_test(explanations_fit_the_usual_terminal),
        cmocka_unit_test_teardown(a_piece_of_the_opponent_can_be_looked_at, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
