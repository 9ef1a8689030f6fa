#include <config.h>

#include "tui/puzzling.h"

#include <stdio.h>
#include <stdlib.h>

#include "play/puzzle.h"
#include "rules/memory.h"
#include "tui/board.h"
#include "tui/dialogs.h"
#include "tui/study.h"

typedef struct Puzzling {
    int number;
    int moves;        /* of the puzzles wanted, 0: any */
    bool taking_back; /* what is told next is known already */
} Puzzling;

static const StudyKind puzzle_kind;

static Puzzling *puzzling_of(const App *app) {
    return app->study->data;
}

static bool is_on(const App *app) {
    return app->study != NULL && app->study->kind == &puzzle_kind;
}

/* --- texts --- */

static void write_start(Study *study, const PuzzleView *view) {
    static const char *const moves[PUZZLE_MOVES_MAX + 1] = {"", "first", "second", "third",
                                                            "fourth"};
    const char *other = color_name(color_other(view->side));
    snprintf(study->text, sizeof study->text,
             "You play %s, at the bottom. Take the lion with your %s move at the latest, whatever "
             "%s does.\n\nOnly one first move is right. Grade %d of %d.%s",
             color_name(view->side), moves[view->puzzle->moves], other, view->puzzle->grade,
             PUZZLE_GRADE_MAX, view->done ? " You have solved it before." : "");
}

static void write_text(Study *study, const PuzzleView *view) {
    study->text[0] = '\0';
    if (view->state == PUZZLE_FAILED)
        return; /* there is a remark */
    if (view->state == PUZZLE_SOLVED)
        snprintf(study->text, sizeof study->text, "%s",
                 view->done ? "Solved, well done!"
                            : "There it is. A move was shown, so this does not count as solved: "
                              "try it again some other day.");
    else if (view->left == view->puzzle->moves)
        write_start(study, view);
    else
        snprintf(study->text, sizeof study->text, "That is right! And %s has answered.",
                 color_name(color_other(view->side)));
}

static void write_task(Study *study, const PuzzleView *view) {
    study->task[0] = '\0';
    if (view->left > 1)
        snprintf(study->task, sizeof study->task, "%s wins in %d moves.", color_name(view->side),
                 view->left);
    else if (view->left == 1)
        snprintf(study->task, sizeof study->task, "%s wins with this move.",
                 color_name(view->side));
}

/* What went wrong, or was asked for. */
static void write_remark(App *app, const PuzzleView *view) {
    Study *study = app->study;
    char sentence[PUZZLE_SENTENCE_SIZE];
    study->remark[0] = '\0';
    if (view->state == PUZZLE_FAILED || view->hint != PUZZLE_HINT_NONE)
        snprintf(study->remark, sizeof study->remark, "%s",
                 puzzle_sentence(view, app->session, sentence));
}

static void write_texts(App *app, const PuzzleView *view) {
    Study *study = app->study;
    snprintf(study->title, sizeof study->title, "Puzzle %d", view->number);
    snprintf(study->progress, sizeof study->progress, "%d of %d solved", view->solved, view->count);
    write_text(study, view);
    write_task(study, view);
    write_remark(app, view);
    if (view->state == PUZZLE_FAILED)
        study->task[0] = '\0';
    study->goes_on = view->state == PUZZLE_FAILED ? "takes it back" : "shows the next one";
}

/* --- how the puzzle stands --- */

/* The piece that a hint names is under the cursor; a move that was shown is played by Enter. */
static void point_to_hint(App *app, const PuzzleView *view) {
    board_sync(app);
    if (view->hint == PUZZLE_HINT_PIECE)
        app->cursor = move_from(view->hint_move);
    else if (view->hint == PUZZLE_HINT_MOVE)
        board_take_up(app, view->hint_move);
    else
        app->plan = view->answer; /* marked on the board */
}

static void hear(App *app) {
    static const StudyPhase phases[] = {[PUZZLE_TO_MOVE] = STUDY_TRYING,
                                        [PUZZLE_FAILED] = STUDY_READING,
                                        [PUZZLE_GIVEN_UP] = STUDY_READING,
                                        [PUZZLE_SOLVED] = STUDY_READING};
    Puzzling *puzzling = puzzling_of(app);
    PuzzleView view;
    if (!puzzle_view(app->session, &view))
        return;
    if (view.state == PUZZLE_DEFENDING)
        return;
    app->study->ply = session_record(app->session)->current;
    write_texts(app, &view);
    point_to_hint(app, &view);
    if (puzzling->taking_back && view.state == PUZZLE_TO_MOVE)
        study_go_on(app, phases[view.state]);
    else
        study_show(app, phases[view.state]);
    puzzling->taking_back = false;
}

/* What the move is worth is told on the loop's next round. */
static void judge(App *app, Move move) {
    (void)move;
    study_go_on(app, STUDY_WAITING);
}

static void advise(App *app) {
    Error error = {0};
    while (session_undo_jump(app->session, NULL))
        continue;
    if (!puzzle_hint(app->session, &error))
        app_tell_error(app, &error);
}

