/* Maps keys to actions. */
#ifndef TUI_KEYMAP_H
#define TUI_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"
#include "config/settings.h"
#include "term/key.h"
#include "tui/action.h"

enum { KEYMAP_MAX = 256 };

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
 * action that has it by default. Returns false on failure, with an error that names file and line
 * and *map unusable.
 */
bool keymap_build(KeyMap *map, const Settings *settings, Error *error);

/* Returns the action of a key, or ACTION_NONE. */
Action keymap_action(const KeyMap *map, Key key);

/* Writes all keys of an action, such as "Left, h, 4", as far as they fit, or its command, such as
 * ":bell", if it has no key. Returns `text`. */
const char *keymap_key_names(const KeyMap *map, Action action, char *text, size_t size);

/* Writes the first key of an action, which hints and sentences name; "" if it has none. Returns
 * `name`. */
const char *keymap_key_name(const KeyMap *map, Action action, char name[KEY_NAME_SIZE]);

/* Copies a text and replaces "{undo}" by the first key of the action "undo", or by the command
 * ":undo" if it has no key. Cuts what does not fit. Returns `text`. */
const char *keymap_expand(const KeyMap *map, const char *format, char *text, size_t size);

/* Appends the actions with their keys, for `congo --help-keys`, in lines of at most 80 columns:
 * keys, name and help of an action in three columns separated by two blanks, below the titles of
 * their groups. What does not fit is continued in the same column of the next line. */
void keymap_print(const KeyMap *map, Buffer *text);

#endif
