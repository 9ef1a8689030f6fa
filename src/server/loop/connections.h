/* Sockets, the listening ones, and the connections of clients. */
#ifndef SERVER_LOOP_CONNECTIONS_H
#define SERVER_LOOP_CONNECTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/error.h"
#include "server/loop/handshaker.h"
#include "server/loop/loop.h"

/* ---- sockets, all closed on exec, and non-blocking except those of socket_connect() ---- */

/*
 * Listens on "ADDRESS:PORT", "[ADDRESS]:PORT" or the path of a Unix socket, which gets the mode and
 * replaces the file of a server that has ended. Returns -1 with an error and errno: EINVAL for any
 * other text, ENAMETOOLONG for a long path.
 */
int socket_listen(const char *where, unsigned mode, Error *error);

/* Connects to a Unix socket. Returns -1 with an error on failure. */
int socket_connect(const char *path, Error *error);

bool socket_set_nonblocking(int fd);

/* ---- listening sockets ---- */

typedef struct Listener {
    uv_poll_t poll;
    Loop *loop;
    int fd;
    bool inherited; /* from systemd, which removes the socket's file */
    bool encrypted; /* its clients begin with a TLS handshake */
} Listener;

/* Opens the sockets passed by systemd, those of the settings for what it has passed none, and the
 * administrator's. */
bool listener_open_all(Loop *loop, Error *error);

void listener_close_all(Loop *loop);

/* Start to accept clients, stop, or pause for `ms`. */
void listener_start_all(Loop *loop);

void listener_stop_all(Loop *loop);

/* ---- connections ---- */

typedef struct ClientConnection ClientConnection;

/* Continues an encrypted connection after its handshake. */
HandshakeDone client_connection_on_handshake;

/* Sends output, and reads, pauses or closes as client_action() says. */
void client_connection_update(ClientConnection *connection);

#endif
