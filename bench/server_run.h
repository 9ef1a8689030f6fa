/* The congods of a benchmark: one, or several that share a database, on free ports, with their
 * files in a new folder. */
#ifndef BENCH_SERVER_RUN_H
#define BENCH_SERVER_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../tests/support/load.h"

typedef struct ServerRun {
    unsigned count;
    pid_t processes[LOAD_SERVERS_MAX];
    LoadServer servers[LOAD_SERVERS_MAX]; /* on 127.0.0.1 */
    long idle_kib;                        /* resident memory of all after the start */
    char program[4096];
    char folder[64];
} ServerRun;

/* Prints what is wrong and ends the program. */
_Noreturn void server_run_die(const char *what);

/* An option of a benchmark, such as "games=10". */
typedef struct RunOption {
    const char *name; /* with the equals sign */
    long *value;      /* stays as it is without the option */
} RunOption;

/* Reads the arguments of main, or ends the program with the sentence `expected`. */
void server_run_parse(char **arguments, const RunOption *options, size_t count,
                      const char *expected);

/* Enters a new folder and starts `count` servers there, with the program and the configuration that
 * the environment's CONGOD and CONGOD_CONF name (src/congod and ../bench/congod.conf), and waits
 * until they accept clients. There can be one to LOAD_SERVERS_MAX. CONGOD_DATABASE replaces the
 * database of the configuration. Raises the limit of descriptors. */
void server_run_start(ServerRun *run, long count);

/* Stops the servers, checks their database, which has `moves` moves unless that is 0, and removes
 * the folder if all went well. */
bool server_run_stop(const ServerRun *run, uint64_t moves);

/* Returns a value of /proc/PID/status in KiB, such as "VmRSS:", of all servers together, or of a
 * process. */
long server_run_memory_kib(const ServerRun *run, const char *name);
long process_memory_kib(pid_t process, const char *name);
/* Returns a value that a server's metrics name, such as "store_repeats_total". */
double server_run_metric(const ServerRun *run, unsigned server, const char *name);
/* Returns the processor time of all servers, or of a process, in seconds. */
double server_run_processor_s(const ServerRun *run);
double process_processor_s(pid_t process);
/* Returns that of PostgreSQL: the process, and its children alive and dead. */
double postgres_processor_s(pid_t postmaster);

void server_run_wait_ms(long ms);

#endif
