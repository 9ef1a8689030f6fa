#include <config.h>

#include "script/replay.h"

#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "term/cells.h"
#include "term/input.h"
#include "term/terminal.h"
#include "tui/app_loop.h"

enum {
    STEP_MS = 1,     /* between two lines; at 0 nothing would be painted between them */
    POLL_MS = 10,    /* between two checks of the screen while waiting */
    STABLE_MS = 250, /* a screen to be recorded must stay unchanged for this time */
    TIMEOUT_S = 20,  /* of a line, unless the script says otherwise */
    REPEATS_MAX = 1000,
    MASKS_MAX = 16,
    WORD_SIZE = 2 * KEY_NAME_SIZE
};

struct Replay {
    const Script *script;
    App *app;           /* NULL before replay_start */
    Recorder *recorder; /* NULL: not recorded */
    uv_timer_t timer;
    size_t next;      /* index of the current line */
    int keys_done;    /* number of keys of the line already pressed */
    uint64_t since;   /* start of the line, in ms of the loop; 0: not started */
    char *last;       /* the screen at the last check while waiting until it is stable */
    uint64_t changed; /* time of the first check that found `last` */
    int64_t timeout_ms;
    regex_t mask[MASKS_MAX];
    int masks; /* compiled so far */
    bool is_over;
    Error error;
    const char *expected; /* screen to report with the error; NULL: only `found` */
    char *found;          /* screen at the error; NULL: no screen to report */
};

static const ScriptLine *current_line(const Replay *replay) {
    return &replay->script->lines[replay->next];
}

/* ---- before the start ---- */

/*
 * Finds a key in a list of key names, by its number from 0; K_NONE past the last. "Down*3" counts
 * as three keys. Returns false and sets `name` if a name is unknown.
 */
