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
#include "table.h"

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

static void sit_down(Table *table, int number) {
    SessionSetup setup;
    setup_with(number, &setup);
    table_sit_down(table, &setup);
    table_run_dry(table);
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
    table_run_dry(table);
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
        table_get_up(&table);
    }
}

static void a_wrong_move_is_told_and_taken_back(void **state) {
    (void)state;
    Table table;
    sit_down(&table, first_of(3));
    submit(&table, wrong_move(&table));
    assert_int_equal(state_of(&table), PUZZLE_SLIPPED);
    assert_int_equal(table_ply(&table), 1); /* it is not answered */
    assert_says(&table, "That lets the win slip: ");
    assert_false(session_awaits_human(table.session));
    assert_true(move_is_legal(session_position(table.session), view_of(&table).answer));
    assert_true(session_undo(table.session, NULL));
    table_run_dry(&table);
    assert_int_equal(state_of(&table), PUZZLE_TO_MOVE);
    assert_says(&table, "Puzzle ");
    assert_true(session_redo(table.session, NULL));
    table_run_dry(&table);
    assert_int_equal(state_of(&table), PUZZLE_SLIPPED);
    assert_true(session_undo(table.session, NULL));
    table_run_dry(&table);
    solve(&table);
    table_get_up(&table);
}

/* A move that wins later than in time is told from one that does. */
static void slow_wins_slip_too(void **state) {
    (void)state;
    Solver *solver = solver_create(NULL);
    int found = 0;
    for (int number = 1; number <= puzzle_count(); number++) {
        Table table;
        if (puzzle_get(number)->moves != 2)
            continue;
        sit_down(&table, number);
        submit(&table, right_move(&table));
        /* The second move is to take the lion: any other is too late, though it may win. */
        const Position *position = session_position(table.session);
        MoveList list;
        Move slow = MOVE_NONE;
        movelist_init(&list);
        movegen_all(position, &list);
        for (size_t i = 0; i < list.count && move_is_none(slow); i++)
            if (solver_win_by(solver, position, list.moves[i], 2) == 2)
                slow = list.moves[i];
        movelist_free(&list);
        if (!move_is_none(slow)) {
            found++;
            submit(&table, slow);
            assert_int_equal(state_of(&table), PUZZLE_SLIPPED);
            assert_int_equal(view_of(&table).left, 0);
        }
        table_get_up(&table);
    }
    solver_free(solver);
    assert_true(found > 0);
}

static void what_a_puzzle_has_not(void **state) {
    (void)state;
    Table table;
    Error error = {0};
    SessionSetup setup;
    sit_down(&table, 1);
    Color side = view_of(&table).side;
    assert_false(session_advise(table.session, &error));
    assert_string_equal(error.text, "a puzzle has hints instead of advice");
    assert_false(session_analyse(table.session, 0, 1, &error));
    assert_string_equal(error.text, "a puzzle can be analysed when it is solved");
    assert_false(session_resign(table.session, color_other(side), &error));
    assert_true(session_draw(table.session, side, &error));
    table_run_dry(&table);
    assert_string_equal(session_trouble(table.session),
                        "A puzzle is to be won: there are no draws in it.");
    assert_false(session_draw_offered(table.session, &side));
    session_get_setup(table.session, &setup);
    assert_int_equal(setup.puzzle, 0);
    assert_int_not_equal(setup.player[WHITE].kind, PLAYER_DEFENDER);
    assert_int_not_equal(setup.player[BLACK].kind, PLAYER_DEFENDER);
    assert_true(setup.autosave);
    solve(&table);
    assert_true(session_analyse(table.session, 0, 1, &error));
    assert_true(session_analyse_stop(table.session));
    table_get_up(&table);
    assert_int_equal(scratch_count("state/congo"), 2); /* no game, but what is solved, its lock */
}

static void giving_up_is_taken_back(void **state) {
    (void)state;
    Table table;
    sit_down(&table, 1);
    assert_true(session_resign(table.session, view_of(&table).side, NULL));
    table_run_dry(&table);
    assert_int_equal(state_of(&table), PUZZLE_GIVEN_UP);
    assert_says(&table, "Given up.");
    assert_true(session_undo(table.session, NULL));
    table_run_dry(&table);
    solve(&table);
    table_get_up(&table);
}

