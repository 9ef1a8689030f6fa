/*
 * Looks up the addresses of a name. The system can take half a minute for that and cannot be
 * interrupted, and libuv waits for its own threads when a program ends, so each look-up has a
 * thread of its own, which nobody waits for: neither the loop nor the end of the program.
 */
#ifndef NET_RESOLVER_H
#define NET_RESOLVER_H

#include <netdb.h>
#include <uv.h>

typedef struct Resolver Resolver;

/* Called from the loop, once, unless it was cancelled. The addresses are the listener's, to be
 * freed by freeaddrinfo; NULL: there are none, and `why` says why. */
typedef void ResolverListener(void *context, struct addrinfo *addresses, const char *why);

/* Of a name of any length and a port, for streams. NULL, with errno, when there can be no thread.
 */
Resolver *resolver_start(uv_loop_t *loop, const char *name, int port, ResolverListener *listener,
                         void *context);

/* Before it has told: nothing is told any more. What it has in the loop is gone when the loop has
 * run once more. */
void resolver_cancel(Resolver *resolver);

#endif
