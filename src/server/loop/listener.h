/* Listening sockets: opening them, and accepting clients at a bounded rate. */
#ifndef SERVER_LOOP_LISTENER_H
#define SERVER_LOOP_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

#include "base/error.h"
#include "server/loop/loop.h"

typedef struct Listener {
    uv_poll_t poll;
    Loop *loop;
    int fd;
    bool inherited; /* from systemd, which removes the socket's file */
    bool encrypted; /* its clients begin with a TLS handshake */
} Listener;

/* Opens the sockets passed by systemd, those of the settings for what it has passed none, and the
 * administrator's. */
bool listener_open_all(Loop *loop, Error *error);
void listener_close_all(Loop *loop);

/* Start to accept clients, stop, or pause for `ms`. */
void listener_start_all(Loop *loop);
void listener_stop_all(Loop *loop);
void listener_pause_all(Loop *loop, uint64_t ms);

#endif
