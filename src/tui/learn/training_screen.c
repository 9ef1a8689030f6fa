#include <config.h>

#include "tui/learn/training_screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/puzzles/training_words.h"
#include "tui/dialogs.h"
#include "tui/learn/exercise.h"
#include "tui/learn/training_chooser.h"
#include "tui/learn/training_finder.h"
#include "tui/selection.h"

static const ExerciseOps training_ops;

static bool is_active(const App *app) {
    return app->exercise != NULL && app->exercise->ops == &training_ops;
}

/* --- texts --- */

static bool is_win(const TrainingView *view) {
    return view->request.result == ENDING_WIN;
}

static void write_progress(Exercise *exercise, const TrainingView *view) {
    if (is_win(view))
        snprintf(exercise->progress, sizeof exercise->progress, "%d wasted", view->wasted);
    else if (view->state == TRAINING_SOLVED)
        snprintf(exercise->progress, sizeof exercise->progress, "held");
    else
        snprintf(exercise->progress, sizeof exercise->progress, "%d to go",
                 view->moves_left > 0 ? view->moves_left : 0);
}

static void write_start(Exercise *exercise, const TrainingView *view) {
    char class[TRAINING_CLASS_SIZE], score[TRAINING_WORDS_SIZE];
    training_words_score(view, score);
    snprintf(exercise->text, sizeof exercise->text,
             "You play White, at the bottom: %s. Black %s.\n\n%s%s%s",
             training_class_write(&view->class, view->pawns, class),
             is_win(view) ? "resists as long as it can" : "makes it as hard as it can",
             is_win(view) ? "A ply is a move of one side. Those beyond the fewest possible are "
                            "counted as wasted."
                          : "Each of your moves has to keep the draw.",
             score[0] != '\0' ? "\n\n" : "", score);
}

/* The remark is what must be read before going on; the text is the rest. */
static void write_texts(App *app, const TrainingView *view) {
    Exercise *exercise = app->exercise;
    char comment[TRAINING_WORDS_SIZE], more[TRAINING_WORDS_SIZE] = "";
    bool solved = view->state == TRAINING_SOLVED, to_move = view->state == TRAINING_TO_MOVE;
    bool remarked = !solved && (!to_move || view->hint != TRAINING_HINT_NONE);
    training_words_comment(view, app->session, comment);
    if (solved)
        training_words_score(view, more);
    snprintf(exercise->title, sizeof exercise->title, "%s", is_win(view) ? "To win" : "To hold");
    write_progress(exercise, view);
    if (to_move && view->plies == 0) {
        write_start(exercise, view);
    } else {
        text_copy(exercise->text, sizeof exercise->text, remarked ? "" : comment);
        text_append(exercise->text, sizeof exercise->text, "%s%s", more[0] != '\0' ? "\n\n" : "",
                    more);
    }
    snprintf(exercise->remark, sizeof exercise->remark, "%s", remarked ? comment : "");
    training_words_task(view, exercise->task);
    exercise->continue_text =
        solved || view->state == TRAINING_STUCK ? "shows another ending" : "takes it back";
}

/* --- the state of the training --- */

/* Moves the cursor to the piece of a hint, prepares the move of a hint, or marks an answer. */
static void point_to_hint(App *app, const TrainingView *view) {
    selection_sync(app);
    if (view->hint == TRAINING_HINT_PIECE)
        app->cursor = move_from(view->hint_move);
    else if (view->hint == TRAINING_HINT_MOVE)
        selection_follow_advice(app, view->hint_move);
    else
        app->followed_advice = view->answer;
}

