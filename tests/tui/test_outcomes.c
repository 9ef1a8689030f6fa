/* The outcome of a game is computed once for each move, and never for a repaint; the steps of a
 * piece are generated once for each selection. Calls are counted through the linker's --wrap. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <locale.h>
#include <stdlib.h>

#include "../support/fake_terminal.h"
#include "../support/game_fixture.h"
#include "../support/session_fixture.h"
#include "board/painter.h"
#include "rules/fen.h"
#include "term/capability.h"
#include "tui/app_screen.h"
#include "tui/feature.h"
#include "tui/premove.h"
#include "tui/selection.h"

Outcome __real_outcome_compute(const Position *position, GameHistory history);
Outcome __wrap_outcome_compute(const Position *position, GameHistory history);
Outcome __real_position_outcome(const Position *position);
Outcome __wrap_position_outcome(const Position *position);

/* Of a game, and of a position, which a computation for a game contains. */
static struct { int in_game, of_position; } computed;

Outcome __wrap_outcome_compute(const Position *position, GameHistory history) {
    computed.in_game++;
    return __real_outcome_compute(position, history);
}

Outcome __wrap_position_outcome(const Position *position) {
    computed.of_position++;
    return __real_position_outcome(position);
}

void __real_movegen_steps(const Position *position, Square from, Bitboard *targets,
                          Bitboard *captures);
void __wrap_movegen_steps(const Position *position, Square from, Bitboard *targets,
                          Bitboard *captures);

static int steps_generated;

void __wrap_movegen_steps(const Position *position, Square from, Bitboard *targets,
                          Bitboard *captures) {
    steps_generated++;
    __real_movegen_steps(position, from, targets, captures);
}

static void assert_computed(int times) {
    assert_int_equal(computed.in_game, times);
    assert_int_equal(computed.of_position, times);
    computed.in_game = computed.of_position = 0;
}

static void start(SessionFixture *fixture, const char *game) {
    SessionSetup setup = fixture_setup("hi/random", "hi/random", game);
    fixture_start(fixture, &setup);
    fixture_run_until_idle(fixture);
    computed.in_game = computed.of_position = 0;
}

static void a_session_computes_one_outcome_a_move(void **state) {
    (void)state;
    SessionFixture fixture;
    start(&fixture, "standard");
    assert_done(session_submit(fixture.session, move_plain(PAWN, B2, B3), &error));
    fixture_run_until_idle(&fixture);
    assert_computed(1);
    assert_done(session_submit_text(fixture.session, "b6b5", notation_congo, &error));
    fixture_run_until_idle(&fixture);
    assert_computed(1);
    assert_done(session_step(fixture.session, C2, C3, &error));
    fixture_run_until_idle(&fixture);
    assert_computed(1);
    assert_rejected(session_submit_text(fixture.session, "a1a7", notation_congo, &error),
                    ERROR_ILLEGAL);
    assert_done(session_undo(fixture.session, &error));
    assert_done(session_redo(fixture.session, &error));
    assert_false(outcome_is_over(session_outcome(fixture.session)));
    fixture_run_until_idle(&fixture);
    assert_computed(0);
    fixture_stop(&fixture);
}

static void jumps_of_a_capture_are_one_move(void **state) {
    (void)state;
    SessionFixture fixture;
    start(&fixture, "3l3/7/7/3p3/7/1p1p3/M2L3/w/-1");
    assert_done(session_step(fixture.session, A1, C3, &error));
    fixture_run_until_idle(&fixture);
    assert_computed(0);
    assert_done(session_step(fixture.session, C3, E5, &error));
    fixture_run_until_idle(&fixture);
    assert_computed(1);
    fixture_stop(&fixture);
}

static void repaint(App *app) {
    View view;
    app_fill_view(app, &view);
    painter_paint(&view, &app->screen);
    fake_terminal_flush();
}

static void assert_steps_generated(int times) {
    assert_int_equal(steps_generated, times);
    steps_generated = 0;
}

