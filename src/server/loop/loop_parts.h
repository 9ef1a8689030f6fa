/* The parts of the loop, for its files only. */
#ifndef SERVER_LOOP_LOOP_PARTS_H
#define SERVER_LOOP_LOOP_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "server/core/core.h"
#include "server/loop/loop.h"

enum {
    LISTENERS_MAX = SERVER_LISTEN_MAX + 16,
    ACCEPTS_PER_WAKEUP = 16, /* of a listener, then it rests: those who are there are served, too */
    ACCEPT_PAUSE_MS = 8,
    ACCEPT_RETRY_MS = 1000,   /* where descriptors have run out */
    DEFERRED_INTERVAL_MS = 2, /* between rounds of what was put off */
    READ_SIZE = 4096,         /* what a client whose commands wait can make the core keep */
    SPARE_DESCRIPTORS = 64    /* for everything that is not a client */
};

typedef struct Loop Loop;

typedef struct Listener {
    uv_poll_t poll;
    Loop *loop;
    int fd;
    bool inherited; /* its file is not the server's to remove */
} Listener;

struct Loop {
    uv_loop_t uv;
    uv_async_t stored;         /* the store has completions */
    uv_timer_t timer;          /* of the core */
    uv_timer_t deferred_timer; /* the core's next one */
    uv_timer_t resume;         /* the next try to accept, or the end of waiting for goodbyes */
    uv_signal_t signals[3];
    LoopOptions options;
    Core *core;
    Store *store;
    Listener listeners[LISTENERS_MAX];
    int listener_count;
    uv_pipe_t admin;
    bool has_admin;
    bool owns_admin;         /* the socket's file is the server's to remove */
    int64_t armed_ms;        /* when the timer goes off; INT64_MAX: never */
    bool out_of_descriptors; /* of descriptors: accepts again when a connection ends */
    bool stopping, failed, readonly;
    char read_buffer[READ_SIZE];
};

/* After anything was given to the core: sends, reads on or closes, and sets the timer. */
void loop_update(Loop *loop);
/* Gives the core the time. */
void loop_update_time(Loop *loop);

/* Connections: connection.c. */
void listeners_start(Loop *loop);
void listeners_stop(Loop *loop);
void listeners_pause(Loop *loop, uint64_t ms);
void client_connection_update(Core *core, void *link);

/* The administrator's socket: admin.c. */
bool admin_open(Loop *loop, Error *error);
void admin_serve(Loop *loop, int fd);
void admin_close_session(uv_handle_t *session); /* closes the connection of an administrator */

#endif
