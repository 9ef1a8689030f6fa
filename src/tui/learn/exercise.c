#include <config.h>

#include "tui/learn/exercise.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "board/painter.h"
#include "tui/app_game.h"
#include "tui/app_loop.h"
#include "tui/app_screen.h"
#include "tui/dialogs.h"
#include "tui/selection.h"
#include "tui/status.h"

enum { REPLY_DELAY_MS = 600 }; /* the learner sees their own move first */

/* ---- beginning and ending ---- */

/* The feature's state is a pointer to the current exercise. */
Exercise *exercise_of(const App *app) {
    Exercise *const *state = app_state(app, &exercise_feature);
    return *state;
}

static void set_exercise(App *app, Exercise *exercise) {
    Exercise **state = app_state(app, &exercise_feature);
    *state = exercise;
}

static void end_session(App *app) {
    uv_timer_stop(&app->reply_timer);
    if (app->session != NULL)
        session_free(app->session, NULL, NULL);
    app->session = NULL;
}

static void end_exercise(App *app) {
    Exercise *exercise = exercise_of(app);
    exercise->ops->leave(app);
    end_session(app);
    set_exercise(app, NULL);
    free(exercise);
    app_resume_game(app);
}

void exercise_begin(App *app, const ExerciseOps *ops, void *data) {
    if (exercise_of(app) != NULL)
        end_exercise(app);
    Exercise *exercise = memory_allocate(sizeof *exercise);
    exercise->ops = ops;
    exercise->data = data;
    exercise->reply = MOVE_NONE;
    exercise->continue_text = "continues";
    exercise->lesson = (ViewLesson){exercise->title, exercise->progress, exercise->text,
                                    exercise->task,  exercise->remark,   exercise->key};
    set_exercise(app, exercise);
    app_suspend_game(app, ops->name);
}

void exercise_leave(App *app) {
    end_exercise(app);
    if (app->session == NULL)
        app_start_first_game(app);
}

static void leave(Dialog *dialog, void *context) {
    dialog_close(dialog);
    exercise_leave(context);
}

void exercise_add_leave_button(Dialog *dialog, const char *label) {
    dialog_add_button(dialog, label, leave);
}

bool exercise_start_session(App *app, SessionSetup *setup, Error *error) {
    Exercise *exercise = exercise_of(app);
    setup->hash_mb = HASH_MB_MIN;
    end_session(app);
    app->session = session_create(&app->loop, setup, app_on_session_event, app, error);
    if (app->session == NULL)
        return false;
    const Record *record = session_record(app->session);
    exercise->ply = app->announced_ply = record->current;
    exercise->text[0] = exercise->task[0] = exercise->remark[0] = exercise->key[0] = '\0';
    app->board.flipped = position_side(record_position(record)) == BLACK;
    app->board.cursor = app->board.flipped ? D6 : D2;
    app_reset_board(app);
    return true;
}

bool exercise_set_position(App *app, Record *record, Error *error) {
    static const SessionPlayer person = {
        .kind = PLAYER_HUMAN, .advisor = ADVISOR_RANDOM, .level = LEVEL_MAX};
    SessionSetup setup = {.player = {person, person},
                          .record = record,
                          .threads = 1,
                          .clock_left_ms = {-1, -1},
                          .open_capture = MOVE_NONE};
    return exercise_start_session(app, &setup, error);
}

/* ---- texts ---- */

static void continue_from_dialog(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (exercise_of(app) != NULL && exercise_of(app)->phase == EXERCISE_READING)
        exercise_of(app)->ops->advance(app);
}

/* Shows the remark or the text, and the task, in a dialog. */
static void show_text(App *app) {
    const Exercise *exercise = exercise_of(app);
    char text[EXERCISE_TEXT_SIZE + EXERCISE_LINE_SIZE + 8];
    const char *task = exercise->task[0] != '\0' ? "\n\n> " : "";
    Dialog *dialog = dialog_create(exercise->title, app);
    snprintf(text, sizeof text, "%s%s%s",
             exercise->remark[0] != '\0' ? exercise->remark : exercise->text, task, exercise->task);
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, exercise->phase == EXERCISE_READING ? "Go on" : "To the board",
                      continue_from_dialog);
    dialog_set_reading(dialog);
    app_push_layer(app, dialog_layer(dialog));
}

