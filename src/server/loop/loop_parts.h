/* State shared by the files of the loop. */
#ifndef SERVER_LOOP_LOOP_PARTS_H
#define SERVER_LOOP_LOOP_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include <sys/queue.h>
#include <uv.h>

#include "server/base/service_clock.h"
#include "server/core/core.h"
#include "server/loop/handshaker.h"
#include "server/loop/connections.h"
#include "server/loop/loop.h"

enum {
    LISTENERS_MAX = 2 * SERVER_LISTEN_MAX + 16, /* of the settings, or inherited */
    READ_SIZE = 4096 /* bytes read at a time; the core may have to keep them for each client */
};

typedef struct Proxied Proxied;

struct Loop {
    uv_loop_t uv;
    uv_async_t completions;    /* the store has completions */
    uv_check_t after_poll;     /* runs a core_tick() that is due */
    uv_idle_t tick_due;        /* active while core_tick() is due */
    uv_timer_t core_timer;     /* starts it */
    uv_timer_t heartbeat;      /* active while clocks run, to notice that the server stood still */
    uv_timer_t deferred_timer; /* the next round of deferred work */
    uv_timer_t drain_timer;    /* the next announcement before the server stops, or that */
    uv_timer_t watch_timer;    /* asks the database whether it answers */
    uv_timer_t resume_timer;   /* the end of a pause of the listeners, or of shutting down */
    uv_signal_t signals[3];
    uv_poll_t input; /* standard input, if its end stops the server */
    LoopOptions options;
    Core *core;
    Store *store;
    Listener listeners[LISTENERS_MAX];
    int listener_count;
    LIST_HEAD(ProxiedList, Proxied) proxied; /* connections whose header is being read */
    Handshaker *handshaker;                  /* NULL: there is no certificate */
    uint64_t tls_clients;
    uv_pipe_t admin;
    bool has_admin;
    bool owns_admin;           /* removes the socket's file at the end */
    int64_t core_timer_due_ms; /* INT64_MAX: never */
    int64_t updated_ms;        /* the last loop_update_time(), by the loop's clock */
    int64_t stalled_ms;        /* how much the core's clock is behind the loop's */
    ServiceClock service;      /* is the core's clock if the store is shared */
    bool serving;              /* accepts clients */
    bool out_of_descriptors;   /* accepting pauses until a connection ends */
    bool out_of_watches;       /* the last connection could not be polled */
    TokenBucket abuse_lines;   /* of the log */
    int drain_minutes;         /* after the timer; 0: it stops then */
    int64_t restrictions_ms;   /* when their file is tried again; 0: it was written */
    int64_t fed_ms;            /* when systemd's watchdog was last told that all is well */
    bool stopping, failed, readonly, cut_off;
    char read_buffer[READ_SIZE];
};

/* Called after each input to the core. Sends output, and updates connections and timers. */
void loop_update(Loop *loop);

/* Passes the current time to the core. */
void loop_update_time(Loop *loop);

/* Returns the seconds since 1970. */
int64_t loop_unix_s(void);

/* Refuses new games, tells everybody, and stops after some minutes; -1: goes on as before. */
void loop_drain_in(Loop *loop, int minutes);

bool loop_is_draining(const Loop *loop);

#endif
