/* Long work that is not a search: one at a time, on a thread of its own, so that the client is
 * answered meanwhile. */
#ifndef UCI_UCI_JOB_H
#define UCI_UCI_JOB_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"

typedef struct UciJob UciJob;

/* Does the work and puts what the client is told at its end into *text. False with an error when it
 * cannot be done, or was cancelled. */
typedef bool UciJobFunction(UciJob *job, Buffer *text, Error *error);

/* Starts as {0}. */
struct UciJob {
    UciJobFunction *work;
    const char *name;      /* of the command */
    void *context;         /* for the work; freed with free() at its end */
    atomic_bool cancelled; /* for the work to look at */
    atomic_bool running;
    bool started; /* the thread is to be joined */
    pthread_t thread;
};

/* Starts the work in a job that does not run; takes the context over in any case. */
bool uci_job_start(UciJob *job, const char *name, UciJobFunction *work, void *context,
                   Error *error);
bool uci_job_is_running(UciJob *job);
/* Asks for the end. */
void uci_job_cancel(UciJob *job);
/* Waits for the end. */
void uci_job_wait(UciJob *job);

#endif
