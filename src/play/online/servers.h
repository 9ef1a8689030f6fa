/*
 * How a server is reached, in plain or encrypted: decided here for all connections. A server is
 * encrypted if the user says so, pins its certificate, or has reached it or another one of its list
 * encrypted before; it is then spoken to in plain only if the user says that.
 */
#ifndef PLAY_ONLINE_SERVERS_H
#define PLAY_ONLINE_SERVERS_H

#include <stdbool.h>
#include <uv.h>

#include "base/error.h"
#include "net/connection.h"
#include "net/servers.h"

/* ---- servers reached encrypted ---- */

/*
 * The servers that were reached encrypted, which are never spoken to in plain again: the file
 * tls-servers in the state folder (mode 0600), with a line of host, port and certificate for each.
 */

typedef struct TlsServer {
    int port;        /* the given one if it is known, else the newest; 0: the host is not known */
    Fingerprint pin; /* of the certificate at that port; unknown: none is pinned */
} TlsServer;

/* Looks a host up. Returns false with an error if the file cannot be read or is damaged: it is then
 * unknown whether the host may be contacted in plain text. */
bool tls_servers_find(const char *host, int port, TlsServer *server, Error *error);

/* Remembers that a server is reached encrypted, and its pin. It is durable on return. */
bool tls_servers_remember(const ServerAddress *address, Error *error);

/* Sets tls, pin and port of servers as they will be used; a second time changes nothing. Returns
 * false with an error if they must not be connected to. */
bool server_connect_decide(ServerList *servers, Error *error);

/* Decides, and starts to connect: first to the server of the list that this program has reached
 * last, if there is one. If connecting is refused, the listener gets LINK_EVENT_FAILED. */
Connection *server_connect(uv_loop_t *loop, ServerList *servers, LinkListener *listener,
                           void *context);

/* Remembers a server that has been reached; called on LINK_EVENT_ONLINE. Returns false with an
 * error if it is not remembered for the next start that this one is encrypted. */
bool server_connect_remember(const ServerAddress *address, Error *error);

#endif
