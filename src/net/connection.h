/*
 * A connection to a server: a link (net/link.h) with a socket, restored automatically. Nothing
 * blocks: the event loop resolves names, connects and transfers. All calls and events are on the
 * loop's thread.
 */
#ifndef NET_CONNECTION_H
#define NET_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>

#include <uv.h>

#include "net/link.h"
#include "net/server_address.h"

typedef struct Connection Connection;

/* Starts to connect; the listener gets the events of the link. */
Connection *connection_create(uv_loop_t *loop, const ServerAddress *address, const char *program,
                              LinkListener *listener, void *context);

/* Closes the connection without events. The loop must run on until its handles are closed; a name
 * lookup is abandoned. NULL is allowed. The listener must not call this. */
void connection_free(Connection *connection);

bool connection_is_online(const Connection *connection);

/* Returns the whole seconds to the next attempt to connect, 0 while connecting or connected, and -1
 * if there will be no further attempt. */
int connection_retry_s(const Connection *connection);

/* Like the functions of the link. */
unsigned connection_request(Connection *connection, const Request *request);
void connection_subscribe(Connection *connection, const Subscription *subscription);
void connection_retry_now(Connection *connection);

#endif
