/* Sockets. All are closed on exec, and non-blocking except those of socket_connect(). */
#ifndef SERVER_LOOP_SOCKET_H
#define SERVER_LOOP_SOCKET_H

#include <stdbool.h>

#include "base/error.h"
#include "server/base/address.h"

enum { SOCKET_TEXT_SIZE = 160 };

/*
 * Listens on "ADDRESS:PORT", "[ADDRESS]:PORT" or the path of a Unix socket, which gets the mode and
 * replaces the file of a server that has ended. Returns -1 with an error and errno: EINVAL for any
 * other text, ENAMETOOLONG for a long path.
 */
int socket_listen(const char *where, unsigned mode, Error *error);

/* Accepts the next client of a listening socket. Returns -1 with errno on failure. */
int socket_accept(int fd, Address *address);

/* Connects to a Unix socket. Returns -1 with an error on failure. */
int socket_connect(const char *path, Error *error);

bool socket_set_nonblocking(int fd);

/* Writes the address of a listening socket: "127.0.0.1:7153", or a path. */
void socket_describe(int fd, char text[SOCKET_TEXT_SIZE]);

/* Writes the address of a client: "127.0.0.1", "::1" or "a Unix socket". */
void socket_describe_peer(const Address *address, char text[SOCKET_TEXT_SIZE]);

#endif
