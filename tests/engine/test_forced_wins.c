/* The search finds wins that were proved by exhaustive search. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>

#include <cmocka.h>

#include "../support/forced_win.h"
#include "rules/movegen.h"
#include "../support/search_helper.h"

/* Checks that the line ends with the lion's capture after the plies of the score. */
static void check_line(const char *fen, const SearchLine *line) {
    Position position = position_of("congo", fen);
    Color winner = position_side(&position);
    assert_int_equal(line->length, score_win_plies(line->score));
    for (int i = 0; i < line->length; i++) {
        assert_true(move_is_legal(&position, line->pv[i]));
        position_make(&position, line->pv[i]);
    }
    Outcome outcome = position_outcome(&position);
    assert_int_equal(outcome.reason, REASON_LION);
    assert_int_equal(outcome.result, winner == WHITE ? RESULT_WHITE : RESULT_BLACK);
}

static Answer search_win(const ForcedWin *win, int lines, SearchLimits limits) {
    Position position = position_of("congo", win->fen);
    SearchRequest request = request_for(&position);
    request.multipv = lines;
    request.limits = limits;
    return search(shared_engine, &request);
}

static void check_found(const ForcedWin *win, int lines) {
    Answer answer = search_win(win, lines, (SearchLimits){.mate = (win->plies + 1) / 2});
    const SearchLine *line = &answer.info.lines[0];
    if (score_win_plies(line->score) != win->plies || !forced_win_by(win, line->pv[0]))
        fail_msg("%s: %s with score %d, expected %d plies by%s", win->fen, answer_move(&answer),
                 line->score, win->plies, win->moves);
    check_line(win->fen, line);
}

static void check_all(void (*check)(const ForcedWin *win)) {
    FILE *file = forced_win_open();
    ForcedWin win;
    int count = 0;
    while (forced_win_read(file, &win)) {
        engine_new_game(shared_engine);
        check(&win);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 150);
}

static void check_found_at_once(const ForcedWin *win) {
    check_found(win, 1);
}

static void finds_forced_wins(void **state) {
    (void)state;
    check_all(check_found_at_once);
}

/* A search for two lines tries no proofs: it finds the win only by searching all moves. */
static void check_found_after_another_search(const ForcedWin *win) {
    search_win(win, 2, (SearchLimits){.depth = 6});
    check_found(win, 2);
}

static void finds_them_after_another_search(void **state) {
    (void)state;
    check_all(check_found_after_another_search);
}

/* A longer win that is found does not end the search for a shorter one. */
static void check_shorter_refuted(const ForcedWin *win) {
    const int moves = win->plies / 2;
    Answer answer = search_win(win, 1, (SearchLimits){.mate = moves});
    const int plies = score_win_plies(answer.info.lines[0].score);
    if (answer.info.depth != 2 * moves - 1 || (plies > 0 && plies < win->plies))
        fail_msg("%s: no win in %d moves, but %d plies after depth %d", win->fen, moves, plies,
                 answer.info.depth);
}

static void refutes_shorter_wins(void **state) {
    (void)state;
    check_all(check_shorter_refuted);
}

/* A search for two lines tries no proofs. A node that finds a win must search all later moves for a
 * shorter one. */
static void check_none_longer_told(const ForcedWin *win) {
    enum { DEPTH = 8, PLIES_MAX = 5 }; /* longer wins take too long */
    if (win->plies > PLIES_MAX)
        return;
    Answer answer = search_win(win, 2, (SearchLimits){.depth = DEPTH});
    const int plies = score_win_plies(answer.info.lines[0].score);
    if (plies > win->plies && plies <= answer.info.depth)
        fail_msg("%s: a win in %d plies after depth %d, but there is one in %d", win->fen, plies,
                 answer.info.depth, win->plies);
}

static void tells_the_shortest_win(void **state) {
    (void)state;
    check_all(check_none_longer_told);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_forced_wins),
        cmocka_unit_test(finds_them_after_another_search),
        cmocka_unit_test(refutes_shorter_wins),
        cmocka_unit_test(tells_the_shortest_win),
    };
    return cmocka_run_group_tests(tests, engine_begin, engine_end);
}
