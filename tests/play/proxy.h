/* Between clients and a server, both on Unix sockets: carries bytes both ways, and cuts connections
 * after so many. It runs on the loop of the clients. */
#ifndef TESTS_PLAY_PROXY_H
#define TESTS_PLAY_PROXY_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

typedef struct Proxy {
    uv_loop_t *loop;
    uv_pipe_t listening;
    const char *server; /* its path */
    struct Wire *wires;
    size_t most;   /* a connection is cut after 1 to so many bytes; 0: none is */
    unsigned cuts; /* made so far */
    uint64_t seed;
} Proxy;

/* Listens at a path; fails the test if it cannot. */
void proxy_start(Proxy *proxy, uv_loop_t *loop, const char *path, const char *server);
/* From now on connections, also those there are, are cut after 1 to so many bytes. */
void proxy_cut(Proxy *proxy, size_t most);
/* The handles are gone when the loop has run out. */
void proxy_stop(Proxy *proxy);

#endif
