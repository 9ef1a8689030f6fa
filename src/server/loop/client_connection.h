/* Connections of clients. */
#ifndef SERVER_LOOP_CLIENT_CONNECTION_H
#define SERVER_LOOP_CLIENT_CONNECTION_H

#include "server/core/address.h"
#include "server/loop/loop.h"

typedef struct ClientConnection ClientConnection;

/* Takes over an accepted socket. */
void client_connection_open(Loop *loop, int fd, const Address *address);

/* Sends output, and reads, pauses or closes as client_action() says. */
void client_connection_update(ClientConnection *connection);

#endif
