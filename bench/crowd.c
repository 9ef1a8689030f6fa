#include <config.h>

#include "crowd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "../tests/support/daemon.h"
#include "server_run.h"

enum {
    SOURCE = 120, /* source addresses from 127.0.0.121 on */
    SOURCES = 8,
    AT_ONCE = 100, /* connections between pauses */
    PAUSE_MS = 20,
    EVENTS = 512,
    RECEIVE_BUFFER = 4096, /* of a client that never reads */
    NICE_LEVEL = 19,       /* lowest priority */
    PLY_COLUMN = 17        /* in "!MOVE 7Q2KM4XDT1 12 b2b3" */
};

static int connect_from(int port, unsigned number, int receive_buffer) {
    int one = 1, file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + SOURCE + number % SOURCES);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)port);
    setsockopt(file, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (receive_buffer > 0)
        setsockopt(file, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    if (bind(file, (const struct sockaddr *)&from, sizeof from) != 0 ||
        connect(file, (const struct sockaddr *)&to, sizeof to) != 0)
        server_run_die("a client cannot connect");
    return file;
}

static void send_text(int file, const char *text) {
    size_t length = strlen(text);
    if (send(file, text, length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN &&
        errno != EPIPE && errno != ECONNRESET)
        server_run_die("a client cannot send");
}

/* Reads until a line begins with `start`, and returns it without its end. */
static const char *read_line(int file, const char *start, char line[1024]) {
    for (size_t length = 0;;) {
        if (length == 1023 || recv(file, line + length, 1, 0) != 1)
            server_run_die("a player of the crowd's game has lost the connection");
        if (line[length++] != '\n')
            continue;
        line[length - 1] = '\0';
        if (line[0] == '-')
            server_run_die(line);
        if (strncmp(line, start, strlen(start)) == 0)
            return line;
        length = 0;
    }
}

/* Creates a game, and writes its id. */
static void create_game(int file, const char *start, char id[GAME_ID_LENGTH + 1]) {
    char line[1024];
    snprintf(line, sizeof line, "NEW %s seat=w\n", start);
    send_text(file, line);
    snprintf(id, GAME_ID_LENGTH + 1, "%s", read_line(file, "+NEW ", line) + 5);
}

/* ---- crowds ---- */

/* Notes the plies of the moves in what a client has received. A line may be cut; that is rare. */
static void count_lines(volatile CrowdCounters *counters, const char *bytes, size_t length) {
    const char *line = bytes, *end = bytes + length;
    while (line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        unsigned ply = CROWD_PLIES;
        if (next && next - line > PLY_COLUMN && strncmp(line, "!MOVE ", 6) == 0)
            ply = (unsigned)atoi(line + PLY_COLUMN);
        if (ply < CROWD_PLIES) {
            int64_t now_us = monotonic_us();
            if (counters->seen[ply]++ == 0)
                counters->first_us[ply] = now_us;
            counters->last_us[ply] = now_us;
        }
        counters->lines += next != NULL;
        line = next ? next + 1 : end;
    }
}

static void receive(volatile CrowdCounters *counters, int file) {
    static char bytes[65536];
    ssize_t length = recv(file, bytes, sizeof bytes, MSG_DONTWAIT);
    if (length <= 0)
        return;
    counters->bytes += (uint64_t)length;
    count_lines(counters, bytes, (size_t)length);
}

static void receive_all(volatile CrowdCounters *counters, int epoll, int timeout_ms) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(epoll, events, EVENTS, timeout_ms);
    for (int i = 0; i < count; i++)
        receive(counters, events[i].data.fd);
}

/* Asks for replies that are long, and for all events. `many` is a game with a thousand moves. */
static void ask_without_reading(int file, const char *game, const char *many) {
    char text[200];
    snprintf(text, sizeof text,
             "WATCH %s\nSUBSCRIBE\nHELP\nLIST limit=1000\nEXPORT %s\nLEGAL %s\nBOARD %s\n", game,
             game, many, game);
    for (int i = 0; i < 100; i++)
        send_text(file, text);
}

static void run_crowd(CrowdKind kind, int port, unsigned count, const char *game,
                      volatile CrowdCounters *counters) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    char watch[40], many[GAME_ID_LENGTH + 1];
    int creator = connect_from(port, 0, 0);
    create_game(creator, "fen=3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1", many);
    snprintf(watch, sizeof watch, "WATCH %s\n", game);
    for (unsigned i = 0; i < count; i++) {
        int file = connect_from(port, i, kind == CROWD_NON_READING ? RECEIVE_BUFFER : 0);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
        if (kind == CROWD_NON_READING)
            ask_without_reading(file, game, many);
        else if (epoll_ctl(epoll, EPOLL_CTL_ADD, file, &event) == 0)
            send_text(file, kind == CROWD_WATCHERS ? watch : "SUBSCRIBE\n");
        counters->ready++;
        if (i % AT_ONCE == 0)
            receive_all(counters, epoll, PAUSE_MS);
    }
    for (;;)
        receive_all(counters, epoll, 1000);
}

