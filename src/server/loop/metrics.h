/* The server's counters in the text format of Prometheus. */
#ifndef SERVER_LOOP_METRICS_H
#define SERVER_LOOP_METRICS_H

#include "base/buffer.h"
#include "server/core/core.h"
#include "server/loop/handshaker.h"
#include "server/store/store.h"

typedef struct TlsStats {
    uint64_t clients; /* encrypted connections, now */
    HandshakerStats handshakes;
} TlsStats;

/* Adds all counters. `tls` is NULL if there is no certificate. */
void metrics_write(Buffer *text, const CoreStats *core, const StoreStats *store,
                   const TlsStats *tls);

#endif
