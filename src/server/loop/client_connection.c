#include <config.h>

#include "server/loop/client_connection.h"

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
    Client *client;
    int fd;
    int polled_events;
    bool read_closed;   /* the peer sends no more */
    bool input_waiting; /* has unread input */
};

static void free_connection(uv_handle_t *handle) {
    free(handle->data);
}

static void close_connection(ClientConnection *connection) {
    Loop *loop = connection->loop;
    client_close(loop->core, connection->client);
    uv_poll_stop(&connection->poll);
    uv_close((uv_handle_t *)&connection->poll, free_connection);
    close(connection->fd);
    if (loop->out_of_descriptors && !loop->stopping)
        listener_start_all(loop);
}

/* Sends the output. Returns false if the connection is broken. */
static bool send_output(ClientConnection *connection, bool *blocked) {
    Core *core = connection->loop->core;
    const char *bytes;
    size_t length;
    *blocked = false;
    while (!*blocked && (bytes = client_output(connection->client, &length))) {
        ssize_t sent = send(connection->fd, bytes, length, MSG_NOSIGNAL);
        if (sent >= 0)
            client_sent(core, connection->client, (size_t)sent);
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            *blocked = true;
        else if (errno != EINTR)
            return false;
    }
    return true;
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

void client_connection_update(ClientConnection *connection) {
    bool blocked;
    if (!send_output(connection, &blocked) || client_action(connection->client) == CLIENT_CLOSE) {
        close_connection(connection);
        return;
    }
    int events = blocked ? UV_WRITABLE : 0;
    if (client_action(connection->client) == CLIENT_READ)
        events |= UV_READABLE;
    else if (!connection->input_waiting && connection->polled_events == UV_READABLE && !blocked)
        return; /* saves four system calls: most clients send nothing before the reply */
    else if (!connection->read_closed)
        events |= UV_DISCONNECT;
    poll_for(connection, events);
}

/* Returns false if the connection is broken. */
static bool read_input(ClientConnection *connection) {
    Loop *loop = connection->loop;
    ssize_t length = recv(connection->fd, loop->read_buffer, sizeof loop->read_buffer, 0);
    if (length > 0) {
        client_receive(loop->core, connection->client, loop->read_buffer, (size_t)length);
    } else if (length == 0) {
        connection->read_closed = true;
        client_end_input(loop->core, connection->client);
    } else {
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    }
    return true;
}

static void on_ready(uv_poll_t *poll, int status, int events) {
    ClientConnection *connection = poll->data;
    Loop *loop = connection->loop;
    loop_update_time(loop);
    bool broken = status < 0;
    bool reads = client_action(connection->client) == CLIENT_READ;
    connection->input_waiting = (events & UV_READABLE) && !reads;
    if (!broken && (events & UV_READABLE) && reads)
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

static void send_rejection(int fd, const char *rejection) {
    /* It fits into the empty buffer of a new socket. */
    if (send(fd, rejection, strlen(rejection), MSG_NOSIGNAL) < 0)
        log_line(LOG_INFO, "a refused connection was closed before it could be told why");
    close(fd);
}

void client_connection_open(Loop *loop, int fd, const Address *address) {
    ClientConnection *connection = memory_allocate(sizeof *connection);
    const char *rejection;
    connection->loop = loop;
    connection->fd = fd;
    connection->client = client_open(loop->core, address, connection, &rejection);
    if (!connection->client) {
        send_rejection(fd, rejection);
        free(connection);
        return;
    }
    uv_poll_init(&loop->uv, &connection->poll, fd);
    connection->poll.data = connection;
    if (loop->options.settings.log_connections) {
        char text[SOCKET_TEXT_SIZE];
        socket_describe_peer(address, text);
        log_line(LOG_INFO, "client connected from %s", text);
    }
}
