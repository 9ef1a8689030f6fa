#include <config.h>

#include "tui/learn/training_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "play/job.h"
#include "play/puzzles/training.h"
#include "tui/app_loop.h"
#include "tui/dialogs.h"
#include "tui/learn/exercise.h"

/* What was found. A handler sets to NULL what it takes over. */
typedef struct TrainingFound {
    TrainingEnding *ending;
    EndingClass *classes; /* with tables; see training_list_classes */
    size_t class_count;
} TrainingFound;

/* Called when something was found; a failure is shown to the user instead. */
typedef void TrainingFoundHandler(App *app, TrainingFound *found);

/* ---- looking for an ending, in a thread, because large tables are read for it ---- */

/* Belongs to its job until that has ended, and is then freed. */
typedef struct TrainingFinder {
    App *app;
    Job job;
    TrainingFoundHandler *handler;
    Settings *settings; /* a copy */
    bool list;          /* the classes */
    TrainingRequest request;
    uint64_t seed;
    TrainingFound found;
    Error error;
} TrainingFinder;

enum { TYPED_SIZE = 64 };

typedef struct TrainingScreen {
    TrainingFinder *finder; /* that runs; NULL: none */
    char typed[TYPED_SIZE]; /* the pieces that were looked for last */
} TrainingScreen;

static const ExerciseOps training_ops;
static void find(App *app, const TrainingRequest *request);

static TrainingScreen *screen_of(const App *app) {
    return app_state(app, &training_feature);
}

static bool is_active(const App *app) {
    return exercise_of(app) != NULL && exercise_of(app)->ops == &training_ops;
}

static void search(void *context) {
    TrainingFinder *finder = context;
    TrainingFound *found = &finder->found;
    if (finder->list)
        found->classes =
            training_list_classes(finder->settings, &found->class_count, &finder->error);
    else
        found->ending =
            training_find(finder->settings, &finder->request, finder->seed, &finder->error);
}

/* Without a game, the first screen comes back below the message. */
static void report(App *app, const Error *error) {
    char text[ERROR_SENTENCE_SIZE];
    if (app->session != NULL) {
        app_notify_error(app, error);
        return;
    }
    app_start_new_game(app);
    app_show_message(app, "Endings", error_sentence(error, text));
}

static void on_searched(void *context, bool stopped) {
    TrainingFinder *finder = context;
    App *app = finder->app;
    if (!stopped) {
        screen_of(app)->finder = NULL;
        if (finder->error.code != ERROR_NONE)
            report(app, &finder->error);
        else
            finder->handler(app, &finder->found);
        app_invalidate(app);
    }
    training_ending_free(finder->found.ending);
    free(finder->found.classes);
    free(finder->settings);
    free(finder);
}

static void training_finder_stop(App *app) {
    TrainingScreen *screen = screen_of(app);
    if (screen->finder != NULL)
        job_stop(&screen->finder->job);
    screen->finder = NULL;
}

/* Starts to look for an ending or, if `request` is NULL, for all classes with tables. An earlier
 * search is forgotten. */
static void training_finder_start(App *app, const TrainingRequest *request, uint64_t seed,
                                  TrainingFoundHandler *handler) {
    static const JobOps searching = {.work = search, .done = on_searched};
    TrainingFinder *finder = memory_allocate(sizeof *finder);
    training_finder_stop(app);
    finder->app = app;
    finder->handler = handler;
    finder->settings = memory_allocate(sizeof *finder->settings);
    *finder->settings = app->settings;
    finder->list = request == NULL;
    if (request != NULL)
        finder->request = *request;
    finder->seed = seed;
    screen_of(app)->finder = finder;
    job_start(&finder->job, &app->loop, &searching, finder);
}

/* ---- the dialog in which an ending is chosen ---- */

enum { LIST_ROWS = 7, LABEL_SIZE = TRAINING_CLASS_SIZE + ENDING_CLASS_NAME_SIZE + 4 };

