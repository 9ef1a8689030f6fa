/* Threads that share a piece of work which falls into parts. */
#ifndef TOOLS_PARALLEL_H
#define TOOLS_PARALLEL_H

#include <stddef.h>

enum { PARALLEL_THREADS_MAX = 256 };

/* Does part number `part`. `member` is the number of the thread, below that of threads. */
typedef void ParallelTask(void *context, int worker, size_t part);

/* Has all parts done, in about their order, by the calling thread and others beside it: `threads`
 * (1..PARALLEL_THREADS_MAX) in all, or fewer if the system gives no more. */
void parallel_for(int threads, size_t parts, ParallelTask *job, void *context);

#endif
