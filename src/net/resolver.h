/*
 * Name lookup. getaddrinfo can take half a minute and cannot be interrupted, and libuv joins its
 * thread pool at exit. Each lookup therefore runs in a detached thread, and neither the loop nor
 * the exit of the program waits for it.
 */
#ifndef NET_RESOLVER_H
#define NET_RESOLVER_H

#include <netdb.h>
#include <uv.h>

typedef struct Resolver Resolver;

/* Called once from the loop, unless the lookup was cancelled. The listener frees the addresses with
 * freeaddrinfo; on failure they are NULL and `why` is the reason. */
typedef void ResolverListener(void *context, struct addrinfo *addresses, const char *why);

/* Looks up a name and a port for stream sockets. Returns NULL with errno if no thread can be
 * created. */
Resolver *resolver_start(uv_loop_t *loop, const char *name, int port, ResolverListener *listener,
                         void *context);

/* Cancels a lookup that has not been reported. The loop must run once more to close its handle. */
void resolver_cancel(Resolver *resolver);

#endif
