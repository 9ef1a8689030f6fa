/* The server's settings, filled from congod.conf (congod(8)). Their defaults, ranges and names are
 * rows of server_settings.c. */
#ifndef CONFIG_SERVER_SETTINGS_H
#define CONFIG_SERVER_SETTINGS_H

#include <stdbool.h>

#include "base/error.h"
#include "config/settings.h"
#include "net/subnet.h"

enum {
    SERVER_PATH_SIZE = 1024,
    SERVER_LISTEN_MAX = 16,
    SERVER_LISTEN_SIZE = 128,
    SERVER_MESSAGE_SIZE = 256
};

/* Addresses to listen on: "ADDRESS:PORT", "[ADDRESS]:PORT" or the path of a Unix socket. */
typedef struct ServerListen {
    int count;
    char text[SERVER_LISTEN_MAX][SERVER_LISTEN_SIZE];
} ServerListen;

/* Proxies that say whose connections they pass on. */
typedef struct ServerProxies {
    int count;
    Subnet subnets[SERVER_LISTEN_MAX];
} ServerProxies;

/* Limits on clients. All can change while the server runs. */
typedef struct ServerLimits {
    int clients;             /* connections at a time */
    int clients_per_address; /* of one IPv4 address or IPv6 /64; not on loopback; 0: no limit */
    int first_line_s;        /* from connecting to the end of the first line */
    int line_s;              /* from the beginning of a line to its end */
    int commands_per_s;      /* reading pauses above this rate; 0: no limit */
    int commands_burst;
    int games_per_minute; /* created by one address; 0: no limit */
    int talk_per_minute;  /* lines of a client; 0: no limit */
    int heard_per_s;      /* lines of talk, counted for each hearer; 0: no limit */
    int events_kib;       /* output buffer of a client; a client over it is disconnected */
    int events_total_mib; /* events that wait for clients; above it the slowest are disconnected */
    int watched;          /* games that a connection plays or watches */
    int unstarted_days;   /* after which a game without a move is deleted; 0: never */
    int finished_days;    /* after whose beginning a game that is over is deleted; 0: never */
    int idle_s;           /* an unused game stays in memory this long */
    int idle_games;       /* unused games in memory */
    int exports_mib;      /* games and long lists of moves being sent; above it no other begins */
    /* TLS handshakes at a time: all, and of one address as for clients_per_address. The oldest
     * gives way. */
    int handshakes, handshakes_per_address;
    int handshake_s;  /* from connecting to the end of the handshake */
    int outage_s;     /* without the database until clients are notified; 0: never */
    int outage_bye_s; /* until they are sent away */
} ServerLimits;

typedef enum ServerLog { SERVER_LOG_STDERR, SERVER_LOG_SYSLOG } ServerLog;

typedef struct ServerSettings {
    ServerLimits limits;
    ServerListen listen, listen_tls;
    ServerProxies proxies;
    char certificate[SERVER_PATH_SIZE];     /* the chain in PEM; "" if there is no TLS */
    char certificate_key[SERVER_PATH_SIZE]; /* its private key in PEM; "" with the former */
    char database[SERVER_PATH_SIZE];
    char admin[SERVER_PATH_SIZE];        /* the Unix socket for administration; "" if absent */
    char restrictions[SERVER_PATH_SIZE]; /* the file with bans and mutes; "" if absent */
    char message[SERVER_MESSAGE_SIZE], contact[SERVER_MESSAGE_SIZE]; /* of the greeting, or "" */
    ServerLog log;
    bool log_connections; /* a line for each connection */
} ServerSettings;

extern const SettingTable table_congod_conf; /* ServerSettings */

/* Sets every setting to its default. */
void server_settings_default(ServerSettings *settings);

/* Reads a file over *settings. Unknown settings are errors. Leaves *settings alone on failure; the
 * error begins with the file, the line and the setting. */
bool server_settings_read(ServerSettings *settings, const char *path, Error *error);

#endif
