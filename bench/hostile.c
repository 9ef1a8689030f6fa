#include <config.h>

#include "hostile.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum {
    SOURCE = 100, /* they come from 127.0.0.101 and up */
    SOURCES = 8,
    PAUSE_MS = 20, /* between rounds: the processor is the server's */
    ROUND = 200    /* clients that act in one */
};

typedef enum Kind { HALF_LINES, FLOOD, DEAF, KINDS } Kind;

typedef struct Hostile {
    int socket;
    Kind kind;
} Hostile;

static const char *const lines[KINDS] = {
    [HALF_LINES] = "MOVE 7Q2KM4XDT1 0 b2",
    [FLOOD] =
        "PING a\nMOVE 7Q2KM4XDT1 0 b2b3\n\x01\xff what?\nNEW fen=no/such\nGET 0000000000\n@ @\n",
    [DEAF] = "LIST live limit=1000\nHELP\nSTATS\nLIST open limit=1000\nHELP\nHELP\nHELP\n",
};

static void connect_again(Hostile *hostile, int port, unsigned number) {
    int one = 1;
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    if (hostile->socket >= 0)
        close(hostile->socket);
    hostile->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + SOURCE + number % SOURCES);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)port);
    setsockopt(hostile->socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (bind(hostile->socket, (const struct sockaddr *)&from, sizeof from) != 0 ||
        (connect(hostile->socket, (const struct sockaddr *)&to, sizeof to) != 0 &&
         errno != EINPROGRESS)) {
        close(hostile->socket);
        hostile->socket = -1;
    }
}

/* Whether the connection is still there. Only the deaf do not read. */
static bool read_some(const Hostile *hostile) {
    char bytes[4096];
    ssize_t got = 1;
    for (int i = 0; i < 8 && got > 0 && hostile->kind != DEAF; i++)
        got = recv(hostile->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == ENOTCONN));
}

static void act(Hostile *hostile, int port, unsigned number) {
    const char *line = lines[hostile->kind];
    bool there = hostile->socket >= 0 && read_some(hostile);
    /* A part of a line, or all that fits. */
    size_t length = hostile->kind == HALF_LINES ? 1 : strlen(line);
    for (int i = 0; there && i < (hostile->kind == FLOOD ? 4 : 1); i++) {
        ssize_t sent = send(hostile->socket, line + (hostile->kind == HALF_LINES ? number % 20 : 0),
                            length, MSG_NOSIGNAL | MSG_DONTWAIT);
        there = sent >= 0 || errno == EAGAIN || errno == ENOTCONN;
    }
    if (!there)
        connect_again(hostile, port, number);
}

static void be_hostile(int port, unsigned count) {
    Hostile *clients = calloc(count, sizeof *clients);
    if (!clients)
        _exit(1);
    for (unsigned i = 0; i < count; i++)
        clients[i] = (Hostile){-1, (Kind)(i % KINDS)};
    for (unsigned next = 0;; next = (next + ROUND) % count) {
        for (unsigned i = 0; i < ROUND; i++)
            act(&clients[(next + i) % count], port, (next + i) % count);
        nanosleep(&(struct timespec){0, PAUSE_MS * 1000000L}, NULL);
    }
}

pid_t hostile_start(int port, unsigned count) {
    pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    be_hostile(port, count);
    _exit(0);
}
