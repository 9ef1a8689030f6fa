/* Training of endings in a session: finding, judging, the defence, hints, results and words. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/scratch_endings.h"
#include "endings/endings.h"
#include "play/puzzles/task_setup.h"
#include "play/puzzles/training.h"
#include "play/storage.h"
#include "../support/scratch.h"
#include "../support/session_fixture.h"

enum { MEN = 3, SEEDS = 12, MOVES_MAX = 200 };

static Endings *endings;
static char folder[SCRATCH_PATH_SIZE];

static int build(void **state) {
    endings = scratch_endings_make(state, MEN);
    snprintf(folder, sizeof folder, "%s", scratch_path("endings"));
    return 0;
}

static int clean(void **state) {
    return scratch_endings_remove(state, endings);
}

static char *state_path(const char *name) {
    static char path[FILE_PATH_SIZE + 64];
    char state[FILE_PATH_SIZE];
    assert_true(storage_state_folder(state, NULL));
    snprintf(path, sizeof path, "%s/%s", state, name);
    return path;
}

static int reset(void **state) {
    (void)state;
    remove(state_path("training"));
    remove(state_path("training.broken"));
    return 0;
}

/* Returns settings that the caller frees. */
static Settings *settings_for(const char *train, int seed) {
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    settings->hash_mb = 1;
    settings->seed = seed;
    snprintf(settings->train, sizeof settings->train, "%s", train);
    snprintf(settings->endings, sizeof settings->endings, "%s", folder);
    return settings;
}

static void start_with(SessionFixture *fixture, Settings *settings) {
    SessionSetup setup;
    assert_done(task_setup_from_settings(settings, &setup, &error));
    free(settings);
    fixture_start(fixture, &setup);
    fixture_run_until_idle(fixture);
}

static void start(SessionFixture *fixture, const char *train, int seed) {
    start_with(fixture, settings_for(train, seed));
}

static TrainingView view_of(const SessionFixture *fixture) {
    TrainingView view;
    assert_true(training_view(fixture->session, &view));
    return view;
}

static void submit(SessionFixture *fixture, Move move) {
    assert_done(session_submit(fixture->session, move, &error));
    fixture_run_until_idle(fixture);
}

static void assert_comment(const SessionFixture *fixture, const char *expected) {
    TrainingView view = view_of(fixture);
    char text[TRAINING_WORDS_SIZE];
    training_words_comment(&view, fixture->session, notation_congo, text);
    if (strstr(text, expected) == NULL)
        fail_msg("expected \"%s\", found \"%s\"", expected, text);
}

/* Returns the last move of the list with a result, or the first one if `best`. MOVE_NONE if there
 * is none. */
static Move move_with(const SessionFixture *fixture, EndingResult result, bool best,
                      EndingValue *value) {
    EndingMoves list;
    Move found = MOVE_NONE;
    assert_true(ending_moves_list(endings, session_position(fixture->session), &list));
    for (size_t i = 0; i < list.count; i++) {
        if (list.moves[i].value.result != result || (best && !move_is_none(found)))
            continue;
        found = list.moves[i].move;
        *value = list.moves[i].value;
    }
    ending_moves_free(&list);
    return found;
}

/* ---- winning ---- */

static void win(SessionFixture *fixture) {
    EndingValue value;
    for (int i = 0; view_of(fixture).task.state == TASK_TO_MOVE && i < MOVES_MAX; i++)
        submit(fixture, move_with(fixture, ENDING_WIN, true, &value));
    assert_int_equal(view_of(fixture).task.state, TASK_SOLVED);
}

/* The best moves take as many plies as the table says: the defence is the longest one. */
static void best_moves_waste_nothing(void **state) {
    (void)state;
    static const char *const kinds[] = {"Lz_l", "3 8-11", "Lp_l 5-9", "Lm_l medium"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (int seed = 1; seed <= SEEDS / 3; seed++) {
            SessionFixture fixture;
            start(&fixture, kinds[i], seed);
            TrainingView view = view_of(&fixture);
            int least = view.least_plies;
            assert_in_range((least + 1) / 2, view.request.moves_min, view.request.moves_max);
            assert_int_equal(view.moves_left, (least + 1) / 2);
            win(&fixture);
            view = view_of(&fixture);
            assert_int_equal(view.plies, least);
            assert_int_equal(view.wasted, 0);
            assert_false(view.task.helped);
            assert_comment(&fixture, "the fewest possible.");
            assert_int_equal(fixture.event_counts[SESSION_NOTICE], 0);
            fixture_stop(&fixture);
        }
    }
}

