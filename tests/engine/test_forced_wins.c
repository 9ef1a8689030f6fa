/* The search finds wins that were proved by full search of all moves. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "searching.h"

static bool is_listed(const char *moves, const char *move) {
    const char *found = strstr(moves, move);
    size_t length = strlen(move);
    return found && (found == moves || found[-1] == ' ') &&
           (found[length] == ' ' || found[length] == '\n');
}

/* The line ends with the capture of the lion, after as many plies as the score says. */
static void check_line(const char *fen, const SearchLine *line) {
    Position position = position_of("congo", fen);
    Color winner = position_side(&position);
    assert_int_equal(line->length, score_win_plies(line->score));
    for (int i = 0; i < line->length; i++) {
        assert_true(move_is_legal(&position, line->pv[i]));
        position_make(&position, line->pv[i], NULL);
    }
    Outcome outcome = position_outcome(&position);
    assert_int_equal(outcome.reason, REASON_LION);
    assert_int_equal(outcome.result, winner == WHITE ? RESULT_WHITE : RESULT_BLACK);
}

static void check_forced_win(const char *fen, int plies, const char *moves) {
    engine_forget(shared_engine);
    Position position = position_of("congo", fen);
    SearchRequest request = request_for(&position);
    request.limits.mate = (plies + 1) / 2;
    Answer answer = search(shared_engine, &request);
    const char *move = answer_move(&answer);
    if (score_win_plies(answer.info.lines[0].score) != plies || !is_listed(moves, move))
        fail_msg("%s: %s with score %d, expected %d plies by %s", fen, move,
                 answer.info.lines[0].score, plies, moves);
    check_line(fen, &answer.info.lines[0]);
}

static void finds_forced_wins(void **state) {
    (void)state;
    char path[4096];
    char line[512];
    int count = 0;
    snprintf(path, sizeof path, "%s/tests/data/forced-wins.txt", getenv("CONGO_SOURCE"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        const char *fen = strtok(line, ";");
        const char *plies = strtok(NULL, ";");
        const char *moves = strtok(NULL, "");
        assert_non_null(moves);
        check_forced_win(fen, atoi(plies), moves);
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
