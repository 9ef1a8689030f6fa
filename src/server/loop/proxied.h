/* Connections that a proxy passes on: the header of the PROXY protocol is read from them first, so
 * that limits, bans and the log know the client's own address. */
#ifndef SERVER_LOOP_PROXIED_H
#define SERVER_LOOP_PROXIED_H

#include <stdbool.h>

#include "net/subnet.h"
#include "server/loop/loop.h"

/* Called with the socket, which it takes over, and the client's address. */
typedef void ProxiedDone(Loop *loop, int fd, const Address *address, bool encrypted);

/* Returns whether an address is that of a proxy of the settings. */
bool proxied_is_expected(const Loop *loop, const Address *address);

/* Reads the header. A connection with a malformed one is closed, which is logged. */
void proxied_begin(Loop *loop, int fd, const Address *proxy, bool encrypted, ProxiedDone *done);

/* Closes the connections without a complete header. */
void proxied_close_all(Loop *loop);

#endif
