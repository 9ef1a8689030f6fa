#include <config.h>

#include "server/loop/handshaker.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include "base/memory.h"

typedef struct Handshake {
    TAILQ_ENTRY(Handshake) entry;
    uv_poll_t poll;
    Handshaker *handshaker;
    TlsSession *session; /* from the first byte on */
    void *owner;
    Address address; /* that limits count */
    uint64_t began_ms;
    int fd;
} Handshake;

TAILQ_HEAD(HandshakeList, Handshake);

struct Handshaker {
    uv_thread_t thread;
    uv_async_t finished_async; /* of the owner's loop: there are finished handshakes */
    HandshakeDone *done;

    /* of the thread */
    uv_loop_t loop;
    uv_async_t wakeup;             /* there are submitted handshakes, or the end has come */
    uv_timer_t timer;              /* the deadline of the oldest */
    struct HandshakeList underway; /* oldest first */
    int count;

    uv_mutex_t lock; /* of all below */
    struct HandshakeList submitted, finished;
    TlsContext *context;
    ServerLimits limits;
    HandshakerStats stats;
    bool stopping;
};

/* ---- on the thread ---- */

/* Passes the handshake to the owner's thread. */
static void finish(Handshake *handshake) {
    Handshaker *handshaker = handshake->handshaker;
    uv_mutex_lock(&handshaker->lock);
    handshaker->stats.underway--;
    handshaker->stats.completed += handshake->session != NULL;
    handshaker->stats.failed += handshake->session == NULL;
    TAILQ_INSERT_TAIL(&handshaker->finished, handshake, entry);
    uv_mutex_unlock(&handshaker->lock);
    uv_async_send(&handshaker->finished_async);
}

static void on_handshake_closed(uv_handle_t *poll) {
    finish(poll->data);
}

/* Notifies the owner once the thread no longer polls the socket. */
static void end(Handshake *handshake) {
    TAILQ_REMOVE(&handshake->handshaker->underway, handshake, entry);
    handshake->handshaker->count--;
    uv_close((uv_handle_t *)&handshake->poll, on_handshake_closed);
}

static void fail(Handshake *handshake) {
    tls_session_free(handshake->session);
    handshake->session = NULL;
    end(handshake);
}

/* Waits for the first byte. Somebody who types at the wrong port is told. */
static bool begin_session(Handshake *handshake) {
    static const char reason[] = "!BYE this port is for encrypted connections (TLS)\n";
    Handshaker *handshaker = handshake->handshaker;
    unsigned char first;
    if (recv(handshake->fd, &first, 1, MSG_PEEK) != 1)
        return false;
    if (first != TLS_FIRST_BYTE) {
        ssize_t sent = send(handshake->fd, reason, strlen(reason), MSG_NOSIGNAL);
        (void)sent; /* it fits into an empty buffer, or the peer is gone */
        return false;
    }
    uv_mutex_lock(&handshaker->lock);
    handshake->session = tls_session_create(handshaker->context, handshake->fd);
    uv_mutex_unlock(&handshaker->lock);
    return handshake->session != NULL;
}

static void on_ready(uv_poll_t *poll, int status, int events) {
    Handshake *handshake = poll->data;
    (void)events;
    if (status < 0 || (!handshake->session && !begin_session(handshake))) {
        fail(handshake);
        return;
    }
    switch (tls_handshake(handshake->session)) {
    case TLS_DONE:
        end(handshake);
        break;
    case TLS_WANTS_READ:
        uv_poll_start(poll, UV_READABLE, on_ready);
        break;
    case TLS_WANTS_WRITE:
        uv_poll_start(poll, UV_WRITABLE, on_ready);
        break;
    case TLS_ENDED:
    case TLS_BROKEN:
        fail(handshake);
        break;
    }
}

static void on_timer(uv_timer_t *timer) {
    Handshaker *handshaker = timer->data;
    Handshake *oldest;
    uv_mutex_lock(&handshaker->lock);
    ServerLimits limits = handshaker->limits;
    uv_mutex_unlock(&handshaker->lock);
    uint64_t now = uv_now(&handshaker->loop), timeout = (uint64_t)limits.handshake_s * 1000;
    while ((oldest = TAILQ_FIRST(&handshaker->underway)) && oldest->began_ms + timeout <= now)
        fail(oldest);
    if (oldest)
        uv_timer_start(timer, on_timer, oldest->began_ms + timeout - now, 0);
}

/* Makes room for one more handshake of an address. */
static void make_room(Handshaker *handshaker, const Address *address, const ServerLimits *limits) {
    Handshake *handshake, *oldest = NULL;
    int same = 0;
    if (limits->handshakes_per_address > 0 && !address_is_local(address))
        TAILQ_FOREACH(handshake, &handshaker->underway, entry)
            if (memcmp(&handshake->address, address, sizeof *address) == 0) {
                oldest = oldest ? oldest : handshake;
                same++;
            }
    if (oldest && same >= limits->handshakes_per_address)
        fail(oldest);
    while (handshaker->count >= limits->handshakes)
        fail(TAILQ_FIRST(&handshaker->underway));
}

