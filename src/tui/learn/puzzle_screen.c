#include <config.h>

#include "tui/learn/puzzle_screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/puzzles/puzzle.h"
#include "tui/dialogs.h"
#include "tui/learn/exercise.h"

typedef struct PuzzleScreen {
    int number;
    int moves; /* length of the next puzzles; 0: any */
} PuzzleScreen;

static const ExerciseOps puzzle_ops;

static PuzzleScreen *puzzle_screen_of(const App *app) {
    return exercise_of(app)->data;
}

static bool is_active(const App *app) {
    return exercise_of(app) != NULL && exercise_of(app)->ops == &puzzle_ops;
}

/* ---- texts ---- */

static void write_start(Exercise *exercise, const PuzzleView *view) {
    static const char *const moves[PUZZLE_MOVES_MAX + 1] = {"", "first", "second", "third",
                                                            "fourth"};
    const char *other = color_name(color_other(view->side));
    snprintf(exercise->text, sizeof exercise->text,
             "You play %s, at the bottom. Take the lion with your %s move at the latest, whatever "
             "%s does.\n\nOnly one first move is right. Grade %d of %d.%s",
             color_name(view->side), moves[view->puzzle->moves], other, view->puzzle->grade,
             PUZZLE_GRADE_MAX, view->done ? " You have solved it before." : "");
}

static void write_text(Exercise *exercise, const PuzzleView *view) {
    exercise->text[0] = '\0';
    if (view->task.state == TASK_FAILED)
        return; /* write_remark() explains it */
    if (view->task.state == TASK_SOLVED)
        snprintf(exercise->text, sizeof exercise->text, "%s",
                 view->done ? "Solved, well done!"
                            : "That is it. A move was shown, so this does not count as solved: try "
                              "it again another day.");
    else if (view->moves_left == view->puzzle->moves)
        write_start(exercise, view);
    else
        snprintf(exercise->text, sizeof exercise->text, "That is right! And %s has answered.",
                 color_name(color_other(view->side)));
}

static void write_task(Exercise *exercise, const PuzzleView *view) {
    exercise->task[0] = '\0';
    if (view->moves_left > 1)
        snprintf(exercise->task, sizeof exercise->task, "%s wins in %d moves.",
                 color_name(view->side), view->moves_left);
    else if (view->moves_left == 1)
        snprintf(exercise->task, sizeof exercise->task, "%s wins with this move.",
                 color_name(view->side));
}

static void write_remark(App *app, const PuzzleView *view) {
    Exercise *exercise = exercise_of(app);
    char sentence[TASK_SENTENCE_SIZE];
    exercise->remark[0] = '\0';
    if (view->task.state == TASK_FAILED || view->task.hint != TASK_HINT_NONE)
        snprintf(exercise->remark, sizeof exercise->remark, "%s",
                 session_task_sentence(app->session, app_notation(app), sentence));
}

static void write_texts(App *app, const PuzzleView *view) {
    Exercise *exercise = exercise_of(app);
    snprintf(exercise->title, sizeof exercise->title, "Puzzle %d", view->number);
    snprintf(exercise->progress, sizeof exercise->progress, "%d of %d solved", view->solved,
             view->count);
    write_text(exercise, view);
    write_task(exercise, view);
    write_remark(app, view);
    if (view->task.state == TASK_FAILED)
        exercise->task[0] = '\0';
    exercise->takes_back = view->task.state == TASK_FAILED;
    exercise->continue_text = "shows the next one";
}

/* ---- the state of the puzzle ---- */

static void on_task_event(App *app) {
    PuzzleView view;
    if (!puzzle_view(app->session, &view) || view.task.state == TASK_WAITING)
        return;
    exercise_of(app)->ply = session_record(app->session)->current;
    write_texts(app, &view);
    exercise_point_to_task(app, &view.task);
    exercise_show_event(app, view.task.state == TASK_TO_MOVE ? EXERCISE_TRYING : EXERCISE_READING);
}

/* ---- from puzzle to puzzle ---- */

static bool puzzle_screen_show(App *app, int number, Error *error);

static void show_or_notify(App *app, int number) {
    Error error = {0};
    if (!puzzle_screen_show(app, number, &error))
        app_notify_error(app, &error);
}

static void show_next(App *app) {
    PuzzleProgress progress;
    puzzle_progress_read(&progress, NULL); /* the session reports errors */
    show_or_notify(
        app, puzzle_next(&progress, puzzle_screen_of(app)->number, puzzle_screen_of(app)->moves));
}

static void advance(App *app) {
    PuzzleView view;
    if (puzzle_view(app->session, &view) && view.task.state == TASK_SOLVED)
        show_next(app);
    else
        exercise_undo(app);
}

static void move_by_task(App *app, int by) {
    int number = puzzle_screen_of(app)->number - 1 + by + puzzle_count();
    show_or_notify(app, number % puzzle_count() + 1);
}

