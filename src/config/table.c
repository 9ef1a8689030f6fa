#include <config.h>

#include "config/table.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "config/server_settings.h"
#include "config/setting_parse.h"
#include "config/settings.h"
#include "engine/limits.h"

#define MEMBER(type, member) .offset = offsetof(type, member), .size = sizeof((type *)0)->member
#define NUMBER(type, member, least, most, standard)                                                \
    .kind = SETTING_NUMBER, MEMBER(type, member), .min = (least), .max = (most),                   \
    .default_number = (standard)
#define SWITCH(type, member, standard)                                                             \
    .kind = SETTING_SWITCH, MEMBER(type, member), .default_number = (standard)
#define WORD(type, member, names, standard)                                                        \
    .kind = SETTING_WORD, MEMBER(type, member), .words = (names), .default_number = (standard)
#define TEXT(type, member, standard)                                                               \
    .kind = SETTING_TEXT, MEMBER(type, member), .default_text = (standard)
#define PARSED(type, member, parser, standard)                                                     \
    .kind = SETTING_PARSED, MEMBER(type, member), .parse = (parser), .default_text = (standard)

static const char *const place_words[] = {"local", "network", NULL};
static const char *const ui_words[] = {"auto", "tui", "cli", NULL};
static const char *const log_words[] = {"stderr", "syslog", NULL};

static const char player_form[] = "\"hi/random\", \"hi/greedy\", \"hi/negamax\", "
                                  "\"ai/random\", \"ai/greedy\" or \"ai/negamax\"";

/* ---- congo and congo.conf ---- */

