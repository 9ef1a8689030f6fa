/* The text of the panels, read from curses on a pseudo-terminal. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/painter.h"
#include "../support/fake_terminal.h"
#include "term/capability.h"
#include "term/draw.h"
#include "../support/views.h"

static bool has_terminal(void) {
    setenv("TERM", "vt100", 1);
    return capability_probe(NULL) && setlocale(LC_CTYPE, "C") != NULL;
}

static void open_terminal(int lines, int columns) {
    if (!has_terminal())
        skip();
    fake_terminal_open("vt100", "C", lines, columns, COLORS_AUTO);
}

static int close_terminal(void **state) {
    (void)state;
    fake_terminal_close();
    return 0;
}

static View *make_view(const char *fen, const char *moves) {
    Error error;
    View *view = view_create("congo", fen, moves, &error);
    if (view == NULL)
        fail_msg("%s", error.text);
    return view;
}

static bool is_shown(const char *text) {
    for (int y = 0; y < draw_lines(); y++)
        if (strstr(fake_terminal_line(y), text) != NULL)
            return true;
    return false;
}

static void expect_shown(const char *text) {
    if (!is_shown(text))
        fail_msg("\"%s\" is not shown", text);
}

static void expect_hidden(const char *text) {
    if (is_shown(text))
        fail_msg("\"%s\" is shown", text);
}

/* ---- names ---- */

/* In 14 columns a name takes the place of the colour's word, unless a clock needs the room. */
static void narrow_cards_name_the_players(void **state) {
    (void)state;
    if (!has_terminal())
        skip();
    View *view = make_view(NULL, "d2d3 d6d5");
    view->player[WHITE] = (ViewPlayer){.name = "You", .short_name = "You"};
    view->player[BLACK] = (ViewPlayer){.name = "Computer, level 2", .short_name = "Computer 2"};
    fake_terminal_open("xterm-256color", "C.UTF-8", 19, 46, COLORS_AUTO);
    view_paint(view);
    expect_shown("Computer 2");
    expect_shown("You");
    fake_terminal_close();
    snprintf(view->player[BLACK].clock, sizeof view->player[BLACK].clock, "5:00");
    fake_terminal_open("xterm-256color", "C.UTF-8", 19, 46, COLORS_AUTO);
    view_paint(view);
    expect_shown("Black");
    expect_shown("5:00");
    fake_terminal_close();
    fake_terminal_open("vt100", "C", 19, 46, COLORS_AUTO);
    view_paint(view);
    expect_shown("White");
    view_free(view);
}

/* ---- how a game ended ---- */

static void show_end(Result result, Reason reason, int lines, int columns) {
    View *view = make_view(NULL, "d2d3 d6d5");
    view->outcome = (Outcome){result, reason};
    open_terminal(lines, columns);
    view_paint(view);
    view_free(view);
}

static void the_cards_say_who_won(void **state) {
    (void)state;
    show_end(RESULT_BLACK, REASON_RESIGNED, 24, 80);
    expect_shown(" S0  won");
    expect_shown(" S0 lost");
    expect_hidden("*");
    fake_terminal_close();
    show_end(RESULT_DRAW, REASON_REPETITION, 24, 80);
    expect_shown(" S0 draw");
    expect_hidden("won");
}

static void the_smallest_screen_says_who_won(void **state) {
    (void)state;
    show_end(RESULT_BLACK, REASON_RESIGNED, 10, 24);
    expect_shown("Black won");
    fake_terminal_close();
    show_end(RESULT_WHITE, REASON_RESIGNED, 10, 24);
    expect_shown("White won");
}

static void a_paused_computer_can_think_about_one_move(void **state) {
    (void)state;
    View *view = make_view(NULL, "d2d3");
    view->paused = true;
    open_terminal(40, 120);
    view_paint(view);
    expect_shown(" paused");
    view->player[BLACK].thinking = true;
    view_paint(view);
    expect_shown(" thinking");
    view_free(view);
}

static void an_advisor_without_search_shows_no_depth_and_score(void **state) {
    (void)state;
    View *view = make_view(NULL, "d2d3 d6d5");
    view_think(view, "g1f3");
    ViewThinking thinking = *view->thinking;
    thinking.depth = 0;
    view->thinking = &thinking;
    open_terminal(24, 80);
    view_paint(view);
    expect_shown(" 2.Z-F3");
    expect_hidden("depth");
    expect_hidden("+0.34");
    view_free(view);
}

/* ---- variations ---- */