/* A line of the list. */
typedef struct ChooserLine {
    TrainingRequest request; /* its class or number of men */
    char label[LABEL_SIZE];
} ChooserLine;

typedef struct TrainingChooser {
    App *app;
    ChooserLine *lines;
    size_t count;
    size_t *shown; /* indices of the lines that match what was typed */
    size_t shown_count;
    int pieces, list, result, length; /* items */
} TrainingChooser;

/* ---- the lines ---- */

static void add_any(TrainingChooser *chooser, int men) {
    ChooserLine *line = &chooser->lines[chooser->count++];
    line->request.any_class = true;
    line->request.men = men;
    if (men == 0)
        snprintf(line->label, LABEL_SIZE, "Any ending");
    else
        snprintf(line->label, LABEL_SIZE, "Any ending of %d pieces, with the lions", men);
}

static void add_lines(TrainingChooser *chooser, const EndingClass *classes, size_t count) {
    PawnFamily pawns = chooser->app->settings.variant.pawns;
    size_t lines = count + ENDING_MEN_MAX;
    chooser->lines = memory_allocate(lines * sizeof *chooser->lines);
    chooser->shown = memory_allocate(lines * sizeof *chooser->shown);
    add_any(chooser, 0);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || ending_class_men(&classes[i]) != ending_class_men(&classes[i - 1]))
            add_any(chooser, ending_class_men(&classes[i]));
    for (size_t i = 0; i < count; i++) {
        ChooserLine *line = &chooser->lines[chooser->count++];
        line->request.class = classes[i];
        training_class_write(&classes[i], pawns, line->label);
        line->label[0] = (char)text_upper((unsigned char)line->label[0]);
    }
}

static void free_chooser(void *data) {
    TrainingChooser *chooser = data;
    free(chooser->lines);
    free(chooser->shown);
    free(chooser);
}

/* ---- what was typed ---- */

/* Returns whether the label has all typed words, in any order. */
static bool matches(const char *label, const char *typed) {
    while (*typed != '\0') {
        size_t length = strcspn(typed, " ,");
        if (!text_contains_ignore_case(label, typed, length))
            return false;
        typed += length + strspn(typed + length, " ,");
    }
    return true;
}

/* Shows the lines that match, and selects line number `selected`, or else the first one. */
static void show_matching(Dialog *dialog, size_t selected) {
    TrainingChooser *chooser = dialog_data(dialog);
    const char **labels = memory_allocate(chooser->count * sizeof *labels);
    const char *typed = dialog_field(dialog, chooser->pieces);
    bool wins = dialog_choice(dialog, chooser->result) == 0; /* White needs pieces to win with */
    size_t at = 0;
    chooser->shown_count = 0;
    for (size_t i = 0; i < chooser->count; i++) {
        const TrainingRequest *line = &chooser->lines[i].request;
        if (!matches(chooser->lines[i].label, typed) ||
            (wins && !line->any_class && !training_class_can_win(&line->class)))
            continue;
        if (i == selected)
            at = chooser->shown_count;
        labels[chooser->shown_count] = chooser->lines[i].label;
        chooser->shown[chooser->shown_count++] = i;
    }
    dialog_set_list(dialog, chooser->list, labels, chooser->shown_count, at);
    free(labels);
}

/* Called for a change of any item; the typed words and the task change the list. */
static void on_change(Dialog *dialog, void *context) {
    TrainingChooser *chooser = dialog_data(dialog);
    char *last = screen_of(chooser->app)->typed;
    const char *typed = dialog_field(dialog, chooser->pieces);
    bool keeps = strcmp(last, typed) == 0 && chooser->shown_count > 0;
    size_t selected = keeps ? chooser->shown[dialog_selection(dialog, chooser->list)] : 0;
    (void)context;
    text_copy(last, TYPED_SIZE, typed);
    show_matching(dialog, selected);
    dialog_set_error(dialog, chooser->pieces,
                     chooser->shown_count == 0 ? "No ending has these pieces." : NULL);
}

