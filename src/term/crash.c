#include <config.h>

#include "term/crash.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The signals that end a program, except those that the event loop handles. */
static const int fatal_signals[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,    SIGILL,
                                    SIGQUIT, SIGTRAP, SIGSYS,  SIGXCPU,   SIGPIPE,
                                    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};
enum { FATAL_SIGNAL_COUNT = sizeof fatal_signals / sizeof fatal_signals[0], STACK_SIZE = 65536 };

static struct {
    bool armed;
    char bytes[CRASH_BYTES_MAX];
    size_t size;
    struct termios modes;
    struct sigaction saved_actions[FATAL_SIGNAL_COUNT];
    void *stack; /* for the handlers, which also run after a stack overflow */
    stack_t saved_stack;
} crash;

static void restore_terminal(void) {
    size_t done = 0;
    while (done < crash.size) {
        ssize_t count = write(STDOUT_FILENO, crash.bytes + done, crash.size - done);
        if (count < 0 && errno != EINTR)
            break;
        if (count > 0)
            done += (size_t)count;
    }
    tcsetattr(STDOUT_FILENO, TCSANOW, &crash.modes);
}

/* SA_RESETHAND has restored the default action, so the raised signal ends the program when this
 * returns. */
static void on_fatal_signal(int number) {
    restore_terminal();
    raise(number);
}

void crash_arm(const char *bytes, size_t size, const struct termios *modes) {
    crash_disarm();
    crash.size = size < CRASH_BYTES_MAX ? size : CRASH_BYTES_MAX;
    memcpy(crash.bytes, bytes, crash.size);
    crash.modes = *modes;
    crash.stack = malloc(STACK_SIZE);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_fatal_signal;
    action.sa_flags = (int)SA_RESETHAND;
    if (crash.stack != NULL) {
        stack_t stack = {.ss_sp = crash.stack, .ss_size = STACK_SIZE, .ss_flags = 0};
        sigaltstack(&stack, &crash.saved_stack);
        action.sa_flags |= SA_ONSTACK;
    }
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGTTOU); /* for tcsetattr in the background */
    for (int i = 0; i < FATAL_SIGNAL_COUNT; i++) {
        sigaction(fatal_signals[i], NULL, &crash.saved_actions[i]);
        if (crash.saved_actions[i].sa_handler != SIG_IGN)
            sigaction(fatal_signals[i], &action, NULL);
    }
    crash.armed = true;
}

void crash_disarm(void) {
    if (!crash.armed)
        return;
    for (int i = 0; i < FATAL_SIGNAL_COUNT; i++)
        sigaction(fatal_signals[i], &crash.saved_actions[i], NULL);
    if (crash.stack != NULL) {
        sigaltstack(&crash.saved_stack, NULL);
        free(crash.stack);
        crash.stack = NULL;
    }
    crash.armed = false;
}