void exercise_set_phase(App *app, ExercisePhase phase) {
    Exercise *exercise = exercise_of(app);
    char key[KEY_NAME_SIZE];
    exercise->phase = phase;
    exercise->undoing = false;
    if (phase == EXERCISE_READING)
        snprintf(exercise->key, sizeof exercise->key, "%s %s.",
                 action_key_name(app, ACTION_SELECT, key),
                 exercise->takes_back ? "takes it back" : exercise->continue_text);
    else
        exercise->key[0] = '\0';
    app_invalidate(app);
}

void exercise_show(App *app, ExercisePhase phase) {
    exercise_set_phase(app, phase);
    app_arrange(app);
    if (phase != EXERCISE_WAITING && !painter_lesson_fits(&app->screen, &exercise_of(app)->lesson))
        show_text(app);
}

void exercise_show_event(App *app, ExercisePhase phase) {
    if (exercise_of(app)->undoing && phase == EXERCISE_TRYING)
        exercise_set_phase(app, phase);
    else
        exercise_show(app, phase);
}

/* ---- moves ---- */

void exercise_undo(App *app) {
    Exercise *exercise = exercise_of(app);
    exercise->undoing = session_undo(app->session, NULL);
    if (!exercise->undoing)
        app_note(app, "%s", exercise->ops->at_start);
}

void exercise_reject_move(App *app, const char *remark) {
    Exercise *exercise = exercise_of(app);
    const Record *record = session_record(app->session);
    app->board.cursor = move_from(record->plies[exercise->ply].move);
    while (record->current > exercise->ply && session_undo(app->session, NULL))
        app->announced_ply = record->current;
    app_reset_board(app);
    snprintf(exercise->remark, sizeof exercise->remark, "%s", remark);
    exercise_show(app, EXERCISE_TRYING);
}

static void play_reply(uv_timer_t *timer) {
    App *app = timer->data;
    Exercise *exercise = exercise_of(app);
    Error error = {0};
    if (!session_submit(app->session, exercise->reply, &error)) {
        app_notify_error(app, &error);
        return;
    }
    exercise->ply = session_record(app->session)->current;
    exercise->ops->on_reply(app);
    app_invalidate(app);
}

void exercise_reply(App *app, Move move) {
    exercise_of(app)->reply = move;
    uv_update_time(&app->loop); /* the timer counts from the loop's time, which may be stale */
    uv_timer_start(&app->reply_timer, play_reply, REPLY_DELAY_MS, 0);
    exercise_show(app, EXERCISE_WAITING);
}

void exercise_await_verdict(App *app, Move move) {
    (void)move;
    exercise_set_phase(app, EXERCISE_WAITING);
}

void exercise_show_hint(App *app) {
    Error error = {0};
    while (session_undo_jump(app->session, NULL))
        continue;
    if (!session_hint(app->session, &error))
        app_notify_error(app, &error);
}

void exercise_point_to_task(App *app, const TaskView *task) {
    selection_sync(app);
    if (task->hint == TASK_HINT_PIECE)
        app->board.cursor = move_from(task->hint_move);
    else if (task->hint == TASK_HINT_MOVE)
        selection_follow_advice(app, task->hint_move);
    else
        app->board.followed_advice = task->answer;
}

void exercise_point_to(App *app, Move move) {
    exercise_of(app)->remark[0] = '\0';
    while (session_undo_jump(app->session, NULL))
        continue;
    selection_sync(app);
    selection_follow_advice(app, move);
}