static void wasted_plies_are_counted(void **state) {
    (void)state;
    int wasteful = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        SessionFixture fixture;
        EndingValue value;
        start(&fixture, "Lg_l medium", seed);
        int least = view_of(&fixture).least_plies;
        Move slow = move_with(&fixture, ENDING_WIN, false, &value);
        int wasted = value.plies - least;
        if (wasted > 0) {
            wasteful++;
            submit(&fixture, slow);
            assert_int_equal(view_of(&fixture).task.state, TASK_TO_MOVE);
            assert_int_equal(view_of(&fixture).last_wasted, wasted);
            assert_comment(&fixture, "later than the best move.");
            win(&fixture);
            assert_int_equal(view_of(&fixture).wasted, wasted);
            assert_int_equal(view_of(&fixture).plies, least + wasted);
            assert_comment(&fixture, " wasted.");
        }
        fixture_stop(&fixture);
    }
    assert_true(wasteful > 0);
}

/* A move that gives the win away gets no reply, and is taken back. */
static void a_slip_is_taken_back(void **state) {
    (void)state;
    int slips = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        SessionFixture fixture;
        EndingValue value;
        start(&fixture, "Lp_l", seed);
        Move slip = move_with(&fixture, ENDING_LOSS, true, &value);
        if (move_is_none(slip))
            slip = move_with(&fixture, ENDING_DRAW, true, &value);
        if (!move_is_none(slip)) {
            slips++;
            submit(&fixture, slip);
            TrainingView view = view_of(&fixture);
            assert_int_equal(view.task.state, TASK_FAILED);
            assert_int_equal(fixture_ply(&fixture), 1);
            assert_comment(&fixture, "That gives the win away: ");
            assert_comment(&fixture,
                           value.result == ENDING_LOSS ? "Black wins in " : "it is a draw");
            assert_true(move_is_legal(session_position(fixture.session), view.task.answer));
            assert_rejected(session_start_analysis(fixture.session, 0, 1, &error), ERROR_STATE);
            assert_done(session_undo(fixture.session, &error));
            fixture_run_until_idle(&fixture);
            assert_int_equal(view_of(&fixture).task.state, TASK_TO_MOVE);
            win(&fixture);
            assert_true(view_of(&fixture).task.helped);
            assert_int_equal(view_of(&fixture).score.solved, 0);
            assert_comment(&fixture, "it does not count.");
        }
        fixture_stop(&fixture);
    }
    assert_true(slips > 0);
}

static void a_hint_shows_the_piece_then_the_move(void **state) {
    (void)state;
    SessionFixture fixture;
    EndingValue value;
    start(&fixture, "Lc_l", 3);
    assert_done(session_hint(fixture.session, &error));
    fixture_run_until_idle(&fixture);
    assert_comment(&fixture, "White wins fastest with the ");
    assert_false(view_of(&fixture).task.helped);
    assert_done(session_hint(fixture.session, &error));
    fixture_run_until_idle(&fixture);
    TrainingView view = view_of(&fixture);
    assert_int_equal(view.task.hint, TASK_HINT_MOVE);
    assert_true(view.task.helped);
    assert_true(move_equal(view.task.hint_move, move_with(&fixture, ENDING_WIN, true, &value)));
    submit(&fixture, view.task.hint_move);
    assert_int_equal(view_of(&fixture).task.hint, TASK_HINT_NONE);
    win(&fixture);
    assert_rejected(session_hint(fixture.session, &error), ERROR_STATE);
    fixture_stop(&fixture);
}

static void giving_up_is_taken_back(void **state) {
    (void)state;
    SessionFixture fixture;
    start(&fixture, "Lc_l", 1);
    assert_done(session_resign(fixture.session, WHITE, &error));
    fixture_run_until_idle(&fixture);
    assert_int_equal(view_of(&fixture).task.state, TASK_GIVEN_UP);
    assert_done(session_undo(fixture.session, &error));
    fixture_run_until_idle(&fixture);
    assert_int_equal(view_of(&fixture).task.state, TASK_TO_MOVE);
    assert_true(session_draw(fixture.session, WHITE, NULL));
    fixture_run_until_idle(&fixture);
    assert_string_equal(session_notice(fixture.session),
                        "An ending in training is played out; no draw is agreed.");
    assert_rejected(session_start_advice(fixture.session, &error), ERROR_STATE);
    fixture_stop(&fixture);
}

