#include <config.h>

#include "config/server_settings.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/configfile.h"
#include "config/wording.h"

typedef enum RowType { ROW_NUMBER, ROW_SWITCH, ROW_PATH, ROW_SOCKET, ROW_WORD, ROW_LISTEN } RowType;

typedef struct Row {
    ServerSettingInfo info;
    RowType type;
    size_t offset; /* of the value in ServerSettings */
    int least, most;
} Row;

#define LIMIT(name) offsetof(ServerSettings, limits.name)

static const char *const log_words[] = {"stderr", "syslog"};

static const Row rows[] = {
    {{"listen",
      "a string such as \"0.0.0.0:7153\", \"[::]:7153\" or \"/run/congod/congod.socket\", or up to "
      "16 of them as [ \"...\", \"...\" ]",
      "[ \"0.0.0.0:7153\", \"[::]:7153\" ]",
      "the addresses and Unix sockets where clients connect"},
     ROW_LISTEN,
     0,
     0,
     0},
    {{"database", "a path of at most 1023 bytes", "\"/var/lib/congod/games.db\"",
      "the file with the games"},
     ROW_PATH,
     offsetof(ServerSettings, database),
     0,
     0},
    {{"admin", "a path from / on of at most 1023 bytes, or \"\"", "\"/run/congod/admin.socket\"",
      "the Unix socket for statistics, checks and backups; \"\": none"},
     ROW_SOCKET,
     offsetof(ServerSettings, admin),
     0,
     0},
    {{"log", "\"stderr\" or \"syslog\"", "\"stderr\"", "where messages go"},
     ROW_WORD,
     offsetof(ServerSettings, log),
     0,
     0},
    {{"log_connections", "true or false", "false", "a message for each connection"},
     ROW_SWITCH,
     offsetof(ServerSettings, log_connections),
     0,
     0},
    {{"limits.clients", "a whole number from 1 to 1000000", "10000",
      "connections; fewer where descriptors are limited"},
     ROW_NUMBER,
     LIMIT(clients),
     1,
     1000000},
    {{"limits.clients_per_address", "a whole number from 0 to 1000000", "64",
      "connections of one IPv4 address or IPv6 /64; not on loopback; 0: no limit"},
     ROW_NUMBER,
     LIMIT(clients_per_address),
     0,
     1000000},
    {{"limits.first_line", "a whole number from 1 to 86400", "120",
      "seconds from connecting to the end of the first line"},
     ROW_NUMBER,
     LIMIT(first_line_s),
     1,
     86400},
    {{"limits.line", "a whole number from 1 to 86400", "10", "seconds to finish a line begun"},
     ROW_NUMBER,
     LIMIT(line_s),
     1,
     86400},
    {{"limits.commands", "a whole number from 0 to 1000", "20",
      "commands a second of a connection, past which reading pauses; 0: no limit"},
     ROW_NUMBER,
     LIMIT(commands_per_s),
     0,
     1000},
    {{"limits.burst", "a whole number from 1 to 1000000", "60", "commands at once"},
     ROW_NUMBER,
     LIMIT(commands_burst),
     1,
     1000000},
    {{"limits.games", "a whole number from 0 to 60000", "10",
      "new games a minute from one address; 0: no limit"},
     ROW_NUMBER,
     LIMIT(games_per_minute),
     0,
     60000},
    {{"limits.events", "a whole number from 16 to 1000000", "256",
      "KiB that may wait for a client, past which it is sent away"},
     ROW_NUMBER,
     LIMIT(events_kib),
     16,
     1000000},
    {{"limits.watched", "a whole number from 1 to 10000", "64",
      "games that a connection plays or watches"},
     ROW_NUMBER,
     LIMIT(watched),
     1,
     10000},
    {{"limits.unstarted", "a whole number from 0 to 36500", "30",
      "days after which a game without a move is deleted; 0: never"},
     ROW_NUMBER,
     LIMIT(unstarted_days),
     0,
     36500},
    {{"limits.idle", "a whole number from 0 to 86400", "60",
      "seconds that a game nobody uses stays in memory"},
     ROW_NUMBER,
     LIMIT(idle_s),
     0,
     86400},
    {{"limits.idle_games", "a whole number from 0 to 10000000", "10000",
      "games that nobody uses, in memory"},
     ROW_NUMBER,
     LIMIT(idle_games),
     0,
     10000000},
    {{"limits.exports", "a whole number from 0 to 100000", "64",
      "MiB of games on their way to clients as files, past which no other is exported"},
     ROW_NUMBER,
     LIMIT(exports_mib),
     0,
     100000},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

const ServerSettingInfo *server_settings_info(size_t index) {
    return index < ROW_COUNT ? &rows[index].info : NULL;
}

/* A file being read into settings that are not in force yet. */
typedef struct Reading {
    ConfigFile file;
    ServerSettings next;
    Error *error;
} Reading;

static void *place_of(const Row *row, ServerSettings *settings) {
    return (char *)settings + row->offset;
}

/* ---- defaults ---- */

static void set_default(const Row *row, ServerSettings *settings) {
    const char *standard = row->info.standard;
    switch (row->type) {
    case ROW_NUMBER:
        *(int *)place_of(row, settings) = (int)strtol(standard, NULL, 10);
        break;
    case ROW_PATH: /* between quotes */
    case ROW_SOCKET:
        memcpy(place_of(row, settings), standard + 1, strlen(standard) - 2);
        break;
    case ROW_SWITCH:
    case ROW_WORD:
        break; /* the first word is 0 */
    case ROW_LISTEN:
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

static bool expected(Reading *reading, const Row *row, const config_setting_t *found) {
    return configfile_expected(&reading->file, found, row->info.form, reading->error);
}

static bool read_number(Reading *reading, const Row *row, const config_setting_t *found) {
    if (!configfile_is_number(found))
        return expected(reading, row, found);
    long long value = config_setting_get_int64(found);
    if (value < row->least || value > row->most)
        return expected(reading, row, found);
    *(int *)place_of(row, &reading->next) = (int)value;
    return true;
}

static bool read_word(Reading *reading, const Row *row, const config_setting_t *found) {
    const char *word = config_setting_get_string(found);
    for (int i = 0; word && i < (int)(sizeof log_words / sizeof *log_words); i++)
        if (strcmp(word, log_words[i]) == 0) {
            reading->next.log = (ServerLog)i;
            return true;
        }
    return expected(reading, row, found);
}

static bool add_listen(Reading *reading, const Row *row, const config_setting_t *found) {
    ServerSettings *next = &reading->next;
    if (next->listen_count == SERVER_LISTEN_MAX)
        return expected(reading, row, found);
    char *text = next->listen[next->listen_count];
    if (!configfile_text(&reading->file, found, row->info.form, text, SERVER_LISTEN_SIZE,
                         reading->error))
        return false;
    if (text[0] != '/' && !strchr(text, ':'))
        return expected(reading, row, found);
    next->listen_count++;
    return true;
}

static bool read_listen(Reading *reading, const Row *row, const config_setting_t *found) {
    reading->next.listen_count = 0;
    if (!config_setting_is_array(found) && !config_setting_is_list(found))
        return add_listen(reading, row, found);
    for (int i = 0; i < config_setting_length(found); i++)
        if (!add_listen(reading, row, config_setting_get_elem(found, (unsigned)i)))
            return false;
    return true;
}

static bool read_path(Reading *reading, const Row *row, const config_setting_t *found) {
    char *path = place_of(row, &reading->next);
    if (!configfile_text(&reading->file, found, row->info.form, path, SERVER_PATH_SIZE,
                         reading->error))
        return false;
    /* The administrator's socket is never an address that others can reach. */
    bool good = row->type != ROW_SOCKET || path[0] == '/' || path[0] == '\0';
    return good || expected(reading, row, found);
}

static bool read_value(Reading *reading, const Row *row, const config_setting_t *found) {
    switch (row->type) {
    case ROW_NUMBER:
        return read_number(reading, row, found);
    case ROW_SWITCH:
        if (config_setting_type(found) != CONFIG_TYPE_BOOL)
            return expected(reading, row, found);
        *(bool *)place_of(row, &reading->next) = config_setting_get_bool(found) != 0;
        return true;
    case ROW_PATH:
    case ROW_SOCKET:
        return read_path(reading, row, found);
    case ROW_WORD:
        return read_word(reading, row, found);
    case ROW_LISTEN:
        return read_listen(reading, row, found);
    }
    return false;
}

/* ---- the file ---- */

static bool complain_unknown(Reading *reading, const config_setting_t *found, const char *path) {
    Suggestion closest = {path, "", INT_MAX};
    for (size_t i = 0; i < ROW_COUNT; i++)
        text_suggest(&closest, rows[i].info.path);
    error_set(reading->error, ERROR_SYNTAX, "not a setting, the closest is %s", closest.known);
    return configfile_blame(&reading->file, found, reading->error);
}

static bool read_setting(Reading *reading, const config_setting_t *found) {
    char path[CONFIGFILE_NAME_SIZE];
    configfile_path(found, path);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].info.path, path) == 0)
            return read_value(reading, &rows[i], found);
    return complain_unknown(reading, found, path);
}

static bool read_group(Reading *reading, const config_setting_t *group) {
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *found = config_setting_get_elem(group, (unsigned)i);
        bool is_limits =
            config_setting_is_group(found) && strcmp(config_setting_name(found), "limits") == 0;
        if (!(is_limits ? read_group(reading, found) : read_setting(reading, found)))
            return false;
    }
    return true;
}

bool server_settings_read(ServerSettings *settings, const char *path, Error *error) {
    Reading reading = {.next = *settings, .error = error};
    if (!configfile_open(&reading.file, path, error))
        return false;
    bool good = read_group(&reading, config_root_setting(&reading.file.tree));
    configfile_close(&reading.file);
    if (good)
        *settings = reading.next;
    return good;
}
