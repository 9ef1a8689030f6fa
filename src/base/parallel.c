#include <config.h>

#include "base/parallel.h"

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct ParallelLoop {
    size_t parts;
    ParallelTask *task;
    void *context;
    atomic_size_t next;
} ParallelLoop;

typedef struct ParallelWorker {
    ParallelLoop *loop;
    int number;
    pthread_t thread;
} ParallelWorker;

int parallel_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > PARALLEL_THREADS_MAX ? PARALLEL_THREADS_MAX : (int)count;
}

int parallel_create_thread(pthread_t *thread, const pthread_attr_t *attributes,
                           void *(*run)(void *argument), void *argument) {
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    sigset_t all, before;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&all, own[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = pthread_create(thread, attributes, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static void *worker_main(void *argument) {
    const ParallelWorker *worker = argument;
    ParallelLoop *loop = worker->loop;
    size_t part;
    while ((part = atomic_fetch_add(&loop->next, 1)) < loop->parts)
        loop->task(loop->context, worker->number, part);
    return NULL;
}

void parallel_for(int threads, size_t parts, ParallelTask *task, void *context) {
    assert(threads > 0);
    ParallelLoop loop = {.parts = parts, .task = task, .context = context};
    ParallelWorker workers[PARALLEL_THREADS_MAX];
    int started = 1;
    atomic_init(&loop.next, 0);
    for (int i = 0; i < threads; i++)
        workers[i] = (ParallelWorker){.loop = &loop, .number = i};
    while (started < threads && (size_t)started < parts &&
           pthread_create(&workers[started].thread, NULL, worker_main, &workers[started]) == 0)
        started++;
    worker_main(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}
