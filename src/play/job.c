#include <config.h>

#include "play/job.h"

static void finish(Job *job) {
    job->running = false;
    job->ops->done(job->context, atomic_load(&job->stopped));
}

static void on_timer(uv_timer_t *timer) {
    Job *job = timer->data;
    if (!atomic_load(&job->stopped))
        job->ops->progress(job->context);
}

static void on_timer_closed(uv_handle_t *timer) {
    finish(timer->data);
}

static void work_run(uv_work_t *work) {
    Job *job = work->data;
    job->ops->work(job->context);
}

static void work_done(uv_work_t *work, int status) {
    Job *job = work->data;
    (void)status; /* a job is cancelled only after job_stop */
    if (job->ops->progress)
        uv_close((uv_handle_t *)&job->timer, on_timer_closed);
    else
        finish(job);
}

void job_start(Job *job, uv_loop_t *loop, const JobOps *ops, void *context) {
    job->ops = ops;
    job->context = context;
    job->running = true;
    atomic_store(&job->stopped, false);
    atomic_store(&job->now, 0);
    atomic_store(&job->total, 0);
    job->work.data = job->timer.data = job;
    if (ops->progress) {
        uv_timer_init(loop, &job->timer);
        uv_timer_start(&job->timer, on_timer, JOB_PROGRESS_MS, JOB_PROGRESS_MS);
    }
    uv_queue_work(loop, &job->work, work_run, work_done); /* fails only without a function */
}

void job_stop(Job *job) {
    if (!job->running)
        return;
    atomic_store(&job->stopped, true);
    uv_cancel((uv_req_t *)&job->work);
}

bool job_report(void *context, size_t now, size_t total) {
    Job *job = context;
    atomic_store(&job->now, now);
    atomic_store(&job->total, total);
    return !atomic_load(&job->stopped);
}
