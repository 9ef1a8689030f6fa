#include <config.h>

#include "server/loop/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdio.h>

/* Messages come from any thread. */
static atomic_bool to_syslog;

void log_open(ServerLog log) {
    if (log == SERVER_LOG_SYSLOG && !to_syslog)
        openlog("congod", LOG_PID, LOG_DAEMON);
    to_syslog = log == SERVER_LOG_SYSLOG;
}

void log_line(int priority, const char *format, ...) {
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (to_syslog)
        syslog(priority, "%s", text);
    else
        fprintf(stderr, "congod: %s\n", text);
}
