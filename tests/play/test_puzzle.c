/* Puzzles in a session: states, the defender, hints and saved progress. */
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

#include "engine/solver.h"
#include "../support/loop_helper.h"
#include "play/puzzles/puzzle.h"
#include "play/puzzles/task_setup.h"
#include "play/storage.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "../support/scratch.h"
#include "../support/session_fixture.h"

static void setup_puzzle(int number, SessionSetup *setup) {
    Error error = {0};
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    settings->puzzle = number;
    settings->hash_mb = 1;
    bool done = task_setup_from_settings(settings, setup, &error);
    free(settings);
    assert_string_equal(error.text, "");
    assert_true(done);
}

static void start_session(SessionFixture *fixture, int number) {
    SessionSetup setup;
    setup_puzzle(number, &setup);
    fixture_start(fixture, &setup);
    fixture_run_until_idle(fixture);
}

static PuzzleView view_of(const SessionFixture *fixture) {
    PuzzleView view;
    assert_true(puzzle_view(fixture->session, &view));
    return view;
}

static TaskState state_of(const SessionFixture *fixture) {
    return view_of(fixture).task.state;
}

static void assert_sentence(const SessionFixture *fixture, const char *begin) {
    char text[TASK_SENTENCE_SIZE];
    session_task_sentence(fixture->session, notation_congo, text);
    if (strncmp(text, begin, strlen(begin)) != 0)
        fail_msg("expected \"%s...\", found \"%s\"", begin, text);
}

static void submit(SessionFixture *fixture, Move move) {
    Error error = {0};
    bool done = session_submit(fixture->session, move, &error);
    assert_string_equal(error.text, "");
    assert_true(done);
    fixture_run_until_idle(fixture);
}

