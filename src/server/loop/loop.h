/* congod: connects the core to sockets, the clock, signals and the store, on one libuv loop. */
#ifndef SERVER_LOOP_LOOP_H
#define SERVER_LOOP_LOOP_H

#include <syslog.h>

#include "base/compiler.h"
#include "config/server_settings.h"

/* Writes one line with a priority of syslog.h. The caller sanitizes text of clients. */
void log_line(int priority, const char *format, ...) PRINTF_LIKE(2, 3);

typedef struct Loop Loop;

typedef struct LoopOptions {
    ServerSettings settings;
    const char *config_path; /* read again at SIGHUP; may be NULL */
    const char *version;
    bool until_eof; /* stops when standard input, a pipe, is closed: with the program that holds it
                     */
    bool is_forced; /* starts with a database whose log is damaged */
} LoopOptions;

/* Serves until SIGTERM or SIGINT, or until the store fails. Logs errors. Returns the exit status.
 */
int loop_run(const LoopOptions *options);

#endif
