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

static void check_forced_win(const ForcedWin *win) {
    engine_new_game(shared_engine);
    Position position = position_of("congo", win->fen);
    SearchRequest request = request_for(&position);
    request.limits.mate = (win->plies + 1) / 2;
    Answer answer = search(shared_engine, &request);
    const SearchLine *line = &answer.info.lines[0];
    if (score_win_plies(line->score) != win->plies || !forced_win_by(win, line->pv[0]))
        fail_msg("%s: %s with score %d, expected %d plies by%s", win->fen, answer_move(&answer),
                 line->score, win->plies, win->moves);
    check_line(win->fen, line);
}

static void finds_forced_wins(void **state) {
    (void)state;
    FILE *file = forced_win_open();
    ForcedWin win;
    int count = 0;
    while (forced_win_read(file, &win)) {
        check_forced_win(&win);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 150);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_forced_wins),
    };
    return cmocka_run_group_tests(tests, engine_begin, engine_end);
}
