#include <config.h>

#include "uci/uci_job.h"

#include <stdlib.h>

#include "uci/uci_output.h"

/* Marks the job finished before printing: the client may send a command as soon as it reads the
 * result. */
static void *job_main(void *argument) {
    UciJob *job = argument;
    Buffer text = {0};
    Error error = {0};
    bool done = job->work(job, &text, &error);
    free(job->context);
    job->context = NULL;
    atomic_store(&job->running, false);
    if (done) {
        uci_output_print_buffer(&text);
    } else {
        uci_output_print("info string %s: %s", job->name, error.text);
        buffer_free(&text);
    }
    return NULL;
}

bool uci_job_start(UciJob *job, const char *name, UciJobFunction *work, void *context,
                   Error *error) {
    uci_job_wait(job);
    job->name = name;
    job->work = work;
    job->context = context;
    atomic_store(&job->cancelled, false);
    atomic_store(&job->running, true);
    job->started = pthread_create(&job->thread, NULL, job_main, job) == 0;
    if (job->started)
        return true;
    atomic_store(&job->running, false);
    free(context);
    return error_set(error, ERROR_MEMORY, "the system allows no other thread");
}

void uci_job_cancel(UciJob *job) {
    atomic_store(&job->cancelled, true);
}

void uci_job_wait(UciJob *job) {
    if (job->started)
        pthread_join(job->thread, NULL);
    job->started = false;
}
