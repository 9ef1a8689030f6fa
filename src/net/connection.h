/*
 * A connection to a server, kept up by itself: a link (net/link.h) with a socket under it.
 * Nothing waits: names are resolved, connections made and bytes moved by the event loop. All calls
 * and all news are in the loop's thread.
 */
#ifndef NET_CONNECTION_H
#define NET_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

#include "net/link.h"
#include "rules/error.h"

enum { SERVER_PORT = 7153, SERVER_HOST_SIZE = 256, SERVER_PATH_MAX = 100 };

/* Where a server is. */
typedef struct ServerPlace {
    char host[SERVER_HOST_SIZE]; /* name or address, IPv4 or IPv6; or the path of a Unix socket */
    int port;                    /* 1..65535; 0: the host is a path */
} ServerPlace;

/*
 * Reads "host", "host:port", "[::1]:port", "::1" or "/path/of/a/socket" (anything with a '/');
 * without a port it is the usual one. False, with a sentence, for anything else.
 */
bool server_place_parse(const char *text, ServerPlace *place, Error *error);
/* "host:port", "[::1]:port" or the path, for a person. */
enum { SERVER_PLACE_SIZE = SERVER_HOST_SIZE + 16 };
void server_place_write(const ServerPlace *place, char text[SERVER_PLACE_SIZE]);

typedef struct Connection Connection;

/* Begins to connect; the listener hears of it. */
Connection *connection_create(uv_loop_t *loop, const ServerPlace *place, const char *program,
                              NewsListener *listener, void *context);

/* Ends it without news. What it has in the loop is gone when the loop has run once more, or, where
 * the system is just looking up the name, when it has answered: a loop that is to be closed runs
 * until nothing is left. NULL is allowed; not to be called by the listener. */
void connection_free(Connection *connection);

bool connection_is_online(const Connection *connection);

/* These do what the functions of the link do. */
unsigned connection_request(Connection *connection, const Request *request);
void connection_follow(Connection *connection, const Following *following);
void connection_hurry(Connection *connection);

#endif
