/* Messages of the server for its administrator. */
#ifndef SERVER_LOOP_LOG_H
#define SERVER_LOOP_LOG_H

#include <syslog.h>

#include "base/compiler.h"
#include "config/server_settings.h"

/* Where they go from now on; before, to standard error. */
void log_open(ServerLog log);

/* One line; `priority` is LOG_ERR, LOG_WARNING, LOG_NOTICE or LOG_INFO. What comes from clients
 * must be filtered before. */
void log_line(int priority, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
