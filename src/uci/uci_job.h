/* A long computation besides the search, on a thread of its own. A client runs one at a time. */
#ifndef UCI_UCI_JOB_H
#define UCI_UCI_JOB_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"

typedef struct UciJob UciJob;

/* Does the work and appends the lines to print at its end. Fails if it is cancelled. */
typedef bool UciJobFunction(UciJob *job, Buffer *text, Error *error);

/* Starts as {0}. */
struct UciJob {
    UciJobFunction *work;
    const char *name;      /* of the command */
    void *context;         /* of the work; freed with free() at its end */
    atomic_bool cancelled; /* read by the work */
    atomic_bool running;
    bool started; /* the thread must be joined */
    pthread_t thread;
};

/* Starts the work in a job that is not running. Owns the context even on failure. */
bool uci_job_start(UciJob *job, const char *name, UciJobFunction *work, void *context,
                   Error *error);
/* Asks the work to stop. */
void uci_job_cancel(UciJob *job);
/* Waits until the work has ended. */
void uci_job_wait(UciJob *job);

#endif
