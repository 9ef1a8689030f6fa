#include <config.h>

#include "server/loop/proxied.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "server/base/proxy_header.h"
#include "server/loop/loop_parts.h"

struct Proxied {
    LIST_ENTRY(Proxied) entry;
    uv_poll_t poll;
    uv_timer_t timer; /* ends the wait for the header */
    int handles;      /* the two, until they are closed */
    Loop *loop;
    ProxiedDone *done;
    Address address; /* the proxy's, then the client's */
    int fd;
    bool encrypted;
    size_t length;
    uint8_t header[PROXY_HEADER_MAX];
};

bool proxied_is_expected(const Loop *loop, const Address *address) {
    const ServerProxies *proxies = &loop->options.settings.proxies;
    for (int i = 0; i < proxies->count; i++)
        if (subnet_contains(&proxies->subnets[i], address))
            return true;
    return false;
}

static void on_closed(uv_handle_t *handle) {
    Proxied *proxied = handle->data;
    if (--proxied->handles == 0)
        free(proxied);
}

/* Frees it, but not the socket. */
static void let_go(Proxied *proxied) {
    LIST_REMOVE(proxied, entry);
    uv_close((uv_handle_t *)&proxied->poll, on_closed);
    uv_close((uv_handle_t *)&proxied->timer, on_closed);
}

static void reject(Proxied *proxied) {
    char text[SUBNET_TEXT_SIZE];
    if (proxied->length > 0)
        log_line(LOG_WARNING, "proxy %s: expected a header of the PROXY protocol",
                 address_write(&proxied->address, text));
    let_go(proxied);
    close(proxied->fd);
}

static void on_timeout(uv_timer_t *timer) {
    reject(timer->data);
}

static void on_readable(uv_poll_t *poll, int status, int events) {
    Proxied *proxied = poll->data;
    Loop *loop = proxied->loop;
    int missing;
    (void)events;
    while ((missing = proxy_header_missing(proxied->header, proxied->length)) > 0 && status == 0) {
        ssize_t length = recv(proxied->fd, proxied->header + proxied->length, (size_t)missing, 0);
        if (length < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (length <= 0)
            status = -1;
        else
            proxied->length += (size_t)length;
    }
    Address address = proxied->address;
    if (missing != 0 || !proxy_header_read(proxied->header, proxied->length, &address)) {
        reject(proxied);
        return;
    }
    loop_update_time(loop);
    let_go(proxied); /* before another handle polls the socket */
    proxied->done(loop, proxied->fd, &address, proxied->encrypted);
    loop_update(loop);
}

void proxied_begin(Loop *loop, int fd, const Address *proxy, bool encrypted, ProxiedDone *done) {
    Proxied *proxied = memory_allocate(sizeof *proxied);
    proxied->handles = 2;
    proxied->loop = loop;
    proxied->done = done;
    proxied->address = *proxy;
    proxied->fd = fd;
    proxied->encrypted = encrypted;
    if (uv_poll_init(&loop->uv, &proxied->poll, fd) != 0) {
        close(fd);
        free(proxied);
        return;
    }
    uv_timer_init(&loop->uv, &proxied->timer);
    proxied->poll.data = proxied->timer.data = proxied;
    LIST_INSERT_HEAD(&loop->proxied, proxied, entry);
    uv_poll_start(&proxied->poll, UV_READABLE, on_readable);
    uv_timer_start(&proxied->timer, on_timeout,
                   (uint64_t)loop->options.settings.limits.line_s * 1000, 0);
}

void proxied_close_all(Loop *loop) {
    Proxied *proxied;
    while ((proxied = LIST_FIRST(&loop->proxied))) {
        let_go(proxied);
        close(proxied->fd);
    }
}
