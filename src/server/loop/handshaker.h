/*
 * TLS handshakes, on a thread of their own, so that neither their cryptography nor slow peers delay
 * the loop. There are at most limits.handshakes of them, and the oldest gives way. One that waits
 * for its first byte costs little more than its socket.
 */
#ifndef SERVER_LOOP_HANDSHAKER_H
#define SERVER_LOOP_HANDSHAKER_H

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

#include "base/error.h"
#include "config/server_settings.h"
#include "server/base/address.h"
#include "server/loop/tls.h"

typedef struct Handshaker Handshaker;

/* Called on the owner's loop at the end of a handshake, with the session, which it takes over, or
 * NULL. */
typedef void HandshakeDone(void *owner, TlsSession *session);

typedef struct HandshakerStats {
    uint64_t underway;          /* now */
    uint64_t completed, failed; /* since the start */
} HandshakerStats;

/* Starts the thread. Takes over the context. Returns NULL with an error on failure. */
Handshaker *handshaker_start(uv_loop_t *loop, TlsContext *context, const ServerLimits *limits,
                             HandshakeDone *done, Error *error);

/* Begins a handshake. The socket belongs to the handshaker until `done` is called, but may be shut
 * down. */
void handshaker_begin(Handshaker *handshaker, int fd, const Address *address, void *owner);

/* Changes the limits, and the certificate of later handshakes unless `context`, which is taken
 * over, is NULL. */
void handshaker_configure(Handshaker *handshaker, TlsContext *context, const ServerLimits *limits);

void handshaker_stats(Handshaker *handshaker, HandshakerStats *stats);

/* Ends the thread, and all handshakes without a session. */
void handshaker_stop(Handshaker *handshaker);

/* Frees a stopped handshaker once all handles of the loop are closed. NULL is allowed. */
void handshaker_free(Handshaker *handshaker);

#endif