/* Returns a first move that does not win in time. */
static Move wrong_move(const SessionFixture *fixture) {
    const Position *position = session_position(fixture->session);
    const Puzzle *puzzle = view_of(fixture).puzzle;
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

/* Returns a move that wins in time, found by the solver. */
static Move right_move(const SessionFixture *fixture) {
    const Position *position = session_position(fixture->session);
    Solver *solver = solver_create(NULL);
    MoveList list;
    Move right = MOVE_NONE;
    movelist_init(&list);
    movegen_all(position, &list);
    for (size_t i = 0; i < list.count && move_is_none(right); i++)
        if (solver_win_by(solver, position, list.moves[i], view_of(fixture).moves_left))
            right = list.moves[i];
    movelist_free(&list);
    solver_free(solver);
    assert_false(move_is_none(right));
    return right;
}

static int solve(SessionFixture *fixture) {
    int moves = 0;
    while (state_of(fixture) == TASK_TO_MOVE && moves < PUZZLE_MOVES_MAX) {
        submit(fixture, right_move(fixture));
        moves++;
    }
    assert_int_equal(state_of(fixture), TASK_SOLVED);
    return moves;
}

static int first_with_moves(int moves) {
    PuzzleProgress none = {0};
    int number = puzzle_next(&none, 0, moves);
    assert_int_equal(puzzle_get(number)->moves, moves);
    return number;
}

static char *state_path(const char *name) {
    static char path[FILE_PATH_SIZE + 64];
    char folder[FILE_PATH_SIZE];
    assert_true(storage_state_folder(folder, NULL));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int reset_progress(void **state) {
    (void)state;
    remove(state_path("puzzles"));
    return 0;
}

/* ---- playing ---- */

static void correct_moves_solve_a_puzzle(void **state) {
    (void)state;
    for (int moves = PUZZLE_MOVES_MIN; moves <= PUZZLE_MOVES_MAX; moves++) {
        SessionFixture fixture;
        start_session(&fixture, first_with_moves(moves));
        assert_sentence(&fixture, "Puzzle ");
        assert_int_equal(view_of(&fixture).moves_left, moves);
        assert_true(session_awaits_human(fixture.session));
        assert_int_equal(solve(&fixture), moves);
        assert_sentence(&fixture, "Solved: ");
        assert_int_equal(view_of(&fixture).moves_left, 0);
        assert_int_equal(fixture.event_counts[SESSION_OVER], 1);
        assert_int_equal(fixture.event_counts[SESSION_NOTICE], 0);
        fixture_stop(&fixture);
    }
}

static void a_wrong_move_is_reported_and_taken_back(void **state) {
    (void)state;
    SessionFixture fixture;
    start_session(&fixture, first_with_moves(3));
    submit(&fixture, wrong_move(&fixture));
    assert_int_equal(state_of(&fixture), TASK_FAILED);
    assert_int_equal(fixture_ply(&fixture), 1); /* no reply */
    assert_sentence(&fixture, "That lets the win slip: ");
    assert_false(session_awaits_human(fixture.session));
    assert_true(move_is_legal(session_position(fixture.session), view_of(&fixture).task.answer));
    assert_true(session_undo(fixture.session, NULL));
    fixture_run_until_idle(&fixture);
    assert_int_equal(state_of(&fixture), TASK_TO_MOVE);
    assert_sentence(&fixture, "Puzzle ");
    assert_true(session_redo(fixture.session, NULL));
    fixture_run_until_idle(&fixture);
    assert_int_equal(state_of(&fixture), TASK_FAILED);
    assert_true(session_undo(fixture.session, NULL));
    fixture_run_until_idle(&fixture);
    solve(&fixture);
    fixture_stop(&fixture);
}

static void a_win_that_comes_too_late_fails(void **state) {
    (void)state;
    Solver *solver = solver_create(NULL);
    int found = 0;
    for (int number = 1; number <= puzzle_count(); number++) {
        SessionFixture fixture;
        if (puzzle_get(number)->moves != 2)
            continue;
        start_session(&fixture, number);
        submit(&fixture, right_move(&fixture));
        /* The second move must capture the lion: any other win comes too late. */
        const Position *position = session_position(fixture.session);
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
            submit(&fixture, slow);
            assert_int_equal(state_of(&fixture), TASK_FAILED);
            assert_int_equal(view_of(&fixture).moves_left, 0);
        }
        fixture_stop(&fixture);
    }
    solver_free(solver);
    assert_true(found > 0);
}

static void puzzles_have_no_advice_analysis_or_draw(void **state) {
    (void)state;
    SessionFixture fixture;
    Error error = {0};
    SessionSetup setup;
    start_session(&fixture, 1);
    Color side = view_of(&fixture).side;
    assert_false(session_start_advice(fixture.session, &error));
    assert_string_equal(error.text, "puzzles have hints instead of advice");
    assert_false(session_start_analysis(fixture.session, 0, 1, &error));
    assert_string_equal(error.text, "puzzles can be analysed once they are solved");
    assert_false(session_resign(fixture.session, color_other(side), &error));
    assert_true(session_draw(fixture.session, side, &error));
    fixture_run_until_idle(&fixture);
    assert_string_equal(session_notice(fixture.session),
                        "A puzzle has to be won; it cannot be drawn.");
    assert_false(session_draw_offered(fixture.session, &side));
    session_get_setup(fixture.session, &setup);
    assert_null(setup.task);
    assert_int_not_equal(setup.player[WHITE].kind, PLAYER_DEFENDER);
    assert_int_not_equal(setup.player[BLACK].kind, PLAYER_DEFENDER);
    assert_true(setup.autosave);
    solve(&fixture);
    assert_true(session_start_analysis(fixture.session, 0, 1, &error));
    assert_true(session_stop_analysis(fixture.session));
    fixture_stop(&fixture);
    assert_int_equal(scratch_count("state/congo"),
                     2); /* the solved puzzles and their lock, no game */
}

static void giving_up_is_taken_back(void **state) {
    (void)state;
    SessionFixture fixture;
    start_session(&fixture, 1);
    assert_true(session_resign(fixture.session, view_of(&fixture).side, NULL));
    fixture_run_until_idle(&fixture);
    assert_int_equal(state_of(&fixture), TASK_GIVEN_UP);
    assert_sentence(&fixture, "Given up.");
    assert_true(session_undo(fixture.session, NULL));
    fixture_run_until_idle(&fixture);
    solve(&fixture);
    fixture_stop(&fixture);
}

static void a_task_and_a_defender_need_each_other(void **state) {
    (void)state;
    uv_loop_t loop;
    Error error = {0};
    SessionSetup setup;
    setup = fixture_setup("hi/negamax", "hi/negamax", "standard");
    setup.player[BLACK].kind = PLAYER_DEFENDER;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_null(session_create(&loop, &setup, NULL, NULL, &error));
    assert_string_equal(error.text, "an exercise needs a defender, and nothing else has one");
    setup_puzzle(1, &setup);
    setup.player[WHITE].kind = setup.player[BLACK].kind = PLAYER_HUMAN;
    assert_null(session_create(&loop, &setup, NULL, NULL, &error));
    assert_int_equal(loop_finish(&loop), 0);
}

static void invalid_numbers_are_refused(void **state) {
    (void)state;
    static const int numbers[] = {-2, 100000};
    Settings settings;
    SessionSetup setup;
    char expected[100];
    settings_default(&settings);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        Error error = {0};
        assert_false(puzzle_setup(&settings, numbers[i], &setup, &error));
        snprintf(expected, sizeof expected, "there is no puzzle %d: the last one is %d", numbers[i],
                 puzzle_count());
        assert_string_equal(error.text, expected);
    }
}

/* ---- hints ---- */

