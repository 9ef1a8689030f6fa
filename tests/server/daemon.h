/* A congod of one's own, to be used and killed. */
#ifndef TESTS_SERVER_DAEMON_H
#define TESTS_SERVER_DAEMON_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts it with a configuration; what it says is added to the file `log`. */
pid_t daemon_start(const char *program, const char *config, const char *log);
/* Whether it has ended by itself. */
bool daemon_has_ended(pid_t daemon);
/* kill -9, and waits until it is gone. */
void daemon_kill(pid_t daemon);
/* SIGTERM; whether it ended well. */
bool daemon_stop(pid_t daemon);
/* Runs `congod --config=CONFIG DEED`, such as --check; whether it ended well. */
bool daemon_run(const char *program, const char *config, const char *deed, const char *log);

#endif
