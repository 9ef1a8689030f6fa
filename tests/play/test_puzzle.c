/* Puzzles in a session: what a move is worth, the defender, hints, and what is remembered. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/solve.h"
#include "play/puzzle.h"
#include "play/storage.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "scratch.h"

/* A puzzle on its loop. */
typedef struct Table {
    uv_loop_t loop;
    Session *session;
    int told[SESSION_EVENT_COUNT];
    char trouble[400];
    bool freed;
} Table;

static void on_event(void *context, Session *session, SessionEvent event) {
    Table *table = context;
    table->told[event]++;
    if (event == SESSION_TROUBLE)
        snprintf(table->trouble, sizeof table->trouble, "%s", session_trouble(session));
}

static void on_freed(void *context) {
    ((Table *)context)->freed = true;
}

static void setup_with(int number, SessionSetup *setup) {
    Error error = {0};
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    settings->puzzle = number;
    settings->hash_mb = 1;
    bool done = session_setup_from(settings, setup, &error);
    free(settings);
    assert_string_equal(error.text, "");
    assert_true(done);
}

static void run_dry(Table *table) {
    while (uv_run(&table->loop, UV_RUN_NOWAIT) && uv_backend_timeout(&table->loop) == 0)
        ;
}

static void sit_down(Table *table, int number) {
    Error error = {0};
    SessionSetup setup;
    *table = (Table){0};
    setup_with(number, &setup);
    assert_int_equal(uv_loop_init(&table->loop), 0);
    table->session = session_create(&table->loop, &setup, on_event, table, &error);
    assert_string_equal(error.text, "");
    assert_non_null(table->session);
    run_dry(table);
}

static void get_up(Table *table) {
    session_free(table->session, on_freed, table);
    uv_run(&table->loop, UV_RUN_DEFAULT);
    assert_true(table->freed);
    assert_int_equal(uv_loop_close(&table->loop), 0);
}

static PuzzleView view_of(const Table *table) {
    PuzzleView view;
    assert_true(puzzle_view(table->session, &view));
    return view;
}

static PuzzleState state_of(const Table *table) {
    return view_of(table).state;
}

static void assert_says(const Table *table, const char *begin) {
    PuzzleView view = view_of(table);
    char text[PUZZLE_SENTENCE_SIZE];
    puzzle_sentence(&view, table->session, text);
    if (strncmp(text, begin, strlen(begin)) != 0)
        fail_msg("expected \"%s...\", found \"%s\"", begin, text);
}

static void submit(Table *table, Move move) {
    Error error = {0};
    bool done = session_submit(table->session, move, &error);
    assert_string_equal(error.text, "");
    assert_true(done);
    run_dry(table);
}

/* A first move that does not win in time. */
static Move wrong_move(const Table *table) {
    const Position *position = session_position(table->session);
    const Puzzle *puzzle = view_of(table).puzzle;
    MoveList list;
    Move wrong = MOVE_NONE;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count && move_is_none(wrong); i++) {
        char text[COORDINATE_SIZE];
        coordinate_write(list.moves[i], text);
        if (strcmp(text, puzzle->move) != 0)
            wrong = list.moves[i];
    }
    movelist_free(&list);
    assert_false(move_is_none(wrong));
    return wrong;
}

/* A move that wins within what is left, by the solver. */
static Move right_move(const Table *table) {
    const Position *position = session_position(table->session);
    Solver *solver = solver_create(NULL);
    MoveList list;
    Move right = MOVE_NONE;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count && move_is_none(right); i++)
        if (solver_win_by(solver, position, list.moves[i], view_of(table).left))
            right = list.moves[i];
    movelist_free(&list);
    solver_free(solver);
    assert_false(move_is_none(right));
    return right;
}

static int solve(Table *table) {
    int moves = 0;
    while (state_of(table) == PUZZLE_TO_MOVE && moves < PUZZLE_MOVES_MOST) {
        submit(table, right_move(table));
        moves++;
    }
    assert_int_equal(state_of(table), PUZZLE_SOLVED);
    return moves;
}

static int first_of(int moves) {
    PuzzleProgress none = {0};
    int number = puzzle_next(&none, 0, moves);
    assert_int_equal(puzzle_get(number)->moves, moves);
    return number;
}

static char *solved_path(const char *name) {
    static char path[STORAGE_PATH_SIZE + 64];
    char folder[STORAGE_PATH_SIZE];
    assert_true(storage_state_folder(folder, NULL));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int enter(void **state) {
    (void)state;
    remove(solved_path("puzzles"));
    return 0;
}

/* ---- playing -------------------------------------------------------------------------------- */

static void right_moves_solve(void **state) {
    (void)state;
    for (int moves = PUZZLE_MOVES_LEAST; moves <= PUZZLE_MOVES_MOST; moves++) {
        Table table;
        sit_down(&table, first_of(moves));
        assert_says(&table, "Puzzle ");
        assert_int_equal(view_of(&table).left, moves);
        assert_true(session_awaits_human(table.session));
        assert_int_equal(solve(&table), moves);
        assert_says(&table, "Solved: ");
        assert_int_equal(view_of(&table).left, 0);
        assert_int_equal(table.told[SESSION_OVER], 1);
        assert_int_equal(table.told[SESSION_TROUBLE], 0);
        get_up(&table);
    }
}

static void a_wrong_move_is_told_and_taken_back(void **state) {
    (void)state;
    Table table;
    sit_down(&table, first_of(3));
    submit(&table, wrong_move(&table));
    assert_int_equal(state_of(&table), PUZZLE_SLIPPED);
    assert_int_equal(session_record(table.session)->current, 1); /* it is not answered */
    assert_says(&table, "That lets the win slip: ");
    assert_false(session_awaits_human(table.session));
    assert_true(move_is_legal(session_position(table.session), view_of(&table).answer));
    assert_true(session_undo(table.session, NULL));
    run_dry(&table);
    assert_int_equal(state_of(&table), PUZZLE_TO_MOVE);
    assert_says(&table, "Puzzle ");
    assert_true(session_redo(table.session, NULL));
    run_dry(&table);
    assert_int_equal(state_of(&table), PUZZLE_SLIPPED);
    assert_true(session_undo(table.session, NULL));
    run_dry(&table);
    solve(&table);
    get_up(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(right_moves_solve, enter),
        cmocka_unit_test_setup(a_wrong_move_is_told_and_taken_back, enter),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
