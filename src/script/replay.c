#include <config.h>

#include "script/replay.h"

#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "script/recorder.h"
#include "term/input.h"
#include "term/screen_text.h"
#include "term/terminal.h"

enum {
    STEP_MS = 1,  /* between two lines; at 0 nothing would be painted between them */
    POLL_MS = 10, /* between two looks while waiting */
    TIMEOUT_S = 20,
    REPEATS_MAX = 1000
};

/* --- before it begins --- */

bool replay_parse_key(const char *names, int number, Key *key, char name[WORD_SIZE]) {
    *key = K_NONE;
    while (*names != '\0') {
        size_t length = strcspn(names, " \t");
        long repeats = 1;
        Key found;
        snprintf(name, WORD_SIZE, "%.*s", (int)length, names);
        if (!key_parse(name, &found)) {
            char *star = strrchr(name, '*'), *end = name;
            if (star == NULL || star == name)
                return false;
            repeats = strtol(star + 1, &end, 10);
            if (end == star + 1 || *end != '\0' || repeats < 1 || repeats > REPEATS_MAX)
                return false;
            *star = '\0';
            if (!key_parse(name, &found))
                return false;
        }
        if (number < repeats) {
            *key = found;
            return true;
        }
        number -= (int)repeats;
        names += length;
        names += strspn(names, " \t");
    }
    return true;
}

static bool check_keys(const ScriptLine *line, Error *error) {
    char name[WORD_SIZE];
    Key key;
    return replay_parse_key(line->text, INT_MAX, &key, name) ||
           error_set(error, ERROR_SYNTAX,
                     "expected keys' names like a Tab PageDown Ctrl-L F1 Down*3, found \"%s\"",
                     name);
}

static bool check_mask(const ScriptLine *line, int *masks, Error *error) {
    regex_t mask;
    char reason[128];
    int code = regcomp(&mask, line->text, REG_EXTENDED);
    if (code == 0)
        regfree(&mask);
    if (code == 0 && ++*masks <= MASKS_MAX)
        return true;
    if (code == 0)
        return error_set(error, ERROR_RANGE, "expected at most %d masks", MASKS_MAX);
    regerror(code, NULL, reason, sizeof reason);
    return error_set(error, ERROR_SYNTAX, "expected a regular expression: %s", reason);
}

Replay *replay_create(const Script *script, Error *error) {
    int masks = 0;
    for (size_t i = 0; i < script->count; i++) {
        const ScriptLine *line = &script->lines[i];
        if ((line->verb == SCRIPT_KEYS && !check_keys(line, error)) ||
            (line->verb == SCRIPT_MASK && !check_mask(line, &masks, error))) {
            script_error_at(script, line, error);
            return NULL;
        }
    }
    Replay *replay = memory_allocate(sizeof *replay);
    replay->script = script;
    replay->timeout_ms = TIMEOUT_S * 1000;
    return replay;
}

void replay_free(Replay *replay) {
    if (replay == NULL)
        return;
    for (int i = 0; i < replay->masks; i++)
        regfree(&replay->mask[i]);
    free(replay->seen);
    free(replay->found);
    free(replay);
}

bool replay_set_size(const Replay *replay, const ScriptLine *line, Error *error) {
    return terminal_limit_size(line->number[0], line->number[1], error) ||
           script_error_at(replay->script, line, error);
}

bool replay_limit_size(const Replay *replay, Error *error) {
    const ScriptLine *line = script_find_line(replay->script, SCRIPT_SIZE, 0);
    return line == NULL || replay_set_size(replay, line, error);
}

/* At the end of the script. */
static void end(App *app) {
    app->replay->is_over = true;
    app_quit(app);
}

static void step(uv_timer_t *timer) {
    App *app = timer->data;
    Replay *replay = app->replay;
    if (replay->next == replay->script->count) {
        end(app);
        return;
    }
    size_t before = replay->next;
    if (replay->since == 0)
        replay->since = uv_now(&app->loop);
    bool seen = replay_run_line(app);
    if (app->quitting || replay->is_over)
        return;
    uint64_t delay = seen ? (uint64_t)app->settings.pace_ms : 0;
    if (!seen && replay->next == before)
        delay = POLL_MS;
    uv_timer_start(&app->script, step, delay > STEP_MS ? delay : STEP_MS, 0);
}

/* --- as seen from the program --- */

void replay_start(App *app) {
    uv_timer_start(&app->script, step, STEP_MS, 0);
}

bool replay_is_active(const App *app) {
    return app->replay != NULL && !app->replay->is_over;
}

