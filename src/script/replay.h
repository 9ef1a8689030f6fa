/*
 * A script that is being played: presses its keys one after the other, waits for what it waits for,
 * and compares its screens. At its end, and at the first thing that is not as expected, the program
 * is left; while it lasts, the keyboard does nothing.
 */
#ifndef SCRIPT_REPLAY_H
#define SCRIPT_REPLAY_H

#include <regex.h>

#include "script/script.h"
#include "tui/app.h"

typedef struct Replay Replay;

/* NULL with an error that names file and line when something in the script makes no sense. The
 * script is borrowed. */
Replay *replay_create(const Script *script, Error *error);
void replay_free(Replay *replay);

/* The screen's size of the script's beginning; false with an error when the terminal is smaller. */
bool replay_limit_size(const Replay *replay, Error *error);

/* From the program's beginning on; app->replay is set. */
void replay_start(App *app);
/* Whether keys come from the script. */
bool replay_is_active(const App *app);

/* After the program was left: whether all was as expected. If not, *error says so, and what is to
 * be seen beside it is printed by replay_report. */
bool replay_finish(Replay *replay, Error *error);
void replay_report(const Replay *replay);

/* A replay's inside, for its two files only. */

enum { MASKS_MAX = 16, WORD_SIZE = 2 * KEY_NAME_SIZE };

struct Replay {
    const Script *script;
    size_t next;      /* the line that is worked on */
    int keys_done;    /* of it */
    uint64_t since;   /* when it was begun, ms; 0: not yet */
    uint64_t changed; /* when the screen was seen to change while it was worked on */
    char *seen;       /* the screen then */
    int64_t timeout_ms;
    regex_t mask[MASKS_MAX];
    int masks; /* in force */
    bool is_over;
    Error error;
    const char *expected; /* of the error; NULL: only what was found is to be shown */
    char *found;          /* NULL: nothing is */
};

static inline const ScriptLine *replay_line(const Replay *replay) {
    return &replay->script->lines[replay->next];
}

/* The number'th key of a line's names, from 0; K_NONE past the last. "Down*3" is three keys. False
 * when a name, which is then in `name`, is none. */
bool replay_parse_key(const char *names, int number, Key *key, char name[WORD_SIZE]);

/* The screen's size by a line. */
bool replay_set_size(const Replay *replay, const ScriptLine *line, Error *error);

/* --- replay_lines.c --- */

/* Does what the line at work says, and goes on to the next one when it is done. Returns whether
 * something happened that is worth to be seen for the pace. */
bool replay_run_line(App *app);

#endif
