#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "postgres_proxy.h"

#include "base/buffer.h"

enum { PAIRS_MAX = 64, NAME_SIZE = 100 };

/* A connection: 0 is the side of the store, 1 that of the server. */
typedef struct Pair {
    int sides[2];      /* -1: closed */
    Buffer waiting[2]; /* from each side: less than a message */
    bool has_started;  /* the store's first message, which has no type, was seen */
    bool is_planned;
    bool hangs;
} Pair;

static char folder[NAME_SIZE], server_path[NAME_SIZE + 20];
static int listener = -1, stop_pipe[2];
static pthread_t thread;
static Pair pairs[PAIRS_MAX];
static size_t pair_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ProxyPlan plan;
static unsigned seen;
static bool expecting, failed;

static int open_socket(const char *path, bool listens) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (listens) {
        assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
        assert_int_equal(listen(fd, 16), 0);
    } else if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static void close_side(Pair *pair, int side) {
    if (pair->sides[side] >= 0)
        close(pair->sides[side]);
    pair->sides[side] = -1;
    buffer_free(&pair->waiting[side]);
    if (side == 0 && pair->is_planned) {
        pthread_mutex_lock(&lock);
        expecting = true;
        pthread_mutex_unlock(&lock);
        pair->is_planned = false;
    }
}

static void accept_pair(void) {
    int store = accept(listener, NULL, NULL), server = open_socket(server_path, false);
    size_t at = 0;
    while (at < pair_count && (pairs[at].sides[0] >= 0 || pairs[at].sides[1] >= 0))
        at++;
    if (at == pair_count)
        pair_count++;
    assert_true(at < PAIRS_MAX);
    pairs[at] = (Pair){.sides = {store, server}};
    pthread_mutex_lock(&lock);
    pairs[at].is_planned = expecting;
    expecting = false;
    pthread_mutex_unlock(&lock);
    if (server < 0)
        close_side(&pairs[at], 0);
}

/* Returns the length of the first message in `waiting`, or 0 if it is not complete. */
static size_t message_length(Pair *pair, int from) {
    const Buffer *waiting = &pair->waiting[from];
    size_t before = from == 0 && !pair->has_started ? 0 : 1;
    uint32_t length;
    if (waiting->length < before + 4)
        return 0;
    memcpy(&length, waiting->bytes + before, 4);
    length = ntohl(length) + (uint32_t)before;
    return waiting->length >= length ? length : 0;
}

/* Returns whether a fault makes a difference to a message. libpq ignores two that say nothing, and
 * finds a short one by its type and length, whatever command it is for. A cut between the messages
 * of a command that the store sends, or between a description and its rows, finds both sides as at
 * the end of the command before. */
static bool can_fail(ProxyFault fault, char type, size_t length) {
    static bool was_short[128][500];
    switch (fault) {
    case PROXY_TWICE:
        return type != '2' && type != 'n';
    case PROXY_SHORT: {
        bool *was = &was_short[type & 127][length < 500 ? length : 499];
        bool is_new = length > 5 && !*was;
        *was = *was || is_new;
        return is_new;
    }
    case PROXY_LOST:
        return type == 'D' || type == 'C';
    default:
        return strchr("BS2CZ", type) != NULL;
    }
}

static bool fails_now(const Pair *pair, int from, size_t length) {
    pthread_mutex_lock(&lock);
    bool now = pair->is_planned && !failed && plan.message > 0 && plan.from_server == (from == 1) &&
               can_fail(plan.fault, *pair->waiting[from].bytes, length) && ++seen == plan.message;
    failed = failed || now;
    expecting = expecting || (now && plan.fault == PROXY_HANG);
    pthread_mutex_unlock(&lock);
    return now;
}

static void fail_pair(Pair *pair) {
    pair->hangs = plan.fault == PROXY_HANG;
    if (plan.fault == PROXY_HANG)
        return;
    close_side(pair, 0);
    if (plan.fault == PROXY_CUT)
        close_side(pair, 1);
}

