#include <config.h>

#include "server/loop/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

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

/* Splits "[::1]:7153" or "127.0.0.1:7153". The settings have checked the port. */
static bool split_address(const char *where, char host[128], char port[16]) {
    const char *colon = strrchr(where, ':');
    size_t length = colon ? (size_t)(colon - where) : 0;
    if (!colon || strlen(colon + 1) >= 16 || length >= 128)
        return false;
    bool brackets = length >= 2 && where[0] == '[' && where[length - 1] == ']';
    snprintf(host, 128, "%.*s", (int)(brackets ? length - 2 : length), where + brackets);
    strcpy(port, colon + 1);
    return true;
}

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
    char host[128], port[16];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    if (!split_address(where, host, port) || getaddrinfo(host, port, &hints, &found) != 0) {
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

void socket_describe(int fd, char text[SOCKET_TEXT_SIZE]) {
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

void socket_describe_peer(const Address *address, char text[SOCKET_TEXT_SIZE]) {
    static const Address none;
    const uint8_t *v4 = address->bytes + 12;
    char host[INET6_ADDRSTRLEN] = "";
    if (memcmp(address, &none, sizeof none) == 0)
        strcpy(text, "a Unix socket");
    else if (address_is_mapped(address))
        snprintf(text, SOCKET_TEXT_SIZE, "%d.%d.%d.%d", v4[0], v4[1], v4[2], v4[3]);
    else
        snprintf(text, SOCKET_TEXT_SIZE, "%s",
                 inet_ntop(AF_INET6, address->bytes, host, sizeof host));
}

static void read_address(const SocketAddress *from, Address *address) {
    *address = (Address){{0}};
    if (from->any.sa_family == AF_INET6) {
        memcpy(address->bytes, &from->v6.sin6_addr, sizeof address->bytes);
    } else if (from->any.sa_family == AF_INET) {
        address->bytes[10] = address->bytes[11] = 0xff;
        memcpy(address->bytes + 12, &from->v4.sin_addr, 4);
    }
}

int socket_accept(int fd, Address *address) {
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
    read_address(&from, address);
    return client;
}