static void begin(Handshaker *handshaker, Handshake *handshake, const ServerLimits *limits) {
    make_room(handshaker, &handshake->address, limits);
    if (uv_poll_init(&handshaker->loop, &handshake->poll, handshake->fd) != 0) {
        finish(handshake);
        return;
    }
    handshake->poll.data = handshake;
    TAILQ_INSERT_TAIL(&handshaker->underway, handshake, entry);
    handshaker->count++;
    handshake->began_ms = uv_now(&handshaker->loop);
    uv_poll_start(&handshake->poll, UV_READABLE, on_ready);
    if (!uv_is_active((uv_handle_t *)&handshaker->timer))
        on_timer(&handshaker->timer);
}

static void on_wakeup(uv_async_t *wakeup) {
    Handshaker *handshaker = wakeup->data;
    struct HandshakeList submitted = TAILQ_HEAD_INITIALIZER(submitted);
    Handshake *handshake;
    uv_mutex_lock(&handshaker->lock);
    TAILQ_CONCAT(&submitted, &handshaker->submitted, entry);
    ServerLimits limits = handshaker->limits;
    bool stopping = handshaker->stopping;
    uv_mutex_unlock(&handshaker->lock);
    while ((handshake = TAILQ_FIRST(&submitted))) {
        TAILQ_REMOVE(&submitted, handshake, entry);
        begin(handshaker, handshake, &limits);
    }
    if (!stopping)
        return;
    while ((handshake = TAILQ_FIRST(&handshaker->underway)))
        fail(handshake);
    uv_close((uv_handle_t *)&handshaker->timer, NULL);
    uv_close((uv_handle_t *)wakeup, NULL);
}

static void run(void *context) {
    Handshaker *handshaker = context;
    uv_run(&handshaker->loop, UV_RUN_DEFAULT);
}

/* ---- on the owner's thread ---- */

static void on_finished(uv_async_t *async) {
    Handshaker *handshaker = async->data;
    struct HandshakeList finished = TAILQ_HEAD_INITIALIZER(finished);
    Handshake *handshake;
    uv_mutex_lock(&handshaker->lock);
    TAILQ_CONCAT(&finished, &handshaker->finished, entry);
    uv_mutex_unlock(&handshaker->lock);
    while ((handshake = TAILQ_FIRST(&finished))) {
        TAILQ_REMOVE(&finished, handshake, entry);
        handshaker->done(handshake->owner, handshake->session);
        free(handshake);
    }
}

Handshaker *handshaker_start(uv_loop_t *loop, TlsContext *context, const ServerLimits *limits,
                             HandshakeDone *done, Error *error) {
    Handshaker *handshaker = memory_allocate(sizeof *handshaker);
    handshaker->done = done;
    handshaker->context = context;
    handshaker->limits = *limits;
    TAILQ_INIT(&handshaker->underway);
    TAILQ_INIT(&handshaker->submitted);
    TAILQ_INIT(&handshaker->finished);
    uv_mutex_init(&handshaker->lock);
    handshaker->timer.data = handshaker->wakeup.data = handshaker->finished_async.data = handshaker;
    int failure = uv_loop_init(&handshaker->loop);
    if (failure == 0)
        failure = uv_timer_init(&handshaker->loop, &handshaker->timer);
    if (failure == 0)
        failure = uv_async_init(&handshaker->loop, &handshaker->wakeup, on_wakeup);
    if (failure == 0)
        failure = uv_async_init(loop, &handshaker->finished_async, on_finished);
    if (failure == 0)
        failure = uv_thread_create(&handshaker->thread, run, handshaker);
    if (failure == 0)
        return handshaker;
    error_set(error, ERROR_STATE, "the thread for TLS handshakes: %s", uv_strerror(failure));
    return NULL; /* the program ends */
}

void handshaker_begin(Handshaker *handshaker, int fd, const Address *address, void *owner) {
    Handshake *handshake = memory_allocate(sizeof *handshake);
    handshake->handshaker = handshaker;
    handshake->owner = owner;
    handshake->address = address_limited(address);
    handshake->fd = fd;
    uv_mutex_lock(&handshaker->lock);
    handshaker->stats.underway++;
    TAILQ_INSERT_TAIL(&handshaker->submitted, handshake, entry);
    uv_mutex_unlock(&handshaker->lock);
    uv_async_send(&handshaker->wakeup);
}

void handshaker_configure(Handshaker *handshaker, TlsContext *context, const ServerLimits *limits) {
    uv_mutex_lock(&handshaker->lock);
    TlsContext *unused = context ? handshaker->context : NULL;
    if (context)
        handshaker->context = context;
    handshaker->limits = *limits;
    uv_mutex_unlock(&handshaker->lock);
    tls_context_free(unused);
}

void handshaker_stats(Handshaker *handshaker, HandshakerStats *stats) {
    uv_mutex_lock(&handshaker->lock);
    *stats = handshaker->stats;
    uv_mutex_unlock(&handshaker->lock);
}

void handshaker_stop(Handshaker *handshaker) {
    uv_mutex_lock(&handshaker->lock);
    handshaker->stopping = true;
    uv_mutex_unlock(&handshaker->lock);
    uv_async_send(&handshaker->wakeup);
    uv_thread_join(&handshaker->thread);
    uv_loop_close(&handshaker->loop);
    on_finished(&handshaker->finished_async);
}

void handshaker_free(Handshaker *handshaker) {
    if (!handshaker)
        return;
    tls_context_free(handshaker->context);
    uv_mutex_destroy(&handshaker->lock);
    free(handshaker);
}