/* The limit of quiet plies ends a win that takes too long; the tables do not know it. */
static void a_rule_may_end_a_won_ending(void **state) {
    (void)state;
    enum { LIMIT = 11 };
    int drawn = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        SessionFixture fixture;
        EndingValue value;
        Settings *settings = settings_for("Lg_l 4-9", seed);
        settings->variant.quiet_plies = LIMIT;
        start_with(&fixture, settings);
        assert_in_range(view_of(&fixture).least_plies, 7, LIMIT);
        for (int i = 0; view_of(&fixture).task.state == TASK_TO_MOVE && i < LIMIT; i++)
            submit(&fixture, move_with(&fixture, ENDING_WIN, false, &value));
        if (view_of(&fixture).task.state == TASK_DRAWN) {
            drawn++;
            assert_comment(&fixture, "The ending was still won");
            assert_done(session_undo(fixture.session, &error));
            fixture_run_until_idle(&fixture);
            assert_int_equal(view_of(&fixture).task.state, TASK_TO_MOVE);
        }
        fixture_stop(&fixture);
    }
    assert_true(drawn > 0);
}

/* ---- holding a draw ---- */

/* The defence never lets a draw become a win for the person, and the person holds with any drawing
 * move. */
static void a_draw_is_held(void **state) {
    (void)state;
    int ended = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        SessionFixture fixture;
        EndingValue value;
        start(&fixture, "L_lz draw 3-7", seed);
        assert_int_equal(view_of(&fixture).moves_left, 7);
        for (int i = 0; view_of(&fixture).task.state == TASK_TO_MOVE && i < MOVES_MAX; i++) {
            assert_true(endings_probe(endings, session_position(fixture.session), &value));
            assert_int_equal(value.result, ENDING_DRAW);
            submit(&fixture, move_with(&fixture, ENDING_DRAW, true, &value));
        }
        assert_int_equal(view_of(&fixture).task.state, TASK_SOLVED);
        bool over = outcome_is_over(session_outcome(fixture.session));
        ended += over;
        assert_comment(&fixture,
                       over ? "Held. A draw, as " : "You have held the draw for 7 moves.");
        fixture_stop(&fixture);
    }
    assert_true(ended > 0);
}

/* Drawn endings that are found can be lost, where the class has such. */
static void a_draw_can_be_lost(void **state) {
    (void)state;
    int lost = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        SessionFixture fixture;
        EndingValue value;
        start(&fixture, "L_lz draw", seed);
        Move slip = move_with(&fixture, ENDING_LOSS, true, &value);
        if (!move_is_none(slip)) {
            lost++;
            submit(&fixture, slip);
            assert_int_equal(view_of(&fixture).task.state, TASK_FAILED);
            assert_comment(&fixture, "That gives the draw away: ");
        }
        fixture_stop(&fixture);
    }
    assert_int_equal(lost, SEEDS);
}

/* Of the drawing moves, the defence plays one after which the fewest of the person's hold. */
static void the_defence_of_a_draw_is_the_hardest(void **state) {
    (void)state;
    int chosen = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        SessionFixture fixture;
        EndingValue value;
        EndingMoves replies, answers;
        double least = 2, played = 2;
        start(&fixture, "L_lz draw", seed);
        Move move = move_with(&fixture, ENDING_DRAW, true, &value);
        Position before = *session_position(fixture.session), after;
        position_make(&before, move);
        submit(&fixture, move);
        assert_true(ending_moves_list(endings, &before, &replies));
        for (size_t i = 0; i < replies.count; i++) {
            double share = 1;
            size_t held = 0;
            if (replies.moves[i].value.result != ENDING_DRAW)
                continue;
            after = before;
            position_make(&after, replies.moves[i].move);
            if (position_outcome(&after).result == RESULT_OPEN &&
                ending_moves_list(endings, &after, &answers)) {
                while (held < answers.count && answers.moves[held].value.result == ENDING_DRAW)
                    held++;
                share = (double)(int)(1000.0 * (double)held / (double)answers.count) / 1000;
                ending_moves_free(&answers);
            }
            least = share < least ? share : least;
            if (fixture_ply(&fixture) > 1 &&
                position_same(&after, session_position(fixture.session)))
                played = share;
        }
        ending_moves_free(&replies);
        if (fixture_ply(&fixture) > 1) {
            chosen++;
            assert_true(played == least);
        }
        fixture_stop(&fixture);
    }
    assert_true(chosen > 0);
}

/* ---- results ---- */