/* An analysis with three variations; White is to move. */
static View *make_analysis(ViewThinking *thinking, int lines, int columns) {
    View *view = make_view(NULL, "d2d3 d6d5");
    view_think(view, "g1f3 g7f5 a1c3");
    *thinking = *view->thinking;
    thinking->depth = 12;
    thinking->seldepth = 24;
    thinking->variation_count = 3;
    thinking->variation[1] = thinking->variation[2] = thinking->variation[0];
    view_set_score(&thinking->variation[1], 0);
    view_set_score(&thinking->variation[2], -125);
    view->thinking = thinking;
    view->analysis_lines = 3;
    strcpy(view->thinking_title, "Analysis");
    open_terminal(lines, columns);
    view_paint(view);
    return view;
}

static void every_variation_has_its_score(void **state) {
    ViewThinking thinking;
    (void)state;
    view_free(make_analysis(&thinking, 24, 80));
    expect_shown("Analysis    W+0.34, depth 12");
    expect_shown("  W+0.34 2.Z-F3 Z-F5 3.G-C3");
    expect_shown("  0.00   2.Z-F3 Z-F5 3.G-C3");
    expect_shown("  B+1.25 2.Z-F3 Z-F5 3.G-C3");
    fake_terminal_close();
    view_free(make_analysis(&thinking, 60, 200));
    expect_shown("Analysis            White +0.34, depth 12");
    expect_shown("White +0.34 2.Z-F3 Z-F5 3.G-C3");
    expect_shown("0.00        2.Z-F3 Z-F5 3.G-C3");
    expect_shown("Black +1.25 2.Z-F3 Z-F5 3.G-C3");
}

static void a_small_panel_shows_the_best_variation(void **state) {
    ViewThinking thinking;
    (void)state;
    View *view = make_analysis(&thinking, 19, 46);
    expect_shown("W+0.34 Z-F3");
    expect_hidden("B+1.25");
    view_free(view);
}

static void a_forced_win_is_shown_in_words(void **state) {
    ViewThinking thinking;
    (void)state;
    View *view = make_analysis(&thinking, 24, 80);
    view_set_score(&thinking.variation[0], SCORE_WIN - 7);
    view_set_score(&thinking.variation[1], SCORE_WIN - 9);
    view_set_score(&thinking.variation[2], -(SCORE_WIN - 4));
    thinking.won = true;
    view_paint(view);
    expect_shown(" White wins in 4");
    expect_shown("  W#4 2.Z-F3 ");
    expect_shown("  W#5 2.Z-F3 ");
    expect_shown("  B#2 2.Z-F3 ");
    view_free(view);
}

/* ---- the status line ---- */

static void show_status(const char *status, int lines, int columns) {
    View *view = make_view(NULL, "");
    strcpy(view->status, status);
    open_terminal(lines, columns);
    view_paint(view);
    view_free(view);
}

static void warnings_have_a_place_of_their_own(void **state) {
    (void)state;
    show_status("Pawn d2.  ! Pawn d4 may drown: leave the river.", 24, 80);
    expect_shown("Pawn d2.   ");
    expect_shown("   ! Pawn d4 may drown: leave the river.");
}

static void warnings_are_shortened_before_they_are_dropped(void **state) {
    static const char both[] = "Black: P-DD5 (12 of 34). Pawn d5: 3 moves.  ! Lions face each "
                               "other: White can capture.  ! a4 and f4 may drown: leave the "
                               "river.";
    (void)state;
    show_status("Black: P-DD5. Pawn d5: 12 moves.  ! a4 and f4 may drown: leave the river.", 24,
                80);
    expect_shown("Black: P-DD5. Pawn d5: 12 moves.   ");
    expect_shown("   ! a4 and f4 may drown: leave the river.");
    fake_terminal_close();
    show_status("Black: P-DD5 (12 of 34). Monkey d5: 12 moves.  ! a4 and f4 may drown: leave "
                "the river.",
                24, 80);
    expect_shown("Black: P-DD5 (12 of 34). Monkey d5: 12 moves.   ");
    expect_shown("   ! a4 and f4 may drown.");
    expect_hidden("leave");
    fake_terminal_close();
    show_status("Pawn d2: 3 moves.  ! Your lion is attacked.  ! Pawns a4 and f4 may drown: leave "
                "the river.",
                24, 80);
    expect_shown("! Your lion is attacked.  ! Pawns a4 and f4 may drown.");
    fake_terminal_close();
    show_status(both, 60, 200);
    expect_shown("! Lions face each other: White can capture.");
    fake_terminal_close();
    show_status(both, 24, 80);
    expect_shown("Black: P-DD5 (12 of 34). Pawn d5: 3 moves.");
    expect_shown("  ! Lions face each other.");
}

