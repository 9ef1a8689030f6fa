/*
 * A connection to a server: a link (net/link.h) with a socket, restored automatically, and
 * encrypted if the address says SERVER_TLS_ON (net/tls_client.h). Nothing blocks: the event loop
 * resolves names, connects and transfers. All calls and events are on the loop's thread.
 *
 * Of several servers, the next one is tried whenever one cannot be reached or is lost, the first
 * one after the last; of a name with several addresses, all are tried before the next server, and
 * the next one first after a lost connection.
 */
#ifndef NET_CONNECTION_H
#define NET_CONNECTION_H

#include <netdb.h>
#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "net/link.h"
#include "net/servers.h"

typedef struct Connection Connection;

/* A server whose certificate was not accepted. */
typedef struct UntrustedServer {
    ServerAddress address;
    CertificateProblem problem;
} UntrustedServer;

/* Starts to connect to one of the servers; the listener gets the events of the link. */
Connection *connection_create(uv_loop_t *loop, const ServerList *servers, const char *program,
                              LinkListener *listener, void *context);

/* Returns the server that is connected, is being tried, or is tried next. */
const ServerAddress *connection_server(const Connection *connection);

/* Makes a new connection fail with that sentence, from the loop, before any attempt. */
void connection_refuse(Connection *connection, const char *why);

/* Returns the first server whose certificate was not accepted, if none of the servers could be
 * connected since, or NULL. */
const UntrustedServer *connection_untrusted_server(const Connection *connection);

/* Closes the connection without events. The loop must run on until its handles are closed; a name
 * lookup is abandoned. NULL is allowed. The listener must not call this. */
void connection_free(Connection *connection);

bool connection_is_online(const Connection *connection);

/* Returns the whole seconds to the next attempt to connect, 0 while connecting or connected, and -1
 * if there will be no further attempt. */
int connection_retry_s(const Connection *connection);

/* Like the functions of the link. */
bool connection_has_feature(const Connection *connection, const char *feature);

unsigned connection_request(Connection *connection, const Request *request);

void connection_subscribe(Connection *connection, const Subscription *subscription);

void connection_follow_lists(Connection *connection);

bool connection_leave_server(Connection *connection, const char *why);

void connection_retry_now(Connection *connection);

#endif
