#include <config.h>

#include "server/loop/connections.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "server/loop/log.h"
#include "server/loop/loop_parts.h"
#include "server/loop/socket.h"

/* libuv only polls the socket. Direct reads and writes need no buffers for each connection, and a
 * reply needs no further round of the loop. */
struct ClientConnection {
    uv_poll_t poll;
    Loop *loop;
    Client *client;  /* NULL: closed during the handshake, which returns the socket */
    TlsSession *tls; /* owned; NULL if the connection is plain */
    int fd;
    int polled_events;
    bool handshaking;      /* the handshaker has the socket */
    bool has_read;         /* something */
    bool read_closed;      /* the peer sends no more */
    bool input_waiting;    /* has unread input */
    bool read_wants_write; /* reading goes on when the socket is writable */
};

static void free_connection(uv_handle_t *handle) {
    free(handle->data);
}

static void close_socket(ClientConnection *connection) {
    Loop *loop = connection->loop;
    close(connection->fd);
    if (loop->out_of_descriptors && !loop->stopping)
        listener_start_all(loop);
}

static void close_connection(ClientConnection *connection) {
    Loop *loop = connection->loop;
    client_close(loop->core, connection->client);
    if (connection->tls) {
        tls_session_free(connection->tls);
        loop->tls_clients--;
    }
    uv_poll_stop(&connection->poll);
    uv_close((uv_handle_t *)&connection->poll, free_connection);
    close_socket(connection);
}

/* Sends bytes. Returns their number, 0 if the socket takes none now, or -1 if the connection is
 * broken. */
