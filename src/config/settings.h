/* Settings: what one is, tables of them, those of the game, and the commands of the shell. Their
 * defaults, ranges and names are rows of settings.c. */
#ifndef CONFIG_SETTINGS_H
#define CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/display.h"
#include "base/error.h"
#include "base/text.h"
#include "rules/notation.h"
#include "rules/piece.h"
#include "rules/variant.h"

/* ---- a setting ----
 * It is a value of a configuration file, an option of a command, or both. Each is a row of
 * settings.c or server_settings.c. The row provides its default, parser, messages, help and shell
 * completions; tests compare it with the manual. */

typedef enum SettingKind {
    SETTING_NUMBER,   /* int, int64_t or uint64_t, by its size, within min..max */
    SETTING_SWITCH,   /* bool */
    SETTING_WORD,     /* an enumeration: the index of one of `words` */
    SETTING_TEXT,     /* char[size]: printable UTF-8 */
    SETTING_ARGUMENT, /* const char *: the argument, borrowed */
    SETTING_OPERANDS, /* Operands: all positional arguments */
    SETTING_PARSED,   /* parse() stores the text */
    SETTING_LIST      /* parse() adds a text; the member begins with the count, an int */
} SettingKind;

/* The source of a value; a later one overrides an earlier one. */
typedef enum SettingSource {
    SOURCE_DEFAULT,
    SOURCE_CHOICE, /* chosen in the game, in this run or one before */
    SOURCE_FILE,
    SOURCE_OPTION
} SettingSource;

enum {
    SETTING_NOT_EMPTY = 1, /* a text of at least one byte */
    SETTING_HOST = 2,      /* servers between commas */
    SETTING_FILE = 4,
    SETTING_VARIANT = 8,     /* a variant's name, or a path relative to the configuration file */
    SETTING_OPERAND = 16,    /* a positional argument */
    SETTING_PER_ENGINE = 32, /* --name, --name1 and --name2, for both engines or one */
    SETTING_REQUEST = 64,    /* --help and the like: prints and exits */
    SETTING_NOT_IN_SCRIPT = 128,       /* rejected in a script */
    SETTING_CHOICE = 256,              /* kept for the next run if it is chosen in the game */
    SETTING_REQUEST_OF_SETTINGS = 512, /* a request that reads the other options, too */
    SETTING_FOLDER = 1024 /* one of `words`, or a folder relative to the configuration file */
};

typedef struct Setting Setting;

/* Parses and stores a text. The error does not name the setting. */
typedef bool SettingParser(const Setting *setting, const char *text, void *values, Error *error);

/* Appends the value in the form that the parser accepts. Returns false if it has none. */
typedef bool SettingPrinter(const Setting *setting, const void *values, Buffer *text);

struct Setting {
    const char *name;          /* the option without its dashes; NULL: in the file only */
    const char *path;          /* in the file, "search.depth"; NULL: on the command line only */
    const char *help;          /* one line */
    const char *value;         /* placeholder in the help; NULL: derived; "": takes no value */
    const char *form;          /* expected form; NULL: derived from the kind, range or words */
    const char *implied_value; /* without a value on the command line; NULL: value required */
    char letter;               /* of the short option; NUL: none */
    SettingKind kind;
    unsigned flags;
    size_t offset, size;    /* of the member; size 0: nothing is stored */
    int64_t min, max;       /* of a number */
    int64_t default_number; /* of a number, switch or word */
    const char
        *default_text; /* of the other kinds; a list is separated by ", "; NULL: zero bytes */
    const char *const *words; /* ends with NULL */
    SettingParser *parse;     /* of a word: reads a text that is not one of the words */
    SettingPrinter *print;    /* of a parsed choice */
};

/* Returns whether the setting is an option, and whether it takes a value. */
bool setting_is_option(const Setting *setting);

bool setting_takes_value(const Setting *setting);

/* Return the member of the setting in the values that it belongs to. */
void *setting_member(const Setting *setting, void *values);

const void *setting_value(const Setting *setting, const void *values);

void setting_store_default(const Setting *setting, void *values);

/* Stores a value from a text as on the command line, or adds it to a list. Leaves the values alone
 * on failure; the error does not name the setting. */
bool setting_store_text(const Setting *setting, const char *text, void *values, Error *error);

/* Stores a number, or the word that is spelled like it. Returns false and leaves the values alone
 * if the setting does not accept it. */
bool setting_store_number(const Setting *setting, int64_t number, void *values);

/* Appends the expected form, such as "a whole number from 0 to 100". That of a switch differs in a
 * file. */
void setting_write_form(const Setting *setting, bool in_file, Buffer *text);

/* Appends the placeholder of the value in the help, such as "PLIES", "on|off" or "1..10". */
void setting_write_value(const Setting *setting, Buffer *text);

/* Appends the default as on the command line. Appends nothing if there is no default, or if it is a
 * number outside the range, which means "unset". */
void setting_write_default(const Setting *setting, Buffer *text);

/* ---- macros for the rows of tables ---- */

#define MEMBER(type, member) .offset = offsetof(type, member), .size = sizeof((type *)0)->member

#define NUMBER(type, member, minimum, maximum, initial)                                            \
    .kind = SETTING_NUMBER, MEMBER(type, member), .min = (minimum), .max = (maximum),              \
    .default_number = (initial)

#define SWITCH(type, member, initial)                                                              \
    .kind = SETTING_SWITCH, MEMBER(type, member), .default_number = (initial)

#define WORD(type, member, names, initial)                                                         \
    .kind = SETTING_WORD, MEMBER(type, member), .words = (names), .default_number = (initial)

