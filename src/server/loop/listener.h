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
} Listener;

/* Opens the sockets passed by systemd, or else those of the settings, and the administrator's. */
bool listener_open_all(Loop *loop, Error *error);
void listener_close_all(Loop *loop);

/* Start to accept clients, stop, or pause for `ms`. */
void listener_start_all(Loop *loop);
void listener_stop_all(Loop *loop);
void listener_pause_all(Loop *loop, uint64_t ms);

#endif