static const Setting congo_rows[] = {
    {"place", NULL, "where the players are: here, or on a server",
     WORD(Settings, place, place_words, PLACE_LOCAL)},
    {"game", NULL, "a new game from the start, a FEN, or an id", "standard|FEN|ID",
     "\"standard\", a position as Congo FEN, or the id of a network game",
     TEXT(Settings, game, "standard"), .flags = SETTING_NOT_EMPTY},
    {"load", NULL, "go on with the last, or the Nth, game of a file", "FILE[#N]",
     "a game file, or FILE#N with the number of a game in it from 1",
     PARSED(Settings, load_path, setting_parse_load, NULL)},
    {"puzzle", NULL, "a puzzle to solve; alone: the next unsolved one", "N|next",
     "the number of a puzzle, or \"next\"", "next",
     PARSED(Settings, puzzle, setting_parse_puzzle, NULL)},
    {"white", "players.white", "hi or ai, /negamax, /greedy or /random", "PLAYER", player_form,
     PARSED(Settings, player[WHITE], setting_parse_player, "hi/negamax")},
    {"black", "players.black", "the same for Black", "PLAYER", player_form,
     PARSED(Settings, player[BLACK], setting_parse_player, "ai/negamax")},
    {"white-name", "players.white_name", "White's name, shown and saved with the game", "NAME",
     TEXT(Settings, player_name[WHITE], "")},
    {"black-name", "players.black_name", "Black's name, shown and saved with the game", "NAME",
     TEXT(Settings, player_name[BLACK], "")},
    {"name", "players.name", "your own name, also seen in network games", "NAME",
     TEXT(Settings, name, "")},
    {"variant", "variant", "what to play, or a file that defines it", "NAME|FILE",
     "a variant's name, or a file with a \"/\" in its name or ending in .conf or .cfg",
     PARSED(Settings, variant, setting_parse_variant, "congo"), .flags = SETTING_VARIANT},
    {"clock", "clock", "seconds a game and more a move, such as 300+5", "S[+S]",
     "\"none\", or seconds for the game (1 to 86400) and for each move (0 to 3600) such as "
     "\"300+5\"",
     PARSED(Settings, clock, setting_parse_clock, "none")},
    {"pace", "pace", "between two computers: ms a move, at least", "MS",
     NUMBER(Settings, pace_ms, 0, 60000, 500)},
    {"seed", NULL, "repeats what is left to chance; 0: new each time", "N",
     NUMBER(Settings, seed, 0, INT32_MAX, 0)},
    {"depth", "search.depth", "how far the computer looks ahead, 0: no limit", "PLIES",
     NUMBER(Settings, depth, 0, SEARCH_DEPTH_MAX, 0)},
    {"movetime", "search.movetime", "milliseconds a computer's move, 0: no limit", "MS",
     NUMBER(Settings, movetime_ms, 0, 86400000, 1000)},
    {"level", "search.level", "strength of a computer's moves, 10: all it can",
     NUMBER(Settings, level, LEVEL_MIN, LEVEL_MAX, LEVEL_MAX)},
    {"threads", "search.threads", "processors to think with, 0: all there are", "N",
     NUMBER(Settings, threads, 0, ENGINE_THREADS_MAX, 1)},
    {"hash", "search.hash", "memory for positions already searched, in MiB", "MIB",
     NUMBER(Settings, hash_mb, HASH_MB_MIN, HASH_MB_MAX, 64)},
    {"ponder", "search.ponder", "whether the computer also thinks while you do",
     SWITCH(Settings, ponder, false)},
    {"lines", "search.lines", "how many of the best moves an analysis shows",
     NUMBER(Settings, lines, 1, MULTIPV_MAX, 3)},
    {"ui", "ui", "the interface: full screen or lines", WORD(Settings, ui, ui_words, UI_AUTO)},
    {"plain", "plain", "lines in sentences, for those who listen", .implied_value = "on",
     SWITCH(Settings, plain, false)},
    {"theme", "screen.theme", "colours: dark, light, contrast or colorblind", "NAME",
     WORD(Settings, theme, theme_names, THEME_DARK)},
    {"glyphs", "screen.glyphs", "how pieces look: letters, animals or drawn", "SET",
     WORD(Settings, glyphs, glyph_set_names, GLYPHS_LETTERS)},
    {"colors", "screen.colors", "how many to use: auto, mono, 8 or 256", "DEPTH",
     WORD(Settings, colors, color_depth_names, COLORS_AUTO)},
    {"charset", "screen.charset", "characters to draw with: auto, ascii or utf8", "SET",
     WORD(Settings, charset, charset_names, CHARSET_AUTO)},
    {"zoom", "screen.zoom", "size of the board, 0: as large as there is room",
     NUMBER(Settings, zoom, 0, 5, 0)},
    {"mouse", "screen.mouse", "whether the mouse can be used too", SWITCH(Settings, mouse, true)},
    {"bell", "screen.bell", "ring the terminal's bell when it is your turn",
     SWITCH(Settings, bell, false)},
    {"animations", "screen.animations", "show pieces on their way",
     SWITCH(Settings, animations, false)},
    {"host", "network.host", "the server of network games", "HOST",
     "a host's name or address without blanks", TEXT(Settings, host, "localhost"),
     .flags = SETTING_NOT_EMPTY | SETTING_NO_BLANKS},
    {"port", "network.port", "the server's port", "PORT", NUMBER(Settings, port, 1, 65535, 7153)},
    {"watch", NULL, "watch the network game of --game=ID", .implied_value = "on",
     SWITCH(Settings, watch, false)},
    {"private", "network.private", "a new network game is in no list", .implied_value = "on",
     SWITCH(Settings, is_private, false)},
    {"key-file", NULL, "the key of your seat in the network game", "FILE",
     "a file with the key of a seat in its first line", TEXT(Settings, key_path, "")},
};

static const char *const congo_groups[] = {"players", "search", "screen", "network", NULL};

const SettingTable table_congo = {congo_rows, sizeof congo_rows / sizeof congo_rows[0],
                                  sizeof(Settings), congo_groups};

/* ---- congod.conf ---- */

#define LIMIT(member, least, most, standard)                                                       \
    NUMBER(ServerSettings, limits.member, least, most, standard)

