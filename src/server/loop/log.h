/* The server's messages for its administrator. */
#ifndef SERVER_LOOP_LOG_H
#define SERVER_LOOP_LOG_H

#include <syslog.h>

#include "base/compiler.h"
#include "config/server_settings.h"

/* Chooses the destination of messages. The default is standard error. */
void log_open(ServerLog log);

/* Writes one line with a priority of syslog.h. The caller sanitizes text of clients. */
void log_line(int priority, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