static void the_best_result_is_remembered(void **state) {
    (void)state;
    SessionFixture fixture;
    TrainingScore first;
    char words[TRAINING_WORDS_SIZE];
    start(&fixture, "Lc_l medium", 1);
    assert_int_equal(view_of(&fixture).score.solved, 0);
    win(&fixture);
    first = view_of(&fixture).score;
    assert_int_equal(first.solved, 1);
    assert_int_equal(first.wasted, 0);
    assert_int_equal(first.plies, view_of(&fixture).least_plies);
    fixture_run_until_idle(&fixture);
    fixture_stop(&fixture);
    start(&fixture, "Lc_l short", 2); /* another program: a shorter one is no better */
    assert_int_equal(view_of(&fixture).score.solved, 1);
    assert_int_equal(view_of(&fixture).score.plies, first.plies);
    win(&fixture);
    TrainingView view = view_of(&fixture);
    assert_int_equal(view.score.solved, 2);
    assert_int_equal(view.score.plies, first.plies);
    assert_string_equal(training_words_score(&view, words),
                        "You have won 2 endings of this class, the best one with no ply wasted.");
    fixture_stop(&fixture);
    start(&fixture, "L_lz draw", 1); /* another class */
    assert_int_equal(view_of(&fixture).score.solved, 0);
    fixture_stop(&fixture);
}

static void a_damaged_file_is_reported_and_kept(void **state) {
    (void)state;
    SessionFixture fixture;
    FILE *file = fopen(state_path("training"), "w");
    assert_non_null(file);
    fputs("# a comment\nrubbish\npawns-x Lz_l win 3 0 21 7\nanother-rule Lc_l win 3 4 21\n", file);
    fclose(file);
    start(&fixture, "Lc_l short", 1);
    assert_non_null(strstr(session_notice(fixture.session), "training:2: expected "));
    win(&fixture);
    fixture_run_until_idle(&fixture);
    fixture_stop(&fixture);
    assert_int_equal(access(state_path("training.broken"), F_OK), 0);
    start(&fixture, "Lc_l short", 1);
    assert_int_equal(fixture.event_counts[SESSION_NOTICE], 0);
    assert_int_equal(view_of(&fixture).score.solved, 1);
    fixture_stop(&fixture);
    char line[256], text[1024] = "";
    file = fopen(state_path("training"), "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        strncat(text, line, sizeof text - strlen(text) - 1);
    fclose(file);
    assert_non_null(strstr(text, "another-rule Lc_l win 3 4 21\n"));
    assert_null(strstr(text, "rubbish"));
}

/* ---- what is asked for ---- */

enum { REQUEST_SIZE = 64 };

/* Writes the words that training_request_parse reads. */
static char *write_request(const TrainingRequest *request, char text[REQUEST_SIZE]) {
    char class[ENDING_CLASS_NAME_SIZE] = "any";
    int length = training_request_length(request);
    if (!request->any_class)
        ending_class_name(&request->class, PAWNS_CONGO, class);
    else if (request->men != 0)
        snprintf(class, sizeof class, "%d", request->men);
    snprintf(text, REQUEST_SIZE, "%s %s ", class, request->result == ENDING_WIN ? "win" : "draw");
    if (length >= 0)
        text_append(text, REQUEST_SIZE, "%s", training_lengths[length].name);
    else
        text_append(text, REQUEST_SIZE, "%d-%d", request->moves_min, request->moves_max);
    return text;
}

static void check_request(const char *text, const char *expected) {
    TrainingRequest request;
    char written[REQUEST_SIZE];
    assert_done(training_request_parse(text, variant_default(), &request, &error));
    assert_string_equal(write_request(&request, written), expected);
    assert_done(training_request_parse(written, variant_default(), &request, &error));
    assert_string_equal(write_request(&request, written), expected);
}

static void requests_are_read(void **state) {
    (void)state;
    check_request("", "any win any");
    check_request("any", "any win any");
    check_request("4", "4 win any");
    check_request("Lz_lp", "Lz_lp win any");
    check_request("draw,lp_lz , short", "Lp_lz draw short");
    check_request("LONG 3 Win", "3 win long");
    check_request("5-9", "any win 5-9");
    check_request("6-12", "any win medium");
    check_request("1-1 ls_lp", "Ls_lp win 1-1");
}

static void wrong_requests_are_explained(void **state) {
    (void)state;
    static const char *const wrong[] = {"2",      "6",     "9-5", "0-3",       "3-999", "-",
                                        "Lz",     "Lz_",   "z_l", "Lz_lzzz",   "Lq_l",  "wins",
                                        "Lz_l_l", "5-9-1", "--",  "short-long"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        TrainingRequest request;
        Error error = {0};
        if (training_request_parse(wrong[i], variant_default(), &request, &error))
            fail_msg("\"%s\" is accepted", wrong[i]);
        assert_true(error.text[0] != '\0');
    }
}

static void check_refused(const char *train, const char *text) {
    Settings *settings = settings_for(train, 1);
    SessionSetup setup;
    Error error = {0};
    assert_false(task_setup_from_settings(settings, &setup, &error));
    assert_string_equal(error.text, text);
    free(settings);
}

static void what_is_not_there_is_explained(void **state) {
    (void)state;
    check_refused("Lp_l 20-30",
                  "there is no ending of lion and pawn against lion that White wins in 20 to 30 "
                  "moves");
    check_refused("Lp_l draw",
                  "there is no drawn ending of lion and pawn against lion with White to move");
    check_refused("3 40-127",
                  "there is no ending of any class that White wins in 40 moves or more");
    check_refused("3 51-127",
                  "a win in 51 moves or more is not trained: the game is a draw after 100 plies in "
                  "which nothing is captured or drowns and no pawn moves");
    check_refused("Lz_lp", "the endings of 4 pieces are not solved yet; \"congo-engine endings "
                           "build --men=4 --output=FOLDER\" solves them");
}

static void classes_are_named(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"L_l", "lion against lion"},
        {"Lz_lp", "lion and zebra against lion and pawn"},
        {"Lzz_l", "lion and two zebras against lion"},
        {"L_lppp", "lion against lion and three pawns"},
        {"Lezs_l", "lion, zebra, elephant and superpawn against lion"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        EndingClass class;
        char text[TRAINING_CLASS_SIZE];
        assert_true(ending_class_parse(rows[i][0], variant_default(), &class, NULL));
        assert_string_equal(training_class_write(&class, PAWNS_CONGO, text), rows[i][1]);
    }
}