static void hints_name_the_piece_then_the_move(void **state) {
    (void)state;
    SessionFixture fixture;
    char move[COORDINATE_SIZE];
    start_session(&fixture, first_with_moves(3));
    while (state_of(&fixture) == TASK_TO_MOVE) {
        assert_int_equal(view_of(&fixture).task.hint, TASK_HINT_NONE);
        assert_true(session_hint(fixture.session, NULL));
        assert_int_equal(view_of(&fixture).task.hint, TASK_HINT_PIECE);
        assert_false(view_of(&fixture).task.helped && view_of(&fixture).moves_left == 3);
        assert_true(session_hint(fixture.session, NULL));
        assert_int_equal(view_of(&fixture).task.hint, TASK_HINT_MOVE);
        assert_true(view_of(&fixture).task.helped);
        if (view_of(&fixture).moves_left == 3) {
            coordinate_write(view_of(&fixture).task.hint_move, move);
            assert_string_equal(move, view_of(&fixture).puzzle->move);
        }
        submit(&fixture, view_of(&fixture).task.hint_move);
    }
    assert_int_equal(state_of(&fixture), TASK_SOLVED);
    assert_sentence(&fixture, "Solved, but with the move shown, so it does not count: 0 of ");
    Error error = {0};
    assert_false(session_hint(fixture.session, &error));
    assert_string_equal(error.text, "hints are given when it is your turn");
    fixture_stop(&fixture);
    PuzzleProgress progress;
    assert_true(puzzle_progress_read(&progress, NULL));
    assert_int_equal(progress.solved, 0);
}

static void a_hint_ends_with_its_position(void **state) {
    (void)state;
    SessionFixture fixture;
    start_session(&fixture, first_with_moves(2));
    assert_true(session_hint(fixture.session, NULL));
    submit(&fixture, wrong_move(&fixture));
    assert_int_equal(view_of(&fixture).task.hint, TASK_HINT_NONE);
    assert_false(session_hint(fixture.session, NULL));
    assert_true(session_undo(fixture.session, NULL));
    fixture_run_until_idle(&fixture);
    assert_int_equal(view_of(&fixture).task.hint, TASK_HINT_NONE);
    solve(&fixture); /* a hint of the piece does not count as help */
    assert_true(view_of(&fixture).done);
    fixture_stop(&fixture);
}

/* ---- saved progress ---- */

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
    SessionFixture fixture;
    start_session(&fixture, number);
    solve(&fixture);
    assert_true(view_of(&fixture).done);
    assert_string_equal(session_notice(fixture.session), "");
    fixture_stop(&fixture);
}

