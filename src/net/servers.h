/*
 * The servers of one arena: each of them has all of its games, so that any will do. Users write
 * them as one text, "a.example,b.example:7000".
 */
#ifndef NET_SERVERS_H
#define NET_SERVERS_H

#include <stdbool.h>

#include "base/error.h"
#include "net/tls_client.h"

/* ---- the address of a server, parsed from the user's text and written back ---- */

enum {
    SERVER_PORT = 7153,
    SERVER_TLS_PORT = 7154,
    SERVER_HOST_SIZE = 256,
    SERVER_SOCKET_PATH_MAX = 100
};

/* How a server is spoken to. */
typedef enum ServerTls {
    SERVER_TLS_AUTO, /* in plain, unless it is known to encrypt (play/online/servers.h) */
    SERVER_TLS_ON,
    SERVER_TLS_OFF
} ServerTls;

typedef struct ServerAddress {
    char host[SERVER_HOST_SIZE]; /* name, IPv4 or IPv6 address, or path of a Unix socket */
    int port;                    /* 1..65535, or 0 if the host is a path */
    bool is_plain_port;          /* `port` is for plain connections; TLS has another one */
    ServerTls tls;
    Fingerprint pin; /* of the server's certificate; unknown: an authority must vouch for it */
} ServerAddress;

/* Parses "host", "host:port", "[::1]:port", "::1" or the path of a socket (anything with a '/').
 * Without a port, `port` is SERVER_PORT and `is_plain_port` is set. */
bool server_address_parse(const char *text, ServerAddress *address, Error *error);

/* Parses where a server listens, "127.0.0.1:7153" or "[::1]:7153": an address in numbers, and a
 * port from 0 to 65535. */
bool server_address_parse_listen(const char *text, ServerAddress *address);

/* Returns whether two names of hosts are the same: case and a dot at the end do not count. */
bool server_host_is_same(const char *a, const char *b);

/* Returns whether two addresses are of one server. A server has one port in plain and another one
 * with TLS. "localhost", "127.0.0.1" and "::1" are one host. */
bool server_address_is_same(const ServerAddress *a, const ServerAddress *b);

/* Writes "host:port", "[::1]:port" or the path. */
enum { SERVER_ADDRESS_SIZE = SERVER_HOST_SIZE + 16 };

void server_address_write(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]);

/* ---- lists of servers ---- */

enum {
    SERVER_LIST_MAX = 16,
    SERVER_LIST_ANY = -1 /* `first`: a random server, which spreads the clients over all of them */
};

typedef struct ServerList {
    ServerAddress servers[SERVER_LIST_MAX]; /* no server twice */
    int count;                              /* at least 1, but for a list that names none yet */
    int first; /* the index of the one to try first, or SERVER_LIST_ANY */
} ServerList;

/* Parses addresses (server_address_parse) between commas, with or without blanks; a server that is
 * named again is left out. The error names the wrong one. `first` becomes SERVER_LIST_ANY. */
bool server_list_parse(const char *text, ServerList *list, Error *error);

/* Returns a list of one server. */
ServerList server_list_of(const ServerAddress *address);

/* Returns whether two lists are of the same arena: they have a server in common. */
bool server_list_is_same(const ServerList *a, const ServerList *b);

/* Adds the servers of `more` that the list lacks, as far as there is room. */
void server_list_add(ServerList *list, const ServerList *more);

/* Puts a server of the list first, to be tried first. */
void server_list_start_with(ServerList *list, const ServerAddress *address);

#endif
