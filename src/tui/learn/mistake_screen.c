#include <config.h>

#include "tui/learn/mistake_screen.h"

#include <stdio.h>

#include "base/text.h"
#include "play/puzzles/mistake.h"
#include "tui/learn/exercise.h"
#include "tui/narration.h"
#include "tui/review/review_screen.h"

static MistakeList *list_of(const App *app) {
    return exercise_of(app)->data;
}

/* ---- texts ---- */

static void write_start(const App *app, Exercise *exercise, const MistakeView *view) {
    char played[VIEW_STATUS_SIZE], cause[REVIEW_SENTENCE_SIZE];
    const Position *before = record_position_at(session_record(app->session), 0);
    narration_advice(before, view->mistake->played, played);
    review_words_in_style(view->mistake->cause, before, view->mistake->played, app_notation(app),
                          cause);
    snprintf(exercise->text, sizeof exercise->text,
             "%s, at the bottom, is to move. In the game it was %s: %s.", color_name(view->side),
             mistake_kind(view->mistake), played);
    if (cause[0] != '\0')
        text_append(exercise->text, sizeof exercise->text, "\n\nThat move %s.", cause);
}

static void write_texts(App *app, const MistakeView *view) {
    const MistakeList *list = list_of(app);
    Exercise *exercise = exercise_of(app);
    char sentence[TASK_SENTENCE_SIZE];
    bool to_move = view->task.state == TASK_TO_MOVE, solved = view->task.state == TASK_SOLVED;
    bool hinted = to_move && view->task.hint != TASK_HINT_NONE;
    session_task_sentence(app->session, app_notation(app), sentence);
    snprintf(exercise->title, sizeof exercise->title, "Mistake %zu of %zu", list->at + 1,
             list->count);
    snprintf(exercise->progress, sizeof exercise->progress, "%zu solved",
             mistake_list_solved(list));
    exercise->text[0] = exercise->remark[0] = '\0';
    if (to_move)
        write_start(app, exercise, view);
    else if (solved)
        text_append(exercise->text, sizeof exercise->text, "%s%s", sentence,
                    view->task.helped ? " The move was shown, so this does not count." : "");
    if (hinted || (!to_move && !solved))
        snprintf(exercise->remark, sizeof exercise->remark, "%s", sentence);
    snprintf(exercise->task, sizeof exercise->task, "%s", to_move ? "Find a better move." : "");
    exercise->takes_back = !solved;
    exercise->continue_text =
        list->at + 1 < list->count ? "shows the next one" : "returns to the game";
}

/* ---- the state of the exercise ---- */

static void on_task_event(App *app) {
    MistakeView view;
    if (!mistake_view(app->session, &view) || view.task.state == TASK_WAITING)
        return;
    ExercisePhase phase = view.task.state == TASK_TO_MOVE ? EXERCISE_TRYING : EXERCISE_READING;
    mistake_list_note(list_of(app), &view.task);
    exercise_of(app)->ply = session_record(app->session)->current;
    write_texts(app, &view);
    exercise_point_to_task(app, &view.task);
    exercise_show_event(app, phase);
}

/* ---- from mistake to mistake ---- */

static bool show_item(App *app, size_t index, Error *error) {
    SessionSetup setup;
    if (!mistake_list_setup(list_of(app), index, &app->settings, &setup, error))
        return false;
    return exercise_start_session(app, &setup, error);
}

static void show_or_notify(App *app, size_t index) {
    Error error = {0};
    if (show_item(app, index, &error))
        return;
    exercise_leave(app);
    app_notify_error(app, &error);
}

static void advance(App *app) {
    const MistakeList *list = list_of(app);
    MistakeView view;
    if (!mistake_view(app->session, &view) || view.task.state != TASK_SOLVED) {
        exercise_undo(app);
    } else if (list->at + 1 < list->count) {
        show_or_notify(app, list->at + 1);
    } else {
        size_t count = list->count, solved = mistake_list_solved(list);
        exercise_leave(app); /* frees the list */
        app_note(app, "You found a better move for %zu of %zu mistakes.", solved, count);
    }
}

static bool has_task(const App *app, int by) {
    const MistakeList *list = list_of(app);
    return by < 0 ? list->at > 0 : list->at + 1 < list->count;
}

static void move_by_task(App *app, int by) {
    if (has_task(app, by))
        show_or_notify(app, list_of(app)->at + (size_t)by);
    else
        app_note(app, by < 0 ? "This is the first mistake." : "This is the last mistake.");
}

static void move_by_lesson(App *app, int by) {
    show_or_notify(app, by < 0 ? 0 : list_of(app)->count - 1);
}

static void leave(App *app) {
    mistake_list_free(list_of(app));
}

static const ExerciseOps mistake_ops = {
    .name = "an exercise",
    .help_hint = "hint",
    .back_hint = "back",
    .forward_hint = "forward",
    .waiting = "The computer looks at your move...",
    .at_start = "This is where the exercise begins.",
    .check_move = exercise_await_verdict,
    .on_task_event = on_task_event,
    .show_help = exercise_show_hint,
    .advance = advance,
    .has_task = has_task,
    .move_by_task = move_by_task,
    .move_by_lesson = move_by_lesson,
    .leave = leave,
};

/* ---- opening ---- */

/* Selects the side of the only human at this terminal; between two people both; else the side at
 * the bottom of the board. */
static void select_sides(const App *app, bool sides[COLOR_COUNT]) {
    sides[WHITE] = app_is_human(app, WHITE);
    sides[BLACK] = app_is_human(app, BLACK);
    if (!sides[WHITE] && !sides[BLACK])
        sides[app->board.flipped ? BLACK : WHITE] = true;
}

static bool is_reviewed(const App *app) {
    const Review *review = review_screen_review(app);
    return review != NULL && review->pass == REVIEW_DONE;
}

/* Shows the first mistake of the game on the board, or says why there is none. */
static void mistake_screen_open(App *app) {
    char key[KEY_NAME_SIZE];
    bool sides[COLOR_COUNT];
    Error error = {0};
    if (!is_reviewed(app)) {
        app_note(app, "The game has to be reviewed first: %s does that.",
                 action_key_name(app, ACTION_REVIEW, key));
        return;
    }
    select_sides(app, sides);
    MistakeList *list =
        mistake_list_create(app_record(app), review_screen_review(app), sides, &error);
    if (list == NULL) {
        app_notify_error(app, &error);
        return;
    }
    exercise_begin(app, &mistake_ops, list);
    if (show_item(app, 0, &error))
        return;
    exercise_leave(app);
    app_notify_error(app, &error);
}

static bool allows(const App *app, Action action) {
    bool sides[COLOR_COUNT];
    if (action != ACTION_MISTAKES)
        return true;
    select_sides(app, sides);
    return !app_is_suspended(app) && is_reviewed(app) &&
           mistake_next(app_record(app), review_screen_review(app), sides, 0) > 0;
}

static const FeatureAction actions[] = {{ACTION_MISTAKES, .run = mistake_screen_open},
                                        {.action = ACTION_NONE}};

const Feature mistake_feature = {.actions = actions, .allows = allows};
