/*
 * The one table of actions, with their keys and texts, and the map from keys to actions. What they
 * do is up to the features; see feature.h. The help screen, the `keys` group of the configuration,
 * the commands typed after ':' and the manual page come from it.
 */
#ifndef TUI_ACTION_H
#define TUI_ACTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"
#include "config/settings.h"
#include "term/key.h"

struct App;

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
    ACTION_ATTACKS,
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
    ACTION_REVIEW,
    ACTION_PREVIOUS_MISTAKE,
    ACTION_NEXT_MISTAKE,
    ACTION_NEW,
    ACTION_WELCOME,
    ACTION_COMPUTER,
    ACTION_SOMEBODY,
    ACTION_WATCH,
    ACTION_OPEN,
    ACTION_GAMES,
    ACTION_SAVE,
    ACTION_SHARE,
    ACTION_FEN,
    ACTION_SETUP,
    ACTION_LOBBY,
    ACTION_TALK,
    ACTION_ID,
    ACTION_ABORT,
    ACTION_CLAIM,
    ACTION_TOUR,
    ACTION_PUZZLE,
    ACTION_TRAIN,
    ACTION_MISTAKES,
    ACTION_READ,
    ACTION_FLIP,
    ACTION_GLYPHS,
    ACTION_THEME,
    ACTION_ZOOM_IN,
    ACTION_ZOOM_OUT,
    ACTION_ZOOM_AUTO,
    ACTION_PANELS,
    ACTION_BELL,
    ACTION_ANIMATIONS,
    ACTION_FORGET_CHOICES,
    ACTION_ANALYSIS,
    ACTION_ENDINGS,
    ACTION_OPENINGS,
    ACTION_MORE_LINES,
    ACTION_FEWER_LINES,
    ACTION_TYPE,
    ACTION_COMMAND,
    ACTION_RESIGN,
    ACTION_DRAW,
    ACTION_HELP,
    ACTION_QUIT,
    ACTION_REDRAW,
    ACTION_SUSPEND,
    ACTION_LOBBY_WATCH,
    ACTION_LOBBY_JOIN,
    ACTION_LOBBY_SERVER,
    ACTION_LOBBY_REMOVE,
    ACTION_LOBBY_REFRESH,
    ACTION_GAMES_FIND,
    ACTION_GAMES_REVIEW,
    ACTION_GAMES_RESULTS,
    ACTION_GAMES_DELETE,
    ACTION_SETUP_TURN,
    ACTION_SETUP_EMPTY,
    ACTION_SETUP_START,
    ACTION_SETUP_MIRROR,
    ACTION_SETUP_SWAP,
    ACTION_SETUP_TEXT,
    ACTION_SETUP_REMOVE,
    ACTION_COUNT
} Action;

/* The headings under which actions are listed. From GROUP_LOBBY on, each is that of a screen which
 * has the actions to itself; see action_is_of_screen(). */
typedef enum ActionGroup {
    GROUP_BOARD,
    GROUP_GAME,
    GROUP_MOVES,
    GROUP_FILES,
    GROUP_NETWORK,
    GROUP_LEARNING,
    GROUP_DISPLAY,
    GROUP_PROGRAM,
    GROUP_LOBBY,
    GROUP_GAMES,
    GROUP_SETUP,
    ACTION_GROUP_COUNT
} ActionGroup;

/* Where an action runs besides a game on the board. */
typedef enum ActionContext {
    IN_EXERCISE = 1,  /* as in a game; exercise.c has those that it runs in another way */
    WITHOUT_GAME = 2, /* before the first game */
    UNDER_LAYERS = 4  /* also while a dialog has the keys, or the screen is too small */
} ActionContext;

typedef struct ActionInfo {
    const char *name; /* in the configuration and as a command */
    const char *keys; /* names of the default keys, separated by blanks */
    const char *help; /* what it does, and where it applies */
    ActionGroup group;
    unsigned contexts; /* set of ActionContext */
} ActionInfo;

const ActionInfo *action_info(Action action);

/* Returns the action of that name, or ACTION_NONE. */
Action action_find(const char *name);

const char *action_group_title(ActionGroup group);

/* Returns whether the action is one of a screen's own. Its keys may have other actions elsewhere
 * and go before those there; it is not a command. */
bool action_is_of_screen(Action action);

/* Runs an action as a feature that is in use defines it, or else as usual. */
void action_run(struct App *app, Action action);

/* Returns the action of a key as things stand: while two computers play, Space pauses, + and -
 * change the pace, and the keys of an analysis's lines the size of the board. */
Action action_of_key(const struct App *app, Key key);

/* Writes the first key that runs the action as things stand, which hints and sentences name; "" if
 * there is none. Returns `name`. */
const char *action_key_name(const struct App *app, Action action, char name[KEY_NAME_SIZE]);

/* The same on a screen: no key that has an action of the screen's own instead. */
const char *action_key_name_on(const struct App *app, ActionGroup screen, Action action,
                               char name[KEY_NAME_SIZE]);

/* Copies a text and replaces "{undo}" by that key of the action "undo", or, if it has no key, by
 * the command ":undo", or by "no key" for an action of a screen. Cuts what does not fit. Returns
 * `text`. */
const char *action_expand_keys(const struct App *app, const char *format, char *text, size_t size);

/* ---- keys: from a key to its action, and the names of keys in texts ---- */

enum { KEYMAP_MAX = 320 };

typedef struct KeyMap {
    struct {
        Key key;
        Action action;
    } bound[KEYMAP_MAX];
    size_t count;
} KeyMap;

/*
 * Fills the map with the default keys, changed by the settings: an action named there has the keys
 * given there instead of its default keys ("" for none), and a key given there is taken from the
 * action that has it by default, of the same screen if it is an action of a screen. Returns false
 * on failure, with an error that names file and line and *map unusable.
 */
bool keymap_build(KeyMap *map, const Settings *settings, Error *error);

/* Returns the action of a key in a game, or ACTION_NONE. */
Action keymap_action(const KeyMap *map, Key key);

/* Returns the action of a key on a screen: one of the screen's own, or else as in a game. */
Action keymap_action_on(const KeyMap *map, ActionGroup screen, Key key);

/* Writes all keys of an action, such as "Left, h, 4", as far as they fit. If it has no key, writes
 * its command, such as ":bell", or "no key" for an action of a screen. Returns `text`. */
const char *keymap_key_names(const KeyMap *map, Action action, char *text, size_t size);

/* Appends the actions with their keys, for `congo --help-keys`, in lines of at most 80 columns:
 * keys, name and help of an action in three columns separated by two blanks, below the titles of
 * their groups. What does not fit is continued in the same column of the next line. */
void keymap_print(const KeyMap *map, Buffer *text);

#endif
