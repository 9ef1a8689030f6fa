#include <config.h>

#include "server/loop/connections.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/memory.h"
#include "net/servers.h"
#include "server/base/address.h"
#include "server/loop/admin.h"
#include "server/loop/loop.h"
#include "server/loop/loop_parts.h"
#include "server/loop/proxied.h"

enum { SOCKET_TEXT_SIZE = 160 };

static void listener_pause_all(Loop *loop, uint64_t ms);
static void client_connection_open(Loop *loop, int fd, const Address *address, bool encrypted);

/* ---- sockets ---- */

enum { BACKLOG = 1024 };

typedef union SocketAddress {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_un un;
} SocketAddress;

bool socket_set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

/* Sets the error and closes the socket. Keeps errno. */
static int fail_with_errno(int fd, const char *where, Error *error) {
    int number = errno;
    error_set(error, ERROR_IO, "%s: %s", where, strerror(number));
    if (fd >= 0)
        close(fd);
    errno = number;
    return -1;
}

static void set_on(int fd, int level, int option) {
    int on = 1;
    setsockopt(fd, level, option, &on, sizeof on);
}

/* ---- Internet ---- */

static int open_address(const struct addrinfo *address, const char *where, Error *error) {
    int fd = socket(address->ai_family, SOCK_STREAM, 0);
    if (fd >= 0) {
        set_on(fd, SOL_SOCKET, SO_REUSEADDR);
        if (address->ai_family == AF_INET6)
            set_on(fd, IPPROTO_IPV6, IPV6_V6ONLY);
    }
    if (fd < 0 || bind(fd, address->ai_addr, address->ai_addrlen) != 0 ||
        listen(fd, BACKLOG) != 0 || !socket_set_nonblocking(fd))
        return fail_with_errno(fd, where, error);
    return fd;
}

static int open_internet(const char *where, Error *error) {
    ServerAddress address;
    char port[16];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    bool good = server_address_parse_listen(where, &address);
    snprintf(port, sizeof port, "%d", good ? address.port : 0);
    if (!good || getaddrinfo(address.host, port, &hints, &found) != 0) {
        error_set(error, ERROR_SYNTAX, "%s: expected ADDRESS:PORT in numbers, or a path", where);
        errno = EINVAL;
        return -1;
    }
    int fd = open_address(found, where, error), number = errno;
    freeaddrinfo(found);
    errno = number;
    return fd;
}

/* ---- Unix sockets ---- */

static bool set_unix_address(const char *path, struct sockaddr_un *address, Error *error) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) {
        error_set(error, ERROR_RANGE, "%s: expected a Unix socket's path of at most %zu bytes",
                  path, sizeof address->sun_path - 1);
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(address->sun_path, path);
    return true;
}

int socket_connect(const char *path, Error *error) {
    struct sockaddr_un address;
    if (!set_unix_address(path, &address, error))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        return fail_with_errno(fd, path, error);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

/* Removes a socket without a listening server. No other file is touched. */
static void remove_stale_socket(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0 || !S_ISSOCK(status.st_mode))
        return;
    int fd = socket_connect(path, NULL);
    if (fd >= 0)
        close(fd);
    else if (errno == ECONNREFUSED)
        unlink(path);
}