/* A seed gives the same ending again; the next one is another. */
static void a_seed_gives_the_same_ending(void **state) {
    (void)state;
    Settings *settings = settings_for("3", 1);
    TrainingRequest request;
    assert_done(training_request_parse("3", variant_default(), &request, &error));
    TrainingEnding *one = training_find(settings, &request, 9, NULL);
    TrainingEnding *again = training_find(settings, &request, 9, NULL);
    assert_non_null(one);
    assert_non_null(again);
    assert_int_equal(one->position.key, again->position.key);
    TrainingEnding *next = training_find(settings, &request, one->random, NULL);
    assert_non_null(next);
    assert_true(next->position.key != one->position.key);
    training_ending_free(one);
    training_ending_free(again);
    training_ending_free(next);
    free(settings);
}

/* Both ways round, without the bare lions. */
static void classes_with_tables_are_listed(void **state) {
    (void)state;
    Settings *settings = settings_for("", 1);
    size_t count = 0;
    EndingClass *classes = training_list_classes(settings, &count, NULL);
    assert_non_null(classes);
    assert_int_equal(count, 14);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(ending_class_men(&classes[i]), MEN);
    free(classes);
    free(settings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(best_moves_waste_nothing, reset),
        cmocka_unit_test_setup(wasted_plies_are_counted, reset),
        cmocka_unit_test_setup(a_slip_is_taken_back, reset),
        cmocka_unit_test_setup(a_hint_shows_the_piece_then_the_move, reset),
        cmocka_unit_test_setup(giving_up_is_taken_back, reset),
        cmocka_unit_test_setup(a_rule_may_end_a_won_ending, reset),
        cmocka_unit_test_setup(a_draw_is_held, reset),
        cmocka_unit_test_setup(a_draw_can_be_lost, reset),
        cmocka_unit_test_setup(the_defence_of_a_draw_is_the_hardest, reset),
        cmocka_unit_test_setup(the_best_result_is_remembered, reset),
        cmocka_unit_test_setup(a_damaged_file_is_reported_and_kept, reset),
        cmocka_unit_test(requests_are_read),
        cmocka_unit_test(wrong_requests_are_explained),
        cmocka_unit_test(what_is_not_there_is_explained),
        cmocka_unit_test(classes_are_named),
        cmocka_unit_test(a_seed_gives_the_same_ending),
        cmocka_unit_test(classes_with_tables_are_listed),
    };
    return cmocka_run_group_tests(tests, build, clean);
}
