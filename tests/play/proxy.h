/* A proxy between clients and a server on Unix sockets that cuts connections after a number of
 * bytes. It runs on the loop of the clients. */
#ifndef TESTS_PLAY_PROXY_H
#define TESTS_PLAY_PROXY_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

typedef struct Proxy {
    uv_loop_t *loop;
    uv_pipe_t listening;
    const char *server; /* path of its socket */
    struct Wire *wires;
    size_t most;   /* connections are cut after 1 to `most` bytes; 0: no cuts */
    unsigned cuts; /* made so far */
    uint64_t seed;
} Proxy;

/* Listens at a path, or fails the test. */
void proxy_start(Proxy *proxy, uv_loop_t *loop, const char *path, const char *server);
/* Cuts all connections, existing ones included, after 1 to `most` bytes. */
void proxy_cut(Proxy *proxy, size_t most);
/* The handles are closed when the loop has run out. */
void proxy_stop(Proxy *proxy);

#endif