static void take_back(App *app) {
    Puzzling *puzzling = puzzling_of(app);
    puzzling->taking_back = session_undo(app->session, NULL);
    if (!puzzling->taking_back)
        app_note(app, "This is where the puzzle begins.");
}

/* --- one after the other --- */

static bool show(App *app, int number, Error *error) {
    SessionSetup setup;
    PuzzleView view;
    if (!puzzle_setup(&app->settings, number, &setup, error))
        return false;
    setup.hash_mb = HASH_MB_MIN;
    setup.threads = 1;
    if (!study_play(app, &setup, error))
        return false;
    if (puzzle_view(app->session, &view)) {
        puzzling_of(app)->number = view.number;
        write_texts(app, &view);
    }
    return true;
}

static void show_or_tell(App *app, int number) {
    Error error = {0};
    if (show(app, number, &error))
        return;
    study_leave(app);
    app_tell_error(app, &error);
}

static void show_next(App *app) {
    PuzzleProgress progress;
    puzzle_progress_read(&progress, NULL); /* the session tells what is wrong with it */
    show_or_tell(app, puzzle_next(&progress, puzzling_of(app)->number, puzzling_of(app)->moves));
}

static void go_on(App *app) {
    PuzzleView view;
    if (puzzle_view(app->session, &view) && view.state == PUZZLE_SOLVED)
        show_next(app);
    else
        take_back(app);
}

static void turn(App *app, int by) {
    int number = puzzling_of(app)->number - 1 + by + puzzle_count();
    if (by == 0)
        take_back(app);
    else
        show_or_tell(app, number % puzzle_count() + 1);
}

/* To the first puzzle of another grade. */
static void turn_whole(App *app, int by) {
    int number = puzzling_of(app)->number;
    int grade = puzzle_get(number)->grade + by;
    for (int i = 1; i <= puzzle_count(); i++)
        if (puzzle_get(i)->grade == grade) {
            show_or_tell(app, i);
            return;
        }
    app_note(app, by < 0 ? "These are the easiest puzzles." : "These are the hardest puzzles.");
}

static void leave(App *app) {
    free(app->study->data);
}

static const StudyKind puzzle_kind = {
    .name = "a puzzle",
    .help = "hint",
    .again = "take back",
    .judge = judge,
    .hear = hear,
    .advise = advise,
    .go_on = go_on,
    .turn = turn,
    .turn_whole = turn_whole,
    .leave = leave,
};

bool puzzling_show(App *app, int number, Error *error) {
    if (number != PUZZLE_NEXT && puzzle_get(number) == NULL)
        return error_set(error, ERROR_RANGE, "puzzle: expected a number from 1 to %d",
                         puzzle_count());
    if (!is_on(app))
        study_begin(app, &puzzle_kind, memory_allocate(sizeof(Puzzling)));
    if (show(app, number, error))
        return true;
    study_leave(app);
    return false;
}

/* --- choosing --- */

typedef struct Choice {
    int number, moves;
} Choice;

static void choose(Dialog *dialog, void *context) {
    App *app = context;
    const Choice *choice = dialog_data(dialog);
    const char *text = dialog_field(dialog, choice->number);
    char *end;
    Error error = {0};
    long number = strtol(text, &end, 10);
    int moves = dialog_chosen(dialog, choice->moves);
    if (*text != '\0' && (*end != '\0' || number < 1 || number > puzzle_count())) {
        error_set(&error, ERROR_RANGE, "expected a number from 1 to %d", puzzle_count());
        dialogs_error(dialog, choice->number, &error);
        return;
    }
    dialog_close(dialog);
    puzzling_of(app)->moves = moves == 0 ? 0 : moves + PUZZLE_MOVES_MIN - 1;
    if (*text != '\0')
        show_or_tell(app, (int)number);
    else
        show_next(app);
}

static void leave_puzzles(Dialog *dialog, void *context) {
    dialog_close(dialog);
    study_leave(context);
}

static void ask(App *app) {
    static const char *const moves[PUZZLE_MOVES_MAX - PUZZLE_MOVES_MIN + 3] = {"any number", "2",
                                                                               "3", "4", NULL};
    const Puzzling *puzzling = puzzling_of(app);
    Dialog *dialog = dialog_create("Another puzzle", app);
    Choice *choice = memory_allocate(sizeof *choice);
    dialog_set_data(dialog, choice, free);
    dialog_add_text(dialog, "The next one that is not solved, or any one by its number.");
    choice->moves =
        dialog_add_choice(dialog, "Moves to win", moves,
                          puzzling->moves == 0 ? 0 : puzzling->moves - PUZZLE_MOVES_MIN + 1);
    choice->number = dialog_add_field(dialog, "Number", "");
    dialog_add_button(dialog, "Show", choose);
    dialog_add_button(dialog, "Cancel", NULL);
    dialog_add_button(dialog, "Leave", leave_puzzles);
    app_push(app, dialog_layer(dialog));
}

void puzzling_open(App *app) {
    Error error = {0};
    if (is_on(app))
        ask(app);
    else if (!puzzling_show(app, PUZZLE_NEXT, &error))
        app_tell_error(app, &error);
}
