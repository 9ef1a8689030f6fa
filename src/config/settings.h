/*
 * The game's settings: plain values with defaults, filled from a configuration file and then from the
 * command line. Each setting has one name and one reader, used by both.
 */
#ifndef CONFIG_SETTINGS_H
#define CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

#include "rules/error.h"
#include "rules/variant.h"

typedef enum PlayerMind { MIND_HUMAN, MIND_COMPUTER } PlayerMind; /* hi, ai */

/* Kept as text names; play/ turns the advisor's name into the engine's. */
typedef struct PlayerSetting {
    PlayerMind mind;
    char advisor[16]; /* "random" or "negamax" */
} PlayerSetting;

typedef enum UiKind { UI_AUTO, UI_TUI, UI_CLI } UiKind;
typedef enum GlyphSet { GLYPHS_LETTERS, GLYPHS_ANIMALS, GLYPHS_DRAWN } GlyphSet;
typedef enum Charset { CHARSET_AUTO, CHARSET_ASCII, CHARSET_UTF8 } Charset;
typedef enum ColorDepth { COLORS_AUTO, COLORS_MONO, COLORS_8, COLORS_256 } ColorDepth;

typedef struct ClockSetting {
    int64_t base_ms;      /* for the game; 0: no clock */
    int64_t increment_ms; /* a move */
} ClockSetting;

enum { SETTING_TEXT_SIZE = 256, SETTING_PATH_SIZE = 4096, KEY_BINDINGS_MAX = 128 };

/* A key bound to an action in the configuration's `keys` group; the names are checked by tui/. */
typedef struct KeyBinding {
    char action[32];
    char key[32];
    int line; /* of the configuration file, for messages */
} KeyBinding;

typedef struct Settings {
    PlayerSetting player[2];     /* by Color */
    char player_name[2][64];     /* UTF-8; "" : the kind's own words */
    Variant variant;             /* built in, or read from a file */
    char game[SETTING_TEXT_SIZE];/* "standard" or a FEN */
    char load_path[SETTING_PATH_SIZE]; /* "" : none */
    int load_number;             /* game in the file, from 1; 0: the last */
    UiKind ui;
    int depth;                   /* plies; 0: no limit */
    int64_t movetime_ms;         /* for the computer's move; 0: no limit */
    int level;                   /* 1..10 */
    int threads;                 /* 0: all cores */
    int hash_mb;
    ClockSetting clock;
    char theme[32];
    GlyphSet glyphs;
    Charset charset;
    ColorDepth colors;
    bool bell;
    bool animations;
    bool mouse;
    int zoom;                    /* 1..5; 0: by the room */
    char host[SETTING_TEXT_SIZE];
    int port;
    KeyBinding keys[KEY_BINDINGS_MAX];
    int key_count;
} Settings;

/* congo variant, White hi/negamax, Black ai/negamax, ... */
void settings_default(Settings *settings);

/*
 * Sets one setting from its text, as on the command line ("white", "hi/negamax"; "clock", "300+5";
 * "load", "FILE#2"). The error names the setting and what was expected; *settings is then untouched.
 */
bool settings_set(Settings *settings, const char *name, const char *text, Error *error);

/* The settings' names with their value's form and one line of help each, for --help and tests. */
typedef struct SettingInfo {
    const char *name;
    const char *form;  /* "hi/negamax | ai/random | ..." */
    const char *help;
    bool on_command_line;
} SettingInfo;
const SettingInfo *settings_info(size_t index); /* NULL past the last */

/*
 * Reads a configuration file over *settings: everything is parsed and checked first, then taken over; on
 * failure the error names file, line and setting, and *settings is untouched. Unknown settings are
 * errors.
 */
bool settings_read_file(Settings *settings, const char *path, Error *error);

/* Finds the configuration file: $XDG_CONFIG_HOME/congo/congo.conf, then ~/.config, then each of
 * $XDG_CONFIG_DIRS, then sysconfdir. False when there is none. */
bool settings_find_file(char path[SETTING_PATH_SIZE]);

/* A variant by name (built in), or read from a libconfig file when the text names one (it has a '/' or
 * ends in .conf or .cfg). */
bool settings_read_variant(const char *name_or_path, Variant *variant, Error *error);

#endif
