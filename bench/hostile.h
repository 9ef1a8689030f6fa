/* Clients that mean harm, in a process of their own. */
#ifndef BENCH_HOSTILE_H
#define BENCH_HOSTILE_H

#include <stdint.h>
#include <sys/types.h>

/* What they have done since the start. */
typedef struct HostileCounters {
    uint64_t actions, connections, bytes; /* bytes: sent and taken by the system */
} HostileCounters;

typedef struct Hostile {
    pid_t process;
    const volatile HostileCounters *counters; /* of the process, as it goes on */
} Hostile;

/*
 * Starts `count` of them against 127.0.0.1:port, each of which acts twice a second. A third begin
 * lines and do not end them, a third send commands and nonsense as fast as they are taken, a third
 * ask for much and never read. Who is sent away comes again. The process yields the processor to
 * others (nice 19), because it stands for other machines; the figures tell what it has done.
 */
Hostile hostile_start(int port, unsigned count);

#endif
