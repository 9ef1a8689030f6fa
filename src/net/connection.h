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
#include "net/server_address.h"

typedef struct Connection Connection;

/* Begins to connect; the listener hears of it. */
Connection *connection_create(uv_loop_t *loop, const ServerAddress *address, const char *program,
                              LinkListener *listener, void *context);

/* Ends it without news; a name that is being looked up is not waited for. What it has in the loop
 * closes when the loop runs on: one that is to be closed runs until nothing is left. NULL is
 * allowed; not to be called by the listener. */
void connection_free(Connection *connection);

bool connection_is_online(const Connection *connection);

/* Returns the whole seconds to the next attempt to connect, 0 while connecting or connected, and -1
 * if there will be none. */
int connection_retry_s(const Connection *connection);

/* These do what the functions of the link do. */
unsigned connection_request(Connection *connection, const Request *request);
void connection_subscribe(Connection *connection, const Subscription *subscription);
void connection_retry_now(Connection *connection);

#endif
