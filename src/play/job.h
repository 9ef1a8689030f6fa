/*
 * A job in the background: work on a thread of libuv's pool, how far it is, and a way to stop it.
 * For files and tables, which may be slow to read or write; a search has threads of its own.
 */
#ifndef PLAY_JOB_H
#define PLAY_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum { JOB_PROGRESS_MS = 100 };

/* The functions of a type of job. */
typedef struct JobOps {
    void (*work)(void *context);     /* on the thread */
    void (*progress)(void *context); /* on the loop, every JOB_PROGRESS_MS; NULL: never */
    /* On the loop, always and last: may start the job again, or free it. */
    void (*done)(void *context, bool stopped);
} JobOps;

/* All zero before job_start. A part of its owner, which must not be freed while it runs. */
typedef struct Job {
    const JobOps *ops;
    void *context;
    bool running; /* until `done` is called */
    atomic_bool stopped;
    atomic_size_t now, total; /* of job_report */
    uv_work_t work;
    uv_timer_t timer;
} Job;

/* Starts a job that is not running. */
void job_start(Job *job, uv_loop_t *loop, const JobOps *ops, void *context);

/* Asks a running job to end early; one that has not begun never does. */
void job_stop(Job *job);

/* Called by the work with its Job, also as a StorageWatch: notes how far it is. Returns false if it
 * is to end. */
bool job_report(void *job, size_t now, size_t total);

#endif
