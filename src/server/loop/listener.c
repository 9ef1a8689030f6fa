#include <config.h>

#include "server/loop/listener.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "server/loop/admin.h"
#include "server/loop/connections.h"
#include "server/loop/log.h"
#include "server/loop/loop_parts.h"
#include "server/loop/socket.h"
#include "server/loop/systemd.h"

enum {
    ACCEPTS_PER_WAKEUP = 16, /* of a socket; then accepting pauses in favor of connected clients */
    ACCEPT_PAUSE_MS = 8,
    ACCEPT_RETRY_MS = 1000 /* when descriptors have run out */
};

/* ---- accepting ---- */

/* Pauses until a connection ends or a second has passed. */
static void on_descriptors_exhausted(Loop *loop) {
    log_line(LOG_WARNING, "cannot accept connections at the moment: %s", strerror(errno));
    loop->out_of_descriptors = true;
    listener_pause_all(loop, ACCEPT_RETRY_MS);
}

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
        int fd = socket_accept(listener->fd, &address);
        if (fd >= 0) {
            client_connection_open(loop, fd, &address, listener->encrypted);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            on_descriptors_exhausted(loop);
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

void listener_pause_all(Loop *loop, uint64_t ms) {
    listener_stop_all(loop);
    uv_timer_start(&loop->resume_timer, on_resume, ms, 0);
}

/* ---- opening ---- */

static void add_listener(Loop *loop, int fd, bool inherited, bool encrypted) {
    char text[SOCKET_TEXT_SIZE];
    Listener *listener = &loop->listeners[loop->listener_count++];
    listener->loop = loop;
    listener->fd = fd;
    listener->inherited = inherited;
    listener->encrypted = encrypted;
    uv_poll_init(&loop->uv, &listener->poll, fd);
    listener->poll.data = listener;
    socket_describe(fd, text);
    log_line(LOG_NOTICE, "listening on %s%s", text, encrypted ? ", encrypted" : "");
}

static bool add_inherited(Loop *loop, Error *error) {
    char name[64];
    int fd;
    while (loop->listener_count < LISTENERS_MAX &&
           (fd = systemd_next_socket(name, sizeof name)) >= 0) {
        bool encrypted = strcmp(name, "tls") == 0;
        if (encrypted && !loop->handshaker)
            return error_set(error, ERROR_STATE,
                             "a socket from systemd is named tls, but certificate and "
                             "certificate_key are not set");
        if (strcmp(name, "admin") == 0 && !loop->has_admin)
            admin_serve(loop, fd);
        else
            add_listener(loop, fd, true, encrypted);
    }
    return true;
}

/* Opens the sockets of the settings, unless there are some from systemd for the same purpose. An
 * address that the machine lacks is not an error if another one can be opened. */
static bool open_sockets(Loop *loop, const ServerListen *listen, bool encrypted, Error *error) {
    for (int i = 0; i < loop->listener_count; i++)
        if (loop->listeners[i].inherited && loop->listeners[i].encrypted == encrypted)
            return true;
    for (int i = 0; i < listen->count; i++) {
        int fd = socket_listen(listen->text[i], 0666, error);
        if (fd >= 0)
            add_listener(loop, fd, false, encrypted);
        else if (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL)
            log_line(LOG_WARNING, "%s", error->text);
        else
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
    char text[SOCKET_TEXT_SIZE];
    for (int i = 0; i < loop->listener_count; i++) {
        socket_describe(loop->listeners[i].fd, text);
        close(loop->listeners[i].fd);
        if (text[0] == '/' && !loop->listeners[i].inherited)
            unlink(text);
    }
}
