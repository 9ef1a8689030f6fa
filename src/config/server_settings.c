#include <config.h>

#include "config/server_settings.h"

#include "config/configfile.h"
#include "config/settings.h"

static const char *const log_words[] = {"stderr", "syslog", NULL};

#define LISTEN_FORM                                                                                \
    "an address in numbers and a port such as \"0.0.0.0:7153\" or \"[::]:7153\", a path such as "  \
    "\"/run/congod/congod.socket\", or up to 16 of them as [ \"...\", \"...\" ]"

#define LIMIT(member, minimum, maximum, initial)                                                   \
    NUMBER(ServerSettings, limits.member, minimum, maximum, initial)

static const Setting congod_conf_rows[] = {
    {NULL, "listen", "the addresses and Unix sockets where clients connect", .form = LISTEN_FORM,
     .kind = SETTING_LIST, MEMBER(ServerSettings, listen), .parse = setting_parse_listen,
     .default_text = "127.0.0.1:7153, [::1]:7153"},
    {NULL, "listen_tls", "the addresses for encrypted connections, if there is a certificate",
     .form = LISTEN_FORM, .kind = SETTING_LIST, MEMBER(ServerSettings, listen_tls),
     .parse = setting_parse_listen, .default_text = "127.0.0.1:7154, [::1]:7154"},
    {NULL, "proxies", "the proxies that say whose connections they pass on",
     .form = "an address or a network such as \"192.0.2.0/24\", or up to 16 of them as "
             "[ \"...\", \"...\" ]",
     .kind = SETTING_LIST, MEMBER(ServerSettings, proxies), .parse = setting_parse_proxies},
    {NULL, "certificate", "the file with the certificate of the server; \"\": no encryption",
     .form = "a path of at most 1023 bytes, or \"\"", TEXT(ServerSettings, certificate, "")},
    {NULL, "certificate_key", "the file with the private key of the certificate",
     .form = "a path of at most 1023 bytes, or \"\"", TEXT(ServerSettings, certificate_key, "")},
    {NULL, "database", "the file with the games, or a connection string of PostgreSQL",
     .form = "a path, or a connection string of PostgreSQL, of 1 to 1023 bytes",
     TEXT(ServerSettings, database, "/var/lib/congod/games.db"), .flags = SETTING_NOT_EMPTY},
    {NULL, "admin", "the Unix socket for statistics, checks and backups; \"\": none",
     .form = "a path from / on of at most 1023 bytes, or \"\"",
     PARSED(ServerSettings, admin, setting_parse_admin, "/run/congod/admin.socket")},
    {NULL, "restrictions", "the file that keeps bans and mutes; \"\": until the next start",
     .form = "a path from / on of at most 1023 bytes, or \"\"",
     PARSED(ServerSettings, restrictions, setting_parse_admin, "")},
    {NULL, "message", "what everybody is greeted with; \"\": nothing",
     TEXT(ServerSettings, message, "")},
    {NULL, "contact", "how the administrator can be reached, for the greeting; \"\": unsaid",
     TEXT(ServerSettings, contact, "")},
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
    {NULL, "limits.talk", "lines of talk per minute from a connection; 0: no limit",
     LIMIT(talk_per_minute, 0, 60000, 30)},
    {NULL, "limits.heard", "lines of talk per second, counted once per recipient; 0: no limit",
     LIMIT(heard_per_s, 0, 1000000, 8000)},
    {NULL, "limits.events", "KiB that may wait for a client before it is disconnected",
     LIMIT(events_kib, 16, 1000000, 256)},
    {NULL, "limits.events_total",
     "MiB of events that may wait for all clients; above it the slowest are disconnected",
     LIMIT(events_total_mib, 1, 100000, 16)},
    {NULL, "limits.watched", "games that a connection plays or watches",
     LIMIT(watched, 1, 10000, 64)},
    {NULL, "limits.unstarted",
     "days after which an unused game without a move is deleted; 0: never",
     LIMIT(unstarted_days, 0, 36500, 30)},
    {NULL, "limits.finished",
     "days after its creation after which an unused game that is over is deleted; 0: never",
     LIMIT(finished_days, 0, 36500, 0)},
    {NULL, "limits.idle", "seconds that an unused game stays in memory",
     LIMIT(idle_s, 0, 86400, 60)},
    {NULL, "limits.idle_games", "unused games in memory", LIMIT(idle_games, 0, 10000000, 10000)},
    {NULL, "limits.exports",
     "MiB of games and long lists of moves being sent before further ones are rejected",
     LIMIT(exports_mib, 0, 100000, 8)},
    {NULL, "limits.handshakes", "TLS handshakes at a time; the oldest gives way to a new one",
     LIMIT(handshakes, 1, 1000000, 500)},
    {NULL, "limits.handshakes_per_address",
     "TLS handshakes at a time from one IPv4 address or IPv6 /64; not on loopback; 0: no limit",
     LIMIT(handshakes_per_address, 0, 1000000, 16)},
    {NULL, "limits.handshake", "seconds to complete a TLS handshake",
     LIMIT(handshake_s, 1, 86400, 10)},
    {NULL, "limits.outage",
     "seconds without the database until clients are told and newcomers refused; 0: never",
     LIMIT(outage_s, 0, 86400, 3)},
    {NULL, "limits.outage_bye", "seconds without the database until all clients are sent away",
     LIMIT(outage_bye_s, 1, 86400, 10)},
};

static const char *const congod_groups[] = {"limits", NULL};

const SettingTable table_congod_conf = TABLE(congod_conf_rows, ServerSettings, congod_groups);

void server_settings_default(ServerSettings *settings) {
    setting_table_store_defaults(&table_congod_conf, settings);
}

bool server_settings_read(ServerSettings *settings, const char *path, Error *error) {
    ServerSettings read = *settings;
    if (!configfile_read(path, &table_congod_conf, NULL, 0, &read, error))
        return false;
    if ((read.certificate[0] == '\0') != (read.certificate_key[0] == '\0'))
        return error_set(error, ERROR_STATE,
                         "%s: certificate and certificate_key belong together: set both or neither",
                         path);
    *settings = read;
    return true;
}
