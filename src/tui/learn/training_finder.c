#include <config.h>

#include "tui/learn/training_finder.h"

#include <stdlib.h>

#include "base/memory.h"
#include "tui/dialogs.h"

/* Belongs to its thread until that has ended, and is then freed. */
typedef struct TrainingFinder {
    App *app;
    uv_work_t work;
    TrainingFoundHandler *handler;
    Settings *settings; /* a copy */
    bool list;          /* the classes */
    TrainingRequest request;
    uint64_t seed;
    TrainingFound found;
    Error error;
} TrainingFinder;

static void work_run(uv_work_t *work) {
    TrainingFinder *finder = work->data;
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
    dialogs_show_message(app, "Endings", error_sentence(error, text));
}

static void work_done(uv_work_t *work, int status) {
    TrainingFinder *finder = work->data;
    App *app = finder->app;
    (void)status;
    if (app->training_finder == finder) {
        app->training_finder = NULL;
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

void training_finder_start(App *app, const TrainingRequest *request, uint64_t seed,
                           TrainingFoundHandler *handler) {
    TrainingFinder *finder = memory_allocate(sizeof *finder);
    finder->app = app;
    finder->work.data = finder;
    finder->handler = handler;
    finder->settings = memory_allocate(sizeof *finder->settings);
    *finder->settings = app->settings;
    finder->list = request == NULL;
    if (request != NULL)
        finder->request = *request;
    finder->seed = seed;
    app->training_finder = finder;
    uv_queue_work(&app->loop, &finder->work, work_run, work_done);
}

void training_finder_stop(App *app) {
    app->training_finder = NULL;
}