/* Makes this process stand for another machine. */
static void leave_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nice(NICE_LEVEL) == -1)
        _exit(1);
}

Crowd crowd_start(CrowdKind kind, int port, unsigned count, const char *game) {
    Crowd crowd;
    crowd.counters = mmap(NULL, sizeof *crowd.counters, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (crowd.counters == MAP_FAILED)
        server_run_die("there is no memory");
    crowd.process = fork();
    if (crowd.process == 0) {
        leave_parent();
        run_crowd(kind, port, count, game, crowd.counters);
    }
    while (crowd.counters->ready < count && !daemon_has_ended(crowd.process))
        server_run_wait_ms(10);
    return crowd;
}

void crowd_stop(Crowd *crowd) {
    daemon_kill(crowd->process);
    munmap((void *)(uintptr_t)crowd->counters, sizeof *crowd->counters);
}

pid_t crowd_start_talker(int port, const char *game, unsigned lines_per_s) {
    pid_t process = fork();
    if (process != 0)
        return process;
    leave_parent();
    int file = connect_from(port, 0, 0);
    char line[80], bytes[4096];
    snprintf(line, sizeof line, "WATCH %s\n", game);
    send_text(file, line);
    snprintf(line, sizeof line, "SAY %s look at this move, who would have thought of it\n", game);
    for (;;) {
        while (recv(file, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
            continue;
        send_text(file, line);
        server_run_wait_ms(1000 / lines_per_s);
    }
}

/* ---- the game ---- */

/* The zebras go out and return, then a pawn of each side moves: nothing is captured and no position
 * occurs three times. */
static void write_move(unsigned ply, char move[5]) {
    static const char *const zebras[] = {"g1f3", "g7f5", "f3g1", "f5g7"};
    unsigned place = ply % 6;
    char file = "abcdegf"[ply / 6];
    if (place < 4)
        strcpy(move, zebras[place]);
    else
        snprintf(move, 5, place == 4 ? "%c2%c3" : "%c6%c5", file, file);
}

void crowd_game_start(CrowdGame *game, int white_port, int black_port) {
    char line[1024];
    game->ply = 0;
    for (int i = 0; i < 2; i++)
        game->sockets[i] = connect_from(i == 0 ? white_port : black_port, SOURCES - 1, 0);
    create_game(game->sockets[0], "standard", game->id);
    snprintf(line, sizeof line, "JOIN %s b\n", game->id);
    send_text(game->sockets[1], line);
    read_line(game->sockets[1], "+JOIN ", line);
}

int64_t crowd_game_move(CrowdGame *game) {
    char line[1024], move[5];
    int mover = game->sockets[game->ply % 2];
    write_move(game->ply, move);
    snprintf(line, sizeof line, "MOVE %s %u %s\n", game->id, game->ply++, move);
    int64_t sent_us = monotonic_us();
    send_text(mover, line);
    read_line(mover, "+MOVE ", line);
    return monotonic_us() - sent_us;
}

void crowd_game_stop(CrowdGame *game) {
    close(game->sockets[0]);
    close(game->sockets[1]);
}