bool replay_finish(Replay *replay, Error *error) {
    if (replay->is_over || replay->next == replay->script->count) {
        *error = replay->error;
        return error->code == ERROR_NONE;
    }
    error_set(error, ERROR_STATE, "the program has ended before this line");
    return script_error_at(replay->script, replay_line(replay), error);
}

void replay_report(const Replay *replay) {
    if (replay->found != NULL && replay->expected != NULL)
        screen_text_compare(stderr, replay->expected, replay->found);
    else if (replay->found != NULL)
        fputs(replay->found, stderr);
}

/* What the lines of a script do, and what they expect of the screen. */

enum { STABLE_MS = 250 /* a screen that is to be recorded has not changed for so long */ };

/* --- what is on the screen --- */

/* Every character of what a mask fits becomes a question mark. */
static void put_mask(const regex_t *mask, char *text) {
    regmatch_t match;
    int flags = 0;
    while (regexec(mask, text, 1, &match, flags) == 0 && match.rm_eo > 0) {
        char *to = text + match.rm_so;
        for (const char *from = to; from < text + match.rm_eo; from++)
            if (((unsigned char)*from & 0xc0) != 0x80)
                *to++ = *from == '\n' ? '\n' : '?';
        memmove(to, text + match.rm_eo, strlen(text + match.rm_eo) + 1);
        text = to + (match.rm_eo == match.rm_so && *to != '\0');
        flags = REG_NOTBOL;
    }
}

static char *capture_screen(const Replay *replay, ScriptVerb verb) {
    char *text = verb == SCRIPT_COLORS ? screen_text_colors() : screen_text_read();
    for (int i = 0; i < replay->masks && verb == SCRIPT_SCREEN; i++)
        put_mask(&replay->mask[i], text);
    return text;
}

/* --- the end --- */

static void fail(App *app, char *found, const char *expected) {
    Replay *replay = app->replay;
    script_error_at(replay->script, replay_line(replay), &replay->error);
    replay->found = found;
    replay->expected = expected;
    replay->is_over = true;
    app_quit(app);
}

/* The line is done; its block as it is now. */
static void finish_line(App *app, const char *block) {
    Replay *replay = app->replay;
    if (app->recorder != NULL)
        recorder_copy_line(app->recorder, replay_line(replay)->source, block);
    free(replay->seen);
    replay->seen = NULL;
    replay->since = replay->changed = 0;
    replay->keys_done = 0;
    replay->next++;
    if (app->recorder != NULL && replay->next == replay->script->count)
        recorder_copy_line(app->recorder, replay->script->rest, NULL);
}

/* --- one line --- */

static bool do_nothing(App *app, const ScriptLine *line) {
    finish_line(app, line->block);
    return false;
}

static bool do_size(App *app, const ScriptLine *line) {
    Error error = {0};
    if (replay_set_size(app->replay, line, &error)) {
        app_invalidate(app);
        finish_line(app, NULL);
    } else {
        app->replay->error = error;
        app->replay->is_over = true;
        app_quit(app);
    }
    return true;
}

/* The last key of a line may end the program. */
static bool do_keys(App *app, const ScriptLine *line) {
    Replay *replay = app->replay;
    char name[WORD_SIZE];
    InputEvent input = {.kind = INPUT_KEY};
    Key following;
    replay_parse_key(line->text, replay->keys_done++, &input.key, name);
    replay_parse_key(line->text, replay->keys_done, &following, name);
    if (following == K_NONE)
        finish_line(app, NULL);
    app_loop_on_input(app, &input);
    return true;
}

/* All at once, as from quick fingers. */
static bool do_type(App *app, const ScriptLine *line) {
    const char *text = line->text;
    finish_line(app, NULL);
    while (*text != '\0' && !app->quitting) {
        char name[KEY_NAME_SIZE] = "";
        InputEvent input = {.kind = INPUT_KEY};
        size_t length = 1;
        while (length < 4 && (text[length] & 0xc0) == 0x80)
            length++;
        memcpy(name, text, length);
        if (*text == ' ')
            input.key = ' ';
        else if (!key_parse(name, &input.key))
            input.key = '?';
        app_loop_on_input(app, &input);
        text += length;
    }
    return true;
}

static bool do_paste(App *app, const ScriptLine *line) {
    char *text = memory_strdup(line->block != NULL ? line->block : line->text);
    if (line->block != NULL)
        text[strlen(text) - 1] = '\0';
    finish_line(app, line->block);
    app_loop_on_input(app, &(InputEvent){.kind = INPUT_PASTE, .paste = text});
    free(text);
    return true;
}

static bool do_click(App *app, const ScriptLine *line) {
    InputEvent input = {.kind = INPUT_MOUSE,
                        .mouse = {MOUSE_CLICK, line->number[1] - 1, line->number[0] - 1}};
    finish_line(app, NULL);
    app_loop_on_input(app, &input);
    return true;
}

