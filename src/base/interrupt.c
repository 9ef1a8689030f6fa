#include <config.h>

#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* Without locks, and so allowed in a signal handler. */
static atomic_bool flag;
static atomic_int signal_number;

static void on_signal(int number) {
    atomic_store(&signal_number, number);
    atomic_store(&flag, true);
}

void interrupt_catch(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction before;
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

const atomic_bool *interrupt_flag(void) {
    return &flag;
}

void interrupt_raise(void) {
    atomic_store(&flag, true);
}

int interrupt_signal(void) {
    return atomic_load(&signal_number);
}