#define TEXT(type, member, initial)                                                                \
    .kind = SETTING_TEXT, MEMBER(type, member), .default_text = (initial)

#define FLAG(type, member) .value = "", .implied_value = "on", SWITCH(type, member, false)

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

#define TABLE(rows, type, groups)                                                                  \
    { rows, COUNT(rows), sizeof(type), groups, 0 }

#define PARSED(type, member, parser, initial)                                                      \
    .kind = SETTING_PARSED, MEMBER(type, member), .parse = (parser), .default_text = (initial)

/* ---- parsers of settings that are more than a number, a word or a name ---- */

/* For ServerSettings. */
SettingParser setting_parse_listen; /* "ADDRESS:PORT" or an absolute path */

SettingParser setting_parse_admin; /* an absolute path, or "" */

SettingParser setting_parse_proxies; /* appends one of ServerProxies */

/* ---- values as a configuration file has them ---- */

/* Appends the value of a choice. Returns false if it cannot be written. */
bool setting_print(const Setting *setting, const void *values, Buffer *text);

/* ---- tables of settings: defaults, sources, finding a setting ---- */

/* Settings that share a struct of values. */
typedef struct SettingTable {
    const Setting *rows;
    size_t count;
    size_t size;               /* of the struct */
    const char *const *groups; /* of the file, ends with NULL */
    size_t sources;            /* offset of a byte with the SettingSource of each row; 0: none */
} SettingTable;

/* Sets all values to their defaults. */
void setting_table_store_defaults(const SettingTable *table, void *values);

/* Remembers where the value of a setting comes from, if the values have room for it. */
void setting_table_set_source(const SettingTable *table, const Setting *setting, void *values,
                              SettingSource source);

SettingSource setting_table_source(const SettingTable *table, const Setting *setting,
                                   const void *values);

/* Return the setting of an option name or of a path in the file, or NULL. */
const Setting *setting_table_find(const SettingTable *table, const char *name);

const Setting *setting_table_find_path(const SettingTable *table, const char *path);

/* Returns the option that is closest to `name`. */
Suggestion setting_table_closest(const SettingTable *table, const char *name);

/* ---- the game's settings ---- */

typedef enum PlayerControl { CONTROL_HUMAN, CONTROL_COMPUTER } PlayerControl; /* hi, ai */

typedef struct PlayerSetting {
    PlayerControl control;
    char advisor[16]; /* "random", "greedy" or "negamax" */
    int level;        /* of this computer; 0: that of the setting `level` */
} PlayerSetting;

/* The first screen. */
typedef enum StartMode { START_GAME, START_TOUR } StartMode;

/* The place of the game: this program or a server. */
typedef enum Place { PLACE_LOCAL, PLACE_NETWORK } Place;

/* How a server is spoken to; in the order of ServerTls (net/servers.h). */
typedef enum TlsChoice { TLS_AUTO, TLS_ON, TLS_OFF } TlsChoice;

typedef enum UiKind { UI_AUTO, UI_TUI, UI_CLI } UiKind;

typedef struct ClockSetting {
    int64_t base_ms;      /* for the game, or for each move; 0: no clock */
    int64_t increment_ms; /* for each move */
    bool per_move;        /* each turn begins with `base_ms`; the increment is 0 */
} ClockSetting;

/* Reads days for each move, such as "3d". Returns false and leaves the clock as it is for anything
 * else. */
bool setting_parse_move_clock(const char *text, ClockSetting *clock);

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
    bool no_keep;                    /* nothing is kept of the games of this run */
    int keep_games; /* KEEP_ALWAYS, KEEP_NONE, or KEEP_DAYS and the number of days */
    ClockSetting clock;
    int pace_ms; /* a move of two computers is shown at least this long */
    ThemeId theme;
    GlyphSet glyphs;
    int notation; /* 0: as usual where moves are shown; else a Notation + 1 */
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

/* Returns the chosen notation, or the usual one if none was chosen. */
NotationStyle settings_notation(const Settings *settings, Notation usual);

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

/* ---- the table of the game's settings, and the commands with theirs ---- */

extern const SettingTable table_congo; /* congo and congo.conf: Settings */

/* A command of the shell. */
typedef struct ShellCommand {
    const char *name;      /* "congo file check" */
    const char *summary;   /* one line */
    const char *usage;     /* the beginning of its help */
    const char *afterword; /* the end of its help, or NULL */
    const char *marks;     /* around a default in the help, such as "[]"; NULL hides defaults */
    const char *missing;   /* expected if there is no operand; NULL: operands are optional */
    const char *surplus;   /* expected instead of a surplus operand; NULL: there is none */
    SettingTable table;    /* its options and operands */
    size_t engine_size;    /* bytes from the values of one engine to the next */
} ShellCommand;

/* In the order of their help. */
typedef enum CommandId {
    COMMAND_CONGO,
    COMMAND_FILE,
    COMMAND_FILE_CHECK,
    COMMAND_FILE_CONVERT,
    COMMAND_FILE_FIND,
    COMMAND_FILE_MERGE,
    COMMAND_FILE_REVIEW,
    COMMAND_FILE_TREE,
    COMMAND_FEN,
    COMMAND_ENGINE,
    COMMAND_MATCH,
    COMMAND_PERFT,
    COMMAND_BENCH,
    COMMAND_ENDINGS,
    COMMAND_ENDINGS_BUILD,
    COMMAND_ENDINGS_STATS,
    COMMAND_ENDINGS_VERIFY,
    COMMAND_CONGOD,
    COMMAND_COUNT
} CommandId;

extern const ShellCommand table_commands[COMMAND_COUNT];

#endif
