#include <config.h>

#include "tui/action.h"

#include <stdio.h>
#include <string.h>

#include "config/configfile.h"
#include "tui/app.h"
#include "tui/feature.h"

/* ---- the table ---- */

/* Indexed by action. */
static const ActionInfo actions[ACTION_COUNT] = {
    [ACTION_LEFT] = {"left", "Left h 4", "move the cursor to the left", GROUP_BOARD, IN_EXERCISE},
    [ACTION_DOWN] = {"down", "Down j 2", "move it down", GROUP_BOARD, IN_EXERCISE},
    [ACTION_UP] = {"up", "Up k 8", "move it up", GROUP_BOARD, IN_EXERCISE},
    [ACTION_RIGHT] = {"right", "Right l 6", "move it to the right", GROUP_BOARD, IN_EXERCISE},
    [ACTION_UP_LEFT] = {"up-left", "7 KP7 Home", "move it up and left", GROUP_BOARD, IN_EXERCISE},
    [ACTION_UP_RIGHT] = {"up-right", "9 KP9 PageUp", "move it up and right", GROUP_BOARD,
                         IN_EXERCISE},
    [ACTION_DOWN_LEFT] = {"down-left", "1 KP1 End", "move it down and left", GROUP_BOARD,
                          IN_EXERCISE},
    [ACTION_DOWN_RIGHT] = {"down-right", "3 KP3 PageDown", "move it down and right", GROUP_BOARD,
                           IN_EXERCISE},
    [ACTION_NEXT] = {"next", "Tab",
                     "go to the next piece that can move; with a piece selected, to the next "
                     "square it can go to",
                     GROUP_BOARD, IN_EXERCISE},
    [ACTION_PREVIOUS] = {"previous", "Shift-Tab", "the same, in reverse", GROUP_BOARD, IN_EXERCISE},
    [ACTION_SELECT] =
        {"select", "Enter Space 5 KP5",
         "pick up a piece, or move it to this square; a capturing monkey jumps on, or stops "
         "on its own square; on an opponent's piece: shows where it could go",
         GROUP_BOARD, 0},
    [ACTION_ESCAPE] = {"escape", "Esc",
                       "put the piece down again; take back a monkey's last jump; leave an earlier "
                       "position",
                       GROUP_BOARD, 0},
    [ACTION_ATTACKS] = {"attacks", "x",
                        "mark the squares where the opponent could capture next; again: where you "
                        "could, where either side could, no marks",
                        GROUP_BOARD, IN_EXERCISE},

    [ACTION_UNDO] = {"undo", "u",
                     "take back a move (against a computer: to your own last turn), or one jump of "
                     "a capturing monkey",
                     GROUP_GAME, 0},
    [ACTION_REDO] = {"redo", "r", "redo a move that was taken back", GROUP_GAME, 0},
    [ACTION_ADVICE] = {"advice", "a",
                       "ask for advice; again: pick up the advised piece, and Enter plays the move",
                       GROUP_GAME, 0},
    [ACTION_CANCEL] = {"cancel", "c",
                       "stop the computer's thinking: it plays, or advises, the best move so far",
                       GROUP_GAME, 0},
    [ACTION_PAUSE] = {"pause", "p", "pause or resume a game between two computers, as Space does",
                      GROUP_GAME, 0},
    [ACTION_STEP] = {"step", ".", "make a single move while paused", GROUP_GAME, 0},
    [ACTION_RESIGN] =
        {"resign", "R",
         "resign the game (asks first); when a network game is over: offer a rematch, "
         "or accept the opponent's offer",
         GROUP_GAME, 0},
    [ACTION_DRAW] = {"draw", "D",
                     "offer a draw, or answer the other side's offer; when a network game is over: "
                     "decline a rematch, or withdraw the offer of one",
                     GROUP_GAME, 0},
    [ACTION_ANALYSIS] = {"analysis", "A",
                         "analyse this position: shows the best moves until pressed again",
                         GROUP_GAME, 0},
    [ACTION_ENDINGS] = {"endings", "e",
                        "look into a solved ending: lists all moves with what each leads to, the "
                        "best first; the cursor's keys choose one, Enter plays it, Esc closes the "
                        "list",
                        GROUP_GAME, 0},
    [ACTION_OPENINGS] =
        {"openings", "O",
         "see what was played from this position in your games, or in the file that "
         "was opened last, and try it on the board; again: the other of the two",
         GROUP_GAME, 0},
    [ACTION_MORE_LINES] =
        {"more-lines", ">",
         "show one more line of the analysis; while two computers play: larger board", GROUP_GAME,
         0},
    [ACTION_FEWER_LINES] =
        {"fewer-lines", "<",
         "show one line less of the analysis; while two computers play: smaller board", GROUP_GAME,
         0},
    [ACTION_TYPE] = {"type", "m", "type a move, such as d2d3", GROUP_GAME, IN_EXERCISE},
    [ACTION_COMMAND] =
        {"command", ":",
         "type a command, such as the name of an action, or a move; the list narrows "
         "meanwhile",
         GROUP_GAME, IN_EXERCISE},

    [ACTION_BACK] = {"back", "[", "show the position one move earlier", GROUP_MOVES, 0},
    [ACTION_FORWARD] = {"forward", "]", "show the position one move later", GROUP_MOVES, 0},
    [ACTION_START] = {"start", "{", "show the start of the game", GROUP_MOVES, 0},
    [ACTION_END] = {"end", "}", "show the position after the last move", GROUP_MOVES, 0},
    [ACTION_REVIEW] = {"review", "V",
                       "review the game: the computer goes through it and marks the mistakes; "
                       "again: stop that, or go on; when it is complete: go to where the game "
                       "turned",
                       GROUP_MOVES, 0},
    [ACTION_PREVIOUS_MISTAKE] = {"prev-mistake", "(",
                                 "in a reviewed game: show the mistake before this position",
                                 GROUP_MOVES, 0},
    [ACTION_NEXT_MISTAKE] = {"next-mistake", ")", "in a reviewed game: show the next mistake",
                             GROUP_MOVES, 0},

    [ACTION_NEW] = {"new", "n", "new game: choose the opponent, side, level and variant",
                    GROUP_FILES, IN_EXERCISE},
    [ACTION_WELCOME] = {"welcome", "H",
                        "home, to the first screen: play, learn, puzzles, watch; a game in "
                        "progress is kept and waits",
                        GROUP_FILES, WITHOUT_GAME},
    [ACTION_COMPUTER] = {"computer", "N",
                         "play the computer: a new game at once, of the level played last",
                         GROUP_FILES, 0},
    [ACTION_SOMEBODY] = {"somebody", "F", "play a friend, at this keyboard or over a network",
                         GROUP_FILES, 0},
    [ACTION_WATCH] = {"watch", "W", "watch two computers play each other", GROUP_FILES, 0},
    [ACTION_OPEN] = {"open", "o", "open a game from a file", GROUP_FILES, IN_EXERCISE},
    [ACTION_GAMES] = {"games", "G",
                      "my games: all games on this computer, to go on with, look at, save or "
                      "delete, and your results",
                      GROUP_FILES, 0},
    [ACTION_SAVE] = {"save", "s", "save the game to a file", GROUP_FILES, 0},
    [ACTION_SHARE] = {"share", "w",
                      "share: the position as a line of text (FEN) or a picture, or the game as a "
                      "moving picture or a page for a browser",
                      GROUP_FILES, IN_EXERCISE},
    [ACTION_FEN] = {"fen", "",
                    "copy the position to the clipboard as a line of text (FEN) and show it",
                    GROUP_FILES, IN_EXERCISE},
    [ACTION_SETUP] = {"setup", "S",
                      "set up a position: put, move and remove pieces, then play from it, analyse "
                      "it or copy it",
                      GROUP_FILES, 0},

    [ACTION_LOBBY] = {"lobby", "L", "the server's lobby: join, watch or create a game",
                      GROUP_NETWORK, IN_EXERCISE | WITHOUT_GAME},
    [ACTION_TALK] = {"talk", "y", "talk to everyone in the game, and read what was said",
                     GROUP_NETWORK, 0},
    [ACTION_ID] = {"id", "I",
                   "copy the game's id to the clipboard and show it, or show your invitation to it",
                   GROUP_NETWORK, 0},
    [ACTION_ABORT] =
        {"abort", "X",
         "end a network game without a result before both sides have moved (asks first)",
         GROUP_NETWORK, 0},
    [ACTION_CLAIM] = {"claim", "C",
                      "claim a network game when the opponent has been away for too long (asks "
                      "first)",
                      GROUP_NETWORK, 0},

    [ACTION_TOUR] = {"tour", "T",
                     "guided tour: learn Congo piece by piece; in the tour: choose a lesson",
                     GROUP_LEARNING, IN_EXERCISE},
    [ACTION_PUZZLE] = {"puzzle", "P",
                       "a puzzle: win in 2, 3 or 4 moves; in a puzzle: choose another one",
                       GROUP_LEARNING, IN_EXERCISE},
    [ACTION_TRAIN] = {"train", "E",
                      "train an ending: win or hold it against a perfect defence; in training: "
                      "choose another one",
                      GROUP_LEARNING, IN_EXERCISE},
    [ACTION_MISTAKES] = {"mistakes", "M",
                         "learn from the mistakes that you made in a reviewed game: each is an "
                         "exercise",
                         GROUP_LEARNING, 0},
    [ACTION_READ] = {"read", "i",
                     "show the whole text of a lesson or a review, or the notes on the move "
                     "shown, in a box",
                     GROUP_LEARNING, 0},

    [ACTION_FLIP] = {"flip", "f", "turn the board around", GROUP_DISPLAY, IN_EXERCISE},
    [ACTION_GLYPHS] = {"glyphs", "g", "change how pieces look: letters, animals or drawn animals",
                       GROUP_DISPLAY, IN_EXERCISE},
    [ACTION_THEME] = {"theme", "t", "change the colours: the next theme", GROUP_DISPLAY,
                      IN_EXERCISE},
    [ACTION_ZOOM_IN] = {"zoom-in", "+ =", "larger board; while two computers play: faster",
                        GROUP_DISPLAY, IN_EXERCISE},
    [ACTION_ZOOM_OUT] = {"zoom-out", "-", "smaller board; while two computers play: slower",
                         GROUP_DISPLAY, IN_EXERCISE},
    [ACTION_ZOOM_AUTO] = {"zoom-auto", "0", "make the board as large as fits", GROUP_DISPLAY,
                          IN_EXERCISE},

    [ACTION_PANELS] =
        {"panels", "v",
         "show the computer's scores and thoughts, and the values of solved endings, where they "
         "matter, always, or never",
         GROUP_DISPLAY, 0},
    [ACTION_BELL] = {"bell", "", "turn the bell on or off: it rings when it is your turn",
                     GROUP_DISPLAY, 0},
    [ACTION_ANIMATIONS] = {"animations", "", "turn the animation of moves on or off", GROUP_DISPLAY,
                           0},
    [ACTION_FORGET_CHOICES] =
        {"forget-choices", "",
         "forget the appearance and the kind of game remembered for the next start", GROUP_PROGRAM,
         0},

    [ACTION_HELP] = {"help", "? F1", "this help, with a page for every piece", GROUP_PROGRAM,
                     IN_EXERCISE},
    [ACTION_QUIT] = {"quit", "q", "quit; a game in progress is kept and offered at the next start",
                     GROUP_PROGRAM, WITHOUT_GAME},
    [ACTION_REDRAW] = {"redraw", "Ctrl-L", "redraw the screen", GROUP_PROGRAM,
                       IN_EXERCISE | WITHOUT_GAME | UNDER_LAYERS},
    [ACTION_SUSPEND] = {"suspend", "Ctrl-Z", "suspend the program", GROUP_PROGRAM,
                        IN_EXERCISE | WITHOUT_GAME | UNDER_LAYERS},

    [ACTION_LOBBY_WATCH] = {"lobby-watch", "w", "watch the selected game", GROUP_LOBBY, 0},
    [ACTION_LOBBY_JOIN] = {"lobby-join", "i", "join or watch a game by its id or an invitation",
                           GROUP_LOBBY, 0},
    [ACTION_LOBBY_SERVER] = {"lobby-server", "s", "change the server and your name", GROUP_LOBBY,
                             0},
    [ACTION_LOBBY_REMOVE] = {"lobby-remove", "d", "remove one of your own games from the list",
                             GROUP_LOBBY, 0},
    [ACTION_LOBBY_REFRESH] = {"lobby-refresh", "r", "ask the server again", GROUP_LOBBY, 0},

    [ACTION_GAMES_FIND] = {"games-find", "/", "search for words: the list narrows meanwhile",
                           GROUP_GAMES, 0},
    [ACTION_GAMES_REVIEW] = {"games-review", "v", "review the selected game", GROUP_GAMES, 0},
    [ACTION_GAMES_RESULTS] = {"games-results", "t Tab", "show your results; again: the games",
                              GROUP_GAMES, 0},
    [ACTION_GAMES_DELETE] = {"games-delete", "x Delete", "delete the selected game", GROUP_GAMES,
                             0},

    [ACTION_SETUP_TURN] = {"setup-turn", "Tab", "hand the turn to the other side", GROUP_SETUP, 0},
    [ACTION_SETUP_EMPTY] = {"setup-empty", "b", "empty the board", GROUP_SETUP, 0},
    [ACTION_SETUP_START] = {"setup-start", "d", "set up the start position", GROUP_SETUP, 0},
    [ACTION_SETUP_MIRROR] = {"setup-mirror", "v", "exchange left and right", GROUP_SETUP, 0},
    [ACTION_SETUP_SWAP] = {"setup-swap", "o", "exchange the two sides", GROUP_SETUP, 0},
    [ACTION_SETUP_TEXT] = {"setup-text", "i", "type the position, and choose the variant",
                           GROUP_SETUP, 0},
    [ACTION_SETUP_REMOVE] = {"setup-remove", "x Delete Backspace", "remove the piece", GROUP_SETUP,
                             0},
};

