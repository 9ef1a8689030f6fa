#include <config.h>

#include "config/server_settings.h"

#include "config/configfile.h"
#include "config/setting_parse.h"
#include "config/setting_rows.h"

static const char *const log_words[] = {"stderr", "syslog", NULL};

#define LIMIT(member, minimum, maximum, initial)                                                   \
    NUMBER(ServerSettings, limits.member, minimum, maximum, initial)

static const Setting congod_conf_rows[] = {
    {NULL, "listen", "the addresses and Unix sockets where clients connect",
     .form = "a string such as \"0.0.0.0:7153\", \"[::]:7153\" or \"/run/congod/congod.socket\", "
             "or up to 16 of them as [ \"...\", \"...\" ]",
     .kind = SETTING_LIST, MEMBER(ServerSettings, listen_count), .parse = setting_parse_listen,
     .default_text = "127.0.0.1:7153, [::1]:7153"},
    {NULL, "database", "the file with the games", .form = "a path of 1 to 1023 bytes",
     TEXT(ServerSettings, database, "/var/lib/congod/games.db"), .flags = SETTING_NOT_EMPTY},
    {NULL, "admin", "the Unix socket for statistics, checks and backups; \"\": none",
     .form = "a path from / on of at most 1023 bytes, or \"\"",
     PARSED(ServerSettings, admin, setting_parse_admin, "/run/congod/admin.socket")},
    {NULL, "log", "where messages go", WORD(ServerSettings, log, log_words, SERVER_LOG_STDERR)},
    {NULL, "log_connections", "log the address of each connection",
     SWITCH(ServerSettings, log_connections, false)},
    {NULL, "limits.clients", "connections; fewer if the system allows fewer open files",
     LIMIT(clients, 1, 1000000, 10000)},
    {NULL, "limits.clients_per_address",
     "connections from one IPv4 address or IPv6 /64; not on loopback; 0: no limit",
     LIMIT(clients_per_address, 0, 1000000, 64)},
    {NULL, "limits.first_line", "seconds that a new client has for its first line",
     LIMIT(first_line_s, 1, 86400, 120)},
    {NULL, "limits.line", "seconds to complete a line", LIMIT(line_s, 1, 86400, 10)},
    {NULL, "limits.commands",
     "commands per second from a connection before reading pauses; 0: no limit",
     LIMIT(commands_per_s, 0, 1000, 20)},
    {NULL, "limits.burst", "commands that a connection can send at once",
     LIMIT(commands_burst, 1, 1000000, 60)},
    {NULL, "limits.games", "new games per minute from one address; 0: no limit",
     LIMIT(games_per_minute, 0, 60000, 10)},
    {NULL, "limits.events", "KiB that may wait for a client before it is disconnected",
     LIMIT(events_kib, 16, 1000000, 256)},
    {NULL, "limits.watched", "games that a connection plays or watches",
     LIMIT(watched, 1, 10000, 64)},
    {NULL, "limits.unstarted",
     "days after which an unused game without a move is deleted; 0: never",
     LIMIT(unstarted_days, 0, 36500, 30)},
    {NULL, "limits.idle", "seconds that an unused game stays in memory",
     LIMIT(idle_s, 0, 86400, 60)},
    {NULL, "limits.idle_games", "unused games in memory", LIMIT(idle_games, 0, 10000000, 10000)},
    {NULL, "limits.exports", "MiB of games being sent as files before further exports are rejected",
     LIMIT(exports_mib, 0, 100000, 64)},
};

static const char *const congod_groups[] = {"limits", NULL};

const SettingTable table_congod_conf = TABLE(congod_conf_rows, ServerSettings, congod_groups);

void server_settings_default(ServerSettings *settings) {
    setting_table_store_defaults(&table_congod_conf, settings);
}

bool server_settings_read(ServerSettings *settings, const char *path, Error *error) {
    return configfile_read(path, &table_congod_conf, NULL, 0, settings, error);
}
