/* Clients that mean harm, in a process of their own. */
#ifndef BENCH_HOSTILE_H
#define BENCH_HOSTILE_H

#include <sys/types.h>

/*
 * Starts `count` of them against 127.0.0.1:port. A third begin lines and do not end them, a third
 * send commands and nonsense as fast as they are taken, a third ask for much and never read. Who is
 * sent away comes again.
 */
pid_t hostile_start(int port, unsigned count);

#endif
