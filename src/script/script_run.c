#include <config.h>

#include "script/script_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

#include "script/recorder.h"
#include "script/replay.h"
#include "script/sandbox.h"
#include "tui/app.h"

typedef struct ScriptRun {
    const ScriptRunOptions *options;
    App *app;           /* NULL before the terminal is open */
    Replay *replay;     /* or NULL */
    Recorder *recorder; /* or NULL */
} ScriptRun;

/* --- the observer --- */

static bool on_terminal_open(void *context, App *app, Error *error) {
    ScriptRun *run = context;
    run->app = app;
    if (run->replay != NULL) /* a recorder copies the head of the script */
        return replay_limit_size(run->replay, error);
    return recorder_write_head(run->recorder, &app->settings, run->options->count,
                               run->options->arguments, error);
}

static void on_start(void *context) {
    ScriptRun *run = context;
    if (run->replay != NULL)
        replay_start(run->replay, run->app, run->recorder);
}

static void on_input(void *context, const InputEvent *input) {
    ScriptRun *run = context;
    if (run->replay == NULL)
        recorder_on_input(run->recorder, run->app, input);
}

static void on_resize(void *context) {
    ScriptRun *run = context;
    if (run->replay == NULL)
        recorder_on_resize(run->recorder);
}

static void on_event(void *context) {
    ScriptRun *run = context;
    if (run->replay == NULL)
        recorder_on_event(run->recorder);
}

static bool owns_input(const void *context) {
    const ScriptRun *run = context;
    return run->replay != NULL && replay_is_active(run->replay);
}

static void on_stop(void *context) {
    ScriptRun *run = context;
    if (run->replay != NULL)
        replay_stop(run->replay);
}

static void on_signal_exit(void *context) {
    (void)context;
    sandbox_leave();
}

/* --- the run --- */

/* Chooses a seed unless the user has: 1 for a script, which must play the same way each time; a
 * random one for a recording, which contains it. */
static void choose_seed(int *seed, bool is_replay) {
    if (*seed != 0)
        return;
    if (!is_replay && uv_random(NULL, NULL, seed, sizeof *seed, 0, NULL) == 0)
        *seed &= INT32_MAX;
    if (*seed == 0)
        *seed = 1;
}

static bool prepare(ScriptRun *run, Error *error) {
    const ScriptRunOptions *options = run->options;
    if (options->script != NULL)
        run->replay = replay_create(options->script, error);
    if (options->script != NULL && run->replay == NULL)
        return false;
    if (options->record != NULL)
        run->recorder = recorder_create(options->record, error);
    return options->record == NULL || run->recorder != NULL;
}

int script_run(const Settings *settings, const ScriptRunOptions *options) {
    ScriptRun run = {.options = options};
    const InputObserver observer = {&run,     on_terminal_open, on_start, on_input,      on_resize,
                                    on_event, owns_input,       on_stop,  on_signal_exit};
    Settings seeded = *settings;
    Error error = {0};
    choose_seed(&seeded.seed, options->script != NULL);
    bool good = prepare(&run, &error) && app_run(&seeded, &observer, &error) &&
                (run.replay == NULL || replay_finish(run.replay, &error));
    good = recorder_close(run.recorder, good ? &error : NULL) && good;
    if (!good)
        fprintf(stderr, "congo: %s\n", error.text);
    if (run.replay != NULL)
        replay_report(run.replay);
    replay_free(run.replay);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