static void check_move(App *app) {
    Exercise *exercise = exercise_of(app);
    if (exercise == NULL || exercise->phase != EXERCISE_TRYING || app->session == NULL)
        return;
    const Record *record = session_record(app->session);
    if (record->current <= exercise->ply)
        return;
    exercise->remark[0] = '\0';
    exercise->ops->check_move(app, record->plies[exercise->ply].move);
}

/* Returns the text that replaces the square under the cursor in the status line, or "". */
static const char *current_status(const App *app) {
    const Exercise *exercise = exercise_of(app);
    if (exercise == NULL || exercise->phase == EXERCISE_TRYING)
        return "";
    if (exercise->phase == EXERCISE_READING)
        return exercise->key;
    return exercise->ops->waiting != NULL ? exercise->ops->waiting : "The other side answers...";
}

static bool exercise_refuses_move(App *app, Error *error) {
    const char *status = current_status(app);
    if (status[0] == '\0')
        return false;
    if (error != NULL)
        error_set(error, ERROR_STATE, "no move is possible now: %s", status);
    else
        app_note(app, "%s", status);
    return true;
}

/* ---- actions ---- */

static void act_enter(App *app) {
    if (exercise_of(app)->phase == EXERCISE_READING)
        exercise_of(app)->ops->advance(app);
    else if (exercise_of(app)->phase == EXERCISE_TRYING)
        selection_enter(app);
}

static void act_escape(App *app) {
    if (app->board.selected != SQUARE_NONE)
        selection_escape(app);
    else
        exercise_leave(app);
}

static void act_again(App *app) {
    if (exercise_of(app)->phase == EXERCISE_WAITING)
        return;
    if (position_in_capture(session_position(app->session)))
        session_undo_jump(app->session, NULL);
    else if (exercise_of(app)->ops->again != NULL)
        exercise_of(app)->ops->again(app);
    else
        exercise_undo(app);
}

static void act_advice(App *app) {
    if (!exercise_refuses_move(app, NULL))
        exercise_of(app)->ops->show_help(app);
}

static void act_back(App *app) {
    exercise_of(app)->ops->move_by_task(app, -1);
}

static void act_forward(App *app) {
    exercise_of(app)->ops->move_by_task(app, 1);
}

static void act_start(App *app) {
    exercise_of(app)->ops->move_by_lesson(app, -1);
}

static void act_end(App *app) {
    exercise_of(app)->ops->move_by_lesson(app, 1);
}

typedef struct ExerciseAction {
    Action action;
    void (*run)(App *app); /* NULL: as in a game; the action has IN_EXERCISE */
    const char *hint;      /* NULL: of hint_word() */
    unsigned phases;       /* in which it is hinted: set of 1 << ExercisePhase */
} ExerciseAction;

static void go_home(App *app) {
    end_exercise(app);
    action_run(app, ACTION_WELCOME);
}

enum {
    TRYING = 1 << EXERCISE_TRYING,
    READING = 1 << EXERCISE_READING,
    ANY = TRYING | READING | 1 << EXERCISE_WAITING
};

/* The most useful first: a small screen shows only the first hints. */
static const ExerciseAction exercise_actions[] = {
    {ACTION_SELECT, act_enter, NULL, TRYING | READING},
    {ACTION_NEXT, NULL, "next", TRYING},
    {ACTION_ADVICE, act_advice, NULL, TRYING},
    {ACTION_UNDO, act_again, NULL, ANY},
    {ACTION_BACK, act_back, NULL, ANY},
    {ACTION_FORWARD, act_forward, NULL, ANY},
    {ACTION_QUIT, exercise_leave, "leave", ANY},
    {ACTION_TOUR, NULL, "lessons", ANY},
    {ACTION_PUZZLE, NULL, "puzzles", ANY},
    {ACTION_TRAIN, NULL, "train", ANY},
    {ACTION_ESCAPE, act_escape, "", 0},
    {ACTION_START, act_start, "", 0},
    {ACTION_END, act_end, "", 0},
    {ACTION_WELCOME, go_home, "", 0},
    {ACTION_READ, show_text, "", 0},
};
enum { EXERCISE_ACTIONS = sizeof exercise_actions / sizeof exercise_actions[0] };

