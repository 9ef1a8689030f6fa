#include <config.h>

#include "tui/keymap.h"

#include <string.h>

#include "config/settings_file.h"

enum { NAME_SIZE = 32, WORD_SIZE = NAME_SIZE + 1 }; /* of an action, and of what stands for it */

enum {
    PLAYING = HINT_TURN | HINT_SELECTED | HINT_CAPTURE,
    COMPUTERS = HINT_WATCHING | HINT_PAUSED,
    LOOKING = HINT_BROWSING | HINT_OVER,
    ALWAYS = PLAYING | COMPUTERS | LOOKING | HINT_WAITING
};

/* By action. Within a screen's room the hints are shown in this order. */
static const ActionInfo actions[ACTION_COUNT] = {
    [ACTION_LEFT] = {"left", "Left h 4", "", 0, "cursor to the left", GROUP_BOARD},
    [ACTION_DOWN] = {"down", "Down j 2", "", 0, "cursor down", GROUP_BOARD},
    [ACTION_UP] = {"up", "Up k 8", "", 0, "cursor up", GROUP_BOARD},
    [ACTION_RIGHT] = {"right", "Right l 6", "", 0, "cursor to the right", GROUP_BOARD},
    [ACTION_UP_LEFT] = {"up-left", "7 KP7 Home", "", 0, "cursor up and left", GROUP_BOARD},
    [ACTION_UP_RIGHT] = {"up-right", "9 KP9 PageUp", "", 0, "cursor up and right", GROUP_BOARD},
    [ACTION_DOWN_LEFT] = {"down-left", "1 KP1 End", "", 0, "cursor down and left", GROUP_BOARD},
    [ACTION_DOWN_RIGHT] = {"down-right", "3 KP3 PageDown", "", 0, "cursor down and right",
                           GROUP_BOARD},
    [ACTION_NEXT] = {"next", "Tab", "next", PLAYING,
                     "next piece that can move; with a piece selected, its next target",
                     GROUP_BOARD},
    [ACTION_PREVIOUS] = {"previous", "Shift-Tab", "", 0, "the same, backwards", GROUP_BOARD},
    [ACTION_SELECT] =
        {"select", "Enter Space 5 KP5", "select/move", PLAYING,
         "select a piece; move it to the square; in a monkey's capture jump on, or on its "
         "own square stop there",
         GROUP_BOARD},
    [ACTION_ESCAPE] =
        {"escape", "Esc", "cancel", HINT_SELECTED | HINT_CAPTURE | HINT_BROWSING,
         "cancel the selection; in a monkey's capture take back the last jump; leave an "
         "earlier position",
         GROUP_BOARD},

    [ACTION_UNDO] =
        {"undo", "u", "undo", PLAYING | HINT_WAITING | HINT_OVER,
         "undo: against a computer to your own last turn, in a monkey's capture one jump",
         GROUP_GAME},
    [ACTION_REDO] = {"redo", "r", "redo", PLAYING | HINT_OVER, "redo what was undone", GROUP_GAME},
    [ACTION_ADVICE] =
        {"advice", "a", "advice", PLAYING,
         "advice, worked out in the background; again: take it up, ready to be played", GROUP_GAME},
    [ACTION_CANCEL] = {"cancel", "c", "move now", HINT_WAITING | HINT_WATCHING,
                       "cancel the calculation: the best move so far is played (or shown)",
                       GROUP_GAME},
    [ACTION_PAUSE] = {"pause", "p", "pause", COMPUTERS,
                      "pause a game between two computers, and resume it", GROUP_GAME},
    [ACTION_STEP] = {"step", ".", "one move", HINT_PAUSED, "one single move while paused",
                     GROUP_GAME},
    [ACTION_RESIGN] = {"resign", "R", "resign", HINT_NETWORK, "resign the game (asks first)",
                       GROUP_GAME},
    [ACTION_DRAW] = {"draw", "D", "draw", HINT_NETWORK,
                     "offer a draw, or answer the other side's offer", GROUP_GAME},
    [ACTION_ANALYSIS] = {"analysis", "A", "analysis", LOOKING,
                         "analyse the position on the board, until pressed again", GROUP_GAME},
    [ACTION_MORE_LINES] = {"more-lines", ">", "more lines", HINT_ANALYSING,
                           "one more line in the analysis", GROUP_GAME},
    [ACTION_FEWER_LINES] = {"fewer-lines", "<", "fewer lines", HINT_ANALYSING, "one line fewer",
                            GROUP_GAME},
    [ACTION_COMMAND] = {"command", ": m", "command", ALWAYS,
                        "type a move in any notation, or a command: an action by its name",
                        GROUP_GAME},

    [ACTION_BACK] = {"back", "[", "back", ALWAYS & ~HINT_CAPTURE,
                     "show the position one move earlier", GROUP_MOVES},
    [ACTION_FORWARD] = {"forward", "]", "forward", HINT_BROWSING, "... one move later",
                        GROUP_MOVES},
    [ACTION_START] = {"start", "{", "start", HINT_BROWSING, "... at the start of the game",
                      GROUP_MOVES},
    [ACTION_END] = {"end", "}", "end", HINT_BROWSING, "... after the last move", GROUP_MOVES},

    [ACTION_NEW] = {"new", "n", "new", ALWAYS,
                    "new game: variant, players, strength, clock, position", GROUP_FILES},
    [ACTION_OPEN] = {"open", "o", "open", LOOKING, "open a game from a file", GROUP_FILES},
    [ACTION_SAVE] = {"save", "s", "save", ALWAYS, "save the game to a file", GROUP_FILES},
    [ACTION_FEN] = {"fen", "w", "", 0, "copy the position (FEN) to the clipboard and show it",
                    GROUP_FILES},

    [ACTION_LOBBY] = {"lobby", "L", "lobby", ALWAYS,
                      "the lobby of the server: its games to join or to watch, and new ones",
                      GROUP_NETWORK},
    [ACTION_TALK] = {"talk", "y", "talk", HINT_NETWORK,
                     "say a line to everybody in the game, and read what was said", GROUP_NETWORK},
    [ACTION_ID] = {"id", "I", "game id", HINT_NETWORK,
                   "copy the game's id to the clipboard and show it", GROUP_NETWORK},
    [ACTION_ABORT] = {"abort", "X", "", 0,
                      "end the game without a result, until both sides have moved (asks first)",
                      GROUP_NETWORK},

    [ACTION_TOUR] = {"tour", "T", "tour", ALWAYS,
                     "guided tour: Congo from the beginning, piece by piece; in the tour: its "
                     "lessons",
                     GROUP_LEARNING},
    [ACTION_PUZZLE] = {"puzzle", "P", "puzzle", ALWAYS,
                       "a puzzle: win in 2, 3 or 4 moves; among puzzles: another one",
                       GROUP_LEARNING},
    [ACTION_READ] = {"read", "i", "", 0, "in the tour and in puzzles: the text in a box",
                     GROUP_LEARNING},

    [ACTION_FLIP] = {"flip", "f", "flip", ALWAYS, "turn the board around", GROUP_LOOKS},
    [ACTION_GLYPHS] = {"glyphs", "g", "glyphs", ALWAYS,
                       "pieces as letters, as animals, or as drawn animals", GROUP_LOOKS},
    [ACTION_THEME] = {"theme", "t", "theme", ALWAYS, "next colour theme", GROUP_LOOKS},
    [ACTION_ZOOM_IN] = {"zoom-in", "+ =", "larger", ALWAYS, "larger board", GROUP_LOOKS},
    [ACTION_ZOOM_OUT] = {"zoom-out", "-", "smaller", ALWAYS, "smaller board", GROUP_LOOKS},
    [ACTION_ZOOM_AUTO] = {"zoom-auto", "0", "", 0, "the board as large as there is room",
                          GROUP_LOOKS},

    [ACTION_HELP] = {"help", "? F1", "help", ALWAYS, "this help, with a page for every piece",
                     GROUP_PROGRAM},
    [ACTION_QUIT] = {"quit", "q", "quit", ALWAYS,
                     "quit; a game that is going on is kept and offered at the next start",
                     GROUP_PROGRAM},
    [ACTION_REDRAW] = {"redraw", "Ctrl-L", "", 0, "draw the screen anew", GROUP_PROGRAM},
    [ACTION_SUSPEND] = {"suspend", "Ctrl-Z", "", 0, "suspend the program", GROUP_PROGRAM},
};

