/* A congod in a child process. */
#ifndef TESTS_SUPPORT_DAEMON_H
#define TESTS_SUPPORT_DAEMON_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts congod with a configuration. Its messages are appended to the file `log`, whose name must
 * outlive it. */
pid_t daemon_start(const char *program, const char *config, const char *log);
/* Returns whether it has ended, and reaps it. Prints how it ended, and its log. */
bool daemon_has_ended(pid_t daemon);
/* Returns whether a server accepts connections at a Unix socket. */
bool daemon_is_listening(const char *path);
/* Kills it with SIGKILL and waits for its end. */
void daemon_kill(pid_t daemon);
/* Stops it with SIGTERM. Returns whether its exit status is 0; if not, prints it, and the log. */
bool daemon_stop(pid_t daemon);
/* Runs `congod --config=CONFIG ACTION`, such as --check. Returns whether its exit status is 0. */
bool daemon_run(const char *program, const char *config, const char *action, const char *log);

/* Prints the log of the last daemon on standard error. */
void daemon_print_log(void);

#endif
