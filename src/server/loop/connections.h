/* Connections of clients. */
#ifndef SERVER_LOOP_CONNECTIONS_H
#define SERVER_LOOP_CONNECTIONS_H

#include <stdbool.h>

#include "server/base/address.h"
#include "server/loop/handshaker.h"
#include "server/loop/loop.h"

typedef struct ClientConnection ClientConnection;

/* Takes over an accepted socket, which is encrypted or plain. */
void client_connection_open(Loop *loop, int fd, const Address *address, bool encrypted);

/* Continues an encrypted connection after its handshake. */
HandshakeDone client_connection_on_handshake;

/* Sends output, and reads, pauses or closes as client_action() says. */
void client_connection_update(ClientConnection *connection);

#endif
