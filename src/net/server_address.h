/* The address of a server, parsed from the user's text and written back. */
#ifndef NET_SERVER_ADDRESS_H
#define NET_SERVER_ADDRESS_H

#include <stdbool.h>

#include "base/error.h"

enum { SERVER_PORT = 7153, SERVER_HOST_SIZE = 256, SERVER_SOCKET_PATH_MAX = 100 };

typedef struct ServerAddress {
    char host[SERVER_HOST_SIZE]; /* name, IPv4 or IPv6 address, or path of a Unix socket */
    int port;                    /* 1..65535, or 0 if the host is a path */
} ServerAddress;

/* Parses "host", "host:port", "[::1]:port", "::1" or the path of a socket (anything with a '/').
 * The port defaults to SERVER_PORT. */
bool server_address_parse(const char *text, ServerAddress *address, Error *error);
/* Writes "host:port", "[::1]:port" or the path. */
enum { SERVER_ADDRESS_SIZE = SERVER_HOST_SIZE + 16 };
void server_address_write(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]);

#endif