static const Setting congod_rows[] = {
    {NULL, "listen", "the addresses and Unix sockets where clients connect",
     .form = "a string such as \"0.0.0.0:7153\", \"[::]:7153\" or \"/run/congod/congod.socket\", "
             "or up to 16 of them as [ \"...\", \"...\" ]",
     .kind = SETTING_LIST, MEMBER(ServerSettings, listen_count), .parse = setting_parse_listen,
     .default_text = "0.0.0.0:7153, [::]:7153"},
    {NULL, "database", "the file with the games", .form = "a path of 1 to 1023 bytes",
     TEXT(ServerSettings, database, "/var/lib/congod/games.db"), .flags = SETTING_NOT_EMPTY},
    {NULL, "admin", "the Unix socket for statistics, checks and backups; \"\": none",
     .form = "a path from / on of at most 1023 bytes, or \"\"",
     PARSED(ServerSettings, admin, setting_parse_admin, "/run/congod/admin.socket")},
    {NULL, "log", "where messages go", WORD(ServerSettings, log, log_words, SERVER_LOG_STDERR)},
    {NULL, "log_connections", "a message for each connection",
     SWITCH(ServerSettings, log_connections, false)},
    {NULL, "limits.clients", "connections; fewer where descriptors are limited",
     LIMIT(clients, 1, 1000000, 10000)},
    {NULL, "limits.clients_per_address",
     "connections of one IPv4 address or IPv6 /64; not on loopback; 0: no limit",
     LIMIT(clients_per_address, 0, 1000000, 64)},
    {NULL, "limits.first_line", "seconds from connecting to the end of the first line",
     LIMIT(first_line_s, 1, 86400, 120)},
    {NULL, "limits.line", "seconds to finish a line begun", LIMIT(line_s, 1, 86400, 10)},
    {NULL, "limits.commands",
     "commands a second of a connection, past which reading pauses; 0: no limit",
     LIMIT(commands_per_s, 0, 1000, 20)},
    {NULL, "limits.burst", "commands at once", LIMIT(commands_burst, 1, 1000000, 60)},
    {NULL, "limits.games", "new games a minute from one address; 0: no limit",
     LIMIT(games_per_minute, 0, 60000, 10)},
    {NULL, "limits.events", "KiB that may wait for a client, past which it is sent away",
     LIMIT(events_kib, 16, 1000000, 256)},
    {NULL, "limits.watched", "games that a connection plays or watches",
     LIMIT(watched, 1, 10000, 64)},
    {NULL, "limits.unstarted", "days after which a game without a move is deleted; 0: never",
     LIMIT(unstarted_days, 0, 36500, 30)},
    {NULL, "limits.idle", "seconds that a game nobody uses stays in memory",
     LIMIT(idle_s, 0, 86400, 60)},
    {NULL, "limits.idle_games", "games that nobody uses, in memory",
     LIMIT(idle_games, 0, 10000000, 10000)},
    {NULL, "limits.exports",
     "MiB of games on their way to clients as files, past which no other is exported",
     LIMIT(exports_mib, 0, 100000, 64)},
};

static const char *const congod_groups[] = {"limits", NULL};

const SettingTable table_congod = {congod_rows, sizeof congod_rows / sizeof congod_rows[0],
                                   sizeof(ServerSettings), congod_groups};

/* ---- finding ---- */

void table_store_defaults(const SettingTable *table, void *values) {
    memset(values, 0, table->size);
    for (size_t i = 0; i < table->count; i++)
        setting_store_default(&table->rows[i], values);
}

const Setting *table_find(const SettingTable *table, const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].name && strcmp(table->rows[i].name, name) == 0)
            return &table->rows[i];
    return NULL;
}

const Setting *table_find_path(const SettingTable *table, const char *path) {
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].path && strcmp(table->rows[i].path, path) == 0)
            return &table->rows[i];
    return NULL;
}

const char *table_closest(const SettingTable *table, const char *name) {
    Suggestion closest = {name, "", INT_MAX};
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].name)
            text_suggest(&closest, table->rows[i].name);
    return closest.known;
}