/* ---- the answer ---- */

static void choose(Dialog *dialog, void *context) {
    App *app = context;
    TrainingChooser *chooser = dialog_data(dialog);
    if (chooser->shown_count == 0)
        return;
    size_t line = chooser->shown[dialog_selection(dialog, chooser->list)];
    const TrainingLength *length = &training_lengths[dialog_choice(dialog, chooser->length)];
    TrainingRequest request = chooser->lines[line].request;
    request.result = dialog_choice(dialog, chooser->result) == 0 ? ENDING_WIN : ENDING_DRAW;
    request.moves_min = length->moves_min;
    request.moves_max = length->moves_max;
    dialog_close(dialog);
    find(app, &request);
}

/* ---- the dialog ---- */

/* Returns the line of a request. */
static size_t find_line(const TrainingChooser *chooser, const TrainingRequest *request) {
    for (size_t i = 0; i < chooser->count; i++) {
        const TrainingRequest *line = &chooser->lines[i].request;
        if (line->any_class == request->any_class &&
            (line->any_class ? line->men == request->men
                             : ending_class_same(&line->class, &request->class)))
            return i;
    }
    return 0;
}

/* Opens the dialog with a list of classes and preset answers. */
static void open_chooser(App *app, const EndingClass *classes, size_t count,
                         const TrainingRequest *preset) {
    static const char *const results[] = {"win it", "hold the draw", NULL};
    static const char *const lengths[TRAINING_LENGTHS + 1] = {
        "any", "up to 5 moves", "6 to 12 moves", "13 moves or more", NULL};
    Dialog *dialog = dialog_create("Train an ending", app);
    TrainingChooser *chooser = memory_allocate(sizeof *chooser);
    chooser->app = app;
    add_lines(chooser, classes, count);
    dialog_set_data(dialog, chooser, free_chooser);
    dialog_add_text(dialog, "You play White, with the pieces that are named first. Black defends "
                            "perfectly.");
    chooser->pieces = dialog_add_field(dialog, "Pieces", screen_of(app)->typed);
    chooser->list = dialog_add_list(dialog, LIST_ROWS, choose);
    chooser->result =
        dialog_add_choice(dialog, "Task", results, preset->result == ENDING_WIN ? 0 : 1);
    chooser->length =
        dialog_add_choice(dialog, "Length", lengths, max_int(training_request_length(preset), 0));
    dialog_add_button(dialog, "Train", choose);
    dialog_add_button(dialog, "Cancel", dialogs_leave);
    if (is_active(app))
        exercise_add_leave_button(dialog, "Leave");
    dialog_set_note(dialog, chooser->pieces, "Names to look for, such as zebra pawn.");
    dialog_set_typing_field(dialog, chooser->pieces);
    dialog_set_change_handler(dialog, on_change);
    dialog_set_cancel_handler(dialog, dialogs_leave);
    show_matching(dialog, find_line(chooser, preset));
    app_push_layer(app, dialog_layer(dialog));
}

/* ---- the exercise ---- */

/* ---- texts ---- */

static bool is_win(const TrainingView *view) {
    return view->request.result == ENDING_WIN;
}

static void write_progress(Exercise *exercise, const TrainingView *view) {
    if (is_win(view))
        snprintf(exercise->progress, sizeof exercise->progress, "%d wasted", view->wasted);
    else if (view->task.state == TASK_SOLVED)
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
             training_words_rule(view), score[0] != '\0' ? "\n\n" : "", score);
}

/* The remark is what must be read before going on; the text is the rest. */
static void write_texts(App *app, const TrainingView *view) {
    Exercise *exercise = exercise_of(app);
    char comment[TRAINING_WORDS_SIZE], more[TRAINING_WORDS_SIZE] = "";
    bool solved = view->task.state == TASK_SOLVED, to_move = view->task.state == TASK_TO_MOVE;
    bool remarked = !solved && (!to_move || view->task.hint != TASK_HINT_NONE);
    training_words_comment(view, app->session, app_notation(app), comment);
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
    exercise->takes_back = !solved && view->task.state != TASK_STUCK;
    exercise->continue_text = "shows another ending";
}

