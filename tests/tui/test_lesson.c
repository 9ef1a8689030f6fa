/* The data of the guided tour: every step can be solved by each of its solutions. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board/layout.h"
#include "rules/coordinate.h"
#include "rules/movegen.h"
#include "term/cells.h"
#include "tui/learn/tour.h"

enum { REJECTION_SIZE = 1024 };

/* The step under test. */
static const Lesson *lesson;
static const LessonStep *step;
static Record *record;

static void fail_step(const char *what) {
    fail_msg("%s, step %d: %s", lesson->name, (int)(step - lesson->steps) + 1, what);
}

static void expect(bool holds, const char *what) {
    if (!holds)
        fail_step(what);
}

static void for_each_step(void (*check)(void)) {
    for (int i = 0; (lesson = lesson_at(i)) != NULL; i++)
        for (int j = 0; j < lesson->count; j++) {
            Error error = {0};
            step = &lesson->steps[j];
            record = lesson_record(lesson, j, &error);
            if (record == NULL)
                fail_step(error.text);
            check();
            record_free(record);
        }
}

static const Position *start(void) {
    return record_position(record);
}

/* ---- positions and texts ---- */

static void check_position(void) {
    expect(position_side(start()) == WHITE, "White should be to move");
    expect(!record_is_over(record), "there should be something to play");
    if (step->task == NULL) {
        expect(step->moves == NULL && step->after == NULL && step->reply == NULL,
               "a text to read asks for no move");
        return;
    }
    expect(!move_is_none(lesson_move(step, start())), "no legal move is right");
    expect(step->after != NULL, "there is nothing to say when it is done");
}

static void test_positions(void **state) {
    (void)state;
    for_each_step(check_position);
}

/* Checks that every word of a list matches a legal move. */
static void check_list(const char *list, const MoveList *moves) {
    while (list != NULL && *list != '\0') {
        char word[COORDINATE_SIZE];
        size_t length = strcspn(list, " ");
        bool found = false;
        assert_true(length < sizeof word);
        memcpy(word, list, length);
        word[length] = '\0';
        for (size_t i = 0; i < moves->count; i++)
            found = found || lesson_matches(word, moves->moves[i]);
        expect(found, word);
        list += length;
        list += strspn(list, " ");
    }
}

static void check_lists(void) {
    MoveList moves;
    movelist_init(&moves);
    movegen_all(start(), &moves);
    check_list(step->moves, &moves);
    for (int i = 0; i < LESSON_MISTAKES; i++) {
        check_list(step->mistake[i].moves, &moves);
        expect((step->mistake[i].moves == NULL) == (step->mistake[i].explanation == NULL),
               "a mistake needs moves and an explanation");
    }
    movelist_free(&moves);
}

static void test_lists_contain_legal_moves(void **state) {
    (void)state;
    for_each_step(check_lists);
}

/* ---- moves ---- */

static void check_accepted(Move move) {
    Record *then = record_clone(record);
    Move reply;
    Error error = {0};
    assert_true(record_play(then, move, -1, -1, NULL));
    if (step->reply != NULL)
        expect(coordinate_parse(record_position(then), step->reply, &reply, &error) &&
                   record_play(then, reply, -1, -1, &error),
               error.text);
    record_free(then);
}

static void check_moves(void) {
    MoveList moves;
    movelist_init(&moves);
    movegen_all(start(), &moves);
    for (size_t i = 0; i < moves.count && step->task != NULL; i++) {
        char explanation[REJECTION_SIZE] = "";
        if (lesson_accepts(step, moves.moves[i])) {
            check_accepted(moves.moves[i]);
            continue;
        }
        lesson_rejection(step, start(), moves.moves[i], explanation, sizeof explanation);
        expect(strlen(explanation) > 10 && explanation[strlen(explanation) - 1] == '.',
               "a wrong move is not explained");
    }
    movelist_free(&moves);
}

static void test_every_wrong_move_is_explained(void **state) {
    (void)state;
    for_each_step(check_moves);
}

/* Checks that no move that is refused would win. */
static void check_wins(void) {
    MoveList moves;
    movelist_init(&moves);
    movegen_all(start(), &moves);
    for (size_t i = 0; i < moves.count && step->task != NULL; i++) {
        Position after = *start();
        position_make(&after, moves.moves[i]);
        if (position_outcome(&after).result == RESULT_WHITE)
            expect(lesson_accepts(step, moves.moves[i]), "a move that wins is refused");
    }
    movelist_free(&moves);
}

static void test_no_win_is_refused(void **state) {
    (void)state;
    for_each_step(check_wins);
}

/* ---- texts ---- */

static int count_lines(const char *text, int width) {
    int lines = 0;
    for (const char *rest = text; rest != NULL; lines++)
        celltext_break(text, width, false, &rest), text = rest;
    return lines;
}

/* Checks that on a usual screen the texts fit beside the board, and that no word is cut on the
 * smallest screen. */
static void check_texts(void) {
    const LayoutOptions options = {.lines = 24, .columns = 80, .ruled = true, .lesson = true};
    Rect panel = layout_make(&options).lesson;
    int width = panel.width - 4, height = panel.height - 2;
    char task[256];
    snprintf(task, sizeof task, "> %s", step->task != NULL ? step->task : "Enter continues.");
    expect(count_lines(step->text, width) + 1 + count_lines(task, width) <= height,
           "the text does not fit beside the board");
    if (step->after != NULL)
        expect(count_lines(step->after, width) + 2 <= height, "what follows does not fit");
    for (const char *word = step->text; *word != '\0';) {
        size_t length = strcspn(word, " \n");
        expect(length <= LAYOUT_COLUMNS_MIN - 2, "a word is too long for the smallest screen");
        word += length + (word[length] != '\0');
    }
}

static void test_texts_fit(void **state) {
    (void)state;
    for_each_step(check_texts);
}

/* The learner's place is saved by the name of the lesson. */
static void test_names(void **state) {
    (void)state;
    int steps = 0;
    for (int i = 0; lesson_at(i) != NULL; i++) {
        steps += lesson_at(i)->count;
        assert_true(strlen(lesson_at(i)->name) < 32);
        assert_null(strchr(lesson_at(i)->name, ' '));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(lesson_at(i)->name, lesson_at(j)->name);
    }
    assert_in_range(steps, 30, 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_lists_contain_legal_moves),
        cmocka_unit_test(test_every_wrong_move_is_explained),
        cmocka_unit_test(test_no_win_is_refused),
        cmocka_unit_test(test_texts_fit),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
