/* A proxy between a store and its PostgreSQL server, which cuts a connection at a given message, or
 * spoils the message. */
#ifndef TESTS_SERVER_POSTGRES_PROXY_H
#define TESTS_SERVER_POSTGRES_PROXY_H

#include <stdbool.h>

typedef enum ProxyFault {
    PROXY_CUT,       /* both sides see the end of the connection */
    PROXY_CUT_STORE, /* only the store does: the server waits for more */
    PROXY_HANG,      /* nothing more arrives on either side */
    PROXY_TWICE,     /* the message arrives twice */
    PROXY_SHORT,     /* its last byte is missing, and its length says so; once for each length */
    PROXY_LOST       /* a row or the end of a command does not arrive; another message does */
} ProxyFault;

typedef struct ProxyPlan {
    ProxyFault fault;
    bool from_server; /* counts the messages of the server, else of the store */
    unsigned message; /* the first that is cut off, or the one that is spoiled, from 1 on, of those
                         that the fault makes a difference to; 0: no fault */
} ProxyPlan;

/* Starts a proxy to the Unix socket of a server in a folder, and stops it. */
void postgres_proxy_start(const char *server_folder);
void postgres_proxy_stop(void);

/* Returns the folder of the proxy's own socket. */
const char *postgres_proxy_folder(void);

/* The next connection will be the one that plans are for, and the one after its end the next. */
void postgres_proxy_expect(void);

/* From now on counts its messages. The fault happens once. */
void postgres_proxy_plan(ProxyPlan plan);

/* Returns whether the fault of the last plan has happened. */
bool postgres_proxy_has_failed(void);

#endif
