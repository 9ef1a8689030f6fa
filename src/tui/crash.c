#include <config.h>

#include "tui/crash.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All that end a program but those that the loop hears. */
static const int deadly[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,    SIGILL,
                             SIGQUIT, SIGTRAP, SIGSYS,  SIGXCPU,   SIGPIPE,
                             SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};
enum { DEADLY_COUNT = sizeof deadly / sizeof deadly[0], STACK_SIZE = 65536 };

static struct {
    bool armed;
    char bytes[CRASH_BYTES_MAX];
    size_t size;
    struct termios modes;
    struct sigaction before[DEADLY_COUNT];
    void *stack; /* the handlers' own, so that they also run when the stack has overflowed */
    stack_t stack_before;
} crash;

static void put_terminal_back(void) {
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

/* SA_RESETHAND has put the default action back, so the raised signal ends the program as soon as
 * this returns. */
static void handle_deadly(int number) {
    put_terminal_back();
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
    action.sa_handler = handle_deadly;
    action.sa_flags = (int)SA_RESETHAND;
    if (crash.stack != NULL) {
        stack_t stack = {.ss_sp = crash.stack, .ss_size = STACK_SIZE, .ss_flags = 0};
        sigaltstack(&stack, &crash.stack_before);
        action.sa_flags |= SA_ONSTACK;
    }
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGTTOU); /* tcsetattr must also work in the background */
    for (int i = 0; i < DEADLY_COUNT; i++) {
        sigaction(deadly[i], NULL, &crash.before[i]);
        if (crash.before[i].sa_handler != SIG_IGN) /* what was ignored stays so */
            sigaction(deadly[i], &action, NULL);
    }
    crash.armed = true;
}

void crash_disarm(void) {
    if (!crash.armed)
        return;
    for (int i = 0; i < DEADLY_COUNT; i++)
        sigaction(deadly[i], &crash.before[i], NULL);
    if (crash.stack != NULL) {
        sigaltstack(&crash.stack_before, NULL);
        free(crash.stack);
        crash.stack = NULL;
    }
    crash.armed = false;
}
