#include <config.h>

#include "tui/choices.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "config/choices_file.h"
#include "config/settings.h"
#include "play/job.h"
#include "play/storage.h"

typedef enum ChoiceChange { CHOICE_SAME, CHOICE_KEPT, CHOICE_DROPPED } ChoiceChange;

/* Changes of the file, in one write. */
typedef struct ChoiceJob {
    Settings values;
    ChoiceChange change[SETTINGS_MAX]; /* by row of table_congo */
    bool changed;
    bool game;   /* the last kind of game is among the changes */
    bool forget; /* everything kept before */
    bool done;
    Error error;
} ChoiceJob;

typedef struct Choices {
    App *app;
    char path[FILE_PATH_SIZE];
    Error error;      /* of the path or of reading */
    bool failed;      /* a failure to write was reported */
    bool begun;       /* see choices_exist */
    Job job;          /* writes `running`, which belongs to it while it runs */
    uv_mutex_t mutex; /* held while a job is done */
    ChoiceJob running;
    ChoiceJob waiting; /* changes since */
} Choices;

/* ---- in the pool: the disk may be slow ---- */

static bool write_changes(const ChoiceJob *job, const char *path, Error *error) {
    Settings *kept = memory_allocate(sizeof *kept);
    if (job->forget)
        settings_default(kept);
    else
        choices_file_read(path, &job->values, kept, NULL); /* what is wrong is replaced */
    for (size_t i = 0; i < table_congo.count; i++) {
        if (job->change[i] == CHOICE_KEPT)
            choices_file_copy(&job->values, table_congo.rows[i].name, kept);
        else if (job->change[i] == CHOICE_DROPPED)
            choices_file_drop(kept, table_congo.rows[i].name);
    }
    if (job->game)
        kept->random_sides = job->values.random_sides;
    memcpy(kept->custom_variants, job->values.custom_variants, sizeof kept->custom_variants);
    kept->custom_variant_count = job->values.custom_variant_count;
    bool good = choices_file_write(path, kept, error);
    free(kept);
    return good;
}

static void do_job(const Choices *choices, ChoiceJob *job) {
    int lock = file_open_lock(choices->path, &job->error);
    if (lock < 0)
        return;
    if (job->changed)
        write_changes(job, choices->path, &job->error);
    else if (unlink(choices->path) != 0 && errno != ENOENT)
        error_set(&job->error, ERROR_IO, "%s: cannot be removed: %s", choices->path,
                  strerror(errno));
    close(lock);
}

static void run_job(void *context) {
    Choices *choices = context;
    uv_mutex_lock(&choices->mutex);
    if (!choices->running.done)
        do_job(choices, &choices->running);
    choices->running.done = true;
    uv_mutex_unlock(&choices->mutex);
}

/* ---- on the loop's thread ---- */

static void start_job(App *app);

static void report_failure(App *app, const Error *error) {
    if (app->choices->failed)
        return;
    app->choices->failed = true;
    Error notice = *error;
    error_prefix(&notice, "your choices cannot be remembered: ");
    app_notify_error(app, &notice);
}

static void on_job_done(void *context, bool stopped) {
    Choices *choices = context;
    App *app = choices->app;
    (void)stopped;
    if (choices->running.error.code != ERROR_NONE && !app->quitting)
        report_failure(app, &choices->running.error);
    else if (choices->running.forget && !app->quitting)
        app_note(app, "Your choices are forgotten: the next start is like the first.");
    start_job(app);
}

/* Starts to write what has changed, unless a write is under way. */
static void start_job(App *app) {
    static const JobOps writing = {.work = run_job, .done = on_job_done};
    Choices *choices = app->choices;
    bool wanted = choices->waiting.changed || choices->waiting.forget;
    if (!wanted || choices->job.running)
        return;
    if (choices->path[0] == '\0') {
        report_failure(app, &choices->error);
        return;
    }
    choices->running = choices->waiting;
    choices->waiting = (ChoiceJob){0};
    job_start(&choices->job, &app->loop, &writing, choices);
}

static void change(App *app, const char *name, ChoiceChange how) {
    ChoiceJob *job = &app->choices->waiting;
    const Setting *row = setting_table_find(&table_congo, name);
    job->change[row - table_congo.rows] = how;
    job->changed = true;
    if (how == CHOICE_KEPT)
        setting_table_set_source(&table_congo, row, &app->settings, SOURCE_CHOICE);
    job->values = app->settings;
}

void choices_keep(App *app, const char *name) {
    change(app, name, CHOICE_KEPT);
    start_job(app);
}

void choices_keep_game(App *app, bool random_sides) {
    static const char *const game[] = {"white", "black", "variant", "level"};
    const Settings *settings = &app->settings;
    app->settings.random_sides = random_sides;
    for (size_t i = 0; i < sizeof game / sizeof game[0]; i++)
        change(app, game[i], CHOICE_KEPT);
    change(app, "depth", settings->depth == 0 ? CHOICE_DROPPED : CHOICE_KEPT);
    change(app, "movetime",
           settings->movetime_ms == MOVETIME_DEFAULT_MS ? CHOICE_DROPPED : CHOICE_KEPT);
    app->choices->waiting.game = true;
    app->choices->begun = true;
    start_job(app);
}

void choices_forget(App *app) {
    app->choices->waiting = (ChoiceJob){.forget = true};
    start_job(app);
}

static bool has_choices(const Settings *kept) {
    for (size_t i = 0; i < table_congo.count; i++)
        if (setting_table_source(&table_congo, &table_congo.rows[i], kept) != SOURCE_DEFAULT)
            return true;
    return false;
}

void choices_load(App *app) {
    Choices *choices = memory_allocate(sizeof *choices);
    Settings *kept = memory_allocate(sizeof *kept);
    app->choices = choices;
    choices->app = app;
    uv_mutex_init(&choices->mutex);
    if (storage_state_path("choices.conf", choices->path, &choices->error)) {
        bool exists = access(choices->path, F_OK) == 0;
        choices_file_read(choices->path, &app->settings, kept, &choices->error);
        choices->begun =
            exists && (settings_source(kept, "white") != SOURCE_DEFAULT || !has_choices(kept));
        choices_file_apply(kept, &app->settings);
    } else {
        choices->path[0] = '\0';
    }
    free(kept);
}

void choices_report(App *app) {
    Choices *choices = app->choices;
    if (choices->path[0] == '\0' || choices->error.code == ERROR_NONE)
        return;
    error_prefix(&choices->error, "some of your earlier choices are lost: ");
    app_notify_error(app, &choices->error);
}

void choices_finish(App *app) {
    Choices *choices = app->choices;
    if (choices->job.running)
        run_job(choices);
    if (choices->path[0] != '\0' && (choices->waiting.changed || choices->waiting.forget))
        do_job(choices, &choices->waiting);
}

void choices_free(App *app) {
    if (app->choices != NULL)
        uv_mutex_destroy(&app->choices->mutex);
    free(app->choices);
}

bool choices_exist(const App *app) {
    return app->choices->begun;
}

bool choices_have_game(const App *app) {
    return settings_source(&app->settings, "white") == SOURCE_CHOICE;
}