static void on_task_event(App *app) {
    TrainingView view;
    if (!training_view(app->session, &view) || view.state == TRAINING_DEFENDING)
        return;
    ExercisePhase phase = view.state == TRAINING_TO_MOVE ? EXERCISE_TRYING : EXERCISE_READING;
    app->exercise->ply = session_record(app->session)->current;
    write_texts(app, &view);
    point_to_hint(app, &view);
    /* While the ending goes on, what there is to say is one line. */
    bool said = view.state == TRAINING_TO_MOVE && view.hint == TRAINING_HINT_NONE && view.plies > 0;
    if (said)
        exercise_set_phase(app, phase);
    else
        exercise_show_event(app, phase);
}

/* --- from ending to ending --- */

static void show_found(App *app, TrainingFound *found) {
    TrainingEnding *ending = found->ending;
    SessionSetup setup;
    Error error = {0};
    found->ending = NULL;
    if (!training_setup(&app->settings, ending, &setup, &error) ||
        !training_screen_show(app, &setup, &error))
        app_notify_error(app, &error);
}

static void find(App *app, const TrainingRequest *request) {
    TrainingView view;
    bool trains = is_active(app) && training_view(app->session, &view);
    training_finder_start(app, request, trains ? view.seed : training_seed(&app->settings),
                          show_found);
}

static void find_next(App *app) {
    TrainingView view;
    if (training_view(app->session, &view))
        find(app, &view.request);
}

static void advance(App *app) {
    TrainingView view;
    if (training_view(app->session, &view) &&
        (view.state == TRAINING_SOLVED || view.state == TRAINING_STUCK))
        find_next(app);
    else
        exercise_undo(app);
}

/* Goes to another ending, or back to the start of this one. */
static void move_by_task(App *app, int by) {
    if (by > 0)
        find_next(app);
    else if (!session_go_to_ply(app->session, 0, NULL) || session_record(app->session)->count == 0)
        app_note(app, "This is where the ending begins.");
}

/* Finds a longer or a shorter ending. */
static void move_by_lesson(App *app, int by) {
    TrainingView view;
    if (!training_view(app->session, &view))
        return;
    int now = training_request_length(&view.request);
    int length = now < 0 ? 0 : now + by; /* from a range such as 5-9 to any length */
    if (length < 0 || length >= TRAINING_LENGTHS) {
        app_note(app, by < 0 ? "These are endings of any length." : "These are the longest ones.");
        return;
    }
    view.request.moves_min = training_lengths[length].moves_min;
    view.request.moves_max = training_lengths[length].moves_max;
    find(app, &view.request);
}

static void leave(App *app) {
    training_finder_stop(app);
}

static const ExerciseOps training_ops = {
    .name = "training",
    .help_hint = "hint",
    .again_hint = "take back",
    .back_hint = "restart",
    .forward_hint = "another",
    .at_start = "This is where the ending begins.",
    .check_move = exercise_await_verdict,
    .on_task_event = on_task_event,
    .show_help = exercise_show_hint,
    .advance = advance,
    .again = exercise_undo,
    .move_by_task = move_by_task,
    .move_by_lesson = move_by_lesson,
    .leave = leave,
};

bool training_screen_show(App *app, SessionSetup *setup, Error *error) {
    setup->hash_mb = HASH_MB_MIN;
    setup->threads = 1;
    if (!is_active(app))
        exercise_begin(app, &training_ops, NULL);
    if (exercise_start_session(app, setup, error))
        return true;
    exercise_leave(app);
    return false;
}

bool training_screen_find(App *app, const char *text, Error *error) {
    TrainingRequest request;
    if (!training_request_parse(text, &app->settings.variant, &request, error))
        return false;
    find(app, &request);
    return true;
}

/* --- choosing --- */

static void show_chooser(App *app, TrainingFound *found) {
    TrainingView view = {.request = {.any_class = true, .result = ENDING_WIN}};
    EndingClass *classes = found->classes;
    found->classes = NULL;
    if (is_active(app))
        training_view(app->session, &view);
    training_chooser_open(app, classes, found->class_count, &view.request, find,
                          is_active(app) ? exercise_leave : NULL);
}

void training_screen_open(App *app) {
    training_finder_start(app, NULL, 0, show_chooser);
}