static int open_unix(const char *path, unsigned mode, Error *error) {
    struct sockaddr_un address;
    if (!set_unix_address(path, &address, error))
        return -1;
    remove_stale_socket(path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    mode_t before = umask(0777 & ~(mode_t)mode);
    bool bound = fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0;
    umask(before);
    if (!bound || listen(fd, BACKLOG) != 0 || !socket_set_nonblocking(fd))
        return fail_with_errno(fd, path, error);
    return fd;
}

int socket_listen(const char *where, unsigned mode, Error *error) {
    return where[0] == '/' ? open_unix(where, mode, error) : open_internet(where, error);
}

/* ---- descriptions ---- */

/* Writes the address of a listening socket: "127.0.0.1:7153", or a path. */
static void socket_describe(int fd, char text[SOCKET_TEXT_SIZE]) {
    SocketAddress address = {0};
    socklen_t length = sizeof address;
    char host[INET6_ADDRSTRLEN] = "";
    strcpy(text, "?");
    if (getsockname(fd, &address.any, &length) != 0)
        return;
    if (address.any.sa_family == AF_INET) {
        inet_ntop(AF_INET, &address.v4.sin_addr, host, sizeof host);
        snprintf(text, SOCKET_TEXT_SIZE, "%s:%d", host, ntohs(address.v4.sin_port));
    } else if (address.any.sa_family == AF_INET6) {
        inet_ntop(AF_INET6, &address.v6.sin6_addr, host, sizeof host);
        snprintf(text, SOCKET_TEXT_SIZE, "[%s]:%d", host, ntohs(address.v6.sin6_port));
    } else if (address.any.sa_family == AF_UNIX) {
        snprintf(text, SOCKET_TEXT_SIZE, "%s", address.un.sun_path);
    }
}

/* ---- clients ---- */

enum { SEND_BUFFER = 32768, RECEIVE_BUFFER = 16384 };

/* A peer that vanishes is noticed within two minutes: by three probes after 60 s of silence, or 100
 * s without an acknowledgement. Small buffers keep the system from taking megabytes of replies for
 * a client that does not read, or of lines for one at its rate limit. */
static void set_peer_options(int fd) {
    set_on(fd, IPPROTO_TCP, TCP_NODELAY);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(int){SEND_BUFFER}, sizeof(int));
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &(int){RECEIVE_BUFFER}, sizeof(int));
    set_on(fd, SOL_SOCKET, SO_KEEPALIVE);
#ifdef TCP_KEEPIDLE
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &(int){60}, sizeof(int));
#endif
#ifdef TCP_KEEPINTVL
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &(int){15}, sizeof(int));
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &(int){3}, sizeof(int));
#endif
#ifdef TCP_USER_TIMEOUT
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &(int){100000}, sizeof(int));
#endif
}

/* Returns -1 with errno on failure. */
static int accept_client(int fd, Address *address) {
    SocketAddress from = {0};
    socklen_t length = sizeof from;
    int client = accept(fd, &from.any, &length);
    if (client < 0)
        return -1;
    if (!socket_set_nonblocking(client)) {
        close(client);
        return -1;
    }
    if (from.any.sa_family != AF_UNIX)
        set_peer_options(client);
    *address = (Address){{0}};
    if (from.any.sa_family == AF_INET6)
        memcpy(address->bytes, &from.v6.sin6_addr, sizeof address->bytes);
    else if (from.any.sa_family == AF_INET)
        address_set_ipv4(address, (const uint8_t *)&from.v4.sin_addr);
    return client;
}

/* ---- listening sockets ---- */

enum {
    ACCEPTS_PER_WAKEUP = 16, /* of a socket; then accepting pauses in favor of connected clients */
    ACCEPT_PAUSE_MS = 8,
    ACCEPT_RETRY_MS = 1000 /* when descriptors have run out */
};

/* ---- accepting ---- */

static void on_client(uv_poll_t *poll, int status, int events) {
    Listener *listener = poll->data;
    Loop *loop = listener->loop;
    (void)events;
    if (status < 0)
        return;
    loop_update_time(loop);
    int tries = 0;
    for (; tries < ACCEPTS_PER_WAKEUP; tries++) {
        Address address;
        int fd = accept_client(listener->fd, &address);
        if (fd >= 0 && proxied_is_expected(loop, &address)) {
            proxied_begin(loop, fd, &address, listener->encrypted, client_connection_open);
        } else if (fd >= 0) {
            client_connection_open(loop, fd, &address, listener->encrypted);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            /* The listeners pause until a connection ends or a second has passed. */
            log_line(LOG_WARNING, "cannot accept connections at the moment: %s", strerror(errno));
            loop->out_of_descriptors = true;
            listener_pause_all(loop, ACCEPT_RETRY_MS);
            break;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        }
    }
    if (tries == ACCEPTS_PER_WAKEUP)
        listener_pause_all(loop, ACCEPT_PAUSE_MS);
    loop_update(loop);
}

