/* Sockets on which clients or administrators come. All are non-blocking and closed on exec. */
#ifndef SERVER_LOOP_SOCKET_H
#define SERVER_LOOP_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "server/core/address.h"

enum { SOCKET_TEXT_SIZE = 160 };

/*
 * Opens "ADDRESS:PORT", "[ADDRESS]:PORT" or the path of a Unix socket with that mode, whose
 * left-over file of a server that has ended is replaced. -1 with a sentence and errno, which is
 * EINVAL for another text, and ENAMETOOLONG for a path that is too long.
 */
int socket_listen(const char *where, unsigned mode, Error *error);

/* The sockets that systemd has opened for this process; each is given out once. `name` is what the
 * unit calls it ("": nothing). -1: no more. */
int systemd_next_socket(char *name, size_t size);

/* Where a listening socket listens: "127.0.0.1:7153", or a path. */
void socket_describe(int fd, char text[SOCKET_TEXT_SIZE]);

/* The next client of a listening socket, with its options set; -1 with errno. */
int socket_accept(int fd, Address *address);

/* Where a client comes from, in words: "127.0.0.1", "::1" or "a Unix socket". */
void socket_describe_peer(const Address *address, char text[SOCKET_TEXT_SIZE]);

/* A connection to a Unix socket; -1 with a sentence. */
int socket_connect(const char *path, Error *error);

#endif