static const char *const group_titles[ACTION_GROUP_COUNT] = {
    [GROUP_BOARD] = "On the board",
    [GROUP_GAME] = "In the game",
    [GROUP_MOVES] = "Earlier positions",
    [GROUP_FILES] = "Games and files",
    [GROUP_NETWORK] = "Network games",
    [GROUP_LEARNING] = "Learning",
    [GROUP_DISPLAY] = "Looks",
    [GROUP_PROGRAM] = "The program",
    [GROUP_LOBBY] = "In the lobby",
    [GROUP_GAMES] = "In the list of your games",
    [GROUP_SETUP] = "Setting up a position",
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

bool action_is_of_screen(Action action) {
    return action != ACTION_NONE && actions[action].group >= GROUP_LOBBY;
}

/* Runs the action of the feature that has it. */
static void run_of_feature(App *app, Action action) {
    FOR_FEATURES_WITH(app, actions, feature)
        for (const FeatureAction *own = feature->actions; own->action != ACTION_NONE; own++) {
            if (own->action != action)
                continue;
            if (own->run != NULL)
                own->run(app);
            else
                own->run_with(app, own->argument);
            return;
        }
}

/* Returns what a key does while the user watches a game of two computers. */
static Action action_while_watching(const App *app, Key key, Action action) {
    switch (action) {
    case ACTION_SELECT:
        return key == ' ' && session_can_pause(app->session) ? ACTION_PAUSE : action;
    case ACTION_ZOOM_IN:
        return ACTION_MORE_LINES;
    case ACTION_ZOOM_OUT:
        return ACTION_FEWER_LINES;
    case ACTION_MORE_LINES:
        return ACTION_ZOOM_IN;
    case ACTION_FEWER_LINES:
        return ACTION_ZOOM_OUT;
    default:
        return action;
    }
}

Action action_of_key(const App *app, Key key) {
    Action action = keymap_action(&app->keymap, key);
    return app_is_watching(app) ? action_while_watching(app, key, action) : action;
}

const char *action_key_name(const App *app, Action action, char name[KEY_NAME_SIZE]) {
    bool watching = app_is_watching(app);
    name[0] = '\0';
    for (size_t i = 0; i < app->keymap.count; i++) {
        Key key = app->keymap.bound[i].key;
        Action bound = app->keymap.bound[i].action;
        if ((watching ? action_while_watching(app, key, bound) : bound) == action)
            return key_write_name(key, name);
    }
    return name;
}

const char *action_key_name_on(const App *app, ActionGroup screen, Action action,
                               char name[KEY_NAME_SIZE]) {
    const KeyMap *map = &app->keymap;
    name[0] = '\0';
    for (size_t i = 0; i < map->count; i++)
        if (map->bound[i].action == action &&
            keymap_action_on(map, screen, map->bound[i].key) == action)
            return key_write_name(map->bound[i].key, name);
    return name;
}

/* Writes what stands for the keys of an action that has none. Returns `text`. */
static const char *write_keyless(Action action, char *text, size_t size) {
    bool of_screen = action_is_of_screen(action);
    snprintf(text, size, "%s%s", of_screen ? "" : ":", of_screen ? "no key" : actions[action].name);
    return text;
}

enum {
    NAME_SIZE = 32,           /* bytes of an action's name */
    WORD_SIZE = NAME_SIZE + 1 /* bytes of a key's name, or of ':' and an action's name */
};

/* Writes the key for "{name}" at the start of a format. Returns the length of "{name}", or 0 if the
 * format does not start with the name of an action in braces. */
static size_t expand_placeholder(const App *app, const char *format, char word[WORD_SIZE]) {
    char name[NAME_SIZE];
    size_t length = strcspn(format, "}");
    if (*format != '{' || format[length] != '}' || length > sizeof name)
        return 0;
    memcpy(name, format + 1, length - 1);
    name[length - 1] = '\0';
    Action action = action_find(name);
    if (action == ACTION_NONE)
        return 0;
    if (action_key_name(app, action, word)[0] == '\0')
        write_keyless(action, word, WORD_SIZE);
    return length + 1;
}

const char *action_expand_keys(const App *app, const char *format, char *text, size_t size) {
    char word[WORD_SIZE];
    size_t used = 0;
    while (*format != '\0' && used + 1 < size) {
        size_t taken = expand_placeholder(app, format, word);
        int length = taken > 0 ? snprintf(text + used, size - used, "%s", word) : 1;
        if (taken == 0)
            text[used] = *format;
        format += taken > 0 ? taken : 1;
        used += length > 0 ? (size_t)length : 0;
    }
    text[used < size ? used : size - 1] = '\0';
    return text;
}

void action_run(App *app, Action action) {
    app_invalidate(app);
    FOR_FEATURES_WITH(app, run_action, feature)
        if (feature->run_action(app, action))
            return;
    if (app->session == NULL && (actions[action].contexts & WITHOUT_GAME) == 0)
        return;
    run_of_feature(app, action);
}

/* ---- the map from keys to actions ---- */

/* Returns the screen that has the action to itself, or GROUP_BOARD for one of a game. */
static ActionGroup screen_of(Action action) {
    return action_is_of_screen(action) ? actions[action].group : GROUP_BOARD;
}

/* Finds a key among those of a screen's own, or of a game for GROUP_BOARD. */
static size_t map_find(const KeyMap *map, ActionGroup screen, Key key) {
    size_t i = 0;
    while (i < map->count &&
           (map->bound[i].key != key || screen_of(map->bound[i].action) != screen))
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
    size_t other = map_find(map, screen_of(action), key);
    if (other < map->count && map->bound[other].action != action)
        return error_set(error, ERROR_RANGE, "the key \"%s\" is already bound to %s", setting->key,
                         action_info(map->bound[other].action)->name);
    if (other == map->count)
        map_bind(map, key, action);
    return true;
}

static void bind_defaults(KeyMap *map, Action action) {
    const char *name = action_info(action)->keys;
    while (*name != '\0') {
        char text[KEY_NAME_SIZE] = "";
        size_t length = strcspn(name, " ");
        Key key;
        memcpy(text, name, length < sizeof text ? length : sizeof text - 1);
        if (key_parse(text, &key) && map_find(map, screen_of(action), key) == map->count)
            map_bind(map, key, action);
        name += length + (name[length] == ' ');
    }
}

bool keymap_build(KeyMap *map, const Settings *settings, Error *error) {
    bool changed[ACTION_COUNT] = {false};
    map->count = 0;
    for (int i = 0; i < settings->key_count; i++) {
        if (!bind_setting(map, &settings->keys[i], error))
            return settings_file_report_key(settings, &settings->keys[i], error);
        changed[action_find(settings->keys[i].action)] = true;
    }
    for (int i = 0; i < ACTION_COUNT; i++)
        if (!changed[i])
            bind_defaults(map, (Action)i);
    return true;
}

Action keymap_action(const KeyMap *map, Key key) {
    size_t i = map_find(map, GROUP_BOARD, key);
    return i < map->count ? map->bound[i].action : ACTION_NONE;
}

Action keymap_action_on(const KeyMap *map, ActionGroup screen, Key key) {
    size_t i = map_find(map, screen, key);
    return i < map->count ? map->bound[i].action : keymap_action(map, key);
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
    return used > 0 ? text : write_keyless(action, text, size);
}

/* ---- the list of keys ---- */

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