static void the_smallest_screen_shows_the_sentence(void **state) {
    (void)state;
    show_status("Pawn d2: 3 moves.  ! Pawn d4 may drown: leave the river.", 10, 24);
    expect_shown("Pawn d2: 3 moves.");
    expect_shown("! Pawn d4 may drown.");
}

/* The warning's own line has room for it, however long the sentence is. */
static void a_warning_on_its_own_line_is_not_shortened_for_the_sentence(void **state) {
    (void)state;
    show_status("Elephant a1 selected: 5 moves, three capture a4, b7 and c2.  ! Pawn d4 may "
                "drown: leave the river.",
                19, 46);
    expect_shown("! Pawn d4 may drown: leave the river.");
}

/* Additions to a sentence are left out before the sentence is cut. */
static void sentences_are_shortened_before_they_are_cut(void **state) {
    (void)state;
    show_status("Monkey b1: 5 moves, one jumps over c2 to d3.  ! Pawn d4 may drown.", 10, 24);
    expect_shown("Monkey b1: 5 moves.");
    fake_terminal_close();
    show_status("Elephant c4: 8 moves, which capture c6, d4 and e4.", 10, 24);
    expect_shown("Elephant c4: 8 moves.");
    fake_terminal_close();
    show_status("Black's pawn took White's pawn on c4 (move 2 of 3).  ! Lions face each other: "
                "White can win.",
                24, 80);
    expect_shown("Black's pawn took White's pawn on c4.");
    fake_terminal_close();
    show_status("Reviewed: ( and ) go from mistake to mistake; M makes exercises.", 10, 24);
    expect_shown("from mistake to mistake.");
    fake_terminal_close();
    show_status("Reviewed: ( and ) go from one mistake to another mistake.", 10, 24);
    expect_shown("Reviewed: ( and ) go");
    fake_terminal_close();
    show_status("Lion d1: 5 moves.  ! Lions face each other: White can win.", 10, 24);
    expect_shown("! Lions face each other.");
    fake_terminal_close();
    show_status("Elephant e1, zebra f3 and pawn g4 drown.  ! Pawn d4 may drown.", 10, 24);
    expect_shown("Elephant e1, zebra f3...");
}

static void the_list_shows_how_far_a_capture_has_come(void **state) {
    (void)state;
    open_terminal(24, 80);
    View *view = make_view(NULL, "b2b3 b6b5");
    view->chain = (ViewChain){.count = 3, .square = {B1, D3, F5}};
    view_paint(view);
    expect_shown(" 2  M:D3:F5...");
    view->chain.count = 0;
    view_paint(view);
    expect_hidden("M:D3");
    view_free(view);
}

/* The narrowest list has room for a long move. */
static void the_narrowest_list_shows_whole_moves(void **state) {
    (void)state;
    open_terminal(19, 46);
    View *view = make_view("2l4/7/7/3P3/7/1Z5/4L2/w/-1", "b2d3 c7c6");
    view->notation.notation = NOTATION_PLAIN;
    view_paint(view);
    expect_shown(" 1.  b2-d3~d4");
    expect_shown(" 1...c7-c6");
    view_free(view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(narrow_cards_name_the_players, close_terminal),
        cmocka_unit_test_teardown(the_cards_say_who_won, close_terminal),
        cmocka_unit_test_teardown(the_smallest_screen_says_who_won, close_terminal),
        cmocka_unit_test_teardown(a_paused_computer_can_think_about_one_move, close_terminal),
        cmocka_unit_test_teardown(an_advisor_without_search_shows_no_depth_and_score,
                                  close_terminal),
        cmocka_unit_test_teardown(the_list_shows_how_far_a_capture_has_come, close_terminal),
        cmocka_unit_test_teardown(the_narrowest_list_shows_whole_moves, close_terminal),
        cmocka_unit_test_teardown(every_variation_has_its_score, close_terminal),
        cmocka_unit_test_teardown(a_small_panel_shows_the_best_variation, close_terminal),
        cmocka_unit_test_teardown(a_forced_win_is_shown_in_words, close_terminal),
        cmocka_unit_test_teardown(warnings_have_a_place_of_their_own, close_terminal),
        cmocka_unit_test_teardown(sentences_are_shortened_before_they_are_cut, close_terminal),
        cmocka_unit_test_teardown(warnings_are_shortened_before_they_are_dropped, close_terminal),
        cmocka_unit_test_teardown(the_smallest_screen_shows_the_sentence, close_terminal),
        cmocka_unit_test_teardown(a_warning_on_its_own_line_is_not_shortened_for_the_sentence,
                                  close_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
