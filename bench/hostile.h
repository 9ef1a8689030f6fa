/* Hostile clients, in a separate process. */
#ifndef BENCH_HOSTILE_H
#define BENCH_HOSTILE_H

#include <stdint.h>
#include <sys/types.h>

/* Counters since the start of the process. */
typedef struct HostileCounters {
    uint64_t actions, connections, bytes; /* bytes: accepted by the system */
} HostileCounters;

typedef struct Hostile {
    pid_t process;
    const volatile HostileCounters *counters; /* shared memory, updated by the process */
} Hostile;

/* Starts `count` clients of 127.0.0.1:port, each of which acts twice a second. A third sends lines
 * without ends, a third sends commands and garbage as fast as the server reads, a third requests
 * long replies and never reads. Disconnected clients reconnect. The process runs at the lowest
 * priority, because it simulates other machines. The caller kills it. */
Hostile hostile_start(int port, unsigned count);

#endif