static bool exercise_run_action(App *app, Action action) {
    char key[KEY_NAME_SIZE];
    if (exercise_of(app) == NULL)
        return false;
    const ExerciseOps *ops = exercise_of(app)->ops;
    if (ops->run_action != NULL && ops->run_action(app, action))
        return true;
    for (int i = 0; i < EXERCISE_ACTIONS; i++)
        if (exercise_actions[i].action == action && exercise_actions[i].run != NULL) {
            exercise_actions[i].run(app);
            return true;
        }
    if ((action_info(action)->contexts & IN_EXERCISE) != 0)
        return false;
    app_note(app, "That is not possible in %s; %s leaves it.", ops->name,
             action_key_name(app, ACTION_QUIT, key));
    return true;
}

/* Returns the word for an action whose row has none. */
static const char *hint_word(const App *app, Action action) {
    const Exercise *exercise = exercise_of(app);
    const ExerciseOps *ops = exercise->ops;
    switch (action) {
    case ACTION_SELECT:
        if (exercise->phase == EXERCISE_READING)
            return exercise->takes_back ? "undo" : "go on";
        return selection_enter_word(app);
    case ACTION_UNDO:
        return ops->again != NULL ? "again" : "take back";
    case ACTION_BACK:
        return ops->back_hint;
    case ACTION_FORWARD:
        return ops->forward_hint;
    default:
        return ops->help_hint;
    }
}

/* Returns whether the action does something now. */
static bool is_useful(const App *app, Action action) {
    const ExerciseOps *ops = exercise_of(app)->ops;
    if (action == ACTION_BACK || action == ACTION_FORWARD)
        return ops->has_task == NULL || ops->has_task(app, action == ACTION_BACK ? -1 : 1);
    return action != ACTION_UNDO || ops->again != NULL || app_record(app)->current > 0 ||
           position_in_capture(app_position(app));
}

static bool exercise_hints(const App *app, View *view) {
    const Exercise *exercise = exercise_of(app);
    for (int i = 0; exercise != NULL && i < EXERCISE_ACTIONS; i++) {
        const ExerciseAction *row = &exercise_actions[i];
        if ((row->phases & 1U << exercise->phase) != 0 && is_useful(app, row->action))
            hints_add(app, view, row->action,
                      row->hint != NULL ? row->hint : hint_word(app, row->action));
    }
    return exercise != NULL;
}

/* ---- the feature ---- */

static void end_current(App *app) {
    if (exercise_of(app) != NULL)
        end_exercise(app);
}

/* An exercise has texts of its own at the end of its session. */
static bool on_event(App *app, const Session *session, SessionEvent event) {
    const Exercise *exercise = exercise_of(app);
    if (exercise == NULL || session != app->session)
        return false;
    if (event == SESSION_TASK && exercise->ops->on_task_event != NULL)
        exercise->ops->on_task_event(app);
    return event == SESSION_OVER;
}

static void fill_view(App *app, View *view) {
    const Exercise *exercise = exercise_of(app);
    if (exercise == NULL)
        return;
    view->title_action[PANEL_LESSON] = ACTION_READ;
    view->lesson = exercise->ops->without_text ? NULL : &exercise->lesson;
}

static bool exercise_status(const App *app, StatusPart part, const View *view,
                            char text[VIEW_STATUS_SIZE]) {
    const char *status = current_status(app);
    (void)view;
    if (part != STATUS_LINE || status[0] == '\0')
        return false;
    text_append(text, VIEW_STATUS_SIZE, "%s", status);
    return true;
}

const Feature exercise_feature = {
    .state_size = sizeof(Exercise *),
    .run_action = exercise_run_action,
    .after_input = check_move,
    .refuses_move = exercise_refuses_move,
    .before_game = end_current,
    .close = end_current,
    .on_event = on_event,
    .fill_view = fill_view,
    .status = exercise_status,
    .hints = exercise_hints,
};
