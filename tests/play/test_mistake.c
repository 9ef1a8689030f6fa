/* Mistakes of a reviewed game as exercises: which there are, judging moves, hints, undo. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "play/puzzles/mistake.h"
#include "rules/fen.h"
#include "../support/session_fixture.h"

enum { HASH_MB = 1, BAD_PLY = 3 };

static SessionFixture fixture;
static MistakeList *list;

static Record *create_game(void) {
    static const char *const moves[] = {"g1f3", "d6d5", "f3e5", "f6e5"};
    Position start;
    assert_true(fen_parse("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", variant_find("congo"),
                          &start, NULL));
    Record *record = record_create(&start);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        assert_true(record_play_coordinates(record, moves[i], -1, -1, NULL));
    return record;
}

/* Lists the mistakes of a game in which White has given a zebra away. */
static MistakeList *create_list(bool white, bool black) {
    const ReviewOptions options = {.nodes = 20000};
    const bool sides[COLOR_COUNT] = {[WHITE] = white, [BLACK] = black};
    Record *record = create_game();
    Engine *engine = engine_create(HASH_MB, 1, NULL);
    assert_non_null(engine);
    Review *review = review_game(record, engine, &options, NULL, NULL, NULL, NULL);
    assert_non_null(review);
    MistakeList *created = mistake_list_create(record, review, sides, NULL);
    review_free(review);
    engine_free(engine);
    record_free(record);
    return created;
}

static void begin_exercise(void) {
    Settings *settings = calloc(1, sizeof *settings);
    SessionSetup setup;
    assert_non_null(settings);
    settings_default(settings);
    settings->hash_mb = HASH_MB;
    settings->threads = 1;
    assert_int_equal(list->count, 1);
    assert_true(mistake_list_setup(list, 0, settings, &setup, NULL));
    free(settings);
    setup.endings[0] = '\0';
    fixture_start(&fixture, &setup);
    fixture_run_until_idle(&fixture);
}

static int begin(void **state) {
    (void)state;
    list = create_list(true, true);
    begin_exercise();
    return 0;
}

/* Begins the exercise of a game whose file had the review. */
static int begin_stored(void **state) {
    (void)state;
    list = create_list(true, true);
    list->review->positions[BAD_PLY - 1].stored = list->review->positions[BAD_PLY].stored = true;
    record_set_comment(list->record, BAD_PLY, "Blunder: Z-E5 loses the zebra on e5 after P:FE5.");
    list->review->moves[BAD_PLY - 1].mark = REVIEW_BLUNDER;
    begin_exercise();
    return 0;
}

static int end(void **state) {
    (void)state;
    fixture_stop(&fixture);
    mistake_list_free(list);
    return 0;
}

static MistakeView view_now(void) {
    MistakeView view;
    assert_true(mistake_view(fixture.session, &view));
    return view;
}

static void play(const char *move) {
    Error error = {0};
    session_submit_text(fixture.session, move, notation_congo, &error);
    assert_string_equal(error.text, "");
}

static void play_best(void) {
    assert_true(session_submit(fixture.session, list->review->moves[BAD_PLY - 1].best, NULL));
    fixture_run_until_idle(&fixture);
}

static void assert_sentence(const char *expected) {
    char text[TASK_SENTENCE_SIZE];
    assert_string_equal(session_task_sentence(fixture.session, notation_congo, text), expected);
}

static void only_the_bad_moves_of_the_chosen_sides_are_listed(void **state) {
    MistakeList *white = create_list(true, false);
    (void)state;
    assert_int_equal(white->count, 1);
    assert_int_equal(white->items[0].ply, BAD_PLY);
    mistake_list_free(white);
    assert_null(create_list(false, true));
}

static void the_exercise_is_the_position_before_the_mistake(void **state) {
    MistakeView view = view_now();
    (void)state;
    assert_int_equal(view.task.state, TASK_TO_MOVE);
    assert_int_equal(view.side, WHITE);
    assert_true(position_same(session_position(fixture.session),
                              record_position_at(list->record, BAD_PLY - 1)));
    assert_false(session_allows_analysis(fixture.session, NULL));
}

static void the_best_move_solves_it(void **state) {
    (void)state;
    play_best();
    MistakeView view = view_now();
    assert_int_equal(view.task.state, TASK_SOLVED);
    assert_sentence("That is right, and the best move.");
    assert_true(session_allows_analysis(fixture.session, NULL));
    mistake_list_note(list, &view.task);
    assert_int_equal(mistake_list_solved(list), 1);
}

