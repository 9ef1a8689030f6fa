/* Hostile clients, in a process of their own. */
#ifndef BENCH_HOSTILE_H
#define BENCH_HOSTILE_H

#include <stdint.h>
#include <sys/types.h>

/* Counters since the start. */
typedef struct HostileCounters {
    uint64_t actions, connections, bytes; /* bytes: accepted by the system */
} HostileCounters;

typedef struct Hostile {
    pid_t process;
    const volatile HostileCounters *counters; /* of the running process */
} Hostile;

/* Starts `count` clients of 127.0.0.1:port, each of which acts twice a second. A third begin lines
 * and do not end them, a third send commands and nonsense as fast as they are read, a third ask for
 * long replies and never read. Clients that are disconnected come back. The process runs at the
 * lowest priority, because it stands for other machines. */
Hostile hostile_start(int port, unsigned count);

#endif
