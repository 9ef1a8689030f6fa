#include <config.h>

#include "play/signals.h"

#include <signal.h>

static const int numbers[SIGNALS_COUNT] = {SIGINT, SIGHUP, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH};
enum { TSTP_INDEX = 3 };

static void on_signal(uv_signal_t *handle, int number) {
    const Signals *signals = handle->data;
    signals->listener(signals->context, number);
}

static bool is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static bool is_handled(int number, bool on_terminal) {
    bool is_for_terminal = number == SIGWINCH || number == SIGCONT;
    if (is_for_terminal || number == SIGTSTP)
        return on_terminal && (is_for_terminal || !is_ignored(number));
    return !is_ignored(number);
}

bool signals_start(Signals *signals, uv_loop_t *loop, bool on_terminal, SignalListener *listener,
                   void *context, Error *error) {
    signals->listener = listener;
    signals->context = context;
    for (signals->count = 0; signals->count < SIGNALS_COUNT; signals->count++) {
        uv_signal_t *handle = &signals->handle[signals->count];
        int number = numbers[signals->count], failure = uv_signal_init(loop, handle);
        if (failure != 0)
            return error_set(error, ERROR_STATE, "cannot listen for signals: %s",
                             uv_strerror(failure));
        handle->data = signals;
        if (is_handled(number, on_terminal))
            uv_signal_start(handle, on_signal, number);
    }
    return true;
}

void signals_stop_process(Signals *signals) {
    /* Without a handle, libuv restores the default action. */
    uv_signal_stop(&signals->handle[TSTP_INDEX]);
    raise(SIGTSTP);
    uv_signal_start(&signals->handle[TSTP_INDEX], on_signal, SIGTSTP);
}

void signals_close(Signals *signals) {
    for (int i = 0; i < signals->count; i++)
        uv_close((uv_handle_t *)&signals->handle[i], NULL);
}