static bool do_wheel(App *app, const ScriptLine *line) {
    bool up = strcmp(line->text, "up") == 0;
    InputEvent input = {.kind = INPUT_MOUSE,
                        .mouse = {up ? MOUSE_WHEEL_UP : MOUSE_WHEEL_DOWN, 0, 0}};
    finish_line(app, NULL);
    app_loop_on_input(app, &input);
    return true;
}

static bool is_timed_out(App *app) {
    return uv_now(&app->loop) - app->replay->since > (uint64_t)app->replay->timeout_ms;
}

static bool do_wait(App *app, const ScriptLine *line) {
    Replay *replay = app->replay;
    char *text = screen_text_read();
    bool wanted = line->verb == SCRIPT_WAIT;
    if ((strstr(text, line->text) != NULL) == wanted) {
        free(text);
        finish_line(app, NULL);
    } else if (is_timed_out(app)) {
        error_set(&replay->error, ERROR_STATE, "expected %s \"%s\" on the screen, which shows:",
                  wanted ? "to see" : "no longer to see", line->text);
        fail(app, text, NULL);
    } else {
        free(text);
    }
    return false;
}

/* To be recorded, a screen must have come to rest. */
static void wait_until_stable(App *app, char *text) {
    Replay *replay = app->replay;
    uint64_t now = uv_now(&app->loop);
    if (replay->seen == NULL || strcmp(replay->seen, text) != 0) {
        free(replay->seen);
        replay->seen = text;
        replay->changed = now;
        return;
    }
    if (now - replay->changed >= STABLE_MS)
        finish_line(app, text);
    free(text);
}

static void report_screen(App *app, const ScriptLine *line, char *text) {
    Error *error = &app->replay->error;
    const char *thing = line->verb == SCRIPT_SCREEN ? "screen" : "colors";
    const char *blank = line->text[0] != '\0' ? " " : "";
    if (line->block != NULL)
        error_set(error, ERROR_STATE,
                  "%s%s%s: not as expected; on the left what is expected, on the right what was "
                  "found:",
                  thing, blank, line->text);
    else
        error_set(error, ERROR_STATE,
                  "%s%s%s: expected lines with | below it, which --record writes; found:", thing,
                  blank, line->text);
    fail(app, text, line->block);
}

static bool do_screen(App *app, const ScriptLine *line) {
    char *text = capture_screen(app->replay, line->verb);
    bool same = line->block != NULL && strcmp(text, line->block) == 0;
    if (!same && app->recorder != NULL) {
        wait_until_stable(app, text);
    } else if (!same && (line->block == NULL || is_timed_out(app))) {
        report_screen(app, line, text);
    } else {
        free(text);
        if (same)
            finish_line(app, line->block);
    }
    return same;
}

static bool do_mask(App *app, const ScriptLine *line) {
    Replay *replay = app->replay;
    if (regcomp(&replay->mask[replay->masks], line->text, REG_EXTENDED) == 0)
        replay->masks++;
    finish_line(app, NULL);
    return false;
}

static bool do_patience(App *app, const ScriptLine *line) {
    app->replay->timeout_ms = line->number[0] * INT64_C(1000);
    finish_line(app, NULL);
    return false;
}

/* From here on the keyboard plays. */
static bool do_stay(App *app, const ScriptLine *line) {
    (void)line;
    app->replay->is_over = true;
    finish_line(app, NULL);
    return false;
}

/* Returns whether something happened that is worth to be seen for the pace. */
typedef bool LineHandler(App *app, const ScriptLine *line);

static LineHandler *const handlers[SCRIPT_VERBS] = {
    [SCRIPT_OPTION] = do_nothing, [SCRIPT_FILE] = do_nothing,      [SCRIPT_SIZE] = do_size,
    [SCRIPT_KEYS] = do_keys,      [SCRIPT_TYPE] = do_type,         [SCRIPT_PASTE] = do_paste,
    [SCRIPT_CLICK] = do_click,    [SCRIPT_WHEEL] = do_wheel,       [SCRIPT_WAIT] = do_wait,
    [SCRIPT_GONE] = do_wait,      [SCRIPT_SCREEN] = do_screen,     [SCRIPT_COLORS] = do_screen,
    [SCRIPT_MASK] = do_mask,      [SCRIPT_PATIENCE] = do_patience, [SCRIPT_STAY] = do_stay,
};

bool replay_run_line(App *app) {
    const ScriptLine *line = replay_line(app->replay);
    return handlers[line->verb](app, line);
}
