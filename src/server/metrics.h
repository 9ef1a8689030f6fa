/* The server's figures in the text format of Prometheus. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "rules/buffer.h"
#include "server/core.h"
#include "server/store.h"

void metrics_write(Buffer *text, const CoreStats *core, const StoreStats *store);

#endif