static void on_resume(uv_timer_t *timer) {
    listener_start_all(timer->data);
}

void listener_start_all(Loop *loop) {
    loop->out_of_descriptors = false;
    uv_timer_stop(&loop->resume_timer);
    for (int i = 0; i < loop->listener_count; i++)
        uv_poll_start(&loop->listeners[i].poll, UV_READABLE, on_client);
}

void listener_stop_all(Loop *loop) {
    for (int i = 0; i < loop->listener_count; i++)
        uv_poll_stop(&loop->listeners[i].poll);
}

static void listener_pause_all(Loop *loop, uint64_t ms) {
    listener_stop_all(loop);
    uv_timer_start(&loop->resume_timer, on_resume, ms, 0);
}

/* ---- opening ---- */

static bool add_listener(Loop *loop, int fd, bool inherited, bool encrypted, Error *error) {
    char text[SOCKET_TEXT_SIZE];
    Listener *listener = &loop->listeners[loop->listener_count];
    *listener = (Listener){.loop = loop, .fd = fd, .inherited = inherited, .encrypted = encrypted};
    socket_describe(fd, text);
    int failure = uv_poll_init(&loop->uv, &listener->poll, fd);
    if (failure != 0) {
        close(fd);
        return error_set(error, ERROR_STATE, "%s: cannot wait for clients: %s", text,
                         uv_strerror(failure));
    }
    loop->listener_count++;
    listener->poll.data = listener;
    log_line(LOG_NOTICE, "listening on %s%s", text, encrypted ? ", encrypted" : "");
    return true;
}

static bool add_inherited(Loop *loop, Error *error) {
    char name[64];
    int fd;
    while (loop->listener_count < LISTENERS_MAX &&
           (fd = systemd_next_socket(name, sizeof name, error)) >= 0) {
        bool encrypted = strcmp(name, "tls") == 0;
        if (encrypted && !loop->handshaker)
            return error_set(error, ERROR_STATE,
                             "a socket from systemd is named tls, but certificate and "
                             "certificate_key are not set");
        bool is_admin = strcmp(name, "admin") == 0 && !loop->has_admin;
        if (!(is_admin ? admin_serve(loop, fd, error)
                       : add_listener(loop, fd, true, encrypted, error)))
            return false;
    }
    return error->code == ERROR_NONE;
}

/* Opens the sockets of the settings, unless there are some from systemd for the same purpose. An
 * address that the machine lacks is not an error if another one can be opened. */
static bool open_sockets(Loop *loop, const ServerListen *listen, bool encrypted, Error *error) {
    for (int i = 0; i < loop->listener_count; i++)
        if (loop->listeners[i].inherited && loop->listeners[i].encrypted == encrypted)
            return true;
    for (int i = 0; i < listen->count; i++) {
        int fd = socket_listen(listen->text[i], 0666, error);
        if (fd < 0 && (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL))
            log_line(LOG_WARNING, "%s", error->text);
        else if (fd < 0 || !add_listener(loop, fd, false, encrypted, error))
            return false;
    }
    return true;
}

bool listener_open_all(Loop *loop, Error *error) {
    const ServerSettings *settings = &loop->options.settings;
    if (!add_inherited(loop, error) || !open_sockets(loop, &settings->listen, false, error) ||
        (loop->handshaker && !open_sockets(loop, &settings->listen_tls, true, error)))
        return false;
    if (loop->listener_count == 0)
        return error_set(error, ERROR_STATE, "there is no socket to listen on");
    return loop->has_admin || !settings->admin[0] || admin_open(loop, error);
}

