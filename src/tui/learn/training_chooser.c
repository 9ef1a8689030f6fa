#include <config.h>

#include "tui/learn/training_chooser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "tui/dialogs.h"

enum { LIST_ROWS = 7, LABEL_SIZE = TRAINING_CLASS_SIZE + ENDING_CLASS_NAME_SIZE + 4 };

/* A line of the list. */
typedef struct ChooserLine {
    TrainingRequest request; /* its class or number of men */
    char label[LABEL_SIZE];
} ChooserLine;

typedef struct TrainingChooser {
    App *app;
    TrainingChosenHandler *chosen;
    void (*leave)(App *app);
    ChooserLine *lines;
    size_t count;
    size_t *shown; /* indices of the lines that match what was typed */
    size_t shown_count;
    int pieces, list, result, length; /* items */
} TrainingChooser;

/* --- the lines --- */

static void add_any(TrainingChooser *chooser, int men) {
    ChooserLine *line = &chooser->lines[chooser->count++];
    line->request.any_class = true;
    line->request.men = men;
    if (men == 0)
        snprintf(line->label, LABEL_SIZE, "Any ending");
    else
        snprintf(line->label, LABEL_SIZE, "Any ending of %d pieces, with the lions", men);
}

static void add_class(TrainingChooser *chooser, const EndingClass *class, PawnFamily pawns) {
    ChooserLine *line = &chooser->lines[chooser->count++];
    line->request.class = *class;
    training_class_write(class, pawns, line->label);
    line->label[0] = (char)text_upper((unsigned char)line->label[0]);
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
    for (size_t i = 0; i < count; i++)
        add_class(chooser, &classes[i], pawns);
}

static void free_chooser(void *data) {
    TrainingChooser *chooser = data;
    free(chooser->lines);
    free(chooser->shown);
    free(chooser);
}

/* --- what was typed --- */

static bool contains(const char *label, const char *word, size_t length) {
    for (; *label != '\0'; label++)
        if (text_equal_ignore_case_n(label, word, length))
            return true;
    return false;
}

/* Returns whether the label has all typed words, in any order. */
static bool matches(const char *label, const char *typed) {
    while (*typed != '\0') {
        size_t length = strcspn(typed, " ,");
        if (length > 0 && !contains(label, typed, length))
            return false;
        typed += length + strspn(typed + length, " ,");
    }
    return true;
}

static void show_matching(Dialog *dialog, size_t selected) {
    TrainingChooser *chooser = dialog_data(dialog);
    const char **labels = memory_allocate(chooser->count * sizeof *labels);
    const char *typed = dialog_field(dialog, chooser->pieces);
    chooser->shown_count = 0;
    for (size_t i = 0; i < chooser->count; i++) {
        if (!matches(chooser->lines[i].label, typed))
            continue;
        labels[chooser->shown_count] = chooser->lines[i].label;
        chooser->shown[chooser->shown_count++] = i;
    }
    dialog_set_list(dialog, chooser->list, labels, chooser->shown_count, selected);
    free(labels);
}

/* Called for a change of any item; only the typed words change the list. */
static void on_change(Dialog *dialog, void *context) {
    TrainingChooser *chooser = dialog_data(dialog);
    size_t before = chooser->shown_count;
    size_t selected = before > 0 ? dialog_selection(dialog, chooser->list) : 0;
    (void)context;
    show_matching(dialog, selected);
    if (chooser->shown_count != before)
        show_matching(dialog, 0);
    dialog_set_error(dialog, chooser->pieces,
                     chooser->shown_count == 0 ? "No ending has these pieces." : NULL);
}

/* --- the answer --- */

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
    chooser->chosen(app, &request);
}

static void on_leave(Dialog *dialog, void *context) {
    const TrainingChooser *chooser = dialog_data(dialog);
    dialog_close(dialog);
    chooser->leave(context);
}

/* The first screen comes back if there is no game yet. */
static void on_cancel(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (app->session == NULL)
        app_start_new_game(app);
}

/* --- the dialog --- */

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

static int length_choice(const TrainingRequest *request) {
    int length = training_request_length(request);
    return length < 0 ? 0 : length;
}

void training_chooser_open(App *app, EndingClass *classes, size_t count,
                           const TrainingRequest *preset, TrainingChosenHandler *chosen,
                           void (*leave)(App *app)) {
    static const char *const results[] = {"win it", "hold the draw", NULL};
    static const char *const lengths[TRAINING_LENGTHS + 1] = {
        "any", "up to 5 moves", "6 to 12 moves", "13 moves or more", NULL};
    Dialog *dialog = dialog_create("Train an ending", app);
    TrainingChooser *chooser = memory_allocate(sizeof *chooser);
    chooser->app = app;
    chooser->chosen = chosen;
    chooser->leave = leave;
    add_lines(chooser, classes, count);
    free(classes);
    dialog_set_data(dialog, chooser, free_chooser);
    dialog_add_text(dialog, "You play White, with the pieces that are named first. Black defends "
                            "perfectly.");
    chooser->pieces = dialog_add_field(dialog, "Pieces", "");
    chooser->list = dialog_add_list(dialog, LIST_ROWS, choose);
    chooser->result =
        dialog_add_choice(dialog, "Task", results, preset->result == ENDING_WIN ? 0 : 1);
    chooser->length = dialog_add_choice(dialog, "Length", lengths, length_choice(preset));
    dialog_add_button(dialog, "Train", choose);
    dialog_add_button(dialog, "Cancel", on_cancel);
    if (leave != NULL)
        dialog_add_button(dialog, "Leave", on_leave);
    dialog_set_note(dialog, chooser->pieces, "Names to look for, such as zebra pawn.");
    dialog_set_typing_field(dialog, chooser->pieces);
    dialog_set_change_handler(dialog, on_change);
    dialog_set_cancel_handler(dialog, on_cancel);
    show_matching(dialog, find_line(chooser, preset));
    app_push_layer(app, dialog_layer(dialog));
}
