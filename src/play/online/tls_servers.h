/*
 * The servers that were reached encrypted, which are never spoken to in plain again: the file
 * tls-servers in the state folder (mode 0600), with a line of host, port and certificate for each.
 */
#ifndef PLAY_ONLINE_TLS_SERVERS_H
#define PLAY_ONLINE_TLS_SERVERS_H

#include <stdbool.h>

#include "base/error.h"
#include "net/server_address.h"

typedef struct TlsServer {
    int port;        /* the given one if it is known, else the newest; 0: the host is not known */
    Fingerprint pin; /* of the certificate at that port; unknown: none is pinned */
} TlsServer;

/* Looks a host up. Returns false with an error if the file cannot be read or is damaged: then
 * nobody knows whether the host may be spoken to in plain. */
bool tls_servers_find(const char *host, int port, TlsServer *server, Error *error);

/* Remembers that a server is reached encrypted, and its pin. It is durable on return. */
bool tls_servers_remember(const ServerAddress *address, Error *error);

#endif
