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