void listener_close_all(Loop *loop) {
    proxied_close_all(loop);
    char text[SOCKET_TEXT_SIZE];
    for (int i = 0; i < loop->listener_count; i++) {
        socket_describe(loop->listeners[i].fd, text);
        close(loop->listeners[i].fd);
        if (text[0] == '/' && !loop->listeners[i].inherited)
            unlink(text);
    }
}

/* ---- connections ---- */

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
        if (connection->loop->stopping || client_action(connection->client) == CLIENT_CLOSE) {
            /* The handshaker notices the end, and returns the socket. */
            client_close(connection->loop->core, connection->client);
            connection->client = NULL;
            shutdown(connection->fd, SHUT_RDWR);
        }
        return;
    }
    bool broken = !read_pending(connection) || !send_output(connection, &blocked);
    ClientAction action = client_action(connection->client);
    if (broken || action == CLIENT_CLOSE) {
        close_connection(connection);
        return;
    }
    int events = blocked ? UV_WRITABLE : 0;
    if (action == CLIENT_READ)
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
        broken = !(connection->tls ? read_encrypted(connection) : read_plain(connection));
    else if (events & UV_DISCONNECT)
        connection->read_closed = true; /* its input is still read and answered */
    if (broken)
        close_connection(connection);
    else
        client_mark_changed(loop->core, connection->client);
    loop_update(loop);
}

/* ---- new connections ---- */

/* Returns false if the system has no more watches for sockets, which is logged once for all clients
 * in a row. */
static bool start_polling(ClientConnection *connection) {
    Loop *loop = connection->loop;
    int failure = uv_poll_init(&loop->uv, &connection->poll, connection->fd);
    connection->poll.data = connection;
    if (failure != 0 && !loop->out_of_watches)
        log_line(LOG_WARNING, "cannot serve more connections at the moment: %s",
                 uv_strerror(failure));
    loop->out_of_watches = failure != 0;
    return failure == 0;
}

/* Takes over an accepted socket, which is encrypted or plain. */
static void client_connection_open(Loop *loop, int fd, const Address *address, bool encrypted) {
    ClientConnection *connection = memory_allocate(sizeof *connection);
    const char *rejection;
    connection->loop = loop;
    connection->fd = fd;
    connection->handshaking = encrypted;
    connection->client = client_open(loop->core, address, connection, &rejection);
    if (connection->client && !encrypted && !start_polling(connection)) {
        client_close(loop->core, connection->client);
        connection->client = NULL;
        rejection = "!BYE full retry=30\n";
    }
    if (!connection->client) {
        /* An encrypted client could not read why. The line fits into the socket's empty buffer. */
        if (!encrypted && send(fd, rejection, strlen(rejection), MSG_NOSIGNAL) < 0)
            log_line(LOG_INFO, "a refused connection was closed before it could be told why");
        close(fd);
        free(connection);
        return;
    }
    if (encrypted)
        handshaker_begin(loop->handshaker, fd, address, connection);
    if (loop->options.settings.log_connections) {
        char text[SUBNET_TEXT_SIZE];
        log_line(LOG_INFO, "client connected from %s%s", address_write(address, text),
                 encrypted ? ", encrypted" : "");
    }
}

void client_connection_on_handshake(void *owner, TlsSession *session) {
    ClientConnection *connection = owner;
    Loop *loop = connection->loop;
    if (connection->client && session && start_polling(connection)) {
        loop->tls_clients++;
        connection->handshaking = false;
        connection->tls = session;
        loop_update_time(loop);
        client_mark_changed(loop->core, connection->client);
    } else {
        if (connection->client)
            client_close(loop->core, connection->client);
        tls_session_free(session);
        close_socket(connection);
        free(connection);
    }
    loop_update(loop);
}