static void send_all(Pair *pair, int to, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t sent = send(pair->sides[to], bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

/* Passes a message of `length` bytes on as the fault makes it. */
static void send_spoiled(Pair *pair, int to, char *bytes, size_t length) {
    uint32_t size = htonl((uint32_t)length - 2);
    if (plan.fault == PROXY_LOST)
        return;
    if (plan.fault == PROXY_SHORT) {
        memcpy(bytes + 1, &size, sizeof size);
        length--;
    }
    for (int i = 0; i < (plan.fault == PROXY_TWICE ? 2 : 1); i++)
        send_all(pair, to, bytes, length);
}

/* Passes whole messages on. */
static void forward(Pair *pair, int from) {
    char bytes[65536];
    ssize_t received = recv(pair->sides[from], bytes, sizeof bytes, 0);
    if (received <= 0) {
        close_side(pair, 0);
        close_side(pair, 1);
        return;
    }
    Buffer *waiting = &pair->waiting[from];
    buffer_add(waiting, bytes, (size_t)received);
    size_t length;
    while (pair->sides[from] >= 0 && (length = message_length(pair, from)) > 0) {
        bool fails = fails_now(pair, from, length);
        if (fails && plan.fault < PROXY_TWICE) {
            fail_pair(pair);
            return;
        }
        if (fails)
            send_spoiled(pair, 1 - from, waiting->bytes, length);
        else
            send_all(pair, 1 - from, waiting->bytes, length);
        memmove(waiting->bytes, waiting->bytes + length, waiting->length - length);
        waiting->length -= length;
        pair->has_started = true;
    }
}

/* Passes on what can be read of the first pairs. Returns whether there was something. */
static bool forward_ready(const struct pollfd *files, size_t count) {
    bool has_read = false;
    for (size_t i = 0; i < 2 * count; i++)
        if (files[i].revents && pairs[i / 2].sides[i % 2] >= 0) {
            forward(&pairs[i / 2], (int)(i % 2));
            has_read = true;
        }
    return has_read;
}

static void *run(void *unused) {
    struct pollfd files[2 + 2 * PAIRS_MAX];
    (void)unused;
    for (;;) {
        size_t count = pair_count;
        files[0] = (struct pollfd){.fd = stop_pipe[0], .events = POLLIN};
        files[1] = (struct pollfd){.fd = listener, .events = POLLIN};
        for (size_t i = 0; i < count; i++)
            for (int side = 0; side < 2; side++) {
                bool reads = !pairs[i].hangs && pairs[i].sides[1 - side] >= 0;
                files[2 + 2 * i + (size_t)side] =
                    (struct pollfd){.fd = reads ? pairs[i].sides[side] : -1, .events = POLLIN};
            }
        poll(files, 2 + 2 * count, -1);
        if (files[0].revents)
            return NULL;
        /* The end of a connection is read before the one that takes its place. */
        if (!forward_ready(files + 2, count) && files[1].revents)
            accept_pair();
    }
}

void postgres_proxy_start(const char *server_folder) {
    char path[NAME_SIZE + 20];
    snprintf(folder, sizeof folder, "/tmp/congo-proxy-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", folder);
    snprintf(server_path, sizeof server_path, "%s/.s.PGSQL.5432", server_folder);
    listener = open_socket(path, true);
    assert_int_equal(pipe(stop_pipe), 0);
    assert_int_equal(pthread_create(&thread, NULL, run, NULL), 0);
}

void postgres_proxy_stop(void) {
    char path[NAME_SIZE + 20];
    assert_int_equal(write(stop_pipe[1], "", 1), 1);
    pthread_join(thread, NULL);
    for (size_t i = 0; i < pair_count; i++)
        for (int side = 0; side < 2; side++)
            close_side(&pairs[i], side);
    close(listener);
    close(stop_pipe[0]);
    close(stop_pipe[1]);
    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", folder);
    unlink(path);
    rmdir(folder);
}

const char *postgres_proxy_folder(void) {
    return folder;
}

void postgres_proxy_expect(void) {
    pthread_mutex_lock(&lock);
    expecting = true;
    failed = false;
    plan.message = 0;
    pthread_mutex_unlock(&lock);
}

void postgres_proxy_plan(ProxyPlan next) {
    pthread_mutex_lock(&lock);
    plan = next;
    seen = 0;
    failed = false;
    pthread_mutex_unlock(&lock);
}

bool postgres_proxy_has_failed(void) {
    pthread_mutex_lock(&lock);
    bool result = failed;
    pthread_mutex_unlock(&lock);
    return result;
}
