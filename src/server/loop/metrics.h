/* The server's counters in the text format of Prometheus. */
#ifndef SERVER_LOOP_METRICS_H
#define SERVER_LOOP_METRICS_H

#include "base/buffer.h"
#include "server/core/core.h"
#include "server/store/store.h"

/* Adds all counters. */
void metrics_write(Buffer *text, const CoreStats *core, const StoreStats *store);

#endif
