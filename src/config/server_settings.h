/*
 * The server's settings: plain values with defaults, filled from congod.conf (see congod(8)). Each
 * has one row in a table, from which reading, messages and the manual page's test come.
 */
#ifndef CONFIG_SERVER_SETTINGS_H
#define CONFIG_SERVER_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { SERVER_PATH_SIZE = 1024, SERVER_LISTEN_MAX = 16, SERVER_LISTEN_SIZE = 128 };

/* What clients may do. All can change while the server runs. */
typedef struct ServerLimits {
    int clients;             /* connections at a time */
    int clients_per_address; /* of one IPv4 address or IPv6 /64; not on loopback; 0: no limit */
    int first_line_s;        /* to the first line */
    int line_s;              /* to the end of a line begun */
    int commands_per_s;      /* past which reading pauses; 0: no limit */
    int commands_burst;
    int games_per_minute; /* created by one address; 0: no limit */
    int events_kib;       /* that wait for a client, past which it is sent away */
    int watched;          /* games of a connection */
    int unstarted_days;   /* after which a game without a move is deleted; 0: never */
    int idle_s;           /* how long a game that nobody uses stays in memory */
    int idle_games;       /* how many of them at most */
    int exports_mib;      /* games on their way as files, past which no other is exported */
} ServerLimits;

typedef enum ServerLog { SERVER_LOG_STDERR, SERVER_LOG_SYSLOG } ServerLog;

typedef struct ServerSettings {
    ServerLimits limits;
    char listen[SERVER_LISTEN_MAX][SERVER_LISTEN_SIZE]; /* "ADDRESS:PORT", "[ADDRESS]:PORT" or a
                                                           path of a Unix socket */
    int listen_count;
    char database[SERVER_PATH_SIZE];
    char admin[SERVER_PATH_SIZE]; /* the Unix socket for administration; "": none */
    ServerLog log;
    bool log_connections; /* a line for each connection */
} ServerSettings;

/* One row of the table of settings. All texts are static. */
typedef struct ServerSettingInfo {
    const char *path;     /* in the file: "limits.clients" */
    const char *form;     /* what is expected: "a whole number from 1 to 1000000" */
    const char *standard; /* the default, as the file writes it */
    const char *help;     /* one line */
} ServerSettingInfo;
const ServerSettingInfo *server_settings_info(size_t index); /* NULL past the last */

/* Every setting at its default. */
void server_settings_default(ServerSettings *settings);

/*
 * Reads a file over *settings: everything is parsed and checked first, then taken over; on failure
 * the error names file, line and setting, and *settings is untouched. Unknown settings are errors.
 */
bool server_settings_read(ServerSettings *settings, const char *path, Error *error);

#endif
