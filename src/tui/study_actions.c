/* What the actions do in a study. */
#include <config.h>

#include <stdio.h>

#include "tui/board.h"
#include "tui/study.h"

void exercise_enter(App *app) {
    if (app->exercise->phase == EXERCISE_READING)
        app->exercise->kind->advance(app);
    else if (app->exercise->phase == EXERCISE_TRYING)
        selection_enter(app);
}

static void act_escape(App *app) {
    if (app->selected != SQUARE_NONE)
        selection_escape(app);
    else
        exercise_leave(app);
}

static void act_again(App *app) {
    if (app->exercise->phase == EXERCISE_WAITING)
        return;
    if (position_in_capture(session_position(app->session)))
        session_undo_jump(app->session, NULL);
    else
        app->exercise->kind->move_by_task(app, 0);
}

static void act_advice(App *app) {
    if (exercise_allows_move(app))
        app->exercise->kind->show_help(app);
}

static void act_back(App *app) {
    app->exercise->kind->move_by_task(app, -1);
}

static void act_forward(App *app) {
    app->exercise->kind->move_by_task(app, 1);
}

static void act_start(App *app) {
    app->exercise->kind->move_by_lesson(app, -1);
}

static void act_end(App *app) {
    app->exercise->kind->move_by_lesson(app, 1);
}

/* What an action does in a study, and what the hints call it (NULL: what the kind of study calls
 * it). */
typedef struct ExerciseAction {
    Action action;
    void (*handler)(App *app); /* NULL: what it does anywhere */
    const char *hint;
    unsigned phases; /* of 1 << ExercisePhase, in which it is hinted */
} ExerciseAction;

enum {
    TRYING = 1 << EXERCISE_TRYING,
    READING = 1 << EXERCISE_READING,
    ANY = TRYING | READING | 1 << EXERCISE_WAITING
};

/* The most useful first: where the room is short, the last hints go. */
static const ExerciseAction exercise_actions[] = {
    {ACTION_SELECT, exercise_enter, "select/move", TRYING},
    {ACTION_SELECT, exercise_enter, "go on", READING},
    {ACTION_NEXT, NULL, "next", TRYING},
    {ACTION_ADVICE, act_advice, NULL, TRYING},
    {ACTION_UNDO, act_again, NULL, ANY},
    {ACTION_BACK, act_back, "back", ANY},
    {ACTION_FORWARD, act_forward, "forward", ANY},
    {ACTION_QUIT, exercise_leave, "leave", ANY},
    {ACTION_TOUR, NULL, "lessons", ANY},
    {ACTION_PUZZLE, NULL, "puzzles", ANY},
    {ACTION_ESCAPE, act_escape, "", 0},
    {ACTION_START, act_start, "", 0},
    {ACTION_END, act_end, "", 0},
    {ACTION_LEFT, NULL, "", 0},
    {ACTION_DOWN, NULL, "", 0},
    {ACTION_UP, NULL, "", 0},
    {ACTION_RIGHT, NULL, "", 0},
    {ACTION_UP_LEFT, NULL, "", 0},
    {ACTION_UP_RIGHT, NULL, "", 0},
    {ACTION_DOWN_LEFT, NULL, "", 0},
    {ACTION_DOWN_RIGHT, NULL, "", 0},
    {ACTION_PREVIOUS, NULL, "", 0},
    {ACTION_FEN, NULL, "", 0},
    {ACTION_COMMAND, NULL, "", 0},
    {ACTION_NEW, NULL, "", 0},
    {ACTION_OPEN, NULL, "", 0},
    {ACTION_LOBBY, NULL, "", 0},
    {ACTION_HELP, NULL, "help", ANY},
    {ACTION_READ, exercise_show_text, "text", ANY},
    {ACTION_FLIP, NULL, "flip", ANY},
    {ACTION_ZOOM_IN, NULL, "larger", ANY},
    {ACTION_GLYPHS, NULL, "glyphs", ANY},
    {ACTION_THEME, NULL, "theme", ANY},
    {ACTION_ZOOM_OUT, NULL, "smaller", ANY},
    {ACTION_ZOOM_AUTO, NULL, "", 0},
    {ACTION_REDRAW, NULL, "", 0},
    {ACTION_SUSPEND, NULL, "", 0},
};
enum { EXERCISE_ACTIONS = sizeof exercise_actions / sizeof exercise_actions[0] };

void exercise_run_action(App *app, Action action) {
    char key[KEY_NAME_SIZE];
    for (int i = 0; i < EXERCISE_ACTIONS; i++) {
        if (exercise_actions[i].action != action)
            continue;
        if (exercise_actions[i].handler != NULL)
            exercise_actions[i].handler(app);
        else
            action_run_in_game(app, action);
        return;
    }
    app_note(app, "That is not for %s; %s leaves it.", app->exercise->kind->name,
             keymap_key_name(&app->keys, ACTION_QUIT, key));
}

static const char *hint_word(const ExerciseAction *row, const ExerciseOps *kind) {
    if (row->hint != NULL)
        return row->hint;
    return row->action == ACTION_UNDO ? kind->again : kind->help;
}

void exercise_hints(const App *app, char text[VIEW_STATUS_SIZE]) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < EXERCISE_ACTIONS && used < VIEW_STATUS_SIZE; i++) {
        const ExerciseAction *row = &exercise_actions[i];
        char key[KEY_NAME_SIZE];
        if ((row->phases & 1U << app->exercise->phase) == 0 ||
            keymap_key_name(&app->keys, row->action, key)[0] == '\0')
            continue;
        int length = snprintf(text + used, VIEW_STATUS_SIZE - used, "%s %s  ", key,
                              hint_word(row, app->exercise->kind));
        used += length > 0 ? (size_t)length : 0;
    }
}
