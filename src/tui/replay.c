#include <config.h>

#include "tui/replay_parts.h"

#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"
#include "tui/input.h"
#include "tui/recording.h"
#include "tui/screen_text.h"
#include "tui/terminal.h"

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