static ssize_t send_bytes(ClientConnection *connection, const char *bytes, size_t length) {
    if (connection->tls) {
        size_t sent;
        if (length > TLS_RECORD_SIZE)
            length = TLS_RECORD_SIZE;
        TlsResult result = tls_write(connection->tls, bytes, length, &sent);
        if (result == TLS_WANTS_WRITE)
            client_hold_output(connection->client, length); /* they are in a record already */
        /* Only a renegotiation, which is not allowed, makes a write wait for input. */
        return result == TLS_DONE ? (ssize_t)sent : result == TLS_WANTS_WRITE ? 0 : -1;
    }
    ssize_t sent;
    do {
        sent = send(connection->fd, bytes, length, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : sent;
}

/* Sends the output. Returns false if the connection is broken. */
static bool send_output(ClientConnection *connection, bool *blocked) {
    Core *core = connection->loop->core;
    const char *bytes;
    size_t length;
    *blocked = false;
    while (!*blocked && (bytes = client_output(connection->client, &length))) {
        ssize_t sent = send_bytes(connection, bytes, length);
        if (sent < 0)
            return false;
        if (sent > 0)
            client_sent(core, connection->client, (size_t)sent);
        else
            *blocked = true;
    }
    return true;
}

/* Closes a connection in its handshake. The handshaker notices the end, and returns the socket. */
static void abandon_handshake(ClientConnection *connection) {
    client_close(connection->loop->core, connection->client);
    connection->client = NULL;
    shutdown(connection->fd, SHUT_RDWR);
}

static void end_input(ClientConnection *connection) {
    connection->read_closed = true;
    client_end_input(connection->loop->core, connection->client);
}

static void on_ready(uv_poll_t *poll, int status, int events);

static void poll_for(ClientConnection *connection, int events) {
    if (events == connection->polled_events)
        return;
    connection->polled_events = events;
    if (events)
        uv_poll_start(&connection->poll, events, on_ready);
    else
        uv_poll_stop(&connection->poll);
}

/* Processes received bytes. Returns false if the connection is broken. */
static bool read_plain(ClientConnection *connection) {
    Loop *loop = connection->loop;
    ssize_t length = recv(connection->fd, loop->read_buffer, sizeof loop->read_buffer, 0);
    bool is_first = !connection->has_read;
    connection->has_read = true;
    if (length > 0 && is_first && loop->read_buffer[0] == TLS_FIRST_BYTE)
        return false; /* a handshake at the wrong port, which no words can answer */
    if (length > 0)
        client_receive(loop->core, connection->client, loop->read_buffer, (size_t)length);
    else if (length < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    else
        end_input(connection);
    return true;
}

static bool read_encrypted(ClientConnection *connection) {
    Loop *loop = connection->loop;
    size_t length;
    TlsResult result =
        tls_read(connection->tls, loop->read_buffer, sizeof loop->read_buffer, &length);
    connection->read_wants_write = result == TLS_WANTS_WRITE;
    if (result == TLS_DONE)
        client_receive(loop->core, connection->client, loop->read_buffer, length);
    else if (result == TLS_ENDED)
        end_input(connection);
    return result != TLS_BROKEN;
}

static bool read_input(ClientConnection *connection) {
    return connection->tls ? read_encrypted(connection) : read_plain(connection);
}

/* Processes what the TLS session has received already: the socket does not become readable for it.
 * Returns false if the connection is broken. */
static bool read_pending(ClientConnection *connection) {
    while (connection->tls && client_action(connection->client) == CLIENT_READ &&
           tls_has_input(connection->tls))
        if (!read_encrypted(connection))
            return false;
    return true;
}

void client_connection_update(ClientConnection *connection) {
    bool blocked;
    if (connection->handshaking) {
        if (connection->loop->stopping || client_action(connection->client) == CLIENT_CLOSE)
            abandon_handshake(connection);
        return;
    }
    if (!read_pending(connection) || !send_output(connection, &blocked) ||
        client_action(connection->client) == CLIENT_CLOSE) {
        close_connection(connection);
        return;
    }
    int events = blocked ? UV_WRITABLE : 0;
    if (client_action(connection->client) == CLIENT_READ)
        events |= connection->read_wants_write ? UV_READABLE | UV_WRITABLE : UV_READABLE;
    else if (!connection->input_waiting && connection->polled_events == UV_READABLE && !blocked)
        return; /* saves four system calls: most clients send nothing before the reply */
    else if (!connection->read_closed)
        events |= UV_DISCONNECT;
    poll_for(connection, events);
}

static void on_ready(uv_poll_t *poll, int status, int events) {
    ClientConnection *connection = poll->data;
    Loop *loop = connection->loop;
    loop_update_time(loop);
    bool broken = status < 0;
    bool reads = client_action(connection->client) == CLIENT_READ;
    bool readable =
        (events & UV_READABLE) || (connection->read_wants_write && (events & UV_WRITABLE));
    connection->input_waiting = (events & UV_READABLE) && !reads;
    if (!broken && readable && reads)
        broken = !read_input(connection);
    else if (events & UV_DISCONNECT)
        connection->read_closed = true; /* its input is still read and answered */
    if (broken)
        close_connection(connection);
    else
        client_connection_update(connection);
    loop_update(loop);
}

/* ---- new connections ---- */

/* An encrypted client could not read why. */
static void reject(int fd, bool encrypted, const char *rejection) {
    /* It fits into the empty buffer of a new socket. */
    if (!encrypted && send(fd, rejection, strlen(rejection), MSG_NOSIGNAL) < 0)
        log_line(LOG_INFO, "a refused connection was closed before it could be told why");
    close(fd);
}

static void log_connection(const Address *address, bool encrypted) {
    char text[SOCKET_TEXT_SIZE];
    socket_describe_peer(address, text);
    log_line(LOG_INFO, "client connected from %s%s", text, encrypted ? ", encrypted" : "");
}

static void start_polling(ClientConnection *connection) {
    uv_poll_init(&connection->loop->uv, &connection->poll, connection->fd);
    connection->poll.data = connection;
}

void client_connection_open(Loop *loop, int fd, const Address *address, bool encrypted) {
    ClientConnection *connection = memory_allocate(sizeof *connection);
    const char *rejection;
    connection->loop = loop;
    connection->fd = fd;
    connection->handshaking = encrypted;
    connection->client = client_open(loop->core, address, connection, &rejection);
    if (!connection->client) {
        reject(fd, encrypted, rejection);
        free(connection);
        return;
    }
    if (encrypted)
        handshaker_begin(loop->handshaker, fd, address, connection);
    else
        start_polling(connection);
    if (loop->options.settings.log_connections)
        log_connection(address, encrypted);
}

void client_connection_on_handshake(void *owner, TlsSession *session) {
    ClientConnection *connection = owner;
    Loop *loop = connection->loop;
    if (connection->client && session) {
        loop->tls_clients++;
        connection->handshaking = false;
        connection->tls = session;
        start_polling(connection);
        loop_update_time(loop);
        client_connection_update(connection);
    } else {
        if (connection->client)
            client_close(loop->core, connection->client);
        tls_session_free(session);
        close_socket(connection);
        free(connection);
    }
    loop_update(loop);
}
