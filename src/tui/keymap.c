#include <config.h>

#include "tui/keymap.h"

#include <stdio.h>
#include <string.h>

#include "config/settings_file.h"

enum {
    NAME_SIZE = 32,           /* bytes of an action's name */
    WORD_SIZE = NAME_SIZE + 1 /* bytes of a key's name, or of ':' and an action's name */
};

/* --- building --- */

static size_t map_find(const KeyMap *map, Key key) {
    size_t i = 0;
    while (i < map->count && map->bound[i].key != key)
        i++;
    return i;
}

static void map_bind(KeyMap *map, Key key, Action action) {
    if (map->count < KEYMAP_MAX) {
        map->bound[map->count].key = key;
        map->bound[map->count].action = action;
        map->count++;
    }
}

static bool bind_setting(KeyMap *map, const KeyBinding *setting, Error *error) {
    Action action = action_find(setting->action);
    Key key;
    if (action == ACTION_NONE)
        return error_set(error, ERROR_RANGE,
                         "there is no action of that name; congo --help-keys lists them");
    if (setting->key[0] == '\0')
        return true; /* the action has no keys */
    if (!key_parse(setting->key, &key))
        return error_set(error, ERROR_RANGE,
                         "expected one character or a name like \"Ctrl-L\", \"PageUp\", \"F2\", "
                         "found \"%s\"",
                         setting->key);
    size_t other = map_find(map, key);
    if (other < map->count && map->bound[other].action != action)
        return error_set(error, ERROR_RANGE, "the key \"%s\" is already bound to %s", setting->key,
                         action_info(map->bound[other].action)->name);
    if (other == map->count)
        map_bind(map, key, action);
    return true;
}

static bool bind_settings(KeyMap *map, const Settings *settings, Error *error) {
    for (int i = 0; i < settings->key_count; i++)
        if (!bind_setting(map, &settings->keys[i], error))
            return settings_file_report_key(settings, &settings->keys[i], error);
    return true;
}

static void bind_defaults(KeyMap *map, Action action) {
    const char *name = action_info(action)->keys;
    while (*name != '\0') {
        char text[KEY_NAME_SIZE] = "";
        size_t length = strcspn(name, " ");
        Key key;
        memcpy(text, name, length < sizeof text ? length : sizeof text - 1);
        if (key_parse(text, &key) && map_find(map, key) == map->count)
            map_bind(map, key, action);
        name += length + (name[length] == ' ');
    }
}

bool keymap_build(KeyMap *map, const Settings *settings, Error *error) {
    bool changed[ACTION_COUNT] = {false};
    map->count = 0;
    if (!bind_settings(map, settings, error))
        return false;
    for (int i = 0; i < settings->key_count; i++)
        changed[action_find(settings->keys[i].action)] = true;
    for (int i = 0; i < ACTION_COUNT; i++)
        if (!changed[i])
            bind_defaults(map, (Action)i);
    return true;
}

/* --- looking up --- */

Action keymap_action(const KeyMap *map, Key key) {
    size_t i = map_find(map, key);
    return i < map->count ? map->bound[i].action : ACTION_NONE;
}

const char *keymap_key_names(const KeyMap *map, Action action, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < map->count; i++) {
        char name[KEY_NAME_SIZE];
        if (map->bound[i].action != action)
            continue;
        int length = snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                              key_write_name(map->bound[i].key, name));
        if (length < 0 || (size_t)length >= size - used) {
            text[used] = '\0';
            break;
        }
        used += (size_t)length;
    }
    if (used == 0)
        snprintf(text, size, ":%s", action_info(action)->name);
    return text;
}

const char *keymap_key_name(const KeyMap *map, Action action, char name[KEY_NAME_SIZE]) {
    name[0] = '\0';
    for (size_t i = 0; i < map->count; i++)
        if (map->bound[i].action == action)
            return key_write_name(map->bound[i].key, name);
    return name;
}

/* Writes the key for "{name}" at the start of a format. Returns the length of "{name}", or 0 if the
 * format does not start with the name of an action in braces. */
static size_t expand_placeholder(const KeyMap *map, const char *format, char word[WORD_SIZE]) {
    char name[NAME_SIZE], key[KEY_NAME_SIZE];
    size_t length = strcspn(format, "}");
    if (*format != '{' || format[length] != '}' || length > sizeof name)
        return 0;
    memcpy(name, format + 1, length - 1);
    name[length - 1] = '\0';
    Action action = action_find(name);
    if (action == ACTION_NONE)
        return 0;
    keymap_key_name(map, action, key);
    snprintf(word, WORD_SIZE, "%s%s", key[0] != '\0' ? "" : ":", key[0] != '\0' ? key : name);
    return length + 1;
}

const char *keymap_expand(const KeyMap *map, const char *format, char *text, size_t size) {
    char word[WORD_SIZE];
    size_t used = 0;
    while (*format != '\0' && used + 1 < size) {
        size_t taken = expand_placeholder(map, format, word);
        int length = taken > 0 ? snprintf(text + used, size - used, "%s", word) : 1;
        if (taken == 0)
            text[used] = *format;
        format += taken > 0 ? taken : 1;
        used += length > 0 ? (size_t)length : 0;
    }
    text[used < size ? used : size - 1] = '\0';
    return text;
}

/* --- the list of keys --- */

enum { LIST_COLUMNS = 80, KEYS_COLUMNS = 20, NAME_COLUMNS = 14, KEYS_LENGTH_MAX = 512 };
enum { HELP_COLUMNS = LIST_COLUMNS - 2 - KEYS_COLUMNS - 2 - NAME_COLUMNS - 2 };

/* Returns how much of a text fits into a column: whole words, and the blank after them. */
static size_t fitting(const char *text, size_t columns) {
    size_t length = strlen(text), blank = columns;
    if (length <= columns)
        return length;
    while (blank > 0 && text[blank] != ' ')
        blank--;
    return blank > 0 ? blank + 1 : columns;
}

/* Moves *text behind what was appended of it, and fills the column. */
static void add_column(const char **text, size_t columns, Buffer *line) {
    size_t taken = fitting(*text, columns), shown = taken;
    while (shown > 0 && (*text)[shown - 1] == ' ')
        shown--;
    buffer_add_format(line, "%-*.*s  ", (int)columns, (int)shown, *text);
    *text += taken;
}

static void add_action(const KeyMap *map, Action action, Buffer *text) {
    char keys[KEYS_LENGTH_MAX];
    const char *key = keymap_key_names(map, action, keys, sizeof keys);
    const char *name = action_info(action)->name, *help = action_info(action)->help;
    while (*key != '\0' || *help != '\0') {
        buffer_add_string(text, "  ");
        add_column(&key, KEYS_COLUMNS, text);
        add_column(&name, NAME_COLUMNS, text);
        add_column(&help, HELP_COLUMNS, text);
        while (text->bytes[text->length - 1] == ' ')
            text->length--;
        buffer_add_string(text, "\n");
    }
}

void keymap_print(const KeyMap *map, Buffer *text) {
    for (int group = 0; group < ACTION_GROUP_COUNT; group++) {
        buffer_add_format(text, "%s%s:\n", group > 0 ? "\n" : "",
                          action_group_title((ActionGroup)group));
        for (int i = 0; i < ACTION_COUNT; i++)
            if ((int)action_info((Action)i)->group == group)
                add_action(map, (Action)i, text);
    }
}
