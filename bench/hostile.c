#include <config.h>

#include "hostile.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum {
    SOURCE = 100, /* source addresses from 127.0.0.101 on */
    SOURCES = 8,
    ACTIONS_PER_S = 2,
    ROUND_MS = 2, /* spreads actions evenly, as from many machines */
    LATE_MS = 50,
    NICE_LEVEL = 19 /* lowest priority */
};

typedef enum HostileKind { HALF_LINES, FLOOD, NON_READING, HOSTILE_KINDS } HostileKind;

typedef struct HostileClient {
    int socket;
    HostileKind kind;
} HostileClient;

static HostileCounters *counters; /* shared with the parent */

static const char *const lines[HOSTILE_KINDS] = {
    [HALF_LINES] = "MOVE 7Q2KM4XDT1 0 b2",
    [FLOOD] =
        "PING a\nMOVE 7Q2KM4XDT1 0 b2b3\n\x01\xff what?\nNEW fen=no/such\nGET 0000000000\n@ @\n",
    [NON_READING] = "LIST live limit=1000\nHELP\nSTATS\nLIST open limit=1000\nHELP\nHELP\nHELP\n",
};

static void reconnect(HostileClient *hostile, int port, unsigned number) {
    int one = 1;
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    if (hostile->socket >= 0)
        close(hostile->socket);
    counters->connections++;
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

/* Reads some input, except for a NON_READING client. Returns whether the connection is open. */
static bool read_some(const HostileClient *hostile) {
    char bytes[4096];
    ssize_t got = 1;
    for (int i = 0; i < 8 && got > 0 && hostile->kind != NON_READING; i++)
        got = recv(hostile->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == ENOTCONN));
}

static void act(HostileClient *hostile, int port, unsigned number) {
    const char *line = lines[hostile->kind];
    bool connected = hostile->socket >= 0 && read_some(hostile);
    counters->actions++;
    /* Sends a part of a line, or as much as the socket takes. */
    size_t length = hostile->kind == HALF_LINES ? 1 : strlen(line);
    for (int i = 0; connected && i < (hostile->kind == FLOOD ? 4 : 1); i++) {
        ssize_t sent = send(hostile->socket, line + (hostile->kind == HALF_LINES ? number % 20 : 0),
                            length, MSG_NOSIGNAL | MSG_DONTWAIT);
        counters->bytes += sent > 0 ? (uint64_t)sent : 0;
        connected = sent >= 0 || errno == EAGAIN || errno == ENOTCONN;
    }
    if (!connected)
        reconnect(hostile, port, number);
}

/* Sleeps. Returns the time since the last call, but at most LATE_MS. */
static uint64_t slept_us(void) {
    static struct timespec last;
    struct timespec now;
    nanosleep(&(struct timespec){0, ROUND_MS * 1000000L}, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t us = (now.tv_sec - last.tv_sec) * 1000000 + (now.tv_nsec - last.tv_nsec) / 1000;
    last = now;
    return us < LATE_MS * 1000 ? (uint64_t)us : LATE_MS * 1000;
}

static void run_clients(int port, unsigned count) {
    HostileClient *clients = calloc(count, sizeof *clients);
    if (!clients)
        _exit(1);
    for (unsigned i = 0; i < count; i++)
        clients[i] = (HostileClient){-1, (HostileKind)(i % HOSTILE_KINDS)};
    uint64_t due = 0; /* millionths of an action */
    for (unsigned next = 0;;) {
        due += count * ACTIONS_PER_S * slept_us();
        for (; due >= 1000000; due -= 1000000, next = (next + 1) % count)
            act(&clients[next], port, next);
    }
}

Hostile hostile_start(int port, unsigned count) {
    counters =
        mmap(NULL, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counters == MAP_FAILED)
        exit(1);
    pid_t child = fork();
    if (child != 0)
        return (Hostile){child, counters};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nice(NICE_LEVEL) == -1)
        _exit(1);
    run_clients(port, count);
    _exit(0);
}
