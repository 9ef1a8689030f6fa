/* Threads that share a piece of work which falls into parts. */
#ifndef TOOLS_TEAM_H
#define TOOLS_TEAM_H

#include <stddef.h>

enum { TEAM_MAX = 256 };

/* Does part number `part`. `member` is the number of the thread, below that of threads. */
typedef void TeamJob(void *context, int member, size_t part);

/* Has all parts done, in about their order, by the calling thread and others beside it: `threads`
 * (1..TEAM_MAX) in all, or fewer if the system gives no more. */
void team_run(int threads, size_t parts, TeamJob *job, void *context);

#endif
