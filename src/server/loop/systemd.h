/* The protocols of systemd: sd_notify(3) and sd_listen_fds(3), without its library. */
#ifndef SERVER_LOOP_SYSTEMD_H
#define SERVER_LOOP_SYSTEMD_H

#include <stddef.h>

/* Sends "READY=1" or "STOPPING=1" to the service manager, if there is one. */
void systemd_notify(const char *state);

/* Returns the next socket that systemd has passed to this process, or -1. Sets `name` to the
 * socket's name in the unit, or to "". */
int systemd_next_socket(char *name, size_t size);

#endif
