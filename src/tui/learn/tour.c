#include <config.h>

#include "tui/learn/tour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "play/storage.h"
#include "rules/coordinate.h"
#include "rules/movegen.h"
#include "tui/dialogs.h"
#include "tui/learn/exercise.h"
#include "tui/learn/lesson.h"

enum { PROGRESS_SIZE = 64, LESSONS_MAX = 32, LINE_SIZE = 80, PROGRESS_MODE = 0600 };

static const char progress_file[] = "tour";

/* The learner's place. */
typedef struct Tour {
    int lesson, step;
} Tour;

static Tour *tour_of(const App *app) {
    return app->exercise->data;
}

static const LessonStep *step_of(const Tour *tour) {
    return &lesson_at(tour->lesson)->steps[tour->step];
}

/* --- the saved place --- */

/* Writes a line such as "zebra 2". Errors are ignored: the place is then not saved. */
static void save_progress(const Tour *tour) {
    char path[FILE_PATH_SIZE], text[PROGRESS_SIZE];
    int length =
        snprintf(text, sizeof text, "%s %d\n", lesson_at(tour->lesson)->name, tour->step + 1);
    if (storage_state_path(progress_file, path, NULL))
        file_write_atomic(path, text, (size_t)length, PROGRESS_MODE, true, NULL);
}

/* Returns the saved text, owned by the caller, or NULL. */
static char *read_progress(void) {
    char path[FILE_PATH_SIZE];
    size_t length;
    return storage_state_path(progress_file, path, NULL) ? file_read(path, &length, NULL) : NULL;
}

static void load_progress(Tour *tour) {
    char name[PROGRESS_SIZE];
    int step;
    char *text = read_progress();
    if (text != NULL && sscanf(text, "%31s %d", name, &step) == 2)
        for (int i = 0; lesson_at(i) != NULL; i++)
            if (strcmp(lesson_at(i)->name, name) == 0 && step >= 1 && step <= lesson_at(i)->count)
                *tour = (Tour){i, step - 1};
    free(text);
}

bool tour_is_unseen(void) {
    char *text = read_progress();
    bool unseen = text == NULL;
    free(text);
    return unseen;
}

/* --- one step --- */

static void show_step(App *app) {
    const Tour *tour = tour_of(app);
    const Lesson *lesson = lesson_at(tour->lesson);
    const LessonStep *step = step_of(tour);
    Exercise *exercise = app->exercise;
    Error error = {0};
    Record *record = lesson_record(lesson, tour->step, &error);
    if (record == NULL || !exercise_set_position(app, record, &error)) {
        exercise_leave(app);
        app_notify_error(app, &error);
        return;
    }
    Move move = lesson_move(step, session_position(app->session));
    if (!step->hide_piece && !move_is_none(move))
        app->cursor = move_from(move);
    exercise->reminder = lesson->reminder;
    snprintf(exercise->title, sizeof exercise->title, "%d. %s", tour->lesson + 1, lesson->title);
    snprintf(exercise->progress, sizeof exercise->progress, "%d/%d", tour->step + 1, lesson->count);
    keymap_expand(&app->keymap, step->text, exercise->text, sizeof exercise->text);
    keymap_expand(&app->keymap, step->task != NULL ? step->task : "", exercise->task,
                  sizeof exercise->task);
    save_progress(tour);
    exercise_show(app, step->task != NULL ? EXERCISE_TRYING : EXERCISE_READING);
}

static void show_solved(App *app) {
    Exercise *exercise = app->exercise;
    keymap_expand(&app->keymap, step_of(tour_of(app))->after, exercise->text,
                  sizeof exercise->text);
    exercise->task[0] = '\0';
    exercise_show(app, EXERCISE_READING);
}

static void check_move(App *app, Move move) {
    const LessonStep *step = step_of(tour_of(app));
    const Position *before = record_position_at(session_record(app->session), app->exercise->ply);
    char why[EXERCISE_TEXT_SIZE], remark[EXERCISE_TEXT_SIZE];
    Move reply;
    if (!lesson_accepts(step, move)) {
        lesson_rejection(step, before, move, why, sizeof why);
        exercise_reject_move(app, keymap_expand(&app->keymap, why, remark, sizeof remark));
    } else if (step->reply != NULL &&
               coordinate_parse(session_position(app->session), step->reply, &reply, NULL)) {
        exercise_reply(app, reply);
    } else {
        show_solved(app);
    }
}

static void show_help(App *app) {
    Move move = lesson_move(step_of(tour_of(app)), record_position(session_record(app->session)));
    char squares[COORDINATE_SIZE], key[KEY_NAME_SIZE];
    coordinate_write(move, squares);
    exercise_point_to(app, move);
    app_note(app, "Try %s: %s plays it%s.", squares,
             keymap_key_name(&app->keymap, ACTION_SELECT, key),
             move_jumps(move) > 1 ? ", jump by jump" : "");
}

/* --- from step to step --- */

