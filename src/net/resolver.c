#include <config.h>

#include "net/resolver.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/memory.h"
#include "base/text.h"

struct Resolver {
    uv_async_t async; /* wakes the loop */
    ResolverListener *listener;
    void *context;
    char *name;
    char port[8];
    pthread_mutex_t lock;       /* protects the members below */
    int failure;                /* from getaddrinfo */
    int reason;                 /* errno if that is EAI_SYSTEM */
    struct addrinfo *addresses; /* owned */
    bool cancelled;
    int references; /* of the loop and the thread */
};

static void unref(Resolver *resolver) {
    pthread_mutex_lock(&resolver->lock);
    bool last = --resolver->references == 0;
    pthread_mutex_unlock(&resolver->lock);
    if (!last)
        return;
    if (resolver->addresses)
        freeaddrinfo(resolver->addresses);
    pthread_mutex_destroy(&resolver->lock);
    free(resolver->name);
    free(resolver);
}

static void *resolve_thread(void *argument) {
    Resolver *resolver = argument;
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *addresses = NULL;
    /* No name is the loopback address. A minimal system has no file that says so of "localhost",
     * which no name server may be asked about (RFC 6761). */
    const char *name = text_equal_ignore_case(resolver->name, "localhost") ? NULL : resolver->name;
    int failure = getaddrinfo(name, resolver->port, &hints, &addresses);
    int reason = errno;
    pthread_mutex_lock(&resolver->lock);
    resolver->failure = failure;
    resolver->reason = reason;
    resolver->addresses = addresses;
    if (!resolver->cancelled)
        uv_async_send(&resolver->async);
    pthread_mutex_unlock(&resolver->lock);
    unref(resolver);
    return NULL;
}

static void on_closed(uv_handle_t *handle) {
    unref(handle->data);
}

static void on_async(uv_async_t *async) {
    Resolver *resolver = async->data;
    pthread_mutex_lock(&resolver->lock);
    struct addrinfo *addresses = resolver->addresses;
    int failure = resolver->failure, reason = resolver->reason;
    resolver->addresses = NULL;
    pthread_mutex_unlock(&resolver->lock);
    uv_close((uv_handle_t *)async, on_closed);
    resolver->listener(resolver->context, addresses,
                       failure == EAI_SYSTEM ? strerror(reason) : gai_strerror(failure));
}

/* The new thread blocks all signals, so that the main thread gets them. */
static int start_thread(Resolver *resolver) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    int status = pthread_attr_init(&attributes);
    if (status != 0)
        return status;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    status = pthread_create(&thread, &attributes, resolve_thread, resolver);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return status;
}

Resolver *resolver_start(uv_loop_t *loop, const char *name, int port, ResolverListener *listener,
                         void *context) {
    Resolver *resolver = memory_allocate(sizeof *resolver);
    size_t size = strlen(name) + 1;
    resolver->listener = listener;
    resolver->context = context;
    resolver->name = memcpy(memory_resize(NULL, size, 1), name, size);
    snprintf(resolver->port, sizeof resolver->port, "%d", port);
    pthread_mutex_init(&resolver->lock, NULL);
    resolver->references = 1;
    int status = -uv_async_init(loop, &resolver->async, on_async);
    if (status != 0) {
        unref(resolver);
        errno = status;
        return NULL;
    }
    resolver->async.data = resolver;
    resolver->references = 2;
    status = start_thread(resolver);
    if (status == 0)
        return resolver;
    resolver->references = 1;
    uv_close((uv_handle_t *)&resolver->async, on_closed);
    errno = status;
    return NULL;
}

void resolver_cancel(Resolver *resolver) {
    pthread_mutex_lock(&resolver->lock);
    resolver->cancelled = true;
    pthread_mutex_unlock(&resolver->lock);
    uv_close((uv_handle_t *)&resolver->async, on_closed);
}
