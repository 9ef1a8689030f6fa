#include <config.h>

#include "server/loop/systemd.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/loop/socket.h"

enum { FIRST_INHERITED = 3 }; /* SD_LISTEN_FDS_START */

void systemd_notify(const char *state) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = getenv("NOTIFY_SOCKET");
    if (!path || (path[0] != '/' && path[0] != '@') || strlen(path) >= sizeof address.sun_path)
        return;
    size_t length = strlen(path);
    memcpy(address.sun_path, path, length);
    if (path[0] == '@')
        address.sun_path[0] = '\0'; /* an abstract name */
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (fd < 0)
        return;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    ssize_t sent =
        sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, size);
    (void)sent; /* a failure cannot be reported */
    close(fd);
}

/* Copies the n-th name, from 0, of a list separated by colons. */
static void nth_field(const char *names, int n, char *name, size_t size) {
    for (; names && n > 0; n--) {
        names = strchr(names, ':');
        names = names ? names + 1 : NULL;
    }
    snprintf(name, size, "%.*s", names ? (int)strcspn(names, ":") : 0, names ? names : "");
}

int systemd_next_socket(char *name, size_t size) {
    static int inherited_count;
    const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (!process || !count || strtol(process, NULL, 10) != (long)getpid() ||
        inherited_count >= strtol(count, NULL, 10))
        return -1;
    int fd = FIRST_INHERITED + inherited_count;
    nth_field(getenv("LISTEN_FDNAMES"), inherited_count, name, size);
    inherited_count++;
    return socket_set_nonblocking(fd) ? fd : -1;
}