static const char *const group_titles[ACTION_GROUP_COUNT] = {
    [GROUP_BOARD] = "On the board",
    [GROUP_GAME] = "In the game",
    [GROUP_MOVES] = "Earlier positions",
    [GROUP_FILES] = "Games and files",
    [GROUP_NETWORK] = "Network games",
    [GROUP_LEARNING] = "Learning",
    [GROUP_LOOKS] = "Looks",
    [GROUP_PROGRAM] = "The program",
};

const ActionInfo *action_info(Action action) {
    return &actions[action];
}

Action action_find(const char *name) {
    for (int i = 0; i < ACTION_COUNT; i++)
        if (strcmp(actions[i].name, name) == 0)
            return (Action)i;
    return ACTION_NONE;
}

const char *action_group_title(ActionGroup group) {
    return group_titles[group];
}

/* --- building the map --- */

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

/* One binding of the configuration. */
static bool bind_setting(KeyMap *map, const KeyBinding *setting, Error *error) {
    Action action = action_find(setting->action);
    Key key;
    if (action == ACTION_NONE)
        return error_set(error, ERROR_RANGE,
                         "there is no action of that name; congo --help-keys lists them");
    if (setting->key[0] == '\0')
        return true; /* an action without keys */
    if (!key_parse(setting->key, &key))
        return error_set(error, ERROR_RANGE,
                         "expected one character or a name like \"Ctrl-L\", \"PageUp\", \"F2\", "
                         "found \"%s\"",
                         setting->key);
    size_t other = map_find(map, key);
    if (other < map->count && map->bound[other].action != action)
        return error_set(error, ERROR_RANGE, "the key \"%s\" is already bound to %s", setting->key,
                         actions[map->bound[other].action].name);
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
    const char *name = actions[action].keys;
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

/* --- asking it --- */

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
    return text;
}

const char *keymap_key_name(const KeyMap *map, Action action, char name[KEY_NAME_SIZE]) {
    name[0] = '\0';
    for (size_t i = 0; i < map->count; i++)
        if (map->bound[i].action == action)
            return key_write_name(map->bound[i].key, name);
    return name;
}

/* The key that stands for "{name}"; returns the bytes of the format that it takes, 0: it is none.
 */
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

void keymap_print(FILE *out) {
    static const Settings none;
    KeyMap map;
    keymap_build(&map, &none, NULL);
    for (int group = 0; group < ACTION_GROUP_COUNT; group++) {
        fprintf(out, "%s%s:\n", group > 0 ? "\n" : "", group_titles[group]);
        for (int i = 0; i < ACTION_COUNT; i++) {
            char keys[64];
            if ((int)actions[i].group == group)
                fprintf(out, "  %-20s  %-10s  %s\n",
                        keymap_key_names(&map, (Action)i, keys, sizeof keys), actions[i].name,
                        actions[i].help);
        }
    }
}