static bool parse_key(const char *names, int number, Key *key, char name[WORD_SIZE]) {
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
    return parse_key(line->text, INT_MAX, &key, name) ||
           error_set(
               error, ERROR_SYNTAX,
               "expected names of keys, such as a Tab PageDown Ctrl-L F1 Down*3, found \"%s\"",
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
    free(replay->last);
    free(replay->found);
    free(replay);
}

static bool set_size(const Replay *replay, const ScriptLine *line, Error *error) {
    return terminal_limit_size(line->number[0], line->number[1], error) ||
           script_error_at(replay->script, line, error);
}

bool replay_limit_size(const Replay *replay, Error *error) {
    const ScriptLine *line = script_find_line(replay->script, SCRIPT_SIZE, 0);
    return line == NULL || set_size(replay, line, error);
}

/* ---- the screen ---- */

/* Replaces every character of each match by a question mark. */
static void apply_mask(const regex_t *mask, char *text) {
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

/* ---- the end of a line, and of the script ---- */

static void end(Replay *replay) {
    replay->is_over = true;
    app_quit(replay->app);
}

/* Ends the script with the error that was set. Takes over `found`. */
static void fail(Replay *replay, char *found, const char *expected) {
    script_error_at(replay->script, current_line(replay), &replay->error);
    replay->found = found;
    replay->expected = expected;
    end(replay);
}

/* Advances to the next line. `block` is the current content of the line's block, or NULL. */
static void finish_line(Replay *replay, const char *block) {
    if (replay->recorder != NULL)
        recorder_copy_line(replay->recorder, current_line(replay)->source, block);
    free(replay->last);
    replay->last = NULL;
    replay->since = replay->changed = 0;
    replay->keys_done = 0;
    replay->next++;
    if (replay->recorder != NULL && replay->next == replay->script->count)
        recorder_copy_line(replay->recorder, replay->script->rest, NULL);
}

static bool is_timed_out(const Replay *replay) {
    return uv_now(&replay->app->loop) - replay->since > (uint64_t)replay->timeout_ms;
}

/* ---- the verbs: each handler returns whether the pace of the replay applies after it ---- */

static bool do_nothing(Replay *replay, const ScriptLine *line) {
    finish_line(replay, line->block);
    return false;
}

static bool do_size(Replay *replay, const ScriptLine *line) {
    if (set_size(replay, line, &replay->error)) {
        app_invalidate(replay->app);
        finish_line(replay, NULL);
    } else {
        end(replay);
    }
    return true;
}

/* Finishes the line before its last key, which may end the program. */
static bool do_keys(Replay *replay, const ScriptLine *line) {
    char name[WORD_SIZE];
    InputEvent input = {.kind = INPUT_KEY};
    Key following;
    parse_key(line->text, replay->keys_done++, &input.key, name);
    parse_key(line->text, replay->keys_done, &following, name);
    if (following == K_NONE)
        finish_line(replay, NULL);
    app_loop_on_input(replay->app, &input);
    return true;
}

/* Types the whole text in one iteration of the loop, like a very fast typist. */
static bool do_type(Replay *replay, const ScriptLine *line) {
    const char *text = line->text;
    finish_line(replay, NULL);
    while (*text != '\0' && !replay->app->quitting) {
        InputEvent input = {.kind = INPUT_KEY, .key = '?'};
        unsigned code;
        size_t length = text_decode_utf8(text, UTF8_MAX, &code);
        if (length > 0 && !text_is_control(code))
            input.key = (Key)code;
        app_loop_on_input(replay->app, &input);
        text += length > 0 ? length : 1;
    }
    return true;
}

static bool do_paste(Replay *replay, const ScriptLine *line) {
    char *text = memory_strdup(line->block != NULL ? line->block : line->text);
    if (line->block != NULL)
        text[strlen(text) - 1] = '\0';
    finish_line(replay, line->block);
    app_loop_on_input(replay->app, &(InputEvent){.kind = INPUT_PASTE, .paste = text});
    free(text);
    return true;
}

static void put_mouse(Replay *replay, MouseEventType kind, const ScriptLine *line) {
    MouseEvent mouse = {kind, line->number[1] - 1, line->number[0] - 1};
    if (!replay->app->quitting)
        app_loop_on_input(replay->app, &(InputEvent){.kind = INPUT_MOUSE, .mouse = mouse});
}

/* Holds the button down if a drag follows. */
static bool do_click(Replay *replay, const ScriptLine *line) {
    finish_line(replay, NULL);
    bool held = replay->next < replay->script->count && current_line(replay)->verb == SCRIPT_DRAG;
    put_mouse(replay, MOUSE_CLICK, line);
    if (!held)
        put_mouse(replay, MOUSE_RELEASE, line);
    return true;
}

static bool do_drag(Replay *replay, const ScriptLine *line) {
    finish_line(replay, NULL);
    put_mouse(replay, line->verb == SCRIPT_DRAG ? MOUSE_DRAG : MOUSE_RELEASE, line);
    return true;
}

static bool do_right_click(Replay *replay, const ScriptLine *line) {
    finish_line(replay, NULL);
    put_mouse(replay, MOUSE_RIGHT_CLICK, line);
    return true;
}

static bool do_wheel(Replay *replay, const ScriptLine *line) {
    bool up = strcmp(line->text, "up") == 0;
    finish_line(replay, NULL);
    MouseEvent mouse = {.kind = up ? MOUSE_WHEEL_UP : MOUSE_WHEEL_DOWN};
    app_loop_on_input(replay->app, &(InputEvent){.kind = INPUT_MOUSE, .mouse = mouse});
    return true;
}

static bool do_wait(Replay *replay, const ScriptLine *line) {
    char *text = screen_text_read();
    bool wanted = line->verb == SCRIPT_WAIT;
    if ((strstr(text, line->text) != NULL) == wanted) {
        finish_line(replay, NULL);
    } else if (is_timed_out(replay)) {
        error_set(&replay->error, ERROR_STATE, "expected %s \"%s\" on the screen, but it shows:",
                  wanted ? "to see" : "not to see", line->text);
        fail(replay, text, NULL);
        return false;
    }
    free(text);
    return false;
}

/* Records the screen once it is stable. Takes over `text`. */
static void record_stable_screen(Replay *replay, char *text) {
    uint64_t now = uv_now(&replay->app->loop);
    if (replay->last == NULL || strcmp(replay->last, text) != 0) {
        free(replay->last);
        replay->last = text;
        replay->changed = now;
        return;
    }
    if (now - replay->changed >= STABLE_MS)
        finish_line(replay, text);
    free(text);
}

static void fail_screen(Replay *replay, const ScriptLine *line, char *text) {
    const char *blank = line->text[0] != '\0' ? " " : "";
    error_set(
        &replay->error, ERROR_STATE, "%s%s%s: %s", script_verb_name(line->verb), blank, line->text,
        line->block != NULL ? "the screen differs; expected on the left, found on the right:"
                            : "expected lines with | below it (--record writes them), found:");
    fail(replay, text, line->block);
}

static bool do_screen(Replay *replay, const ScriptLine *line) {
    bool is_colors = line->verb == SCRIPT_COLORS;
    char *text = is_colors ? screen_text_colors() : screen_text_read();
    for (int i = 0; i < replay->masks && !is_colors; i++)
        apply_mask(&replay->mask[i], text);
    bool same = line->block != NULL && strcmp(text, line->block) == 0;
    if (same) {
        finish_line(replay, line->block);
        free(text);
    } else if (replay->recorder != NULL) {
        record_stable_screen(replay, text);
    } else if (line->block == NULL || is_timed_out(replay)) {
        fail_screen(replay, line, text);
    } else {
        free(text);
    }
    return same;
}

static bool do_mask(Replay *replay, const ScriptLine *line) {
    if (regcomp(&replay->mask[replay->masks], line->text, REG_EXTENDED) == 0)
        replay->masks++;
    finish_line(replay, NULL);
    return false;
}

static bool do_patience(Replay *replay, const ScriptLine *line) {
    replay->timeout_ms = line->number[0] * INT64_C(1000);
    finish_line(replay, NULL);
    return false;
}

/* Hands the program over to the keyboard. */
static bool do_stay(Replay *replay, const ScriptLine *line) {
    (void)line;
    replay->is_over = true;
    finish_line(replay, NULL);
    return false;
}

typedef bool LineHandler(Replay *replay, const ScriptLine *line);

static LineHandler *const handlers[SCRIPT_VERBS] = {
    [SCRIPT_OPTION] = do_nothing, [SCRIPT_FILE] = do_nothing,      [SCRIPT_SIZE] = do_size,
    [SCRIPT_KEYS] = do_keys,      [SCRIPT_TYPE] = do_type,         [SCRIPT_PASTE] = do_paste,
    [SCRIPT_CLICK] = do_click,    [SCRIPT_RIGHT] = do_right_click, [SCRIPT_DRAG] = do_drag,
    [SCRIPT_DROP] = do_drag,      [SCRIPT_WHEEL] = do_wheel,       [SCRIPT_WAIT] = do_wait,
    [SCRIPT_GONE] = do_wait,      [SCRIPT_SCREEN] = do_screen,     [SCRIPT_COLORS] = do_screen,
    [SCRIPT_MASK] = do_mask,      [SCRIPT_PATIENCE] = do_patience, [SCRIPT_STAY] = do_stay,
};

/* ---- playing ---- */

static void on_timer(uv_timer_t *timer) {
    Replay *replay = timer->data;
    App *app = replay->app;
    size_t before = replay->next;
    if (before == replay->script->count) {
        end(replay);
        return;
    }
    if (replay->since == 0)
        replay->since = uv_now(&app->loop);
    const ScriptLine *line = current_line(replay);
    bool paced = handlers[line->verb](replay, line);
    if (app->quitting || replay->is_over)
        return;
    uint64_t delay = paced ? (uint64_t)app->settings.pace_ms : 0;
    if (!paced && replay->next == before)
        delay = POLL_MS;
    uv_timer_start(timer, on_timer, delay > STEP_MS ? delay : STEP_MS, 0);
}

void replay_start(Replay *replay, App *app, Recorder *recorder) {
    replay->app = app;
    replay->recorder = recorder;
    replay->timer.data = replay;
    uv_timer_init(&app->loop, &replay->timer);
    uv_timer_start(&replay->timer, on_timer, STEP_MS, 0);
}

void replay_stop(Replay *replay) {
    if (replay->app != NULL)
        uv_close((uv_handle_t *)&replay->timer, NULL);
}

bool replay_is_active(const Replay *replay) {
    return !replay->is_over;
}

bool replay_finish(const Replay *replay, Error *error) {
    if (replay->is_over || replay->next == replay->script->count) {
        *error = replay->error;
        return error->code == ERROR_NONE;
    }
    error_set(error, ERROR_STATE, "the program has ended before this line");
    return script_error_at(replay->script, current_line(replay), error);
}

void replay_report(const Replay *replay) {
    if (replay->found != NULL && replay->expected != NULL)
        screen_text_compare(stderr, replay->expected, replay->found);
    else if (replay->found != NULL)
        fputs(replay->found, stderr);
}