/* Shows the first puzzle of another grade. */
static void move_by_lesson(App *app, int by) {
    int number = puzzle_screen_of(app)->number;
    int grade = puzzle_get(number)->grade + by;
    for (int i = 1; i <= puzzle_count(); i++)
        if (puzzle_get(i)->grade == grade) {
            show_or_notify(app, i);
            return;
        }
    app_note(app, by < 0 ? "These are the easiest puzzles." : "These are the hardest puzzles.");
}

static void leave(App *app) {
    free(exercise_of(app)->data);
}

static const ExerciseOps puzzle_ops = {
    .name = "a puzzle",
    .help_hint = "hint",
    .back_hint = "back",
    .forward_hint = "forward",
    .at_start = "This is where the puzzle begins.",
    .check_move = exercise_await_verdict,
    .on_task_event = on_task_event,
    .show_help = exercise_show_hint,
    .advance = advance,
    .move_by_task = move_by_task,
    .move_by_lesson = move_by_lesson,
    .leave = leave,
};

static bool show_setup(App *app, SessionSetup *setup, Error *error) {
    PuzzleView view;
    setup->threads = 1;
    if (!is_active(app))
        exercise_begin(app, &puzzle_ops, memory_allocate(sizeof(PuzzleScreen)));
    if (!exercise_start_session(app, setup, error)) {
        exercise_leave(app);
        return false;
    }
    if (puzzle_view(app->session, &view)) {
        puzzle_screen_of(app)->number = view.number;
        write_texts(app, &view);
    }
    return true;
}

static bool puzzle_screen_show(App *app, int number, Error *error) {
    SessionSetup setup;
    return puzzle_setup(&app->settings, number, &setup, error) && show_setup(app, &setup, error);
}

/* ---- choosing ---- */

typedef struct PuzzleChoice {
    int number, moves;
} PuzzleChoice;

static void choose(Dialog *dialog, void *context) {
    App *app = context;
    const PuzzleChoice *choice = dialog_data(dialog);
    const char *text = dialog_field(dialog, choice->number);
    Error error = {0};
    int number = 0, moves = dialog_choice(dialog, choice->moves);
    if (*text != '\0' && !text_parse_number(text, 1, puzzle_count(), &number)) {
        error_set(&error, ERROR_RANGE, "expected a number from 1 to %d", puzzle_count());
        dialogs_set_error(dialog, choice->number, &error);
        return;
    }
    dialog_close(dialog);
    if (!is_active(app))
        return; /* the puzzles have ended above the dialog */
    puzzle_screen_of(app)->moves = moves == 0 ? 0 : moves + PUZZLE_MOVES_MIN - 1;
    if (*text != '\0')
        show_or_notify(app, number);
    else
        show_next(app);
}

static void open_chooser(App *app) {
    static const char *const moves[PUZZLE_MOVES_MAX - PUZZLE_MOVES_MIN + 3] = {"any number", "2",
                                                                               "3", "4", NULL};
    const PuzzleScreen *screen = puzzle_screen_of(app);
    Dialog *dialog = dialog_create("Another puzzle", app);
    PuzzleChoice *choice = memory_allocate(sizeof *choice);
    dialog_set_data(dialog, choice, free);
    dialog_add_text(dialog, "The next unsolved puzzle, or any puzzle by its number.");
    choice->moves =
        dialog_add_choice(dialog, "Moves to win", moves,
                          screen->moves == 0 ? 0 : screen->moves - PUZZLE_MOVES_MIN + 1);
    choice->number = dialog_add_field(dialog, "Number", "");
    dialog_add_button(dialog, "Show", choose);
    dialog_add_button(dialog, "Cancel", NULL);
    exercise_add_leave_button(dialog, "Leave");
    app_push_layer(app, dialog_layer(dialog));
}

void puzzle_screen_open(App *app) {
    if (is_active(app))
        open_chooser(app);
    else
        show_or_notify(app, PUZZLE_NEXT);
}

/* ---- the feature ---- */

static Beginning begin(App *app, const Occasion *occasion, Error *error) {
    if (occasion->type != OCCASION_PROGRAM || app->settings.puzzle == 0)
        return BEGINNING_NONE;
    return show_setup(app, occasion->setup, error) ? BEGINNING_SHOWN : BEGINNING_FAILED;
}

static bool run_puzzle(App *app, const char *text, Error *error) {
    int number;
    if (!text_parse_number(text, 1, puzzle_count(), &number))
        return error_set(error, ERROR_RANGE, "expected the number of a puzzle, from 1 to %d",
                         puzzle_count());
    return puzzle_screen_show(app, number, error);
}

static const FeatureAction actions[] = {{ACTION_PUZZLE, .run = puzzle_screen_open},
                                        {.action = ACTION_NONE}};
static const FeatureCommand commands[] = {{"puzzle", run_puzzle, false, NULL, NULL}, {0}};

const Feature puzzle_feature = {.actions = actions, .commands = commands, .begin = begin};