/* ---- the state of the training ---- */

static void on_task_event(App *app) {
    TrainingView view;
    if (!training_view(app->session, &view) || view.task.state == TASK_WAITING)
        return;
    ExercisePhase phase = view.task.state == TASK_TO_MOVE ? EXERCISE_TRYING : EXERCISE_READING;
    exercise_of(app)->ply = session_record(app->session)->current;
    write_texts(app, &view);
    exercise_point_to_task(app, &view.task);
    /* While the ending goes on, what there is to say is one line. */
    bool said =
        view.task.state == TASK_TO_MOVE && view.task.hint == TASK_HINT_NONE && view.plies > 0;
    if (said)
        exercise_set_phase(app, phase);
    else
        exercise_show_event(app, phase);
}

/* ---- from ending to ending ---- */

static bool training_screen_show(App *app, SessionSetup *setup, Error *error);

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
        (view.task.state == TASK_SOLVED || view.task.state == TASK_STUCK))
        find_next(app);
    else
        exercise_undo(app);
}

static bool has_task(const App *app, int by) {
    return by > 0 || session_record(app->session)->current > 0;
}

/* Goes to another ending, or back to the start of this one. */
static void move_by_task(App *app, int by) {
    bool restarts = has_task(app, by);
    if (by > 0)
        find_next(app);
    else if (!session_go_to_ply(app->session, 0, NULL) || !restarts)
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
    .back_hint = "restart",
    .forward_hint = "another",
    .at_start = "This is where the ending begins.",
    .check_move = exercise_await_verdict,
    .on_task_event = on_task_event,
    .show_help = exercise_show_hint,
    .advance = advance,
    .has_task = has_task,
    .move_by_task = move_by_task,
    .move_by_lesson = move_by_lesson,
    .leave = leave,
};

static bool training_screen_show(App *app, SessionSetup *setup, Error *error) {
    setup->threads = 1;
    if (!is_active(app))
        exercise_begin(app, &training_ops, NULL);
    if (exercise_start_session(app, setup, error))
        return true;
    exercise_leave(app);
    return false;
}

static bool training_screen_find(App *app, const char *text, Error *error) {
    TrainingRequest request;
    if (!training_request_parse(text, &app->settings.variant, &request, error))
        return false;
    find(app, &request);
    return true;
}

/* ---- choosing ---- */

static void show_chooser(App *app, TrainingFound *found) {
    TrainingView view = {.request = {.any_class = true, .result = ENDING_WIN}};
    if (is_active(app))
        training_view(app->session, &view);
    open_chooser(app, found->classes, found->class_count, &view.request);
}

void training_screen_open(App *app) {
    training_finder_start(app, NULL, 0, show_chooser);
}

/* ---- the feature ---- */

static Beginning begin(App *app, const Occasion *occasion, Error *error) {
    if (occasion->type != OCCASION_PROGRAM || app->settings.train[0] == '\0')
        return BEGINNING_NONE;
    return training_screen_show(app, occasion->setup, error) ? BEGINNING_SHOWN : BEGINNING_FAILED;
}

static const FeatureAction actions[] = {{ACTION_TRAIN, .run = training_screen_open},
                                        {.action = ACTION_NONE}};
static const char *const words[] = {"win", "draw", "any", "short", "medium", "long", NULL};
static const FeatureCommand commands[] = {{"train", training_screen_find, false, words, NULL}, {0}};

const Feature training_feature = {
    .state_size = sizeof(TrainingScreen),
    .actions = actions,
    .commands = commands,
    .begin = begin,
    .before_game = training_finder_stop,
    .close = training_finder_stop,
};
