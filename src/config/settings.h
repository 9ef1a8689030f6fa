/* The game's settings. Their defaults, ranges and names are rows of table.c. */
#ifndef CONFIG_SETTINGS_H
#define CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/display.h"
#include "base/error.h"
#include "config/setting.h"
#include "rules/piece.h"
#include "rules/variant.h"

typedef enum PlayerControl { CONTROL_HUMAN, CONTROL_COMPUTER } PlayerControl; /* hi, ai */

typedef struct PlayerSetting {
    PlayerControl control;
    char advisor[16]; /* "random", "greedy" or "negamax" */
    int level;        /* of this computer; 0: that of the setting `level` */
} PlayerSetting;

/* The first screen. */
typedef enum StartMode { START_GAME, START_TOUR } StartMode;

/* Where the game takes place: in this program or on a server. */
typedef enum Place { PLACE_LOCAL, PLACE_NETWORK } Place;

/* How a server is spoken to; in the order of ServerTls (net/server_address.h). */
typedef enum TlsChoice { TLS_AUTO, TLS_ON, TLS_OFF } TlsChoice;

typedef enum UiKind { UI_AUTO, UI_TUI, UI_CLI } UiKind;

typedef struct ClockSetting {
    int64_t base_ms;      /* for the game, or for each move; 0: no clock */
    int64_t increment_ms; /* for each move */
    bool per_move;        /* each turn begins with `base_ms`; the increment is 0 */
} ClockSetting;

enum {
    SETTING_TEXT_SIZE = 256,
    SETTING_HOSTS_SIZE = 1024,
    SETTING_PATH_SIZE = 4096,
    KEY_BINDINGS_MAX = 128,
    CUSTOM_VARIANTS_MAX = 16,
    MOVETIME_DEFAULT_MS = 1000,
    CLOCK_DAYS_MAX = 30,               /* for each move */
    CLAIM_MINUTES_MOST = 30 * 24 * 60, /* as the protocol's */
    KEEP_ALWAYS = 0,                   /* games that are over are kept */
    KEEP_NONE = 1,
    KEEP_DAYS = 1, /* plus a number of days, 1..KEEP_DAYS_MAX */
    KEEP_DAYS_MAX = 36500,
    PUZZLE_NEXT = -1, /* the first unsolved one */
    SETTINGS_MAX = 64 /* rows of table_congo */
};

/*
 * A key bound to an action in the group `keys` of the file. tui/ checks the names. The bindings of
 * an action are consecutive and replace all its default keys. The key "" leaves the action without
 * a key.
 */
typedef struct KeyBinding {
    char action[32];
    char key[32];
    int line; /* of the file, for settings_file_report_key */
} KeyBinding;

typedef struct Settings {
    StartMode start_mode;
    Place place;
    PlayerSetting player[COLOR_COUNT];
    bool side_given[COLOR_COUNT];                 /* the command line sets the player */
    char player_name[COLOR_COUNT][64];            /* "": a name for the kind of player */
    char name[49];                                /* of the person at this terminal; "" if unset */
    Variant variant;                              /* built in, custom, or read from a file */
    Variant custom_variants[CUSTOM_VARIANTS_MAX]; /* defined by the configuration file */
    int custom_variant_count;
    char game[SETTING_TEXT_SIZE];      /* "standard", a FEN, or the id of a network game */
    char load_path[SETTING_PATH_SIZE]; /* "" if unset */
    int load_number;                   /* of the game in the file, from 1; 0: the last one */
    int puzzle;                        /* from 1; PUZZLE_NEXT; 0: none */
    char train[SETTING_TEXT_SIZE];     /* words for training_request_parse; "": none */
    int seed;                          /* of random choices; 0: a new one each time */
    UiKind ui;
    bool plain;          /* the line interface writes sentences, for screen readers */
    int depth;           /* in plies; 0: no limit */
    int64_t movetime_ms; /* of a computer's move; 0: no limit */
    int level;
    int threads; /* 0: all cores */
    int hash_mb;
    bool ponder;                     /* a computer also thinks during a person's turn */
    int lines;                       /* of an analysis */
    char endings[SETTING_PATH_SIZE]; /* for ending_folders_find */
    int keep_games; /* KEEP_ALWAYS, KEEP_NONE, or KEEP_DAYS and the number of days */
    ClockSetting clock;
    int pace_ms; /* a move of two computers is shown at least this long */
    ThemeId theme;
    GlyphSet glyphs;
    Charset charset;
    ColorDepth colors;
    Zoom zoom;
    PanelMode panels;
    bool mouse;
    bool bell;
    bool animations;
    char host[SETTING_HOSTS_SIZE]; /* one server or several with the same games, between commas */
    int port;                      /* of those without one; 0: the usual one, which TLS decides */
    TlsChoice tls;
    char fingerprint[65];             /* of the server's certificate, 64 digits; "" if not pinned */
    bool watch;                       /* as a spectator of the network game */
    bool is_private;                  /* a new network game is not listed */
    bool invites;                     /* its free seat is kept for whoever is invited */
    int claim_minutes;                /* in it: how long an opponent may be away; 0: for any time */
    char key_path[SETTING_PATH_SIZE]; /* the file with the key of a seat; "" if unset */
    KeyBinding keys[KEY_BINDINGS_MAX];
    int key_count;
    char config_path[SETTING_PATH_SIZE]; /* the configuration file that was read; "" if none */
    bool random_sides;                   /* of the last kind of game; a choice, not a setting */
    unsigned char sources[SETTINGS_MAX]; /* see settings_source */
} Settings;

/* Sets every setting to its default. */
void settings_default(Settings *settings);

/* Returns where the value of the setting with that option comes from. */
SettingSource settings_source(const Settings *settings, const char *name);

/* Sets one setting from a text as on the command line: "clock", "300+5". On failure *settings is
 * unchanged; the error does not name the setting. */
bool settings_set(Settings *settings, const char *name, const char *text, Error *error);

/* Returns whether the setting `game` is the id of an existing network game. */
bool settings_game_is_id(const Settings *settings);

/* Checks that the FEN of `game` fits the variant and that its game is not over. The error does not
 * name the setting. */
bool settings_check_game(const Settings *settings, Error *error);

#endif
