/* The processors, threads, and a loop whose iterations are shared by threads. */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <pthread.h>
#include <stddef.h>

enum { PARALLEL_THREADS_MAX = 256 };

/* Returns the number of processors, 1..PARALLEL_THREADS_MAX. */
int parallel_processors(void);

/* Is pthread_create for a thread that blocks all signals except its own faults, so that the
 * program's threads handle them. */
int parallel_create_thread(pthread_t *thread, const pthread_attr_t *attributes,
                           void *(*run)(void *argument), void *argument);

/* Runs iteration `part` on thread number `worker`, which is below the number of threads. */
typedef void ParallelTask(void *context, int worker, size_t part);

/* Runs all iterations, about in order, on `threads` threads (1..PARALLEL_THREADS_MAX, the caller
 * included), or on fewer if there are fewer iterations or the system refuses more. */
void parallel_for(int threads, size_t parts, ParallelTask *task, void *context);

#endif
