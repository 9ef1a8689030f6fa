/*
 * The game's settings: plain values with defaults, filled from a configuration file and then from
 * the command line. Each setting has one name, one reader and one line of help, used by both.
 */
#ifndef CONFIG_SETTINGS_H
#define CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/display.h"
#include "base/error.h"
#include "rules/piece.h"
#include "rules/variant.h"

typedef enum PlayerControl { CONTROL_HUMAN, CONTROL_COMPUTER } PlayerControl; /* hi, ai */

/* Kept as text names; play/ turns the advisor's name into the engine's. */
typedef struct PlayerSetting {
    PlayerControl control;
    char advisor[16]; /* "random", "greedy" or "negamax" */
} PlayerSetting;

/* What the program begins with. */
typedef enum StartMode { START_GAME, START_TOUR } StartMode;

/* Where the game is kept, and the players meet. */
typedef enum Place { PLACE_LOCAL, PLACE_NETWORK } Place;

typedef enum UiKind { UI_AUTO, UI_TUI, UI_CLI } UiKind;

typedef struct ClockSetting {
    int64_t base_ms;      /* for the game; 0: no clock */
    int64_t increment_ms; /* a move */
} ClockSetting;

enum {
    SETTING_TEXT_SIZE = 256,
    SETTING_PATH_SIZE = 4096,
    KEY_BINDINGS_MAX = 128,
    CUSTOM_VARIANTS_MAX = 16,
    PUZZLE_NEXT = -1 /* the next one that was not solved yet */
};

/*
 * A key bound to an action in the configuration's `keys` group; the names are checked by tui/. An
 * action with several keys has a binding for each, one after the other; these replace all its usual
 * keys. The key "" says that the action has no key.
 */
typedef struct KeyBinding {
    char action[32];
    char key[32];
    int line; /* of the configuration file, for messages: see settings_file_report_key */
} KeyBinding;

typedef struct Settings {
    StartMode start_mode;
    Place place;
    PlayerSetting player[COLOR_COUNT];
    bool named[COLOR_COUNT];                      /* the command line says who plays that side */
    char player_name[COLOR_COUNT][64];            /* printable UTF-8; "": the kind's own words */
    char name[49];                                /* of the person at this terminal; "": none */
    Variant variant;                              /* built in, custom, or read from a file */
    Variant custom_variants[CUSTOM_VARIANTS_MAX]; /* those that the configuration file defines */
    int custom_variant_count;
    char game[SETTING_TEXT_SIZE];      /* "standard", a FEN, or, in the network, what may be an id,
                                          see settings_check */
    char load_path[SETTING_PATH_SIZE]; /* "": none */
    int load_number;                   /* game in the file, from 1; 0: the last */
    int puzzle;                        /* its number, PUZZLE_NEXT, or 0: none */
    int seed;                          /* of what is left to chance; 0: none is given */
    UiKind ui;
    bool plain;          /* the line interface speaks in sentences, for the ear */
    int depth;           /* plies; 0: no limit */
    int64_t movetime_ms; /* for the computer's move; 0: no limit */
    int level;           /* 1..10 */
    int threads;         /* 0: all cores */
    int hash_mb;
    bool ponder; /* a computer also thinks during a person's turn */
    int lines;   /* of an analysis, 1..8 */
    ClockSetting clock;
    int pace_ms; /* how long at least a move is to be seen when two computers play */
    ThemeId theme;
    GlyphSet glyphs;
    Charset charset;
    ColorDepth colors;
    int zoom; /* 1..5; 0: by the room */
    bool mouse;
    bool bell;
    bool animations;
    char host[SETTING_TEXT_SIZE];
    int port;
    bool watch;                       /* the network game is only watched */
    bool is_private;                  /* a new network game is in no list */
    char key_path[SETTING_PATH_SIZE]; /* the file with the key of a seat; "": none */
    KeyBinding keys[KEY_BINDINGS_MAX];
    int key_count;
    char config_path[SETTING_PATH_SIZE]; /* the configuration file that was read; "": none */
} Settings;

/* One row of the table of settings. All texts are static. */
typedef struct SettingInfo {
    const char *name;         /* on the command line without its dashes: "depth" */
    const char *path;         /* in the configuration file: "search.depth"; NULL: not there */
    const char *value;        /* stands for the value in --help: "N", "on|off" */
    const char *form;         /* what is expected: "a whole number from 0 to 100" */
    const char *default_text; /* the default, as on the command line; NULL: none */
    const char *help;         /* one line */
} SettingInfo;
const SettingInfo *settings_info(size_t index); /* NULL past the last */

/* Every setting at its default: variant congo, White hi/negamax, Black ai/negamax, ... */
void settings_default(Settings *settings);

/*
 * Sets one setting from its text, as on the command line ("white", "hi/negamax"; "clock", "300+5";
 * "load", "FILE#2"). The error names the setting and what was expected; *settings is then
 * untouched.
 */
bool settings_set(Settings *settings, const char *name, const char *text, Error *error);

/* Whether the game is a network one by its id, and not a new one. */
bool settings_game_is_id(const Settings *settings);

/* Checks what one setting alone cannot tell, after all are set: a game's FEN fits the variant, and
 * a game can begin from it; what is said of network games makes sense. */
bool settings_check(const Settings *settings, Error *error);

/*
 * Reads a configuration file over *settings: everything is parsed and checked first, then taken
 * over; on failure the error names file, line and setting, and *settings is untouched. Unknown
 * settings are errors. The keys and variants of a file replace all those of a file read before.
 */
bool settings_file_read(Settings *settings, const char *path, Error *error);

/* Finds the configuration file: congo/congo.conf in $XDG_CONFIG_HOME (or ~/.config), then in each
 * of $XDG_CONFIG_DIRS (or /etc/xdg), then in sysconfdir. False when there is none. */
bool settings_file_find(char path[SETTING_PATH_SIZE]);

/* Puts a key binding's file, line and name before the sentence of an error. Always returns false.
 */
bool settings_file_report_key(const Settings *settings, const KeyBinding *binding, Error *error);

#endif
