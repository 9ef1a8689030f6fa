#include <config.h>

#include "script/script_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/variantfile.h"
#include "script/replay.h"
#include "script/script.h"
#include "term/cells.h"
#include "term/draw.h"
#include "term/terminal.h"
#include "tui/animation.h"
#include "tui/app.h"
#include "tui/app_loop.h"
#include "tui/app_screen.h"
#include "tui/feature.h"

/* ---- recording ---- */

enum {
    LINE_WORDS_MAX = 12,
    /* Bytes of a file in the script. A '|' before each line at most doubles a file, and a script
     * has at most three: it stays within SCRIPT_SIZE_MAX. */
    FILE_BYTES_MAX = SCRIPT_SIZE_MAX / 8
};

static const char config_name[] = "congo.conf", game_name[] = "loaded.congo",
                  variant_name[] = "variant.conf";

struct Recorder {
    FILE *file;
    bool event_pending; /* an event has occurred since the last input */
    bool dragging;      /* the mouse was moved with its button held in the last input */
    ScriptVerb verb;    /* of the unfinished line */
    int words;          /* in the unfinished line; 0 if there is none */
};

/* ---- lines ---- */

/* Returns NULL with an error if the file cannot be written. */
static Recorder *recorder_create(const char *path, Error *error) {
    char outside[SETTING_PATH_SIZE];
    FILE *file = sandbox_outside_path(path, outside) ? fopen(outside, "w") : NULL;
    if (file == NULL) {
        error_set(error, ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
        return NULL;
    }
    Recorder *recorder = memory_allocate(sizeof *recorder);
    recorder->file = file;
    return recorder;
}

/* Returns false with an error if the file was not written to its end. `recorder` may be NULL. */
static bool recorder_close(Recorder *recorder, Error *error) {
    if (recorder == NULL)
        return true;
    if (recorder->words > 0)
        fputc('\n', recorder->file);
    bool good = !ferror(recorder->file);
    good = fclose(recorder->file) == 0 && good;
    free(recorder);
    return good || error_set(error, ERROR_IO, "the recording could not be completed");
}

/* Writes each line of a text after a '|'; an empty text becomes an empty line. */
static void put_block(Recorder *recorder, const char *text) {
    do {
        size_t length = strcspn(text, "\n");
        fprintf(recorder->file, "|%.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    } while (*text != '\0');
}

void recorder_copy_line(Recorder *recorder, const char *source, const char *block) {
    fputs(source, recorder->file);
    if (block != NULL)
        put_block(recorder, block);
    fflush(recorder->file);
}

static void put_line(Recorder *recorder, ScriptVerb verb, const char *text) {
    fprintf(recorder->file, "%s%s%s%s\n", recorder->words > 0 ? "\n" : "", script_verb_name(verb),
            text[0] != '\0' ? " " : "", text);
    recorder->words = 0;
    fflush(recorder->file);
}

/* Adds a word to the unfinished line if it has the same verb, or begins a new one. */
static void put_word(Recorder *recorder, ScriptVerb verb, const char *word) {
    bool continues = recorder->words > 0 && recorder->verb == verb &&
                     (recorder->words < LINE_WORDS_MAX || verb == SCRIPT_TYPE);
    if (continues)
        fprintf(recorder->file, "%s%s", verb == SCRIPT_KEYS ? " " : "", word);
    else
        fprintf(recorder->file, "%s%s %s", recorder->words > 0 ? "\n" : "", script_verb_name(verb),
                word);
    recorder->verb = verb;
    recorder->words = continues ? recorder->words + 1 : 1;
    fflush(recorder->file);
}

/* ---- the head ---- */

static void put_option(Recorder *recorder, const char *name, const char *value) {
    char text[SETTING_PATH_SIZE + 64];
    snprintf(text, sizeof text, "--%s%s%s", name, value[0] != '\0' ? "=" : "", value);
    put_line(recorder, SCRIPT_OPTION, text);
}

/* Includes a file of the user in the script, under the given name. */
static bool put_file(Recorder *recorder, const char *path, const char *name, Error *error) {
    char shown[SHORT_PATH_SIZE];
    char *text = file_read_text(path, text_shorten_path(path, shown), FILE_BYTES_MAX, error);
    if (text == NULL)
        return error_prefix(error, "--record: ");
    put_line(recorder, SCRIPT_FILE, name);
    put_block(recorder, text);
    free(text);
    return true;
}

static bool put_loaded(Recorder *recorder, const Settings *settings, Error *error) {
    char value[64];
    if (settings->load_path[0] == '\0')
        return true;
    if (!put_file(recorder, settings->load_path, game_name, error))
        return false;
    if (settings->load_number > 0)
        snprintf(value, sizeof value, "%s#%d", game_name, settings->load_number);
    else
        snprintf(value, sizeof value, "%s", game_name);
    put_option(recorder, "load", value);
    return true;
}

static bool put_config(Recorder *recorder, const Settings *settings, Error *error) {
    if (settings->config_path[0] == '\0')
        return true;
    if (!put_file(recorder, settings->config_path, config_name, error))
        return false;
    put_option(recorder, "config", config_name);
    return true;
}

static bool put_argument(Recorder *recorder, const char *name, const char *value, Error *error) {
    /* Options of the run, and options that the head writes from the settings and the terminal. */
    static const char *const skipped[] = {"script", "record", "config", "load",
                                          "seed",   "colors", "charset"};
    for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++)
        if (strcmp(name, skipped[i]) == 0)
            return true;
    bool is_file = strcmp(name, "variant") == 0 && variantfile_is_path(value);
    if (is_file && !put_file(recorder, value, variant_name, error))
        return false;
    put_option(recorder, name, is_file ? "./variant.conf" : value);
    return true;
}

static bool put_arguments(Recorder *recorder, int count, char *const arguments[], Error *error) {
    bool good = true;
    for (int i = 1; good && i < count; i++) {
        char *name = memory_strdup(arguments[i] + strspn(arguments[i], "-"));
        char *equals = strchr(name, '=');
        const char *value = "";
        if (equals != NULL) {
            *equals = '\0';
            value = equals + 1;
        } else if (i + 1 < count && strncmp(arguments[i + 1], "--", 2) != 0) {
            value = arguments[++i];
        }
        good = put_argument(recorder, name, value, error);
        free(name);
    }
    return good;
}

static void put_size(Recorder *recorder) {
    char text[32];
    snprintf(text, sizeof text, "%dx%d", draw_columns(), draw_lines());
    put_line(recorder, SCRIPT_SIZE, text);
}

/*
 * Writes the head: the configuration file, the options of the command line (`arguments` of main)
 * and the terminal, which must be open. Returns false with an error if a file that the game needs
 * cannot be included in the script.
 */
static bool recorder_write_head(Recorder *recorder, const Settings *settings, int count,
                                char *const arguments[], Error *error) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    char text[64];
    fputs("# Recorded by congo " PACKAGE_VERSION "; congo --script=FILE plays it again.\n",
          recorder->file);
    if (!put_config(recorder, settings, error) || !put_loaded(recorder, settings, error) ||
        !put_arguments(recorder, count, arguments, error))
        return false;
    snprintf(text, sizeof text, "%d", settings->seed);
    put_option(recorder, "seed", text);
    snprintf(text, sizeof text, "%d", capabilities->colors);
    put_option(recorder, "colors",
               capabilities->colors == 0              ? "mono"
               : capabilities->colors == TERMINAL_RGB ? "rgb"
                                                      : text);
    put_option(recorder, "charset", capabilities->utf8 ? "utf8" : "ascii");
    put_size(recorder);
    return true;
}

/* ---- input ---- */

/* Records a key that a layer takes as text under "type", any other key under "keys". */
static void put_key(Recorder *recorder, const App *app, Key key) {
    char name[KEY_NAME_SIZE];
    bool text = layers_top(&app->layers) != NULL && key_is_text(key) && key != ' ';
    put_word(recorder, text ? SCRIPT_TYPE : SCRIPT_KEYS, key_write_name(key, name));
}

/* Records a paste; the text becomes a block if a line cannot hold it unchanged. */
static void put_paste(Recorder *recorder, const char *text) {
    size_t length = strlen(text);
    bool fits_line = length > 0 && strchr(text, '\n') == NULL && strchr(" \t", text[0]) == NULL &&
                     strchr(" \t", text[length - 1]) == NULL;
    put_line(recorder, SCRIPT_PASTE, fits_line ? text : "");
    if (fits_line)
        return;
    char *whole = memory_allocate(length + 2);
    snprintf(whole, length + 2, "%s\n", text);
    put_block(recorder, whole);
    free(whole);
    fflush(recorder->file);
}

static void put_mouse(Recorder *recorder, MouseEvent mouse) {
    char text[32];
    snprintf(text, sizeof text, "%d,%d", mouse.x + 1, mouse.y + 1);
    switch (mouse.kind) {
    case MOUSE_CLICK:
        put_line(recorder, SCRIPT_CLICK, text);
        break;
    case MOUSE_RIGHT_CLICK:
        put_line(recorder, SCRIPT_RIGHT, text);
        break;
    case MOUSE_DRAG:
        put_line(recorder, SCRIPT_DRAG, text);
        break;
    case MOUSE_RELEASE:
        put_line(recorder, SCRIPT_DROP, text);
        break;
    default:
        put_line(recorder, SCRIPT_WHEEL, mouse.kind == MOUSE_WHEEL_UP ? "up" : "down");
        break;
    }
    recorder->dragging = mouse.kind == MOUSE_DRAG;
}

/* Records the screen as it is when pieces on their way have arrived. */
static void put_screen(Recorder *recorder, App *app) {
    animation_stop(app);
    app_draw(app);
    char *text = screen_text_read();
    put_line(recorder, SCRIPT_SCREEN, "before the end");
    put_block(recorder, text);
    free(text);
}

/* After an event, makes the next input wait for the status line that the user saw before it: the
 * last line of the screen that is not empty. */
static void put_wait(Recorder *recorder) {
    if (!recorder->event_pending)
        return;
    char *text = screen_text_read();
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n')
        text[--length] = '\0';
    const char *line = strrchr(text, '\n');
    line = line != NULL ? line + 1 : text;
    line += strspn(line, " ");
    if (line[0] != '\0')
        put_line(recorder, SCRIPT_WAIT, line);
    recorder->event_pending = false;
    free(text);
}

/* Records input. Must be called before the program handles it. */
static void recorder_on_input(Recorder *recorder, App *app, const InputEvent *input) {
    bool ends_click = input->kind == INPUT_MOUSE && input->mouse.kind == MOUSE_RELEASE &&
                      !recorder->dragging; /* the line of the click includes it */
    if (input->kind == INPUT_OTHER || ends_click)
        return;
    put_wait(recorder);
    switch (input->kind) {
    case INPUT_KEY:
        if (layers_top(&app->layers) == NULL &&
            keymap_action(&app->keymap, input->key) == ACTION_QUIT)
            put_screen(recorder, app);
        put_key(recorder, app, input->key);
        break;
    case INPUT_MOUSE:
        put_mouse(recorder, input->mouse);
        break;
    case INPUT_PASTE:
        put_paste(recorder, input->paste);
        break;
    case INPUT_EMULATOR:
    case INPUT_OTHER:
        break;
    }
}

/* ---- a run: the observer of the screen ----
 */

typedef struct ScriptRun {
    const ScriptRunOptions *options;
    App *app;           /* NULL before the terminal is open */
    Replay *replay;     /* or NULL */
    Recorder *recorder; /* or NULL */
} ScriptRun;

/* ---- the observer ---- */

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
    if (run->replay == NULL) {
        put_size(run->recorder);
    }
}

/* An event without input, such as a computer's move: the next recorded input waits for it. */
static void on_event(void *context) {
    ScriptRun *run = context;
    if (run->replay == NULL) {
        run->recorder->event_pending = true;
    }
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

/* ---- the run ---- */

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
    bool good = prepare(&run, &error) && app_run(&seeded, features, &observer, &error) &&
                (run.replay == NULL || replay_finish(run.replay, &error));
    good = recorder_close(run.recorder, good ? &error : NULL) && good;
    if (!good)
        fprintf(stderr, "congo: %s\n", error.text);
    if (run.replay != NULL)
        replay_report(run.replay);
    replay_free(run.replay);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
