/* The frames of moves on their way, at given times: the clock is the test's own, through the
 * linker's --wrap. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../support/fake_terminal.h"
#include "../support/session_fixture.h"
#include "term/capability.h"
#include "tui/animation.h"
#include "tui/app_screen.h"
#include "tui/feature.h"

int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

static int64_t now_ms;

int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
    (void)clock;
    *time = (struct timespec){.tv_sec = (time_t)(now_ms / 1000),
                              .tv_nsec = (long)(now_ms % 1000 * 1000000)};
    return 0;
}

enum { LINES = 24, COLUMNS = 80, STEP_MS = 10, LONG_MS = 1000 };

static App app;
static SessionFixture fixture;
static View view;

/* Draws the screen as a round of the loop does. */
static void draw(void) {
    animation_follow(&app);
    app_fill_view(&app, &view);
    painter_paint(&view, &app.screen);
}

static void show(const char *game, ColorDepth colors) {
    static const Settings defaults;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", game);
    memset(&app, 0, sizeof app);
    features_create(&app, features);
    now_ms = 100000;
    fixture_start(&fixture, &setup);
    fixture_run_until_idle(&fixture);
    fake_terminal_open("xterm-256color", "C.UTF-8", LINES, COLUMNS, colors);
    uv_timer_init(&fixture.loop, &app.animation_timer);
    app.animation_timer.data = &app;
    app.session = fixture.session;
    app.settings.animations = true;
    app.board.followed_advice = MOVE_NONE;
    app.board.selected = SQUARE_NONE;
    app.board.cursor = D4;
    assert_true(keymap_build(&app.keymap, &defaults, NULL));
    draw();
    assert_null(view.sprite);
}

static void close_all(void) {
    features_free(&app);
    uv_close((uv_handle_t *)&app.animation_timer, NULL);
    fake_terminal_close();
    fixture_stop(&fixture);
}

static void play(const char *move) {
    fixture_play(&fixture, move);
    draw();
}

static void pass_time(int ms) {
    now_ms += ms;
    draw();
}

/* Lets the timer notice that the time of the animation is over. */
static void finish(void) {
    now_ms += LONG_MS;
    while (app.animation.running)
        uv_run(&fixture.loop, UV_RUN_ONCE);
}

static PieceType piece_at(Square square) {
    return position_piece_at(view.position, square);
}

/* Returns the rows, in pixels, from the top of the board to that of a rank. */
static int top_of_rank(int rank) {
    return 2 * (BOARD_RANKS - rank) * app.screen.layout.square_size.y;
}

static void a_piece_slides_to_its_target_and_comes_to_rest(void **state) {
    (void)state;
    show("standard", COLORS_AUTO);
    play("d2d3");
    int y = top_of_rank(2), steps = 0;
    for (; view.sprite != NULL && steps < LONG_MS; steps++) {
        assert_int_equal(view.sprite->type, PAWN);
        assert_int_equal(view.sprite->color, WHITE);
        assert_int_equal(piece_at(D2), PIECE_NONE);
        assert_int_equal(piece_at(D3), PIECE_NONE);
        assert_ptr_equal(view.game, session_position(app.session)); /* for the panels */
        assert_true(view.sprite->y <= y && view.sprite->y >= top_of_rank(3));
        y = view.sprite->y;
        now_ms += STEP_MS;
        uv_run(&fixture.loop, UV_RUN_ONCE);
        draw();
    }
    assert_in_range(steps, 4, 20);
    assert_int_equal(y, top_of_rank(3));
    assert_ptr_equal(view.position, session_position(app.session));
    assert_false(uv_is_active((uv_handle_t *)&app.animation_timer));
    close_all();
}

static void the_status_tells_a_move_when_it_has_been_seen(void **state) {
    char before[VIEW_STATUS_SIZE];
    (void)state;
    show("standard", COLORS_AUTO);
    strcpy(before, view.status);
    play("d2d3");
    snprintf(app.message, sizeof app.message, "White's pawn moved to d3.");
    pass_time(STEP_MS);
    assert_non_null(view.sprite);
    assert_string_equal(view.status, before);
    finish();
    draw();
    assert_non_null(strstr(view.status, "moved to d3"));
    close_all();
}

static void a_slide_follows_a_flipped_board(void **state) {
    (void)state;
    show("standard", COLORS_AUTO);
    app.board.flipped = true;
    play("d2d3");
    pass_time(90);
    assert_true(view.sprite->y > top_of_rank(6) && view.sprite->y <= top_of_rank(5));
    close_all();
}

