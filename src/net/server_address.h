/* Where a server is, as people write it. */
#ifndef NET_SERVER_ADDRESS_H
#define NET_SERVER_ADDRESS_H

#include <stdbool.h>

#include "base/error.h"

enum { SERVER_PORT = 7153, SERVER_HOST_SIZE = 256, SERVER_SOCKET_PATH_MAX = 100 };

typedef struct ServerAddress {
    char host[SERVER_HOST_SIZE]; /* name or address, IPv4 or IPv6; or the path of a Unix socket */
    int port;                    /* 1..65535; 0: the host is a path */
} ServerAddress;

/*
 * Reads "host", "host:port", "[::1]:port", "::1" or "/path/of/a/socket" (anything with a '/');
 * without a port it is the usual one. False, with a sentence, for anything else.
 */
bool server_address_parse(const char *text, ServerAddress *address, Error *error);
/* "host:port", "[::1]:port" or the path, for a person. */
enum { SERVER_ADDRESS_SIZE = SERVER_HOST_SIZE + 16 };
void server_address_write(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]);

#endif
