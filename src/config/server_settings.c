#include <config.h>

#include "config/server_settings.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/configfile.h"

typedef enum ServerSettingType {
    TYPE_NUMBER,
    TYPE_SWITCH,
    TYPE_PATH,
    TYPE_SOCKET,
    TYPE_WORD,
    TYPE_LISTEN
} ServerSettingType;

typedef struct ServerSetting {
    ServerSettingInfo info;
    ServerSettingType type;
    size_t offset; /* of the value in ServerSettings */
    int min, max;
} ServerSetting;

#define LIMIT(name) offsetof(ServerSettings, limits.name)

static const char *const log_words[] = {"stderr", "syslog"};

static const ServerSetting rows[] = {
    {{"listen",
      "a string such as \"0.0.0.0:7153\", \"[::]:7153\" or \"/run/congod/congod.socket\", or up to "
      "16 of them as [ \"...\", \"...\" ]",
      "[ \"0.0.0.0:7153\", \"[::]:7153\" ]",
      "the addresses and Unix sockets where clients connect"},
     TYPE_LISTEN,
     0,
     0,
     0},
    {{"database", "a path of 1 to 1023 bytes", "\"/var/lib/congod/games.db\"",
      "the file with the games"},
     TYPE_PATH,
     offsetof(ServerSettings, database),
     0,
     0},
    {{"admin", "a path from / on of at most 1023 bytes, or \"\"", "\"/run/congod/admin.socket\"",
      "the Unix socket for statistics, checks and backups; \"\": none"},
     TYPE_SOCKET,
     offsetof(ServerSettings, admin),
     0,
     0},
    {{"log", "\"stderr\" or \"syslog\"", "\"stderr\"", "where messages go"},
     TYPE_WORD,
     offsetof(ServerSettings, log),
     0,
     0},
    {{"log_connections", "true or false", "false", "a message for each connection"},
     TYPE_SWITCH,
     offsetof(ServerSettings, log_connections),
     0,
     0},
    {{"limits.clients", "a whole number from 1 to 1000000", "10000",
      "connections; fewer where descriptors are limited"},
     TYPE_NUMBER,
     LIMIT(clients),
     1,
     1000000},
    {{"limits.clients_per_address", "a whole number from 0 to 1000000", "64",
      "connections of one IPv4 address or IPv6 /64; not on loopback; 0: no limit"},
     TYPE_NUMBER,
     LIMIT(clients_per_address),
     0,
     1000000},
    {{"limits.first_line", "a whole number from 1 to 86400", "120",
      "seconds from connecting to the end of the first line"},
     TYPE_NUMBER,
     LIMIT(first_line_s),
     1,
     86400},
    {{"limits.line", "a whole number from 1 to 86400", "10", "seconds to finish a line begun"},
     TYPE_NUMBER,
     LIMIT(line_s),
     1,
     86400},
    {{"limits.commands", "a whole number from 0 to 1000", "20",
      "commands a second of a connection, past which reading pauses; 0: no limit"},
     TYPE_NUMBER,
     LIMIT(commands_per_s),
     0,
     1000},
    {{"limits.burst", "a whole number from 1 to 1000000", "60", "commands at once"},
     TYPE_NUMBER,
     LIMIT(commands_burst),
     1,
     1000000},
    {{"limits.games", "a whole number from 0 to 60000", "10",
      "new games a minute from one address; 0: no limit"},
     TYPE_NUMBER,
     LIMIT(games_per_minute),
     0,
     60000},
    {{"limits.events", "a whole number from 16 to 1000000", "256",
      "KiB that may wait for a client, past which it is sent away"},
     TYPE_NUMBER,
     LIMIT(events_kib),
     16,
     1000000},
    {{"limits.watched", "a whole number from 1 to 10000", "64",
      "games that a connection plays or watches"},
     TYPE_NUMBER,
     LIMIT(watched),
     1,
     10000},
    {{"limits.unstarted", "a whole number from 0 to 36500", "30",
      "days after which a game without a move is deleted; 0: never"},
     TYPE_NUMBER,
     LIMIT(unstarted_days),
     0,
     36500},
    {{"limits.idle", "a whole number from 0 to 86400", "60",
      "seconds that a game nobody uses stays in memory"},
     TYPE_NUMBER,
     LIMIT(idle_s),
     0,
     86400},
    {{"limits.idle_games", "a whole number from 0 to 10000000", "10000",
      "games that nobody uses, in memory"},
     TYPE_NUMBER,
     LIMIT(idle_games),
     0,
     10000000},
    {{"limits.exports", "a whole number from 0 to 100000", "64",
      "MiB of games on their way to clients as files, past which no other is exported"},
     TYPE_NUMBER,
     LIMIT(exports_mib),
     0,
     100000},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

const ServerSettingInfo *server_settings_info(size_t index) {
    return index < ROW_COUNT ? &rows[index].info : NULL;
}

/* A file being read into settings that are not in force yet. */
typedef struct ServerFileReader {
    ConfigFile file;
    ServerSettings next;
    Error *error;
} ServerFileReader;

static void *member_at(const ServerSetting *row, ServerSettings *settings) {
    return (char *)settings + row->offset;
}

/* ---- defaults ---- */

static void set_default(const ServerSetting *row, ServerSettings *settings) {
    const char *standard = row->info.standard;
    switch (row->type) {
    case TYPE_NUMBER:
        *(int *)member_at(row, settings) = (int)strtol(standard, NULL, 10);
        break;
    case TYPE_PATH: /* between quotes */
    case TYPE_SOCKET:
        memcpy(member_at(row, settings), standard + 1, strlen(standard) - 2);
        break;
    case TYPE_SWITCH:
    case TYPE_WORD:
        break; /* the first word is 0 */
    case TYPE_LISTEN:
        settings->listen_count = 2;
        strcpy(settings->listen[0], "0.0.0.0:7153");
        strcpy(settings->listen[1], "[::]:7153");
        break;
    }
}

void server_settings_default(ServerSettings *settings) {
    *settings = (ServerSettings){0};
    for (size_t i = 0; i < ROW_COUNT; i++)
        set_default(&rows[i], settings);
}

/* ---- values ---- */

static bool report_expected(ServerFileReader *reader, const ServerSetting *row,
                            const config_setting_t *found) {
    return configfile_report_expected(&reader->file, found, row->info.form, reader->error);
}

static bool read_number(ServerFileReader *reader, const ServerSetting *row,
                        const config_setting_t *found) {
    if (!configfile_is_number(found))
        return report_expected(reader, row, found);
    long long value = config_setting_get_int64(found);
    if (value < row->min || value > row->max)
        return report_expected(reader, row, found);
    *(int *)member_at(row, &reader->next) = (int)value;
    return true;
}

static bool read_word(ServerFileReader *reader, const ServerSetting *row,
                      const config_setting_t *found) {
    const char *word = config_setting_get_string(found);
    for (int i = 0; word && i < (int)(sizeof log_words / sizeof *log_words); i++)
        if (strcmp(word, log_words[i]) == 0) {
            reader->next.log = (ServerLog)i;
            return true;
        }
    return report_expected(reader, row, found);
}

/* Whether an address ends with a colon and a port, 0 to 65535; port 0 stands for any free one. */
static bool has_port(const char *address) {
    const char *colon = strrchr(address, ':');
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;
    return digits > 0 && digits <= 5 && !colon[1 + digits] && strtol(colon + 1, NULL, 10) <= 65535;
}

static bool add_listen(ServerFileReader *reader, const ServerSetting *row,
                       const config_setting_t *found) {
    ServerSettings *next = &reader->next;
    if (next->listen_count == SERVER_LISTEN_MAX)
        return report_expected(reader, row, found);
    char *text = next->listen[next->listen_count];
    if (!configfile_text(&reader->file, found, row->info.form, text, SERVER_LISTEN_SIZE,
                         reader->error))
        return false;
    if (text[0] != '/' && !has_port(text))
        return report_expected(reader, row, found);
    next->listen_count++;
    return true;
}

static bool read_listen(ServerFileReader *reader, const ServerSetting *row,
                        const config_setting_t *found) {
    reader->next.listen_count = 0;
    if (!config_setting_is_array(found) && !config_setting_is_list(found))
        return add_listen(reader, row, found);
    for (int i = 0; i < config_setting_length(found); i++)
        if (!add_listen(reader, row, config_setting_get_elem(found, (unsigned)i)))
            return false;
    return true;
}

static bool read_path(ServerFileReader *reader, const ServerSetting *row,
                      const config_setting_t *found) {
    char *path = member_at(row, &reader->next);
    if (!configfile_text(&reader->file, found, row->info.form, path, SERVER_PATH_SIZE,
                         reader->error))
        return false;
    /* The administrator's socket is never an address that others can reach. */
    bool good = row->type == TYPE_SOCKET ? path[0] == '/' || path[0] == '\0' : path[0] != '\0';
    return good || report_expected(reader, row, found);
}

static bool read_value(ServerFileReader *reader, const ServerSetting *row,
                       const config_setting_t *found) {
    switch (row->type) {
    case TYPE_NUMBER:
        return read_number(reader, row, found);
    case TYPE_SWITCH:
        if (config_setting_type(found) != CONFIG_TYPE_BOOL)
            return report_expected(reader, row, found);
        *(bool *)member_at(row, &reader->next) = config_setting_get_bool(found) != 0;
        return true;
    case TYPE_PATH:
    case TYPE_SOCKET:
        return read_path(reader, row, found);
    case TYPE_WORD:
        return read_word(reader, row, found);
    case TYPE_LISTEN:
        return read_listen(reader, row, found);
    }
    return false;
}

/* ---- the file ---- */

static bool report_unknown(ServerFileReader *reader, const config_setting_t *found,
                           const char *path) {
    Suggestion closest = {path, "", INT_MAX};
    for (size_t i = 0; i < ROW_COUNT; i++)
        text_suggest(&closest, rows[i].info.path);
    error_set(reader->error, ERROR_SYNTAX, "not a setting, the closest is %s", closest.known);
    return configfile_error_at(&reader->file, found, reader->error);
}

static bool read_setting(ServerFileReader *reader, const config_setting_t *found) {
    char path[CONFIGFILE_NAME_SIZE];
    configfile_path(found, path);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].info.path, path) == 0)
            return read_value(reader, &rows[i], found);
    return report_unknown(reader, found, path);
}

static bool read_group(ServerFileReader *reader, const config_setting_t *group) {
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *found = config_setting_get_elem(group, (unsigned)i);
        bool is_limits =
            config_setting_is_group(found) && strcmp(config_setting_name(found), "limits") == 0;
        if (!(is_limits ? read_group(reader, found) : read_setting(reader, found)))
            return false;
    }
    return true;
}

bool server_settings_read(ServerSettings *settings, const char *path, Error *error) {
    ServerFileReader reader = {.next = *settings, .error = error};
    if (!configfile_open(&reader.file, path, error))
        return false;
    bool good = read_group(&reader, config_root_setting(&reader.file.tree));
    configfile_close(&reader.file);
    if (good)
        *settings = reader.next;
    return good;
}
