/* Signals that end, suspend or continue a program with a session, or resize its terminal. */
#ifndef PLAY_SIGNALS_H
#define PLAY_SIGNALS_H

#include <stdbool.h>
#include <uv.h>

#include "base/error.h"

/* Called from the loop. */
typedef void SignalListener(void *context, int number);

enum { SIGNALS_COUNT = 6 };

typedef struct Signals {
    uv_signal_t handle[SIGNALS_COUNT];
    int count; /* of initialised handles */
    SignalListener *listener;
    void *context;
} Signals;

/* Starts to listen for INT, HUP and TERM, and on a terminal also for TSTP, CONT and WINCH. A signal
 * that was ignored when the program started (nohup, no job control) stays ignored. Fails with
 * ERROR_STATE; signals_close is called also then. */
bool signals_start(Signals *signals, uv_loop_t *loop, bool on_terminal, SignalListener *listener,
                   void *context, Error *error);

/* Stops the process as SIGTSTP does by default, and returns when it continues. */
void signals_stop_process(Signals *signals);

/* Stops listening. The loop must run until the handles are closed. */
void signals_close(Signals *signals);

#endif