static void a_move_that_was_shown_does_not_count(void **state) {
    (void)state;
    assert_true(session_hint(fixture.session, NULL));
    assert_int_equal(view_now().task.hint, TASK_HINT_PIECE);
    assert_false(view_now().task.helped);
    assert_true(session_hint(fixture.session, NULL));
    assert_int_equal(view_now().task.hint, TASK_HINT_MOVE);
    play_best();
    MistakeView view = view_now();
    assert_int_equal(view.task.state, TASK_SOLVED);
    mistake_list_note(list, &view.task);
    assert_int_equal(mistake_list_solved(list), 0);
    assert_false(session_hint(fixture.session, NULL));
}

static void the_move_of_the_game_is_rejected_at_once(void **state) {
    (void)state;
    play("f3e5");
    assert_int_equal(view_now().task.state, TASK_FAILED);
    assert_sentence(
        "Z-E5 is what was played: it puts the zebra where it is attacked and not defended.");
    assert_true(session_undo(fixture.session, NULL));
    assert_int_equal(view_now().task.state, TASK_TO_MOVE);
}

static void the_cause_follows_the_notation(void **state) {
    (void)state;
    char text[TASK_SENTENCE_SIZE];
    play("f3e5");
    assert_sentence("Z-E5 is what was played: it loses the zebra on e5 after P:FE5.");
    session_task_sentence(fixture.session, (NotationStyle){.notation = NOTATION_PLAIN}, text);
    assert_string_equal(text, "f3-e5 is what was played: it loses the zebra on e5 after f6×e5.");
}

static void another_bad_move_is_rejected_with_its_reason(void **state) {
    (void)state;
    play("f3g5");
    assert_int_equal(view_now().task.state, TASK_WAITING);
    while (!session_is_idle(fixture.session))
        uv_run(&fixture.loop, UV_RUN_ONCE);
    assert_int_equal(view_now().task.state, TASK_FAILED);
    /* How long the search takes decides which of the two pawns answers. */
    char text[TASK_SENTENCE_SIZE];
    session_task_sentence(fixture.session, notation_congo, text);
    char *pawn = strstr(text, "P:GG5");
    if (pawn)
        pawn[strlen("P:")] = 'F';
    assert_string_equal(text, "Z-G5 loses too much: it puts the zebra where it is attacked and not "
                              "defended. Black answers P:FG5.");
}

static void a_move_that_is_taken_back_is_not_judged(void **state) {
    (void)state;
    play("f3g5");
    assert_true(session_undo(fixture.session, NULL));
    fixture_run_until_idle(&fixture);
    fixture_run_a_while(&fixture);
    assert_int_equal(view_now().task.state, TASK_TO_MOVE);
    play_best();
    assert_int_equal(view_now().task.state, TASK_SOLVED);
}

static void a_session_can_end_while_a_move_is_judged(void **state) {
    (void)state;
    play("f3g5");
    assert_int_equal(view_now().task.state, TASK_WAITING);
}

static void who_gives_up_can_try_again(void **state) {
    (void)state;
    assert_true(session_resign(fixture.session, WHITE, NULL));
    fixture_run_until_idle(&fixture);
    assert_int_equal(view_now().task.state, TASK_GIVEN_UP);
    assert_true(session_undo(fixture.session, NULL));
    assert_int_equal(view_now().task.state, TASK_TO_MOVE);
    play("f3e5");
    assert_true(session_resign(fixture.session, WHITE, NULL));
    assert_int_equal(view_now().task.state, TASK_GIVEN_UP);
    assert_true(session_undo(fixture.session, NULL));
    assert_int_equal(view_now().task.state, TASK_FAILED);
}

static void a_game_has_no_exercise(void **state) {
    MistakeView view;
    SessionFixture game;
    SessionSetup setup = fixture_setup("hi/negamax", "hi/negamax", "standard");
    (void)state;
    fixture_start(&game, &setup);
    assert_false(mistake_view(game.session, &view));
    fixture_stop(&game);
}

#define EXERCISE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_bad_moves_of_the_chosen_sides_are_listed),
        EXERCISE(the_exercise_is_the_position_before_the_mistake),
        EXERCISE(the_best_move_solves_it),
        EXERCISE(a_move_that_was_shown_does_not_count),
        EXERCISE(the_move_of_the_game_is_rejected_at_once),
        cmocka_unit_test_setup_teardown(the_cause_follows_the_notation, begin_stored, end),
        EXERCISE(another_bad_move_is_rejected_with_its_reason),
        EXERCISE(a_move_that_is_taken_back_is_not_judged),
        EXERCISE(a_session_can_end_while_a_move_is_judged),
        EXERCISE(who_gives_up_can_try_again),
        cmocka_unit_test(a_game_has_no_exercise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