static void what_is_captured_stays_until_the_piece_arrives_and_flashes_then(void **state) {
    (void)state;
    show("3l3/7/7/7/4p2/3P3/3L3/w/-1", COLORS_AUTO);
    play("d2e3");
    assert_int_equal(position_side(view.position), BLACK); /* the marks are White's */
    assert_int_equal(piece_at(E3), PAWN);
    assert_true(bitboard_has(view.position->by_color[BLACK], E3));
    assert_true(view.flash == 0);
    pass_time(130);
    assert_null(view.sprite);
    assert_true(view.flash == square_bit(E3));
    assert_true(bitboard_has(view.position->by_color[WHITE], E3));
    finish();
    draw();
    assert_true(view.flash == 0);
    close_all();
}

/* Lets 10 ms pass. */
static void step(void) {
    now_ms += STEP_MS;
    uv_run(&fixture.loop, UV_RUN_ONCE);
    draw();
}

static void what_drowns_sinks_among_ripples(void **state) {
    (void)state;
    show("3l3/7/7/E3P2/7/7/3L3/w/-1", COLORS_AUTO);
    play("a4b4");
    assert_true(view.sinking == 0);
    int depth = 0, ms = 0, ripples_ms[2] = {0, 0}; /* before it sinks, and when it is gone */
    pass_time(130);
    for (; view.sinking != 0 && ms < LONG_MS; ms += STEP_MS, step()) {
        assert_true(view.sinking == (square_bit(B4) | square_bit(E4)));
        assert_int_equal(piece_at(B4), ELEPHANT);
        assert_int_equal(piece_at(E4), PAWN);
        assert_true((view.last_move & view.sinking) == 0); /* they look like the river */
        assert_true(view.sink_percent >= depth);
        assert_in_range(view.ripple_percent, 1, 100);
        depth = view.sink_percent;
        if (depth == 0 || depth == 100)
            ripples_ms[depth / 100] += STEP_MS;
    }
    assert_in_range(ms, 590, 610);
    assert_int_equal(depth, 100);
    assert_in_range(ripples_ms[0], 50, 200);
    assert_in_range(ripples_ms[1], 100, 250);
    assert_int_equal(piece_at(B4), PIECE_NONE);
    assert_int_equal(piece_at(E4), PIECE_NONE);
    close_all();
}

static void a_monkey_slides_jump_by_jump_and_what_it_takes_falls(void **state) {
    (void)state;
    show("3l3/7/7/3p3/7/1p5/M2L3/w/-1", COLORS_AUTO);
    play("a1c3e5");
    static const Square taken[] = {B2, D4};
    for (int jump = 0; jump < 2; jump++) {
        int depth = 0, ms = 0;
        for (; view.sinking == square_bit(taken[jump]); ms += STEP_MS, step()) {
            assert_non_null(view.sprite);
            assert_int_equal(piece_at(taken[jump]), PAWN);
            assert_int_equal(view.ripple_percent, 0);
            assert_true(view.sink_percent >= depth);
            assert_true(bitboard_has(view.flash, taken[jump]));
            depth = view.sink_percent;
        }
        assert_in_range(depth, 80, 100);
        assert_int_equal(piece_at(taken[jump]), PIECE_NONE);
        for (; view.sprite != NULL && view.sinking == 0; ms += STEP_MS)
            step();
        assert_in_range(ms, 190, 210);
        assert_true(bitboard_has(view.flash, taken[jump]));
    }
    assert_null(view.sprite);
    assert_int_equal(piece_at(E5), MONKEY);
    close_all();
}

/* The whole castle flashes, twice, while the animation still runs: the end card waits for it. */
static void the_castle_of_a_captured_lion_flashes(void **state) {
    (void)state;
    show("3l3/3P3/7/7/7/7/4L2/w/-1", COLORS_AUTO);
    play("d6d7");
    assert_true(view.flash == 0);
    pass_time(130);
    int flashes = 0, ms = 0;
    bool alight = false;
    for (; app.animation.running; ms += STEP_MS, step()) {
        bool flash = (view.flash & BLACK_CASTLE) == BLACK_CASTLE;
        assert_true((view.flash & ~BLACK_CASTLE) == 0);
        flashes += flash && !alight;
        alight = flash;
    }
    assert_int_equal(flashes, 2);
    assert_in_range(ms, 300, 500);
    close_all();
}