/* Shows a game after 1. b3 b5 with the cursor on b3, whose steps are generated then. */
static void show(App *app, SessionFixture *fixture) {
    static const Settings defaults;
    setenv("TERM", "xterm-256color", 1);
    if (!capability_probe(NULL) || setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        skip();
    start(fixture, "standard");
    fixture_play(fixture, "b2b3");
    fixture_play(fixture, "b6b5");
    fixture_run_until_idle(fixture);
    features_create(app, features);
    app->session = fixture->session;
    app->board.followed_advice = MOVE_NONE;
    app->board.cursor = B3;
    app->board.selected = SQUARE_NONE;
    assert_true(keymap_build(&app->keymap, &defaults, NULL));
    fake_terminal_open("xterm-256color", "C.UTF-8", 24, 80, COLORS_AUTO);
    steps_generated = 0;
    repaint(app);
    assert_steps_generated(1);
}

static void end(App *app, SessionFixture *fixture) {
    fake_terminal_close();
    features_free(app);
    fixture_stop(fixture);
}

static void a_repaint_computes_nothing(void **state) {
    (void)state;
    static App app;
    SessionFixture fixture;
    show(&app, &fixture);
    computed.in_game = computed.of_position = 0;
    repaint(&app);
    assert_steps_generated(0);
    app.board.selected = B3;
    app.board.cursor = B4;
    repaint(&app);
    assert_steps_generated(1); /* of the selected piece */
    repaint(&app);
    assert_steps_generated(0);
    app.board.browsing = true;
    repaint(&app);
    assert_computed(0);
    end(&app, &fixture);
}

static void a_move_on_the_board_is_checked_once(void **state) {
    (void)state;
    static App app;
    SessionFixture fixture;
    show(&app, &fixture);
    selection_enter(&app);
    repaint(&app);
    assert_int_equal(app.board.selected, B3);
    assert_steps_generated(0); /* those under the cursor are known */
    app.board.cursor = B4;
    repaint(&app);
    assert_steps_generated(0);
    selection_enter(&app);
    repaint(&app);
    assert_int_equal(fixture_ply(&fixture), 3);
    assert_steps_generated(1);
    end(&app, &fixture);
}

static void a_premove_is_checked_once(void **state) {
    (void)state;
    static App app;
    SessionFixture fixture;
    show(&app, &fixture);
    app.board.premove.session = fixture.session;
    app.board.premove.ply = 1;
    app.board.premove.from = B3;
    app.board.premove.to = B4;
    premove_on_position(&app);
    assert_int_equal(fixture_ply(&fixture), 3);
    assert_steps_generated(1);
    end(&app, &fixture);
}

static void the_server_computes_one_outcome_a_move(void **state) {
    (void)state;
    start_game("standard");
    computed.in_game = computed.of_position = 0;
    peer_say(white, "MOVE %s 0 b2b3", id);
    expect(white, "+MOVE");
    assert_computed(1);
    peer_say(black, "MOVE %s 1 b6b5", id);
    peer_say(black, "GET %s", id);
    assert_computed(1);
}

static void copying_and_browsing_a_record_computes_nothing(void **state) {
    (void)state;
    SessionFixture fixture;
    start(&fixture, "standard");
    fixture_play(&fixture, "b2b3");
    computed.in_game = computed.of_position = 0;
    Record *record = record_clone(session_record(fixture.session));
    record_go_to(record, 0);
    assert_false(record_is_over(record));
    record_truncate(record);
    assert_computed(0);
    assert_true(record_play(record, move_plain(PAWN, B2, B3), -1, -1, NULL));
    assert_computed(1);
    record_free(record);
    fixture_stop(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_computes_one_outcome_a_move),
        cmocka_unit_test(jumps_of_a_capture_are_one_move),
        cmocka_unit_test(a_repaint_computes_nothing),
        cmocka_unit_test(a_move_on_the_board_is_checked_once),
        cmocka_unit_test(a_premove_is_checked_once),
        cmocka_unit_test_setup_teardown(the_server_computes_one_outcome_a_move, set_up, tear_down),
        cmocka_unit_test(copying_and_browsing_a_record_computes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