static void solved_puzzles_are_remembered(void **state) {
    (void)state;
    struct stat status;
    assert_int_equal(read_progress().solved, 0);
    solve_number(1);
    solve_number(3);
    solve_number(3); /* again: no change */
    PuzzleProgress progress = read_progress();
    assert_int_equal(progress.solved, 2);
    assert_true(progress.done[1]);
    assert_false(progress.done[2]);
    assert_true(progress.done[3]);
    assert_int_equal(stat(state_path("puzzles"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);

    SessionFixture fixture;
    start_session(&fixture, PUZZLE_NEXT);
    assert_int_equal(view_of(&fixture).number, 2);
    assert_int_equal(view_of(&fixture).solved, 2);
    assert_false(view_of(&fixture).done);
    fixture_stop(&fixture);
}

static void quitting_at_once_loses_no_progress(void **state) {
    (void)state;
    SessionFixture fixture;
    Error error = {0};
    start_session(&fixture, 1);
    while (view_of(&fixture).moves_left > 1)
        submit(&fixture, right_move(&fixture));
    assert_true(session_submit(fixture.session, right_move(&fixture), &error));
    fixture_stop(&fixture); /* before the next round of the loop */
    assert_int_equal(read_progress().solved, 1);
}

static void the_next_puzzle_is_unsolved(void **state) {
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
    assert_int_equal(puzzle_next(&progress, 0, 0), 1); /* all are solved: from the start */
    assert_int_equal(puzzle_next(&progress, 7, 0), 8);
    progress.done[5] = false;
    assert_int_equal(puzzle_next(&progress, 7, 0), 5);
    assert_int_equal(puzzle_next(&progress, 0, 9), 0);
}

static void write_solved(const char *text, size_t length) {
    FILE *file = fopen(state_path("puzzles"), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void positions_of_other_sets_are_kept(void **state) {
    (void)state;
    static const char other[] = "3l3/7/7/7/7/7/Z2L3/w/-1\n";
    write_solved(other, strlen(other));
    assert_int_equal(read_progress().solved, 0);
    solve_number(2);
    assert_int_equal(read_progress().solved, 1);
    size_t length;
    char *text = file_read(state_path("puzzles"), &length, NULL);
    assert_non_null(strstr(text, other));
    assert_non_null(strstr(text, puzzle_get(2)->fen));
    free(text);
    assert_int_not_equal(access(state_path("puzzles.broken"), F_OK), 0);
}

static void a_damaged_file_is_reported_and_kept(void **state) {
    (void)state;
    char damaged[2000], expected[5000];
    int length = snprintf(damaged, sizeof damaged, "%s\n%s\nrubbish %c\xff\n%s", puzzle_get(1)->fen,
                          puzzle_get(2)->fen, '\0', puzzle_get(4)->fen);
    write_solved(damaged, (size_t)length);
    PuzzleProgress progress;
    Error error = {0};
    assert_false(puzzle_progress_read(&progress, &error));
    snprintf(expected, sizeof expected,
             "%s:3: expected a position as FEN; the other lines are used, and a copy of the file "
             "will be kept as puzzles.broken",
             state_path("puzzles"));
    assert_string_equal(error.text, expected);
    assert_int_equal(progress.solved, 3);
    assert_true(progress.done[1] && progress.done[2] && progress.done[4]);

    SessionFixture fixture; /* reported once; the puzzle continues */
    start_session(&fixture, PUZZLE_NEXT);
    assert_string_equal(session_notice(fixture.session), expected);
    assert_int_equal(view_of(&fixture).number, 3);
    solve(&fixture);
    assert_int_equal(fixture.event_counts[SESSION_NOTICE], 1);
    fixture_stop(&fixture);
    assert_int_equal(read_progress().solved, 4);
    size_t kept;
    char *text = file_read(state_path("puzzles.broken"), &kept, NULL);
    assert_non_null(text);
    assert_int_equal(kept, length);
    assert_memory_equal(text, damaged, kept);
    free(text);

    write_solved("more rubbish\n", 13); /* the first damaged file is kept too */
    SessionFixture again;
    start_session(&again, 5);
    solve(&again);
    fixture_stop(&again);
    assert_int_equal(access(state_path("puzzles.broken.1"), F_OK), 0);
    assert_int_equal(read_progress().solved, 1);
    remove(state_path("puzzles.broken"));
    remove(state_path("puzzles.broken.1"));
}

/* Every truncation and every changed byte gives at most an error, never more solved puzzles. */
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

/* A failure to read or write is reported, and does not keep the puzzle from being solved. */
static void a_folder_in_the_way_is_reported(void **state) {
    (void)state;
    SessionFixture fixture;
    assert_int_equal(mkdir(state_path("puzzles"), 0700), 0);
    start_session(&fixture, 1);
    assert_non_null(strstr(session_notice(fixture.session), "expected a file, found a folder"));
    solve(&fixture);
    fixture_run_until_idle(&fixture);
    assert_non_null(
        strstr(session_notice(fixture.session), "the solved puzzle could not be remembered: "));
    fixture_stop(&fixture);
    assert_int_equal(rmdir(state_path("puzzles")), 0);
}

/* An update does not lose what another program has written. */
static void two_programs_add_to_one_file(void **state) {
    (void)state;
    SessionFixture one, other;
    start_session(&one, 1);
    start_session(&other, 2);
    solve(&one);
    solve(&other);
    fixture_stop(&one);
    fixture_stop(&other);
    assert_int_equal(read_progress().solved, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(correct_moves_solve_a_puzzle, reset_progress),
        cmocka_unit_test_setup(a_wrong_move_is_reported_and_taken_back, reset_progress),
        cmocka_unit_test_setup(a_win_that_comes_too_late_fails, reset_progress),
        cmocka_unit_test_setup(puzzles_have_no_advice_analysis_or_draw, reset_progress),
        cmocka_unit_test_setup(giving_up_is_taken_back, reset_progress),
        cmocka_unit_test_setup(a_task_and_a_defender_need_each_other, reset_progress),
        cmocka_unit_test_setup(invalid_numbers_are_refused, reset_progress),
        cmocka_unit_test_setup(hints_name_the_piece_then_the_move, reset_progress),
        cmocka_unit_test_setup(a_hint_ends_with_its_position, reset_progress),
        cmocka_unit_test_setup(solved_puzzles_are_remembered, reset_progress),
        cmocka_unit_test_setup(quitting_at_once_loses_no_progress, reset_progress),
        cmocka_unit_test_setup(the_next_puzzle_is_unsolved, reset_progress),
        cmocka_unit_test_setup(positions_of_other_sets_are_kept, reset_progress),
        cmocka_unit_test_setup(a_damaged_file_is_reported_and_kept, reset_progress),
        cmocka_unit_test_setup(any_damage_is_survived, reset_progress),
        cmocka_unit_test_setup(a_folder_in_the_way_is_reported, reset_progress),
        cmocka_unit_test_setup(two_programs_add_to_one_file, reset_progress),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