static void a_jump_of_an_open_capture_slides_alone(void **state) {
    (void)state;
    show("3l3/7/7/3p3/7/1p5/M2L3/w/-1", COLORS_AUTO);
    assert_done(session_step(app.session, A1, C3, &error));
    draw();
    assert_non_null(view.sprite);
    assert_int_equal(view.sprite->y / top_of_rank(6), top_of_rank(1) / top_of_rank(6) - 1);
    finish();
    draw();
    assert_int_equal(piece_at(C3), MONKEY);
    assert_done(session_step(app.session, C3, C3, &error)); /* it stops */
    draw();
    assert_null(view.sprite);
    assert_true(view.flash == 0);
    close_all();
}

static void input_ends_an_animation_at_once(void **state) {
    (void)state;
    show("standard", COLORS_AUTO);
    play("d2d3");
    assert_non_null(view.sprite);
    animation_stop(&app);
    draw();
    assert_null(view.sprite);
    assert_int_equal(piece_at(D3), PAWN);
    close_all();
}

static void an_answer_waits_until_the_move_before_it_has_arrived(void **state) {
    (void)state;
    show("standard", COLORS_AUTO);
    play("d2d3");
    play("d6d5");
    assert_int_equal(view.sprite->color, WHITE);
    assert_int_equal(piece_at(D6), PAWN);
    finish();
    draw();
    assert_int_equal(view.sprite->color, BLACK);
    assert_int_equal(piece_at(D3), PAWN);
    close_all();
}

static void undo_and_earlier_positions_are_shown_at_once(void **state) {
    (void)state;
    show("standard", COLORS_AUTO);
    play("d2d3");
    animation_stop(&app);
    assert_done(session_undo(app.session, &error));
    draw();
    assert_null(view.sprite);
    play("d2d3");
    animation_stop(&app);
    app.board.browsing = true;
    draw();
    app.board.browsing = false;
    draw();
    assert_null(view.sprite);
    close_all();
}

static void a_dragged_piece_does_not_slide_but_its_capture_flashes(void **state) {
    (void)state;
    show("3l3/7/7/7/4p2/3P3/3L3/w/-1", COLORS_AUTO);
    animation_skip_slide(&app);
    play("d2e3");
    assert_null(view.sprite);
    assert_true(view.flash == square_bit(E3));
    close_all();
}

static void nothing_moves_when_it_should_not(void **state) {
    (void)state;
    show("standard", COLORS_AUTO);
    app.settings.animations = false;
    play("d2d3");
    assert_null(view.sprite);
    close_all();
    show("standard", COLORS_MONO);
    play("d2d3");
    assert_null(view.sprite);
    close_all();
    show("standard", COLORS_AUTO);
    app.settings.zoom = ZOOM_2X1;
    draw();
    play("d2d3");
    assert_null(view.sprite);
    close_all();
}

static void a_frame_that_is_slow_to_send_ends_animations_for_a_minute(void **state) {
    (void)state;
    show("standard", COLORS_AUTO);
    play("d2d3");
    assert_false(animation_on_frame_sent(&app, 20));
    draw();
    assert_non_null(view.sprite);
    assert_true(animation_on_frame_sent(&app, 200));
    draw();
    assert_null(view.sprite);
    play("d6d5");
    assert_null(view.sprite);
    pass_time(ANIMATION_SLOW_MS);
    play("c2c3");
    assert_non_null(view.sprite);
    close_all();
}

static int check_terminal(void **state) {
    (void)state;
    setenv("TERM", "xterm-256color", 1);
    return capability_probe(NULL) ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_status_tells_a_move_when_it_has_been_seen),
        cmocka_unit_test(a_piece_slides_to_its_target_and_comes_to_rest),
        cmocka_unit_test(a_slide_follows_a_flipped_board),
        cmocka_unit_test(what_is_captured_stays_until_the_piece_arrives_and_flashes_then),
        cmocka_unit_test(what_drowns_sinks_among_ripples),
        cmocka_unit_test(a_monkey_slides_jump_by_jump_and_what_it_takes_falls),
        cmocka_unit_test(the_castle_of_a_captured_lion_flashes),
        cmocka_unit_test(a_jump_of_an_open_capture_slides_alone),
        cmocka_unit_test(input_ends_an_animation_at_once),
        cmocka_unit_test(an_answer_waits_until_the_move_before_it_has_arrived),
        cmocka_unit_test(undo_and_earlier_positions_are_shown_at_once),
        cmocka_unit_test(a_dragged_piece_does_not_slide_but_its_capture_flashes),
        cmocka_unit_test(nothing_moves_when_it_should_not),
        cmocka_unit_test(a_frame_that_is_slow_to_send_ends_animations_for_a_minute),
    };
    return cmocka_run_group_tests(tests, check_terminal, NULL);
}
