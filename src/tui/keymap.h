/*
 * The one table of actions and keys. The help screen, the configuration's `keys` group, the
 * commands typed after ':' and the manual page come from it.
 */
#ifndef TUI_KEYMAP_H
#define TUI_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "config/settings.h"
#include "term/key.h"

typedef enum Action {
    ACTION_NONE = -1,
    ACTION_LEFT,
    ACTION_DOWN,
    ACTION_UP,
    ACTION_RIGHT,
    ACTION_UP_LEFT,
    ACTION_UP_RIGHT,
    ACTION_DOWN_LEFT,
    ACTION_DOWN_RIGHT,
    ACTION_NEXT,
    ACTION_PREVIOUS,
    ACTION_SELECT,
    ACTION_ESCAPE,
    ACTION_UNDO,
    ACTION_REDO,
    ACTION_ADVICE,
    ACTION_CANCEL,
    ACTION_PAUSE,
    ACTION_STEP,
    ACTION_BACK,
    ACTION_FORWARD,
    ACTION_START,
    ACTION_END,
    ACTION_NEW,
    ACTION_OPEN,
    ACTION_SAVE,
    ACTION_FEN,
    ACTION_LOBBY,
    ACTION_TALK,
    ACTION_ID,
    ACTION_ABORT,
    ACTION_TOUR,
    ACTION_PUZZLE,
    ACTION_READ,
    ACTION_FLIP,
    ACTION_GLYPHS,
    ACTION_THEME,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_OUT,
    ACTION_ZOOM_AUTO,
    ACTION_ANALYSIS,
    ACTION_MORE_LINES,
    ACTION_FEWER_LINES,
    ACTION_COMMAND,
    ACTION_RESIGN,
    ACTION_DRAW,
    ACTION_HELP,
    ACTION_QUIT,
    ACTION_REDRAW,
    ACTION_SUSPEND,
    ACTION_COUNT
} Action;

/* The headings under which actions are listed. */
typedef enum ActionGroup {
    GROUP_BOARD,
    GROUP_GAME,
    GROUP_MOVES,
    GROUP_FILES,
    GROUP_NETWORK,
    GROUP_LEARNING,
    GROUP_LOOKS,
    GROUP_PROGRAM,
    ACTION_GROUP_COUNT
} ActionGroup;

/* The moments at which an action is worth a hint at the edge of the screen. */
typedef enum HintContext {
    HINT_TURN = 1,        /* a human is to move, nothing is selected */
    HINT_SELECTED = 2,    /* a piece is selected */
    HINT_CAPTURE = 4,     /* in the middle of a monkey's capture */
    HINT_WAITING = 8,     /* a computer is to move */
    HINT_WATCHING = 16,   /* two computers play */
    HINT_PAUSED = 32,     /* ... and are paused */
    HINT_BROWSING = 64,   /* an earlier position is shown */
    HINT_OVER = 128,      /* the game has ended */
    HINT_ANALYSING = 256, /* besides one of these: an analysis is on */
    HINT_NETWORK = 512    /* besides one of these: a network game */
} HintContext;

typedef struct ActionInfo {
    const char *name;  /* in the configuration and as a command */
    const char *keys;  /* the default keys' names, separated by blanks */
    const char *hint;  /* one or two words; "": never hinted */
    unsigned contexts; /* a set of HintContext, when it is hinted */
    const char *help;  /* what it does, and where it applies */
    ActionGroup group;
} ActionInfo;

const ActionInfo *action_info(Action action);
Action action_find(const char *name); /* ACTION_NONE: there is none of that name */
const char *action_group_title(ActionGroup group);

enum { KEYMAP_MAX = 256 };

typedef struct KeyMap {
    struct {
        Key key;
        Action action;
    } bound[KEYMAP_MAX];
    size_t count;
} KeyMap;

/*
 * The default keys, changed as the settings say: an action named there has the keys given there and
 * none of its default ones ("" stands for no key); a key given there is taken from the action that
 * had it by default. The error names the configuration's file and line, and *map is then not to be
 * used.
 */
bool keymap_build(KeyMap *map, const Settings *settings, Error *error);

Action keymap_action(const KeyMap *map, Key key);

/* The action's keys, "Left, h, 4"; cut to what fits into `size`. Returns text. */
const char *keymap_key_names(const KeyMap *map, Action action, char *text, size_t size);

/* The one key to name in a hint or a sentence: its first; "" if it has none. */
const char *keymap_key_name(const KeyMap *map, Action action, char name[KEY_NAME_SIZE]);

/* A text in which "{undo}" stands for the one key to name of the action "undo"; for ":undo", which
 * may be typed, if it has none. Cut to what fits into `size`. Returns text. */
const char *keymap_expand(const KeyMap *map, const char *format, char *text, size_t size);

/* The whole table with the default keys, one action a line in three columns two blanks apart (keys,
 * name, help), under the sections' titles: what `congo --help-keys` prints. */
void keymap_print(FILE *out);

#endif