static void play_first_game(Dialog *dialog, void *context) {
    App *app = context;
    Settings *settings = memory_allocate(sizeof *settings);
    Error error = {0};
    *settings = app->settings;
    dialog_close(dialog);
    settings->variant = *variant_find("congo");
    settings->player[WHITE] = (PlayerSetting){CONTROL_HUMAN, "negamax", 0};
    settings->player[BLACK] = (PlayerSetting){CONTROL_COMPUTER, "negamax", 0};
    settings->level = 1;
    settings->clock = (ClockSetting){0};
    settings->load_path[0] = '\0';
    snprintf(settings->game, sizeof settings->game, "standard");
    if (app_start_game_from(app, settings, &error)) {
        app->settings = *settings;
        app_note(app, "Your first game: you are White. Good luck!");
    } else {
        app_notify_error(app, &error);
    }
    free(settings);
}

static void leave_tour(Dialog *dialog, void *context) {
    dialog_close(dialog);
    exercise_leave(context);
}

static void offer_game(App *app) {
    Tour first = {0, 0};
    Dialog *dialog = dialog_create("That was the tour", app);
    dialog_add_text(dialog, "You know all the rules now. The best next step is a game: you are "
                            "White, against the computer at its lowest level.");
    if (app_has_unfinished_game(app))
        dialog_add_text(dialog, "The waiting game is kept and offered at the next start.");
    dialog_add_button(dialog, "Play", play_first_game);
    dialog_add_button(dialog, "Leave", leave_tour);
    save_progress(&first);
    app_push_layer(app, dialog_layer(dialog));
}

static void move_by_task(App *app, int by) {
    Tour *tour = tour_of(app);
    Tour to = {tour->lesson, tour->step + by};
    if (to.step < 0 && to.lesson > 0)
        to.step = lesson_at(--to.lesson)->count - 1;
    else if (to.step >= lesson_at(to.lesson)->count)
        to = (Tour){to.lesson + 1, 0};
    if (to.step < 0) {
        app_note(app, "This is where the tour begins.");
    } else if (lesson_at(to.lesson) == NULL) {
        offer_game(app);
    } else {
        *tour = to;
        show_step(app);
    }
}

static void move_by_lesson(App *app, int by) {
    Tour *tour = tour_of(app);
    int lesson = tour->lesson + by;
    if (by < 0 && tour->step > 0)
        lesson = tour->lesson;
    if (lesson < 0 || lesson_at(lesson) == NULL) {
        app_note(app, lesson < 0 ? "This is the first lesson." : "This is the last lesson.");
        return;
    }
    *tour = (Tour){lesson, 0};
    show_step(app);
}

static void advance(App *app) {
    move_by_task(app, 1);
}

static void leave(App *app) {
    free(app->exercise->data);
    app->offer_tour = false;
}

static const ExerciseOps tour_ops = {
    .name = "the tour",
    .help_hint = "show me",
    .again_hint = "again",
    .back_hint = "back",
    .forward_hint = "forward",
    .check_move = check_move,
    .on_reply = show_solved,
    .show_help = show_help,
    .advance = advance,
    .again = show_step,
    .move_by_task = move_by_task,
    .move_by_lesson = move_by_lesson,
    .leave = leave,
};

/* --- the list of lessons --- */

/* The list is the first item of the dialog. */
static void choose(Dialog *dialog, void *context) {
    App *app = context;
    *tour_of(app) = (Tour){(int)dialog_selection(dialog, 0), 0};
    dialog_close(dialog);
    show_step(app);
}

static void show_lessons(App *app) {
    char text[LESSONS_MAX][LINE_SIZE];
    const char *lines[LESSONS_MAX];
    int count = 0;
    for (; lesson_at(count) != NULL; count++) {
        snprintf(text[count], LINE_SIZE, "%2d. %s", count + 1, lesson_at(count)->title);
        lines[count] = text[count];
    }
    Dialog *dialog = dialog_create("The guided tour", app);
    int list = dialog_add_list(dialog, count, choose);
    dialog_set_list(dialog, list, lines, (size_t)count, (size_t)tour_of(app)->lesson);
    dialog_add_button(dialog, "Go on", choose);
    dialog_add_button(dialog, "Leave the tour", leave_tour);
    app_push_layer(app, dialog_layer(dialog));
}

void tour_open(App *app) {
    if (app->exercise != NULL && app->exercise->ops == &tour_ops) {
        show_lessons(app);
        return;
    }
    Tour *tour = memory_allocate(sizeof *tour);
    char key[KEY_NAME_SIZE];
    load_progress(tour);
    exercise_begin(app, &tour_ops, tour);
    bool resumed = tour->lesson > 0 || tour->step > 0;
    show_step(app);
    if (resumed && app->exercise != NULL)
        app_note(app, "The tour continues where you left it; %s lists its lessons.",
                 keymap_key_name(&app->keymap, ACTION_TOUR, key));
}