static void no_defender_without_a_puzzle(void **state) {
    (void)state;
    uv_loop_t loop;
    Error error = {0};
    SessionSetup setup;
    setup_with(1, &setup);
    setup.puzzle = 0;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_null(session_create(&loop, &setup, NULL, NULL, &error));
    assert_string_equal(error.text, "a defender is for puzzles, and a puzzle needs one");
    setup_with(1, &setup);
    setup.puzzle = puzzle_count() + 1;
    assert_null(session_create(&loop, &setup, NULL, NULL, &error));
    assert_int_equal(uv_run(&loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(uv_loop_close(&loop), 0);
}

static void numbers_that_are_none(void **state) {
    (void)state;
    static const int numbers[] = {-2, 100000};
    Settings settings;
    SessionSetup setup;
    char expected[100];
    settings_default(&settings);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        Error error = {0};
        assert_false(puzzle_setup(&settings, numbers[i], &setup, &error));
        snprintf(expected, sizeof expected, "puzzle: expected a number from 1 to %d, found %d",
                 puzzle_count(), numbers[i]);
        assert_string_equal(error.text, expected);
    }
}

/* ---- hints ---------------------------------------------------------------------------------- */

static void hints_name_the_piece_then_the_move(void **state) {
    (void)state;
    Table table;
    char move[COORDINATE_SIZE];
    sit_down(&table, first_of(3));
    while (state_of(&table) == PUZZLE_TO_MOVE) {
        assert_int_equal(view_of(&table).hint, PUZZLE_HINT_NONE);
        assert_true(puzzle_hint(table.session, NULL));
        assert_int_equal(view_of(&table).hint, PUZZLE_HINT_PIECE);
        assert_false(view_of(&table).helped && view_of(&table).left == 3);
        assert_true(puzzle_hint(table.session, NULL));
        assert_int_equal(view_of(&table).hint, PUZZLE_HINT_MOVE);
        assert_true(view_of(&table).helped);
        if (view_of(&table).left == 3) {
            coordinate_write(view_of(&table).hint_move, move);
            assert_string_equal(move, view_of(&table).puzzle->move);
        }
        submit(&table, view_of(&table).hint_move);
    }
    assert_int_equal(state_of(&table), PUZZLE_SOLVED);
    assert_says(&table, "Solved, but with the move shown, which does not count: 0 of ");
    Error error = {0};
    assert_false(puzzle_hint(table.session, &error));
    assert_string_equal(error.text, "hints are for your own turn");
    table_get_up(&table);
    PuzzleProgress progress;
    assert_true(puzzle_progress_read(&progress, NULL));
    assert_int_equal(progress.solved, 0);
}

static void a_hint_is_gone_with_its_position(void **state) {
    (void)state;
    Table table;
    sit_down(&table, first_of(2));
    assert_true(puzzle_hint(table.session, NULL));
    submit(&table, wrong_move(&table));
    assert_int_equal(view_of(&table).hint, PUZZLE_HINT_NONE);
    assert_false(puzzle_hint(table.session, NULL));
    assert_true(session_undo(table.session, NULL));
    table_run_dry(&table);
    assert_int_equal(view_of(&table).hint, PUZZLE_HINT_NONE);
    solve(&table); /* the piece alone is no help that counts */
    assert_true(view_of(&table).done);
    table_get_up(&table);
}

/* ---- what is remembered --------------------------------------------------------------------- */

static PuzzleProgress read_progress(void) {
    PuzzleProgress progress;
    Error error = {0};
    bool good = puzzle_progress_read(&progress, &error);
    assert_string_equal(error.text, "");
    assert_true(good);
    assert_int_equal(progress.count, puzzle_count());
    return progress;
}

static void solve_number(int number) {
    Table table;
    sit_down(&table, number);
    solve(&table);
    assert_true(view_of(&table).done);
    assert_string_equal(session_trouble(table.session), "");
    table_get_up(&table);
}

static void solved_ones_are_remembered(void **state) {
    (void)state;
    struct stat status;
    assert_int_equal(read_progress().solved, 0);
    solve_number(1);
    solve_number(3);
    solve_number(3); /* once more: nothing new */
    PuzzleProgress progress = read_progress();
    assert_int_equal(progress.solved, 2);
    assert_true(progress.done[1]);
    assert_false(progress.done[2]);
    assert_true(progress.done[3]);
    assert_int_equal(stat(solved_path("puzzles"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);

    Table table;
    sit_down(&table, PUZZLE_NEXT);
    assert_int_equal(view_of(&table).number, 2);
    assert_int_equal(view_of(&table).solved, 2);
    assert_false(view_of(&table).done);
    table_get_up(&table);
}

/* Quitting at once after the last move loses nothing. */
static void a_quick_end_remembers(void **state) {
    (void)state;
    Table table;
    Error error = {0};
    sit_down(&table, 1);
    while (view_of(&table).left > 1)
        submit(&table, right_move(&table));
    assert_true(session_submit(table.session, right_move(&table), &error));
    table_get_up(&table); /* without a round of the loop */
    assert_int_equal(read_progress().solved, 1);
}

static void the_next_is_the_next_unsolved(void **state) {
    (void)state;
    PuzzleProgress progress = {0};
    int count = puzzle_count();
    assert_int_equal(puzzle_next(&progress, 0, 0), 1);
    assert_int_equal(puzzle_next(&progress, 1, 0), 2);
    assert_int_equal(puzzle_next(&progress, count, 0), 1);
    progress.done[1] = progress.done[2] = true;
    assert_int_equal(puzzle_next(&progress, 0, 0), 3);
    assert_int_equal(puzzle_next(&progress, count, 0), 3);
    assert_int_equal(puzzle_get(puzzle_next(&progress, 0, 4))->moves, 4);
    for (int number = 1; number <= count; number++)
        progress.done[number] = true;
    assert_int_equal(puzzle_next(&progress, 0, 0), 1); /* all over again */
    assert_int_equal(puzzle_next(&progress, 7, 0), 8);
    progress.done[5] = false;
    assert_int_equal(puzzle_next(&progress, 7, 0), 5);
    assert_int_equal(puzzle_next(&progress, 0, 9), 0);
}

static void write_solved(const char *text, size_t length) {
    FILE *file = fopen(solved_path("puzzles"), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* A position of a set that was, or will be, stays. */
static void other_sets_are_kept(void **state) {
    (void)state;
    static const char other[] = "3l3/7/7/7/7/7/Z2L3/w/-1\n";
    write_solved(other, strlen(other));
    assert_int_equal(read_progress().solved, 0);
    solve_number(2);
    assert_int_equal(read_progress().solved, 1);
    size_t length;
    char *text = storage_read(solved_path("puzzles"), &length, NULL);
    assert_non_null(strstr(text, other));
    assert_non_null(strstr(text, puzzle_get(2)->fen));
    free(text);
    assert_int_not_equal(access(solved_path("puzzles.broken"), F_OK), 0);
}

static void damage_is_told_and_nothing_is_lost(void **state) {
    (void)state;
    char damaged[2000], expected[5000];
    int length = snprintf(damaged, sizeof damaged, "%s\n%s\nrubbish %c\xff\n%s", puzzle_get(1)->fen,
                          puzzle_get(2)->fen, '\0', puzzle_get(4)->fen);
    write_solved(damaged, (size_t)length);
    PuzzleProgress progress;
    Error error = {0};
    assert_false(puzzle_progress_read(&progress, &error));
    snprintf(expected, sizeof expected,
             "%s:3: expected a position as Congo FEN; the lines that are count, and the file as it "
             "is will be kept as puzzles.broken",
             solved_path("puzzles"));
    assert_string_equal(error.text, expected);
    assert_int_equal(progress.solved, 3);
    assert_true(progress.done[1] && progress.done[2] && progress.done[4]);

    Table table; /* told once, and the puzzle goes on */
    sit_down(&table, PUZZLE_NEXT);
    assert_string_equal(session_trouble(table.session), expected);
    assert_int_equal(view_of(&table).number, 3);
    solve(&table);
    assert_int_equal(table.told[SESSION_TROUBLE], 1);
    table_get_up(&table);
    assert_int_equal(read_progress().solved, 4);
    size_t kept;
    char *text = storage_read(solved_path("puzzles.broken"), &kept, NULL);
    assert_non_null(text);
    assert_int_equal(kept, length);
    assert_memory_equal(text, damaged, kept);
    free(text);

    write_solved("more rubbish\n", 13); /* the first damaged one stays, too */
    Table again;
    sit_down(&again, 5);
    solve(&again);
    table_get_up(&again);
    assert_int_equal(access(solved_path("puzzles.broken.1"), F_OK), 0);
    assert_int_equal(read_progress().solved, 1);
    remove(solved_path("puzzles.broken"));
    remove(solved_path("puzzles.broken.1"));
}

/* Every shortening and every changed byte of the file: at most a sentence, never more solved. */
static void any_damage_is_survived(void **state) {
    (void)state;
    char whole[400], text[400];
    int length =
        snprintf(whole, sizeof whole, "# solved\n%s\n%s\n", puzzle_get(1)->fen, puzzle_get(2)->fen);
    for (int at = 0; at < length; at++) {
        PuzzleProgress progress;
        Error error = {0};
        memcpy(text, whole, (size_t)length);
        text[at] = (char)(text[at] ^ 0x15);
        write_solved(text, (size_t)length);
        if (!puzzle_progress_read(&progress, &error))
            assert_true(error.text[0] != '\0');
        assert_in_range(progress.solved, 0, 2);
        write_solved(whole, (size_t)at);
        puzzle_progress_read(&progress, NULL);
        assert_in_range(progress.solved, 0, 2);
    }
}

/* Where nothing can be read or written that is told, and the puzzle is solved all the same. */
static void a_folder_in_the_way_is_told(void **state) {
    (void)state;
    Table table;
    assert_int_equal(mkdir(solved_path("puzzles"), 0700), 0);
    sit_down(&table, 1);
    assert_non_null(strstr(session_trouble(table.session), "expected a regular file"));
    solve(&table);
    table_run_dry(&table);
    assert_non_null(
        strstr(session_trouble(table.session), "the solved puzzle is not remembered: "));
    table_get_up(&table);
    assert_int_equal(rmdir(solved_path("puzzles")), 0);
}

/* What another program has written meanwhile is not overwritten. */
static void two_programs_add_up(void **state) {
    (void)state;
    Table one, other;
    sit_down(&one, 1);
    sit_down(&other, 2);
    solve(&one);
    solve(&other);
    table_get_up(&one);
    table_get_up(&other);
    assert_int_equal(read_progress().solved, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(right_moves_solve, enter),
        cmocka_unit_test_setup(a_wrong_move_is_told_and_taken_back, enter),
        cmocka_unit_test_setup(slow_wins_slip_too, enter),
        cmocka_unit_test_setup(what_a_puzzle_has_not, enter),
        cmocka_unit_test_setup(giving_up_is_taken_back, enter),
        cmocka_unit_test_setup(no_defender_without_a_puzzle, enter),
        cmocka_unit_test_setup(numbers_that_are_none, enter),
        cmocka_unit_test_setup(hints_name_the_piece_then_the_move, enter),
        cmocka_unit_test_setup(a_hint_is_gone_with_its_position, enter),
        cmocka_unit_test_setup(solved_ones_are_remembered, enter),
        cmocka_unit_test_setup(a_quick_end_remembers, enter),
        cmocka_unit_test_setup(the_next_is_the_next_unsolved, enter),
        cmocka_unit_test_setup(other_sets_are_kept, enter),
        cmocka_unit_test_setup(damage_is_told_and_nothing_is_lost, enter),
        cmocka_unit_test_setup(any_damage_is_survived, enter),
        cmocka_unit_test_setup(a_folder_in_the_way_is_told, enter),
        cmocka_unit_test_setup(two_programs_add_up, enter),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
